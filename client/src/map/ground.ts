/** What the ground looks like: the colours of terrains, and the whole board in blocks of them. */
import type { Board } from "../api";
import { ROW, type Geometry } from "./geometry";

type Colour = readonly [number, number, number];

export interface Ground {
  colour: Colour;
  height: number;
  rough: number;
  grain: number;
}

export const GROUND: Record<string, Ground> = {
  clear: { colour: [221, 217, 178], height: 0.12, rough: 0.06, grain: 0.02 },
  forest: { colour: [168, 186, 132], height: 0.2, rough: 0.1, grain: 0.16 },
  jungle: { colour: [133, 168, 112], height: 0.24, rough: 0.12, grain: 0.18 },
  mountain: { colour: [193, 175, 143], height: 0.3, rough: 1, grain: 0.05 },
  swamp: { colour: [176, 199, 176], height: 0.04, rough: 0.03, grain: 0.1 },
  desert: { colour: [238, 222, 177], height: 0.14, rough: 0.1, grain: 0.03 },
  "desert mountain": { colour: [214, 186, 143], height: 0.3, rough: 0.95, grain: 0.04 },
};

export const SEA = "#a9c6d3";
export const TABLE = "#cfc7b4";

/** Pixels per hex of the coarse picture. */
export const COARSE = 4;

/** Every hex as a block of its colour: there at once, and shown until the painted map is ready. */
export function coarsePicture(board: Board, { x, y, size, bounds }: Geometry): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(bounds.width * COARSE);
  canvas.height = Math.ceil(bounds.height * COARSE);
  const ctx = canvas.getContext("2d")!;
  ctx.fillStyle = TABLE;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  board.hexes.terrain.forEach((terrain, i) => {
    const ground = GROUND[terrain];
    const [width, height] = [size[i]! * COARSE, size[i]! * ROW * COARSE];
    ctx.fillStyle = ground ? `rgb(${ground.colour.join(",")})` : SEA;
    ctx.fillRect((x[i]! - bounds.x) * COARSE - width / 2, (y[i]! - bounds.y) * COARSE - height / 2, width + 0.5, height + 0.5);
  });
  // Blurred, so that no blocks are seen when it is enlarged.
  const soft = document.createElement("canvas");
  soft.width = canvas.width;
  soft.height = canvas.height;
  const brush = soft.getContext("2d")!;
  brush.filter = `blur(${0.55 * COARSE}px)`;
  brush.drawImage(canvas, 0, 0);
  return soft;
}
