/** Smooth noise that is the same at every drawing, so that tiles meet without seams. */

function hash(x: number, y: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Value noise between 0 and 1. */
export function noise(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const a = hash(ix, iy);
  const b = hash(ix + 1, iy);
  const c = hash(ix, iy + 1);
  const d = hash(ix + 1, iy + 1);
  return a + (b - a) * sx + (c - a) * sy + (a - b - c + d) * sx * sy;
}

/** Sharp crests, as mountains have them, between 0 and 1. */
export function ridges(x: number, y: number): number {
  let total = 0;
  let height = 0.5;
  for (let octave = 0; octave < 4; octave++) {
    const crest = 1 - Math.abs(2 * noise(x, y) - 1);
    total += height * crest * crest;
    height *= 0.5;
    [x, y] = [1.9 * x + 0.6 * y + 7.1, 1.9 * y - 0.6 * x + 3.3];
  }
  return total / 0.94;
}

/** Points scattered over a hex, in its own coordinates. */
export function scattered(seed: number, count: number): [number, number][] {
  return Array.from({ length: count }, (_, k) => {
    const angle = 6.2832 * hash(seed, 3 * k + 1);
    const radius = 0.06 + 0.36 * Math.sqrt((k + hash(seed, 3 * k + 2)) / count);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

export { hash };
