/** A player's place at the table: the game, the map he looks at, and the answer he is preparing. */
import type { CounterFace, Decision, Offer, Raw, Unit } from "../api";
import { makeDraft } from "../editors/registry";
import { AssignDraft, type Desk, type Draft } from "../editors/draft.svelte";
import type { Overlay } from "../map/overlay";
import { sideColour } from "../map/palette";
import { routesOverlay, type Route } from "../map/routes";
import type { MapView } from "../map/view";
import { GameState } from "./game.svelte";
import { hexName, type Library } from "./library";

export type LayerName = "control" | "zoc" | "supply" | "weather" | "range" | "rails" | "routes" | "notes";

export class PlayerDesk implements Desk {
  view: MapView | null = $state.raw(null);
  draft: Draft | null = $state.raw(null);
  selected: string | null = $state(null);
  hovered: string | null = $state(null);
  layers: Record<LayerName, boolean> = $state({ control: false, zoc: false, supply: false, weather: false, range: false, rails: false, routes: false, notes: true });
  /** What a layer shows beside what the table says. */
  layerData: Partial<Record<LayerName, Overlay>> = $state.raw({});
  /** How resources go to factories, and the resource whose route stands out. */
  routes: Route[] = $state.raw([]);
  resource: string | null = $state(null);
  inspected: number | null = $state(null);
  panel: string | null = $state("log");
  /** A table of the past, while the game is replayed. */
  past: GameState["table"] = $state.raw(null);
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
      this.answered = -1;
      return;
    }
    if (decision.id === this.answered && this.draft && decision.offers[this.draft.verb]) {
      // The same question with other choices, after an action in a shared step.
      const offer = decision.offers[this.draft.verb]!;
      if (JSON.stringify(offer.shape) === JSON.stringify(this.draft.offer.shape)) return;
    }
    const keep = this.draft && decision.offers[this.draft.verb]?.shape.shape !== "Nothing" ? this.draft.verb : null;
    this.answered = decision.id;
    const verb = (keep && decision.offers[keep] ? keep : null) ?? firstVerb(decision.offers);
    this.take(verb);
    this.lookAt();
  }

  take(verb: string | null): void {
    const offer = verb === null ? undefined : this.game.table?.decision?.offers[verb];
    this.draft = verb !== null && offer ? makeDraft(this, verb, offer) : null;
    this.clearRefusal();
  }

  /** Moves the map only if nothing of what is asked can be seen. */
  lookAt(): void {
    const hexes = this.draft?.hexes ?? [];
    const view = this.view;
    if (!view || !hexes.length) return;
    const { x, y, width, height } = view.sight;
    const seen = hexes.some((hex) => {
      const i = view.geometry.of(hex);
      return i >= 0 && view.geometry.x[i]! > x && view.geometry.x[i]! < x + width && view.geometry.y[i]! > y && view.geometry.y[i]! < y + height;
    });
    if (!seen) view.show(hexes[0]!);
  }

  async submit(verb: string, noun: unknown): Promise<boolean> {
    const taken = await this.game.act(verb, noun);
    if (taken) this.draft?.reset();
    return taken;
  }

  // ------------------------------------------------------------------------------------------------------- the pointer

  clickHex(hex: string | null, extend: boolean): void {
    if (hex === null) {
      this.selected = null;
      this.view?.openFan(null);
      return;
    }
    const meant = !this.past && (this.draft?.clickHex(hex, extend) ?? false);
    this.selected = hex;
    if (!meant) this.view?.openFan(this.view.fanOpen === hex ? null : hex);
    else if (this.view?.fanOpen && this.view.fanOpen !== hex) this.view.openFan(null);
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

  refuse(hex: string, reason: { text: string; rule?: string }): void {
    this.game.refusal = { ...reason, hex };
  }

  clearRefusal(): void {
    this.game.refusal = null;
  }

  // -------------------------------------------------------------------------------------------------------- the layers

  get sides(): string[] {
    return [...new Set((this.table?.powers ?? []).map((power) => power.side).filter((side): side is string => !!side))].sort();
  }

  sideOfPower(power: string): string | null {
    return this.table?.powers.find((one) => one.id === power)?.side ?? null;
  }

  colourOfSide(side: string | null): number {
    return side === null ? 0x8a8578 : sideColour(this.sides.indexOf(side));
  }

  /** Resource → factory, as far as it has been chosen; null while the seat has chosen nothing. */
  get resourcesSent(): [string, Raw][] | null {
    const draft = this.draft;
    if (this.past || !(draft instanceof AssignDraft) || draft.verb !== "send-resources") return null;
    const given = Object.entries(draft.given);
    return given.length ? given : null;
  }

  get layerOverlay(): Overlay {
    const table = this.table;
    const overlay: Required<Overlay> = { fills: [], arrows: [], labels: [], rings: [], dots: [] };
    if (!table) return overlay;
    if (this.layers.control) {
      const held = new Map<string | null, string[]>();
      for (const [hex, power] of Object.entries(table.control)) {
        if (!power) continue;
        const side = this.sideOfPower(power);
        held.set(side, [...(held.get(side) ?? []), hex]);
      }
      for (const [side, hexes] of held) overlay.fills.push({ hexes, colour: this.colourOfSide(side), alpha: side === null ? 0.12 : 0.26 });
    }
    if (this.layers.weather) {
      const { key, zone, kind } = this.lib.board.hexes;
      const by = new Map<string, string[]>();
      const playing = table.in_play?.hexes ? new Set(table.in_play.hexes) : null;
      key.forEach((hex, i) => {
        if (!zone[i] || kind[i] === "sea" || (playing && !playing.has(hex))) return;
        const weather = table.turn?.weather?.[zone[i]!] ?? "";
        by.set(weather, [...(by.get(weather) ?? []), hex]);
      });
      for (const [weather, hexes] of by) overlay.fills.push({ hexes, colour: WEATHER[weather.toLowerCase()] ?? 0xb0a890, alpha: 0.3 });
    }
    const shown: Overlay[] = (Object.keys(this.layerData) as LayerName[]).flatMap((name) => (this.layers[name] ? [this.layerData[name]!] : []));
    if (this.layers.routes) shown.push(routesOverlay(this.routes, this.resource));
    for (const data of shown) {
      overlay.fills.push(...(data.fills ?? []));
      overlay.arrows.push(...(data.arrows ?? []));
      overlay.labels.push(...(data.labels ?? []));
      overlay.rings.push(...(data.rings ?? []));
      overlay.dots.push(...(data.dots ?? []));
    }
    return overlay;
  }

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
