/**
 * The contract with the server: what it sends and what it is asked. Hexes are named by key, units by number.
 * Its types are generated from the server's own description (`make api`); here they get the names that the page uses.
 */
import type { components } from "./generated/api";
import { Overtaken, type Still } from "./state/newest";
import { patience } from "./state/patience.svelte";
import { t } from "./text";

type Schemas = components["schemas"];

export type Raw = number | string;
export type Noun = unknown;

export type Problem = Schemas["Fault"];

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

// --------------------------------------------------------------------------------------------------------- the board

export type BoardSent = Schemas["BoardDocument"];
export type Globe = Schemas["GlobeDocument"];
export type BoardPlace = Schemas["PlaceShown"];
export type CounterFace = Schemas["CounterFace"];
export type CounterSheet = Schemas["CounterSheet"];
/** How a title looks beside what is printed on its counters, and what of its own lies on the map. */
export type Look = Schemas["LookDocument"];
export type MarkKind = Schemas["MarkKind"];
export type Marks = Schemas["Marks"];
export type HexMark = Schemas["HexMark"];

/** The board as the map wants it: a row for each kind of hexside, a width for each hex. */
export interface Board extends Omit<BoardSent, "hexes" | "hexsides" | "seas"> {
  hexes: BoardSent["hexes"] & { size: number[] };
  hexsides: [string, string, string][];
  seas: { name: string; hex: string; x?: number; y?: number; borders: string[]; zone: string }[];
}

export function readBoard(sent: BoardSent): Board {
  const width = new Map(sent.sheets.map((sheet) => [sheet.letter, sheet.width]));
  return {
    ...sent,
    hexes: { ...sent.hexes, size: sent.hexes.sheet.map((letter) => width.get(letter) ?? 1) },
    hexsides: sent.hexsides.flatMap(([a, b, kinds]) => kinds.map((kind): [string, string, string] => [a, b, kind])),
    seas: sent.seas.map(({ name, box, at, borders, zone }) => ({ name, hex: box, borders, zone, ...(at ? { x: at[0], y: at[1] } : {}) })),
  };
}

// --------------------------------------------------------------------------------------------------------- the lobby

export type Session = Schemas["Session"];
export type Notice = Schemas["Notice"];
export type Where = Schemas["ShownWhere"];
export type SeatInfo = Schemas["SeatKind"];
export type CampaignInfo = Schemas["CampaignKind"];
export type ExerciseInfo = Schemas["ExerciseKind"];
export type OptionKind = Schemas["OptionKind"];
export type Catalogue = Schemas["Catalogue"];
export type Docks = Schemas["Docks"];
export type ShippingBoard = Schemas["ShippingBoard"];
export type Consignment = Schemas["Consignment"];
export type FleetKind = Schemas["FleetKind"];
export type LessonInfo = Schemas["LessonCard"];
export type Coaching = Schemas["Coaching"];
export type SeatTaken = Schemas["SeatCard"];
export type GameInfo = Schemas["GameCard"];
export type ChatLine = Schemas["Message"];
export type Imagined = Schemas["Imagined"];
export type Tried = Schemas["Tried"];
export type Deed = Schemas["Deed"];
export type Invitation = Schemas["Invitation"];
export type FreeingList = Schemas["FreeingList"];
export type DiceLog = Schemas["DiceLog"];

// ------------------------------------------------------------------------------------------------------ beside the game

export type RuleHelp = Schemas["RuleHelp"];
export type ChartTitle = Schemas["ChartTitle"];
export type ChartPage = Schemas["ChartPage"];
export type Pools = Schemas["Pools"];
export type ProductionBoard = Schemas["ProductionBoard"];
export type Good = Schemas["GoodShown"];
export type Draw = Schemas["DrawShown"];
/** A combat that is only thought of, by its kind, and what may come of it. */
export type LandCase = Schemas["LandCase"];
export type AirCase = Schemas["AirCase"];
export type StrikeCase = Schemas["StrikeCase"];
export type BombingCase = Schemas["BombingCase"];
export type FlakCase = Schemas["FlakCase"];
export type NavalCase = Schemas["NavalCase"];
export type Case = LandCase | AirCase | StrikeCase | BombingCase | FlakCase | NavalCase;
export type Calculated = Schemas["Calculated"];
export type Statistics = Schemas["Statistics"];
export type PoliticsPage = Schemas["PoliticsPage"];
export type Pact = Schemas["PactShown"];
export type Signatory = Schemas["Signatory"];
export type Entry = Schemas["EntryShown"];
export type EntryOption = Schemas["EntryOptionShown"];
export type Minor = Schemas["MinorShown"];
export type Track = Schemas["TrackShown"];
export type Flag = Schemas["FlagShown"];
export type Morale = Schemas["MoraleShown"];
export type PowerMorale = Schemas["PowerMorale"];
export type Victory = Schemas["VictoryShown"];
export type Proposal = Schemas["ProposalShown"];
/** A seat's standing orders as they are told: with nothing left out. */
export type Orders = Required<Schemas["Orders"]>;

// --------------------------------------------------------------------------------------------------------- the table

export type Table = Schemas["Table"];
export type Delta = Schemas["Delta"];
/** What the live connection says. */
export type LiveMessage = Schemas["LiveMessage"];
export type Turn = Schemas["TurnNow"];
export type Step = Schemas["SequenceStep"];
export type Power = Schemas["PowerNow"];
export type Unit = Schemas["Unit"];
export type UnitPlace = Schemas["Whereabouts"];

/** An ally with what each lets the other do; and what an ally would have to allow. */
export type Ally = Schemas["AllyNow"];
export type Permission = Schemas["PermissionNow"];
export type Leave = Schemas["AlliedLeave"];

export type Decision = Schemas["Decision"];
export type Offer = Schemas["Offer"];
export type Item = Schemas["Part"];
export type Shape = Schemas["Shape"];
/** The shape of this name. */
export type ShapeOf<Name extends Shape["shape"]> = Extract<Shape, { shape: Name }>;
export type Choices = Schemas["Choices"];
export type Stack = Schemas["Stack"];

export type Told = Schemas["Told"];
export type ToldEvent = Schemas["Happening"];
export type Roll = Schemas["Dice"];

/** The combat being fought, by its kind: attacks declared, a land battle, a mission, an air combat (over another combat). */
export type Combat = NonNullable<Table["combat"]>;
export type AirCombat = Extract<Combat, { kind: "air" }>;
export type AirSide = Schemas["AirSide"];
export type AirLine = Schemas["AirLine"];
export type NavalCombat = Extract<Combat, { kind: "naval" }>;
export type Voyage = Extract<Combat, { kind: "voyage" }>;
export type Interception = Extract<Combat, { kind: "interception" }>;
export type NavalSide = Schemas["NavalSide"];
export type NavalSection = Schemas["SectionNow"];
export type Charge = Schemas["Charge"];
export type NavalHit = Schemas["HitNow"];
/** Where a task force can go, with the way there, and what might stop it. */
export type Sailing = Schemas["Sailing"];
export type Haven = Schemas["Haven"];
export type Risk = Schemas["Risk"];
export type Fleet = Schemas["Fleet"];
export type RoundOdds = Schemas["RoundOdds"];

// ---------------------------------------------------------------------------------------------------------- questions

/** Question → its answer. */
export type Answers = Schemas["Answers"];
export type Reach = Answers["reach"];
export type Attack = Schemas["Attack"];
export type Fighter = Schemas["Share"];
export type OddsModifier = Schemas["OddsModifier"];
/** A result with its chance; the battles of a land combat are told in words too. */
export type Outcome = Schemas["Outcome"] & Partial<Schemas["Chance"]>;
export type Reason = Schemas["Why"];

/** Advice before a choice: only what was asked for is there. */
export type Counsel = Schemas["Counsel"];
export type Doubtful = Schemas["Regret"];
/** What a choice means: in a line, and what it allows or brings. */
export type Card = Schemas["Card"];
export type Chance = Schemas["MissionChance"];
export type Limit = Schemas["Limit"];
export type Standing = Schemas["Standing"];

// ----------------------------------------------------------------------------------------------------------- the story

export type Fight = Schemas["Fight"];
/** A line of the story: a heading (turn, impulse, step), a deed, or bookkeeping ("minor"). */
export type Line = Schemas["Line"];
export type Story = Schemas["Story"];
export type FilmReel = Schemas["Film"];

// ------------------------------------------------------------------------------------------------------------ asking

const always: Still = () => true;

/** Asks the server. When it lets us wait, a question that a newer one has overtaken is not asked again. */
async function call<T>(method: string, path: string, body: unknown, still: Still): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["X-Worldfire"] = "1";
  let payload: BodyInit | undefined;
  if (body instanceof Blob) payload = body;
  else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    payload = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await patience.send(
      () => fetch(path, { method, headers, body: payload ?? null, credentials: "same-origin" }),
      () => {
        if (!still()) throw new Overtaken();
      },
    );
  } catch (error) {
    if (error instanceof Overtaken) throw error;
    throw new ApiError(0, { code: "offline", text: t("error-offline") });
  }
  const text = await answer.text();
  let value: unknown = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    value = { error: { code: "unreadable", text: text.slice(0, 200) } };
  }
  if (!answer.ok) {
    const problem = (value as { error?: Problem } | null)?.error;
    throw new ApiError(answer.status, problem ?? { code: String(answer.status), text: answer.statusText });
  }
  return value as T;
}

export const get = <T>(path: string, still = always): Promise<T> => call<T>("GET", path, undefined, still);
export const post = <T>(path: string, body: unknown, still = always): Promise<T> => call<T>("POST", path, body, still);
export const put = <T>(path: string, body: unknown): Promise<T> => call<T>("PUT", path, body, always);

export function seatQuery(seat: string | null): string {
  return seat === null ? "" : `?seat=${encodeURIComponent(seat)}`;
}

/** What the engine gave, as it wants it back: keys of JSON objects are text, its items may be numbers. */
export function sameRaw(a: Raw, b: Raw): boolean {
  return String(a) === String(b);
}
