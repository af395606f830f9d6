/** Paints tiles of the map away from the page, so that scrolling never waits for them. */
import condensed500 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff2?url";
import condensed600 from "@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2?url";
import spectral500 from "@fontsource/spectral/files/spectral-latin-500-italic.woff2?url";
import spectral600 from "@fontsource/spectral/files/spectral-latin-600-normal.woff2?url";
import type { Board } from "../api";
import { Painter, type Tile } from "./painter";

export interface PaintRequest extends Tile {
  id: number;
}

export type ToPainter = { board: Board } | { playing: string[] | null } | { paint: PaintRequest };

const worker = self as unknown as {
  onmessage: (event: MessageEvent<ToPainter>) => void;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
  fonts: FontFaceSet;
};

const lettered = Promise.allSettled(
  [
    new FontFace("Barlow Condensed", `url(${condensed500})`, { weight: "500" }),
    new FontFace("Barlow Condensed", `url(${condensed600})`, { weight: "600" }),
    new FontFace("Spectral", `url(${spectral500})`, { weight: "500", style: "italic" }),
    new FontFace("Spectral", `url(${spectral600})`, { weight: "600" }),
  ].map(async (font) => {
    worker.fonts.add(await font.load());
  }),
);

let painter: Painter | null = null;

worker.onmessage = async ({ data }) => {
  if ("board" in data) {
    painter = new Painter(data.board);
    return;
  }
  if ("playing" in data) {
    painter?.setPlaying(data.playing);
    return;
  }
  await lettered;
  if (!painter) return;
  const { id, pixels } = data.paint;
  const canvas = new OffscreenCanvas(pixels, pixels);
  const started = performance.now();
  await painter.paint(canvas.getContext("2d")!, data.paint);
  const image = canvas.transferToImageBitmap();
  worker.postMessage({ id, image, took: performance.now() - started }, [image]);
};
