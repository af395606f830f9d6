/** The front: the hexsides between what two who are at war hold. */
import type { Geometry } from "./geometry";

export function frontLine(geometry: Geometry, control: Record<string, string>, atWar: (one: string, other: string) => boolean): [string, string][] {
  // Few pairs of powers have a border, and each is asked for at hundreds of hexes.
  const known = new Map<string, boolean>();
  const opposed = (one: string, other: string): boolean => {
    const key = `${one} ${other}`;
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = atWar(one, other)));
    return answer;
  };
  const found: [string, string][] = [];
  const { around, key } = geometry;
  for (const hex in control) {
    const mine = control[hex];
    const i = mine ? geometry.of(hex) : -1;
    if (i < 0) continue;
    for (let k = 6 * i; k < 6 * i + 6; k++) {
      const j = around[k]!;
      const other = j > i ? control[key[j]!] : undefined;
      if (other && other !== mine && opposed(mine!, other)) found.push([hex, key[j]!]);
    }
  }
  return found;
}

/** The part of a front, connected hex by hex, near which most of these units stand; of it the hexes that one of them is in or beside. */
export function mainFront(geometry: Geometry, line: readonly [string, string][], stand: readonly string[]): string[] {
  const near = new Map<string, number>();
  for (const hex of stand) {
    const i = geometry.of(hex);
    if (i >= 0) for (const j of [i, ...geometry.neighbours(i)]) near.set(geometry.key[j]!, (near.get(geometry.key[j]!) ?? 0) + 1);
  }
  const left = new Set(line.flat());
  let main: string[] = [];
  let most = 0;
  for (const first of left) {
    left.delete(first);
    const part = [first];
    for (const hex of part) {
      for (const j of geometry.neighbours(geometry.of(hex))) {
        const next = geometry.key[j]!;
        if (left.delete(next)) part.push(next);
      }
    }
    const held = part.filter((hex) => near.has(hex));
    const weight = held.reduce((sum, hex) => sum + near.get(hex)!, 0);
    if (weight > most) [main, most] = [held, weight];
  }
  return main;
}
