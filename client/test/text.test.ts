import { FluentResource } from "@fluent/bundle";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { land, proper, sentence, t, withArticle } from "../src/text";

const FOLDER = "../src/worldfire/data/text/en/client";

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? sources(path) : /\.(ts|svelte)$/.test(name) && !name.endsWith(".d.ts") ? [readFileSync(path, "utf8")] : [];
  });
}

// That every key that is used exists, with all of its arguments, is checked by the compiler: see texts.mjs.
describe("texts", () => {
  const files = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), "utf8"));
  const keys = files.flatMap((text) => new FluentResource(text).body.map(({ id }) => id));

  test("every message is one that Fluent can read", () => {
    // What it cannot read it passes over in silence.
    const begun = files.flatMap((text) => [...text.matchAll(/^([^\s#{}[*][^=\n]*?) *=/gm)].map((found) => found[1]!));
    expect(begun.length).toBeGreaterThan(400);
    expect(begun.filter((key) => !keys.includes(key))).toEqual([]);
  });

  test("no key is defined twice", () => {
    expect(keys.filter((key, n) => keys.indexOf(key) !== n)).toEqual([]);
  });

  test("every key that exists is used", () => {
    // A key may also be named in a table of keys, so every quoted word that looks like one counts as used.
    const named = new Set(sources("src").flatMap((text) => [...text.matchAll(/["']([a-z][a-z0-9]*(?:-[a-z0-9]+)+)["']/g)].map((found) => found[1]!)));
    expect(keys.filter((key) => !named.has(key))).toEqual([]);
  });

  test("arguments are put in, and plurals follow the number", () => {
    expect(t("bar-impulse", { number: 3 })).toBe("Impulse 3");
    expect(t("finder-count", { count: 1 })).toBe("1 unit");
    expect(t("finder-count", { count: 3000 })).toBe("3,000 units");
    expect(proper("united-kingdom")).toBe("United Kingdom");
    expect(proper("ussr")).toBe("USSR");
  });

  test("a land has its article in a sentence, if it takes one", () => {
    expect([land("usa"), land("ottoman-empire"), land("germany")]).toEqual(["the USA", "the Ottoman Empire", "Germany"]);
    expect(sentence(t("politics-spender", { power: land("commonwealth") }))).toBe("The Commonwealth spends them.");
    expect(withArticle("W0435 Berlin")).toBe("W0435 Berlin");
  });
});
