/** Lending that allies agree on in writing: what lies on the table, and the terms that one is drawing up. */
import type { Offer, Proposal } from "../api";

/** A power of one's own and an ally that somebody else plays. */
export interface Pair {
  own: string;
  ally: string;
}

export const KINDS = ["resources", "points"] as const;
export type Kind = (typeof KINDS)[number];

/** What each gives the other every turn. */
export interface Terms {
  give: Record<Kind, number>;
  get: Record<Kind, number>;
}

const nothing = (): Terms => ({ give: { resources: 0, points: 0 }, get: { resources: 0, points: 0 } });

/** With whom the seat may agree on lending: each item of the offer is “giver recipient kind”. */
export function pairsOf(offer: Offer | undefined, mine: ReadonlySet<string>): Pair[] {
  if (offer?.shape.shape !== "Amounts") return [];
  const found = new Map<string, Pair>();
  for (const { item } of offer.shape.items) {
    const [own, ally] = String(item).split(" ") as [string, string];
    if (mine.has(own) && !mine.has(ally)) found.set(`${own} ${ally}`, { own, ally });
  }
  return [...found.values()];
}

/** The terms in the words of the rules. */
export function nounOf(offer: Offer, { own, ally }: Pair, terms: Terms): [string, number][] {
  if (offer.shape.shape !== "Amounts") return [];
  const numbers = new Map<string, number>(KINDS.flatMap((kind) => [[`${own} ${ally} ${kind}`, terms.give[kind]] as const, [`${ally} ${own} ${kind}`, terms.get[kind]] as const]));
  return offer.shape.items.map(({ item }) => [String(item), numbers.get(String(item)) ?? 0]);
}

/** A letter in the making. */
export class Letter {
  pair: Pair | null = $state.raw(null);
  terms: Terms = $state(nothing());

  get empty(): boolean {
    return KINDS.every((kind) => !this.terms.give[kind] && !this.terms.get[kind]);
  }

  begin(pair: Pair): void {
    this.pair = pair;
    this.terms = nothing();
  }

  /** Takes up what somebody proposed, as he sees it to whom it was proposed. */
  amend(proposal: Proposal): void {
    const [theirs, ours] = proposal.gives;
    this.pair = { own: proposal.to, ally: proposal.by };
    this.terms = { give: { resources: ours.resources ?? 0, points: ours.points ?? 0 }, get: { resources: theirs.resources ?? 0, points: theirs.points ?? 0 } };
  }
}
