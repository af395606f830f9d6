/** A plan of routes in the making: what the solver proposes around what is pinned and forbidden. The server knows what is best. */
import { post, type Consignment, type ShippingBoard } from "../api";
import type { AssignDraft } from "../editors/draft.svelte";
import type { Route } from "../map/routes";
import { proper, t } from "../text";
import type { PlayerDesk } from "./desk.svelte";

/** What goods that go nowhere are given. */
const UNUSED = "unused";

/** A route of goods in the words of an action, taken apart; without legs it is by rail alone. */
export interface RouteWord {
  load: string;
  legs: { sea: string; owner: string }[];
  land: string;
  end: string;
}

export function readRoute(word: string): RouteWord {
  const parts = word.replace(/^[^>:]*: /, "").split(" > ");
  const legs = parts.slice(1, -2).map((part) => {
    const at = part.lastIndexOf(" by ");
    return { sea: part.slice(0, at), owner: part.slice(at + 4) };
  });
  return { load: parts[0]!, legs, land: parts.at(-2) ?? "", end: parts.at(-1)! };
}

/** A route as it is read: port, seas with whose convoys carry the goods, port, factory. */
export function toldRoute(desk: PlayerDesk, word: string, power: string): string {
  if (word === UNUSED) return t("ship-unused");
  const { load, legs, land, end } = readRoute(word);
  if (!legs.length) return t("ship-railed", { end: desk.hexName(end) });
  const seas = legs.map(({ sea, owner }) => (owner === power ? sea : t("ship-leg", { sea, owner: proper(owner) }))).join(" → ");
  return t("ship-route", { load: desk.hexName(load), seas, land: desk.hexName(land), end: desk.hexName(end) });
}

/** The hexes of the whole way, with one for each sea area. */
export function wayOf(desk: PlayerDesk, one: Consignment): string[] {
  const seas = one.legs.flatMap(({ sea }) => desk.anchor(sea, null) ?? []);
  return [...one.rail, ...seas, ...one.inland];
}

export function routesOf(desk: PlayerDesk, board: ShippingBoard): Route[] {
  return board.consignments.flatMap((one) =>
    one.origin === null ? [] : [{ power: board.power, resource: one.item, from: one.origin, to: one.to, path: wayOf(desk, one), seas: one.legs.map(({ sea }) => sea), idle: one.idle }],
  );
}

export async function askShipping(desk: PlayerDesk, more: object): Promise<ShippingBoard> {
  return post<ShippingBoard>(`${desk.game.path}/shipping`, { seat: desk.game.seat, ...more });
}

export class ShippingPlan {
  board: ShippingBoard | null = $state.raw(null);
  /** Goods → the route that they keep. */
  pins: Record<string, string> = $state.raw({});
  /** Routes that goods shall not take. */
  forbidden: [string, string][] = $state.raw([]);
  busy = $state(false);
  problem = $state("");
  /** The plan that the board shows. */
  private shown = "";
  /** An ally has spoken while the server was looking. */
  private heard = false;

  constructor(
    private readonly desk: PlayerDesk,
    private readonly draft: AssignDraft,
  ) {}

  /** The best plan around what is pinned and forbidden. */
  async solve(): Promise<void> {
    await this.ask({ solve: true, noun: this.board ? this.draft.noun : null, pins: this.pins, forbidden: this.forbidden });
  }

  /** What somebody else put into the draft, such as the computer's suggestion, is shown too. */
  async follow(): Promise<void> {
    const given = JSON.stringify(this.draft.noun);
    if (this.busy || given === this.shown) return;
    this.shown = given;
    await this.ask({ noun: this.draft.noun });
  }

  private async ask(more: object): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      const board = await askShipping(this.desk, more);
      if (this.desk.draft !== this.draft) return;
      this.board = board;
      if (!board.no_plan) this.draft.accept(board.noun);
      this.shown = JSON.stringify(this.draft.noun);
      this.desk.routes = routesOf(this.desk, board);
      this.desk.lanes = board.lanes;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
    if (this.heard) await this.hear();
  }

  /** An ally has said what his convoys may carry: looked for anew, around what is pinned. */
  async hear(): Promise<void> {
    this.heard = this.busy;
    if (!this.busy) await this.solve();
  }

  isPinned(item: string): boolean {
    return this.pins[item] !== undefined;
  }

  /** Goods keep the route that they have, whatever else is looked for; or no longer. */
  togglePin(item: string, word: string): void {
    const { [item]: old, ...rest } = this.pins;
    this.pins = old === undefined ? { ...rest, [item]: word } : rest;
  }

  /** By hand: what the player chooses stays. The rules say whether it can be. */
  async choose(item: string, word: string): Promise<void> {
    this.pins = { ...this.pins, [item]: word };
    this.draft.give(item, word);
    await this.ask({ noun: this.draft.noun });
  }

  /** Not like this: the next best plan. */
  async forbid(item: string, word: string): Promise<void> {
    const { [item]: _old, ...rest } = this.pins;
    this.pins = rest;
    this.forbidden = [...this.forbidden, [item, word]];
    await this.solve();
  }

  async allow(nth: number): Promise<void> {
    this.forbidden = this.forbidden.filter((_, n) => n !== nth);
    await this.solve();
  }

  async startAgain(): Promise<void> {
    [this.pins, this.forbidden] = [{}, []];
    await this.solve();
  }
}

const plans = new WeakMap<AssignDraft, ShippingPlan>();

/** The plan of a draft: it stays while the player looks at the map. */
export function planOf(desk: PlayerDesk, draft: AssignDraft): ShippingPlan {
  let found = plans.get(draft);
  if (!found) {
    plans.set(draft, (found = new ShippingPlan(desk, draft)));
    void found.solve();
  }
  return found;
}
