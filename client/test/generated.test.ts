import { readFile } from "node:fs/promises";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { expect, test } from "vitest";

const GENERATED = new URL("../src/generated/", import.meta.url);

test("the types are those of the description: `make api` renews them", { timeout: 60_000 }, async () => {
  const made = await openapiTS(new URL("openapi.json", GENERATED), { defaultNonNullable: false });
  expect(await readFile(new URL("api.d.ts", GENERATED), "utf-8")).toBe(COMMENT_HEADER + astToString(made));
});
