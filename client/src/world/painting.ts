/** Paints the map of the world, or a part of it: land in the colours of who holds it, fronts, convoys, fleets, armies. */
import type { Board, Globe } from "../api";
import { isMajor, landColour, type PaletteName } from "../map/palette";
import { nearest, Projection, type Frame } from "./globe";
import { convoyLines, type Front, type Garrison, type Waters } from "./facts";

/** Everything that is shown at one moment. */
export interface Scene {
  control: Record<string, string>;
  /** Power → whose colour it has. */
  lead: ReadonlyMap<string, string>;
  fronts: readonly Front[];
  waters: readonly Waters[];
  garrisons: readonly Garrison[];
  colourOfSide: (side: string | null) => number;
  palette: PaletteName;
  night: boolean;
}

export type Show = Record<"fronts" | "fleets" | "convoys" | "armies", boolean>;

interface Inks {
  sea: [string, string];
  line: string;
  land: [number, number, number];
  coast: string;
  border: [number, number, number];
  halo: string;
  text: string;
}

const DAY: Inks = { sea: ["#b9d3de", "#9dbfd0"], line: "#ffffff40", land: [233, 226, 205], coast: "#5b6f78", border: [72, 60, 44], halo: "#fffdf6", text: "#26241f" };
const NIGHT: Inks = { sea: ["#23343f", "#1b2933"], line: "#ffffff14", land: [88, 82, 68], coast: "#0f161b", border: [20, 18, 14], halo: "#171511", text: "#f1ead8" };

export const hexColour = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;

/** A picture of one part of the world; what never changes in it is worked out once. */
export class GlobePainter {
  readonly projection: Projection;
  private readonly x: Float32Array;
  private readonly y: Float32Array;
  private readonly land: Path2D;
  private readonly owner: Int32Array;
  private readonly at: Map<string, number>;
  /** The land as it was painted last: fleets move far more often than borders. */
  private painted: { control: Scene["control"]; lead: string; palette: PaletteName; night: boolean; sheet: HTMLCanvasElement } | null = null;

  constructor(
    readonly frame: Frame,
    private readonly board: Board,
    globe: Globe,
  ) {
    const projection = (this.projection = new Projection(frame));
    this.x = Float32Array.from(globe.lon, (lon) => projection.x(lon));
    this.y = Float32Array.from(globe.lat, (lat) => projection.y(lat));
    this.at = new Map(board.hexes.key.map((key, i) => [key, i]));
    this.land = coastline(globe.coasts, projection);
    const { kind } = board.hexes;
    const seeds = board.hexes.key.flatMap((_, i): [number, number, number][] => (kind[i] !== "sea" && projection.has(this.x[i]!, this.y[i]!, 40) ? [[this.x[i]!, this.y[i]!, i]] : []));
    this.owner = nearest(Math.round(frame.width), Math.round(frame.height), seeds);
  }

  /** Where a hex lies, unless that is outside. */
  place(hex: string): [number, number] | null {
    const i = this.at.get(hex);
    return i !== undefined && this.projection.has(this.x[i]!, this.y[i]!) ? [this.x[i]!, this.y[i]!] : null;
  }

  /** The hex that is nearest to a point. */
  hexAt(x: number, y: number): string | null {
    let [found, best] = [-1, 30 ** 2];
    for (let i = 0; i < this.x.length; i++) {
      const far = (this.x[i]! - x) ** 2 + (this.y[i]! - y) ** 2;
      if (far < best) [found, best] = [i, far];
    }
    return found < 0 ? null : this.board.hexes.key[found]!;
  }

  paint(context: CanvasRenderingContext2D, scene: Scene, show: Show): void {
    const inks = scene.night ? NIGHT : DAY;
    this.sea(context, inks);
    const { control, palette, night } = scene;
    const lead = [...scene.lead].join(" ");
    const same = this.painted && this.painted.control === control && this.painted.lead === lead && this.painted.palette === palette && this.painted.night === night;
    if (!same) this.painted = { control, lead, palette, night, sheet: this.lands(scene, inks) };
    context.drawImage(this.painted!.sheet, 0, 0, this.frame.width, this.frame.height);
    context.lineJoin = "round";
    context.strokeStyle = inks.coast;
    context.lineWidth = 0.7;
    context.stroke(this.land);
    if (show.convoys) this.convoys(context, scene, inks);
    if (show.armies) this.armies(context, scene);
    if (show.fronts) this.fronts(context, scene, inks);
    if (show.fleets) this.fleets(context, scene, inks);
  }

  private sea(context: CanvasRenderingContext2D, inks: Inks): void {
    const { width, height, west, east } = this.frame;
    const water = context.createLinearGradient(0, 0, 0, height);
    water.addColorStop(0, inks.sea[0]);
    water.addColorStop(1, inks.sea[1]);
    context.fillStyle = water;
    context.fillRect(0, 0, width, height);
    context.strokeStyle = inks.line;
    context.lineWidth = 1;
    context.beginPath();
    const step = east - west > 120 ? 30 : 10;
    for (let lon = Math.ceil(west / step) * step; lon < east; lon += step) {
      const x = Math.round(this.projection.straight(lon)) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, height);
    }
    for (let lat = -60; lat <= 80; lat += step) {
      const y = Math.round(this.projection.y(lat)) + 0.5;
      context.moveTo(0, y);
      context.lineTo(width, y);
    }
    context.stroke();
  }

  /** The land in the colours of who holds it, with a thin line between any two. */
  private lands(scene: Scene, inks: Inks): HTMLCanvasElement {
    const [width, height] = [Math.round(this.frame.width), Math.round(this.frame.height)];
    const { key } = this.board.hexes;
    const neutral = inks.land;
    const colours = new Map<string, [number, number, number]>();
    const colourOf = (power: string | undefined): [number, number, number] => {
      if (!power) return neutral;
      const lead = scene.lead.get(power) ?? power;
      let known = colours.get(lead);
      if (!known) {
        const own = landColour(lead, scene.palette);
        const held = isMajor(lead) ? 1 : 0.25; // countries that stand aside are hardly tinted
        known = own.map((part, k) => Math.round((scene.night ? 0.72 : 1) * (neutral[k]! + (part - neutral[k]!) * held))) as [number, number, number];
        colours.set(lead, known);
      }
      return known;
    };
    const powers = key.map((hex) => scene.control[hex] ?? "");
    const paints = powers.map(colourOf);
    const image = new ImageData(width, height);
    const { data } = image;
    const { owner } = this;
    for (let row = 0, at = 0; row < height; row++) {
      for (let col = 0; col < width; col++, at++) {
        const i = owner[at]!;
        const power = i < 0 ? "" : powers[i]!;
        const right = col + 1 < width ? owner[at + 1]! : i;
        const below = row + 1 < height ? owner[at + width]! : i;
        const edge = (right !== i && right >= 0 && powers[right] !== power) || (below !== i && below >= 0 && powers[below] !== power);
        const [r, g, b] = i < 0 ? neutral : paints[i]!;
        const mix = edge ? 0.45 : 0;
        data[4 * at] = r + (inks.border[0] - r) * mix;
        data[4 * at + 1] = g + (inks.border[1] - g) * mix;
        data[4 * at + 2] = b + (inks.border[2] - b) * mix;
        data[4 * at + 3] = 255;
      }
    }
    const sheet = canvas(width, height);
    sheet.getContext("2d")!.putImageData(image, 0, 0);
    // Cut out along the coasts, so that shores are smooth although the holdings are made of pixels.
    const density = window.devicePixelRatio || 1;
    const cut = canvas(Math.round(width * density), Math.round(height * density));
    const pen = cut.getContext("2d")!;
    pen.scale(density, density);
    pen.fill(this.land, "evenodd");
    pen.globalCompositeOperation = "source-in";
    pen.drawImage(sheet, 0, 0, width, height);
    return cut;
  }

  private fronts(context: CanvasRenderingContext2D, scene: Scene, inks: Inks): void {
    const lines = new Path2D();
    for (const { pairs } of scene.fronts) {
      for (const [a, b] of pairs) {
        const [p, q] = [this.place(a), this.place(b)];
        if (!p || !q) continue;
        const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
        const [mx, my] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
        if (Math.hypot(dx, dy) > 60) continue; // hexes that a line on the printed map joins
        lines.moveTo(mx - 0.36 * dy, my + 0.36 * dx);
        lines.lineTo(mx + 0.36 * dy, my - 0.36 * dx);
      }
    }
    context.lineCap = "round";
    context.strokeStyle = inks.halo;
    context.lineWidth = 6;
    context.stroke(lines);
    context.strokeStyle = "#c22a1c";
    context.lineWidth = 3.2;
    context.stroke(lines);
  }

  private armies(context: CanvasRenderingContext2D, scene: Scene): void {
    const near = this.projection.scale > 6;
    for (const { hex, power, land, air } of scene.garrisons) {
      const at = this.place(hex);
      if (!at || !(land || air)) continue;
      const size = (near ? 2.4 : 1.5) + Math.sqrt(land + 0.5 * air) * (near ? 1.2 : 0.6);
      const [r, g, b] = landColour(scene.lead.get(power) ?? power, scene.palette).map((part) => Math.round(part * 0.5));
      context.fillStyle = `rgb(${r} ${g} ${b})`;
      if (land) context.fillRect(at[0] - size / 2, at[1] - size / 2, size, size);
      else {
        context.beginPath();
        context.moveTo(at[0], at[1] - size / 2);
        context.lineTo(at[0] + size / 2, at[1] + size / 2);
        context.lineTo(at[0] - size / 2, at[1] + size / 2);
        context.fill();
      }
    }
  }

  private convoys(context: CanvasRenderingContext2D, scene: Scene, inks: Inks): void {
    const place = new Map(this.board.seas.map(({ name, hex }) => [name, hex]));
    context.lineCap = "round";
    for (const { from, to, side, points } of convoyLines(scene.waters, this.board.seas)) {
      const [p, q] = [from, to].map((sea) => this.at.get(place.get(sea) ?? "") ?? -1);
      if (p! < 0 || q! < 0) continue;
      let dx = this.x[q!]! - this.x[p!]!;
      if (Math.abs(dx) > this.projection.round / 2) dx -= Math.sign(dx) * this.projection.round; // the short way round
      for (const start of [this.x[p!]!, this.x[q!]! - dx]) {
        context.beginPath();
        context.moveTo(start, this.y[p!]!);
        context.lineTo(start + dx, this.y[q!]!);
        context.setLineDash([1, 5]);
        context.lineWidth = 2 + Math.min(3, points / 5);
        context.strokeStyle = inks.halo;
        context.stroke();
        context.lineWidth -= 1;
        context.strokeStyle = hexColour(scene.colourOfSide(side));
        context.stroke();
      }
    }
    context.setLineDash([]);
  }

  /** Sea areas in sight with what is in them, and where their marks are. */
  marks(scene: Scene): { sea: string; x: number; y: number; waters: Waters[] }[] {
    const found = new Map<string, Waters[]>();
    for (const one of scene.waters) if (one.ships || one.planes || one.convoys) found.set(one.sea, [...(found.get(one.sea) ?? []), one]);
    return this.board.seas.flatMap(({ name, hex }) => {
      const at = this.place(hex);
      const waters = found.get(name);
      return at && waters ? [{ sea: name, x: at[0], y: at[1], waters }] : [];
    });
  }

  private fleets(context: CanvasRenderingContext2D, scene: Scene, inks: Inks): void {
    const near = this.projection.scale > 6;
    const small = this.projection.scale < SMALL;
    for (const { hex, side, ships } of scene.garrisons) {
      const at = this.place(hex);
      if (!at || !ships) continue;
      context.beginPath();
      context.arc(at[0], at[1], (near ? 2.4 : 1.8) + Math.sqrt(ships) * (near ? 0.9 : 0.55), 0, 2 * Math.PI);
      context.fillStyle = hexColour(scene.colourOfSide(side));
      context.fill();
      context.strokeStyle = inks.halo;
      context.lineWidth = 1;
      context.stroke();
    }
    context.font = `600 ${near ? 12 : 11}px "Barlow Condensed", sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { x, y, waters } of this.marks(scene)) {
      if (small) waters.forEach((one, nth) => dot(context, x + (nth - (waters.length - 1) / 2) * 6, y, one, hexColour(scene.colourOfSide(one.side)), inks));
      else waters.forEach((one, nth) => mark(context, x, y + (nth - (waters.length - 1) / 2) * 16, one, hexColour(scene.colourOfSide(one.side)), inks));
    }
  }
}

/** Pixels of a degree below which plates would cover each other. */
const SMALL = 1.7;

/** What a side has in a sea area, where there is no room for numbers. */
function dot(context: CanvasRenderingContext2D, x: number, y: number, { ships, planes, convoys }: Waters, colour: string, inks: Inks): void {
  context.beginPath();
  context.arc(x, y, 2 + Math.sqrt(ships + planes + convoys / 5), 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = ships ? "#26241f" : inks.halo;
  context.lineWidth = 1;
  context.stroke();
}

/** A plate for what a side has in a sea area: a hull with the number of ships, then its convoy points. */
function mark(context: CanvasRenderingContext2D, x: number, y: number, { ships, planes, convoys }: Waters, colour: string, inks: Inks): void {
  const words = [ships + planes ? String(ships + planes) : "", convoys ? `${convoys}c` : ""].filter(Boolean).join(" · ");
  const hull = ships ? 11 : 0;
  const width = context.measureText(words).width + hull + 10;
  context.beginPath();
  context.roundRect(x - width / 2, y - 7.5, width, 15, 7.5);
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = inks.halo;
  context.lineWidth = 1.2;
  context.stroke();
  context.fillStyle = "#ffffff";
  if (hull) {
    const [left, keel] = [x - width / 2 + 5, y + 3.4];
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(left + 10, y);
    context.lineTo(left + 8, keel);
    context.lineTo(left + 2, keel);
    context.closePath();
    context.rect(left + 3, y - 3.4, 4, 3);
    context.fill();
  }
  context.fillText(words, x + hull / 2, y + 0.8);
}

function canvas(width: number, height: number): HTMLCanvasElement {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

/** Every ring as often as it comes into the frame, once round the world to either side. */
function coastline(rings: number[][], projection: Projection): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    let [least, most] = [Infinity, -Infinity];
    for (let k = 0; k < ring.length; k += 2) [least, most] = [Math.min(least, ring[k]!), Math.max(most, ring[k]!)];
    for (const turn of [-360, 0, 360]) {
      if (projection.straight(most + turn) < -20 || projection.straight(least + turn) > projection.frame.width + 20) continue;
      for (let k = 0; k < ring.length; k += 2) {
        const [x, y] = [projection.straight(ring[k]! + turn), projection.y(ring[k + 1]!)];
        if (k) path.lineTo(x, y);
        else path.moveTo(x, y);
      }
      path.closePath();
    }
  }
  return path;
}
