/** Paints the map with a 2D canvas, tile by tile: sea, relief, coasts, hexsides, tracks, places and names. */
import type { Board, BoardPlace } from "../api";
import { CORNERS, Geometry, SIDES } from "./geometry";
import { GROUND, SEA, TABLE, type Ground } from "./ground";
import { hash, noise, ridges, scattered } from "./noise";

type Canvas2D = OffscreenCanvasRenderingContext2D;
const INK = "#2d2823";
const RED = "#a5352b";
const SHALLOW = "#d3e4e8";
const COAST = "#5b7684";
const RIVER = "#5b93b8";
const PURPLE = "#7c6394";
const BLUE = "#28527f";
const SANS = "'Barlow Condensed', 'Arial Narrow', sans-serif";
const SERIF = "Spectral, Georgia, serif";

interface Outline {
  kind: string;
  points: Float32Array;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface CountryName {
  name: string;
  x: number;
  y: number;
  size: number;
}

export interface Tile {
  /** Pixels per hex width. */
  scale: number;
  left: number;
  top: number;
  pixels: number;
  /** For dark rooms. */
  night?: boolean;
}

/** What of the board lies near a tile. */
interface Piece {
  ctx: Canvas2D;
  scale: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  hexes: number[];
  land: Path2D;
  lakes: Path2D;
  sheet: Path2D;
}

export class Painter {
  private readonly geometry: Geometry;
  private readonly outlines: Outline[];
  private readonly places: Map<number, BoardPlace[]> = new Map();
  private readonly sides: [number, number, string][];
  private readonly tracks: [number, number, string][];
  private readonly links: [number, number, string][];
  private readonly names: CountryName[];
  /** sheet → the middle between its west and its east edge */
  private readonly middles: Map<string, number> = new Map();
  private readonly onMap: Uint8Array;
  private readonly ground: (Ground | null)[];
  private readonly allSea: Set<string>;
  /** Hexes that the campaign is played on; null: all of them. */
  private playing: Set<number> | null = null;

  constructor(private readonly board: Board) {
    this.geometry = new Geometry(board);
    const of = (key: string): number => this.geometry.of(key);
    this.outlines = board.outlines.map(({ kind, points }) => {
      const xs = points.filter((_, i) => i % 2 === 0);
      const ys = points.filter((_, i) => i % 2 === 1);
      const ends = (values: number[]): [number, number] =>
        values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity] as [number, number]);
      const [left, right] = ends(xs);
      const [top, bottom] = ends(ys);
      return { kind, points: Float32Array.from(points), left, right, top, bottom };
    });
    const joined = (rows: [string, string, string][] | undefined): [number, number, string][] =>
      (rows ?? []).map(([a, b, kind]) => [of(a), of(b), kind] as [number, number, string]).filter(([a, b]) => a >= 0 && b >= 0);
    this.sides = joined(board.hexsides);
    this.allSea = new Set(this.sides.filter(([, , side]) => side === "all-sea").map(([a, b]) => `${a},${b}`));
    this.tracks = joined(board.tracks);
    this.links = joined(board.links).filter(([, , kind]) => kind === "grey" || kind === "blue");
    this.onMap = Uint8Array.from(board.hexes.key, (key, i) =>
      board.hexes.scale?.[i] !== "off-map" || key.startsWith("M") ? 1 : 0,
    );
    for (const sheet of new Set(board.hexes.sheet)) {
      const xs = this.geometry.x.filter((_, i) => board.hexes.sheet[i] === sheet);
      this.middles.set(sheet, (xs.reduce((a, b) => Math.min(a, b)) + xs.reduce((a, b) => Math.max(a, b))) / 2);
    }
    this.ground = board.hexes.terrain.map((terrain) => GROUND[terrain] ?? null);
    for (const place of board.places) {
      const i = of(place.hex);
      if (i < 0) continue;
      const there = this.places.get(i) ?? [];
      there.push(place);
      this.places.set(i, there);
    }
    for (const there of this.places.values()) there.sort((a, b) => prominence(b) - prominence(a));
    this.names = this.countryNames();
  }

  /** What the campaign does not use is dimmed. */
  setPlaying(hexes: string[] | null): void {
    this.playing = hexes && new Set(hexes.map((key) => this.geometry.of(key)));
  }

  /** Draws one tile. */
  async paint(ctx: Canvas2D, tile: Tile): Promise<void> {
    const span = tile.pixels / tile.scale;
    const piece: Piece = {
      ctx,
      scale: tile.scale,
      left: tile.left,
      top: tile.top,
      right: tile.left + span,
      bottom: tile.top + span,
      hexes: [],
      land: new Path2D(),
      lakes: new Path2D(),
      sheet: new Path2D(),
    };
    const { x, y, size } = this.geometry;
    for (let i = 0; i < x.length; i++) {
      const reach = 1.3 * size[i]!;
      if (x[i]! > piece.left - reach && x[i]! < piece.right + reach && y[i]! > piece.top - reach && y[i]! < piece.bottom + reach)
        piece.hexes.push(i);
    }
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = TABLE;
    ctx.fillRect(0, 0, tile.pixels, tile.pixels);
    ctx.setTransform(tile.scale, 0, 0, tile.scale, -tile.left * tile.scale, -tile.top * tile.scale);
    ctx.lineJoin = "round";
    ctx.lineCap = "round";
    if (piece.hexes.length) {
      const relief = await createImageBitmap(this.relief(piece, tile));
      this.outline(piece);
      this.sea(piece);
      this.land(piece, tile, relief);
      this.grid(piece);
      this.hexsides(piece);
      this.borders(piece);
      this.ways(piece);
      this.marks(piece);
    }
    this.words(piece);
    this.dim(piece);
    if (tile.night) darken(ctx, tile.pixels);
  }

  /** Land that is not played on lies under a veil. */
  private dim(piece: Piece): void {
    const { ctx } = piece;
    if (!this.playing) return;
    const veil = new Path2D();
    for (const i of piece.hexes) if (!this.playing.has(i) && this.board.hexes.kind[i] !== "sea") this.hexagon(veil, i, 1.02);
    ctx.globalAlpha = 0.62;
    ctx.fillStyle = TABLE;
    ctx.fill(veil);
    ctx.globalAlpha = 1;
  }

  private hexagon(path: Path2D, i: number, grow = 1): void {
    const { x, y, size } = this.geometry;
    const s = size[i]! * grow;
    CORNERS.forEach(([cx, cy], k) => {
      if (k === 0) path.moveTo(x[i]! + cx * s, y[i]! + cy * s);
      else path.lineTo(x[i]! + cx * s, y[i]! + cy * s);
    });
    path.closePath();
  }

  private outline(piece: Piece): void {
    const far = 2;
    for (const { kind, points, left, right, top, bottom } of this.outlines) {
      if (left > piece.right + far || right < piece.left - far || top > piece.bottom + far || bottom < piece.top - far) continue;
      const path = kind === "lake" ? piece.lakes : piece.land;
      const inside = left > piece.left - far && right < piece.right + far && top > piece.top - far && bottom < piece.bottom + far;
      const kept = inside ? points : clipped(points, piece.left - far, piece.top - far, piece.right + far, piece.bottom + far);
      if (kept.length < 6) continue;
      // Far out, every pixel has several points of the coast: some will do.
      const step = piece.scale < 10 && kept.length > 60 ? 4 : 2;
      path.moveTo(kept[0]!, kept[1]!);
      for (let k = step; k < kept.length - 1; k += step) path.lineTo(kept[k]!, kept[k + 1]!);
      path.closePath();
    }
    for (const i of piece.hexes) if (this.onMap[i]) this.hexagon(piece.sheet, i, 1.02);
  }

  private sea(piece: Piece): void {
    const { ctx } = piece;
    ctx.fillStyle = SEA;
    ctx.fill(piece.sheet);
    ctx.save();
    ctx.clip(piece.sheet);
    ctx.strokeStyle = SHALLOW;
    for (const [width, alpha] of [
      [1.7, 0.16],
      [1.2, 0.18],
      [0.75, 0.22],
      [0.4, 0.28],
      [0.2, 0.35],
    ] as const) {
      ctx.globalAlpha = alpha;
      ctx.lineWidth = width;
      ctx.stroke(piece.land);
    }
    ctx.restore();
  }

  private land(piece: Piece, tile: Tile, relief: ImageBitmap): void {
    const { ctx } = piece;
    const inland = new Path2D();
    const islands = new Path2D();
    for (const i of piece.hexes) {
      if (!this.onMap[i]) continue;
      if (this.board.hexes.kind[i] === "land") this.hexagon(inland, i, 1.015);
    }
    const draw = (): void => {
      ctx.imageSmoothingEnabled = true;
      ctx.imageSmoothingQuality = "high";
      ctx.drawImage(relief, piece.left, piece.top, tile.pixels / tile.scale, tile.pixels / tile.scale);
    };
    ctx.save();
    ctx.clip(piece.sheet);
    ctx.save();
    ctx.clip(piece.land, "evenodd");
    draw();
    ctx.restore();
    ctx.save();
    ctx.clip(inland);
    draw();
    ctx.restore();
    for (const i of piece.hexes) {
      if (this.isIsland(i)) this.island(islands, i);
      else if (this.board.hexes.kind[i] === "coastal" && this.onMap[i] && !this.dry(i)) this.strip(islands, i);
    }
    ctx.fillStyle = "#ded9b4";
    ctx.fill(islands);
    ctx.strokeStyle = COAST;
    ctx.lineWidth = Math.max(0.018, 0.7 / piece.scale);
    ctx.globalAlpha = 0.75;
    ctx.stroke(piece.land);
    ctx.stroke(islands);
    ctx.globalAlpha = 1;
    const lakeHexes = new Path2D();
    for (const i of piece.hexes) if (this.board.hexes.kind[i] === "lake") this.hexagon(lakeHexes, i);
    ctx.fillStyle = "#bcd5de";
    ctx.fill(lakeHexes);
    ctx.fill(piece.lakes);
    ctx.lineWidth = 0.015;
    ctx.stroke(piece.lakes);
    ctx.restore();
    // Hexes in the border of a sheet stand alone on the table.
    for (const i of piece.hexes) {
      if (this.onMap[i]) continue;
      const path = new Path2D();
      this.hexagon(path, i, 0.95);
      const ground = this.ground[i];
      ctx.fillStyle = ground ? `rgb(${ground.colour.join(",")})` : SEA;
      ctx.fill(path);
      ctx.strokeStyle = PURPLE;
      ctx.lineWidth = 0.04;
      ctx.stroke(path);
    }
  }

  /** Terrain colours that flow into one another, lit from the north-west. */
  private relief(piece: Piece, tile: Tile): ImageData {
    const n = tile.scale >= 90 ? 128 : 192;
    const step = tile.pixels / tile.scale / (n - 4);
    const pad = n;
    const height = new Float32Array(pad * pad);
    const colour = new Float32Array(pad * pad * 3);
    const { x, y, size, around } = this.geometry;
    for (let row = 0; row < n; row++) {
      for (let col = 0; col < n; col++) {
        const px = piece.left + (col - 2) * step;
        const py = piece.top + (row - 2) * step;
        // Boundaries between terrains meander.
        const wx = px + 0.34 * (noise(2.1 * px, 2.1 * py) - 0.5);
        const wy = py + 0.34 * (noise(2.1 * px + 31, 2.1 * py + 17) - 0.5);
        const here = this.geometry.nearest(wx, wy, 1.2);
        if (here < 0) continue;
        let [weight, red, green, blue, level, rough, grain] = [0, 0, 0, 0, 0, 0, 0];
        for (let k = -1; k < 6; k++) {
          const i = k < 0 ? here : around[6 * here + k]!;
          const ground = i < 0 ? null : this.ground[i];
          if (!ground) continue;
          const width = size[i]!;
          const d = ((x[i]! - wx) ** 2 + (y[i]! - wy) ** 2) / (width * width);
          if (d >= 0.72) continue;
          const w = (1 - d / 0.72) ** 2;
          weight += w;
          red += w * ground.colour[0];
          green += w * ground.colour[1];
          blue += w * ground.colour[2];
          level += w * ground.height;
          rough += w * ground.rough;
          grain += w * ground.grain;
        }
        const at = row * pad + col;
        if (!weight) {
          // Land of an outline in a hex that the board calls sea.
          colour.set([222, 217, 182], 3 * at);
          height[at] = 0.1;
          continue;
        }
        rough /= weight;
        const crest = ridges(1.35 * px, 1.35 * py);
        height[at] = level / weight + rough * 0.85 * crest + 0.1 * noise(px * 0.9, py * 0.9);
        const speckle = 1 + (grain / weight) * (noise(9 * px, 9 * py) + noise(17 * px, 17 * py) - 1.1);
        // Crests are pale, valleys between them darker.
        const pale = rough * Math.max(0, crest - 0.45) * 55;
        const band = 1 + 0.05 * (noise(0.7 * px + 5, 0.7 * py) - 0.5);
        colour[3 * at] = (red / weight) * speckle * band + pale;
        colour[3 * at + 1] = (green / weight) * speckle * band + pale;
        colour[3 * at + 2] = (blue / weight) * speckle * band + pale;
      }
    }
    const inner = n - 4;
    const image = new ImageData(inner, inner);
    const slope = 0.42 / step;
    for (let row = 0; row < inner; row++) {
      for (let col = 0; col < inner; col++) {
        const at = (row + 2) * pad + col + 2;
        const dx = (height[at + 1]! - height[at - 1]!) * slope;
        const dy = (height[at + pad]! - height[at - pad]!) * slope;
        // At night light and dark change places, and the sun still stands in the north-west.
        const sun = tile.night ? -0.34 : 0.34;
        const light = Math.min(1.22, Math.max(0.62, 1 + sun * dx + sun * dy));
        const to = 4 * (row * inner + col);
        image.data[to] = colour[3 * at]! * light;
        image.data[to + 1] = colour[3 * at + 1]! * light;
        image.data[to + 2] = colour[3 * at + 2]! * (0.25 + 0.75 * light);
        image.data[to + 3] = 255;
      }
    }
    return image;
  }

  /** A coastal hex whose land is too small for the outlines. */
  private isIsland(i: number): boolean {
    const kind = this.places.get(i)?.[0]?.kind;
    if (this.board.hexes.kind[i] !== "coastal" || this.onMap[i] !== 1) return false;
    return kind === "island" || (!this.dry(i) && !this.ashore(i).length);
  }

  /** The neighbours to which a coastal hex is joined by land. */
  private ashore(i: number): number[] {
    const { kind } = this.board.hexes;
    return this.geometry.neighbours(i).filter((j) => (kind[j] === "land" || kind[j] === "coastal") && !this.allSea.has(`${i},${j}`) && !this.allSea.has(`${j},${i}`) && this.dry(j));
  }

  /** The strip of land that a coastal hex has at the sides where it is joined to others, where the outlines show none. */
  private strip(path: Path2D, i: number): void {
    const { x, y } = this.geometry;
    for (const j of this.ashore(i)) {
      const [from, to] = SIDES[this.geometry.direction(i, j)]!;
      const [[x1, y1], [x2, y2]] = [this.corner(i, from), this.corner(i, to)];
      path.moveTo(x1, y1);
      path.quadraticCurveTo(x[i]! + 0.3 * ((x1 + x2) / 2 - x[i]!), y[i]! + 0.3 * ((y1 + y2) / 2 - y[i]!), x2, y2);
      path.closePath();
    }
  }

  private readonly dryness = new Map<number, boolean>();

  private dry(i: number): boolean {
    let known = this.dryness.get(i);
    if (known === undefined) {
      const { x, y, size } = this.geometry;
      known = [[0, 0], ...scattered(i, 14)].some(([dx, dy]) => this.inside(x[i]! + dx! * size[i]!, y[i]! + dy! * size[i]!));
      this.dryness.set(i, known);
    }
    return known;
  }

  private inside(x: number, y: number): boolean {
    let dry = false;
    for (const { kind, points, left, right, top, bottom } of this.outlines) {
      if (kind === "lake" || x < left || x > right || y < top || y > bottom) continue;
      const n = points.length;
      for (let a = 0, b = n - 2; a < n; b = a, a += 2) {
        const [ya, yb] = [points[a + 1]!, points[b + 1]!];
        if (ya > y !== yb > y && x < ((points[b]! - points[a]!) * (y - ya)) / (yb - ya) + points[a]!) dry = !dry;
      }
    }
    return dry;
  }

  private island(path: Path2D, i: number): void {
    const { x, y, size } = this.geometry;
    for (let k = 0; k <= 16; k++) {
      const angle = (k % 16) * (Math.PI / 8);
      const r = size[i]! * (0.17 + 0.07 * hash(i, k % 16));
      const [px, py] = [x[i]! + 1.2 * r * Math.cos(angle), y[i]! + 0.85 * r * Math.sin(angle)];
      if (k === 0) path.moveTo(px, py);
      else path.lineTo(px, py);
    }
    path.closePath();
  }

  private grid(piece: Piece): void {
    const { ctx, scale } = piece;
    if (scale < 9) return;
    const { kind, dot } = this.board.hexes;
    const { x, y, size } = this.geometry;
    const land = new Path2D();
    const dots = new Path2D();
    const marked = new Path2D();
    for (const i of piece.hexes) {
      if (kind[i] === "sea") {
        const r = (this.onMap[i] ? 0.035 : 0.06) * size[i]!;
        const path = dot?.[i] ? marked : dots;
        path.moveTo(x[i]! + r, y[i]!);
        path.arc(x[i]!, y[i]!, r, 0, 7);
      } else if (this.onMap[i]) this.hexagon(land, i);
    }
    ctx.strokeStyle = "#4d4637";
    ctx.globalAlpha = scale < 16 ? 0.16 : 0.26;
    ctx.lineWidth = Math.max(0.014, 0.6 / scale);
    ctx.stroke(land);
    ctx.globalAlpha = 0.8;
    ctx.fillStyle = "#6c95ac";
    ctx.fill(dots);
    ctx.fillStyle = "#c9803a";
    ctx.fill(marked);
    ctx.globalAlpha = 1;
    if (scale >= 30) this.glyphs(piece);
    if (scale >= 60) {
      ctx.fillStyle = "#57503f";
      ctx.globalAlpha = 0.7;
      ctx.textAlign = "center";
      for (const i of piece.hexes) {
        if (kind[i] !== "sea") this.text(piece, this.geometry.key[i]!, x[i]!, y[i]! + 0.455 * size[i]!, `500 0.1px ${SANS}`, 0.1 * size[i]!);
      }
      ctx.globalAlpha = 1;
    }
  }

  /** Trees and reeds, so that terrain does not depend on colour alone. */
  private glyphs(piece: Piece): void {
    const { ctx } = piece;
    const { terrain } = this.board.hexes;
    const { x, y, size } = this.geometry;
    const shade = new Path2D();
    const crown = new Path2D();
    const jungle = new Path2D();
    const reeds = new Path2D();
    const sand = new Path2D();
    for (const i of piece.hexes) {
      const kind = terrain[i]!;
      const count = { forest: 9, jungle: 11, swamp: 9, desert: 9 }[kind];
      if (!count || (this.board.hexes.kind[i] === "coastal" && !this.inside(x[i]!, y[i]!))) continue;
      for (const [dx, dy] of scattered(i, count)) {
        const [px, py, s] = [x[i]! + dx * size[i]!, y[i]! + dy * size[i]!, size[i]!];
        if (kind === "swamp") {
          reeds.moveTo(px - 0.07 * s, py);
          reeds.lineTo(px + 0.07 * s, py);
          reeds.moveTo(px, py);
          reeds.lineTo(px, py - 0.06 * s);
        } else if (kind === "desert") {
          sand.moveTo(px + 0.012, py);
          sand.arc(px, py, 0.011 * s, 0, 7);
        } else {
          const r = 0.042 * s;
          shade.moveTo(px + 1.3 * r, py + 0.35 * r);
          shade.arc(px + 0.3 * r, py + 0.35 * r, r, 0, 7);
          const top = kind === "jungle" ? jungle : crown;
          top.moveTo(px + r, py);
          top.arc(px, py, r, 0, 7);
        }
      }
    }
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = "#5d7544";
    ctx.fill(shade);
    ctx.fillStyle = "#8ba566";
    ctx.fill(crown);
    ctx.fillStyle = "#639157";
    ctx.fill(jungle);
    ctx.fillStyle = "#b3935a";
    ctx.fill(sand);
    ctx.globalAlpha = 0.8;
    ctx.strokeStyle = "#557f78";
    ctx.lineWidth = 0.016;
    ctx.stroke(reeds);
    ctx.globalAlpha = 1;
  }

  /** Corners are shared by three hexes, and every river that meets there bends to the same point. */
  private corner(i: number, k: number): [number, number] {
    const { x, y, size } = this.geometry;
    const [cx, cy] = CORNERS[k]!;
    const [px, py] = [x[i]! + cx * size[i]!, y[i]! + cy * size[i]!];
    const [hx, hy] = [Math.round(px * 40), Math.round(py * 40)];
    return [px + 0.05 * (hash(hx, hy) - 0.5), py + 0.05 * (hash(hy, hx + 9) - 0.5)];
  }

  private side(path: Path2D, a: number, b: number, wavy = false): void {
    const k = this.geometry.direction(a, b);
    if (k < 0) return;
    const [from, to] = SIDES[k]!;
    const [x1, y1] = this.corner(a, from);
    const [x2, y2] = this.corner(a, to);
    path.moveTo(x1, y1);
    if (wavy) {
      const bend = 0.16 * (hash(Math.round((x1 + x2) * 50), Math.round((y1 + y2) * 50)) - 0.5);
      const [nx, ny] = [-(y2 - y1) * bend, (x2 - x1) * bend];
      path.bezierCurveTo(
        x1 + (x2 - x1) / 3 + 2 * nx, y1 + (y2 - y1) / 3 + 2 * ny,
        x1 + (2 * (x2 - x1)) / 3 - 2 * nx, y1 + (2 * (y2 - y1)) / 3 - 2 * ny,
        x2, y2,
      );
    } else path.lineTo(x2, y2);
  }

  private near(piece: Piece, i: number): boolean {
    const { x, y } = this.geometry;
    return x[i]! > piece.left - 2 && x[i]! < piece.right + 2 && y[i]! > piece.top - 2 && y[i]! < piece.bottom + 2;
  }

  private hexsides(piece: Piece): void {
    const { ctx, scale } = piece;
    const paths: Record<string, Path2D> = {};
    for (const [a, b, kind] of this.sides) {
      if (this.near(piece, a)) this.side((paths[kind] ??= new Path2D()), a, b, kind === "river");
    }
    const stroke = (kind: string, colour: string, width: number, dash: number[] = [], alpha = 1): void => {
      const path = paths[kind];
      if (!path) return;
      ctx.strokeStyle = colour;
      ctx.lineWidth = Math.max(width, 0.8 / scale);
      ctx.globalAlpha = alpha;
      ctx.setLineDash(dash);
      ctx.stroke(path);
      ctx.setLineDash([]);
      ctx.globalAlpha = 1;
    };
    stroke("lake", "#bcd5de", 0.16);
    stroke("river", "#e8efe6", 0.1, [], 0.5);
    stroke("river", RIVER, 0.062);
    stroke("canal", RIVER, 0.09, [0.12, 0.1]);
    stroke("alpine", "#ffffff", 0.16, [], 0.55);
    stroke("alpine", "#5a4431", 0.1);
    stroke("straits", RED, 0.07, [0.02, 0.11]);
    stroke("fort", "#6b4f2a", 0.15, [0.02, 0.1]);
  }

  private borders(piece: Piece): void {
    const { ctx, scale } = piece;
    const { country, kind, seas } = this.board.hexes;
    const red = new Path2D();
    const blue = new Path2D();
    for (const i of piece.hexes) {
      for (let k = 0; k < 3; k++) {
        const j = this.geometry.around[6 * i + k]!;
        if (j < 0 || !this.onMap[i] || !this.onMap[j] || this.allSea.has(`${i},${j}`) || this.allSea.has(`${j},${i}`)) continue;
        if (country[i] && country[j]) {
          if (country[i] !== country[j]) this.side(red, i, j);
        } else if (kind[i] === "sea" && kind[j] === "sea" && seas && String(seas[i]) !== String(seas[j])) this.side(blue, i, j);
      }
    }
    ctx.strokeStyle = SHALLOW;
    ctx.globalAlpha = 0.8;
    ctx.lineWidth = Math.max(0.14, 2.4 / scale);
    ctx.stroke(blue);
    ctx.strokeStyle = BLUE;
    ctx.globalAlpha = 0.75;
    ctx.lineWidth = Math.max(0.055, 1 / scale);
    ctx.stroke(blue);
    ctx.strokeStyle = RED;
    ctx.globalAlpha = 0.22;
    ctx.lineWidth = 0.17;
    ctx.stroke(red);
    ctx.globalAlpha = 0.75;
    ctx.lineWidth = Math.max(0.04, 0.8 / scale);
    ctx.stroke(red);
    ctx.globalAlpha = 1;
  }

  /** Neighbours by the rules whose sheets do not touch on the table. */
  private sheetsApart(a: number, b: number): boolean {
    const { x, y, size } = this.geometry;
    const { sheet } = this.board.hexes;
    return sheet[a] !== sheet[b] && Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!) > 2 * (size[a]! + size[b]!);
  }

  /** The side of its sheet that a hex is nearer to: 1 is east, -1 is west. */
  private outwards(i: number): number {
    const middle = this.middles.get(this.board.hexes.sheet[i]!)!;
    return this.geometry.x[i]! < middle ? -1 : 1;
  }

  private ways(piece: Piece): void {
    const { ctx, scale } = piece;
    const { x, y, size } = this.geometry;
    const paths = { rail: new Path2D(), road: new Path2D(), grey: new Path2D(), blue: new Path2D() };
    const add = ([a, b, kind]: [number, number, string]): void => {
      if (!(kind in paths) || !(this.near(piece, a) || this.near(piece, b))) return;
      const path = paths[kind as keyof typeof paths];
      if (this.sheetsApart(a, b)) {
        // the sheets lie apart on the table: the line leaves each of them at its own edge
        for (const end of [a, b]) {
          path.moveTo(x[end]!, y[end]!);
          path.lineTo(x[end]! + 0.5 * this.outwards(end) * size[end]!, y[end]!);
        }
        return;
      }
      path.moveTo(x[a]!, y[a]!);
      path.lineTo(x[b]!, y[b]!);
    };
    this.tracks.forEach(add);
    this.links.forEach(add);
    ctx.globalAlpha = 0.5;
    ctx.lineWidth = 0.05;
    ctx.strokeStyle = "#77736b";
    ctx.stroke(paths.grey);
    ctx.strokeStyle = BLUE;
    ctx.stroke(paths.blue);
    if (scale < 9) {
      ctx.globalAlpha = 1;
      return;
    }
    ctx.globalAlpha = 0.6;
    ctx.strokeStyle = "#93673a";
    ctx.setLineDash([0.1, 0.09]);
    ctx.lineWidth = 0.045;
    ctx.stroke(paths.road);
    ctx.setLineDash([]);
    ctx.strokeStyle = INK;
    ctx.globalAlpha = 0.62;
    ctx.lineWidth = Math.max(0.026, 0.6 / scale);
    ctx.stroke(paths.rail);
    if (scale >= 22) {
      ctx.lineCap = "butt";
      ctx.lineWidth = 0.085;
      ctx.setLineDash([0.02, 0.13]);
      ctx.stroke(paths.rail);
      ctx.setLineDash([]);
      ctx.lineCap = "round";
    }
    ctx.globalAlpha = 1;
  }

  private marks(piece: Piece): void {
    const { scale } = piece;
    if (scale < 11) return;
    for (const i of piece.hexes) {
      const place = this.places.get(i)?.[0];
      if (place) this.mark(piece, i, place, this.places.get(i)!);
    }
  }

  private mark(piece: Piece, i: number, place: BoardPlace, all: BoardPlace[]): void {
    const { ctx } = piece;
    const s = this.geometry.size[i]!;
    const [x, y] = [this.geometry.x[i]!, this.geometry.y[i]!];
    ctx.lineWidth = 0.03 * s;
    ctx.strokeStyle = INK;
    if (isCapital(place)) {
      ctx.beginPath();
      for (let k = 0; k < 10; k++) {
        const r = (k % 2 ? 0.07 : 0.16) * s;
        const angle = (k * Math.PI) / 5;
        ctx.lineTo(x + r * Math.sin(angle), y - r * Math.cos(angle));
      }
      ctx.closePath();
      ctx.fillStyle = place.objective ? "#f1c9b5" : "#fffdf5";
      ctx.fill();
      ctx.stroke();
    } else if (place.kind === "city") {
      ctx.beginPath();
      ctx.arc(x, y, 0.085 * s, 0, 7);
      ctx.fillStyle = "#fffdf5";
      ctx.fill();
      ctx.stroke();
      if (place.objective) {
        ctx.beginPath();
        ctx.arc(x, y, 0.036 * s, 0, 7);
        ctx.fillStyle = RED;
        ctx.fill();
      }
    }
    const port = all.find((other) => other.port);
    if (port) {
      const beside = place.kind === "port" || place.kind === "island" ? x : x - 0.24 * s;
      this.anchor(piece, beside, y, 0.1 * s, port.port === "major");
    }
    const row: string[] = [];
    for (const other of all) {
      row.push(...Array<string>(other.factories).fill("blue"));
      row.push(...Array<string>(other.resources).fill("resource"), ...Array<string>(other.oil).fill("oil"));
    }
    row.forEach((kind, k) => this.product(piece, kind, x + (k - (row.length - 1) / 2) * 0.115 * s, y + 0.22 * s, 0.045 * s));
  }

  private anchor(piece: Piece, x: number, y: number, s: number, major: boolean): void {
    const { ctx } = piece;
    ctx.beginPath();
    ctx.arc(x, y, s, 0, 7);
    ctx.fillStyle = major ? BLUE : "#fffdf5";
    ctx.fill();
    ctx.strokeStyle = BLUE;
    ctx.lineWidth = 0.18 * s;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x, y - 0.62 * s);
    ctx.lineTo(x, y + 0.6 * s);
    ctx.moveTo(x - 0.32 * s, y - 0.3 * s);
    ctx.lineTo(x + 0.32 * s, y - 0.3 * s);
    ctx.moveTo(x + 0.6 * s, y + 0.05 * s);
    ctx.arc(x, y + 0.02 * s, 0.58 * s, 0, Math.PI);
    ctx.strokeStyle = major ? "#fff" : BLUE;
    ctx.stroke();
  }

  private product(piece: Piece, kind: string, x: number, y: number, s: number): void {
    const { ctx } = piece;
    ctx.beginPath();
    if (kind === "blue" || kind === "red") {
      for (const [dx, dy] of [[-1, 1], [-1, -1.2], [0, -0.4], [0, -1.2], [1, -0.4], [1, 1]] as const) ctx.lineTo(x + dx * s, y + dy * s);
      ctx.closePath();
      ctx.fillStyle = kind === "red" ? RED : BLUE;
    } else if (kind === "oil") {
      ctx.moveTo(x, y - 1.5 * s);
      ctx.bezierCurveTo(x + 1.5 * s, y + 0.3 * s, x + 0.8 * s, y + 1.2 * s, x, y + 1.2 * s);
      ctx.bezierCurveTo(x - 0.8 * s, y + 1.2 * s, x - 1.5 * s, y + 0.3 * s, x, y - 1.5 * s);
      ctx.fillStyle = "#22201d";
    } else {
      ctx.arc(x, y, s, 0, 7);
      ctx.fillStyle = "#7a5a2e";
    }
    ctx.strokeStyle = "#fffdf5";
    ctx.lineWidth = 0.4 * s;
    ctx.stroke();
    ctx.fill();
  }

  // ------------------------------------------------------------------------------------------------------------ names

  /** Fonts below a pixel are not drawn, so text is set in pixels. */
  private text(piece: Piece, words: string, x: number, y: number, font: string, size: number, halo?: string): void {
    const { ctx, scale } = piece;
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, (x - piece.left) * scale, (y - piece.top) * scale);
    ctx.font = font.replace(/[\d.]+px/, `${(size * scale).toFixed(1)}px`);
    ctx.textBaseline = "middle";
    if (halo) {
      ctx.strokeStyle = halo;
      ctx.lineWidth = Math.max(2, 0.2 * size * scale);
      ctx.strokeText(words, 0, 0);
    }
    ctx.fillText(words, 0, 0);
    ctx.restore();
  }

  private words(piece: Piece): void {
    const { ctx, scale } = piece;
    const { x, y } = this.geometry;
    ctx.textAlign = "center";
    ctx.globalAlpha = scale > 60 ? 0.26 : 0.5;
    ctx.fillStyle = "#6a3a2c";
    for (const { name, x: cx, y: cy, size: large } of this.names) {
      const half = 0.5 * large * name.length;
      if (large * scale < 7 || cx + half < piece.left || cx - half > piece.right || cy + large < piece.top || cy - large > piece.bottom) continue;
      ctx.letterSpacing = `${(0.22 * large * scale).toFixed(1)}px`;
      this.text(piece, name.toUpperCase(), cx, cy, `600 1px ${SERIF}`, large);
    }
    ctx.letterSpacing = "0px";
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = "#2f5f80";
    for (const sea of this.board.seas) {
      const i = this.geometry.of(sea.hex);
      if (i < 0 && sea.x === undefined) continue;
      const [sx, sy] = [sea.x ?? x[i]!, sea.y ?? y[i]!];
      const large = scale < 12 ? 0.85 : 0.46;
      const half = 0.3 * large * sea.name.length;
      if (large * scale < 6 || sx + half < piece.left || sx - half > piece.right || sy + 1 < piece.top || sy - 1 > piece.bottom) continue;
      this.text(piece, sea.name, sx, sy - 0.4, `italic 500 1px ${SERIF}`, large);
    }
    ctx.globalAlpha = 1;
  }

  /** Each country's name across its middle, larger for larger countries. */
  private countryNames(): CountryName[] {
    const lands = new Map<string, number[]>();
    const { country, sheet } = this.board.hexes;
    country.forEach((name, i) => {
      if (!name || !this.onMap[i]) return;
      const plane = "WE".includes(sheet[i]!) ? "e" : "AP".includes(sheet[i]!) ? "p" : sheet[i]!;
      const there = lands.get(`${plane}${name}`) ?? [];
      there.push(i);
      lands.set(`${plane}${name}`, there);
    });
    const found: CountryName[] = [];
    for (const [key, hexes] of lands) {
      if (hexes.length < 4) continue;
      const name = key.slice(1);
      const { x, y } = this.geometry;
      const cx = hexes.reduce((sum, i) => sum + x[i]!, 0) / hexes.length;
      const cy = hexes.reduce((sum, i) => sum + y[i]!, 0) / hexes.length;
      const middle = hexes.reduce((best, i) => ((x[i]! - cx) ** 2 + (y[i]! - cy) ** 2 < (x[best]! - cx) ** 2 + (y[best]! - cy) ** 2 ? i : best));
      const width = Math.max(...hexes.map((i) => x[i]!)) - Math.min(...hexes.map((i) => x[i]!)) + 1;
      const size = Math.min(0.35 + 0.075 * Math.sqrt(hexes.length), (1.2 * width) / Math.max(4, name.length));
      found.push({ name, x: x[middle]!, y: y[middle]! + 0.1, size });
    }
    return found;
  }
}

/** Light and dark change places and the hues stay: a map for dark rooms on which dark letters become light ones. */
function darken(ctx: Canvas2D, pixels: number): void {
  const image = ctx.getImageData(0, 0, pixels, pixels);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [255 - data[at]!, 255 - data[at + 1]!, 255 - data[at + 2]!];
    const turned = [-0.574 * r + 1.43 * g + 0.144 * b, 0.426 * r + 0.43 * g + 0.144 * b, 0.426 * r + 1.43 * g - 0.856 * b];
    // Half of the colour is taken out: dark brown looks like mud.
    const grey = 0.3 * turned[0]! + 0.59 * turned[1]! + 0.11 * turned[2]!;
    data[at] = 0.86 * (grey + 0.5 * (turned[0]! - grey)) + 8;
    data[at + 1] = 0.86 * (grey + 0.5 * (turned[1]! - grey)) + 11;
    data[at + 2] = 0.86 * (grey + 0.5 * (turned[2]! - grey)) + 16;
  }
  ctx.putImageData(image, 0, 0);
}

/** A ring cut to a rectangle, edge by edge: a continent's coast is long, and a tile needs little of it. */
function clipped(points: Float32Array, left: number, top: number, right: number, bottom: number): number[] {
  let ring: ArrayLike<number> = points;
  for (const [axis, limit, sign] of [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ] as const) {
    const next: number[] = [];
    const n = ring.length;
    for (let a = 0, b = n - 2; a < n; b = a, a += 2) {
      const here = sign * (ring[a + axis]! - limit);
      const last = sign * (ring[b + axis]! - limit);
      if (here >= 0 !== last >= 0) {
        const share = last / (last - here);
        next.push(ring[b]! + share * (ring[a]! - ring[b]!), ring[b + 1]! + share * (ring[a + 1]! - ring[b + 1]!));
      }
      if (here >= 0) next.push(ring[a]!, ring[a + 1]!);
    }
    ring = next;
  }
  return ring as number[];
}

function isCapital(place: BoardPlace): boolean {
  return place.capital ?? place.kind.startsWith("capital");
}

function prominence(place: BoardPlace): number {
  return (isCapital(place) ? 100 : 0) + (place.objective ? 50 : 0) + (place.kind === "city" ? 20 : 0) + (place.factories ?? 0);
}
