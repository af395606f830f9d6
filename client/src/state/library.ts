/** What never changes during a visit: the board and the counters. */
import { get, readBoard, type Board, type BoardPlace, type BoardSent, type CounterFace, type CounterSheet } from "../api";
import { giveBoard, startBrush } from "../map/brush";

export interface Library {
  board: Board;
  faces: Record<string, CounterFace>;
  /** Hex → its place number, as the engine counts. */
  number: Map<string, number>;
  places: Map<string, BoardPlace[]>;
}

let loading: Promise<Library> | null = null;

export function library(): Promise<Library> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

let counting: Promise<Record<string, CounterFace>> | null = null;

/** What is printed on every counter; pages without a map want no more. */
export function counterFaces(): Promise<Record<string, CounterFace>> {
  counting ??= get<CounterSheet>("/api/counters?title=wif")
    .then(({ counters }) => counters)
    .catch((error: unknown) => {
      counting = null;
      throw error;
    });
  return counting;
}

async function load(): Promise<Library> {
  startBrush();
  const [board, counters] = await Promise.all([
    get<BoardSent>("/api/board").then(readBoard),
    counterFaces(),
  ]);
  giveBoard(board);
  const places = new Map<string, BoardPlace[]>();
  for (const place of board.places) places.set(place.hex, [...(places.get(place.hex) ?? []), place]);
  return { board, faces: counters, number: new Map(board.hexes.key.map((key, i) => [key, i])), places };
}

/** "E1832 Kiev". */
export function hexName(lib: Library, hex: string): string {
  const place = lib.places.get(hex)?.[0]?.name.split(" (")[0];
  return place ? `${hex} ${place}` : hex;
}
