import { describe, expect, it } from "vitest";
import { mainFront } from "../src/map/front";
import { Geometry, ROW } from "../src/map/geometry";
import { convoyLines, fronts, garrisons, majors, warsOf, watersOf } from "../src/world/facts";
import { aspect, nearest, Projection, THEATRES, WORLD } from "../src/world/globe";

const power = (id: string, side: string | null, of = id) => ({ id, name: id, side, seat: side ? of : null, country: id, of });
const POWERS = [power("germany", "axis"), power("ussr", "allies"), power("france", "allies"), power("poland", "allies", "france"), power("sweden", null)];

/** A row of six hexes. */
const geometry = new Geometry({ hexes: { key: ["a", "b", "c", "d", "e", "f"], x: [0, 1, 2, 3, 4, 5], y: Array<number>(6).fill(4 * ROW), size: Array<number>(6).fill(1) } } as unknown as ConstructorParameters<typeof Geometry>[0]);

describe("the map of the world", () => {
  it("is cut where nobody fights, and goes round once", () => {
    const projection = new Projection({ ...WORLD, width: 720, height: Math.round(720 * aspect(WORLD)) });
    expect(projection.x(-146)).toBeCloseTo(0);
    expect(projection.x(-157.9)).toBeGreaterThan(projection.x(139.7)); // Hawaii lies east of Tokyo
    expect(projection.x(-157.9)).toBeCloseTo(projection.x(202.1));
    expect(projection.y(60)).toBeLessThan(projection.y(50));
    expect(projection.has(projection.x(13.4), projection.y(52.5))).toBe(true);
  });

  it.each(Object.entries(THEATRES))("has %s as a part of it", (_, part) => {
    expect(part.west).toBeGreaterThan(WORLD.west);
    expect(part.east).toBeLessThan(WORLD.east);
    expect(part.south).toBeGreaterThan(WORLD.south);
    expect(part.north).toBeLessThan(WORLD.north);
  });

  it("gives each pixel to the nearest hex", () => {
    const points: [number, number, number][] = [[3, 4, 70], [20.4, 11, 71], [33, 2.2, 72], [12, 19, 73], [39, 19, 74]];
    const found = nearest(40, 20, points);
    let wrong = 0;
    for (let row = 0; row < 20; row++) {
      for (let col = 0; col < 40; col++) {
        const far = (id: number): number => Math.min(...points.filter((one) => one[2] === id).map(([x, y]) => Math.hypot(x - col, y - row)));
        const best = Math.min(...points.map(([x, y]) => Math.hypot(x - col, y - row)));
        if (far(found[row * 40 + col]!) > best + 0.8) wrong++;
      }
    }
    expect(wrong).toBe(0);
    expect([...nearest(2, 2, [])]).toEqual([-1, -1, -1, -1]);
  });
});

describe("what it shows", () => {
  const control = { a: "germany", b: "poland", c: "ussr", d: "germany", e: "sweden", f: "france" };

  it("has a front only between those who are at war", () => {
    expect(fronts(geometry, { control, powers: POWERS, wars: [["germany", "poland"]] })).toEqual([{ one: "france", other: "germany", pairs: [["a", "b"]] }]);
    const all = fronts(geometry, { control, powers: POWERS, wars: [["germany", "france"], ["germany", "ussr"]] });
    expect(all.map(({ one, other, pairs }) => [one, other, pairs.length])).toEqual([["france", "germany", 1], ["germany", "ussr", 1]]);
  });

  it("has a main front, where most units face the enemy", () => {
    const line: [string, string][] = [["a", "b"], ["d", "e"]];
    expect(mainFront(geometry, line, ["a", "e", "f", "f"])).toEqual(["d", "e"]);
    expect(mainFront(geometry, line, ["a", "a", "a", "f"])).toEqual(["a", "b"]);
    expect(mainFront(geometry, [["a", "b"]], ["d"]), "who stands far from the enemy has no front").toEqual([]);
  });

  it("takes sides for enemies before the first war", () => {
    const opposed = warsOf({ powers: POWERS, wars: [] });
    expect([opposed("germany", "ussr"), opposed("ussr", "france"), opposed("germany", "sweden")]).toEqual([true, false, false]);
  });

  it("knows the great powers, and who of them is neutral", () => {
    expect(majors({ powers: POWERS, wars: [["germany", "france"]] })).toEqual([
      { name: "germany", side: "axis", neutral: false },
      { name: "ussr", side: "allies", neutral: true },
      { name: "france", side: "allies", neutral: false },
    ]);
  });

  const unit = (counter: string, side: string, place: object) => ({ counter, power: side === "axis" ? "germany" : "france", country: "", side, place, face_down: false });
  const faces = { bb: { kind: "naval" }, inf: { kind: "land" }, ftr: { kind: "air" } } as never;
  const units = {
    1: unit("bb", "allies", { sea: "North Sea", section: 0 }),
    2: unit("bb", "allies", { sea: "North Sea", section: 3 }),
    3: unit("ftr", "axis", { sea: "North Sea", section: 1 }),
    4: unit("inf", "axis", { hex: "a" }),
    5: unit("ftr", "axis", { hex: "a" }),
    6: unit("inf", "axis", { pool: "force pool" }),
  } as never;
  const convoys = [
    { power: "france", side: "allies", place: { sea: "North Sea", section: 0 }, points: 5, used: 0 },
    { power: "france", side: "allies", place: { sea: "Channel", section: 0 }, points: 3, used: 0 },
    { power: "germany", side: "axis", place: { sea: "Baltic Sea", section: 0 }, points: 5, used: 0 },
  ] as never;

  it("counts what is at sea by side, and joins convoys of neighbouring sea areas", () => {
    const waters = watersOf({ units, convoys }, faces);
    expect(waters.filter(({ sea }) => sea === "North Sea").sort((a, b) => b.ships - a.ships)).toEqual([
      { sea: "North Sea", side: "allies", ships: 2, planes: 0, convoys: 5 },
      { sea: "North Sea", side: "axis", ships: 0, planes: 1, convoys: 0 },
    ]);
    const seas = [
      { name: "North Sea", hex: "a", zone: "", borders: ["Baltic Sea", "Channel"] },
      { name: "Channel", hex: "b", zone: "", borders: ["North Sea"] },
      { name: "Baltic Sea", hex: "c", zone: "", borders: ["North Sea"] },
    ];
    expect(convoyLines(waters, seas)).toEqual([{ from: "Channel", to: "North Sea", side: "allies", points: 3 }]);
  });

  it("counts what stands in a hex", () => {
    expect(garrisons({ units }, faces)).toEqual([{ hex: "a", power: "germany", side: "axis", land: 1, air: 1, ships: 0 }]);
  });
});
