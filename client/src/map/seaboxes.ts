/** The sea-boxes on the map: a box for each sea area, with its sections side by side and a lane for each side. */
import { Container, Graphics, Sprite } from "pixi.js";
import type { CounterFace, Unit } from "../api";
import { CELL, LANE, SECTIONS, STRIP, type Spot, type Squadron } from "../state/sea";
import type { CounterAtlas, FaceSize } from "./atlas";
import type { Rect } from "./geometry";

/** What the boxes show. */
export interface Waters {
  boxes: ReadonlyMap<string, Rect>;
  squadrons: readonly Squadron[];
  units: Record<string, Unit>;
  /** The two sides in the order of their lanes, with their colours. */
  sides: { id: string; colour: number }[];
  searchNumbers: readonly number[];
}

/** Sections that stand out: such as those where a move may end. */
export interface Highlights {
  seas: ReadonlyMap<string, number>;
  sections: { spot: Spot; colour: number }[];
}

const NOTHING: Waters = { boxes: new Map(), squadrons: [], units: {}, sides: [], searchNumbers: [] };
const NONE: Highlights = { seas: new Map(), sections: [] };
/** Boxes of empty seas are not drawn from afar. */
const EMPTY_FROM = 18;
/** Hex widths of the line with the name. */
const NAME = 0.46;

export class SeaBoxLayer extends Container {
  private waters = NOTHING;
  private highlights = NONE;
  private marked: ReadonlyMap<number, number> = new Map();
  private readonly drawn = new Map<string, { container: Container; empty: boolean }>();
  private detail: FaceSize | 0 = 64;

  constructor(
    private readonly unit: number,
    private readonly faces: Record<string, CounterFace>,
    private atlas: CounterAtlas,
  ) {
    super();
  }

  show(waters: Waters): void {
    this.waters = waters;
    this.redraw();
  }

  highlight(highlights: Highlights): void {
    this.highlights = highlights;
    this.redraw();
  }

  mark(marked: ReadonlyMap<number, number>): void {
    const seen = new Set(this.waters.squadrons.flatMap(({ units }) => units));
    const before = [...this.marked].filter(([unit]) => seen.has(unit));
    const after = [...marked].filter(([unit]) => seen.has(unit));
    this.marked = marked;
    if (String(before) !== String(after)) this.redraw();
  }

  setAtlas(atlas: CounterAtlas): void {
    this.atlas = atlas;
    this.redraw();
  }

  /** Only what is in sight is given to the renderer. `size` 0: counters are too small to be read. */
  look(sight: Rect, scale: number, size: FaceSize | 0): void {
    if (size !== this.detail) {
      this.detail = size;
      this.redraw();
    }
    for (const [sea, { container, empty }] of this.drawn) {
      const box = this.waters.boxes.get(sea)!;
      const near = box.x < sight.x + sight.width && box.x + box.width > sight.x && box.y < sight.y + sight.height && box.y + box.height > sight.y;
      container.visible = near && (!empty || scale >= EMPTY_FROM || this.highlights.seas.has(sea));
    }
  }

  boxOf(sea: string): Rect | undefined {
    return this.waters.boxes.get(sea);
  }

  /** The section under a point of the table, if its box is drawn there. */
  at(x: number, y: number): Spot | null {
    for (const [sea, { x: left, y: top, width, height }] of this.waters.boxes) {
      if (!this.drawn.get(sea)?.container.visible) continue;
      if (x < left || x >= left + width || y < top || y >= top + height) continue;
      return { sea, section: Math.min(SECTIONS - 1, Math.floor(((x - left) * SECTIONS) / width)) };
    }
    return null;
  }

  private redraw(): void {
    for (const { container } of this.drawn.values()) container.destroy({ children: true });
    this.drawn.clear();
    for (const [sea, box] of this.waters.boxes) {
      const there = this.waters.squadrons.filter((squadron) => squadron.sea === sea);
      const container = this.addChild(new Container());
      container.position.set(box.x * this.unit, box.y * this.unit);
      container.scale.set(box.width / (CELL * SECTIONS));
      this.frame(container, sea, !there.length);
      for (const squadron of there) this.squadron(container, squadron);
      this.drawn.set(sea, { container, empty: !there.length });
    }
  }

  private frame(container: Container, sea: string, empty: boolean): void {
    const u = this.unit;
    const [width, height] = [CELL * SECTIONS * u, (STRIP + 2 * LANE) * u];
    const wanted = this.highlights.seas.get(sea);
    const g = container.addChild(new Graphics());
    g.roundRect(0, 0, width, height, 0.12 * u).fill({ color: 0xf3f0e4, alpha: empty ? 0.35 : 0.82 });
    for (let section = 0; section < SECTIONS; section++) {
      g.rect(section * CELL * u, STRIP * u, CELL * u, 2 * LANE * u).fill({ color: 0x2f5f80, alpha: 0.06 + 0.05 * section });
      if (section) g.moveTo(section * CELL * u, NAME * u).lineTo(section * CELL * u, height).stroke({ color: 0x2f5f80, width: 0.03 * u, alpha: 0.6 });
    }
    g.roundRect(0, 0, width, height, 0.12 * u).stroke({ color: wanted ?? 0x2f5f80, width: (wanted === undefined ? 0.05 : 0.08) * u });
    for (const { spot, colour } of this.highlights.sections) {
      if (spot.sea !== sea) continue;
      g.rect((spot.section * CELL + 0.05) * u, 0.05 * u, (CELL - 0.1) * u, height - 0.1 * u).fill({ color: colour, alpha: 0.16 });
      g.rect((spot.section * CELL + 0.05) * u, 0.05 * u, (CELL - 0.1) * u, height - 0.1 * u).stroke({ color: colour, width: 0.05 * u });
    }
    const caption = container.addChild(new Sprite(this.atlas.caption(sea)));
    caption.setSize(4 * NAME * u, NAME * u);
    caption.position.set(0.04 * u, 0.02 * u);
    this.waters.searchNumbers.forEach((number, section) => {
      const label = container.addChild(new Sprite(this.atlas.label(String(number))));
      label.anchor.set(0.5);
      label.setSize(0.36 * u);
      label.position.set((section + 0.5) * CELL * u, (STRIP - 0.17) * u);
      label.alpha = empty ? 0.6 : 1;
    });
  }

  private squadron(container: Container, { section, side, units, convoys }: Squadron): void {
    const u = this.unit;
    const lane = Math.max(0, this.waters.sides.findIndex(({ id }) => id === side));
    const colour = this.waters.sides[lane]?.colour ?? 0x8a8578;
    const top = this.strongest(units);
    const points = convoys.reduce((sum, convoy) => sum + convoy.points, 0);
    const [x, y] = [(section + 0.5) * CELL * u, (STRIP + (lane + 0.5) * LANE) * u];
    if (top !== null) {
      const left = x - (points ? 0.22 : 0.08) * u;
      const marks = units.flatMap((unit) => this.marked.get(unit) ?? []);
      const put = (texture: Sprite["texture"], size: number, aside = 0, tint = 0xffffff): void => {
        const sprite = container.addChild(new Sprite(texture));
        sprite.anchor.set(0.5);
        sprite.position.set(left + aside * u, y - aside * u);
        sprite.setSize(size * u, size * u);
        sprite.tint = tint;
      };
      if (marks.length) put(this.atlas.frame(), 0.88, 0, marks.at(-1)!);
      const face = (unit: number): Sprite["texture"] => (this.detail ? this.atlas.face(this.waters.units[unit]!.counter, this.detail) : this.atlas.mini(this.waters.units[unit]!.counter));
      const below = units.find((unit) => unit !== top);
      if (below !== undefined) put(face(below), 0.72, 0.07);
      put(face(top), 0.74);
      if (this.waters.units[top]!.face_down && this.detail) put(this.atlas.down(this.detail), 0.74);
      if (units.length > 1) {
        const badge = container.addChild(new Sprite(this.atlas.badge(units.length)));
        badge.anchor.set(0.5);
        badge.position.set(left + 0.4 * u, y - 0.3 * u);
        badge.setSize(0.32 * u, 0.32 * u);
      }
    }
    if (points) {
      const plate = container.addChild(new Sprite(this.atlas.plate(`CP ${points}`, colour)));
      plate.anchor.set(0.5);
      plate.setSize(0.62 * u, 0.31 * u);
      plate.position.set(top === null ? x : x + 0.34 * u, y + (top === null ? 0 : 0.24 * u));
    }
    container.addChild(new Graphics().rect((section * CELL + 0.05) * u, (STRIP + lane * LANE + 0.08) * u, 0.06 * u, (LANE - 0.16) * u).fill({ color: colour }));
  }

  /** The ship that lies on top. */
  private strongest(units: number[]): number | null {
    const strength = (unit: number): number => {
      const face = this.faces[this.waters.units[unit]!.counter];
      return (face?.kind === "naval" ? 1000 : 0) + 10 * (face?.attack ?? 0) + (face?.defence ?? 0);
    };
    return units.length ? units.reduce((best, unit) => (strength(unit) > strength(best) ? unit : best)) : null;
  }
}
