import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Line, Table, ToldEvent } from "../src/api";
import type { PlayerDesk } from "../src/state/desk.svelte";
import { FilmState, motionsOf, sumUp } from "../src/state/film.svelte";
import { Newest } from "../src/state/newest";
import { settings } from "../src/state/settings.svelte";

// The settings ask the browser what it likes; here there is none.
vi.hoisted(() => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener: () => undefined }), localStorage: { getItem: () => null }, document: { hidden: false } });
});

const HEXES = ["A", "B", "C", "D", "E"];

/** The table after so many moves of the enemy's unit 7, a hex each. */
function table(moves: number): Table {
  const events = [{ type: "Marched", units: [7], path: [HEXES[moves - 1]!, HEXES[moves]!] }] as unknown as ToldEvent[];
  const log = moves ? [{ seq: moves - 1, seat: "ussr", events, rolls: [] }] : [];
  const units = { 7: { counter: "x", place: { hex: HEXES[moves] } } };
  return { entries: moves, units, log, powers: [], waiting: ["ussr"], turn: null } as unknown as Table;
}

/** A desk whose map never comes to the end of a motion by itself. */
function watching(): { film: FilmState; desk: PlayerDesk; halt: () => void } {
  let halted: () => void = () => undefined;
  const moving = (): Promise<void> => new Promise((resolve) => (halted = resolve));
  const view = { camera: { scale: 40 }, glideTo: async () => undefined, place: () => undefined, animate: moving, halt: () => halted() };
  const desk = { game: { table: table(0), card: { mine: ["germany"] }, seat: "germany", path: "", newest: new Newest() }, view, past: null, delegated: null, moving: new Set(), lookAt: () => undefined };
  const film = new FilmState(desk as unknown as PlayerDesk);
  film["read"] = async () => undefined;
  return { film, desk: desk as unknown as PlayerDesk, halt: () => halted() };
}

const onTheMove = (desk: PlayerDesk): Promise<void> => vi.waitFor(() => expect(desk.moving.size).toBe(1));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("a film while it happens", () => {
  beforeEach(() => settings.kept.film = 8);

  test("a pause shows at once where the moving counters arrive, and a step back is one", async () => {
    const { film, desk, halt } = watching();
    for (const n of [0, 1, 2]) film.hear(table(n), table(n + 1));
    await onTheMove(desk);
    expect([film.on, film.playing, film.at]).toEqual([true, true, 0]);
    halt(); // the first counter has arrived
    await vi.waitFor(() => expect(desk.moving.size && film.at).toBe(1));
    film.toggle();
    expect([film.playing, film.at, desk.past?.entries, desk.moving.size]).toEqual([false, 2, 2, 0]);
    film.back();
    expect([film.at, desk.past?.entries]).toEqual([1, 1]);
    await settled();
    expect([film.playing, film.at]).toEqual([false, 1]);
  });

  test("what comes while it stands leaves it where it is; played on, it goes on from there", async () => {
    const { film, desk } = watching();
    film.hear(table(0), table(1));
    await onTheMove(desk);
    film.toggle();
    film.hear(table(1), table(2));
    await settled();
    expect([film.length, film.at, desk.past?.entries]).toEqual([2, 1, 1]);
    film.toggle();
    await onTheMove(desk);
    film.toggle();
    expect([film.at, desk.past?.entries]).toEqual([2, 2]);
  });

  test("of a very long film the beginning makes room, and what is shown stays", () => {
    const { film, desk } = watching();
    film.hear(table(0), table(1));
    film.toggle();
    film.hear(table(1), table(2));
    film.seek(2);
    for (let n = 2; n < 601; n++) film.hear(table(2), { ...table(3), entries: n + 1 });
    expect([film.length, film.start?.entries, film.at, film.entry]).toEqual([600, 1, 1, 1]);
    expect(desk.past?.entries).toBe(2);
  });

  test("the card of a battle comes with the story, whenever that is read", async () => {
    const { film, desk } = watching();
    film.hear(table(0), table(1));
    await onTheMove(desk);
    film.toggle();
    expect(film.card).toBeNull();
    film.lines = [{ seq: 0, kind: "battle", text: "", fight: {} }] as unknown as Line[];
    expect(film.card?.kind).toBe("battle");
  });
});

describe("what others did", () => {
  test("it is named after their impulse, unless it goes over several", () => {
    const impulse = (text: string): Line => ({ seq: 0, kind: "impulse", text });
    expect(sumUp([impulse("Impulse 2: Allies")]).title).toBe("Impulse 2: Allies");
    expect(sumUp([impulse("Impulse 2: Allies"), impulse("Impulse 3: Axis")]).title).toBe("");
  });
});

describe("ships in a film", () => {
  test("a voyage goes from port through every sea area to its section", () => {
    const at = (place: object): Table => ({ units: { 7: { counter: "x", place } } }) as unknown as Table;
    const leg = (...path: string[]): ToldEvent => ({ type: "Moved", text: "", units: [7], path }) as unknown as ToldEvent;
    const told = [{ events: [leg("A", "~Coral Sea 0"), leg("~Coral Sea 0", "~Solomons 0"), leg("~Solomons 0", "~Solomons 3")] }] as never;
    const motions = motionsOf(at({ hex: "A" }), { table: at({ sea: "Solomons", section: 3 }), told }, (stop) => stop.replace("~", "box of "));
    expect(motions).toEqual([{ unit: 7, counter: "x", hexes: ["A", "box of Coral Sea 0", "box of Solomons 0", "box of Solomons 3"] }]);
  });
});
