/** Drafts of orders to task forces: who sails by which way to where, who stops on the way, what goes aboard. */
import { post, type Fleet, type Haven, type HexMark, type Item, type Noun, type Raw, type Risk, type Sailing, type ShapeOf, type Voyage } from "../api";
import type { Overlay } from "../map/overlay";
import type { Highlights } from "../map/seaboxes";
import { t } from "../text";
import { COLOURS, Draft, sectionsOf } from "./draft.svelte";

/** A sea area or port on the way, and what might happen there. */
export interface Leg {
  label: string;
  risk: Risk | null;
}

/** What the other side has laid on the borders that a way crosses, leg by leg; null is a port, and the first is where it begins. */
export function barriers(seas: (string | null)[], marks: HexMark[], side: string | null): HexMark[][] {
  let before: string | null = null;
  const found = seas.map((sea) => {
    const laid = sea && before && sea !== before ? marks.filter((mark) => mark.side && mark.side !== side && [sea, before!].every((one) => mark.seas?.includes(one))) : [];
    before = sea ?? before;
    return laid;
  });
  return found.slice(1);
}

/** The chance that nobody finds the task force on its way, if everybody tries. */
export function unseen(legs: Leg[]): number {
  return legs.reduce((share, { risk }) => share * (1 - (risk?.chance ?? 0)), 1);
}

/** What the convoy points are whose name this is, without how many: one group of each may sail. */
export function convoyOf(item: Raw): string | null {
  const words = String(item).split(" ");
  return words.length === 4 ? words.slice(0, 3).join(" ") : null;
}

/** A way through sea areas that is being drawn. */
export abstract class CourseDraft<S extends ShapeOf<"Voyages" | "Courses"> = ShapeOf<"Voyages" | "Courses">> extends Draft<S> {
  /** Places that it shall go through first. */
  via: number[] = $state([]);
  sailing: Sailing | null = $state.raw(null);
  goal: Haven | null = $state.raw(null);
  asking = $state(false);
  private turn = 0;
  /** A click on the map that came before the answer where they can go: done when it is there. */
  private early: (() => void) | null = null;

  /** Who goes; nobody: the task force under way. */
  abstract get items(): Raw[];
  /** Where they set out from. */
  abstract get here(): number | null;
  /** A part of the noun that stands for a place. */
  abstract stop(place: number): Item;

  get havens(): Haven[] {
    return this.sailing?.havens ?? [];
  }

  get way(): number[] {
    return this.goal?.way ?? [];
  }

  get legs(): Leg[] {
    return this.legsOf(this.way);
  }

  legsOf(way: number[]): Leg[] {
    const within = way.length === 1 && this.here !== null && this.seaAt(way[0]!) !== null && this.seaAt(way[0]!) === this.seaAt(this.here);
    return way.map((place) => {
      const sea = this.seaAt(place);
      return { label: sea ?? this.stop(place).label, risk: within || sea === null ? null : (this.sailing?.risks?.[sea] ?? null) };
    });
  }

  seaAt(place: number): string | null {
    return this.stop(place).sea ?? null;
  }

  /** Asks the server where they can go, and with what they arrive. */
  async look(): Promise<void> {
    const turn = ++this.turn;
    const wanted = this.goal?.place;
    this.early = null;
    this.goal = null;
    this.sailing = null;
    this.desk.clearRefusal();
    if (!this.able) return;
    this.asking = true;
    try {
      const sent = await post<Sailing>(`${this.desk.game.path}/sailing`, { seat: this.desk.game.seat, verb: this.verb, items: [...this.items], via: [...this.via], berths: this.aboard });
      if (turn !== this.turn) return;
      if (sent.nowhere && this.via.length) {
        this.via = this.via.slice(0, -1); // not by that way
        this.desk.game.refusal = sent.nowhere;
        this.asking = false;
        return await this.look();
      }
      this.sailing = sent;
      this.goal = this.havens.find(({ place }) => place === wanted) ?? null;
      (this.early as (() => void) | null)?.();
    } catch (error) {
      if (turn === this.turn) this.desk.game.refuse(error);
    } finally {
      if (turn === this.turn) this.asking = false;
    }
  }

  protected get able(): boolean {
    return true;
  }
  /** Who goes aboard which ship before they sail. */
  protected get aboard(): [number, number][] {
    return [];
  }

  goTo(haven: Haven): void {
    this.goal = haven;
    this.desk.clearRefusal();
  }

  /** The way leads through this sea area. */
  async goVia(sea: string): Promise<void> {
    const through = this.havens.find((haven) => haven.sea === sea && haven.section === 0);
    if (!through) return;
    this.via = [...through.way];
    await this.look();
  }

  async straight(): Promise<void> {
    this.via = [];
    await this.look();
  }

  /** The sections of a sea area where the move may end, the highest first. */
  sectionsIn(sea: string): Haven[] {
    return this.havens.filter((haven) => haven.sea === sea).sort((a, b) => (b.section ?? 0) - (a.section ?? 0));
  }

  protected chooseIn(sea: string, section: number | null): boolean {
    const there = this.sectionsIn(sea);
    const found = section === null ? there[0] : there.find((haven) => haven.section === section);
    if (found) this.goTo(found);
    return !!found;
  }

  override clickHex(hex: string): boolean {
    if (this.waits(() => this.clickHex(hex))) return true;
    const found = this.havens.find((haven) => haven.hex === hex);
    if (found) this.goTo(found);
    return !!found;
  }

  private waits(click: () => void): boolean {
    if (this.asking && !this.sailing) this.early = click;
    return this.early === click;
  }

  override clickSea(sea: string, section: number | null, extend: boolean): boolean {
    if (this.waits(() => this.clickSea(sea, section, extend))) return true;
    if (extend && this.havens.some((haven) => haven.sea === sea)) {
      void this.goVia(sea);
      return true;
    }
    return this.chooseIn(sea, section);
  }

  /** Where a place lies on the map: the hex of a port, or the one below a section. */
  protected hexAt(place: number): string | null {
    const { hex, sea, section } = this.stop(place);
    return hex ?? (sea ? this.desk.anchor(sea, section ?? null) : null);
  }

  override get hexes(): string[] {
    const place = this.here;
    const hex = place === null ? null : this.hexAt(place);
    return hex ? [hex] : [];
  }

  /** The whole way, so that whoever looks sees where it begins. */
  override get goals(): string[] {
    return this.goal ? this.stops : [];
  }

  private get stops(): string[] {
    return this.here === null ? [] : [this.here, ...this.way].map((place) => this.hexAt(place)).filter((hex): hex is string => !!hex);
  }

  override get highlights(): Highlights {
    return sectionsOf(this.havens.map((haven) => [haven, haven === this.goal]));
  }

  override get overlay(): Overlay {
    const ports = this.havens.flatMap(({ hex }) => hex ?? []);
    const stops = this.stops;
    const tags = this.legs.flatMap(({ risk }, n) => {
      const hex = risk?.chance ? this.hexAt(this.way[n]!) : null;
      return hex ? [{ hex, text: `${Math.round(100 * risk!.chance)} %`, colour: COLOURS.attack }] : [];
    });
    return {
      fills: [{ hexes: ports, colour: COLOURS.offered, alpha: 0.2, outline: true, grow: 0.9 }],
      arrows: stops.length > 1 ? [{ hexes: stops, colour: COLOURS.path, width: 0.16 }] : [],
      rings: stops.length ? [{ hex: stops[0]!, colour: COLOURS.chosen }] : [],
      tags,
    };
  }
}

/** A task force sets out: it is picked, with its cargo, and then its way. */
export class VoyageDraft extends CourseDraft<ShapeOf<"Voyages">> {
  chosen: Raw[] = $state([]);
  /** Unit → the transport that it goes aboard. */
  berths: Record<string, number> = $state({});

  get items(): Raw[] {
    return this.chosen;
  }
  get fleets(): Fleet[] {
    return this.shape.fleets;
  }
  /** Its own fleets, and those of allies who may be asked to sail along. */
  private get all(): Fleet[] {
    return [...this.fleets, ...this.shape.guests];
  }
  /** Everything that may sail from a place; who aborts may go home together, out of whichever sections. */
  from(place: number): Raw[] {
    return this.all.filter(({ start }) => this.gathering(start) === place).flatMap(({ units }) => units);
  }
  get starts(): number[] {
    return [...new Set(this.fleets.map(({ start }) => this.gathering(start)))];
  }
  startOf(item: Raw): number | null {
    const fleet = this.all.find(({ units }) => units.includes(item));
    return fleet ? this.gathering(fleet.start) : null;
  }
  /** Ships of an ally, who is asked before they sail. */
  isGuest(item: Raw): boolean {
    return this.shape.guests.some(({ units }) => units.includes(item));
  }
  private gathering(start: number): number {
    return this.verb === "abort-to" ? this.fleets[0]!.start : start;
  }
  get here(): number | null {
    return this.chosen.length ? this.startOf(this.chosen[0]!) : null;
  }
  stop(place: number): Item {
    return this.target(place);
  }
  protected override get able(): boolean {
    return this.chosen.length > 0;
  }
  protected override get aboard(): [number, number][] {
    return Object.entries(this.berths).map(([unit, ship]) => [Number(unit), ship]);
  }
  get noun(): Noun {
    return [[...this.chosen], [...this.way], this.aboard];
  }
  get ready(): boolean {
    return this.chosen.length > 0 && this.way.length > 0;
  }
  reset(): void {
    this.chosen = [];
    this.berths = {};
    this.via = [];
    this.goal = null;
    this.sailing = null;
  }
  async accept(noun: Noun): Promise<void> {
    const [items, way, berths] = noun as [Raw[], number[], [number, number][] | undefined];
    this.chosen = [...items];
    this.berths = Object.fromEntries((berths ?? []).map(([unit, ship]) => [String(unit), ship]));
    this.via = way.slice(0, -1);
    await this.look();
    this.goal = this.havens.find(({ place }) => place === way.at(-1)) ?? null;
  }

  /** Who may go aboard a chosen ship that lies in port. */
  cargoFor(ship: Raw): number[] {
    return this.fleets.flatMap((fleet) => fleet.berths.filter(([, on]) => on === ship).map(([unit]) => unit));
  }
  /** Where they can go may hang on it: an HQ aboard opens ports to them. */
  async load(unit: number | null, ship: number): Promise<void> {
    const others = Object.fromEntries(Object.entries(this.berths).filter(([one, on]) => on !== ship && Number(one) !== unit));
    this.berths = unit === null ? others : { ...others, [String(unit)]: ship };
    await this.look();
  }

  /** These and no others; those that lie elsewhere stay behind. */
  async pick(items: Raw[]): Promise<void> {
    const start = items.length ? this.startOf(items[0]!) : null;
    const together = items.filter((item) => this.startOf(item) === start);
    this.chosen = together.filter((item, n) => {
      const convoy = convoyOf(item);
      return convoy === null || together.findLastIndex((other) => convoyOf(other) === convoy) === n;
    });
    this.via = [];
    this.berths = Object.fromEntries(Object.entries(this.berths).filter(([, ship]) => this.chosen.includes(ship)));
    await this.look();
  }

  async toggle(item: Raw): Promise<void> {
    if (this.chosen.includes(item)) return this.pick(this.chosen.filter((other) => other !== item));
    const convoy = convoyOf(item);
    const others = this.startOf(item) === this.here ? this.chosen.filter((other) => convoy === null || convoyOf(other) !== convoy) : [];
    return this.pick([...others, item]);
  }

  /** Where ships lie, first the surface ships are picked, then the submarines; convoys where there is nothing else. */
  pickFrom(place: number): void {
    const all = this.from(place).filter((item) => !this.isGuest(item));
    const ships = all.filter((item) => convoyOf(item) === null);
    const below = ships.filter((item) => this.desk.face(this.item(item).unit ?? -1)?.type === "SUB");
    const above = ships.filter((item) => !below.includes(item));
    const groups = [above, below, ships.length ? [] : all].filter((group) => group.length);
    const now = groups.findIndex((group) => this.chosen.length > 0 && this.chosen.every((item) => group.includes(item)));
    void this.pick(groups[(now + 1) % groups.length] ?? []);
  }

  override clickHex(hex: string): boolean {
    if (super.clickHex(hex)) return true;
    const start = this.starts.find((place) => this.stop(place).hex === hex);
    if (start !== undefined) this.pickFrom(start);
    return start !== undefined;
  }

  override clickSea(sea: string, section: number | null, extend: boolean): boolean {
    if (super.clickSea(sea, section, extend)) return true;
    const starts = this.starts.filter((place) => this.stop(place).sea === sea && (section === null || this.stop(place).section === section));
    if (starts.length) {
      this.pickFrom(starts.at(-1)!);
      return true;
    }
    if (this.chosen.length && this.sailing) {
      void this.whyNotThere(sea);
      return true;
    }
    return false;
  }

  /** Why the task force cannot go to a sea area, in the words of the rules. */
  private async whyNotThere(sea: string): Promise<void> {
    const place = Object.entries(this.offer.targets ?? {}).find(([, part]) => part.sea === sea)?.[0];
    if (place === undefined) {
      this.desk.game.refusal = { text: t("sail-too-far", { sea }) };
      return;
    }
    const reason = await this.desk.game.whyNot(this.verb, [[...this.chosen], [...this.via, Number(place)], []]).catch(() => null);
    if (reason) this.desk.game.refusal = reason;
  }

  override clickUnit(unit: number): boolean {
    if (!this.fleets.some(({ units }) => units.includes(unit))) return false;
    void this.toggle(unit);
    return true;
  }

  override get hexes(): string[] {
    return this.starts.map((place) => this.hexAt(place)).filter((hex): hex is string => !!hex);
  }

  override get marked(): Map<number, number> {
    const found = new Map<number, number>();
    for (const { units } of this.fleets) {
      for (const item of units) {
        const { unit } = this.item(item);
        if (unit !== undefined && unit !== null) found.set(unit, this.chosen.includes(item) ? COLOURS.chosen : COLOURS.offered);
      }
    }
    return found;
  }
}

/** A task force under way is told where to go on. */
export class OnwardDraft extends CourseDraft<ShapeOf<"Courses">> {
  get items(): Raw[] {
    return [];
  }
  private get voyage(): Voyage | null {
    const combat = this.desk.game.table?.combat;
    return combat?.kind === "voyage" ? combat : null;
  }
  get here(): number | null {
    return this.voyage?.place ?? null;
  }
  stop(place: number): Item {
    const { voyage } = this;
    if (!voyage || place !== voyage.place) return this.item(place);
    const { label, hex, sea, section } = voyage;
    return { label, ...(hex === null ? {} : { hex }), ...(sea === null || section === null ? {} : { sea, section }) };
  }
  get noun(): Noun {
    return [...this.way];
  }
  get ready(): boolean {
    return this.way.length > 0;
  }
  reset(): void {
    this.via = [];
    this.goal = null;
    void this.look();
  }
  async accept(noun: Noun): Promise<void> {
    const way = noun as number[];
    this.via = way.slice(0, -1);
    await this.look();
    this.goal = this.havens.find(({ place }) => place === way.at(-1)) ?? null;
  }
}

/** Some of a task force go no further. */
export class PartingDraft extends Draft<ShapeOf<"Partings">> {
  chosen: Raw[] = $state([]);
  where: number | null = $state(null);

  get noun(): Noun {
    return [[...this.chosen], this.where];
  }
  get ready(): boolean {
    return this.chosen.length > 0 && this.where !== null;
  }
  reset(): void {
    this.chosen = [];
    this.where = this.shape.places.length === 1 ? this.shape.places[0]! : null;
  }
  accept(noun: Noun): void {
    const [items, place] = noun as [Raw[], number];
    this.chosen = [...items];
    this.where = place;
  }
  toggle(item: Raw): void {
    this.chosen = this.chosen.includes(item) ? this.chosen.filter((other) => other !== item) : [...this.chosen, item];
  }
  override clickUnit(unit: number): boolean {
    if (!this.shape.units.includes(unit)) return false;
    this.toggle(unit);
    return true;
  }
  override clickSea(sea: string, section: number | null): boolean {
    const found = this.shape.places.filter((place) => this.target(place).sea === sea && (section === null || this.target(place).section === section));
    if (found.length) this.where = found.at(-1)!;
    return found.length > 0;
  }
  override get highlights(): Highlights {
    return sectionsOf(this.shape.places.map((place) => [this.target(place), place === this.where]));
  }
}

/** Each transport takes one unit aboard, or none. */
export class BoardingDraft extends Draft<ShapeOf<"Boarding">> {
  aboard: Record<string, number> = $state({});

  get ships(): number[] {
    return [...new Set(this.shape.berths.map(([, ship]) => ship))];
  }
  cargoFor(ship: number): number[] {
    return this.shape.berths.filter(([, on]) => on === ship).map(([unit]) => unit);
  }
  get noun(): Noun {
    return Object.entries(this.aboard).map(([ship, unit]) => [unit, Number(ship)]);
  }
  get ready(): boolean {
    const units = Object.values(this.aboard);
    return units.length > 0 && new Set(units).size === units.length;
  }
  reset(): void {
    this.aboard = {};
  }
  accept(noun: Noun): void {
    this.aboard = Object.fromEntries((noun as [number, number][]).map(([unit, ship]) => [String(ship), unit]));
  }
  load(unit: number | null, ship: number): void {
    const { [String(ship)]: _old, ...others } = this.aboard;
    this.aboard = unit === null ? others : { ...others, [String(ship)]: unit };
  }
}
