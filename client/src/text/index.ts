/** Every text of the interface by its key. The engine's own texts (prompts, events, refusals) come told from the server. */
import en from "./en.json";

export type TextKey = keyof typeof en;

export function t(key: TextKey, args: Record<string, string | number> = {}): string {
  return (en[key] as string).replace(/\{(\w+)\}/g, (whole, name: string) => (name in args ? String(args[name]) : whole));
}

/** "united-kingdom" as people write it. */
export function proper(id: string | null | undefined): string {
  if (!id) return "";
  if (id === "ussr" || id === "usa") return id.toUpperCase();
  return id.replace(/(^|[\s-])([a-z])/g, (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase());
}

/** The rules write their verbs small; on a button they begin a sentence. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
