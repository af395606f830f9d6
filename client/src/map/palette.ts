/** National colours of counters. The safe palette keeps apart what red-green blindness confuses. */

export type PaletteName = "standard" | "safe";

export interface Paint {
  fill: string;
  ink: string;
}

const STANDARD: Record<string, string> = {
  germany: "#a3aca4",
  ussr: "#cf8a68",
  italy: "#b9c58b",
  japan: "#eac873",
  "united-kingdom": "#d9c08d",
  commonwealth: "#d9c08d",
  france: "#94b7dc",
  "free-france": "#94b7dc",
  "vichy-france": "#b6c4d6",
  usa: "#9cbd8d",
  "nationalist-china": "#e3d9a6",
  "communist-china": "#d79a86",
  china: "#e3d9a6",
  finland: "#d7e6f1",
  hungary: "#bfa27c",
  rumania: "#dccb6c",
  bulgaria: "#c7d7a5",
  poland: "#e2b2bb",
  yugoslavia: "#b8b2d8",
  greece: "#a9cfe0",
  turkey: "#d7b7a0",
  sweden: "#bfd4ea",
  czechoslovakia: "#c9c3d8",
  slovakia: "#c9c3d8",
  canada: "#d5b487",
  australia: "#dcc69b",
  india: "#c9b27c",
  "south-africa": "#cdb98f",
  "new-zealand": "#d8cfae",
  partisans: "#c8a0a0",
};

const SAFE: Record<string, string> = {
  germany: "#8fa6c9",
  ussr: "#e2a75a",
  italy: "#b7d3e8",
  japan: "#f0e08a",
  "united-kingdom": "#e6d3b0",
  commonwealth: "#e6d3b0",
  france: "#7ec3e6",
  usa: "#7fc3ad",
  "nationalist-china": "#f2ead0",
  "communist-china": "#d98fb4",
  finland: "#e3eef8",
  hungary: "#b6a9d6",
  rumania: "#f3e49a",
  poland: "#eac3d8",
};

const DARK_INK = "#1e1b18";

/** A quiet colour for countries without one of their own: the same name always gives the same. */
function quiet(name: string): string {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${sum} 28% 74%)`;
}

export function paintOf(nation: string, palette: PaletteName): Paint {
  const fill = (palette === "safe" ? SAFE[nation] : undefined) ?? STANDARD[nation] ?? quiet(nation);
  return { fill, ink: DARK_INK };
}

/** What the great powers hold on the map of the world: stronger than counters, because it must be told from sea and neighbours. */
const LAND: Record<string, [number, number, number]> = {
  germany: [122, 130, 126],
  italy: [150, 168, 88],
  japan: [232, 186, 72],
  commonwealth: [214, 158, 108],
  france: [104, 152, 206],
  usa: [112, 164, 96],
  ussr: [196, 96, 72],
  china: [216, 204, 128],
};

export function isMajor(power: string): boolean {
  return power in LAND;
}

/** Red, green and blue of a power's land. */
export function landColour(power: string, palette: PaletteName): [number, number, number] {
  const safe = palette === "safe" ? SAFE[power] : undefined;
  return (safe ? undefined : LAND[power]) ?? parts(safe ?? paintOf(power, palette).fill);
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
