/** The worker that paints the map: started while the board is still on its way, kept as long as the page lives. */
import type { Board } from "../api";
import type { Tile } from "./painter";
import type { ToPainter } from "./paint.worker";

export interface Painted {
  image: ImageBitmap;
  /** Milliseconds that it took. */
  took: number;
}

const asked = new Map<number, (painted: Painted) => void>();
let nextId = 1;
let worker: Worker | null = null;

/** Loads the worker and its fonts. */
export function startBrush(): void {
  if (worker) return;
  worker = new Worker(new URL("./paint.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data: { id, image, took } }: MessageEvent<Painted & { id: number }>) => {
    asked.get(id)?.({ image, took });
    asked.delete(id);
  };
}

export function giveBoard(board: Board): void {
  send({ board });
}

/** What the campaign is played on; tiles that were painted before do not know it. */
export function givePlaying(hexes: string[] | null): void {
  send({ playing: hexes });
}

export function paint(tile: Tile): Promise<Painted> {
  return new Promise((resolve) => {
    const id = nextId++;
    asked.set(id, resolve);
    send({ paint: { ...tile, id } });
  });
}

function send(message: ToPainter): void {
  worker?.postMessage(message);
}
