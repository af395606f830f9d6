/** The contract with the server: what it sends and what it is asked. Hexes are named by key, units by number. */
import { t } from "./text";

export type Raw = number | string;
export type Noun = unknown;

export interface Problem {
  code: string;
  text: string;
  rule?: string;
  field?: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

// --------------------------------------------------------------------------------------------------------- the board

/** The board as the server sends it. */
export interface BoardSent extends Omit<Board, "hexsides" | "seas"> {
  sheets: { letter: string; name: string; width: number }[];
  hexsides: [string, string, string[]][];
  seas: { name: string; box: string; at: [number, number] }[];
}

/** The board as the map wants it: a row for each kind of hexside, a width for each hex. */
export function readBoard(sent: BoardSent): Board {
  const width = new Map(sent.sheets.map((sheet) => [sheet.letter, sheet.width]));
  return {
    ...sent,
    hexes: { ...sent.hexes, size: sent.hexes.sheet.map((letter) => width.get(letter) ?? 1) },
    hexsides: sent.hexsides.flatMap(([a, b, kinds]) => kinds.map((kind) => [a, b, kind] as [string, string, string])),
    seas: sent.seas.map(({ name, box, at }) => ({ name, hex: box, x: at[0], y: at[1] })),
  };
}

export interface Board {
  digest: string;
  sheets?: unknown;
  hexes: {
    key: string[];
    sheet: string[];
    x: number[];
    y: number[];
    size?: number[];
    terrain: string[];
    country: string[];
    zone: string[];
    kind: string[];
    scale?: string[];
    seas?: string[][];
    dot?: string[];
  };
  hexsides: [string, string, string][];
  tracks: [string, string, string][];
  links?: [string, string, string][];
  places: BoardPlace[];
  seas: { name: string; hex: string; x?: number; y?: number }[];
  outlines: { kind: string; points: number[] }[];
  borders?: [string, string, string][];
}

export interface BoardPlace {
  name: string;
  hex: string;
  kind: string;
  port?: string;
  capital?: boolean;
  blue?: number;
  red?: number;
  factories?: number;
  resources?: number;
  oil?: number;
  objective?: boolean;
}

export interface CounterFace {
  name: string;
  nation: string;
  power?: string;
  kind: "land" | "air" | "naval" | "marker";
  type: string;
  ship_class?: string | null;
  home?: string;
  turns?: number | null;
  size?: string | null;
  combat?: number | null;
  move?: number | null;
  reorg?: number | null;
  air_to_air?: number | null;
  tactical?: number | null;
  strategic?: number | null;
  air_to_sea?: number | null;
  range?: number | null;
  attack?: number | null;
  defence?: number | null;
  anti_air?: number | null;
  cost?: number | null;
  year?: number | string | null;
  abilities?: string[] | null;
}

// --------------------------------------------------------------------------------------------------------- the lobby

export interface Session {
  name: string;
  guest: boolean;
}

export interface Notice {
  id: number;
  game: string;
  text: string;
  at: number;
  read: boolean;
}

/** Where notices go; `mail`: does the server send any? */
export interface Where {
  email: string;
  webhook: string;
  mail: boolean;
}

export interface SeatInfo {
  id: string;
  name: string;
  side?: string;
  powers?: string[];
}

export interface CampaignInfo {
  id: string;
  name: string;
  title?: string;
  seats: SeatInfo[];
  playable: boolean;
  summary: string;
}

export interface ExerciseInfo {
  id: string;
  name: string;
  summary: string;
  teaches?: string;
  seats: SeatInfo[];
}

export interface Catalogue {
  titles: unknown[];
  campaigns: CampaignInfo[];
  exercises: ExerciseInfo[];
  players: { id: string; name: string; summary: string }[];
}

export interface LessonInfo {
  id: string;
  title: string;
  summary: string;
  teaches: string;
  minutes: number;
  steps: number;
}

/** What the coach of a lesson says; an ordinary game has no lesson. */
export interface Coaching {
  lesson: string;
  title: string;
  steps: number;
  at: number;
  text: string;
  todo: string;
  rule: string;
  hint: string;
  look: string;
  show: string[];
  reading: boolean;
  hoped: string;
  over: boolean;
}

export interface SeatTaken {
  kind?: string;
  mine?: boolean;
  player?: string | null;
  name?: string | null;
}

export interface GameInfo {
  game: string;
  name: string;
  campaign: string | null;
  exercise?: string | null;
  turn: string | null;
  entries?: number;
  hot_seat?: boolean;
  host?: boolean;
  /** What a private game was imagined from; null: a real game. */
  what_if?: { game: string; seat: string; entries: number } | null;
  waiting: string[];
  seats: Record<string, SeatTaken>;
  mine: string[];
  over: boolean;
}

// --------------------------------------------------------------------------------------------------------- the table

export interface UnitPlace {
  hex?: string | null;
  pool?: string | null;
  turn?: number | string;
  aboard?: number;
}

export interface Unit {
  counter: string;
  power?: string;
  country?: string;
  side?: string | null;
  place: UnitPlace;
  face_down?: boolean;
  out_of_supply?: boolean;
  no_planes?: boolean;
  flight?: string;
  target?: string | null;
  from?: string | null;
}

export interface Item {
  label: string;
  unit?: number;
  hex?: string;
}

export interface Choices {
  item: Raw;
  to: Raw[];
}

export interface Stack {
  start: number;
  units: number[];
  ways: [number, number][];
}

export interface Shape {
  shape: string;
  domain?: Raw[];
  least?: number;
  most?: number;
  lines?: Raw[][];
  items?: (Choices & { least?: number; most?: number })[];
  rooms?: { choice: Raw; most: number }[];
  start?: Raw;
  kinds?: string[];
  seats?: string[];
  edges?: [Raw, Raw][];
  stacks?: Stack[];
}

export interface Offer {
  label: string;
  shape: Shape;
  items?: Record<string, Item>;
  /** What items of an assignment may go to. */
  targets?: Record<string, Item>;
  rule?: string;
}

export interface Decision {
  id: number;
  /** It mostly has one sensible answer, which can be proposed. */
  routine?: boolean;
  kind: string;
  rule: string;
  prompt: string;
  help?: string | null;
  offers: Record<string, Offer>;
  announcements?: Record<string, Offer>;
}

/** Dice that were thrown, or (`drawn`) things drawn by chance; `text`: what for, on what table, and what came of it. */
export interface Roll {
  kind: string;
  dice: number[];
  text?: string;
  drawn?: boolean;
  /** What each die had to be. */
  needed?: string;
}

export interface ToldEvent {
  type: string;
  text: string;
  hex?: string;
  units?: number[];
  path?: string[];
}

export interface Told {
  seq: number;
  seat: string;
  verb: string | null;
  text: string;
  /** The section of the verb. */
  rule?: string;
  rolls: Roll[];
  events: ToldEvent[];
}

export interface Fighter {
  unit: number;
  factors?: number | string;
  printed?: number;
  why?: string;
  role?: string;
  value?: number | string;
  fate?: string;
}

export interface OddsModifier {
  text: string;
  rule?: string;
  value?: number | string;
}

export interface Outcome {
  result: string;
  probability: number;
  text?: string;
}

export interface Attack {
  hex?: string;
  table?: string;
  odds?: string;
  /** The odds before the weather. */
  ratio?: string;
  shift?: number | string;
  attack?: Fighter[];
  defence?: Fighter[];
  modifiers?: OddsModifier[];
  distribution?: Outcome[];
  expected?: Record<string, number | string | null>;
  /** What ships and aircraft add, within the totals. */
  attack_support?: number;
  defence_support?: number;
  attack_total?: number;
  defence_total?: number;
  weather?: string;
}

export interface AirLine {
  unit: number;
  name: string;
  /** Its air-to-air rating: in front whole, behind the front a tenth. */
  rating?: number;
}

export interface AirSide {
  side: string | null;
  active: boolean;
  seats: string[];
  fighters: AirLine[];
  bombers: AirLine[];
  cleared: AirLine[];
  /** Null while an exchange is under way: its values were fixed before. */
  strength: number | null;
  surprise: number;
  /** The column on which it rolls; null: there is nobody to fight. */
  value: number | null;
  rolls: boolean;
  odds: Outcome[];
}

/** The combat being fought, by its kind: attacks declared, a land battle, a mission, an air combat (over another combat). */
export interface Combat {
  kind: string;
  hex?: string | null;
  side?: string | null;
  /** Of the step; `open`: it is still to be resolved. */
  attacks?: { hex: string; units: number[]; open?: boolean }[];
  attackers?: { unit: number; from: string | null }[];
  defenders?: number[];
  table?: string;
  modifier?: number;
  result?: string | null;
  /** The result in words. */
  meaning?: string;
  lost?: { attacker: number; defender: number };
  fate?: string;
  retreating?: number[];
  advanced?: number[];
  mission?: string;
  round?: number;
  conditions?: string[];
  sides?: AirSide[];
  fixed?: boolean;
  /** A result that is being implemented. */
  choice?: { result: string; rolled: string | null; chooser: string | null } | null;
  around?: Combat | null;
}

export interface Step {
  id: string;
  rule: string;
  title: string;
  depth: number;
  here: boolean;
}

export interface Turn {
  number: number;
  name: string;
  impulse?: number | null;
  side_to_move?: string | null;
  initiative?: string | number | null;
  initiative_side?: string | null;
  weather?: Record<string, string> | null;
}

export interface Power {
  id: string;
  name: string;
  side: string | null;
  seat: string | null;
  country?: string;
}

export interface Table {
  game: string;
  seat: string | null;
  entries: number;
  over: boolean;
  result: unknown;
  turn: Turn | null;
  sequence: Step[];
  powers: Power[];
  units: Record<string, Unit>;
  control: Record<string, string>;
  in_play: { sheets: string[]; hexes: string[] | null } | null;
  decision: Decision | null;
  undo: boolean;
  waiting: string[];
  combat: Combat | null;
  log: Told[];
}

export type Delta = Partial<Table> & { type: "delta"; entries: number };

// ---------------------------------------------------------------------------------------------------------- questions

export interface Reach {
  /** The cost is not told where no movement points are spent. */
  hexes: Record<string, { cost?: number; path: string[]; overrun?: boolean }>;
  refused?: Record<string, Reason>;
}

export interface Reason {
  rule?: string;
  text: string;
  units?: number[];
}

/** Advice before a choice: only what was asked for is there. */
export interface Counsel {
  reasons?: Reason[];
  items?: Raw[];
  plan?: { decision: Decision; verb: string; noun: Noun }[];
  cards?: Record<string, Record<string, Card>>;
  chances?: Chance[];
}

/** What a choice means: in a line, and what it allows or brings. */
export interface Card {
  text: string;
  lines: string[];
}

export interface Chance {
  hex: string;
  mission: string;
  bombers: number[];
  units: Record<string, string>;
  text: string;
}

export interface Limit {
  power: string;
  name: string;
  used: number;
  most: number | null;
}

export interface Standing {
  campaign: string;
  headline: string;
  turn: number;
  turns: number;
  side: string;
  held: number;
  needed: number;
  how: string;
  story: string;
  first: string;
  counsel: { side: string; text: string }[];
  prizes: { hex: string; name: string; power: string; side: string }[];
}

// ----------------------------------------------------------------------------------------------------------- the story

export interface Fight {
  hex: string;
  odds: string;
  table: string;
  attackers: number[];
  defenders?: number[];
  roll?: number | null;
  needed?: string;
  result?: string;
  meaning?: string;
  lost?: number[];
  retreats?: string[];
  advanced?: number[];
}

/** A line of the story: a heading (turn, impulse, step), a deed, or bookkeeping ("minor"). */
export interface Line {
  seq: number;
  kind: string;
  text: string;
  seat?: string;
  hex?: string | null;
  path?: string[];
  units?: number[];
  dice?: Roll[];
  rule?: string;
  fight?: Fight | null;
}

export interface Story {
  lines: Line[];
  since: number;
}

export interface FilmReel {
  start: Table;
  deltas: Delta[];
}

// ------------------------------------------------------------------------------------------------------------ asking

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
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
    answer = await fetch(path, { method, headers, body: payload ?? null, credentials: "same-origin" });
  } catch {
    throw new ApiError(0, { code: "offline", text: t("error.offline") });
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

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);
export const post = <T>(path: string, body: unknown): Promise<T> => call<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => call<T>("PUT", path, body);

export function seatQuery(seat: string | null): string {
  return seat === null ? "" : `?seat=${encodeURIComponent(seat)}`;
}

/** What the engine gave, as it wants it back: keys of JSON objects are text, its items may be numbers. */
export function sameRaw(a: Raw, b: Raw): boolean {
  return String(a) === String(b);
}
