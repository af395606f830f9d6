/** The sea areas of the table: who is in which section of which sea-box, and where the boxes lie on the map. */
import type { Board, Table, UnitPlace } from "../api";
import type { Geometry, Rect } from "../map/geometry";

/** A section of a sea-box. */
export interface Spot {
  sea: string;
  section: number;
}

/** What a side has in a section. */
export interface Squadron extends Spot {
  side: string | null;
  units: number[];
  /** Convoy points by power. */
  convoys: { power: string; points: number; damaged: number }[];
}

export function spotOf(place: UnitPlace | undefined): Spot | null {
  return place?.sea === undefined || place.section === undefined ? null : { sea: place.sea, section: place.section };
}

/** Everybody at sea by sea area, section and side; what ships carry is not counted. */
export function squadrons(table: Pick<Table, "units" | "convoys">): Squadron[] {
  const found = new Map<string, Squadron>();
  const at = (spot: Spot, side: string | null): Squadron => {
    const key = `${spot.sea} ${spot.section} ${side}`;
    const known = found.get(key) ?? { ...spot, side, units: [], convoys: [] };
    found.set(key, known);
    return known;
  };
  for (const [id, unit] of Object.entries(table.units)) {
    const spot = spotOf(unit.place);
    if (spot) at(spot, unit.side).units.push(Number(id));
  }
  for (const { place, side, power, points, damaged = 0 } of table.convoys) {
    const spot = spotOf(place);
    if (spot) at(spot, side).convoys.push({ power, points, damaged });
  }
  return [...found.values()].sort((a, b) => a.sea.localeCompare(b.sea) || a.section - b.section || String(a.side).localeCompare(String(b.side)));
}

/** Sea area → its sea hexes. */
export function hexesOfSeas(board: Pick<Board, "hexes">): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const { key, kind, seas } = board.hexes;
  key.forEach((hex, i) => {
    const sea = kind[i] === "sea" ? seas[i]?.[0] : undefined;
    if (sea === undefined) return;
    const there = found.get(sea);
    if (there) there.push(hex);
    else found.set(sea, [hex]);
  });
  return found;
}

// ------------------------------------------------------------------------------------------------ where the boxes lie

/** Hex widths of a sea-box: a strip with its name above, then a row for each side. */
export const CELL = 1.3;
export const STRIP = 0.8;
export const LANE = 0.86;
export const SECTIONS = 5;
const SIZE = { width: CELL * SECTIONS, height: STRIP + 2 * LANE };
/** How large boxes are: in a narrow sea a smaller one leaves land free, and what a whole size less weighs against that. */
const SIZES = [1, 0.8, 0.65];
const SMALLER = 80;
/** How far from the middle of its sea area a box may be put; what land below it, or another sea, weighs against a hex of way. */
const ASTRAY = 9;
const LAND = 8;
const ELSEWHERE = 1.5;

/** Puts each box near the middle of its sea area, where it covers least land; in narrow seas smaller ones. */
export function placeBoxes(board: Board, geometry: Geometry, seas: readonly string[]): Map<string, Rect> {
  const wanted = new Set(seas);
  const hexes = hexesOfSeas(board);
  const found = new Map<string, Rect>();
  for (const { name, hex, x, y } of board.seas) {
    if (!wanted.has(name)) continue;
    const own = (hexes.get(name) ?? []).map((key) => geometry.of(key));
    const i = geometry.of(hex);
    const middle = x !== undefined && y !== undefined ? [x, y] : i >= 0 ? [geometry.x[i]!, geometry.y[i]!] : null;
    if (!middle) continue;
    const spots = [middle, ...own.map((k) => [geometry.x[k]!, geometry.y[k]!])].filter(([sx, sy]) => Math.hypot(sx! - middle[0]!, sy! - middle[1]!) < ASTRAY);
    let [best, least]: [Rect | null, number] = [null, Infinity];
    for (const size of SIZES) {
      const [width, height] = [size * SIZE.width, size * SIZE.height];
      for (const [sx, sy] of spots) {
        const rect = { x: sx! - width / 2, y: sy! - height / 2, width, height };
        const taken = [...found.values()].some((other) => overlap(rect, other));
        const cost = size * size * coveredBy(board, geometry, rect, name) + Math.hypot(sx! - middle[0]!, sy! - middle[1]!) + SMALLER * (1 - size) + (taken ? 100 : 0);
        if (cost < least) [best, least] = [rect, cost];
      }
      if (least < SMALLER * (1 - size) + 1) break; // it covers nothing
    }
    if (best) found.set(name, best);
  }
  return found;
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** What lies below the box that it had better leave free. */
function coveredBy(board: Board, geometry: Geometry, { x, y, width, height }: Rect, sea: string): number {
  let found = 0;
  for (let row = 0; row < 4; row++) {
    for (let col = 0; col < 9; col++) {
      const i = geometry.nearest(x - 0.4 + ((width + 0.8) * col) / 8, y - 0.4 + ((height + 0.8) * row) / 3, 1);
      if (i < 0 || board.hexes.kind[i] !== "sea") found += LAND;
      else if (!board.hexes.seas[i]?.includes(sea)) found += ELSEWHERE;
    }
  }
  return found;
}
