/** Combats that are only thought of: what the form holds, and the case that the server is asked about. */
import type { AirCase, BombingCase, Case, CounterFace, FlakCase, LandCase, NavalCase, StrikeCase } from "../api";

export const KINDS = ["land", "air", "strike", "bombing", "flak", "naval"] as const;
export type Kind = (typeof KINDS)[number];
export const TERRAINS = ["clear", "forest", "jungle", "swamp", "mountain", "desert", "desert mountain"] as const;
export const WEATHERS = ["fine", "rain", "storm", "snow", "blizzard"] as const;
export const HEXSIDES = ["river", "canal", "alpine", "straits", "lake", "all-sea", "fort"] as const;
export const ROWS = ["surface", "air-to-sea", "ASW", "SUB"] as const;
/** How many ships of known defence the odds are counted for. */
export const MOST_DEFENCES = 8;

type Full<T> = { [Key in keyof T]-?: NonNullable<T[Key]> };
export type Ground = Full<NonNullable<LandCase["ground"]>>;
export type Attacker = Full<LandCase["attackers"][number]>;
export type Defender = Full<NonNullable<LandCase["defenders"]>[number]>;
export type Bomber = Full<StrikeCase["bombers"][number]>;
export type LineUp = Full<AirCase["active"]>;

/** Everything that the form holds, of every kind of combat: whoever looks at another kind finds his own again. */
export interface Forms {
  ground: Ground;
  surprise: boolean;
  attackers: Attacker[];
  defenders: Defender[];
  attackAir: Bomber[];
  defenceAir: Bomber[];
  attackShips: number;
  defenceShips: number;
  active: LineUp;
  inactive: LineUp;
  night: boolean;
  high: boolean;
  bombers: Bomber[];
  targets: string[];
  opposed: boolean;
  most: number | null;
  flak: { factors: number; bombers: number; shifts: number };
  naval: { row: (typeof ROWS)[number]; factors: number; ships: number; shifts: number; defences: string };
}

export const attacker = (counter: string): Attacker => ({ counter, across: [], arrives: "overland", section: 0, from_transport: false });
export const defender = (counter: string): Defender => ({ counter, face_down: false, in_supply: true });
export const bomber = (counter: string): Bomber => ({ counter, extended: false });

export function emptyForms(): Forms {
  return {
    ground: { terrain: "clear", weather: "fine", city: false, factories: 0, home: false },
    surprise: false,
    attackers: [],
    defenders: [],
    attackAir: [],
    defenceAir: [],
    attackShips: 0,
    defenceShips: 0,
    active: { fighters: [], bombers: [], surprise: 0 },
    inactive: { fighters: [], bombers: [], surprise: 0 },
    night: false,
    high: false,
    bombers: [],
    targets: [],
    opposed: false,
    most: null,
    flak: { factors: 6, bombers: 3, shifts: 0 },
    naval: { row: "surface", factors: 20, ships: 4, shifts: 0, defences: "" },
  };
}

/** The form filled in with an attack of a game; its defenders are also what a ground strike would hit. */
export function formsOf(found: LandCase): Forms {
  const forms = emptyForms();
  return {
    ...forms,
    ground: { ...forms.ground, ...found.ground },
    attackers: found.attackers.map((one) => ({ ...attacker(one.counter), ...one })),
    defenders: (found.defenders ?? []).map((one) => ({ ...defender(one.counter), ...one })),
    targets: (found.defenders ?? []).filter((one) => !one.face_down).map((one) => one.counter),
  };
}

/** "4, 5 6" as numbers; what is none is left out. */
export function defences(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number >= 0)
    .slice(0, MOST_DEFENCES);
}

/** What the server is asked; null while somebody is still missing. */
export function caseOf(kind: Kind, forms: Forms, title: string, options: string[]): Case | null {
  const rules = { title, options };
  if (kind === "land") {
    const landing = forms.attackers.some((one) => one.arrives !== "overland");
    if (!forms.attackers.length || (!forms.defenders.length && !landing)) return null;
    return {
      kind,
      ...rules,
      ground: forms.ground,
      surprise: forms.surprise,
      attackers: forms.attackers,
      defenders: forms.defenders,
      attack_air: forms.attackAir,
      defence_air: forms.defenceAir,
      attack_ships: forms.attackShips,
      defence_ships: forms.defenceShips,
    } satisfies LandCase;
  }
  if (kind === "air") {
    const { active, inactive } = forms;
    const some = (side: LineUp): boolean => side.fighters.length + side.bombers.length > 0;
    if (!some(active) || !some(inactive) || !(active.fighters.length + inactive.fighters.length)) return null;
    return { kind, ...rules, active, inactive, night: forms.night, high_altitude: forms.high } satisfies AirCase;
  }
  if (kind === "strike") {
    if (!forms.bombers.length || !forms.targets.length) return null;
    return { kind, ...rules, bombers: forms.bombers, targets: forms.targets, ground: forms.ground, surprise: forms.surprise } satisfies StrikeCase;
  }
  if (kind === "bombing") {
    if (!forms.bombers.length) return null;
    return { kind, ...rules, bombers: forms.bombers, weather: forms.ground.weather, night: forms.night, high_altitude: forms.high, opposed: forms.opposed, most: forms.most } satisfies BombingCase;
  }
  if (kind === "flak") return { kind, ...rules, ...forms.flak } satisfies FlakCase;
  return { kind, ...rules, ...forms.naval, defences: defences(forms.naval.defences) } satisfies NavalCase;
}

/** Counters that can be chosen: of a kind and nation, whose print has all the words looked for. */
export function matching(faces: Readonly<Record<string, CounterFace>>, kind: "land" | "air", nation: string, words: string): string[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.entries(faces)
    .filter(([, face]) => face.kind === kind && face.nation === nation && (kind === "air" || face.combat !== undefined))
    .filter(([, face]) => {
      const print = `${face.name} ${face.nickname ?? ""} ${face.type} ${face.combat ?? ""}-${face.move ?? ""} ${face.home ?? ""} ${face.year ?? ""}`.toLowerCase();
      return wanted.every((word) => print.includes(word));
    })
    .map(([id]) => id);
}

/** Nations that have such counters, those with the most of them first. */
export function nations(faces: Readonly<Record<string, CounterFace>>, kind: "land" | "air"): string[] {
  const number = new Map<string, number>();
  for (const face of Object.values(faces)) if (face.kind === kind) number.set(face.nation, (number.get(face.nation) ?? 0) + 1);
  return [...number.keys()].sort((a, b) => number.get(b)! - number.get(a)! || a.localeCompare(b));
}
