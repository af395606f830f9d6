/** Which of the places of the map matters most. */
import type { BoardPlace } from "../api";

/** Capitals of major powers before other capitals, objectives, cities and the rest. */
export function rankOf(place: BoardPlace): number {
  const capital = place.capital ?? place.kind.startsWith("capital");
  return (place.kind === "capital_major" ? 200 : capital ? 100 : 0) + (place.objective ? 50 : 0) + (place.kind === "city" ? 20 : 0) + (place.factories ?? 0);
}

/** Hex → what lies in it, first what the map writes there if it has room for one name only. */
export function placesByHex(places: readonly BoardPlace[]): Map<string, BoardPlace[]> {
  const found = new Map<string, BoardPlace[]>();
  for (const place of places) found.set(place.hex, [...(found.get(place.hex) ?? []), place]);
  for (const here of found.values()) here.sort((one, other) => rankOf(other) - rankOf(one));
  return found;
}
