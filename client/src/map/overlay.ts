/** What is drawn over the map for a moment: where a unit can go, arrows, layers. */
import { Container, Graphics, Sprite, type Texture } from "pixi.js";
import { CORNERS, SIDES, type Geometry } from "./geometry";

export interface Fill {
  hexes: Iterable<string>;
  colour: number;
  alpha: number;
  /** How much of the hex is filled; 1 is all of it. */
  grow?: number;
  outline?: boolean;
}

export interface Arrow {
  hexes: string[];
  colour: number;
  width?: number;
  head?: boolean;
  /** Ends at the edge of the last hex, so that what stands there is seen. */
  short?: boolean;
  /** How far beside the middles of the hexes it runs, in hex widths. */
  aside?: number;
}

export interface Overlay {
  fills?: Fill[];
  arrows?: Arrow[];
  labels?: { hex: string; text: string }[];
  rings?: { hex: string; colour: number; width?: number }[];
  dots?: { hex: string; colour: number }[];
  /** A few letters on a plate, such as the odds of an attack; at the foot of the hex if it is not to hide its name. */
  tags?: { hex: string; text: string; colour: number; low?: boolean }[];
  /** Hexsides (between two neighbours) as one line, such as the front; as a wall inside the first hex; or as dots. */
  sides?: { pairs: [string, string][]; colour: number; width?: number; shape?: "line" | "wall" | "dots" }[];
}

/** Several as one; the later lie on top. */
export function together(parts: Overlay[]): Overlay {
  return {
    fills: parts.flatMap((part) => part.fills ?? []),
    arrows: parts.flatMap((part) => part.arrows ?? []),
    labels: parts.flatMap((part) => part.labels ?? []),
    rings: parts.flatMap((part) => part.rings ?? []),
    dots: parts.flatMap((part) => part.dots ?? []),
    tags: parts.flatMap((part) => part.tags ?? []),
    sides: parts.flatMap((part) => part.sides ?? []),
  };
}

export class OverlayLayer extends Container {
  private readonly graphics = this.addChild(new Graphics());
  private readonly texts = this.addChild(new Container());
  private shown: Overlay = {};

  constructor(
    private readonly geometry: Geometry,
    private readonly unit: number,
    private readonly lettering: (text: string) => Texture,
    private readonly plate: (text: string, colour: number) => Texture,
  ) {
    super();
  }

  /** The same with new textures. */
  again(): void {
    this.show(this.shown);
  }

  show(overlay: Overlay): void {
    this.shown = overlay;
    const { fills = [], arrows = [], labels = [], rings = [], dots = [], tags = [], sides = [] } = overlay;
    const g = this.graphics.clear();
    for (const { hexes, colour, alpha, grow = 1, outline } of fills) {
      let any = false;
      for (const hex of hexes) any = this.hexagon(g, hex, grow) || any;
      if (!any) continue;
      g.fill({ color: colour, alpha });
      if (outline) {
        for (const hex of hexes) this.hexagon(g, hex, grow);
        g.stroke({ color: 0xffffff, width: 0.075 * this.unit, alpha: 0.85 });
        for (const hex of hexes) this.hexagon(g, hex, grow);
        g.stroke({ color: colour, width: 0.04 * this.unit });
      }
    }
    for (const { pairs, colour, width = 0.1, shape = "line" } of sides) {
      if (shape !== "line") {
        for (const [a, b] of pairs) (shape === "wall" ? this.wall(g, a, b, colour) : this.dots(g, a, b, colour));
        continue;
      }
      for (const [colourOfLine, grown] of [[0xffffff, width + 0.06], [colour, width]] as const) {
        let any = false;
        for (const [a, b] of pairs) any = this.side(g, a, b) || any;
        if (any) g.stroke({ color: colourOfLine, width: grown * this.unit, cap: "round", alpha: colourOfLine === colour ? 1 : 0.7 });
      }
    }
    for (const { hex, colour, width = 0.06 } of rings) {
      if (!this.hexagon(g, hex, 0.97)) continue;
      g.stroke({ color: 0xffffff, width: (width + 0.05) * this.unit, alpha: 0.75 });
      this.hexagon(g, hex, 0.97);
      g.stroke({ color: colour, width: width * this.unit });
    }
    for (const arrow of arrows) this.arrow(g, arrow);
    for (const { hex, colour } of dots) {
      const i = this.geometry.of(hex);
      if (i >= 0) {
        g.circle(this.geometry.x[i]! * this.unit, this.geometry.y[i]! * this.unit, 0.12 * this.unit);
        g.fill({ color: colour }).stroke({ color: 0xffffff, width: 0.03 * this.unit });
      }
    }
    for (const text of this.texts.removeChildren()) text.destroy();
    for (const { hex, text } of labels) {
      const i = this.geometry.of(hex);
      if (i < 0) continue;
      const label = new Sprite(this.lettering(text));
      label.setSize(0.4 * this.unit);
      label.anchor.set(0.5);
      label.position.set(this.geometry.x[i]! * this.unit, (this.geometry.y[i]! + 0.36) * this.unit);
      this.texts.addChild(label);
    }
    for (const { hex, text, colour, low } of tags) {
      const i = this.geometry.of(hex);
      if (i < 0) continue;
      const tag = new Sprite(this.plate(text, colour));
      tag.setSize(0.62 * this.unit, 0.31 * this.unit);
      tag.anchor.set(0.5);
      tag.position.set(this.geometry.x[i]! * this.unit, (this.geometry.y[i]! + (low ? 0.4 : -0.14)) * this.unit);
      this.texts.addChild(tag);
    }
  }

  /** The ends of the hexside between two neighbours, drawn nearer to the middle of the first if it is to lie inside it. */
  private ends(a: string, b: string, inside = 1): [readonly [number, number], readonly [number, number]] | null {
    const i = this.geometry.of(a);
    const k = i < 0 ? -1 : this.geometry.direction(i, this.geometry.of(b));
    if (k < 0) return null;
    const s = this.geometry.size[i]! * this.unit * inside;
    const [x, y] = [this.geometry.x[i]! * this.unit, this.geometry.y[i]! * this.unit];
    const [from, to] = SIDES[k]!.map((corner) => CORNERS[corner]!) as [readonly [number, number], readonly [number, number]];
    return [
      [x + from[0] * s, y + from[1] * s],
      [x + to[0] * s, y + to[1] * s],
    ];
  }

  private side(g: Graphics, a: string, b: string): boolean {
    const ends = this.ends(a, b);
    if (ends) g.moveTo(...ends[0]).lineTo(...ends[1]);
    return ends !== null;
  }

  /** A rampart with merlons towards the other hex. */
  private wall(g: Graphics, a: string, b: string, colour: number): void {
    const [outer, inner] = [this.ends(a, b, 0.98), this.ends(a, b, 0.87)];
    if (!outer || !inner) return;
    const between = (line: typeof outer, share: number): [number, number] => [line[0][0] + (line[1][0] - line[0][0]) * share, line[0][1] + (line[1][1] - line[0][1]) * share];
    const points: [number, number][] = [];
    for (let n = 0; n < 9; n++) for (const share of [n / 9, (n + 1) / 9]) points.push(between(n % 2 ? inner : outer, 0.06 + 0.88 * share));
    for (const [line, width] of [[0xffffff, 0.09], [colour, 0.05]] as const) {
      points.forEach(([x, y], n) => (n ? g.lineTo(x, y) : g.moveTo(x, y)));
      g.stroke({ color: line, width: width * this.unit, cap: "butt", join: "miter", alpha: line === colour ? 1 : 0.75 });
    }
    g.moveTo(...between(inner, 0.06)).lineTo(...between(inner, 0.94)).stroke({ color: colour, width: 0.05 * this.unit });
  }

  private dots(g: Graphics, a: string, b: string, colour: number): void {
    const ends = this.ends(a, b);
    if (!ends) return;
    for (const share of [0.12, 0.37, 0.63, 0.88]) {
      const [x, y] = [ends[0][0] + (ends[1][0] - ends[0][0]) * share, ends[0][1] + (ends[1][1] - ends[0][1]) * share];
      g.circle(x, y, 0.055 * this.unit).fill({ color: colour }).stroke({ color: 0xffffff, width: 0.02 * this.unit, alpha: 0.85 });
    }
  }

  private hexagon(g: Graphics, hex: string, grow: number): boolean {
    const i = this.geometry.of(hex);
    if (i < 0) return false;
    const s = this.geometry.size[i]! * grow * this.unit;
    const [x, y] = [this.geometry.x[i]! * this.unit, this.geometry.y[i]! * this.unit];
    g.poly(
      CORNERS.flatMap(([cx, cy]) => [x + cx * s, y + cy * s]),
      true,
    );
    return true;
  }

  private arrow(g: Graphics, { hexes, colour, width = 0.12, head = true, short = false, aside = 0 }: Arrow): void {
    const points = hexes
      .map((hex) => this.geometry.of(hex))
      .filter((i) => i >= 0)
      .map((i) => [(this.geometry.x[i]! + aside) * this.unit, (this.geometry.y[i]! + aside) * this.unit] as const);
    if (points.length < 2) return;
    const u = this.unit;
    const [px, py] = points.at(-2)!;
    const [tx, ty] = points.at(-1)!;
    const angle = Math.atan2(ty - py, tx - px);
    const [ex, ey] = short ? [tx - 0.3 * u * Math.cos(angle), ty - 0.3 * u * Math.sin(angle)] : [tx, ty];
    const [bx, by] = head ? [ex - 0.24 * u * Math.cos(angle), ey - 0.24 * u * Math.sin(angle)] : [ex, ey];
    const line = (): void => {
      g.moveTo(...points[0]!);
      for (const [x, y] of points.slice(1, -1)) g.lineTo(x, y);
      g.lineTo(bx, by);
    };
    line();
    g.stroke({ color: 0xffffff, width: (width + 0.06) * u, alpha: 0.75, cap: "round", join: "round" });
    line();
    g.stroke({ color: colour, width: width * u, cap: "round", join: "round" });
    if (!head) return;
    const tip = (length: number, spread: number): [number, number] => [
      bx + length * u * Math.cos(angle + spread),
      by + length * u * Math.sin(angle + spread),
    ];
    const corners = [...tip(0.32, 0), ...tip(0.2, 1.9), ...tip(0.2, -1.9)];
    g.poly(corners, true).fill({ color: colour }).stroke({ color: 0xffffff, width: 0.025 * u, alpha: 0.8 });
  }
}
