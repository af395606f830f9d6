/** The painted map as tiles in several sizes, made when they come into sight and kept while there is room. */
import { CanvasSource, Container, ImageSource, Sprite, Texture } from "pixi.js";
import type { Board } from "../api";
import { paint, type Painted } from "./brush";
import type { Geometry, Rect } from "./geometry";
import { COARSE, coarsePicture } from "./ground";

/** Pixels per hex of each level; the next is twice as fine. */
export const LEVELS = [6, 12, 24, 48, 96, 192] as const;
const TILE = 512;
const MOST_TILES = 150;
/** Milliseconds after the last change of zoom before tiles are painted. */
const REST = 80;

interface Tile {
  level: number;
  sprite: Sprite | null;
  used: number;
}

/** A picture that is painted when no tile is wanted. */
interface Picture {
  left: number;
  top: number;
  scale: number;
  pixels: number;
  resolve: (image: ImageBitmap) => void;
}

export class TileLayer extends Container {
  /** How long tiles took to paint, in milliseconds. */
  readonly took: number[] = [];
  private readonly tiles = new Map<string, Tile>();
  private readonly coarse: Sprite;
  private readonly levels: Container[];
  private painting: { wanted: boolean } | null = null;
  private readonly pictures: Picture[] = [];
  private queue: string[] = [];
  /** Tiles of the coarsest level round about, to stand in for others: painted when nothing else is wanted. */
  private spare: string[] = [];
  /** How many tiles were wanted at most since nothing was. */
  private most = 0;
  private seen = new Set<Sprite>();
  private zoom = 0;
  private resting = 0;
  private clock = 0;
  private gone = false;
  private night = false;

  constructor(
    board: Board,
    private readonly geometry: Geometry,
    private readonly unit: number,
    private readonly changed: () => void,
  ) {
    super();
    const { bounds } = geometry;
    const source = new CanvasSource({ resource: coarsePicture(board, geometry), scaleMode: "linear" });
    this.coarse = this.addChild(new Sprite(new Texture({ source })));
    this.coarse.position.set(bounds.x * unit, bounds.y * unit);
    this.coarse.scale.set(unit / COARSE);
    this.levels = LEVELS.map(() => this.addChild(new Container()));
  }

  /** Another light: every tile is painted anew. */
  setNight(night: boolean): void {
    if (night === this.night) return;
    this.night = night;
    this.coarse.tint = night ? 0x4a5058 : 0xffffff;
    for (const tile of this.tiles.values()) {
      tile.sprite?.removeFromParent();
      tile.sprite?.texture.destroy(true);
      tile.sprite?.destroy();
    }
    this.tiles.clear();
    this.seen.clear();
    this.changed();
  }

  /** The same part from the coarse picture, at once. */
  sketch(left: number, top: number, scale: number, pixels: number): OffscreenCanvas {
    const { bounds } = this.geometry;
    const sketch = new OffscreenCanvas(pixels, pixels);
    const span = (pixels / scale) * COARSE;
    const blocks = this.coarse.texture.source.resource as HTMLCanvasElement;
    sketch.getContext("2d")!.drawImage(blocks, (left - bounds.x) * COARSE, (top - bounds.y) * COARSE, span, span, 0, 0, pixels, pixels);
    return sketch;
  }

  /** A picture of a part of the map, for the minimap; what is in sight is painted first. */
  picture(left: number, top: number, scale: number, pixels: number): Promise<ImageBitmap> {
    return new Promise((resolve) => {
      this.pictures.push({ left, top, scale, pixels, resolve });
      this.next();
    });
  }

  /** How much of what is wanted in sight is painted, from 0 to 1. */
  get progress(): number {
    return this.most === 0 ? 1 : 1 - this.wanting / this.most;
  }

  private get wanting(): number {
    return this.queue.length + (this.painting?.wanted ? 1 : 0);
  }

  /** Shows the tiles of a view; `scale` is in device pixels per hex. */
  look(view: Rect, scale: number): void {
    this.clock++;
    const level = LEVELS.findIndex((pixels) => pixels * 1.3 >= scale);
    const current = level < 0 ? LEVELS.length - 1 : level;
    const wanted = this.keys(view, current);
    const missing = wanted.filter((key) => !this.tiles.get(key)?.sprite);
    const base = current === 0 ? [] : this.keys(view, 0).filter((key) => !this.tiles.get(key)?.sprite);
    this.queue = missing.filter((key) => !this.tiles.has(key));
    this.spare = base.filter((key) => !this.tiles.has(key));
    this.most = this.wanting === 0 ? 0 : Math.max(this.most, this.wanting);
    const standIns = missing.map((key) => this.standIns(key));
    this.coarse.visible = standIns.some((found) => !found.length);
    this.unveil([...wanted, ...standIns.flat()]);
    if (this.zoom !== 0 && scale !== this.zoom) this.rest();
    this.zoom = scale;
    this.next();
    this.evict();
  }

  /** What is shown while a tile is not yet painted: the four finer ones, else the next coarser one that there is. */
  private standIns(key: string): string[] {
    const [level, col, row] = read(key);
    const finer = [0, 1, 2, 3].map((nth) => `${level + 1},${2 * col + (nth & 1)},${2 * row + (nth >> 1)}`);
    if (finer.every((one) => this.tiles.get(one)?.sprite)) return finer;
    for (let up = 1; up <= level; up++) {
      const coarser = `${level - up},${col >> up},${row >> up}`;
      if (this.tiles.get(coarser)?.sprite) return [coarser];
    }
    return [];
  }

  /** Draws these tiles and no others: what lies hidden below them would cost as much as what is seen. */
  private unveil(keys: string[]): void {
    const before = this.seen;
    this.seen = new Set();
    for (const key of keys) {
      const tile = this.tiles.get(key);
      if (!tile) continue;
      tile.used = this.clock;
      if (!tile.sprite) continue;
      tile.sprite.visible = true;
      this.seen.add(tile.sprite);
    }
    for (const sprite of before) if (!this.seen.has(sprite)) sprite.visible = false;
  }

  /** While the map is being zoomed, tiles of a size that is soon out of sight are not worth painting. */
  private rest(): void {
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      this.resting = 0;
      this.next();
    }, REST);
  }

  /** Whether everything in sight is painted. */
  get settled(): boolean {
    return this.wanting === 0;
  }

  override destroy(): void {
    clearTimeout(this.resting);
    this.gone = true;
    this.coarse.texture.destroy(true);
    for (const tile of this.tiles.values()) tile.sprite?.texture.destroy(true);
    super.destroy({ children: true });
  }

  private keys(view: Rect, level: number): string[] {
    const span = TILE / LEVELS[level]!;
    const clip = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
    const { x, y, width, height } = this.geometry.bounds;
    const left = Math.floor(clip(view.x, x, x + width) / span);
    const right = Math.floor(clip(view.x + view.width, x, x + width) / span);
    const top = Math.floor(clip(view.y, y, y + height) / span);
    const bottom = Math.floor(clip(view.y + view.height, y, y + height) / span);
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
    const found: [number, number][] = [];
    for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) found.push([col, row]);
    found.sort(([a, b], [c, d]) => (a - cx) ** 2 + (b - cy) ** 2 - ((c - cx) ** 2 + (d - cy) ** 2));
    return found.map(([col, row]) => `${level},${col},${row}`);
  }

  /** One tile at a time: what scrolled out of sight meanwhile is then not painted at all. */
  private next(): void {
    if (this.painting !== null || this.resting || this.gone) return;
    const wanted = this.queue.length > 0;
    const key = this.queue.shift() ?? this.spare.shift();
    if (key !== undefined) void this.make(key, wanted);
    else if (this.pictures.length) void this.depict(this.pictures.shift()!);
  }

  private async make(key: string, wanted: boolean): Promise<void> {
    const [level, col, row] = read(key);
    const span = TILE / LEVELS[level]!;
    this.painting = { wanted };
    this.tiles.set(key, { level, sprite: null, used: this.clock });
    const night = this.night;
    const painted = await paint({ left: col * span, top: row * span, scale: LEVELS[level]!, pixels: TILE, night });
    this.painting = null;
    if (this.gone) return;
    if (night === this.night) this.put(key, painted);
    this.changed();
    this.next();
  }

  private async depict({ resolve, ...part }: Picture): Promise<void> {
    resolve((await paint({ ...part, night: this.night })).image);
  }

  private put(key: string, { image, took }: Painted): void {
    this.took.push(took);
    const tile = this.tiles.get(key);
    if (!tile) return;
    const [level, col, row] = read(key);
    const size = (TILE / LEVELS[level]!) * this.unit;
    const sprite = new Sprite(new Texture({ source: new ImageSource({ resource: image, scaleMode: "linear" }) }));
    sprite.visible = false;
    sprite.blendMode = "none"; // tiles are opaque: nothing below them need be read
    sprite.position.set(col * size, row * size);
    sprite.setSize(size, size);
    tile.sprite = sprite;
    this.levels[level]!.addChild(sprite);
  }

  private evict(): void {
    if (this.tiles.size <= MOST_TILES) return;
    const old = [...this.tiles].filter(([, tile]) => tile.sprite && tile.level > 0 && tile.used < this.clock);
    old.sort(([, a], [, b]) => a.used - b.used);
    for (const [key, tile] of old.slice(0, this.tiles.size - MOST_TILES)) {
      tile.sprite!.removeFromParent();
      tile.sprite!.texture.destroy(true);
      tile.sprite!.destroy();
      this.tiles.delete(key);
    }
  }
}

/** Level, column and row of a tile. */
function read(key: string): [number, number, number] {
  return key.split(",").map(Number) as [number, number, number];
}
