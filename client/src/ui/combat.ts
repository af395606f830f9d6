/** The story of a combat, gathered from the log: its rounds or steps, each with its dice. */
import type { Roll, Told, ToldEvent } from "../api";
import { t } from "../text";

export interface Chapter {
  title: string;
  lines: { text: string; roll?: Roll }[];
}

/** Events that begin the story of a combat, and those that begin a chapter of it. */
interface Plot {
  begins: string;
  chapters: string;
}

export const AIR: Plot = { begins: "Arranged", chapters: "RoundBegan" };
export const LAND: Plot = { begins: "OddsReckoned", chapters: "OddsReckoned" };

/** Of no use to who follows the combat itself. */
const ASIDES = new Set(["Moved", "Flipped", "ActivityCounted"]);

/** The chapters of the last combat in the log; its throws stand where they fell. */
export function story(log: Told[], plot: Plot): Chapter[] {
  const told = log.flatMap(({ events, rolls }) => {
    const thrown = rolls.filter((roll) => !roll.drawn);
    return events.map((event) => ({ event, roll: event.type === "Rolled" ? thrown.shift() : undefined }));
  });
  const start = beginning(
    told.map(({ event }) => event),
    plot,
  );
  if (start < 0) return [];
  const chapters: Chapter[] = [{ title: "", lines: [] }];
  for (const { event, roll } of told.slice(start)) {
    if (ASIDES.has(event.type)) continue;
    if (event.type === plot.chapters) chapters.push({ title: event.text, lines: [] });
    else chapters.at(-1)!.lines.push(roll ? { text: event.text, roll } : { text: event.text });
  }
  return chapters.filter((chapter) => chapter.title || chapter.lines.length);
}

/** The last event that begins a combat; in the air each side's line begins it, one after the other. */
function beginning(events: ToldEvent[], plot: Plot): number {
  let start = events.findLastIndex((event) => event.type === plot.begins);
  if (plot.begins === plot.chapters) return start;
  for (let at = start - 1; at >= 0 && events[at]!.type !== plot.chapters; at--) if (events[at]!.type === plot.begins) start = at;
  return start;
}

/** A result of air-to-air combat in words: what becomes of the aircraft, and who picks it. */
export function airMeaning(result: string): string {
  const what = { X: t("air-destroyed"), A: t("air-aborted"), C: t("air-through") }[result[1] ?? ""];
  if (!what) return t("air-nothing");
  return t("air-means", { what, who: result[0] === "A" ? t("air-roller") : t("air-victim") });
}
