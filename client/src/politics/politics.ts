/** The page of politics: what the server is asked for it, and what is worked out from the answer. */
import { get, seatQuery, type EntryOption, type Flag, type Minor, type Morale, type Pact, type PoliticsPage, type Signatory, type Track } from "../api";
import type { Overlay } from "../map/overlay";
import type { PlayerDesk } from "../state/desk.svelte";
import { t } from "../text";

/** Asks for the page as it stands now; whoever shows it reads it at the desk. */
export async function askPolitics(desk: PlayerDesk): Promise<void> {
  const seat = desk.game.seat;
  const path = `${desk.game.path}/politics${seatQuery(seat)}`; // at once: who waits for a change waits for another seat too
  const page = await desk.game.newest.ask("politics", (still) => get<PoliticsPage>(path, still));
  if (page) desk.politics = { seat, page };
}

/** The page that was last sent, unless that was to another seat, which knows other things. */
export function pageOf(desk: PlayerDesk): PoliticsPage | null {
  return desk.politics?.seat === desk.game.seat ? (desk.politics?.page ?? null) : null;
}

export type WarState = PoliticsPage["relations"][number]["state"];

/** Who stands how to whom: a row for each power of the first side, a column for each of the other. */
export function matrix(page: PoliticsPage): { columns: string[]; rows: { power: string; cells: WarState[] }[] } {
  const [first, second] = page.sides;
  const of = (side: string | undefined): string[] => page.powers.filter((power) => power.side === side).map(({ name }) => name);
  const states = new Map(page.relations.map(({ one, other, state }) => [`${one} ${other}`, state]));
  const columns = of(second);
  return { columns, rows: of(first).map((power) => ({ power, cells: columns.map((other) => states.get(`${power} ${other}`) ?? "peace") })) };
}

export type MinorFilter = "all" | "neutral" | "willing" | "sided";

/** Those of the kind whose name, or that of whom they follow, has the words in it; who could be aligned now comes first. */
export function chosenMinors(minors: Minor[], filter: MinorFilter, words: string): Minor[] {
  const wanted = words.trim().toLowerCase().replaceAll(" ", "-");
  const fits = (minor: Minor): boolean =>
    (filter === "all" ||
      (filter === "neutral" && minor.standing === "neutral") ||
      (filter === "willing" && minor.willing.length > 0) ||
      (filter === "sided" && minor.standing !== "neutral")) &&
    [minor.name, minor.power, ...minor.willing, ...minor.joining.flatMap(({ powers }) => powers)].some((name) => name.includes(wanted));
  const rank = (minor: Minor): number => (minor.willing.length ? 0 : minor.joining.length ? 1 : 2);
  return minors.filter(fits).sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** The bars of one who might break a pact, in parts of the longer of them: what he surely has, what he may have, what he needs. */
export function bars({ attack_least, attack_most, needed }: Signatory): { sure: number; perhaps: number; needed: number } {
  const longest = Math.max(attack_most, needed, 1);
  return { sure: attack_least / longest, perhaps: (attack_most - attack_least) / longest, needed: needed / longest };
}

/** 14, 22.5; from 10 to 16 where not all is known. */
export function span(least: number, most: number): string {
  return least === most ? `${round(least)}` : `${round(least)}–${round(most)}`;
}

export const round = (value: number): number => Math.round(value * 100) / 100;

export type OptionGroup = "open" | "closed" | "chosen";

/** Options by what can be done with them: to be chosen now, not yet, and chosen already. */
export function byState(options: EntryOption[]): Record<OptionGroup, EntryOption[]> {
  const found: Record<OptionGroup, EntryOption[]> = { open: [], closed: [], chosen: [] };
  for (const option of options) found[option.chosen ? "chosen" : option.refused ? "closed" : "open"].push(option);
  return found;
}

/** Both borders of each pact in the colours of their sides, and on the middle of each what it is worth in attack and defence. */
export function bordersOverlay(pacts: Pact[], colour: (power: string) => number, middle: (hexes: string[]) => string): Overlay {
  const sides = pacts.flatMap((pact) => pact.sides).filter(({ border }) => border.length > 0);
  return {
    fills: sides.map(({ power, border }) => ({ hexes: border, colour: colour(power), alpha: 0.32, grow: 0.92 })),
    tags: sides.map(({ power, border, attack_most, defence }) => ({
      hex: middle(border),
      text: `${round(attack_most)}/${round(defence)}`,
      colour: colour(power),
    })),
  };
}

export type TradeRow = PoliticsPage["trade"][number];

/** What two give each other under the same terms stands together. */
export function partners(trade: TradeRow[]): TradeRow[][] {
  const found: TradeRow[][] = [];
  for (const row of trade) {
    const before = found.at(-1)?.[0];
    const back = before && before.giver === row.recipient && before.recipient === row.giver && before.ends === row.ends && before.terms === row.terms;
    if (back) found.at(-1)!.push(row);
    else found.push([row]);
  }
  return found;
}

/** The hex that is nearest to the middle of all of them. */
export function middleOf(hexes: string[], place: (hex: string) => [number, number]): string {
  const places = hexes.map(place);
  const mean = [0, 1].map((k) => places.reduce((sum, at) => sum + at[k]!, 0) / places.length) as [number, number];
  const far = places.map(([x, y]) => (x - mean[0]) ** 2 + (y - mean[1]) ** 2);
  return hexes[far.indexOf(Math.min(...far))]!;
}

/** “side box” → the countries whose flag lies there. */
export function flagsByBox({ flags }: Pick<Track, "flags">): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { country, boxes } of flags)
    for (const [side, box] of Object.entries(boxes)) {
      const key = `${side} ${box}`;
      found.set(key, [...(found.get(key) ?? []), country]);
    }
  return found;
}

/** Whoever is nearest to joining a side comes first, then by name; who has joined one comes last. */
export function sortedFlags({ flags }: Pick<Track, "flags">): Flag[] {
  const near = ({ boxes, joined }: Flag): number => (joined ? -1 : Math.max(0, ...Object.values(boxes)));
  return [...flags].sort((a, b) => near(b) - near(a) || a.country.localeCompare(b.country));
}

/** Tenths of a level with their sign: “−0.3”. */
export function tenths(points: number): string {
  return `${points < 0 ? "−" : "+"}${(Math.abs(points) / 10).toFixed(1)}`;
}

/** Levels with the same effects as one row: “10–8”. */
export function levelEffects(effects: Morale["effects"]): { levels: string; refuse: number; surrender: number }[] {
  const found: { from: number; to: number; refuse: number; surrender: number }[] = [];
  for (const { level, refuse, surrender } of effects) {
    const last = found.at(-1);
    if (last && last.refuse === refuse && last.surrender === surrender) last.to = level;
    else found.push({ from: level, to: level, refuse, surrender });
  }
  // A power may stand higher than the chart goes: what its highest level does, all above it do.
  return found.map(({ from, to, refuse, surrender }) => ({ levels: from === effects[0]!.level ? t("politics-morale-at-least", { level: to }) : from === to ? `${from}` : `${from}–${to}`, refuse, surrender }));
}
