/** People by their names, not by the seats they sit on. */
import type { GameInfo } from "../api";
import { proper, t } from "../text";

/** A seat with who has it: Anna (Germany). */
export function who(card: Pick<GameInfo, "seats"> | null, seat: string): string {
  const taken = card?.seats[seat];
  const name = proper(seat);
  if (!taken) return name;
  if (taken.kind === "computer") return t("who-computer", { seat: name });
  if (taken.kind === "open") return t("who-open", { seat: name });
  if (taken.mine) return t("who-you", { seat: name });
  return taken.name ? t("who-person", { name: taken.name, seat: name }) : name;
}

export function whoAll(card: Pick<GameInfo, "seats"> | null, seats: Iterable<string>): string {
  return [...seats].map((seat) => who(card, seat)).join(", ");
}

/** The page that an invitation leads to. */
export function invitationLink(game: string, token: string): string {
  return `${location.origin}${location.pathname}#/join/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
}

export function spectatorLink(game: string): string {
  return `${location.origin}${location.pathname}#/game/${encodeURIComponent(game)}`;
}
