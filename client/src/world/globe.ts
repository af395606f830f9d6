/** One map of the whole world: where things lie on it, and which hex is nearest to each of its points. */

/** Degrees, and pixels. The world is cut in the eastern Pacific, so that both oceans and every theatre stay whole. */
export interface Frame {
  west: number;
  east: number;
  south: number;
  north: number;
  width: number;
  height: number;
}

export type Part = Omit<Frame, "width" | "height">;

export const WORLD: Part = { west: -146, east: 214, south: -56, north: 73 };
export const THEATRES: Record<"europe" | "asia", Part> = {
  europe: { west: -14, east: 56, south: 25, north: 69 },
  asia: { west: 92, east: 182, south: -14, north: 52 },
};

/** Miller's cylinder: the tropics are not crowded, and the north is not drawn out as much as by Mercator. */
function rise(lat: number): number {
  return (1.25 * Math.log(Math.tan(Math.PI / 4 + (0.4 * lat * Math.PI) / 180)) * 180) / Math.PI;
}

/** How much higher than wide a part of the world is. */
export function aspect({ west, east, south, north }: Part): number {
  return (rise(north) - rise(south)) / (east - west);
}

export class Projection {
  private readonly top: number;
  private readonly across: number;
  private readonly down: number;

  constructor(readonly frame: Frame) {
    this.top = rise(frame.north);
    this.across = frame.width / (frame.east - frame.west);
    this.down = frame.height / (this.top - rise(frame.south));
  }

  /** Degrees east of the frame's western edge, going round the world once. */
  private eastwards(lon: number): number {
    return (((lon - this.frame.west) % 360) + 360) % 360;
  }

  x(lon: number): number {
    return this.eastwards(lon) * this.across;
  }

  /** The same without going round: for lines that must not jump. */
  straight(lon: number): number {
    return (lon - this.frame.west) * this.across;
  }

  y(lat: number): number {
    return (this.top - rise(lat)) * this.down;
  }

  /** Once round the world, in pixels. */
  get round(): number {
    return 360 * this.across;
  }

  /** Pixels of a degree of longitude. */
  get scale(): number {
    return this.across;
  }

  has(x: number, y: number, margin = 0): boolean {
    return x >= -margin && y >= -margin && x <= this.frame.width + margin && y <= this.frame.height + margin;
  }
}

/**
 * For each pixel of a frame the nearest of some points, by their numbers; -1 where there are none at all.
 *
 * Each pixel takes over the nearest point of its neighbours, downwards and upwards: two walks over the picture, however many
 * points there are.
 */
export function nearest(width: number, height: number, points: Iterable<readonly [number, number, number]>): Int32Array {
  const found = new Int32Array(width * height).fill(-1);
  const xs: number[] = [];
  const ys: number[] = [];
  const ids: number[] = [];
  for (const [x, y, id] of points) {
    const nth = ids.push(id) - 1;
    xs.push(x);
    ys.push(y);
    const [col, row] = [Math.min(width - 1, Math.max(0, Math.round(x))), Math.min(height - 1, Math.max(0, Math.round(y)))];
    found[row * width + col] = nth;
  }
  const [px, py] = [Float64Array.from(xs), Float64Array.from(ys)];
  const take = (at: number, col: number, row: number, other: number): void => {
    const nth = found[other]!;
    const now = found[at]!;
    if (nth < 0 || nth === now) return;
    if (now < 0 || (px[nth]! - col) ** 2 + (py[nth]! - row) ** 2 < (px[now]! - col) ** 2 + (py[now]! - row) ** 2) found[at] = nth;
  };
  for (const down of [true, false]) {
    for (let n = 0; n < height; n++) {
      const row = down ? n : height - 1 - n;
      const [start, before] = [row * width, (row + (down ? -1 : 1)) * width];
      for (let col = 0; col < width; col++) {
        if (n) {
          take(start + col, col, row, before + col);
          if (col) take(start + col, col, row, before + col - 1);
          if (col < width - 1) take(start + col, col, row, before + col + 1);
        }
        if (col) take(start + col, col, row, start + col - 1);
      }
      for (let col = width - 2; col >= 0; col--) take(start + col, col, row, start + col + 1);
    }
  }
  for (let at = 0; at < found.length; at++) if (found[at]! >= 0) found[at] = ids[found[at]!]!;
  return found;
}
