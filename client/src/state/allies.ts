/** What allies let each other do, in the words of the page. */
import type { Ally, Leave, Permission, Table } from "../api";
import { t } from "../text";
import type { Answer } from "./game.svelte";

/** What may be said about a permission: where nothing said means yes or no, that need not be said. */
export function answersTo({ unsaid }: Permission): Answer[] {
  if (unsaid === "allowed") return ["yes", "no"];
  return unsaid === "asked" ? ["yes", "once", "ask", "no"] : ["yes", "once", "no"];
}

/** What counts: of what was said, or while nothing is said. */
export function inForce({ unsaid }: Permission, said: string): Answer {
  if (said !== "ask") return said as Answer;
  return unsaid === "allowed" ? "yes" : unsaid === "asked" ? "ask" : "no";
}

/** An answer as a button says it. */
export function answerWord(answer: Answer): string {
  if (answer === "yes") return t("allies-yes");
  if (answer === "once") return t("allies-once");
  return answer === "ask" ? t("allies-each-time") : t("allies-no");
}

/** What allies wait for this seat to answer. */
export function requestsTo(table: Table | null): { ally: Ally; permission: Permission }[] {
  return (table?.allies ?? []).flatMap((ally) => ally.permissions.filter(({ wanted }) => wanted).map((permission) => ({ ally, permission })));
}

/** How it stands with something that an ally could allow; none: there is no such ally. */
export function permissionOf(table: Table | null, { seat, what }: Leave): Permission | undefined {
  return table?.allies.find((ally) => ally.seat === seat)?.permissions.find((permission) => permission.what === what);
}
