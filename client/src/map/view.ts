/** The map on the screen: camera, tiles, counters, overlays, and what the pointer does. */
import "pixi.js/unsafe-eval";
import { Application, Container, Graphics, Sprite, Ticker } from "pixi.js";
import type { Board, CounterFace, MarkKind, Unit } from "../api";
import { CounterAtlas, FACES, type FaceSize } from "./atlas";
import { Geometry, type Rect } from "./geometry";
import { drawingOrder } from "./graphics";
import { OverlayLayer, type Overlay } from "./overlay";
import type { PaletteName } from "./palette";
import { spotIn, stacksOf, type Stacks } from "./stacks";
import { LabelLayer } from "./labels";
import { SeaBoxLayer, type Highlights, type Waters } from "./seaboxes";
import type { Spot } from "../state/sea";
import { TileLayer } from "./tiles";

/** World pixels per hex. */
export const UNIT = 64;
const NEAREST = 190;
/** Pixels per hex at which a counter is 28 pixels wide. */
export const READABLE = 44;
const MINI_BELOW = 27;
const FAN = 68;
/** How far what a counter wears lies below it, in its widths: its factors must be read. */
const WORN = 0.13;
/** Milliseconds of a frame that may go into laying out stacks. */
const DRESSING = 8;

// Pixi would wake up for every frame to look for textures to throw away; here what is no longer needed is destroyed.
Ticker.system.autoStart = false;
Ticker.system.stop();

export interface MapEvents {
  hex?: (hex: string | null, extend: boolean) => void;
  unit?: (id: number, extend: boolean) => void;
  /** A section of a sea-box. */
  section?: (spot: Spot, extend: boolean) => void;
  hover?: (hex: string | null) => void;
  camera?: () => void;
  /** How much of what is in sight is painted, from 0 to 1. */
  painted?: (share: number) => void;
}

/** A small picture of the table: pixels for each hex, and where its corner lies. */
export interface Miniature {
  image: CanvasImageSource;
  scale: number;
  left: number;
  top: number;
}

/** Counters that go from hex to hex while a film is shown. */
export interface Motion {
  counter: string;
  hexes: string[];
}

export interface Ghost {
  unit: number;
  counter: string;
  hex: string;
}

/** The counters of a hex, laid out when they come into sight. */
interface Stack {
  container: Container;
  x: number;
  y: number;
  /** It no longer looks as it should. */
  stale: boolean;
}

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export class MapView {
  readonly geometry: Geometry;
  readonly camera: Camera = { x: 0, y: 0, scale: 20 };
  counterScale = 1;
  private readonly app = new Application();
  private readonly world = new Container({ isRenderGroup: true });
  private readonly counters = new Container();
  private readonly stacks = new Map<string, Stack>();
  private readonly fan = new Container();
  private fanHex: string | null = null;
  private fanned: { id: number; x: number; y: number; size: number }[] = [];
  private readonly under: OverlayLayer;
  private readonly layers: OverlayLayer;
  private readonly over: OverlayLayer;
  private readonly cursorLayer: OverlayLayer;
  private readonly ghosts = new Container();
  private readonly actors = new Container();
  private ghostsShown: Ghost[] = [];
  private atlas: CounterAtlas;
  private tiles!: TileLayer;
  private readonly labels: LabelLayer;
  private readonly boxes: SeaBoxLayer;
  private standing: Stacks = new Map();
  private marked = new Map<number, number>();
  private hungry: ReadonlySet<number> = new Set();
  private worn: ReadonlyMap<number, MarkKind[]> = new Map();
  private detail = 0;
  private faceSize: FaceSize = 32;
  private frame = 0;
  /** The camera was moved since the last frame. */
  private away = false;
  /** Every stack in sight looks as it should. */
  private dressed = true;
  private home: Rect;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private dragged = 0;
  private cursor: string | null = null;
  private gone = false;
  private halts = 0;
  private readonly observer: ResizeObserver;

  private constructor(
    private readonly host: HTMLElement,
    private readonly board: Board,
    private readonly faces: Record<string, CounterFace>,
    private palette: PaletteName,
    private readonly events: MapEvents,
  ) {
    this.geometry = new Geometry(board);
    this.home = this.geometry.bounds;
    this.atlas = new CounterAtlas(faces, palette);
    const layer = (): OverlayLayer => new OverlayLayer(this.geometry, UNIT, (text) => this.atlas.label(text), (text, colour) => this.atlas.plate(text, colour));
    [this.under, this.layers, this.over, this.cursorLayer] = [layer(), layer(), layer(), layer()];
    this.labels = new LabelLayer(board, this.geometry);
    this.boxes = new SeaBoxLayer(UNIT, faces, this.atlas);
    this.observer = new ResizeObserver(() => this.resize());
  }

  static async create(
    host: HTMLElement,
    board: Board,
    faces: Record<string, CounterFace>,
    palette: PaletteName,
    events: MapEvents,
  ): Promise<MapView> {
    const view = new MapView(host, board, faces, palette, events);
    await view.start();
    return view;
  }

  private async start(): Promise<void> {
    await Promise.all([
      document.fonts.load("600 16px 'Barlow Condensed'"),
      document.fonts.load("700 16px 'Barlow Condensed'"),
      this.app.init({
        preference: drawingOrder(),
        autoStart: false,
        sharedTicker: false,
        antialias: false,
        background: 0xcfc7b4,
        width: Math.max(1, this.host.clientWidth),
        height: Math.max(1, this.host.clientHeight),
        resolution: Math.min(2, window.devicePixelRatio || 1),
        autoDensity: true,
        eventMode: "none",
        eventFeatures: { move: false, globalMove: false, click: false, wheel: false },
      }),
    ]);
    this.tiles = new TileLayer(this.board, this.geometry, UNIT, () => {
      this.lookAtTiles();
      this.render();
    });
    this.world.addChild(this.tiles, this.layers, this.under, this.boxes, this.counters, this.ghosts, this.over, this.actors, this.cursorLayer);
    this.app.stage.addChild(this.world, this.labels, this.fan);
    const canvas = this.app.canvas;
    canvas.setAttribute("aria-hidden", "true");
    this.host.prepend(canvas);
    canvas.addEventListener("pointerdown", this.down);
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerup", this.up);
    canvas.addEventListener("pointercancel", this.cancel);
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("wheel", this.wheel, { passive: false });
    canvas.addEventListener("dblclick", (event) => this.zoomBy(1.8, event.offsetX, event.offsetY));
    this.observer.observe(this.host);
    this.fit();
  }

  destroy(): void {
    this.gone = true;
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.tiles.destroy();
    this.app.destroy({ removeView: true }, { children: true });
    this.atlas.destroy();
  }

  // ------------------------------------------------------------------------------------------------------ the camera

  get width(): number {
    return this.app.screen.width;
  }

  get height(): number {
    return this.app.screen.height;
  }

  /** What is in sight, in hex widths. */
  get sight(): Rect {
    const { x, y, scale } = this.camera;
    return { x: x - this.width / 2 / scale, y: y - this.height / 2 / scale, width: this.width / scale, height: this.height / scale };
  }

  /** Whether every tile in sight is painted. */
  get settled(): boolean {
    return !this.away && this.dressed && this.tiles.settled;
  }

  get paintTimes(): readonly number[] {
    return this.tiles.took;
  }

  /** The part of the table that the game uses. */
  setHome(hexes: Iterable<string>): void {
    const known = [...hexes].map((hex) => this.geometry.of(hex)).filter((i) => i >= 0);
    if (known.length) this.home = this.geometry.boundsOf(known);
  }

  get homeBounds(): Rect {
    return this.home;
  }

  /** Near enough to read the counters, on the middle of these hexes; all of them if they fit. */
  openOn(hexes: string[]): void {
    const known = hexes.map((hex) => this.geometry.of(hex)).filter((i) => i >= 0);
    if (!known.length) return this.fit();
    const part = this.geometry.boundsOf(known);
    this.camera.x = part.x + part.width / 2;
    this.camera.y = part.y + part.height / 2;
    this.camera.scale = Math.max(READABLE / this.counterScale, Math.min(90, this.width / part.width, this.height / part.height));
    this.moved();
  }

  fit(part: Rect = this.home): void {
    this.camera.x = part.x + part.width / 2;
    this.camera.y = part.y + part.height / 2;
    this.camera.scale = Math.min(this.width / part.width, this.height / part.height);
    this.moved();
  }

  /** Brings a hex into sight, moving only if it is not well inside. */
  show(hex: string, atLeast = 0): void {
    const i = this.geometry.of(hex);
    if (i < 0) return;
    const [x, y] = [this.geometry.x[i]!, this.geometry.y[i]!];
    const { x: left, y: top, width, height } = this.sight;
    const inside = x > left + 0.15 * width && x < left + 0.85 * width && y > top + 0.15 * height && y < top + 0.85 * height;
    if (inside && this.camera.scale >= atLeast) return;
    this.camera.scale = Math.max(this.camera.scale, atLeast);
    this.camera.x = x;
    this.camera.y = y;
    this.moved();
  }

  /**
   * Moves the camera smoothly so that these hexes are in sight, as near as `near` if they fit; stays where it is if they are.
   * What is spread over half the world is not: the first two of it are shown.
   */
  async glideTo(hexes: string[], milliseconds: number, near = this.camera.scale): Promise<void> {
    let known = hexes.map((hex) => this.geometry.of(hex)).filter((i) => i >= 0);
    if (!known.length) return;
    const fits = ({ width, height }: Rect): boolean => Math.min(this.width / width, this.height / height) >= READABLE / 4;
    if (known.length > 2 && !fits(this.geometry.boundsOf(known))) known = known.slice(0, 2);
    const part = this.geometry.boundsOf(known);
    const { x, y, width, height } = this.sight;
    const [edgeX, edgeY] = [0.1 * width, 0.1 * height];
    if (near <= this.camera.scale * 1.05 && part.x > x + edgeX && part.x + part.width < x + width - edgeX && part.y > y + edgeY && part.y + part.height < y + height - edgeY) return;
    const scale = Math.min(Math.max(near, this.camera.scale), (0.8 * this.width) / part.width, (0.8 * this.height) / part.height);
    const [from, to] = [{ ...this.camera }, { x: part.x + part.width / 2, y: part.y + part.height / 2, scale }];
    const axes = ["x", "y", "scale"] as const;
    let left = from;
    await this.during(milliseconds, (share) => {
      if (axes.some((axis) => this.camera[axis] !== left[axis])) return; // whoever takes the camera meanwhile keeps it
      const eased = share * share * (3 - 2 * share);
      for (const axis of axes) this.camera[axis] = from[axis] + (to[axis] - from[axis]) * eased;
      this.moved();
      left = { ...this.camera };
    });
  }

  /** Goes to a hex wherever the camera is: away from the table, across, and down again as near as `near`. */
  async flyTo(hex: string, milliseconds: number, near: number): Promise<void> {
    const i = this.geometry.of(hex);
    if (i < 0) return;
    const [from, x, y] = [{ ...this.camera }, this.geometry.x[i]!, this.geometry.y[i]!];
    // High enough that where one comes from and where one goes to are in sight together half-way.
    const far = Math.min((0.8 * this.width) / Math.max(1, Math.abs(x - from.x)), (0.8 * this.height) / Math.max(1, Math.abs(y - from.y)));
    const middle = Math.log(Math.min(far, from.scale, near));
    let left = from;
    await this.during(milliseconds, (share) => {
      if (this.camera.x !== left.x || this.camera.y !== left.y || this.camera.scale !== left.scale) return; // somebody took the camera
      const eased = share * share * (3 - 2 * share);
      const [down, up] = [Math.log(from.scale), Math.log(near)];
      const height = (1 - eased) ** 2 * down + 2 * eased * (1 - eased) * (2 * middle - (down + up) / 2) + eased ** 2 * up; // through the middle
      this.camera.x = from.x + (x - from.x) * eased;
      this.camera.y = from.y + (y - from.y) * eased;
      this.camera.scale = share < 1 ? Math.exp(height) : near;
      this.moved();
      left = { ...this.camera };
    });
  }

  /** Lets counters go along their hexes. */
  async animate(motions: Motion[], milliseconds: number): Promise<void> {
    const actors = motions.flatMap(({ counter, hexes }, nth) => {
      const points = hexes.map((hex) => this.geometry.of(hex)).filter((i) => i >= 0).map((i) => [this.geometry.x[i]! * UNIT, this.geometry.y[i]! * UNIT] as const);
      if (!points.length) return [];
      const sprite = new Sprite(this.faceOf(counter));
      sprite.anchor.set(0.5);
      sprite.setSize(0.66 * UNIT * this.counterScale, 0.66 * UNIT * this.counterScale);
      this.actors.addChild(sprite);
      return [{ sprite, points, aside: 4 * (nth % 4) }];
    });
    await this.during(milliseconds, (share) => {
      for (const { sprite, points, aside } of actors) {
        const along = share * (points.length - 1);
        const nth = Math.min(Math.floor(along), points.length - 2);
        const [a, b] = [points[Math.max(0, nth)]!, points[Math.max(0, nth + 1)] ?? points[0]!];
        const rest = points.length > 1 ? along - nth : 0;
        sprite.position.set(a[0] + (b[0] - a[0]) * rest + aside, a[1] + (b[1] - a[1]) * rest - aside);
      }
      this.render();
    });
    for (const { sprite } of actors) sprite.destroy();
    this.render();
  }

  /** Whatever moves goes no further. */
  halt(): void {
    this.halts++;
  }

  /** Calls for each frame of a stretch of time with the share of it that is over; who wants no motion gets its end at once. */
  private during(milliseconds: number, draw: (share: number) => void): Promise<void> {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const halts = this.halts;
    return new Promise((resolve) => {
      const started = performance.now();
      const next = (): void => {
        if (this.gone || halts !== this.halts) return resolve();
        const share = still || milliseconds <= 0 ? 1 : Math.min(1, (performance.now() - started) / milliseconds);
        draw(share);
        if (share < 1) requestAnimationFrame(next);
        else resolve();
      };
      next();
    });
  }

  /** Brings several hexes into sight together, with some of what lies round them. */
  showAll(hexes: string[]): void {
    const known = hexes.map((hex) => this.geometry.of(hex)).filter((i) => i >= 0);
    if (!known.length) return;
    const { x, y, width, height } = this.geometry.boundsOf(known);
    const around = Math.max(2, 6 - Math.max(width, height));
    this.fit({ x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around });
    if (this.camera.scale > 80) this.zoomBy(80 / this.camera.scale);
  }

  place(camera: Readonly<Camera>): void {
    Object.assign(this.camera, camera);
    this.moved();
  }

  panBy(dx: number, dy: number): void {
    this.camera.x -= dx / this.camera.scale;
    this.camera.y -= dy / this.camera.scale;
    this.moved();
  }

  zoomBy(factor: number, sx = this.width / 2, sy = this.height / 2): void {
    const before = this.toTable(sx, sy);
    const least = 0.7 * Math.min(this.width / this.geometry.bounds.width, this.height / this.geometry.bounds.height);
    this.camera.scale = Math.min(NEAREST, Math.max(least, this.camera.scale * factor));
    const after = this.toTable(sx, sy);
    this.camera.x += before.x - after.x;
    this.camera.y += before.y - after.y;
    this.moved();
  }

  private toTable(sx: number, sy: number): { x: number; y: number } {
    const { x, y, scale } = this.camera;
    return { x: x + (sx - this.width / 2) / scale, y: y + (sy - this.height / 2) / scale };
  }

  toScreen(hex: string): { x: number; y: number } | null {
    const i = this.geometry.of(hex);
    if (i < 0) return null;
    const { x, y, scale } = this.camera;
    return { x: (this.geometry.x[i]! - x) * scale + this.width / 2, y: (this.geometry.y[i]! - y) * scale + this.height / 2 };
  }

  private resize(): void {
    if (this.gone || !this.host.clientWidth) return;
    this.app.renderer.resize(this.host.clientWidth, this.host.clientHeight);
    this.moved();
  }

  private moved(): void {
    const { bounds } = this.geometry;
    this.camera.x = Math.min(bounds.x + bounds.width, Math.max(bounds.x, this.camera.x));
    this.camera.y = Math.min(bounds.y + bounds.height, Math.max(bounds.y, this.camera.y));
    this.away = true;
    this.render();
  }

  /** Follows the camera, once for each frame however often it was moved. */
  private follow(): void {
    this.away = false;
    const { x, y, scale } = this.camera;
    this.world.scale.set(scale / UNIT);
    this.world.position.set(Math.round(this.width / 2 - x * scale), Math.round(this.height / 2 - y * scale));
    this.lookAtTiles();
    this.adapt();
    this.cull();
    this.lookAtBoxes();
    this.labels.place(this.sight, this.camera.scale, (hex) => this.standing.has(hex));
    this.placeFan();
    this.events.camera?.();
  }

  private lookAtBoxes(): void {
    this.boxes.look(this.sight, this.camera.scale, this.mini ? 0 : this.faceSize);
  }

  private lookAtTiles(): void {
    this.tiles.look(this.sight, this.camera.scale * this.app.renderer.resolution);
    this.events.painted?.(this.tiles.progress);
  }

  /** Draws in the next frame; nothing is drawn while nothing changes. */
  render(): void {
    if (this.frame || this.gone) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.drawNow();
    });
  }

  drawNow(): void {
    if (this.away) this.follow();
    else if (!this.dressed) this.cull();
    this.atlas.upload();
    this.app.renderer.render(this.app.stage);
    if (!this.dressed) this.render();
  }

  // ---------------------------------------------------------------------------------------------------- the counters

  setPalette(palette: PaletteName): void {
    if (palette === this.palette) return;
    this.palette = palette;
    const old = this.atlas;
    this.atlas = new CounterAtlas(this.faces, palette);
    for (const { container } of this.stacks.values()) strip(container);
    this.redress();
    this.openFan(this.fanHex);
    this.setGhosts(this.ghostsShown);
    for (const layer of [this.layers, this.under, this.over, this.cursorLayer]) layer.again();
    this.boxes.setAtlas(this.atlas);
    this.lookAtBoxes();
    this.drawNow();
    old.destroy();
  }

  setCounterScale(scale: number): void {
    this.counterScale = scale;
    this.adapt();
    this.redress();
    this.render();
  }

  setNight(night: boolean): void {
    this.tiles.setNight(night);
    this.labels.setNight(night);
    this.app.renderer.background.color = night ? 0x322e23 : 0xcfc7b4;
    this.moved();
  }

  setUnits(units: Record<string, Unit>): void {
    const before = this.standing;
    this.standing = stacksOf(units, this.faces);
    for (const hex of new Set([...before.keys(), ...this.standing.keys()])) {
      const [old, now] = [before.get(hex), this.standing.get(hex)];
      const same = old && now && old.length === now.length && old.every((standing, i) => standing.id === now[i]!.id && standing.unit === now[i]!.unit);
      if (!same) this.disturb(hex);
    }
    this.openFan(this.fanHex);
    this.labels.place(this.sight, this.camera.scale, (hex) => this.standing.has(hex));
    this.render();
  }

  unitsAt(hex: string): number[] {
    return this.standing.get(hex)?.map(({ id }) => id) ?? [];
  }

  /** Which units stand out, with the colour of their frame. */
  setMarked(marked: ReadonlyMap<number, number>): void {
    const before = this.marked;
    this.marked = new Map(marked);
    for (const [hex, there] of this.standing) {
      if (there.some(({ id }) => before.get(id) !== marked.get(id))) this.disturb(hex);
    }
    this.boxes.mark(this.marked);
    this.lookAtBoxes();
    this.openFan(this.fanHex);
    this.render();
  }

  /** The sea-boxes and who is in them. */
  setWaters(waters: Waters): void {
    this.boxes.show(waters);
    this.lookAtBoxes();
    this.render();
  }

  /** Where the box of a sea area lies, in hex widths. */
  boxOf(sea: string): Rect | undefined {
    return this.boxes.boxOf(sea);
  }

  setHighlights(highlights: Highlights): void {
    this.boxes.highlight(highlights);
    this.lookAtBoxes();
    this.render();
  }

  /** What units wear that is not printed on them. */
  setWorn(worn: ReadonlyMap<number, MarkKind[]>): void {
    const before = this.worn;
    this.worn = worn;
    for (const [hex, there] of this.standing) {
      if (there.some(({ id }) => before.get(id)?.length !== worn.get(id)?.length)) this.disturb(hex);
    }
    this.openFan(this.fanHex);
    this.render();
  }

  setHungry(hungry: ReadonlySet<number>): void {
    this.hungry = hungry;
    this.redress();
    this.render();
  }

  setGhosts(ghosts: Ghost[]): void {
    this.ghostsShown = ghosts;
    strip(this.ghosts);
    const crowd = new Map<string, number>();
    for (const { counter, hex } of ghosts) {
      const i = this.geometry.of(hex);
      if (i < 0) continue;
      const nth = crowd.get(hex) ?? 0;
      crowd.set(hex, nth + 1);
      const sprite = new Sprite(this.faceOf(counter));
      sprite.anchor.set(0.5);
      sprite.alpha = 0.78;
      sprite.setSize(0.62 * UNIT * this.counterScale, 0.62 * UNIT * this.counterScale);
      sprite.position.set((this.geometry.x[i]! + 0.08 * nth) * UNIT, (this.geometry.y[i]! - 0.08 * nth) * UNIT);
      this.ghosts.addChild(sprite);
    }
    this.render();
  }

  /** 0: small counters; 1: whole faces; 2: with the number of units in a stack. */
  private adapt(): void {
    const size = this.camera.scale * this.counterScale;
    const detail = size < MINI_BELOW ? 0 : size < 40 ? 1 : 2;
    const pixels = 0.66 * size * this.app.renderer.resolution;
    const faceSize = FACES.find((one) => one >= 0.9 * pixels) ?? FACES[FACES.length - 1]!;
    if (detail === this.detail && (detail === 0 || faceSize === this.faceSize)) return;
    [this.detail, this.faceSize] = [detail, faceSize];
    this.redress();
  }

  private get mini(): boolean {
    return this.detail === 0;
  }

  private faceOf(counter: string): Sprite["texture"] {
    return this.mini ? this.atlas.mini(counter) : this.atlas.face(counter, this.faceSize);
  }

  private redress(): void {
    for (const hex of this.standing.keys()) this.disturb(hex);
  }

  /** The stack of this hex will be laid out anew, now or when it comes into sight. */
  private disturb(hex: string): void {
    let stack = this.stacks.get(hex);
    if (!stack) {
      const i = this.geometry.of(hex);
      if (i < 0) return;
      stack = { container: this.counters.addChild(new Container()), x: this.geometry.x[i]!, y: this.geometry.y[i]!, stale: true };
      stack.container.position.set(stack.x * UNIT, stack.y * UNIT);
      this.stacks.set(hex, stack);
    }
    stack.stale = true;
    this.dressed = false;
  }

  /** Only what is in sight is laid out and given to the renderer; what takes too long goes on in the next frame. */
  private cull(): void {
    const { x, y, width, height } = this.sight;
    const end = performance.now() + DRESSING;
    this.dressed = true;
    for (const [hex, stack] of this.stacks) {
      const seen = stack.x > x - 1 && stack.x < x + width + 1 && stack.y > y - 1 && stack.y < y + height + 1;
      stack.container.visible = seen;
      if (!seen || !stack.stale) continue;
      if (performance.now() > end) this.dressed = false;
      else this.restack(hex, stack);
    }
  }

  private restack(hex: string, stack: Stack): void {
    stack.stale = false;
    strip(stack.container);
    const all = this.standing.get(hex) ?? [];
    const isAir = (counter: string): boolean => this.faces[counter]?.kind === "air";
    const air = all.filter(({ unit }) => isAir(unit.counter));
    const ground = all.filter(({ unit }) => !isAir(unit.counter));
    for (const [group, airborne] of [
      [ground, false],
      [air, true],
    ] as const) {
      const shared = ground.length > 0 && air.length > 0;
      // The last four are the top of the stack; the rest would be hidden below them. From afar one stands for all.
      const shown = group.slice(this.mini ? -1 : -4);
      const strength = group.reduce((sum, { unit }) => sum + strengthOf(this.faces[unit.counter]), 0);
      shown.forEach(({ id, unit }, nth) => {
        const spot = spotIn(nth, shown.length, airborne, shared, this.counterScale);
        const size = spot.size * UNIT * (this.mini ? 1.2 : 1);
        const [px, py] = [spot.x * UNIT, spot.y * UNIT];
        const put = (texture: Sprite["texture"], grow = 1, tint = 0xffffff, lower = 0): void => {
          const sprite = new Sprite(texture);
          sprite.anchor.set(0.5);
          sprite.position.set(px, py + lower * size);
          sprite.setSize(size * grow, size * grow);
          sprite.tint = tint;
          stack.container.addChild(sprite);
        };
        const mark = this.marked.get(id);
        if (!this.mini && nth === 0) put(this.atlas.shadow(), 1.12); // the others lie on the first
        if (mark !== undefined) {
          put(this.atlas.frame(), 1.16);
          put(this.atlas.frame(), 1.11, mark);
        }
        put(this.mini ? this.atlas.mini(unit.counter, strength) : this.faceOf(unit.counter));
        if (unit.face_down) put(this.atlas.down(this.faceSize));
        for (const mark of this.worn.get(id) ?? []) put(this.atlas.worn(mark, this.faceSize), 1, 0xffffff, WORN);
        if (!this.mini && this.hungry.has(id)) put(this.atlas.hungry(this.faceSize));
      });
      if (group.length > 1 && this.detail > 1) this.badge(stack.container, group.length, airborne, shared);
    }
  }

  private badge(container: Container, count: number, airborne: boolean, shared: boolean): void {
    const spot = spotIn(Math.min(count, 4) - 1, Math.min(count, 4), airborne, shared, this.counterScale);
    const sprite = new Sprite(this.atlas.badge(count));
    sprite.anchor.set(0.5);
    sprite.position.set((spot.x + spot.size / 2) * UNIT - 2, (spot.y - spot.size / 2) * UNIT + 2);
    sprite.setSize(15, 15);
    container.addChild(sprite);
  }

  // --------------------------------------------------------------------------------------------------------- the fan

  /** Spreads the stack of a hex beside it, in a size that can be read at any zoom. */
  openFan(hex: string | null): void {
    this.fanHex = hex;
    for (const child of this.fan.removeChildren()) child.destroy({ children: true });
    this.fanned = [];
    const there = hex === null ? [] : (this.standing.get(hex) ?? []);
    if (there.length < 2) {
      this.fan.visible = false;
      this.render();
      return;
    }
    const columns = Math.min(there.length, there.length > 8 ? 5 : 4);
    const rows = Math.ceil(there.length / columns);
    const [width, height] = [columns * (FAN + 6) + 6, rows * (FAN + 6) + 6];
    const panel = new Graphics();
    panel.roundRect(0, 0, width, height, 10).fill({ color: 0x26241f, alpha: 0.82 }).stroke({ color: 0xf6f1e2, width: 1, alpha: 0.5 });
    this.fan.addChild(panel);
    there.forEach(({ id, unit }, n) => {
      const [x, y] = [6 + (n % columns) * (FAN + 6), 6 + Math.floor(n / columns) * (FAN + 6)];
      const mark = this.marked.get(id);
      if (mark !== undefined) {
        const g = new Graphics().roundRect(x - 3, y - 3, FAN + 6, FAN + 6, 8).fill({ color: mark });
        this.fan.addChild(g);
      }
      const layers: [Sprite["texture"], number][] = [
        [this.atlas.face(unit.counter), 0],
        ...(unit.face_down ? [[this.atlas.down(), 0] as [Sprite["texture"], number]] : []),
        ...(this.worn.get(id) ?? []).map((mark): [Sprite["texture"], number] => [this.atlas.worn(mark), WORN]),
        ...(this.hungry.has(id) ? [[this.atlas.hungry(), 0] as [Sprite["texture"], number]] : []),
      ];
      for (const [texture, lower] of layers) {
        const sprite = new Sprite(texture);
        sprite.position.set(x, y + (lower * FAN) / 2);
        sprite.setSize(FAN, FAN);
        this.fan.addChild(sprite);
      }
      this.fanned.push({ id, x, y, size: FAN });
    });
    this.fan.visible = true;
    this.placeFan();
    this.render();
  }

  get fanOpen(): string | null {
    return this.fan.visible ? this.fanHex : null;
  }

  private placeFan(): void {
    if (!this.fan.visible || !this.fanHex) return;
    const at = this.toScreen(this.fanHex);
    if (!at) return;
    const { width, height } = this.fan.getLocalBounds();
    const lift = 0.62 * this.camera.scale + 8;
    const x = Math.min(this.width - width - 8, Math.max(8, at.x - width / 2));
    const above = at.y - lift - height;
    this.fan.position.set(Math.round(x), Math.round(above > 8 ? above : at.y + lift));
  }

  private fannedAt(x: number, y: number): number | null {
    if (!this.fan.visible) return null;
    const [fx, fy] = [x - this.fan.x, y - this.fan.y];
    return this.fanned.find((one) => fx >= one.x && fx < one.x + one.size && fy >= one.y && fy < one.y + one.size)?.id ?? null;
  }

  // ---------------------------------------------------------------------------------------------------- the overlays

  setOverlay(overlay: Overlay): void {
    this.offered = new Set((overlay.fills ?? []).filter(({ outline }) => outline).flatMap(({ hexes }) => [...hexes]));
    this.under.show({ ...(overlay.fills ? { fills: overlay.fills } : {}) });
    this.over.show({
      ...(overlay.arrows ? { arrows: overlay.arrows } : {}),
      ...(overlay.labels ? { labels: overlay.labels } : {}),
      ...(overlay.rings ? { rings: overlay.rings } : {}),
      ...(overlay.dots ? { dots: overlay.dots } : {}),
      ...(overlay.tags ? { tags: overlay.tags } : {}),
    });
    this.render();
  }

  setLayers(overlay: Overlay): void {
    this.layers.show(overlay);
    this.render();
  }

  setCursor(hex: string | null): void {
    this.cursor = hex;
    this.cursorLayer.show(hex === null ? {} : { rings: [{ hex, colour: 0x26241f, width: 0.04 }] });
    this.render();
  }

  /** Moves the cursor to a neighbour (0 east, counter-clockwise); returns where it is now. */
  step(direction: number): string | null {
    const from = this.cursor === null ? this.geometry.nearest(this.camera.x, this.camera.y, 5) : this.geometry.of(this.cursor);
    if (from < 0) return null;
    const to = this.cursor === null ? from : this.geometry.around[6 * from + direction]!;
    if (to < 0) return this.cursor;
    const hex = this.geometry.key[to]!;
    this.setCursor(hex);
    this.show(hex);
    return hex;
  }

  /** Pictures of the home part for the minimap: a sketch at once, the painted one when there is time. */
  async miniature(pixels: number, show: (miniature: Miniature) => void): Promise<void> {
    const { x: left, y: top, width, height } = this.home;
    const scale = pixels / Math.max(width, height);
    show({ image: this.tiles.sketch(left, top, scale, pixels), scale, left, top });
    show({ image: await this.tiles.picture(left, top, scale, pixels), scale, left, top });
  }

  // ------------------------------------------------------------------------------------------------------ the pointer

  private readonly down = (event: PointerEvent): void => {
    (event.target as HTMLElement).setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.pointers.size === 1) this.dragged = 0;
    this.host.focus({ preventScroll: true });
  };

  private readonly move = (event: PointerEvent): void => {
    const last = this.pointers.get(event.pointerId);
    const [x, y] = [event.offsetX, event.offsetY];
    if (!last) {
      if (event.pointerType === "mouse") this.hover(this.hexAt(x, y));
      return;
    }
    const [dx, dy] = [x - last.x, y - last.y];
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.dragged += Math.abs(dx) + Math.abs(dy);
    this.pointers.set(event.pointerId, { x, y });
    if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(x - other.x, y - other.y);
      this.dragged += 100;
      this.panBy(dx / 2, dy / 2);
      if (before > 0) this.zoomBy(after / before, (x + other.x) / 2, (y + other.y) / 2);
    } else if (this.dragged > this.steadiness(event)) this.panBy(dx, dy);
  };

  /** Pixels that a pointer may go astray in a click: a finger is less steady than a mouse. */
  private steadiness({ pointerType }: PointerEvent): number {
    return pointerType === "mouse" ? 5 : 12;
  }

  private readonly up = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
    if (this.dragged > this.steadiness(event) || event.button !== 0) return;
    const extend = event.shiftKey || event.ctrlKey || event.metaKey;
    const unit = this.fannedAt(event.offsetX, event.offsetY);
    const spot = unit === null ? this.sectionAt(event.offsetX, event.offsetY) : null;
    if (unit !== null) this.events.unit?.(unit, extend);
    else if (spot) this.events.section?.(spot, extend);
    else this.events.hex?.(this.hexAt(event.offsetX, event.offsetY), extend);
  };

  private readonly cancel = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const turn = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.zoomBy(Math.exp(-Math.max(-300, Math.min(300, turn)) / 420), event.offsetX, event.offsetY);
  };

  /** Hexes that stand out because they can be chosen now. */
  private offered: ReadonlySet<string> = new Set();

  /** A section of a sea-box; a stack that stands in a hex below it lies on top, and so does a hex that can be chosen. */
  private sectionAt(sx: number, sy: number): Spot | null {
    const { x, y } = this.toTable(sx, sy);
    const hex = this.hexAt(sx, sy);
    return hex !== null && (this.standing.has(hex) || this.offered.has(hex)) ? null : this.boxes.at(x, y);
  }

  private hexAt(sx: number, sy: number): string | null {
    const { x, y } = this.toTable(sx, sy);
    const i = this.geometry.at(x, y);
    return i < 0 ? null : this.geometry.key[i]!;
  }

  private hovered: string | null = null;

  private hover(hex: string | null): void {
    if (hex === this.hovered) return;
    this.hovered = hex;
    this.events.hover?.(hex);
  }
}

/** What a counter counts for at a glance. */
function strengthOf(face: CounterFace | undefined): number {
  return face?.combat ?? face?.air_to_air ?? face?.attack ?? 0;
}

function strip(stack: Container): void {
  for (const child of stack.removeChildren()) child.destroy();
}
