/**
 * Writes src/generated/texts.d.ts: every message of the page with the arguments that it takes, so that a key or an
 * argument that is wrong does not compile. Runs before every build, check and test; the file is not kept in git.
 */
import { FluentResource } from "@fluent/bundle";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../src/worldfire/data/text/en/client/", import.meta.url);
const PLURALS = new Set(["zero", "one", "two", "few", "many"]);

/** The types of the arguments of a pattern: what chooses a plural is a number. */
function argumentsOf(pattern, found = new Map()) {
  for (const part of Array.isArray(pattern) ? pattern : [pattern]) {
    if (part?.type === "var" && !found.has(part.name)) found.set(part.name, "string | number");
    if (part?.type !== "select") continue;
    const counts = part.variants.some(({ key }) => key.type === "num" || PLURALS.has(key.value));
    if (part.selector.type === "var") found.set(part.selector.name, counts ? "number" : "string");
    for (const { value } of part.variants) argumentsOf(value, found);
  }
  return found;
}

const lines = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".ftl"))
  .flatMap((name) => new FluentResource(readFileSync(new URL(name, FOLDER), "utf8")).body)
  .map(({ id, value }) => {
    const taken = [...argumentsOf(value)].map(([name, type]) => `${name}: ${type}`);
    return `  "${id}": ${taken.length ? `{ ${taken.join("; ")} }` : "null"};`;
  });
writeFileSync(
  new URL("src/generated/texts.d.ts", import.meta.url),
  `/** Made by texts.mjs from the Fluent files of src/worldfire/data/text/en/client. */\nexport interface Texts {\n${lines.join("\n")}\n}\n`,
);
