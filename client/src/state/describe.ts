/** Units, places and hexes in words: what a screen reader says and a list shows. */
import type { CounterFace } from "../api";
import { land, proper, t } from "../text";
import type { PlayerDesk } from "./desk.svelte";
import { squadrons } from "./sea";

export function describe(face: CounterFace): string {
  const parts = [proper(face.nation), face.type];
  if (face.kind === "land" && (face.combat ?? face.move) !== undefined) parts.push(`${face.combat ?? "–"}-${face.move ?? "–"}`);
  if (face.kind === "air") parts.push(printed(face).join(", "));
  if (face.kind === "naval") parts.push(`${face.attack ?? "–"}/${face.defence ?? "–"}`);
  return parts.join(" ");
}

/** The factors of an aircraft, in words; what is not printed is not told. */
function printed(face: CounterFace): string[] {
  return [
    face.air_to_air === undefined ? "" : t("unit-air-to-air", { factor: face.air_to_air }),
    face.air_to_sea === undefined ? "" : t("unit-air-to-sea", { factor: face.air_to_sea }),
    face.tactical === undefined ? "" : t("unit-tactical", { factor: face.tactical }),
    face.strategic === undefined ? "" : t("unit-strategic", { factor: face.strategic }),
    face.range === undefined ? "" : t("unit-range", { factor: face.range }),
  ].filter(Boolean);
}

export function whereabouts(desk: PlayerDesk, unit: number): string {
  const place = desk.units[unit]?.place;
  if (!place) return "";
  if (place.hex) return desk.hexName(place.hex);
  if (place.aboard !== undefined) return t("unit-aboard", { name: desk.face(place.aboard)?.name ?? place.aboard });
  if (place.sea !== undefined) return t("sea-section", { sea: place.sea, section: place.section ?? 0 });
  return (place.pool ?? "").replace(/ of ([a-z-]+)/, (_, owner: string) => ` of ${proper(owner)}`);
}

/** A hex without what stands there. */
export function describeGround(desk: PlayerDesk, hex: string): string {
  const { board, places, number } = desk.lib;
  const i = number.get(hex);
  if (i === undefined) return hex;
  const { terrain, country, zone, kind } = board.hexes;
  const parts = [hex, ...(places.get(hex) ?? []).map((place) => place.name), terrain[i] || kind[i]!, country[i] ?? "", zone[i] ?? ""];
  const power = desk.table?.control[hex];
  if (power) parts.push(t("hex-held", { power: land(power) }));
  return parts.filter(Boolean).join(", ");
}

/** A sea area, or a section of its box, with who is there. */
export function describeSea(desk: PlayerDesk, sea: string, section: number | null): string {
  const there = squadrons(desk.table!).filter((one) => one.sea === sea && (section === null || one.section === section));
  const name = section === null ? sea : t("sea-section", { sea, section });
  const parts = there.map(({ side, units, convoys }) =>
    t("sea-squadron", { side: proper(side), units: [...units.map((unit) => desk.face(unit)?.name ?? String(unit)), ...convoys.map(({ power, points }) => t("sea-convoys", { points, power: land(power) }))].join(", ") }),
  );
  return [name, ...(parts.length ? parts : [t("sea-empty")]), ...desk.marksOfSea(sea).map(({ text }) => text)].join(". ");
}

export function describeHex(desk: PlayerDesk, hex: string): string {
  const parts = [describeGround(desk, hex), ...desk.marksAt(hex).map(({ text }) => text)];
  const units = desk.unitsAt(hex);
  if (units.length) parts.push(t("hex-units", { units: units.map((unit) => `${desk.face(unit)?.name ?? unit} ${desk.face(unit)?.type ?? ""}`).join(", ") }));
  return parts.filter(Boolean).join(", ");
}
