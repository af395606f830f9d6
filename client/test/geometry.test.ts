import { describe, expect, it } from "vitest";
import type { BoardPlace } from "../src/api";
import { Geometry, ROW } from "../src/map/geometry";
import { placesByHex } from "../src/map/places";

/** Hexes in rows, and a few of an enlarged sheet beside them. */
function table(): Geometry {
  const [key, x, y, size]: [string[], number[], number[], number[]] = [[], [], [], []];
  const put = (name: string, across: number, down: number, width: number): void => {
    key.push(name);
    x.push(across);
    y.push(down);
    size.push(width);
  };
  for (let row = 0; row < 12; row++) for (let col = 0; col < 15; col++) put(`E${row},${col}`, col - 4 + (row % 2) / 2, (row - 3) * ROW, 1);
  for (let row = 0; row < 4; row++) for (let col = 0; col < 4; col++) put(`A${row},${col}`, 14 + 2.5 * (col + (row % 2) / 2), 2.5 * row * ROW, 2.5);
  return new Geometry({ hexes: { key, x, y, size } } as ConstructorParameters<typeof Geometry>[0]);
}

describe("the nearest hex", () => {
  const geometry = table();

  function slowly(x: number, y: number, reach: number): number {
    let [found, best] = [-1, reach * reach];
    geometry.key.forEach((_, i) => {
      const d = (geometry.x[i]! - x) ** 2 + (geometry.y[i]! - y) ** 2;
      if (d < best) [found, best] = [i, d];
    });
    return found;
  }

  it.each([0.2, 1.2, 2, 5])("is the one that a search through all of them finds within %s", (reach) => {
    const [quick, slow]: [number[], number[]] = [[], []];
    for (let x = -10.03; x < 29; x += 0.57) {
      for (let y = -8.07; y < 14; y += 0.43) {
        quick.push(geometry.nearest(x, y, reach));
        slow.push(slowly(x, y, reach));
      }
    }
    expect(quick).toEqual(slow);
    expect(new Set(quick).size).toBeGreaterThan(100);
    expect(quick).toContain(-1);
  });
});

describe("places of the map", () => {
  it("names a hex after what matters most in it", () => {
    const place = (name: string, kind: string, objective = false, factories = 0): BoardPlace => ({ name, hex: "W0934", kind, objective, factories }) as BoardPlace;
    const named = placesByHex([place("Longwy", "resource"), place("Dortmund", "city", false, 1), place("Essen", "city", true, 2)]);
    expect(named.get("W0934")!.map(({ name }) => name)).toEqual(["Essen", "Dortmund", "Longwy"]);
  });
});
