/** Who sits where in a new game: a kind for each power, or the power whose player takes it along. */
import type { SeatInfo } from "../api";

export const WITH = "with ";

export interface Seating {
  seats: Record<string, { kind: string; player?: string }>;
  /** Power → seat, where players have several; absent if each power has its own. */
  powers?: Record<string, string>;
}

/** A game whose players bid for groups of powers: player → the group that stands beside his name until then. */
export interface Auction {
  seats: Seating["seats"];
  bidding: Record<string, string[]>;
}

const kindOf = (choice: string): { kind: string; player?: string } => (choice === "me" || choice === "open" ? { kind: choice } : { kind: "computer", player: choice });

/** Powers that the player of this one may take along: of its own side, and not with somebody else already. */
export function partners(all: SeatInfo[], choices: Record<string, string>, seat: SeatInfo): SeatInfo[] {
  const taken = all.some((one) => choices[one.id] === WITH + seat.id);
  return taken ? [] : all.filter((one) => one.id !== seat.id && one.side === seat.side && !choices[one.id]?.startsWith(WITH));
}

/** What each power's choice is when players share the powers in this way, one of them takes `mine` and `others` take the rest. */
export function shared(seatOf: Record<string, string>, mine: string, others: string): Record<string, string> {
  const me = seatOf[mine] ?? Object.values(seatOf)[0];
  return Object.fromEntries(Object.entries(seatOf).map(([power, seat]) => [power, seat !== power ? WITH + seat : seat === me ? "me" : others]));
}

export function seating(all: SeatInfo[], choices: Record<string, string>): Seating {
  const powers: Record<string, string> = {};
  const seats: Seating["seats"] = {};
  for (const { id } of all) {
    const choice = choices[id] ?? "open";
    if (choice.startsWith(WITH)) powers[id] = choice.slice(WITH.length);
    else {
      powers[id] = id;
      seats[id] = kindOf(choice);
    }
  }
  return Object.keys(seats).length < all.length ? { seats, powers } : { seats };
}

/** The groups that are bid for when powers are shared in this way. */
export function groups(seatOf: Record<string, string>): string[][] {
  return [...new Set(Object.values(seatOf))].map((lead) => [lead, ...Object.keys(seatOf).filter((power) => seatOf[power] === lead && power !== lead)]);
}

/** As many players as groups, each with what is chosen for him: the first is oneself unless it says otherwise. */
export function auction(seatOf: Record<string, string>, choices: Record<string, string>, others: string): Auction {
  const seats: Auction["seats"] = {};
  const bidding: Auction["bidding"] = {};
  groups(seatOf).forEach((group, n) => {
    const player = bidder(n);
    bidding[player] = group;
    seats[player] = kindOf(choices[player] ?? (n === 0 ? "me" : others));
  });
  return { seats, bidding };
}

/** The seat of a player whose powers are not known yet. */
export const bidder = (n: number): string => `player ${n + 1}`;
