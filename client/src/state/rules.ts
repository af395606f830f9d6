/** What a section of the rules says, asked for once per visit. */
import { get, type RuleHelp } from "../api";

const known = new Map<string, Promise<RuleHelp>>();

/** A clause ("11.11/the transport") is told with its section. */
export function sectionOf(rule: string): string {
  return rule.split("/")[0] ?? rule;
}

export function ruleHelp(rule: string, title: string): Promise<RuleHelp> {
  const path = `/api/help/${encodeURIComponent(title)}/${encodeURIComponent(sectionOf(rule))}`;
  let asked = known.get(path);
  if (!asked) {
    asked = get<RuleHelp>(path);
    known.set(path, asked);
    asked.catch(() => known.delete(path));
  }
  return asked;
}
