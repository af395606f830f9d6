/** A player's place at the table: the game, the map he looks at, and the answer he is preparing. */
import { untrack } from "svelte";
import { get, seatQuery, type Attack, type CounterFace, type Decision, type Doubtful, type HexMark, type Leave, type Limit, type MarkKind, type Noun, type Offer, type PoliticsPage, type Raw, type Standing, type Unit } from "../api";
import { makeDraft } from "../editors/registry";
import { AssignDraft, AttacksDraft, COLOURS, type Cards, type Desk, type Draft } from "../editors/draft.svelte";
import { together, type Overlay } from "../map/overlay";
import { sideColour } from "../map/palette";
import { chainsOverlay, routesOverlay, type ConvoyLane, type Route } from "../map/routes";
import type { Geometry, Rect } from "../map/geometry";
import { READABLE, type MapView } from "../map/view";
import { frontLine, mainFront } from "../map/front";
import { warsOf } from "../world/facts";
import { FilmState } from "./film.svelte";
import { GameState } from "./game.svelte";
import { hexName, type Library } from "./library";
import { rest, type Still } from "./newest";
import { placeBoxes, SECTIONS } from "./sea";
import { settings } from "./settings.svelte";

/** Milliseconds from one answer of the computer's to the next when it plays for us: one can follow it. */
const PACE = 150;
/** How far round a capital a player looks at first, in hex widths. */
const HOMELAND = 9;

export type LayerName = "control" | "zoc" | "supply" | "weather" | "range" | "rails" | "routes" | "notes" | "pacts" | "marks";

/** A routine decision that is going to be asked, with the answer that is proposed. */
export interface Proposal {
  decision: Decision;
  draft: Draft;
}

/** An action about which there is something to say before it is taken. */
export interface Doubt {
  verb: string;
  noun: Noun;
  reasons: Doubtful[];
}

export class PlayerDesk implements Desk {
  view: MapView | null = $state.raw(null);
  draft: Draft | null = $state.raw(null);
  selected: string | null = $state(null);
  /** The sea area, and perhaps its section, that was clicked last. */
  waters: { sea: string; section: number | null } | null = $state.raw(null);
  hovered: string | null = $state(null);
  layers: Record<LayerName, boolean> = $state({ control: true, zoc: false, supply: false, weather: false, range: false, rails: false, routes: false, notes: true, pacts: false, marks: true });
  /** What a layer shows beside what the table says. */
  layerData: Partial<Record<LayerName, Overlay>> = $state.raw({});
  /** How resources go to factories, and the resource whose route stands out. */
  routes: Route[] = $state.raw([]);
  /** Convoy points of the seat's powers by sea area, with how many of them carry something. */
  lanes: ConvoyLane[] = $state.raw([]);
  resource: string | null = $state(null);
  inspected: number | null = $state(null);
  panel: string | null = $state("log");
  /** Whoever answers on a board may look at the map in between. */
  boardFolded: boolean = $state(false);
  /** The page of politics lies over the map. */
  politicsOpen: boolean = $state(false);
  /** The part of it to be shown first. */
  politicsPart: string | null = $state(null);
  /** The map of the whole world does. */
  worldOpen: boolean = $state(false);
  /** The page as it was last sent, and to which seat. */
  politics: { seat: string | null; page: PoliticsPage } | null = $state.raw(null);
  /** The same for the board of a naval battle, until he wants it back. */
  battleFolded: boolean = $state(false);
  /** A table of the past, while the game is replayed. */
  past: GameState["table"] = $state.raw(null);
  readonly film: FilmState = new FilmState(this);
  /** Units that a film shows on their way. */
  moving: ReadonlySet<number> = $state.raw(new Set());
  /** What is routine, proposed together; null: it is asked one by one. */
  plan: Proposal[] | null = $state.raw(null);
  doubt: Doubt | null = $state.raw(null);
  /** The computer answers for us while the game is in this step, or in this impulse. */
  delegated: string | null = $state(null);
  cards: Cards = $state.raw({});
  /** The hexes that a choice is about, as long as it is looked at. */
  pointed: string[] = $state.raw([]);
  /** The question is about a place that the map did not open on. */
  unseen: boolean = $state(false);
  standing: Standing | null = $state.raw(null);
  limits: Limit[] = $state.raw([]);
  /** The odds of the attacks that are declared, until each is resolved. */
  attackOdds: Attack[] = $state.raw([]);
  /** Prompt → the word that answers it until the turn is over. */
  remembered: Record<string, string> = $state({});
  private oneByOne = "";
  /** Until the computer may answer for us again. */
  private breath: Promise<void> = Promise.resolve();
  private answered = -1;

  constructor(
    readonly game: GameState,
    readonly lib: Library,
  ) {}

  get table(): GameState["table"] {
    return this.past ?? this.game.table;
  }

  get units(): Record<string, Unit> {
    return this.table?.units ?? {};
  }

  face(unit: number): CounterFace | undefined {
    const counter = this.units[unit]?.counter;
    return counter === undefined ? undefined : this.lib.faces[counter];
  }

  hexName(hex: string): string {
    return hexName(this.lib, hex);
  }

  // --------------------------------------------------------------------------------------------------------- the draft

  /** A new decision: its first verb that needs more than a word. */
  meet(decision: Decision | null): void {
    if (!decision) {
      this.draft = null;
      this.plan = null;
      this.doubt = null;
      this.answered = -1;
      return;
    }
    if (decision.id !== this.answered) {
      this.doubt = null;
      this.cards = {};
      this.pointed = [];
      this.plan = null;
      this.boardFolded = false;
      this.lookAround(decision);
    }
    if (decision.id === this.answered && this.draft && decision.offers[this.draft.verb]) {
      // The same question with other choices, after an action in a shared step.
      const offer = decision.offers[this.draft.verb]!;
      if (JSON.stringify(offer.shape) === JSON.stringify(this.draft.offer.shape)) return;
    }
    const keep = this.draft && decision.offers[this.draft.verb]?.shape.shape !== "Nothing" ? this.draft.verb : null;
    this.answered = decision.id;
    const verb = (keep && decision.offers[keep] ? keep : null) ?? firstVerb(decision.offers);
    const again = verb === this.draft?.verb;
    this.take(verb);
    // Whoever did not want to be led where it was asked before is not led there when the same is asked again.
    if (this.unseen && again) this.arrive();
    else this.lookAt();
  }

  take(verb: string | null): void {
    const offer = verb === null ? undefined : this.game.table?.decision?.offers[verb];
    this.draft = verb !== null && offer ? makeDraft(this, verb, offer) : null;
    this.clearRefusal();
  }

  openPolitics(part: string | null = null): void {
    this.politicsPart = part;
    this.politicsOpen = true;
  }

  /** Shows on the map what a choice is about. */
  point(hexes: string[]): void {
    untrack(() => {
      if (!hexes.length && !this.pointed.length) return;
      this.pointed = hexes;
      if (hexes.length) void this.view?.glideTo(hexes, 250);
    });
  }

  /** Where a player begins to look: at the front, of a war on many maps where most of his units face the enemy; at peace, and without a front, at home. */
  opening(geometry: Geometry): string[] {
    const table = this.table;
    if (!table) return [];
    const mine = new Set(table.powers.filter(({ seat }) => seat === this.game.seat).map(({ id }) => id));
    const ours = this.isWide && mine.size > 0;
    if (ours && !table.wars.flat().some((power) => mine.has(power))) return this.home(geometry, mine);
    const line = frontLine(geometry, table.control, warsOf(table));
    const stand = Object.values(table.units).flatMap(({ place, power }) => (place.hex && (!ours || mine.has(power)) ? [place.hex] : []));
    const front = mainFront(geometry, line, stand);
    if (front.length) return front;
    return ours ? this.home(geometry, mine) : stand;
  }

  /** The country round the capital. */
  private home(geometry: Geometry, powers: ReadonlySet<string>): string[] {
    const { countries, places } = this.lib.board;
    const capital = countries.find(({ controller, kind }) => ["major", "home"].includes(kind) && powers.has(controller.toLowerCase().replaceAll(" ", "-")))?.capital;
    const hex = places.find(({ name }) => name === capital)?.hex;
    const i = hex ? geometry.of(hex) : -1;
    return i < 0 ? [] : geometry.key.filter((_, j) => Math.hypot(geometry.x[j]! - geometry.x[i]!, geometry.y[j]! - geometry.y[i]!) <= HOMELAND);
  }

  /** Moves the map to what is asked: to the battle, or if nothing of it can be seen. */
  lookAt(): void {
    if (this.lookAtBattle()) return;
    this.unseen = false;
    if (this.outOfSight) this.view?.show(this.draft!.hexes[0]!, READABLE);
  }

  /** Whoever has just come sees his war first; where something far from it is asked, he is led when he likes. */
  arrive(): void {
    this.unseen = !this.lookAtBattle() && this.outOfSight;
  }

  private lookAtBattle(): boolean {
    const view = this.view;
    const combat = this.game.table?.combat;
    const battle = combat?.kind === "land" || combat?.kind === "air" ? combat.hex : combat?.kind === "interception" ? this.anchor(combat.sea, null) : null;
    if (!view || !battle) return false;
    void view.glideTo([battle], 250, Math.max(READABLE, view.camera.scale));
    return true;
  }

  /** Whether the question is about places on the map and none of them is in sight. */
  private get outOfSight(): boolean {
    const hexes = this.draft?.hexes ?? [];
    const view = this.view;
    if (!view || !hexes.length) return false;
    const { x, y, width, height } = view.sight;
    return !hexes.some((hex) => {
      const i = view.geometry.of(hex);
      return i >= 0 && view.geometry.x[i]! > x && view.geometry.x[i]! < x + width && view.geometry.y[i]! > y && view.geometry.y[i]! < y + height;
    });
  }

  /** What else a new question brings: an answer that was promised, a proposal, cards. */
  private lookAround(decision: Decision): void {
    const word = this.remembered[this.memory(decision)];
    if (word && decision.offers[word]) {
      void this.act(word, null);
      return;
    }
    if (this.delegated !== null) {
      void this.answerForUs(decision);
      return;
    }
    if (decision.routine && settings.kept.plans && this.oneByOne !== this.step) void this.propose(decision);
    else void this.readCards(decision);
  }

  private async readCards(decision: Decision): Promise<void> {
    try {
      const { cards } = await this.game.counsel("cards");
      if (this.game.table?.decision?.id !== decision.id) return;
      this.cards = cards ?? {};
      this.point([...new Set(Object.values(this.cards).flatMap((card) => card[""]?.hexes ?? []))]);
    } catch {
      this.cards = {}; // they only help
    }
  }

  /** Submits; what one would regret is asked about first. True if it was taken. */
  async submit(verb: string, noun: unknown): Promise<boolean> {
    if (this.past) return false;
    const doubt = settings.kept.warnings ? await this.doubts(verb, noun) : null;
    if (doubt) {
      this.doubt = doubt;
      return false;
    }
    return this.act(verb, noun);
  }

  /** Submits without asking again. */
  async act(verb: string, noun: unknown): Promise<boolean> {
    this.doubt = null;
    this.film.summary = null;
    const draft = this.draft;
    const taken = await this.game.act(verb, noun);
    // The next question may have brought a draft of its own.
    if (taken && draft === this.draft) draft?.reset();
    return taken;
  }

  private async doubts(verb: string, noun: unknown): Promise<Doubt | null> {
    try {
      const { reasons } = await this.game.counsel("warnings", { verb, noun });
      return reasons?.length ? { verb, noun, reasons } : null;
    } catch {
      return null; // a warning only helps
    }
  }

  /** A draft made with clicks on the map is complete, and can be taken back. */
  go(draft: Draft): void {
    if (draft.ready && !this.game.busy) void this.submit(draft.action, draft.noun);
  }

  /** Attacks are declared and confirmed in one go. */
  async declare(draft: AttacksDraft): Promise<void> {
    const [noun, some] = [draft.noun, draft.declared.length > 0];
    const before = this.game.table?.attacks.length ?? 0;
    if (!some && settings.kept.warnings && this.doubt === null) {
      this.doubt = await this.doubts("done", null);
      if (this.doubt) return;
    }
    this.doubt = null;
    if ((some || before) && !(await this.game.act(draft.verb, noun))) return;
    if (this.game.table?.decision?.offers["done"]) await this.game.act("done", null, false);
  }

  // ------------------------------------------------------------------------------------------------ what is done for us

  /** The step of the sequence of play that the game is in. */
  get step(): string {
    const steps = this.game.table?.sequence ?? [];
    const here = steps.filter((one) => one.here);
    const turn = this.game.table?.turn;
    return `${turn?.number ?? 0} ${turn?.impulse ?? 0} ${here.at(-1)?.title ?? this.game.table?.decision?.rule ?? ""}`;
  }

  get impulse(): string {
    const turn = this.game.table?.turn;
    return `${turn?.number ?? 0} ${turn?.impulse ?? 0} `;
  }

  /** The computer does the rest of the step or of the impulse, dice and all. */
  delegate(scope: "step" | "impulse"): void {
    this.delegated = scope === "step" ? this.step : this.impulse;
    const decision = this.game.table?.decision;
    if (decision) void this.answerForUs(decision);
  }

  private async answerForUs(decision: Decision): Promise<void> {
    if (this.delegated === null || !this.step.startsWith(this.delegated)) {
      this.delegated = null;
      this.lookAround(decision);
      return;
    }
    await this.breath;
    const asked = (): boolean => this.delegated !== null && this.game.table?.decision?.id === decision.id;
    if (!asked()) return;
    this.breath = rest(PACE);
    try {
      const { verb, noun } = await this.game.ask("default");
      if (!asked() || !this.game.table?.decision) return;
      const before = this.game.table.decision;
      if (!(await this.game.act(verb, noun))) this.delegated = null;
      // The same question again, after an action in a shared step.
      else if (this.game.table?.decision?.id === before.id) await this.answerForUs(this.game.table.decision);
    } catch (error) {
      this.delegated = null;
      this.game.refuse(error);
    }
  }

  private memory(decision: Decision): string {
    return `${this.game.table?.turn?.number ?? 0} ${decision.prompt}`;
  }

  /** The same word answers this question for the rest of the turn. */
  async remember(verb: string): Promise<void> {
    const decision = this.game.table?.decision;
    if (!decision) return;
    const memory = this.memory(decision);
    this.remembered[memory] = verb; // before it is submitted: the next question may follow at once
    if (!(await this.submit(verb, null))) delete this.remembered[memory];
  }

  // -------------------------------------------------------------------------------------------------------- proposals

  private async propose(decision: Decision): Promise<void> {
    try {
      const { plan } = await this.game.counsel("plan");
      if (this.game.table?.decision?.id !== decision.id || !plan?.length) return;
      this.plan = plan.map(({ decision: asked, verb, noun }) => {
        const draft = makeDraft(this, verb, asked.offers[verb]!);
        draft.accept(noun);
        return { decision: asked, draft };
      });
      this.draft = this.plan[0]!.draft;
      this.view?.showAll([...new Set(this.plan.flatMap(({ draft }) => draft.goals))]);
    } catch {
      this.plan = null; // it is asked one by one
    }
  }

  /** Takes every proposal as it stands; stops where the game asks something else. */
  async accept(): Promise<void> {
    const plan = this.plan ?? [];
    for (const { decision, draft } of plan) {
      const now = this.game.table?.decision;
      if (!now || now.prompt !== decision.prompt || !now.offers[draft.verb]) break;
      this.answered = -2; // the questions in between are not looked at
      if (!(await this.game.act(draft.verb, draft.noun))) break;
    }
    this.plan = null;
    this.answered = -1;
    this.meet(this.game.table?.decision ?? null);
  }

  draftFor(verb: string, offer: Offer): Draft {
    return makeDraft(this, verb, offer);
  }

  /** One by one after all, for this step. */
  askOneByOne(): void {
    this.oneByOne = this.step;
    this.plan = null;
    this.answered = -1;
    this.meet(this.game.table?.decision ?? null);
  }

  // -------------------------------------------------------------------------------------------------- declared attacks

  /** Asks for the odds of what is declared; what is resolved drops out by itself. */
  async reckon(): Promise<void> {
    try {
      const odds = await this.game.newest.ask("odds of attacks", (still) => this.oddsOfAttacks(still));
      if (odds) this.attackOdds = odds;
    } catch {
      this.attackOdds = [];
    }
  }

  private async oddsOfAttacks(still: Still): Promise<Attack[]> {
    const attacks = (this.game.table?.attacks ?? []).filter(({ open }) => open);
    const number = (hex: string): number => this.lib.number.get(hex) ?? -1;
    const noun = attacks.flatMap(({ hex, units }) => units.map((unit) => [unit, number(hex)]));
    return noun.length && this.game.seat !== null ? this.game.odds({ noun }, still) : [];
  }

  /** Arrows with odds for each attack of the step; those that were resolved are grey, with what came of them. */
  get attacksOverlay(): Overlay {
    const table = this.table;
    const all = table?.attacks ?? [];
    const open = all.filter((attack) => attack.open);
    const combat = table?.combat;
    const around = combat && "around" in combat ? combat.around : null;
    if (!table || !combat || (this.draft instanceof AttacksDraft && !this.past)) return {};
    const now = combat.kind === "land" ? combat : around?.kind === "land" ? around : null;
    const fought = now?.hex ? [{ hex: now.hex, units: now.attackers.map(({ unit }) => unit) }] : [];
    const events = table.log.flatMap((entry) => entry.events);
    const resolved = all.filter((attack) => !attack.open && attack.hex !== now?.hex);
    const starts = (units: number[], goal: string): string[] => [...new Set(units.flatMap((unit) => this.hexOf(unit) ?? []))].filter((hex) => hex !== goal);
    return {
      arrows: [...open, ...fought].flatMap(({ hex, units }) =>
        starts(units, hex).map((from) => ({ hexes: [from, hex], colour: COLOURS.attack, width: 0.1, short: true })),
      ),
      rings: now?.hex ? [{ hex: now.hex, colour: COLOURS.attack }] : [],
      tags: [
        ...resolved.map(({ hex }) => {
          const told = events.findLast((event) => event.type === "LandCombatResult" && event.hex === hex)?.text ?? "";
          return { hex, text: `✓ ${told.split(" ").at(-1)?.replace(/\.$/, "") ?? ""}`, colour: COLOURS.done };
        }),
        ...open.flatMap(({ hex }) => {
          const odds = this.attackOdds.find((one) => one.hex === hex)?.odds;
          return odds ? [{ hex, text: odds, colour: COLOURS.attack }] : [];
        }),
      ],
    };
  }

  // ---------------------------------------------------------------------------------------------------------- what wins

  async lookHowItStands(): Promise<void> {
    const sent = await this.game.newest.ask("standing", (still) =>
      get<{ standing: Standing; limits: Limit[] }>(`${this.game.path}/standing${seatQuery(this.game.seat)}`, still),
    );
    if (!sent) return;
    this.standing = sent.standing;
    this.limits = sent.limits;
  }

  // ------------------------------------------------------------------------------------------------------- the pointer

  clickHex(hex: string | null, extend: boolean): void {
    if (hex === null) {
      this.selected = null;
      this.view?.openFan(null);
      return;
    }
    const sea = this.seaOf(hex);
    if (sea !== null && this.clickSea(sea, null, extend)) {
      this.selected = hex;
      return;
    }
    const meant = !this.past && (this.draft?.clickHex(hex, extend) ?? false);
    this.selected = hex;
    if (!meant) this.view?.openFan(this.view.fanOpen === hex ? null : hex);
    else if (this.view?.fanOpen && this.view.fanOpen !== hex) this.view.openFan(null);
  }

  /** The sea area of a sea hex where nobody stands; null where there is no war at sea. */
  private seaOf(hex: string): string | null {
    if (!this.atSea || this.unitsAt(hex).length) return null;
    const i = this.lib.number.get(hex) ?? -1;
    const { kind, seas } = this.lib.board.hexes;
    const sea = kind[i] === "sea" ? seas[i]?.[0] : undefined;
    return sea !== undefined && this.table!.in_play.seas!.includes(sea) ? sea : null;
  }

  /** Where the sea-boxes lie on the map, once it is there. */
  get boxes(): Map<string, Rect> {
    if (!this.view || !this.atSea) return new Map();
    this.laid ??= placeBoxes(this.lib.board, this.view.geometry, this.game.table?.in_play.seas ?? []);
    return this.laid;
  }
  private laid: Map<string, Rect> | null = null;

  /** The hex below a section of a sea-box, or below the middle of the box. */
  anchor(sea: string, section: number | null): string | null {
    const box = this.boxes.get(sea);
    const geometry = this.view?.geometry;
    if (!box || !geometry) return this.lib.seas.get(sea)?.[0] ?? null;
    const i = geometry.nearest(section === null ? box.x + box.width / 2 : box.x + ((section + 0.5) * box.width) / SECTIONS, box.y + box.height / 2, 3);
    return i < 0 ? null : geometry.key[i]!;
  }

  /** Whether the game is played on more than one sheet: then there is a map of all of them. */
  get isWide(): boolean {
    return (this.game.table?.in_play?.sheets?.length ?? 0) > 1;
  }

  /** Whether the game is fought at sea too. */
  get atSea(): boolean {
    return (this.game.table?.in_play?.seas?.length ?? 0) > 0;
  }

  /** A sea area, or a section of its box: for the answer in the making, else its panel opens. True if it was that of a game at sea. */
  clickSea(sea: string, section: number | null, extend: boolean): boolean {
    this.view?.openFan(null);
    const meant = !this.past && (this.draft?.clickSea(sea, section, extend) ?? false);
    this.waters = { sea, section };
    if (!meant) this.panel = "sea";
    return true;
  }

  clickUnit(unit: number, extend: boolean): void {
    this.inspected = unit;
    if (!this.past) this.draft?.clickUnit(unit, extend);
  }

  unitsAt(hex: string): number[] {
    return Object.entries(this.units)
      .filter(([, unit]) => unit.place.hex === hex)
      .map(([id]) => Number(id));
  }

  hexOf(unit: number): string | null {
    return this.units[unit]?.place.hex ?? null;
  }

  refuse(hex: string, reason: { text: string; rule?: string; ask?: Leave }): void {
    this.game.refusal = { ...reason, hex };
  }

  clearRefusal(): void {
    this.game.refusal = null;
  }

  // -------------------------------------------------------------------------------------------------------- the layers

  get sides(): string[] {
    return [...new Set((this.powers ?? []).map((power) => power.side).filter((side): side is string => !!side))].sort();
  }

  // Objects that a change of the table leaves alone stay the same ones: what is worked out from them is worked out once.
  private readonly powers = $derived(this.table?.powers);
  private readonly control = $derived(this.table?.control);
  private readonly wars = $derived(this.table?.wars);
  private readonly weather = $derived(this.table?.turn?.weather);
  private readonly playing = $derived(this.table?.in_play?.hexes);
  private readonly sideOf: Map<string, string | null> = $derived(new Map(this.powers?.map(({ id, side }) => [id, side])));

  sideOfPower(power: string): string | null {
    return this.sideOf.get(power) ?? null;
  }

  colourOfSide(side: string | null): number {
    return side === null ? 0x8a8578 : sideColour(this.sides.indexOf(side));
  }

  /** Resource → factory, as far as it has been chosen; null while the seat has chosen nothing. */
  get resourcesSent(): [string, Raw][] | null {
    const draft = this.draft;
    if (this.past || !(draft instanceof AssignDraft) || !["send-resources", "route-goods"].includes(draft.verb)) return null;
    const given = Object.entries(draft.given);
    return given.length ? given : null;
  }

  /** Who holds what, and the front. */
  private readonly controlOverlay: Overlay = $derived.by(() => {
    const [control, powers, wars] = [this.control, this.powers, this.wars];
    if (!control || !powers || !wars) return {};
    const held = new Map<string, string[]>(this.sides.map((side) => [side, []]));
    for (const [hex, power] of Object.entries(control)) held.get(this.sideOfPower(power) ?? "")?.push(hex);
    return {
      fills: [...held].map(([side, hexes]) => ({ hexes, colour: this.colourOfSide(side), alpha: 0.14 })),
      sides: this.view ? [{ pairs: frontLine(this.view.geometry, control, warsOf({ powers, wars })), colour: 0x7a1510, width: 0.06 }] : [],
    };
  });

  private readonly weatherOverlay: Overlay = $derived.by(() => {
    const { key, zone, kind } = this.lib.board.hexes;
    const by = new Map<string, string[]>();
    const playing = this.playing ? new Set(this.playing) : null;
    key.forEach((hex, i) => {
      if (!zone[i] || kind[i] === "sea" || (playing && !playing.has(hex))) return;
      const sky = this.weather?.[zone[i]!] ?? "";
      const there = by.get(sky);
      if (there) there.push(hex);
      else by.set(sky, [hex]);
    });
    return { fills: [...by].map(([sky, hexes]) => ({ hexes, colour: WEATHER[sky.toLowerCase()] ?? 0xb0a890, alpha: 0.3 })) };
  });

  private readonly marks = $derived(this.table?.marks);

  /** What the title lays on the map beside counters. */
  private readonly marksOverlay: Overlay = $derived.by(() => {
    const drawn = (this.marks?.hexes ?? []).map((mark) => ({ mark, kind: this.lib.look.marks[mark.kind], colour: this.colourOfMark(mark) }));
    return { sides: drawn.flatMap(({ mark, kind, colour }) => (kind?.shape === "wall" || kind?.shape === "dots" ? [{ pairs: mark.sides ?? [], colour, shape: kind.shape }] : [])) };
  });

  /** Their letters lie above counters. */
  readonly markTags: Overlay = $derived.by(() => ({
    tags: this.layers.marks ? (this.marks?.hexes ?? []).flatMap((mark) => (mark.letters ? [{ hex: mark.hex, text: mark.letters, colour: this.colourOfMark(mark), low: true }] : [])) : [],
  }));

  private colourOfMark({ kind, side }: HexMark): number {
    const own = this.lib.look.marks[kind]?.colour;
    return own ? Number.parseInt(own.slice(1), 16) : this.colourOfSide(side ?? null);
  }

  /** Unit → what it wears that is not printed on it. */
  readonly worn: ReadonlyMap<number, MarkKind[]> = $derived.by(() => {
    const found = new Map<number, MarkKind[]>();
    for (const [name, units] of Object.entries(this.marks?.units ?? {})) {
      const kind = this.lib.look.marks[name];
      if (kind) for (const unit of units) found.set(unit, [...(found.get(unit) ?? []), kind]);
    }
    return found;
  });

  /** The marks that a hex has, or that bar the border of a sea area. */
  marksAt(hex: string): HexMark[] {
    return (this.marks?.hexes ?? []).filter((mark) => mark.hex === hex);
  }

  marksOfSea(sea: string): HexMark[] {
    return this.marksAtSea.filter((mark) => mark.seas?.includes(sea));
  }

  get marksAtSea(): HexMark[] {
    return (this.marks?.hexes ?? []).filter((mark) => mark.seas?.length);
  }

  /** The side of whoever sits here. */
  get side(): string | null {
    return this.game.seat === null ? null : (this.powers?.find(({ seat }) => seat === this.game.seat)?.side ?? null);
  }

  readonly layerOverlay: Overlay = $derived.by(() => {
    const shown: Overlay[] = [...(this.layers.control ? [this.controlOverlay] : []), ...(this.layers.weather ? [this.weatherOverlay] : []), ...(this.layers.marks ? [this.marksOverlay] : [])];
    for (const name of Object.keys(this.layerData) as LayerName[]) if (this.layers[name]) shown.push(this.layerData[name]!);
    if (this.layers.routes) shown.push(chainsOverlay(this.lanes, this.lib.board.seas, (sea) => this.anchor(sea, null)), routesOverlay(this.routes, this.resource));
    return together(shown);
  });

  setLayerData(name: LayerName, data: Overlay | undefined): void {
    const { [name]: _old, ...rest } = this.layerData;
    this.layerData = data ? { ...rest, [name]: data } : rest;
  }
}

/** Skies as colours: fine, rain, snow, storm, blizzard. */
export const WEATHER: Record<string, number> = {
  fine: 0xf2d675,
  rain: 0x5b8fb8,
  snow: 0xe9f1f7,
  storm: 0x4f5b78,
  blizzard: 0xa9b9d6,
};

function firstVerb(offers: Record<string, Offer>): string | null {
  const verbs = Object.keys(offers);
  return verbs.find((verb) => offers[verb]!.shape.shape !== "Nothing") ?? null;
}
