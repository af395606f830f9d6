/** Two notes, made here: a turn has come. */

/** Hertz, and seconds after the first. */
const NOTES: [number, number][] = [
  [587.33, 0],
  [880, 0.16],
];
const LOUD = 0.16;
const LASTS = 0.5;

let context: AudioContext | null = null;

/** A browser makes no sound before its owner has touched the page: then it stays silent, and nothing is lost. */
export async function chime(): Promise<void> {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  try {
    if (context.state !== "running") await context.resume();
  } catch {
    return;
  }
  const now = context.currentTime;
  for (const [hertz, after] of NOTES) {
    const note = context.createOscillator();
    const loudness = context.createGain();
    note.frequency.value = hertz;
    loudness.gain.setValueAtTime(0.0001, now + after);
    loudness.gain.exponentialRampToValueAtTime(LOUD, now + after + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, now + after + LASTS);
    note.connect(loudness).connect(context.destination);
    note.start(now + after);
    note.stop(now + after + LASTS);
  }
}
