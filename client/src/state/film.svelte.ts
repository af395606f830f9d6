/** The past as a film: entry by entry on the map, live while others act, or from the server's record. */
import { get, type FilmReel, type Line, type Story, type Table, type Told, type UnitPlace } from "../api";
import type { Overlay } from "../map/overlay";
import type { Camera, Motion } from "../map/view";
import { COLOURS } from "../editors/draft.svelte";
import type { PlayerDesk } from "./desk.svelte";
import { merged } from "./game.svelte";
import type { Still } from "./newest";
import { settings } from "./settings.svelte";

/** The table after an entry, and what the entry told. */
interface Shot {
  table: Table;
  told: Told[];
}

/** Milliseconds that a move and a battle are shown at speed 1. */
const MOVE = 700;
const BATTLE = 2600;
const QUIET = 120;
/** Events that say where somebody went better than the change of his place does. */
const TELLING = new Set(["Marched"]);
/** Events at sea that a combat is seen by. */
const AT_SEA = new Set(["NavalCombatInitiated", "InterceptionTried", "NavalAttack", "HitSuffered", "PortAttacked"]);
/** Wars, countries that fall or change sides, peace: what everybody wants to see even if nobody moves. */
const NEWS = new Set(["WarDeclared", "MinorAligned", "CountryConquered", "CountryLiberated", "PowerFallen", "VichyDeclared", "VichyCollapsed", "PeaceMade", "MinorAtPeace", "CountryTransferred", "EntryOptionChosen"]);
/** Milliseconds that news stay on the map. */
const TOLD = 1500;
/** Shots kept of what happens while the page is open. */
const MOST = 600;

export interface Sum {
  title: string;
  marches: number;
  voyages: number;
  battles: Line[];
  flights: number;
  gained: Line[];
  news: Line[];
}

export class FilmState {
  /** What the film begins with; null: no film is on. */
  start: Table | null = $state.raw(null);
  shots: Shot[] = $state.raw([]);
  /** How many shots have been shown. */
  at = $state(0);
  playing = $state(false);
  lines: Line[] = $state.raw([]);
  arrows: Overlay = $state.raw({});
  /** Shown at the end of what others did. */
  summary: Sum | null = $state.raw(null);
  /** Where the player looked when it began. */
  private from: Camera | null = null;
  /** It follows what others do now. */
  live = $state(false);
  /** Others are still at it and nobody wants to watch: what they do is only summed up. */
  skipping = $state(false);
  problem = $state("");
  private running = false;
  private asked = 0;
  /** The shot that is being shown, and how many have begun: what a later one has overtaken goes no further. */
  private showing: Shot | null = null;
  private begun = 0;
  /** Ends a rest before its time. */
  private wake: () => void = () => undefined;
  /** How near the camera was when the film began. */
  private near = 0;

  constructor(private readonly desk: PlayerDesk) {}

  get on(): boolean {
    return this.start !== null;
  }

  get length(): number {
    return this.shots.length;
  }

  /** The entry that is shown. */
  get entry(): number {
    return ((this.shots[this.at - 1]?.table ?? this.start)?.entries ?? 1) - 1;
  }

  /** The battle that the shown entry belongs to, until the next deed. */
  get card(): Line | null {
    const told = this.lines.filter((one) => one.seq <= this.entry);
    // What else comes of a battle, such as a bonus point, is told after it.
    const fought = told.filter((one) => one.seq === this.entry && one.fight).at(-1);
    const line = fought ?? told.filter((one) => one.kind !== "minor" && one.kind !== "ground" && one.kind !== "loss").at(-1);
    return line?.fight ? line : null;
  }

  /** Headings, battles and news, to jump to. */
  get chapters(): Line[] {
    return this.lines.filter((line) => ["turn", "impulse", "step", "battle", "politics"].includes(line.kind));
  }

  // ------------------------------------------------------------------------------------------------- where it comes from

  /** Somebody else has done something while we look on. */
  hear(before: Table, after: Table): void {
    const told = after.log.filter((entry) => entry.seq >= before.entries);
    if (!this.on) {
      const mine = this.desk.game.card?.mine ?? [];
      const theirs = told.some((entry) => entry.seat && !mine.includes(entry.seat) && entry.events.some((event) => event.path?.length || event.type === "OddsReckoned" || NEWS.has(event.type)));
      const side = after.powers.find((power) => power.seat === this.desk.game.seat)?.side;
      // What they answer in our own impulse we see anyway.
      if (after.turn?.side_to_move === side && side) return;
      if (!theirs || settings.kept.film === 0 || this.desk.delegated || this.desk.past || this.desk.game.seat === null || document.hidden) return;
      [this.start, this.shots, this.at, this.live, this.lines] = [before, [], 0, true, []];
      this.from = this.desk.view ? { ...this.desk.view.camera } : null;
      this.summary = null;
      this.desk.past = before;
      void this.play();
    }
    if (this.live) this.record({ table: after, told });
    if (this.skipping && this.mine) void this.end();
  }

  /** One more shot. The oldest makes room: what is shown stays what it was, as long as it is there. */
  private record(shot: Shot): void {
    this.shots = [...this.shots, shot];
    if (this.shots.length <= MOST) return;
    const [first, ...rest] = this.shots;
    [this.start, this.shots, this.at] = [first!.table, rest, Math.max(0, this.at - 1)];
  }

  /** A stretch of the record from an entry on; plays if wanted. */
  async load(since: number, seat: string | null, entry = since): Promise<void> {
    this.stop();
    const turn = this.asked;
    try {
      const query = seat === null ? "" : `&seat=${encodeURIComponent(seat)}`;
      const reel = await get<FilmReel>(`${this.desk.game.path}/film?since=${since}${query}`);
      if (turn !== this.asked) return;
      let table = reel.start;
      const shots: Shot[] = [];
      for (const delta of reel.deltas) {
        const before = table.entries;
        table = merged(table, delta);
        shots.push({ table, told: table.log.filter((one) => one.seq >= before) });
      }
      [this.start, this.shots, this.live, this.summary] = [reel.start, shots, false, null];
      this.at = Math.max(0, Math.min(shots.length, entry - since));
      this.problem = "";
      this.showStill();
      await this.read(seat);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** The story of what is shown: battles on their cards, and the chapters. */
  private async read(seat: string | null, still?: Still): Promise<void> {
    if (!this.start) return;
    const query = seat === null ? "" : `&seat=${encodeURIComponent(seat)}`;
    const until = this.shots.at(-1)?.table.entries ?? this.start.entries;
    const { lines } = await get<Story>(`${this.desk.game.path}/story?since=${Math.max(0, this.start.entries - 1)}&until=${until}${query}`, still);
    this.lines = lines;
  }

  /** The story of what has come in since it was last read; without it the film goes on. */
  private async keepReading(): Promise<void> {
    await this.desk.game.newest.ask("film", (still) => this.read(this.desk.game.seat, still)).catch(() => undefined);
  }

  // ------------------------------------------------------------------------------------------------------- showing it

  private showStill(): void {
    this.desk.past = this.shots[this.at - 1]?.table ?? this.start;
    this.arrows = {};
  }

  seek(at: number): void {
    this.cut();
    this.at = Math.max(0, Math.min(this.shots.length, at));
    this.showStill();
    this.look(this.at);
  }

  /** Nothing that is on its way is shown any further. */
  private cut(): void {
    this.begun++;
    this.showing = null;
    this.desk.moving = new Set();
    this.desk.view?.halt();
    this.wake();
  }

  /** Stands still at the end of what is being shown: a pause or a step waits for nothing. */
  private pause(): void {
    this.playing = false;
    if (this.showing) this.seek(this.shots.indexOf(this.showing) + 1);
  }

  /** To the first shot that shows an entry. */
  seekEntry(seq: number): void {
    const at = this.shots.findIndex((shot) => shot.table.entries > seq);
    this.playing = false;
    this.seek(at < 0 ? this.shots.length : at + 1);
    const line = this.lines.find((one) => one.seq === seq && one.hex);
    if (line?.hex && line.kind !== "politics") this.desk.view?.show(line.hex, 40);
  }

  back(): void {
    this.pause();
    let at = this.at - 1;
    while (at > 0 && !this.worth(at)) at--;
    this.seek(at);
  }

  async forward(): Promise<void> {
    this.pause();
    let at = this.at;
    while (at < this.shots.length - 1 && !this.worth(at + 1)) at++;
    this.seek(at);
    await this.show();
  }

  /** Whether the nth shot shows anything on the map. */
  private worth(nth: number): boolean {
    const shot = this.shots[nth - 1];
    return !!shot && (shot.told.some((entry) => entry.events.some((event) => event.path?.length)) || this.battleBegins(shot) !== null);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  async play(): Promise<void> {
    this.playing = true;
    if (this.running) return;
    this.running = true;
    try {
      if (this.at >= this.shots.length && !this.live) this.at = 0;
      while (this.playing && this.on) {
        if (this.at < this.shots.length) await this.show();
        else if (this.live && !this.mine) await this.rest(80);
        else break;
      }
    } finally {
      this.running = false;
    }
    if (this.playing && this.at >= this.shots.length) await this.end();
  }

  /** Whether the game waits for us: what others did is then complete. */
  private get mine(): boolean {
    const table = this.desk.game.table;
    return !table || table.over || table.waiting.includes(this.desk.game.seat ?? "");
  }

  /** One entry: the camera goes there, counters go their way, battles show their card. */
  private async show(): Promise<void> {
    const shot = this.shots[this.at];
    const view = this.desk.view;
    if (!shot || !this.start) return;
    this.near ||= view?.camera.scale ?? 0;
    this.showing = shot;
    const nth = ++this.begun;
    const over = (): boolean => nth !== this.begun;
    const before = this.shots[this.at - 1]?.table ?? this.start!;
    const pace = 1 / Math.max(0.25, settings.kept.film);
    const motions = motionsOf(before, shot, this.hexOf);
    const battle = this.battleBegins(shot);
    const news = isNews(shot);
    if ((battle || news) && this.live) await this.keepReading();
    else if (this.live && motions.length && (this.lines.at(-1)?.seq ?? -1) < this.entry) void this.keepReading();
    if (over()) return;
    if (view && motions.length) {
      const hexes = motions.flatMap((motion) => motion.hexes);
      await view.glideTo(hexes, 350 * pace, this.near);
      if (over()) return;
      this.arrows = { arrows: motions.slice(0, 12).map((motion) => ({ hexes: motion.hexes, colour: COLOURS.path })) };
      this.desk.moving = new Set(motions.map((motion) => motion.unit));
      this.desk.past = shot.table;
      await view.animate(motions, MOVE * pace);
      if (over()) return;
      this.desk.moving = new Set();
    } else this.desk.past = shot.table;
    this.at++;
    if (battle && view) {
      await view.glideTo([battle], 350 * pace, this.near);
      if (over()) return;
      this.arrows = { rings: [{ hex: battle, colour: COLOURS.attack }] };
      await this.rest(BATTLE * pace);
    } else if (news && view) {
      const overlay = this.newsOverlay(before, shot);
      const hexes = newsHexes(overlay);
      if (hexes.length) await view.glideTo(hexes, 350 * pace, this.near);
      if (over()) return;
      this.arrows = overlay;
      await this.rest(TOLD * pace);
    } else if (motions.length) await this.rest(QUIET * pace);
    if (over()) return;
    this.showing = null;
    if (this.playing) this.arrows = {};
  }

  private rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, milliseconds);
    });
  }

  private look(at: number): void {
    const shot = this.shots[at - 1];
    if (!shot) return;
    const before = this.shots[at - 2]?.table ?? this.start!;
    const motions = motionsOf(before, shot, this.hexOf);
    const hexes = motions.flatMap((motion) => motion.hexes);
    const battle = this.battleBegins(shot);
    if (battle) hexes.push(battle);
    const told = !battle && isNews(shot) ? this.newsOverlay(before, shot) : {};
    hexes.push(...newsHexes(told));
    if (hexes.length) void this.desk.view?.glideTo(hexes, 0);
    this.arrows = { ...told, arrows: motions.slice(0, 12).map((motion) => ({ hexes: motion.hexes, colour: COLOURS.path })) };
  }

  /** Hexes that changed hands, and the capitals that the story speaks of. */
  private newsOverlay(before: Table, shot: Shot): Overlay {
    const seqs = new Set(shot.told.map(({ seq }) => seq));
    const capitals = this.lines.filter((line) => line.kind === "politics" && seqs.has(line.seq)).flatMap(({ hex }) => hex ?? []);
    const taken = Object.entries(shot.table.control).flatMap(([hex, power]) => (before.control[hex] === power ? [] : [hex]));
    return {
      fills: [{ hexes: taken, colour: COLOURS.chosen, alpha: 0.4 }],
      rings: [...new Set(capitals)].map((hex) => ({ hex, colour: COLOURS.attack })),
    };
  }

  private battleBegins(shot: Shot): string | null {
    const events = shot.told.flatMap((entry) => entry.events);
    const onLand = events.find((event) => event.type === "OddsReckoned")?.hex;
    if (onLand) return onLand;
    const atSea = events.find((event) => AT_SEA.has(event.type) && (event.sea || event.hex));
    return atSea ? (atSea.hex ?? this.desk.anchor(atSea.sea!, null)) : null;
  }

  /** The hex of a stop on somebody's way: a section of a sea-box lies over one. */
  private readonly hexOf = (stop: string): string | null => {
    const [, sea, section] = /^~(.+) (\d)$/.exec(stop) ?? [];
    return sea === undefined ? stop : this.desk.anchor(sea, Number(section));
  };

  /** Past the rest of it, also past what is still to come. */
  async skip(): Promise<void> {
    this.playing = false;
    this.cut();
    this.at = this.shots.length;
    if (!this.live || this.mine) return this.end();
    this.skipping = true;
    this.showPresent();
  }

  private async end(): Promise<void> {
    const live = this.live;
    if (live) {
      await this.read(this.desk.game.seat).catch(() => undefined);
      this.summary = sumUp(this.lines);
      this.stop();
      this.lookBack();
    } else this.playing = false;
  }

  /** To where the player looked before others took him round, or to what he is asked now. */
  private lookBack(): void {
    const { view } = this.desk;
    if (!view || !this.from) return;
    view.place(this.from);
    this.from = null;
    this.desk.lookAt();
  }

  /** Puts the film away: the present is shown again. */
  stop(): void {
    this.asked++; // what is still on its way comes too late
    this.cut();
    this.playing = false;
    this.start = null;
    this.live = this.skipping = false;
    this.at = 0;
    this.near = 0;
    this.shots = [];
    this.showPresent();
  }

  private showPresent(): void {
    this.arrows = {};
    this.desk.moving = new Set();
    this.desk.past = null;
  }
}

/** Where a unit stands, as ways name it: a hex, or a section of a sea-box. */
function stopOf({ hex, sea, section }: UnitPlace): string | undefined {
  return hex ?? (sea === undefined ? undefined : `~${sea} ${section}`);
}

/** Who goes where between two tables: along the way that was told, else straight; ships from sea area to sea area. */
export function motionsOf(before: Table, shot: Shot, hexOf: (stop: string) => string | null = (stop) => stop): (Motion & { unit: number })[] {
  const told = new Map<number, string[]>();
  for (const event of shot.told.flatMap((entry) => entry.events)) {
    if (!event.path || event.path.length < 2) continue;
    for (const unit of event.units ?? []) {
      const known = told.get(unit);
      // A voyage is told leg by leg; a march is told whole.
      if (known && event.type === "Moved" && known.at(-1) === event.path[0]) told.set(unit, [...known, ...event.path.slice(1)]);
      else if (TELLING.has(event.type) || !known) told.set(unit, event.path);
    }
  }
  const found: (Motion & { unit: number })[] = [];
  for (const [id, unit] of Object.entries(shot.table.units)) {
    const old = before.units[id];
    if (old === unit) continue;
    const [from, to] = [old && stopOf(old.place), stopOf(unit.place)];
    if (!from || !to || from === to) continue;
    const way = told.get(Number(id));
    const stops = way && way[0] === from && way.at(-1) === to ? way : [from, to];
    found.push({ unit: Number(id), counter: unit.counter, hexes: stops.flatMap((stop) => hexOf(stop) ?? []) });
  }
  return found;
}

function isNews(shot: Shot): boolean {
  return shot.told.some((entry) => entry.events.some((event) => NEWS.has(event.type)));
}

/** Where the camera goes for news: to what changed hands, else to the capitals. */
function newsHexes({ fills = [], rings = [] }: Overlay): string[] {
  const taken = fills.flatMap(({ hexes }) => [...hexes]);
  return taken.length ? taken : rings.map(({ hex }) => hex);
}

/** What others did, in a few numbers and names. */
export function sumUp(lines: Line[]): Sum {
  const deeds = lines.filter((line) => line.kind !== "minor");
  const headings = deeds.filter((line) => line.kind === "impulse" || line.kind === "turn");
  return {
    // What goes over several impulses has no name of one of them.
    title: headings.length === 1 ? headings[0]!.text : "",
    marches: deeds.filter((line) => line.kind === "march").length,
    voyages: deeds.filter((line) => line.kind === "sea").length,
    battles: deeds.filter((line) => line.fight || line.kind === "toll"),
    flights: deeds.filter((line) => line.kind === "air").length,
    gained: deeds.filter((line) => line.kind === "ground"),
    news: deeds.filter((line) => line.kind === "politics"),
  };
}
