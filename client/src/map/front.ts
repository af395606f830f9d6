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
