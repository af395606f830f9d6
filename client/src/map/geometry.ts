/** Where hexes lie on the table. Lengths are in hex widths; hexes stand on a corner and rows are √3/2 apart. */
import type { Board } from "../api";

export const ROW = Math.sqrt(3) / 2;

/** The six neighbours: east, north-east, north-west, west, south-west, south-east (y grows downwards). */
export const STEPS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0.5, -ROW],
  [-0.5, -ROW],
  [-1, 0],
  [-0.5, ROW],
  [0.5, ROW],
];

/** Corners clockwise from the top, at distance 1/√3 from the middle. */
export const CORNERS: readonly (readonly [number, number])[] = Array.from({ length: 6 }, (_, k) => {
  const angle = (Math.PI / 3) * k;
  return [Math.sin(angle) / (2 * ROW), -Math.cos(angle) / (2 * ROW)] as const;
});

/** Which two corners bound the hexside towards each neighbour of STEPS. */
export const SIDES: readonly (readonly [number, number])[] = [
  [1, 2],
  [0, 1],
  [5, 0],
  [4, 5],
  [3, 4],
  [2, 3],
];

/** Hexes are looked up in squares of this width. */
const BUCKET = 2;

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Geometry {
  readonly key: readonly string[];
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Width of each hex; 1 but for sheets that are enlarged. */
  readonly size: Float32Array;
  /** Six neighbours of each hex in the grid, -1 where there is none. */
  readonly around: Int32Array;
  readonly bounds: Rect;
  private readonly index: Map<string, number>;
  private readonly buckets: Map<number, number[]> = new Map();

  constructor(board: Pick<Board, "hexes">) {
    const { key, x, y, size } = board.hexes;
    this.key = key;
    this.x = Float32Array.from(x);
    this.y = Float32Array.from(y);
    this.size = size ? Float32Array.from(size) : new Float32Array(key.length).fill(1);
    this.index = new Map(key.map((name, i) => [name, i]));
    for (let i = 0; i < key.length; i++) {
      const bucket = Geometry.bucket(Math.floor(this.x[i]! / BUCKET), Math.floor(this.y[i]! / BUCKET));
      const there = this.buckets.get(bucket);
      if (there) there.push(i);
      else this.buckets.set(bucket, [i]);
    }
    this.around = new Int32Array(key.length * 6).fill(-1);
    for (let i = 0; i < key.length; i++) {
      for (let k = 0; k < 6; k++) {
        const [dx, dy] = STEPS[k]!;
        const width = this.size[i]!;
        const j = this.nearest(this.x[i]! + dx * width, this.y[i]! + dy * width, 0.2 * width);
        if (j >= 0 && this.size[j] === width) this.around[6 * i + k] = j;
      }
    }
    this.bounds = this.boundsOf(key.keys());
  }

  private static bucket(col: number, row: number): number {
    return (col + 512) * 1024 + row + 512;
  }

  of(key: string): number {
    return this.index.get(key) ?? -1;
  }

  has(key: string): boolean {
    return this.index.has(key);
  }

  /** The hex whose middle is nearest to a point, if it is within `reach`; else -1. */
  nearest(x: number, y: number, reach: number): number {
    let found = -1;
    let best = reach * reach;
    // Only buckets that the reach touches: this is asked for every spot of a tile that is painted.
    const right = Math.floor((x + reach) / BUCKET);
    const bottom = Math.floor((y + reach) / BUCKET);
    for (let col = Math.floor((x - reach) / BUCKET); col <= right; col++) {
      for (let row = Math.floor((y - reach) / BUCKET); row <= bottom; row++) {
        for (const i of this.buckets.get(Geometry.bucket(col, row)) ?? []) {
          const d = (this.x[i]! - x) ** 2 + (this.y[i]! - y) ** 2;
          if (d < best) {
            best = d;
            found = i;
          }
        }
      }
    }
    return found;
  }

  /** The hex under a point, or -1. */
  at(x: number, y: number): number {
    const i = this.nearest(x, y, 2);
    if (i < 0) return -1;
    const reach = 0.58 * this.size[i]!;
    return (this.x[i]! - x) ** 2 + (this.y[i]! - y) ** 2 < reach * reach ? i : -1;
  }

  /** The direction from one hex to a neighbour of the grid, or -1. */
  direction(a: number, b: number): number {
    for (let k = 0; k < 6; k++) if (this.around[6 * a + k] === b) return k;
    return -1;
  }

  neighbours(i: number): number[] {
    return Array.from(this.around.subarray(6 * i, 6 * i + 6)).filter((j) => j >= 0);
  }

  boundsOf(hexes: Iterable<number>): Rect {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const i of hexes) {
      const half = 0.6 * this.size[i]!;
      left = Math.min(left, this.x[i]! - half);
      right = Math.max(right, this.x[i]! + half);
      top = Math.min(top, this.y[i]! - half);
      bottom = Math.max(bottom, this.y[i]! + half);
    }
    if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
}
