/** The front: the hexsides between what two sides hold. */
import type { Geometry } from "./geometry";

export function frontLine(geometry: Geometry, control: Record<string, string>, sideOf: (power: string) => string | null): [string, string][] {
  const sides = new Map<string, string | null>();
  const side = (hex: string): string | null => {
    const power = control[hex];
    if (!power) return null;
    if (!sides.has(power)) sides.set(power, sideOf(power));
    return sides.get(power) ?? null;
  };
  const found: [string, string][] = [];
  for (const hex of Object.keys(control)) {
    const i = geometry.of(hex);
    const mine = side(hex);
    if (i < 0 || mine === null) continue;
    for (const j of geometry.neighbours(i)) {
      if (j <= i) continue;
      const other = side(geometry.key[j]!);
      if (other !== null && other !== mine) found.push([hex, geometry.key[j]!]);
    }
  }
  return found;
}
