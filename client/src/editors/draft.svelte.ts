/**
 * A noun in the making. Each shape has a draft, which knows what a click on the map means, what to show there, and the
 * noun as it stands; and a component, which edits the same draft as a list for keyboards and screen readers.
 */
import type { Attack, Card, Choices, CounterFace, Item, Noun, Offer, Raw, Reach, Shape, ShapeOf, Stack } from "../api";
import type { Ghost } from "../map/view";
import type { Overlay } from "../map/overlay";
import type { Highlights } from "../map/seaboxes";
import type { GameState } from "../state/game.svelte";
import type { Library } from "../state/library";

/** What is offered is blue with a white rim: no terrain is, and every eye tells it from forest. */
export const COLOURS = { offered: 0x1746c7, chosen: 0xe06a10, path: 0x14304f, attack: 0xb3261e, overrun: 0x8a1c6b, done: 0x6b6a66 };

/** What a draft may ask of the table it lies on. */
export type Cards = Record<string, Record<string, Card>>;

/** Choices that are looked at before they are confirmed. */
export function isWeighty(cards: Record<string, Card> | undefined): boolean {
  return Object.values(cards ?? {}).some(({ weighty }) => weighty);
}

export interface Desk {
  readonly game: GameState;
  readonly lib: Library;
  unitsAt(hex: string): number[];
  hexOf(unit: number): string | null;
  face(unit: number): CounterFace | undefined;
  /** The hex below a section of a sea-box, or below the middle of the box. */
  anchor(sea: string, section: number | null): string | null;
  /** Verb → choice → what it means. */
  readonly cards: Cards;
  refuse(hex: string, reason: { text: string; rule?: string }): void;
  clearRefusal(): void;
  /** A draft that is complete is taken at once: it can be taken back. */
  go(draft: Draft): void;
}

/** `S`: the shapes that the draft is made for. */
export abstract class Draft<S extends Shape = Shape> {
  constructor(
    readonly desk: Desk,
    readonly verb: string,
    readonly offer: Offer,
  ) {}

  abstract get noun(): Noun;
  /** Whether the noun can be submitted; the server judges it. */
  abstract get ready(): boolean;
  /** Back to the beginning; whoever makes a draft calls it once. */
  abstract reset(): void;
  /** Takes over a noun that was proposed. */
  abstract accept(noun: Noun): void | Promise<void>;

  /** The verb to submit; a draft may serve a second one that the map does not tell apart. */
  get action(): string {
    return this.verb;
  }

  get shape(): S {
    return this.offer.shape as S; // the registry gives each draft its own shapes
  }

  item(raw: Raw): Item {
    return this.offer.items?.[String(raw)] ?? { label: String(raw) };
  }

  target(raw: Raw): Item {
    return this.offer.targets?.[String(raw)] ?? this.offer.items?.[String(raw)] ?? { label: String(raw) };
  }

  /** A click on the map; true if it meant something here. */
  clickHex(_hex: string, _extend: boolean): boolean {
    return false;
  }

  clickUnit(_unit: number, _extend: boolean): boolean {
    return false;
  }

  /** A click on a sea area, or on a section of its box; true if it meant something here. */
  clickSea(_sea: string, _section: number | null, _extend: boolean): boolean {
    return false;
  }

  get overlay(): Overlay {
    return {};
  }

  /** Sea areas and sections that stand out. */
  get highlights(): Highlights {
    return { seas: new Map(), sections: [] };
  }

  get marked(): Map<number, number> {
    return new Map();
  }

  get ghosts(): Ghost[] {
    return [];
  }

  /** The hexes that the draft is about, to bring them into sight. */
  get hexes(): string[] {
    return [];
  }

  /** The hexes that the answer leads to. */
  get goals(): string[] {
    return this.ghosts.map(({ hex }) => hex);
  }

  protected ghostOf(unit: number, hex: string): Ghost {
    return { unit, hex, counter: this.desk.game.table?.units[unit]?.counter ?? "" };
  }

  protected place(hex: string): number {
    return this.desk.lib.number.get(hex) ?? -1;
  }

  /** Asks the server why a noun is not allowed, and shows it at the hex. */
  protected async explain(hex: string, noun: Noun): Promise<void> {
    try {
      const reason = await this.desk.game.whyNot(this.verb, noun);
      if (reason) this.desk.refuse(hex, reason);
      else this.desk.clearRefusal();
    } catch (error) {
      this.desk.game.refuse(error, hex);
    }
  }
}

export class NothingDraft extends Draft<ShapeOf<"Nothing">> {
  get noun(): Noun {
    return null;
  }
  get ready(): boolean {
    return true;
  }
  reset(): void {}
  accept(): void {}
}

// ---------------------------------------------------------------------------------------------------------- one, set

export class OneDraft extends Draft<ShapeOf<"One">> {
  chosen: Raw | null = $state(null);

  get domain(): Raw[] {
    return this.shape.domain;
  }
  /** Whether the choices are a few words, and nothing that stands on the map. */
  get words(): boolean {
    return this.domain.length <= 8 && this.domain.every((raw) => !this.item(raw).hex && this.item(raw).unit === undefined);
  }
  get noun(): Noun {
    return this.chosen;
  }
  get ready(): boolean {
    return this.chosen !== null;
  }
  reset(): void {
    this.chosen = null;
  }
  accept(noun: Noun): void {
    this.chosen = noun as Raw;
  }
  choose(raw: Raw): void {
    this.chosen = raw;
    this.desk.clearRefusal();
  }

  private at(hex: string): Raw[] {
    return this.domain.filter((raw) => this.item(raw).hex === hex);
  }

  override clickHex(hex: string): boolean {
    const there = this.at(hex);
    if (there.length) {
      const next = there[(there.indexOf(this.chosen as Raw) + 1) % there.length]!;
      this.choose(next);
      return true;
    }
    const units = this.desk.unitsAt(hex).filter((unit) => this.offersUnit(unit));
    if (units.length === 1) {
      this.choose(units[0]!);
      return true;
    }
    const about = this.domain.filter((raw) => this.desk.cards[this.verb]?.[String(raw)]?.hexes?.includes(hex));
    if (about.length) {
      this.choose(about[0]!);
      return true;
    }
    if (!units.length && this.hexes.length && this.offer.item_kind === "Place") {
      void this.explain(hex, this.place(hex));
      return true;
    }
    return false;
  }

  override clickUnit(unit: number): boolean {
    if (!this.offersUnit(unit)) return false;
    this.choose(unit);
    return true;
  }

  /** A section, or the only one of the sea area that is offered. */
  override clickSea(sea: string, section: number | null): boolean {
    const there = this.domain.filter((raw) => this.item(raw).sea === sea && (section === null || this.item(raw).section === section));
    if (there.length !== 1) return there.length > 1;
    this.choose(there[0]!);
    return true;
  }

  override get highlights(): Highlights {
    return sectionsOf(this.domain.map((raw) => [this.item(raw), raw === this.chosen]));
  }

  private offersUnit(unit: number): boolean {
    return this.item(unit).unit === unit && this.domain.includes(unit);
  }

  override get hexes(): string[] {
    return this.domain.flatMap((raw) => {
      const { hex, unit } = this.item(raw);
      const found = hex ?? (unit === undefined ? null : this.desk.hexOf(unit));
      return found ? [found] : [];
    });
  }

  override get goals(): string[] {
    return this.chosen === null ? [] : [this.item(this.chosen).hex].filter((hex): hex is string => !!hex);
  }

  override get overlay(): Overlay {
    const offered = this.domain.map((raw) => this.item(raw).hex).filter((hex): hex is string => !!hex);
    const chosen = this.chosen === null ? undefined : this.item(this.chosen).hex;
    return {
      fills: [{ hexes: offered, colour: COLOURS.offered, alpha: 0.2, outline: true, grow: 0.9 }],
      rings: chosen ? [{ hex: chosen, colour: COLOURS.chosen }] : [],
    };
  }

  override get marked(): Map<number, number> {
    return markedUnits(this.domain.map((raw) => [this.item(raw).unit, raw === this.chosen]));
  }
}

/** The sections among these parts of a noun, those that were chosen in their own colour. */
export function sectionsOf(parts: [Item, boolean][]): Highlights {
  const sections = parts.flatMap(([{ sea, section }, chosen]) => (sea && section !== undefined && section !== null ? [{ spot: { sea, section }, colour: chosen ? COLOURS.chosen : COLOURS.offered }] : []));
  return { seas: new Map(sections.map(({ spot }) => [spot.sea, COLOURS.offered])), sections };
}

function markedUnits(units: [number | undefined, boolean][]): Map<number, number> {
  const found = new Map<number, number>();
  for (const [unit, chosen] of units) if (unit !== undefined) found.set(unit, chosen ? COLOURS.chosen : COLOURS.offered);
  return found;
}

export class SetDraft extends Draft<ShapeOf<"Set">> {
  chosen: Raw[] = $state([]);

  override clickSea(sea: string, section: number | null): boolean {
    const there = this.domain.filter((raw) => this.item(raw).sea === sea && (section === null || this.item(raw).section === section));
    if (there.length === 1) this.toggle(there[0]!);
    return there.length > 0;
  }

  override get highlights(): Highlights {
    return sectionsOf(this.domain.map((raw) => [this.item(raw), this.chosen.includes(raw)]));
  }

  get domain(): Raw[] {
    return this.shape.domain;
  }
  get noun(): Noun {
    return [...this.chosen];
  }
  get ready(): boolean {
    return this.chosen.length >= this.shape.least && this.chosen.length <= this.shape.most;
  }
  reset(): void {
    this.chosen = [];
  }
  accept(noun: Noun): void {
    this.chosen = [...(noun as Raw[])];
  }
  toggle(raw: Raw): void {
    this.chosen = this.chosen.includes(raw) ? this.chosen.filter((other) => other !== raw) : [...this.chosen, raw];
  }

  override clickHex(hex: string): boolean {
    const here = this.domain.filter((raw) => {
      const { hex: at, unit } = this.item(raw);
      return at === hex || (unit !== undefined && this.desk.hexOf(unit) === hex);
    });
    const about = here.length ? [] : this.domain.filter((raw) => this.desk.cards[this.verb]?.[String(raw)]?.hexes?.includes(hex));
    if (here.length === 1 || about.length) {
      this.toggle((here[0] ?? about[0])!);
      return true;
    }
    // A whole stack goes in or out together if there is room; the fan opens as well, to pick single units.
    const absent = here.filter((raw) => !this.chosen.includes(raw));
    if (!absent.length) this.chosen = this.chosen.filter((raw) => !here.includes(raw));
    else if (this.chosen.length + absent.length <= this.shape.most) this.chosen = [...this.chosen, ...absent];
    return false;
  }

  override clickUnit(unit: number): boolean {
    if (!this.domain.includes(unit)) return false;
    this.toggle(unit);
    return true;
  }

  override get hexes(): string[] {
    return this.domain.flatMap((raw) => {
      const { hex, unit } = this.item(raw);
      const found = hex ?? (unit === undefined ? null : this.desk.hexOf(unit));
      return found ? [found] : [];
    });
  }

  override get marked(): Map<number, number> {
    return markedUnits(this.domain.map((raw) => [this.item(raw).unit, this.chosen.includes(raw)]));
  }

  /** Hexes that are chosen, and those that could be. */
  private get ground(): Overlay {
    const at = (raws: Raw[]): string[] => raws.flatMap((raw) => this.item(raw).hex ?? []);
    return {
      fills: [
        { hexes: at(this.domain), colour: COLOURS.chosen, alpha: 0.12 },
        { hexes: at(this.chosen), colour: COLOURS.chosen, alpha: 0.5 },
      ],
    };
  }

  /** An advance goes into the hex of the combat. */
  override get overlay(): Overlay {
    if (this.offer.item_kind === "Place") return this.ground;
    const combat = this.desk.game.table?.combat;
    const goal = this.verb === "advance" && combat && "hex" in combat ? combat.hex : undefined;
    if (!goal) return {};
    const starts = new Set(this.chosen.flatMap((raw) => this.desk.hexOf(this.item(raw).unit ?? -1) ?? []));
    return {
      rings: [{ hex: goal, colour: COLOURS.attack }],
      arrows: [...starts].map((hex) => ({ hexes: [hex, goal], colour: COLOURS.path })),
    };
  }
}

// -------------------------------------------------------------------------------------------------------------- order

export class OrderDraft extends Draft<ShapeOf<"Order">> {
  lines: Raw[][] = $state([]);

  get noun(): Noun {
    return this.lines.map((line) => [...line]);
  }
  get ready(): boolean {
    return true;
  }
  reset(): void {
    this.lines = this.shape.lines.map((line) => [...line]);
  }
  accept(noun: Noun): void {
    this.lines = (noun as Raw[][]).map((line) => [...line]);
  }
  shift(line: number, from: number, by: number): void {
    const row = this.lines[line]!;
    const to = from + by;
    if (to < 0 || to >= row.length) return;
    [row[from], row[to]] = [row[to]!, row[from]!];
  }
}

// ------------------------------------------------------------------------------------------------------------ amounts

/** What a suggestion gives something to stands at the head of a long list, where it can be seen. */
function headed(items: Raw[], first: ReadonlySet<Raw>): Raw[] {
  return [...items.filter((item) => first.has(item)), ...items.filter((item) => !first.has(item))];
}

export class AmountsDraft extends Draft<ShapeOf<"Amounts">> {
  amounts: Record<string, number> = $state({});
  private suggested: ReadonlySet<Raw> = $state.raw(new Set());

  get rows(): { item: Raw; least: number; most: number }[] {
    return this.shape.items;
  }
  /** What can be given anything. */
  get listed(): Raw[] {
    return headed(this.rows.filter(({ most }) => most > 0).map(({ item }) => item), this.suggested);
  }
  get total(): number {
    return this.rows.reduce((sum, { item }) => sum + (this.amounts[String(item)] ?? 0), 0);
  }
  get noun(): Noun {
    return this.rows.map(({ item }) => [item, this.amounts[String(item)] ?? 0]);
  }
  /** Whether it is paid for. */
  get priced(): boolean {
    return this.shape.prices.length + this.shape.costs.length > 0;
  }
  /** What all of it costs. */
  get price(): number {
    return this.rows.reduce((sum, { item }, at) => sum + this.priceOf(at, this.amounts[String(item)] ?? 0), 0);
  }
  /** Whether there is enough left for one more of the item. */
  affords(item: Raw): boolean {
    const [at, now] = [this.rows.findIndex((row) => row.item === item), this.amounts[String(item)] ?? 0];
    return !this.priced || this.price - this.priceOf(at, now) + this.priceOf(at, now + 1) <= this.shape.budget;
  }
  private priceOf(at: number, number: number): number {
    const cost = this.shape.costs[at];
    return cost !== undefined ? cost * number : (this.shape.prices[number] ?? (this.shape.prices.length ? Infinity : 0));
  }
  get ready(): boolean {
    return this.total >= this.shape.least && this.total <= this.shape.most && (!this.priced || this.price <= this.shape.budget);
  }
  reset(): void {
    this.amounts = Object.fromEntries(this.rows.map(({ item, least }) => [String(item), least]));
  }
  accept(noun: Noun): void {
    const given = noun as [Raw, number][];
    for (const [item, number] of given) this.amounts[String(item)] = number;
    this.suggested = new Set(given.filter(([, number]) => number > 0).map(([item]) => item));
  }
  set(item: Raw, number: number): void {
    const row = this.rows.find((one) => one.item === item);
    if (row) this.amounts[String(item)] = Math.max(row.least, Math.min(row.most, Math.round(number) || 0));
  }
}

// --------------------------------------------------------------------------------------------------------------- path

export class PathDraft extends Draft<ShapeOf<"Path">> {
  steps: Raw[] = $state([]);

  get noun(): Noun {
    return [...this.steps];
  }
  get end(): Raw {
    return this.steps.at(-1) ?? this.shape.start;
  }
  get onward(): Raw[] {
    if (this.steps.length >= this.shape.most) return [];
    return this.shape.edges.filter(([a]) => a === this.end).map(([, b]) => b);
  }
  get ready(): boolean {
    return this.steps.length >= this.shape.least && this.steps.length <= this.shape.most;
  }
  reset(): void {
    this.steps = [];
  }
  accept(noun: Noun): void {
    this.steps = [...(noun as Raw[])];
  }
  override clickHex(hex: string): boolean {
    const next = this.onward.find((raw) => this.item(raw).hex === hex);
    if (next === undefined) return false;
    this.steps = [...this.steps, next];
    return true;
  }
  override get overlay(): Overlay {
    const hexes = this.onward.map((raw) => this.item(raw).hex).filter((hex): hex is string => !!hex);
    const path = [this.shape.start, ...this.steps].map((raw) => this.item(raw).hex).filter((hex): hex is string => !!hex);
    return {
      fills: [{ hexes, colour: COLOURS.offered, alpha: 0.2, outline: true, grow: 0.9 }],
      arrows: [{ hexes: path, colour: COLOURS.path }],
    };
  }
}

// ------------------------------------------------------------------------------------------------------------- assign

export type Row = Choices;

/** A hex to which an item could go in several ways, such as a fighter that escorts or bombs. */
export interface Fork {
  item: Raw;
  hex: string;
  choices: Raw[];
}

type Assignment = ShapeOf<"Assign" | "Allot" | "Send" | "Attacks">;

/** Each item goes to one of its choices. */
export class AssignDraft extends Draft<Assignment> {
  given: Record<string, Raw> = $state({});
  private suggested: ReadonlySet<Raw> = $state.raw(new Set());
  active: Raw | null = $state(null);
  fork: Fork | null = $state.raw(null);
  /** Also at extended range where the usual range does: half the factors and twice the way home, so only if wanted (14.1.1). */
  extended = $state(false);

  get rows(): Row[] {
    return this.shape.items;
  }
  get listed(): Raw[] {
    return headed(this.rows.map(({ item }) => item), this.suggested);
  }

  /** What an item may be told to do, as far as the player wants to see it. */
  choices(row: Row): Raw[] {
    if (this.extended) return row.to;
    return row.to.filter((choice) => choice === this.given[String(row.item)] || !this.isNeedlesslyFar(row, choice));
  }

  /** Whether anybody could fly at extended range to where he need not. */
  get mayExtend(): boolean {
    return this.rows.some((row) => row.to.some((choice) => this.isNeedlesslyFar(row, choice)));
  }

  private isNeedlesslyFar(row: Row, choice: Raw): boolean {
    const [word, ...rest] = String(choice).split(" ");
    return this.offer.target_kind === "Sortie" && word === "fly-extended" && row.to.includes(["fly", ...rest].join(" "));
  }

  row(item: Raw): Row | undefined {
    return this.rows.find((row) => row.item === item);
  }

  /** The first choice of each item means that it does nothing. */
  private get mayStay(): boolean {
    return this.shape.shape === "Send" || this.shape.shape === "Attacks";
  }

  /** What an item does when nobody says otherwise: a choice is still missing where there is no such thing. */
  protected idle(row: Row): Raw | null {
    const standing = this.shape.shape === "Send" ? this.shape.standing.find(([item]) => item === row.item) : undefined;
    if (standing) return standing[1];
    if (this.mayStay) return row.to[0]!;
    return row.to.length === 1 ? row.to[0]! : null;
  }

  get noun(): Noun {
    return this.rows.map((row) => [row.item, this.given[String(row.item)] ?? row.to[0]]);
  }
  get open(): Row[] {
    return this.rows.filter((row) => this.given[String(row.item)] === undefined);
  }
  get ready(): boolean {
    return this.open.length === 0;
  }
  /** Nobody is sent elsewhere than he was. */
  get unchanged(): boolean {
    return this.rows.every((row) => this.given[String(row.item)] === this.idle(row));
  }
  reset(): void {
    const given: Record<string, Raw> = {};
    for (const row of this.rows) {
      const idle = this.idle(row);
      if (idle !== null) given[String(row.item)] = idle;
    }
    this.given = given;
    this.fork = null;
    this.extended = false;
    this.active = (this.open[0] ?? (this.rows.length === 1 ? this.rows[0] : undefined))?.item ?? null;
  }
  accept(noun: Noun): void {
    for (const [item, choice] of noun as [Raw, Raw][]) this.given[String(item)] = choice;
    this.suggested = new Set(this.mayStay ? this.rows.filter((row) => this.sent(row)).map(({ item }) => item) : []);
    this.active = null;
  }

  /** Whether something has been chosen by hand while something else still has no choice. */
  get begun(): boolean {
    return this.open.length > 0 && this.rows.some((row) => row.to.length > 1 && this.given[String(row.item)] !== undefined);
  }

  /** Takes over a proposal for what has no choice yet, as far as what was chosen leaves room. */
  fill(noun: Noun): void {
    this.given = this.completed(new Map((noun as [Raw, Raw][]).map(([item, choice]) => [String(item), choice])));
    this.active = this.open[0]?.item ?? null;
  }

  /** What is given, and for everything else what was proposed or another choice that has room. */
  private completed(proposed: Map<string, Raw> = new Map()): Record<string, Raw> {
    const given = { ...this.given };
    for (const row of this.open) {
      const choice = [proposed.get(String(row.item)), ...row.to].find((one) => one !== undefined && !this.full(one, given));
      if (choice !== undefined) given[String(row.item)] = choice;
    }
    return given;
  }

  private full(choice: Raw, given: Record<string, Raw>): boolean {
    const room = this.room(choice, given);
    return room !== null && room[0] >= room[1];
  }

  give(item: Raw, choice: Raw): void {
    this.given[String(item)] = choice;
    this.fork = null;
    this.desk.clearRefusal();
  }

  /** Whether every choice is a word, such as a kind of action, and no place. */
  get words(): boolean {
    return this.rows.every((row) => row.to.length <= 8 && row.to.every((choice) => !this.target(choice).hex));
  }

  /** The choices are hexes and nothing more: they go by the names that hexes have everywhere. */
  get toHexes(): boolean {
    return this.offer.target_kind === "Place" || this.offer.target_kind === "Destination";
  }

  /** Whether the item goes somewhere, rather than staying where it is. */
  sent(row: Row): boolean {
    const choice = this.given[String(row.item)];
    if (choice === undefined) return false;
    return this.mayStay ? choice !== row.to[0] : true;
  }

  /** How full a choice with limited room is: [taken, room]. */
  room(choice: Raw, given: Record<string, Raw> = this.given): [number, number] | null {
    const room = this.shape.shape === "Allot" ? this.shape.rooms.find((one) => one.choice === choice) : undefined;
    return room ? [Object.values(given).filter((other) => other === choice).length, room.most] : null;
  }

  private goTo(hex: string, item: Raw): Raw[] {
    const row = this.row(item);
    return row ? this.choices(row).filter((choice) => this.target(choice).hex === hex) : [];
  }

  override clickHex(hex: string): boolean {
    if (this.active !== null) {
      const choices = this.goTo(hex, this.active);
      if (choices.length) {
        const now = this.given[String(this.active)];
        if (choices.length > 1 && !choices.includes(now as Raw) && this.fork?.hex !== hex) {
          this.fork = { item: this.active, hex, choices };
          return true;
        }
        const choice = choices[(choices.indexOf(now as Raw) + 1) % choices.length]!;
        if (choice !== now && this.full(choice, this.given)) {
          void this.explain(hex, this.instead(this.active, hex));
          return true;
        }
        this.give(this.active, choice);
        this.advance();
        return true;
      }
    }
    const here = this.rows.filter((row) => {
      const { unit, hex: at } = this.item(row.item);
      return at === hex || (unit !== undefined && this.desk.hexOf(unit) === hex);
    });
    if (here.length === 1) {
      this.active = here[0]!.item;
      return true;
    }
    if (here.length > 1) return false; // the fan opens, and a unit is picked there
    if (this.active !== null) {
      const noun = this.instead(this.active, hex);
      if (noun) void this.explain(hex, noun);
      return noun !== null;
    }
    return false;
  }

  override clickUnit(unit: number): boolean {
    const row = this.rows.find((one) => this.item(one.item).unit === unit);
    if (!row) return false;
    this.active = row.item;
    return true;
  }

  /** The unit that is being sent goes into a section: the highest one that is offered, if none was meant. */
  override clickSea(sea: string, section: number | null): boolean {
    const row = this.active === null ? undefined : this.row(this.active);
    const there = (row ? this.choices(row) : []).filter((choice) => this.target(choice).sea === sea && (section === null || this.target(choice).section === section));
    if (!there.length) return false;
    this.give(this.active!, there.at(-1)!);
    this.advance();
    return true;
  }

  override get highlights(): Highlights {
    const row = this.active === null ? undefined : this.row(this.active);
    const given = row && this.given[String(row.item)];
    return sectionsOf((row ? this.choices(row) : []).map((choice) => [this.target(choice), choice === given]));
  }

  /** A choice like this one, but for another hex; null: its kind speaks of no hex. */
  private elsewhere(like: Raw, hex: string): Raw | null {
    switch (this.offer.target_kind) {
      case "Place":
      case "Destination":
        return this.place(hex);
      case "HexNumber":
        return hex;
      case "Sortie": {
        const [word, , ...detail] = String(like).split(" ");
        return [word, this.place(hex), ...detail].join(" ");
      }
      default:
        return null;
    }
  }

  /** The noun with one item going to a hex that is not offered, to ask why not. */
  protected instead(item: Raw, hex: string): Noun | null {
    const like = this.row(item)?.to.find((choice) => this.target(choice).hex);
    const choice = like === undefined ? null : this.elsewhere(like, hex);
    if (choice === null) return null;
    const given = this.completed();
    return this.rows.map((row) => [row.item, row.item === item ? choice : (given[String(row.item)] ?? row.to[0])]);
  }

  /** To the next item that has no choice yet. */
  protected advance(): void {
    const open = this.open;
    if (open.length) this.active = open[0]!.item;
  }

  override get hexes(): string[] {
    const found = new Set<string>();
    for (const row of this.rows) {
      const { unit, hex } = this.item(row.item);
      const at = hex ?? (unit === undefined ? null : this.desk.hexOf(unit));
      if (at) found.add(at);
      else for (const choice of row.to.slice(0, 40)) if (this.target(choice).hex) found.add(this.target(choice).hex!);
    }
    return [...found];
  }

  override get overlay(): Overlay {
    const offered = this.active === null ? [] : (this.row(this.active)?.to ?? []).flatMap((choice) => this.target(choice).hex ?? []);
    const arrows = this.rows.flatMap((row) => {
      if (!this.sent(row)) return [];
      const unit = this.item(row.item).unit;
      const from = this.item(row.item).hex ?? (unit === undefined ? null : this.desk.hexOf(unit));
      const to = this.target(this.given[String(row.item)]!).hex;
      return from && to && from !== to ? [{ hexes: [from, to], colour: row.item === this.active ? COLOURS.chosen : COLOURS.path, width: 0.08 }] : [];
    });
    return { fills: [{ hexes: new Set(offered), colour: COLOURS.offered, alpha: 0.2, outline: true, grow: 0.9 }], arrows };
  }

  override get marked(): Map<number, number> {
    return markedUnits(this.rows.map((row) => [this.item(row.item).unit, row.item === this.active || this.sent(row)]));
  }

  override get ghosts(): Ghost[] {
    return this.rows.flatMap((row) => {
      const unit = this.item(row.item).unit;
      const hex = this.sent(row) ? this.target(this.given[String(row.item)]!).hex : undefined;
      return unit !== undefined && hex && this.desk.hexOf(unit) === null ? [this.ghostOf(unit, hex)] : [];
    });
  }
}

/** Attacks are declared hex by hex: pick the enemy's hex, then who goes in; the odds are shown as it grows. */
export class AttacksDraft extends AssignDraft {
  focus: string | null = $state(null);
  odds: Attack[] = $state.raw([]);
  private asked = 0;

  get targets(): string[] {
    return [...new Set(this.rows.flatMap((row) => row.to.flatMap((choice) => this.target(choice).hex ?? [])))];
  }

  /** Who could join an attack on a hex. */
  candidates(hex: string): Row[] {
    return this.rows.filter((row) => row.to.some((choice) => this.target(choice).hex === hex));
  }

  attacking(hex: string): Row[] {
    return this.rows.filter((row) => this.target(this.given[String(row.item)]!).hex === hex && this.sent(row));
  }

  join(row: Row, hex: string): void {
    const choice = row.to.find((one) => this.target(one).hex === hex);
    if (choice === undefined) return;
    this.give(row.item, this.given[String(row.item)] === choice ? row.to[0]! : choice);
    void this.ask();
  }

  /** What has been declared before stands until it is changed. */
  override reset(): void {
    super.reset();
    this.focus = null;
    this.odds = [];
    const declared = this.desk.game.table?.combat?.kind === "attacks" ? (this.desk.game.table.combat.attacks ?? []) : [];
    for (const { hex, units } of declared) {
      for (const row of this.candidates(hex)) if (units.includes(this.item(row.item).unit ?? -1)) this.send(row, hex);
    }
    if (this.declared.length) void this.ask();
  }

  private send(row: Row, hex: string): void {
    const choice = row.to.find((one) => this.target(one).hex === hex);
    if (choice !== undefined) this.given[String(row.item)] = choice;
  }

  /** The hexes that are attacked. */
  get declared(): string[] {
    return this.targets.filter((hex) => this.attacking(hex).length);
  }

  /** Everybody who can and does not attack elsewhere goes in. */
  attackWithAll(hex: string): void {
    for (const row of this.candidates(hex)) if (!this.sent(row)) this.send(row, hex);
    this.focus = hex;
    this.desk.clearRefusal();
    void this.ask();
  }

  /** Nobody attacks the hex after all. */
  callOff(hex: string): void {
    for (const row of this.attacking(hex)) this.given[String(row.item)] = row.to[0]!;
    void this.ask();
  }

  override accept(noun: Noun): void {
    super.accept(noun);
    void this.ask();
  }

  async ask(): Promise<void> {
    const turn = ++this.asked;
    try {
      const attacks = await this.desk.game.odds({ noun: this.noun });
      if (turn === this.asked) this.odds = attacks;
    } catch {
      if (turn === this.asked) this.odds = [];
    }
  }

  override clickHex(hex: string): boolean {
    if (this.targets.includes(hex)) {
      this.active = null;
      if (!this.attacking(hex).length) this.attackWithAll(hex);
      else this.focus = this.focus === hex ? null : hex;
      return true;
    }
    const here = this.rows.filter((row) => this.desk.hexOf(this.item(row.item).unit ?? -1) === hex);
    if (this.focus && here.length) {
      const able = here.filter((row) => row.to.some((choice) => this.target(choice).hex === this.focus));
      if (able.length) {
        const all = able.every((row) => this.attacking(this.focus!).includes(row));
        for (const row of able) if (all || !this.attacking(this.focus).includes(row)) this.join(row, this.focus);
        return true;
      }
    }
    if (!here.length && this.rows[0]) {
      const noun = this.instead(this.active ?? this.rows[0].item, hex);
      if (noun) void this.explain(hex, noun);
      return noun !== null;
    }
    return false;
  }

  override clickUnit(unit: number): boolean {
    const row = this.rows.find((one) => this.item(one.item).unit === unit);
    if (!row) return false;
    if (this.focus && row.to.some((choice) => this.target(choice).hex === this.focus)) this.join(row, this.focus);
    else this.active = row.item;
    return true;
  }

  override get overlay(): Overlay {
    const base = super.overlay;
    return {
      ...base,
      fills: [{ hexes: this.targets, colour: COLOURS.attack, alpha: 0.2, outline: true, grow: 0.94 }],
      arrows: (base.arrows ?? []).map((arrow) => ({ ...arrow, colour: COLOURS.attack, width: 0.1, short: true })),
      tags: this.declared.flatMap((hex) => {
        const odds = this.odds.find((one) => one.hex === hex)?.odds;
        return odds ? [{ hex, text: odds, colour: COLOURS.attack }] : [];
      }),
      rings: this.focus ? [{ hex: this.focus, colour: COLOURS.attack }] : [],
    };
  }
}

// -------------------------------------------------------------------------------------------------------------- moves

/** Where units can go; the cost is not told where no movement points are spent. */
interface Ways {
  hexes: Record<string, { cost?: number; path: string[]; overrun?: boolean }>;
  refused?: Reach["refused"];
}

export class MovesDraft extends Draft<ShapeOf<"Moves">> {
  start: string | null = $state(null);
  units: number[] = $state([]);
  reach: Ways | null = $state.raw(null);
  goal: string | null = $state(null);
  asking = $state(false);
  /** The stack that was picked: another may stand in the same hex. */
  stack: Stack | undefined = $state.raw(undefined);
  private turn = 0;

  override get action(): string {
    if (this.verb !== "move" || this.goal === null) return this.verb;
    return this.reach?.hexes[this.goal]?.overrun ? "overrun" : this.verb;
  }

  get stacks(): Stack[] {
    return this.shape.stacks;
  }
  hexOfStack(stack: Stack): string {
    return this.desk.lib.board.hexes.key[stack.start]!;
  }
  get path(): string[] {
    return this.goal === null ? [] : (this.reach?.hexes[this.goal]?.path ?? []);
  }
  get noun(): Noun {
    return [[...this.units], this.path.map((hex) => this.place(hex))];
  }
  get ready(): boolean {
    return this.units.length > 0 && this.path.length > 0;
  }
  reset(): void {
    this.start = null;
    this.stack = undefined;
    this.units = [];
    this.reach = null;
    this.goal = null;
  }

  accept(noun: Noun): void {
    const [units, path] = noun as [number[], number[]];
    const stack = this.stacks.find((one) => units.every((unit) => one.units.includes(unit)));
    if (!stack) return;
    const hexes = path.map((place) => this.desk.lib.board.hexes.key[place]!);
    this.start = this.hexOfStack(stack);
    this.stack = stack;
    this.units = [...units];
    this.reach = { hexes: { [hexes.at(-1)!]: { cost: hexes.length, path: hexes } } };
    this.goal = hexes.at(-1)!;
  }

  pick(stack: Stack, units: number[] = stack.units): void {
    this.start = this.hexOfStack(stack);
    this.stack = stack;
    this.units = [...units];
    void this.look();
  }

  toggle(unit: number): void {
    this.units = this.units.includes(unit) ? this.units.filter((other) => other !== unit) : [...this.units, unit];
    void this.look();
  }

  async look(): Promise<void> {
    const turn = ++this.turn;
    this.reach = null;
    this.goal = null;
    this.desk.clearRefusal();
    if (!this.units.length) return;
    if (this.verb !== "move") {
      this.reach = this.offered();
      return;
    }
    this.asking = true;
    try {
      const reach = await this.desk.game.ask("reach", { units: [...this.units] });
      if (turn === this.turn) this.reach = ownPaths(reach, this.start);
    } catch (error) {
      if (turn === this.turn) this.desk.game.refuse(error);
    } finally {
      if (turn === this.turn) this.asking = false;
    }
  }

  /** Where the shape itself says that the stack can go: overruns, and what follows a breakthrough. */
  private offered(): Ways {
    const { key } = this.desk.lib.board.hexes;
    const ways = this.stack?.ways ?? [];
    return { hexes: Object.fromEntries(ways.map(([place]) => [key[place]!, { path: [key[place]!], overrun: this.verb === "overrun" }])) };
  }

  goTo(hex: string): void {
    this.goal = hex;
    this.desk.clearRefusal();
  }

  override clickHex(hex: string): boolean {
    if (this.units.length && this.reach && hex !== this.start) {
      const way = this.reach.hexes[hex];
      if (way) {
        this.goTo(hex);
        // A march can be taken back; an overrun cannot, and is asked about.
        if (!way.overrun) this.desk.go(this);
        return true;
      }
    }
    const stacks = this.stacks.filter((one) => this.hexOfStack(one) === hex);
    if (stacks.length) {
      if (this.start === hex && stacks.length === 1) return false;
      this.pick(stacks[(stacks.indexOf(this.stack!) + 1) % stacks.length]!);
      return false; // the fan opens as well
    }
    if (this.units.length && this.reach) {
      const known = this.reach.refused?.[hex];
      if (known) this.desk.refuse(hex, known);
      else void this.tooFar(hex);
      return true;
    }
    if (this.desk.unitsAt(hex).length) {
      void this.explain(hex, [this.desk.unitsAt(hex).slice(0, 1), [this.place(hex)]]);
      return false;
    }
    return false;
  }

  /** Why the units cannot go so far, in a player's words. */
  private async tooFar(hex: string): Promise<void> {
    const noun = [[...this.units], [this.place(hex)]];
    if (this.verb !== "move") return this.explain(hex, noun);
    try {
      const { reasons } = await this.desk.game.counsel("no-way", { units: [...this.units], hex });
      if (reasons?.[0]) this.desk.refuse(hex, reasons[0]);
      else await this.explain(hex, noun);
    } catch (error) {
      this.desk.game.refuse(error, hex);
    }
  }

  override clickUnit(unit: number): boolean {
    const stack = this.stacks.find((one) => one.units.includes(unit));
    if (!stack) return false;
    if (this.start !== this.hexOfStack(stack)) this.pick(stack, [unit]);
    else if (this.units.length === stack.units.length && stack.units.length > 1) this.pick(stack, [unit]);
    else this.toggle(unit);
    return true;
  }

  override get hexes(): string[] {
    return this.stacks.map((stack) => this.hexOfStack(stack));
  }

  override get marked(): Map<number, number> {
    return markedUnits(this.stacks.flatMap((stack) => stack.units.map((unit): [number, boolean] => [unit, this.units.includes(unit)])));
  }

  override get overlay(): Overlay {
    const reach = Object.entries(this.reach?.hexes ?? {});
    const overruns = reach.filter(([, { overrun }]) => overrun).map(([hex]) => hex);
    const plain = reach.filter(([, { overrun }]) => !overrun).map(([hex]) => hex);
    return {
      fills: [
        { hexes: plain, colour: COLOURS.offered, alpha: 0.2, outline: true, grow: 0.9 },
        { hexes: overruns, colour: COLOURS.overrun, alpha: 0.32, outline: true, grow: 0.94 },
      ],
      labels: reach.flatMap(([hex, { cost }]) => (cost === undefined ? [] : [{ hex, text: String(cost) }])),
      arrows: this.start && this.path.length ? [{ hexes: [this.start, ...this.path], colour: COLOURS.path }] : [],
      rings: this.start ? [{ hex: this.start, colour: COLOURS.chosen }] : [],
    };
  }
}

/** Paths without the hex that the units stand in. */
function ownPaths(reach: Reach, start: string | null): Ways {
  const hexes = Object.fromEntries(
    Object.entries(reach.hexes)
      .filter(([hex]) => hex !== start)
      .map(([hex, way]) => [hex, { ...way, path: way.path[0] === start ? way.path.slice(1) : way.path }]),
  );
  return { ...reach, hexes };
}

export class RailDraft extends Draft<ShapeOf<"RailMoves">> {
  active: Raw | null = $state(null);
  to: Raw | null = $state(null);

  get rows(): Row[] {
    return this.shape.items;
  }
  get noun(): Noun {
    return [this.active, this.to];
  }
  get ready(): boolean {
    return this.active !== null && this.to !== null;
  }
  reset(): void {
    this.active = this.to = null;
  }
  accept(noun: Noun): void {
    [this.active, this.to] = noun as [Raw, Raw];
  }
  choose(item: Raw): void {
    this.active = item;
    this.to = null;
  }
  private at(hex: string): Row[] {
    return this.rows.filter((row) => {
      const { unit, hex: at } = this.item(row.item);
      return at === hex || (unit !== undefined && this.desk.hexOf(unit) === hex);
    });
  }
  override clickHex(hex: string): boolean {
    const row = this.rows.find((one) => one.item === this.active);
    const choice = row?.to.find((one) => this.target(one).hex === hex);
    if (choice !== undefined) {
      this.to = choice;
      this.desk.clearRefusal();
      this.desk.go(this);
      return true;
    }
    const here = this.at(hex);
    if (here.length === 1) this.choose(here[0]!.item);
    if (here.length) return here.length === 1;
    if (row) {
      void this.explain(hex, [row.item, this.place(hex)]);
      return true;
    }
    return false;
  }
  override clickUnit(unit: number): boolean {
    const row = this.rows.find((one) => this.item(one.item).unit === unit);
    if (row) this.choose(row.item);
    return row !== undefined;
  }
  override get hexes(): string[] {
    return this.rows.flatMap((row) => {
      const { unit, hex } = this.item(row.item);
      const at = hex ?? (unit === undefined ? null : this.desk.hexOf(unit));
      return at ? [at] : [];
    });
  }
  override get overlay(): Overlay {
    const row = this.rows.find((one) => one.item === this.active);
    const offered = (row?.to ?? []).flatMap((choice) => this.target(choice).hex ?? []);
    const unit = this.active === null ? undefined : this.item(this.active).unit;
    const from = unit === undefined ? null : this.desk.hexOf(unit);
    const to = this.to === null ? null : this.target(this.to).hex;
    return {
      fills: [{ hexes: offered, colour: COLOURS.offered, alpha: 0.2, outline: true, grow: 0.9 }],
      arrows: from && to ? [{ hexes: [from, to], colour: COLOURS.path }] : [],
    };
  }
  override get marked(): Map<number, number> {
    return markedUnits(this.rows.map((row) => [this.item(row.item).unit, row.item === this.active]));
  }
}

/** A shape that the client does not know yet: the noun is written as JSON. */
export class RawDraft extends Draft {
  text = $state("null");

  get noun(): Noun {
    try {
      return JSON.parse(this.text) as Noun;
    } catch {
      return undefined;
    }
  }
  get ready(): boolean {
    return this.noun !== undefined;
  }
  reset(): void {
    this.text = "null";
  }
  accept(noun: Noun): void {
    this.text = JSON.stringify(noun);
  }
}
