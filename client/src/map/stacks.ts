/** Who stands where, and in which order a stack shows them. */
import type { CounterFace, Unit } from "../api";

export interface Standing {
  id: number;
  unit: Unit;
}

export type Stacks = Map<string, Standing[]>;

const ORDER: Record<string, number> = { land: 0, naval: 1, air: 2, marker: 3 };

/** Hex → units there: land, ships, aircraft; the strongest last, so that it lies on top. */
export function stacksOf(units: Record<string, Unit>, faces: Record<string, CounterFace>): Stacks {
  const found: Stacks = new Map();
  for (const [id, unit] of Object.entries(units)) {
    const hex = unit.place.hex;
    if (!hex) continue;
    const there = found.get(hex);
    const standing = { id: Number(id), unit };
    if (there) there.push(standing);
    else found.set(hex, [standing]);
  }
  for (const there of found.values()) {
    if (there.length > 1) there.sort((a, b) => rank(faces[a.unit.counter], a.id) - rank(faces[b.unit.counter], b.id));
  }
  return found;
}

function rank(face: CounterFace | undefined, id: number): number {
  if (!face) return 0;
  const strength = face.combat ?? face.tactical ?? 0;
  return (ORDER[face.kind] ?? 4) * 1e6 + strength * 1e4 + id / 1e4;
}

export interface Spot {
  x: number;
  y: number;
  size: number;
}

/** Where the nth of `count` counters of a stack lies, from the middle of the hex, in hex widths. */
export function spotIn(nth: number, count: number, airborne: boolean, shared: boolean, scale: number): Spot {
  const size = (shared ? 0.56 : 0.66) * scale;
  const shown = Math.min(count, 4);
  const step = (airborne ? 0.05 : 0.06) * scale;
  const depth = Math.min(nth, 3) - (shown - 1) / 2;
  const away = shared ? 0.15 * (airborne ? 1 : -1) : 0;
  return { x: away + depth * step, y: -away * 0.85 - depth * step + 0.04, size };
}
