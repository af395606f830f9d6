import { describe, expect, test } from "vitest";
import type { Table, Unit } from "../src/api";
import { Geometry, ROW } from "../src/map/geometry";
import { spotIn, stacksOf } from "../src/map/stacks";
import { merged } from "../src/state/game.svelte";

const unit = (counter: string, place: Unit["place"]): Unit => ({ counter, place, power: "x", country: "x", side: null, face_down: false });

describe("a delta changes what it names and nothing else", () => {
  const table = { entries: 3, units: { 1: { counter: "a", place: { hex: "A" } }, 2: { counter: "b", place: { hex: "B" } } }, control: { A: "x" }, log: [{ seq: 2 }], decision: null, undo: true } as unknown as Table;

  test("units, control and log grow together; the old table stays as it was", () => {
    const next = merged(table, { type: "delta", entries: 4, units: { 1: unit("a", { hex: "C" }) }, control: { A: "" }, log: [{ seq: 2 }, { seq: 3 }] as Table["log"] });
    expect(next.units["1"]!.place.hex).toBe("C");
    expect(next.units["2"]).toBe(table.units["2"]);
    expect(next.log.map((entry) => entry.seq)).toEqual([2, 3]);
    expect([next.entries, next.control["A"], next.undo]).toEqual([4, "", true]);
    expect(table.units["1"]!.place.hex).toBe("A");
    expect("type" in next).toBe(false);
  });
});

describe("geometry", () => {
  const key = ["M", "E", "NE", "W"];
  const hexes = { key, x: [0, 1, 0.5, -1], y: [0, 0, -ROW, 0] } as never;
  const geometry = new Geometry({ hexes });

  test("neighbours are found by where they lie", () => {
    expect(geometry.direction(0, 1)).toBe(0);
    expect(geometry.direction(0, 2)).toBe(1);
    expect(geometry.direction(0, 3)).toBe(3);
    expect(geometry.direction(1, 3)).toBe(-1);
  });

  test("a point lies in the nearest hex, or in none", () => {
    expect(geometry.at(0.9, 0.1)).toBe(1);
    expect(geometry.at(5, 5)).toBe(-1);
    expect(geometry.of("nowhere")).toBe(-1);
  });
});

describe("stacks", () => {
  test("land below aircraft, the strongest on top, pools not at all", () => {
    const faces = { f: { kind: "air", tactical: 2 }, weak: { kind: "land", combat: 2 }, strong: { kind: "land", combat: 8 } } as never;
    const stacks = stacksOf({ 1: unit("f", { hex: "A" }), 2: unit("strong", { hex: "A" }), 3: unit("weak", { hex: "A" }), 4: unit("weak", { pool: "p" }) }, faces);
    expect(stacks.get("A")!.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(stacks.size).toBe(1);
  });

  test("counters of a stack keep within their hex", () => {
    for (const nth of [0, 1, 2, 3]) {
      const { x, y, size } = spotIn(nth, 4, true, true, 1);
      expect(Math.abs(x) + size / 2).toBeLessThan(0.6);
      expect(Math.abs(y) + size / 2).toBeLessThan(0.6);
    }
  });
});
