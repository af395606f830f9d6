import { describe, expect, test } from "vitest";
import type { CounterFace } from "../src/api";
import { describe as inWords } from "../src/state/describe";

const face = (printed: Partial<CounterFace>): CounterFace => ({ name: "", nation: "germany", provenance: "public", kind: "land", type: "INF", ...printed });

describe("a counter in words", () => {
  test("tells what is printed on it", () => {
    expect(inWords(face({ combat: 5, move: 3 }))).toBe("Germany INF 5-3");
    expect(inWords(face({ kind: "air", type: "NAV", air_to_air: 0, air_to_sea: 1, range: 4 }))).toBe("Germany NAV air-to-air 0, air-to-sea 1, range 4");
  });

  test("and nothing of what is not: a fort has no factors", () => {
    expect(inWords(face({ type: "FORT" }))).toBe("Germany FORT");
  });
});
