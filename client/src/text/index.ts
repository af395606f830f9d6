/** Every text of the page by its key (Fluent). The engine's own texts (prompts, events, refusals) come told from the server. */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Texts } from "../generated/texts";

export type TextKey = keyof Texts;
/** The keys of texts that take no arguments. */
export type PlainKey = { [Key in TextKey]: Texts[Key] extends null ? Key : never }[TextKey];

const LANGUAGE = "en";
const files = import.meta.glob<string>(["../../../src/worldfire/data/text/en/client/*.ftl", "../../../src/worldfire/data/text/en/lands.ftl"], { query: "?raw", import: "default", eager: true });

// No isolating marks around arguments: they would get into what people copy and search for.
const bundle = new FluentBundle(LANGUAGE, { useIsolating: false });
for (const text of Object.values(files)) bundle.addResource(new FluentResource(text));

export function t<Key extends TextKey>(key: Key, ...[args]: Texts[Key] extends null ? [] : [Texts[Key]]): string {
  const pattern = bundle.getMessage(key)?.value;
  return pattern ? bundle.formatPattern(pattern, args, []) : key;
}

/** Names that are not written as their ids. */
const WRITTEN: Record<string, string> = { ussr: "USSR", usa: "USA", "austria-hungary": "Austria-Hungary" };

/** "united-kingdom" as people write it. */
export function proper(id: string | null | undefined): string {
  if (!id) return "";
  return WRITTEN[id] ?? id.replace(/(^|[\s-])([a-z])/g, (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase());
}

const told = (key: string, args: Record<string, string> = {}): string => bundle.formatPattern(bundle.getMessage(key)!.value!, args, []);
const articled = new Set(told("lands-with-article").split(", "));

/** A name that may be a land's, as a sentence speaks of it: the Ottoman Empire, but Germany. */
export function withArticle(name: string): string {
  return articled.has(name) ? told("land-with-article", { land: name }) : name;
}

/** A country or a power by its id, as a sentence speaks of it. */
export function land(id: string | null | undefined): string {
  return withArticle(proper(id));
}

/** The rules write their verbs small; on a button they begin a sentence. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
