/** What never changes during a visit: the board and the counters. */
import { get, readBoard, type Board, type BoardPlace, type BoardSent, type CounterFace, type CounterSheet, type Globe, type Look } from "../api";
import { giveBoard, startBrush } from "../map/brush";
import { placesByHex } from "../map/places";
import { useColours } from "../map/palette";
import { hexesOfSeas } from "./sea";
import { USUAL } from "./title";

export interface Library {
  board: Board;
  faces: Record<string, CounterFace>;
  look: Look;
  /** Hex → its place number, as the engine counts. */
  number: Map<string, number>;
  places: Map<string, BoardPlace[]>;
  /** Sea area → its sea hexes. */
  seas: Map<string, string[]>;
}

const libraries = new Map<string, Promise<Library>>();
const globes = new Map<string, Promise<Globe>>();
const looks = new Map<string, Promise<Look>>();
const counterSheets = new Map<string, Promise<Record<string, CounterFace>>>();

/** Asked for once for each title; what has failed is asked for again. */
function once<T>(known: Map<string, Promise<T>>, title: string, ask: () => Promise<T>): Promise<T> {
  let asked = known.get(title);
  if (!asked) {
    asked = ask();
    known.set(title, asked);
    asked.catch(() => known.delete(title));
  }
  return asked;
}

/** Where the title that was played last is remembered: the next game is most likely of it too. */
const PLAYED = "worldfire-title";

/** Asks for what the next game most likely needs while its table is on its way. */
export async function prepareLibrary(): Promise<void> {
  const likely = localStorage.getItem(PLAYED) ?? USUAL;
  await once(libraries, likely, () => load(likely)).catch(() => localStorage.removeItem(PLAYED));
}

let shown: Library | null = null;

/** Everything of a title, which is now the one that the page shows. */
export async function library(title: string): Promise<Library> {
  const found = await once(libraries, title, () => load(title));
  localStorage.setItem(PLAYED, title);
  useColours(found.look);
  if (shown !== found) giveBoard(found.board);
  shown = found;
  return found;
}

/** Colours of nations, for pages that show counters without a map. */
export async function showColours(title: string): Promise<void> {
  useColours(await lookOf(title));
}

function lookOf(title: string): Promise<Look> {
  return once(looks, title, () => get<Look>(`/api/look?title=${encodeURIComponent(title)}`));
}

/** Where the board lies in the world: only whoever looks at all of it wants that. */
export function globe(title = USUAL): Promise<Globe> {
  return once(globes, title, () => get<Globe>(`/api/globe?title=${encodeURIComponent(title)}`));
}

/** What is printed on every counter; pages without a map want no more. */
export function counterFaces(title = USUAL): Promise<Record<string, CounterFace>> {
  return once(counterSheets, title, async () => (await get<CounterSheet>(`/api/counters?title=${encodeURIComponent(title)}`)).counters);
}

async function load(title: string): Promise<Library> {
  startBrush();
  const [board, counters, look] = await Promise.all([
    get<BoardSent>(`/api/board?title=${encodeURIComponent(title)}`).then(readBoard),
    counterFaces(title),
    lookOf(title),
  ]);
  return { board, faces: counters, look, number: new Map(board.hexes.key.map((key, i) => [key, i])), places: placesByHex(board.places), seas: hexesOfSeas(board) };
}

/** "E1832 Kiev". */
export function hexName(lib: Library, hex: string): string {
  const place = lib.places.get(hex)?.[0]?.name.split(" (")[0];
  return place ? `${hex} ${place}` : hex;
}
