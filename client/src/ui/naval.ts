/** A naval combat in words and numbers: what a type uses, and what both sides have suffered. */
import type { NavalCombat, NavalHit } from "../api";
import { t } from "../text";

export interface Totals {
  sunk: number;
  damaged: number;
  aborted: number;
}

/** What a side has suffered in the combat so far; five convoy points count as a ship. */
export function totals(toll: NavalHit[], side: string | null | undefined): Totals {
  const own = toll.filter((hit) => hit.side === side);
  const count = (fate: string): number => own.filter(({ suffered }) => suffered === fate).length;
  return { sunk: count("X"), damaged: count("D"), aborted: count("A") };
}

/** The hits of a combat round by round, in the order in which they fell. */
export function rounds(toll: NavalHit[]): { round: number; hits: NavalHit[] }[] {
  return [...new Set(toll.map(({ round }) => round))].map((round) => ({ round, hits: toll.filter((hit) => hit.round === round) }));
}

export function resultName(result: string): string {
  return { X: t("naval-x"), D: t("naval-d"), A: t("naval-a"), "1/2 A": t("naval-half") }[result] ?? result;
}

export function typeName(type: string): string {
  return { "naval-air": t("naval-type-air"), submarine: t("naval-type-submarine"), surface: t("naval-type-surface") }[type] ?? t("naval-type-open");
}

/** The rows of the naval combat chart that a type of combat uses; while it is open, all of them. */
export function rowsOf({ type }: Pick<NavalCombat, "type">): string[] {
  return { "naval-air": ["air-to-sea", "anti-air"], submarine: ["SUB", "ASW"], surface: ["surface"] }[type] ?? ["surface", "air-to-sea", "anti-air", "SUB", "ASW"];
}

export function rowName(row: string): string {
  return { surface: t("naval-row-surface"), "air-to-sea": t("naval-row-air"), "anti-air": t("naval-row-flak"), SUB: t("naval-row-sub"), ASW: t("naval-row-asw") }[row] ?? row;
}

export function benefitName(name: string): string {
  return (
    {
      "avoid combat": t("naval-buy-avoid"),
      "choose combat type": t("naval-buy-type"),
      "select a target": t("naval-buy-target"),
      "shift a column": t("naval-buy-column"),
      "shift the air-to-air value": t("naval-buy-value"),
    }[name] ?? name
  );
}

/** The steps of a round, and which of them the game is at. */
export const STEPS = ["fly", "commit", "search", "points", "type", "fight", "leave"] as const;
export type StepName = (typeof STEPS)[number];

const PROMPTS: Record<string, StepName> = {
  "fly-to-sea": "fly",
  "commit-submarines-to-combat": "commit",
  "keep-submarines-out": "commit",
  "take-sections": "search",
  "accept-combat": "points",
  "avoid-combat": "points",
  "choose-combat-type": "type",
  "leave-type-open": "type",
  "call-naval-air-combat": "type",
  "call-submarine-combat": "type",
  "leave-combat": "leave",
  "stay-in-combat": "leave",
  "abort-to": "leave",
  "fly-away-to": "leave",
};

/** Where the round stands: by what the seat is asked, else by what is known of it. */
export function stepOf(combat: NavalCombat, verbs: string[]): StepName {
  const asked = verbs.flatMap((verb) => PROMPTS[verb] ?? [])[0];
  if (asked) return asked;
  if (combat.type) return "fight";
  const searched = combat.sides.some(({ sections }) => sections.some(({ charges }) => charges.some(({ included }) => included)));
  return searched ? "points" : "fly";
}
