import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import en from "../src/text/en.json";
import { proper, t } from "../src/text";

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? sources(path) : /\.(ts|svelte)$/.test(name) ? [readFileSync(path, "utf8")] : [];
  });
}

describe("texts", () => {
  const keys = Object.keys(en);
  // A key may also be named in a table of keys, so every quoted word that looks like one counts as used.
  const named = new Set(sources("src").flatMap((text) => [...text.matchAll(/"([a-z][A-Za-z]*\.[A-Za-z0-9]+)"/g)].map((found) => found[1]!)));
  const said = new Set(sources("src").flatMap((text) => [...text.matchAll(/\bt\("([^"]+)"/g)].map((found) => found[1]!)));

  test("every key that is used exists", () => {
    expect([...said].filter((key) => !keys.includes(key))).toEqual([]);
  });

  test("every key that exists is used", () => {
    expect(keys.filter((key) => !named.has(key))).toEqual([]);
  });

  test("arguments are put in", () => {
    expect(t("bar.impulse", { number: 3 })).toBe("Impulse 3");
    expect(proper("united-kingdom")).toBe("United Kingdom");
    expect(proper("ussr")).toBe("USSR");
  });
});
