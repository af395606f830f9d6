/** Names of places above the counters, in a size that can be read at any zoom; of two that would collide the lesser is left out. */
import { CanvasSource, Container, Sprite, Texture } from "pixi.js";
import type { Board, BoardPlace } from "../api";
import type { Geometry, Rect } from "./geometry";
import { rankOf } from "./places";

interface Label {
  /** Where it belongs, in hex widths, and how far above the middle of its hex it stands. */
  x: number;
  y: number;
  hex: string;
  place: BoardPlace;
  rank: number;
  sprite: Sprite | null;
  width: number;
  height: number;
}

const RESOLUTION = Math.min(2, globalThis.devicePixelRatio || 1);

export class LabelLayer extends Container {
  private readonly labels: Label[] = [];
  private night = false;

  constructor(
    board: Board,
    private readonly geometry: Geometry,
  ) {
    super();
    for (const place of board.places) {
      const i = geometry.of(place.hex);
      if (i < 0) continue;
      this.labels.push({ x: geometry.x[i]!, y: geometry.y[i]!, hex: place.hex, place, rank: rankOf(place), sprite: null, width: 0, height: 0 });
    }
    this.labels.sort((a, b) => b.rank - a.rank);
  }

  setNight(night: boolean): void {
    if (night === this.night) return;
    this.night = night;
    for (const label of this.labels) {
      label.sprite?.destroy({ texture: true, textureSource: true });
      label.sprite = null;
    }
  }

  /** Puts the names of what is in sight where the camera wants them. */
  place(sight: Rect, scale: number, occupied: (hex: string) => boolean): void {
    const taken: Rect[] = [];
    for (const label of this.labels) {
      const { place } = label;
      const inside = label.x > sight.x - 1 && label.x < sight.x + sight.width + 1 && label.y > sight.y - 1 && label.y < sight.y + sight.height + 1;
      const wanted = inside && scale >= 11 && (scale >= 20 || label.rank >= 50) && (scale >= 40 || label.rank >= 20);
      if (!wanted) {
        if (label.sprite) label.sprite.visible = false;
        continue;
      }
      if (!label.sprite) this.letter(label, place);
      const lift = occupied(label.hex) ? 0.5 : 0.3;
      const x = Math.round((label.x - sight.x) * scale - label.width / 2);
      const y = Math.round((label.y - lift * this.geometry.size[this.geometry.of(label.hex)]! - sight.y) * scale - label.height / 2);
      const box = { x: x + 2, y: y + 2, width: label.width - 4, height: label.height - 4 };
      const free = taken.every((other) => box.x + box.width < other.x || other.x + other.width < box.x || box.y + box.height < other.y || other.y + other.height < box.y);
      label.sprite!.visible = free;
      if (!free) continue;
      label.sprite!.position.set(x, y);
      taken.push(box);
    }
  }

  private letter(label: Label, place: BoardPlace): void {
    const capital = label.rank >= 100;
    const size = label.rank >= 200 ? 15 : label.rank >= 50 ? 13.5 : 12.5;
    const words = place.name.split(" (")[0]!;
    const canvas = document.createElement("canvas");
    const font = `${capital || place.objective ? 700 : 600} ${size}px 'Barlow Condensed', 'Arial Narrow', sans-serif`;
    let ctx = canvas.getContext("2d")!;
    ctx.font = font;
    label.width = Math.ceil(ctx.measureText(words).width) + 8;
    label.height = Math.ceil(size * 1.25) + 4;
    canvas.width = label.width * RESOLUTION;
    canvas.height = label.height * RESOLUTION;
    ctx = canvas.getContext("2d")!;
    ctx.scale(RESOLUTION, RESOLUTION);
    ctx.font = font;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    ctx.lineWidth = 3.5;
    ctx.strokeStyle = this.night ? "rgba(20,22,24,0.9)" : "rgba(250,246,232,0.92)";
    ctx.strokeText(words, label.width / 2, label.height / 2);
    ctx.fillStyle = place.objective ? (this.night ? "#ff9d8c" : "#9c2a22") : this.night ? "#f1ead8" : "#26211b";
    ctx.fillText(words, label.width / 2, label.height / 2);
    label.sprite = this.addChild(new Sprite(new Texture({ source: new CanvasSource({ resource: canvas, resolution: RESOLUTION }) })));
  }
}

