import { describe, expect, test } from "vitest";
import type { OptionKind } from "../src/api";
import { isOn, isPartlyOn, switched, wanted } from "../src/ui/options";

const option = (id: string, more: Partial<OptionKind> = {}): OptionKind => ({ id, name: id, summary: "", always: false, requires: [], excludes: [], parts: [], ...more });

describe("optional rules are ticked", () => {
  const planes = option("8", { parts: [option("8/jets"), option("8/night")] });
  const kinds = [option("5", { always: true }), planes, option("26"), option("27", { requires: ["26"] }), option("44", { requires: ["8/jets"] }), option("45", { excludes: ["26"] })];
  const named = (id: string): OptionKind => [...kinds, ...planes.parts].find((one) => one.id === id)!;
  const after = (...ids: string[]): Set<string> => ids.reduce((on, id) => switched(kinds, on, named(id)), new Set<string>());

  test("one by one; what is always on is not told", () => {
    expect(wanted(kinds, after())).toEqual([]);
    expect(wanted(kinds, after("26"))).toEqual(["26"]);
    expect(wanted(kinds, after("26", "26"))).toEqual([]);
    expect(isOn(named("5"), after())).toBe(true);
  });

  test("what one needs comes with it, and takes it along when it goes", () => {
    expect(wanted(kinds, after("27"))).toEqual(["26", "27"]);
    expect(wanted(kinds, after("27", "26"))).toEqual([]);
    expect(wanted(kinds, after("44"))).toEqual(["8/jets", "44"]);
    expect(wanted(kinds, after("44", "8/jets"))).toEqual([]);
  });

  test("what cannot be played together is not", () => {
    expect(wanted(kinds, after("27", "45"))).toEqual(["45"]);
    expect(wanted(kinds, after("45", "26"))).toEqual(["26"]);
  });

  test("an option is the sum of its parts", () => {
    expect(wanted(kinds, after("8"))).toEqual(["8"]);
    expect(wanted(kinds, after("8", "8/night"))).toEqual(["8/jets"]);
    expect(isPartlyOn(planes, after("8/jets"))).toBe(true);
    expect(wanted(kinds, after("8/jets", "8/night"))).toEqual(["8"]);
    expect(isPartlyOn(planes, after("8"))).toBe(false);
  });
});
