/** Draws counters: national colour, NATO symbol or silhouette, and the factors where players look for them. */
import type { CounterFace, MarkKind } from "../api";
import { paintOf, type PaletteName } from "./palette";

type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const CONDENSED = "'Barlow Condensed', 'Arial Narrow', sans-serif";

/** The full face of a counter in a square of this size at (x, y). */
export function drawFace(ctx: Canvas2D, face: CounterFace, x: number, y: number, size: number, palette: PaletteName): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 96, size / 96);
  const { fill, ink } = paintOf(face.nation, palette);
  card(ctx, fill, face);
  ctx.fillStyle = ink;
  ctx.strokeStyle = ink;
  if (face.kind === "air") airFace(ctx, face);
  else if (face.kind === "naval") navalFace(ctx, face);
  else if (face.kind === "land") landFace(ctx, face);
  else markerFace(ctx, face);
  ctx.restore();
}

const drawn = new WeakMap<CounterFace, Map<string, OffscreenCanvas>>();

/** The face as a picture of its own, drawn once: lists show the same counters again and again. */
export function drawnFace(face: CounterFace, size: number, palette: PaletteName, down: boolean): OffscreenCanvas {
  const known = drawn.get(face) ?? new Map<string, OffscreenCanvas>();
  drawn.set(face, known);
  const key = `${size} ${palette} ${down}`;
  let picture = known.get(key);
  if (!picture) {
    picture = new OffscreenCanvas(size, size);
    const ctx = picture.getContext("2d")!;
    drawFace(ctx, face, 0, 0, size, palette);
    if (down) drawDown(ctx, 0, 0, size);
    known.set(key, picture);
  }
  return picture;
}

/** What a counter wears that is not printed on it, along its lower edge. */
export function drawWorn(ctx: Canvas2D, mark: MarkKind, x: number, y: number, size: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 96, size / 96);
  ctx.lineJoin = "miter";
  for (const [colour, width] of [["#fffdf5", 11], [mark.colour || "#2b2622", 6.5]] as const) {
    ctx.beginPath();
    ctx.moveTo(2, 92);
    for (let n = 0; n < 6; n++) {
      ctx.lineTo(9 + 13 * n, n % 2 ? 92 : 84);
      ctx.lineTo(18 + 13 * n, n % 2 ? 92 : 84);
    }
    ctx.lineTo(94, 92);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
  ctx.restore();
}

/** A counter seen from afar: its symbol, and below it the strength of the stack. */
export function drawMini(ctx: Canvas2D, face: CounterFace, x: number, y: number, size: number, palette: PaletteName, strength = 0): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 96, size / 96);
  card(ctx, paintOf(face.nation, palette).fill, face);
  ctx.fillStyle = ctx.strokeStyle = "#1e1b18";
  ctx.lineWidth = 7;
  if (strength > 0) {
    ctx.font = "700 56px 'Barlow Condensed', sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(String(strength), 48, 70, 84);
    ctx.translate(48, 26);
    ctx.scale(0.62, 0.62);
    ctx.translate(-48, -48);
  }
  if (face.kind === "air") {
    ctx.translate(48, 48);
    ctx.scale(1.35, 1.35);
    aircraft(ctx, engines(face));
  } else if (face.kind === "naval") {
    ctx.translate(48, 54);
    ctx.scale(1.2, 1.3);
    hull(ctx, face);
  } else {
    ctx.translate(48, 50);
    ctx.scale(1.6, 1.7);
    symbol(ctx, face, 5);
  }
  ctx.restore();
}

function rounded(ctx: Canvas2D, x: number, y: number, w: number, h: number, r: number): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
}

function card(ctx: Canvas2D, fill: string, face: CounterFace): void {
  const elite = face.abilities?.includes("ss");
  rounded(ctx, 1.5, 1.5, 93, 93, 10);
  ctx.fillStyle = elite ? "#4a4d4b" : fill;
  ctx.fill();
  const sheen = ctx.createLinearGradient(0, 0, 0, 96);
  sheen.addColorStop(0, "rgba(255,255,255,0.28)");
  sheen.addColorStop(0.35, "rgba(255,255,255,0.04)");
  sheen.addColorStop(1, "rgba(40,30,10,0.12)");
  ctx.fillStyle = sheen;
  ctx.fill();
  if (elite) {
    rounded(ctx, 6, 6, 84, 84, 7);
    ctx.fillStyle = fill;
    ctx.fill();
  }
  ctx.lineWidth = 2;
  ctx.strokeStyle = "rgba(30,25,18,0.72)";
  rounded(ctx, 1.5, 1.5, 93, 93, 10);
  ctx.stroke();
}

function words(ctx: Canvas2D, text: string, x: number, y: number, size: number, weight = 600, align: CanvasTextAlign = "center", room = 84): void {
  ctx.textAlign = align;
  ctx.textBaseline = "alphabetic";
  ctx.font = `${weight} ${size}px ${CONDENSED}`;
  const width = ctx.measureText(text).width;
  if (width > room) ctx.font = `${weight} ${(size * room) / width}px ${CONDENSED}`;
  ctx.fillText(text, x, y, room);
}

function factor(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

// --------------------------------------------------------------------------------------------------------------- land

const SIZE_MARK: Record<string, string> = { corps: "XXX", army: "XXXX", division: "XX", brigade: "X" };

function landFace(ctx: Canvas2D, face: CounterFace): void {
  words(ctx, face.name, 48, 16, 14, 600, "center", 84);
  if (face.size && SIZE_MARK[face.size]) words(ctx, SIZE_MARK[face.size]!, 48, 27.5, 11, 700);
  ctx.save();
  ctx.translate(48, 44);
  ctx.lineWidth = 2.6;
  symbol(ctx, face, 2.6);
  ctx.restore();
  const white = face.abilities?.includes("white-print");
  const headquarters = face.type.startsWith("HQ");
  if (face.combat !== null && face.combat !== undefined) words(ctx, factor(face.combat), 9, 88, 27, 700, "left", 36);
  if (face.move !== null && face.move !== undefined) {
    if (white) {
      ctx.fillStyle = "#fffdf5";
      ctx.strokeStyle = "rgba(30,25,18,0.85)";
      ctx.lineWidth = 2.5;
      ctx.font = `700 27px ${CONDENSED}`;
      ctx.textAlign = "right";
      ctx.strokeText(factor(face.move), 87, 88);
    }
    words(ctx, factor(face.move), 87, 88, 27, 700, "right", 36);
  }
  ctx.fillStyle = "#1e1b18";
  if (headquarters && face.reorg) {
    ctx.beginPath();
    ctx.arc(48, 79, 10.5, 0, 7);
    ctx.fillStyle = "rgba(255,253,245,0.75)";
    ctx.fill();
    ctx.fillStyle = "#1e1b18";
    words(ctx, `${face.reorg}`, 48, 85, 17, 700);
  } else if (face.abilities?.includes("guards")) words(ctx, "★", 48, 86, 15);
}

/** The box and what stands in it, centred; 44 wide and 27 high. */
function symbol(ctx: Canvas2D, face: CounterFace, line: number): void {
  const [w, h] = [22, 13.5];
  ctx.beginPath();
  ctx.rect(-w, -h, 2 * w, 2 * h);
  ctx.fillStyle = "rgba(255,253,245,0.72)";
  ctx.fill();
  ctx.fillStyle = "#1e1b18";
  ctx.lineWidth = line;
  ctx.lineJoin = "miter";
  ctx.stroke();
  const cross = (): void => {
    ctx.moveTo(-w, -h);
    ctx.lineTo(w, h);
    ctx.moveTo(-w, h);
    ctx.lineTo(w, -h);
  };
  const slash = (): void => {
    ctx.moveTo(-w, h);
    ctx.lineTo(w, -h);
  };
  const tank = (): void => {
    ctx.moveTo(13.5, 0);
    ctx.ellipse(0, 0, 13.5, 7.2, 0, 0, Math.PI * 2);
  };
  const wheels = (): void => {
    for (const x of [-9, 9]) {
      ctx.moveTo(x + 3.2, h + 4);
      ctx.arc(x, h + 4, 3.2, 0, Math.PI * 2);
    }
  };
  const label = (text: string, size = 17): void => {
    ctx.save();
    words(ctx, text, 0, size * 0.36, size, 700, "center", 40);
    ctx.restore();
  };
  ctx.beginPath();
  switch (face.type) {
    case "INF":
      cross();
      break;
    case "ARM":
      tank();
      break;
    case "MECH":
      cross();
      tank();
      break;
    case "MOT":
      cross();
      wheels();
      break;
    case "CAV":
      slash();
      break;
    case "MTN":
      cross();
      ctx.moveTo(-6, h);
      ctx.lineTo(0, h - 9);
      ctx.lineTo(6, h);
      break;
    case "SKI":
      cross();
      ctx.moveTo(-8, 6);
      ctx.lineTo(8, 6);
      break;
    case "PARA":
      cross();
      ctx.moveTo(-9, 9);
      ctx.quadraticCurveTo(-4.5, 3.5, 0, 9);
      ctx.quadraticCurveTo(4.5, 3.5, 9, 9);
      break;
    case "MAR":
      cross();
      ctx.moveTo(0, -9);
      ctx.lineTo(0, 9);
      ctx.moveTo(-7, 3);
      ctx.quadraticCurveTo(0, 15, 7, 3);
      break;
    case "ENG":
      ctx.moveTo(-12, 7);
      ctx.lineTo(-12, -5);
      ctx.lineTo(12, -5);
      ctx.lineTo(12, 7);
      ctx.moveTo(0, -5);
      ctx.lineTo(0, 7);
      break;
    case "ART":
      ctx.moveTo(5, 0);
      ctx.arc(0, 0, 5, 0, Math.PI * 2);
      ctx.fill();
      break;
    case "AT":
      ctx.moveTo(-w, h);
      ctx.lineTo(0, -h);
      ctx.lineTo(w, h);
      break;
    case "AA":
      ctx.moveTo(-w, h);
      ctx.quadraticCurveTo(0, -2 * h, w, h);
      break;
    case "HQ-A":
    case "HQ-I":
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(-w, h);
      ctx.lineTo(-w, h + 9);
      if (face.type === "HQ-A") {
        ctx.moveTo(19, 0);
        ctx.ellipse(0, 0, 19, 10.5, 0, 0, Math.PI * 2);
      }
      ctx.stroke();
      ctx.beginPath();
      label("HQ");
      break;
    case "MIL":
    case "GAR":
    case "TERR":
    case "PART":
      ctx.globalAlpha = 0.35;
      cross();
      ctx.stroke();
      ctx.globalAlpha = 1;
      ctx.beginPath();
      label(face.type, 15);
      break;
    case "FORT":
      ctx.moveTo(-12, 8);
      ctx.lineTo(-12, -6);
      ctx.lineTo(-6, -6);
      ctx.lineTo(-6, 0);
      ctx.lineTo(-3, 0);
      ctx.lineTo(-3, -6);
      ctx.lineTo(3, -6);
      ctx.lineTo(3, 0);
      ctx.lineTo(6, 0);
      ctx.lineTo(6, -6);
      ctx.lineTo(12, -6);
      ctx.lineTo(12, 8);
      break;
    default:
      label(face.type, 15);
  }
  ctx.stroke();
}

// ---------------------------------------------------------------------------------------------------------------- air

function engines(face: CounterFace): number {
  if (face.type === "FTR" || face.type === "CVP") return 1;
  return (face.strategic ?? 0) >= 4 || face.type === "ATR" ? 4 : 2;
}

/** A plan view, nose up, about 52 wide. */
function aircraft(ctx: Canvas2D, count: number): void {
  ctx.beginPath();
  ctx.ellipse(0, 2, count > 1 ? 4.6 : 3.8, 21, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.beginPath();
  const [span, root] = count > 2 ? [30, 7] : count > 1 ? [27, 7.5] : [22, 7];
  ctx.moveTo(-span, -1);
  ctx.quadraticCurveTo(0, -root - 4, span, -1);
  ctx.lineTo(span - 1, 3);
  ctx.quadraticCurveTo(0, root - 1, -span + 1, 3);
  ctx.closePath();
  ctx.fill();
  ctx.beginPath();
  ctx.ellipse(0, 20, 9, 2.6, 0, 0, Math.PI * 2);
  ctx.fill();
  const pods = count === 2 ? [-10, 10] : count === 4 ? [-18, -9, 9, 18] : [];
  for (const x of pods) {
    ctx.beginPath();
    ctx.ellipse(x, -4, 2.4, 6.5, 0, 0, Math.PI * 2);
    ctx.fill();
  }
}

function airFace(ctx: Canvas2D, face: CounterFace): void {
  words(ctx, face.name, 48, 15, 13, 600, "center", 84);
  ctx.save();
  ctx.translate(48, 46);
  ctx.globalAlpha = 0.82;
  aircraft(ctx, engines(face));
  ctx.restore();
  words(ctx, face.type, 87, 32, 12, 600, "right", 28);
  if (face.air_to_air !== null && face.air_to_air !== undefined) {
    rounded(ctx, 6, 20, 20, 19, 3);
    ctx.fillStyle = "#33546f";
    ctx.fill();
    ctx.fillStyle = "#fff";
    words(ctx, factor(face.air_to_air), 16, 36, 18, 700, "center", 18);
    ctx.fillStyle = "#1e1b18";
  }
  words(ctx, factor(face.tactical) || "–", 9, 88, 24, 700, "left", 26);
  words(ctx, factor(face.strategic) || "–", 45, 88, 20, 600, "center", 22);
  if (face.air_to_sea) words(ctx, `~${face.air_to_sea}`, 9, 62, 14, 600, "left", 22);
  words(ctx, factor(face.range), 87, 88, 24, 700, "right", 34);
}

// -------------------------------------------------------------------------------------------------------------- naval

function hull(ctx: Canvas2D, face: CounterFace): void {
  ctx.beginPath();
  ctx.moveTo(-36, 0);
  ctx.lineTo(36, 0);
  ctx.lineTo(28, 10);
  ctx.lineTo(-30, 10);
  ctx.closePath();
  const carrier = face.type === "CV";
  if (carrier) ctx.rect(-34, -5, 66, 4);
  else if (face.type === "SUB") ctx.rect(-6, -10, 12, 10);
  else {
    ctx.rect(-14, -9, 24, 9);
    ctx.rect(-6, -17, 7, 9);
    ctx.rect(-26, -5, 9, 5);
    ctx.rect(13, -5, 9, 5);
  }
  if (carrier) ctx.rect(4, -14, 10, 9);
  ctx.fill();
}

function navalFace(ctx: Canvas2D, face: CounterFace): void {
  words(ctx, face.name || face.ship_class || face.type, 48, 15, 13, 600, "center", 84);
  ctx.save();
  ctx.translate(48, 50);
  ctx.globalAlpha = 0.82;
  hull(ctx, face);
  ctx.restore();
  words(ctx, face.ship_class ?? face.type, 87, 30, 12, 600, "right", 30);
  words(ctx, factor(face.attack), 9, 88, 22, 700, "left", 24);
  words(ctx, factor(face.defence), 37, 88, 18, 600, "center", 20);
  words(ctx, factor(face.anti_air), 57, 88, 15, 600, "center", 16);
  words(ctx, `${factor(face.move)}/${factor(face.range)}`, 88, 88, 18, 700, "right", 28);
}

function markerFace(ctx: Canvas2D, face: CounterFace): void {
  words(ctx, face.name, 48, 54, 17, 600, "center", 84);
}

/** Over a face: turned over, that is disorganised. */
export function drawDown(ctx: Canvas2D, x: number, y: number, size: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 96, size / 96);
  rounded(ctx, 1.5, 1.5, 93, 93, 10);
  ctx.clip();
  ctx.fillStyle = "rgba(52,48,42,0.42)";
  ctx.fillRect(0, 0, 96, 96);
  ctx.strokeStyle = "rgba(255,250,235,0.5)";
  ctx.lineWidth = 4;
  ctx.beginPath();
  for (let k = -96; k < 96; k += 16) {
    ctx.moveTo(k, 96);
    ctx.lineTo(k + 96, 0);
  }
  ctx.stroke();
  ctx.restore();
}

/** A small sign in the upper right corner: out of supply. */
export function drawHungry(ctx: Canvas2D, x: number, y: number, size: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 96, size / 96);
  ctx.beginPath();
  ctx.arc(80, 18, 14, 0, 7);
  ctx.fillStyle = "#b3261e";
  ctx.fill();
  ctx.lineWidth = 3;
  ctx.strokeStyle = "#fff";
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(80, 9);
  ctx.lineTo(80, 19);
  ctx.moveTo(80, 24);
  ctx.lineTo(80, 25.5);
  ctx.lineCap = "round";
  ctx.lineWidth = 5;
  ctx.stroke();
  ctx.restore();
}
