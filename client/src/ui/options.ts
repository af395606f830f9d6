/** Which optional rules are ticked: what one needs comes with it, what it rules out goes, and an option is the sum of its parts. */
import type { OptionKind } from "../api";

/** What is really switched: the parts of an option, or the option itself if it has none. */
function leaves(kind: OptionKind): string[] {
  return kind.parts.length ? kind.parts.flatMap(leaves) : [kind.id];
}

function every(kinds: OptionKind[]): OptionKind[] {
  return kinds.flatMap((kind) => [kind, ...every(kind.parts)]);
}

export function isOn(kind: OptionKind, on: ReadonlySet<string>): boolean {
  return kind.always || leaves(kind).every((leaf) => on.has(leaf));
}

/** Whether something of it is on, but not all. */
export function isPartlyOn(kind: OptionKind, on: ReadonlySet<string>): boolean {
  return !isOn(kind, on) && leaves(kind).some((leaf) => on.has(leaf));
}

/** What is on after this one is switched over. */
export function switched(kinds: OptionKind[], on: ReadonlySet<string>, kind: OptionKind): Set<string> {
  const all = every(kinds);
  const named = (id: string): OptionKind[] => all.filter((one) => one.id === id);
  const next = new Set(on);
  const put = (one: OptionKind): void => {
    if (isOn(one, next)) return;
    for (const leaf of leaves(one)) next.add(leaf);
    for (const needed of every([one]).flatMap(({ requires }) => requires).flatMap(named)) put(needed);
    for (const barred of all.filter((other) => other.excludes.includes(one.id)).concat(one.excludes.flatMap(named))) for (const leaf of leaves(barred)) next.delete(leaf);
  };
  if (isOn(kind, on)) for (const leaf of leaves(kind)) next.delete(leaf);
  else put(kind);
  // Whoever has lost what he needs goes too, and perhaps another with him.
  for (;;) {
    const lost = all.find((one) => !one.always && leaves(one).some((leaf) => next.has(leaf)) && one.requires.flatMap(named).some((needed) => !isOn(needed, next)));
    if (!lost) return next;
    for (const leaf of leaves(lost)) next.delete(leaf);
  }
}

/** What the server is told: a whole option by its number, else those of its parts that are on. What is always on goes without saying. */
export function wanted(kinds: OptionKind[], on: ReadonlySet<string>): string[] {
  return kinds.flatMap((kind) => (kind.always ? [] : isOn(kind, on) ? [kind.id] : wanted(kind.parts, on)));
}
