/** National colours of counters, as the title of the game has them. The safe ones keep apart what red-green blindness confuses. */
import type { Look } from "../api";

export type PaletteName = "standard" | "safe";

export interface Paint {
  fill: string;
  ink: string;
}

const DARK_INK = "#1e1b18";

/** Those of the title that is shown. */
let colours: Look["colours"] = {};

export function useColours(look: Pick<Look, "colours">): void {
  colours = look.colours;
}

/** A quiet colour for countries without one of their own: the same name always gives the same. */
function quiet(name: string): string {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${sum} 28% 74%)`;
}

export function paintOf(nation: string, palette: PaletteName): Paint {
  const own = colours[nation];
  const fill = (palette === "safe" && own?.safe) || own?.counter || quiet(nation);
  return { fill, ink: DARK_INK };
}

/** Great powers: what they hold stands out on the map of the world. */
export function isMajor(power: string): boolean {
  return !!colours[power]?.land;
}

/** Red, green and blue of a power's land: stronger than counters, because it must be told from sea and neighbours. */
export function landColour(power: string, palette: PaletteName): [number, number, number] {
  const own = colours[power];
  return parts((palette === "safe" && own?.safe) || own?.land || paintOf(power, palette).fill);
}

function parts(fill: string): [number, number, number] {
  const number = Number.parseInt(fill.slice(1), 16);
  return Number.isNaN(number) ? [200, 194, 178] : [number >> 16, (number >> 8) & 255, number & 255];
}

/** Sides on the map: blue against orange is told apart by everybody; the hatch of the layers differs as well. */
const SIDE_COLOURS = [0xd4772f, 0x3b6fa8, 0x6f9a3e, 0x8a5fa8, 0x4aa6a0];

export function sideColour(position: number): number {
  return SIDE_COLOURS[Math.max(0, position) % SIDE_COLOURS.length]!;
}

/** Side → its colour on the map, as a style sheet writes it. */
export function sidePaints(sides: Iterable<string>): Record<string, string> {
  return Object.fromEntries([...new Set(sides)].sort().map((side, position) => [side, `#${sideColour(position).toString(16).padStart(6, "0")}`]));
}
