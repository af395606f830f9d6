/** Which game of the family the page is about: rule numbers, board and counters are those of its own book. */
import { getContext, setContext } from "svelte";

/** Of pages that are about no game. */
export const USUAL = "wif";

const KEY = Symbol("title");

export function setTitle(title: () => string): void {
  setContext(KEY, title);
}

/** To be called while a component is made, like everything that asks for a context. */
export function titleHere(): () => string {
  return getContext<(() => string) | undefined>(KEY) ?? (() => USUAL);
}
