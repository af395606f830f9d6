/** Counters as textures on a few large pages, each drawn once. */
import { Rectangle, Texture, CanvasSource } from "pixi.js";
import type { CounterFace, MarkKind } from "../api";
import { drawDown, drawFace, drawHungry, drawMini, drawWorn } from "./faces";
import type { PaletteName } from "./palette";

const GAP = 4;
/** Faces are drawn in the size that the zoom needs: shrunk by more than half, a picture loses its thin lines. */
export const FACES = [32, 64, 124] as const;
export type FaceSize = (typeof FACES)[number];
/** The largest face, for the fan and for signs that stretch without harm. */
const FACE = 124;
const MINI = 40;
const BADGE = 48;
const CAPTION = 56;
/** How wide a page is, in squares of the size that it holds. */
const SQUARES = 8;

interface Page {
  canvas: HTMLCanvasElement;
  ctx: CanvasRenderingContext2D;
  source: CanvasSource;
  x: number;
  y: number;
}

export class CounterAtlas {
  private readonly pages = new Map<number, Page>();
  private readonly textures = new Map<string, Texture>();
  private readonly full: Page[] = [];
  private readonly dirty = new Set<Page>();

  constructor(
    private readonly faces: Record<string, CounterFace>,
    private readonly palette: PaletteName,
  ) {}

  face(counter: string, size: FaceSize = FACE): Texture {
    return this.texture(`face ${counter} ${size}`, size, (ctx, x, y) => {
      const face = this.faces[counter];
      if (face) drawFace(ctx, face, x, y, size, this.palette);
    });
  }

  /** Small counters look alike, so that a nation needs one of each type. */
  mini(counter: string, strength = 0): Texture {
    const face = this.faces[counter];
    const key = face ? `mini ${face.nation} ${face.type} ${(face.strategic ?? 0) >= 4} ${face.abilities?.includes("ss")} ${strength}` : counter;
    return this.texture(key, MINI, (ctx, x, y) => {
      if (face) drawMini(ctx, face, x, y, MINI, this.palette, strength);
    });
  }

  down(size: FaceSize = FACE): Texture {
    return this.texture(`down ${size}`, size, (ctx, x, y) => drawDown(ctx, x, y, size));
  }

  hungry(size: FaceSize = FACE): Texture {
    return this.texture(`hungry ${size}`, size, (ctx, x, y) => drawHungry(ctx, x, y, size));
  }

  /** What a counter wears. */
  worn(mark: MarkKind, size: FaceSize = FACE): Texture {
    return this.texture(`worn ${mark.shape} ${mark.colour} ${size}`, size, (ctx, x, y) => drawWorn(ctx, mark, x, y, size));
  }

  /** A soft shadow below a counter. */
  shadow(): Texture {
    return this.texture("shadow", FACE, (ctx, x, y) => {
      ctx.save();
      ctx.shadowColor = "rgba(20,15,5,0.55)";
      ctx.shadowBlur = 9;
      ctx.fillStyle = "rgba(20,15,5,0.4)";
      ctx.beginPath();
      ctx.roundRect(x + 10, y + 10, FACE - 20, FACE - 20, 10);
      ctx.fill();
      ctx.restore();
    });
  }

  /** How many units lie in a stack. */
  badge(count: number): Texture {
    return this.texture(`badge ${count}`, BADGE, (ctx, x, y) => {
      const half = BADGE / 2;
      ctx.beginPath();
      ctx.arc(x + half, y + half, half - 3, 0, 7);
      ctx.fillStyle = "#2b2622";
      ctx.fill();
      ctx.lineWidth = 4;
      ctx.strokeStyle = "#f6f1e2";
      ctx.stroke();
      ctx.fillStyle = "#fff";
      ctx.font = `600 ${0.62 * BADGE}px 'Barlow Condensed', sans-serif`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText(String(count), x + half, y + half + 1);
    });
  }

  /** A few letters: what it costs to go to a hex. */
  label(text: string): Texture {
    return this.texture(`label ${text}`, BADGE, (ctx, x, y) => {
      ctx.fillStyle = "#1d3a1f";
      ctx.font = `600 ${0.78 * BADGE}px 'Barlow Condensed', sans-serif`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText(text, x + BADGE / 2, y + BADGE / 2, BADGE);
    });
  }

  /** A few letters on a plate of a colour, twice as wide as high. */
  plate(text: string, colour: number): Texture {
    return this.texture(`plate ${text} ${colour}`, FACE, (ctx, x, y) => {
      const height = FACE / 2;
      ctx.beginPath();
      ctx.roundRect(x + 3, y + 3, FACE - 6, height - 6, height / 2);
      ctx.fillStyle = `#${colour.toString(16).padStart(6, "0")}`;
      ctx.fill();
      ctx.lineWidth = 4;
      ctx.strokeStyle = "#fff";
      ctx.stroke();
      ctx.fillStyle = "#fff";
      ctx.font = `700 ${0.68 * height}px 'Barlow Condensed', sans-serif`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText(text, x + FACE / 2, y + height / 2 + 2, FACE - 22);
    }, FACE / 2);
  }

  /** The name of a sea area, four times as wide as high. */
  caption(text: string): Texture {
    return this.texture(`caption ${text}`, 4 * CAPTION, (ctx, x, y) => {
      ctx.fillStyle = "#1f4863";
      ctx.font = `italic 600 ${0.72 * CAPTION}px Spectral, serif`;
      ctx.textAlign = "left";
      ctx.textBaseline = "middle";
      ctx.fillText(text, x + 4, y + CAPTION / 2, 4 * CAPTION - 8);
    }, CAPTION);
  }

  /** A white card with round corners, to be tinted: the frame of a unit that stands out. */
  frame(): Texture {
    return this.texture("frame", FACE, (ctx, x, y) => {
      ctx.beginPath();
      ctx.roundRect(x, y, FACE, FACE, 16);
      ctx.fillStyle = "#fff";
      ctx.fill();
    });
  }

  /** Sends what was drawn since the last time to the graphics card. */
  upload(): void {
    for (const page of this.dirty) page.source.update();
    this.dirty.clear();
  }

  destroy(): void {
    for (const texture of this.textures.values()) texture.destroy(false);
    for (const page of [...this.full, ...this.pages.values()]) page.source.destroy();
  }

  private texture(key: string, size: number, draw: (ctx: CanvasRenderingContext2D, x: number, y: number) => void, height = size): Texture {
    const known = this.textures.get(key);
    if (known) return known;
    const page = this.room(size);
    draw(page.ctx, page.x, page.y);
    const texture = new Texture({ source: page.source, frame: new Rectangle(page.x, page.y, size, height) });
    page.x += size + GAP;
    this.dirty.add(page);
    this.textures.set(key, texture);
    return texture;
  }

  private room(size: number): Page {
    const edge = SQUARES * (size + GAP) + GAP;
    let page = this.pages.get(size);
    if (page && page.x + size > edge) {
      page.x = GAP;
      page.y += size + GAP;
    }
    if (page && page.y + size > edge) {
      this.full.push(page);
      page = undefined;
    }
    if (!page) {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = edge;
      const source = new CanvasSource({ resource: canvas, scaleMode: "linear" });
      page = { canvas, ctx: canvas.getContext("2d")!, source, x: GAP, y: GAP };
      this.pages.set(size, page);
    }
    return page;
  }
}
