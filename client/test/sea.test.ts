import { describe, expect, test, vi } from "vitest";
import type { Board, Haven, HexMark, NavalCombat, NavalHit, Offer, Risk, Shape, Table } from "../src/api";
import { PartingDraft, BoardingDraft, VoyageDraft, barriers, convoyOf, unseen } from "../src/editors/sea.svelte";
import { makeDraft } from "../src/editors/registry";
import type { Desk } from "../src/editors/draft.svelte";
import { Fleets } from "../src/state/fleets.svelte";
import { Geometry, ROW } from "../src/map/geometry";
import { hexesOfSeas, placeBoxes, squadrons } from "../src/state/sea";
import { rounds, stepOf, totals } from "../src/ui/naval";

const kept = vi.hoisted(() => {
  const kept = new Map<string, string>();
  const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
  Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener: () => undefined }), localStorage, location: { protocol: "http:" } });
  return kept;
});

const risk = (chance: number): Risk => ({ hunters: [1], seats: ["kasigi"], number: 3, with_submarines: 3, chance });
const haven = (place: number, way: number[], parts: Partial<Haven> = {}): Haven => ({ place, label: "", way, movement: 3, range: 2, ...parts });

/** Ships 7 and 8 lie in port 0; places 10 to 12 are sections of the Coral Sea, 20 is the Tasman Sea. */
const targets = {
  "0": { label: "Noumea", hex: "P1612" },
  "10": { label: "section 0 of the Coral Sea", sea: "Coral Sea", section: 0 },
  "12": { label: "section 2 of the Coral Sea", sea: "Coral Sea", section: 2 },
  "20": { label: "section 0 of the Tasman Sea", sea: "Tasman Sea", section: 0 },
};
const items = { "7": { label: "Enterprise", unit: 7 }, "8": { label: "SUB", unit: 8 }, "9": { label: "Texas", unit: 9 } };
const shape: Shape = {
  shape: "Voyages",
  fleets: [
    { start: 0, units: [7, 8], ways: [[10], [12]], berths: [[5, 8]] },
    { start: 0, units: ["convoy 1 0 3", "convoy 1 0 6"], ways: [[10]], berths: [] },
    { start: 20, units: [9], ways: [[20]], berths: [] },
  ],
  guests: [{ start: 0, units: [6], ways: [[10]], berths: [] }],
};

function desk(asked: unknown[] = []): Desk {
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    const havens = [haven(10, [20, 10], { sea: "Coral Sea", section: 0 }), haven(12, [20, 12], { sea: "Coral Sea", section: 2 }), haven(0, [0], { hex: "P1612" })];
    return new Response(JSON.stringify({ havens, risks: { "Coral Sea": risk(0.5), "Tasman Sea": risk(0.2) }, moves: { usa: 1 } }));
  });
  return {
    game: { path: "/api/games/g", seat: "jay", table: {}, refuse: (error: unknown) => asked.push(error), whyNot: async () => null },
    lib: { board: { seas: [] }, seas: new Map(), number: new Map() },
    unitsAt: () => [],
    hexOf: () => null,
    face: (unit: number) => ({ type: unit === 8 ? "SUB" : "CV" }),
    anchor: (sea: string, section: number | null) => `${sea}${section}`,
    refuse: () => undefined,
    clearRefusal: () => undefined,
    go: () => undefined,
    cards: {},
  } as unknown as Desk;
}

const offer = (of: Shape, parts: Partial<Offer> = {}): Offer => ({ label: "", rule: "", shape: of, ...parts });
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

describe("orders to task forces", () => {
  test("ships are picked where they lie, their way is asked for, and its risks add up", async () => {
    const asked: { items?: unknown; via?: unknown }[] = [];
    const draft = makeDraft(desk(asked), "sail", offer(shape, { targets, items })) as VoyageDraft;
    expect(draft.starts).toEqual([0, 20]);
    draft.pickFrom(0);
    await settled();
    expect(draft.chosen).toEqual([7]);
    expect(asked[0]).toMatchObject({ seat: "jay", verb: "sail", items: [7], via: [] });
    expect(draft.clickSea("Coral Sea", null, false)).toBe(true);
    expect(draft.goal?.section).toBe(2);
    expect(draft.clickSea("Coral Sea", 0, false)).toBe(true);
    expect(draft.legs.map(({ label }) => label)).toEqual(["Tasman Sea", "Coral Sea"]);
    expect(unseen(draft.legs)).toBeCloseTo(0.4);
    expect([draft.ready, draft.noun]).toEqual([true, [[7], [20, 10], []]]);
    expect(draft.overlay.arrows?.[0]?.hexes).toEqual(["P1612", "Tasman Sea0", "Coral Sea0"]);
    draft.pickFrom(0);
    await settled();
    expect(draft.chosen).toEqual([8]); // a second time: the submarine
  });

  test("a click on the map that comes before the answer is done when it is there", async () => {
    const draft = makeDraft(desk(), "sail", offer(shape, { targets, items })) as VoyageDraft;
    draft.pickFrom(0);
    expect([draft.clickSea("Coral Sea", 2, false), draft.goal]).toEqual([true, null]);
    await settled();
    expect(draft.goal?.place).toBe(12);
    draft.pickFrom(0);
    draft.clickHex("P1612");
    await draft.toggle(7); // somebody else goes: that click is void
    expect(draft.goal).toBe(null);
  });

  test("an ally's ships may be asked to sail along, and are not picked unasked", async () => {
    const draft = makeDraft(desk(), "sail", offer(shape, { targets, items })) as VoyageDraft;
    expect(draft.from(0)).toEqual([7, 8, "convoy 1 0 3", "convoy 1 0 6", 6]);
    draft.pickFrom(0);
    await settled();
    expect([draft.chosen, draft.isGuest(6), draft.isGuest(7)]).toEqual([[7], true, false]);
    await draft.toggle(6);
    expect(draft.chosen).toEqual([7, 6]);
  });

  test("who aborts goes home together, out of whichever sections", async () => {
    const draft = makeDraft(desk(), "abort-to", offer(shape, { targets, items })) as VoyageDraft;
    await draft.pick([7, 9]);
    expect([draft.starts, draft.chosen]).toEqual([[0], [7, 9]]);
  });

  test("a way is pinned through a sea area, and let go again", async () => {
    const asked: { via?: unknown }[] = [];
    const draft = makeDraft(desk(asked), "sail", offer(shape, { targets, items })) as VoyageDraft;
    await draft.pick([7]);
    expect(draft.clickSea("Coral Sea", null, true)).toBe(true);
    await settled();
    expect(asked.at(-1)).toMatchObject({ via: [20, 10] });
    await draft.straight();
    expect(asked.at(-1)).toMatchObject({ via: [] });
  });

  test("of convoy points one group sails, cargo goes aboard a chosen ship, ships from elsewhere stay behind", async () => {
    const asked: unknown[] = [];
    const draft = makeDraft(desk(asked), "sail", offer(shape, { targets, items })) as VoyageDraft;
    expect([convoyOf("convoy 1 0 3"), convoyOf(7)]).toEqual(["convoy 1 0", null]);
    await draft.pick([8, "convoy 1 0 3"]);
    await draft.toggle("convoy 1 0 6");
    expect(draft.chosen).toEqual([8, "convoy 1 0 6"]);
    await draft.load(5, 8);
    expect(asked.at(-1)).toMatchObject({ berths: [[5, 8]] }); // an HQ aboard may open a port
    draft.goTo(draft.havens[0]!);
    expect(draft.noun).toEqual([[8, "convoy 1 0 6"], [20, 10], [[5, 8]]]);
    await draft.toggle(9);
    expect([draft.chosen, draft.berths]).toEqual([[9], {}]);
  });

  test("some stop, and transports take units aboard", () => {
    const parting = makeDraft(desk(), "part-company", offer({ shape: "Partings", units: [7, 8], places: [10, 12] }, { targets })) as PartingDraft;
    parting.toggle(7);
    expect(parting.ready).toBe(false);
    expect(parting.clickSea("Coral Sea", 2)).toBe(true);
    expect([parting.ready, parting.noun]).toEqual([true, [[7], 12]]);
    const boarding = makeDraft(desk(), "embark", offer({ shape: "Boarding", berths: [[5, 8], [6, 8], [5, 9]] })) as BoardingDraft;
    expect([boarding.ships, boarding.cargoFor(8)]).toEqual([[8, 9], [5, 6]]);
    boarding.load(5, 8);
    boarding.load(5, 9);
    expect(boarding.ready).toBe(false); // nobody is aboard two ships
    boarding.load(6, 8);
    expect(boarding.noun).toEqual([[6, 8], [5, 9]]);
  });
});

test("the enemy's minefields are named on the leg that crosses them, in either direction and by way of a port", () => {
  const mine = (side: string | null, ...seas: string[]): HexMark => ({ kind: "mines", hex: seas.join(), text: "", side, letters: "", sides: [], seas }) as HexMark;
  const kiel = mine("central-powers", "North Sea", "Baltic Sea");
  const marks = [kiel, mine("allies", "North Sea", "Baltic Sea"), mine(null, "North Sea", "Baltic Sea"), mine("central-powers", "Aegean Sea", "Black Sea")];
  expect(barriers([null, "English Channel", "North Sea", "Baltic Sea"], marks, "allies")).toEqual([[], [], [kiel]]);
  expect(barriers(["Baltic Sea", null, "North Sea"], marks, "allies")).toEqual([[], [kiel]]);
});

describe("aircraft go to sea", () => {
  test("into the section that was clicked, or the highest one", () => {
    const sections: Shape = { shape: "Send", items: [{ item: 7, to: [-1, 10, 12] }, { item: 8, to: [-1, 10] }], most: 1, standing: [] };
    const draft = makeDraft(desk(), "fly-to-sea", offer(sections, { targets, items, target_kind: "Destination" }));
    expect(draft.clickSea("Coral Sea", 2, false)).toBe(false); // nobody was picked yet
    expect(draft.clickUnit(7, false)).toBe(true);
    expect(draft.highlights.sections.map(({ spot }) => spot.section)).toEqual([0, 2]);
    expect(draft.clickSea("Coral Sea", 0, false)).toBe(true);
    expect(draft.noun).toEqual([[7, 10], [8, -1]]);
    draft.clickUnit(7, false);
    expect([draft.clickSea("Coral Sea", null, false), draft.noun]).toEqual([true, [[7, 12], [8, -1]]]);
    expect(draft.clickSea("Tasman Sea", null, false)).toBe(false);
  });
});

describe("task forces have names", () => {
  test("they are kept, and a ship is in one of them", () => {
    const fleets = new Fleets();
    fleets.open("g", "jay");
    fleets.form("TF 16", [7, 8]);
    fleets.form("TF 17", [8, 9]);
    expect([fleets.nameOf(7), fleets.nameOf(8), fleets.nameOf(1)]).toEqual(["TF 16", "TF 17", undefined]);
    const again = new Fleets();
    again.open("g", "jay");
    expect(again.list).toEqual([{ name: "TF 16", units: [7] }, { name: "TF 17", units: [8, 9] }]);
    again.disband("TF 17");
    expect(kept.get("worldfire-fleets-g-jay")).not.toContain("TF 17");
    again.open("other", "jay");
    expect(again.list).toEqual([]);
  });
});

describe("the sea", () => {
  test("who is where, by section and side, with convoys", () => {
    const unit = (side: string, section: number) => ({ side, place: { sea: "Coral Sea", section } });
    const table = {
      units: { 1: unit("axis", 3), 2: unit("allies", 3), 3: unit("axis", 3), 4: { side: "axis", place: { hex: "A" } }, 5: { side: "axis", place: { aboard: 1 } } },
      convoys: [{ side: "allies", power: "usa", points: 7, place: { sea: "Coral Sea", section: 0 } }, { side: "allies", power: "usa", points: 5, place: { hex: "A" } }],
    } as unknown as Table;
    expect(squadrons(table).map(({ section, side, units, convoys }) => [section, side, units, convoys.length])).toEqual([
      [0, "allies", [], 1],
      [3, "allies", [2], 0],
      [3, "axis", [1, 3], 0],
    ]);
  });

  test("a box lies near the middle of its sea area, and not on land", () => {
    const [key, x, y, kind, seas]: [string[], number[], number[], string[], string[][]] = [[], [], [], [], []];
    for (let row = 0; row < 14; row++) {
      for (let col = 0; col < 24; col++) {
        key.push(`${col},${row}`);
        x.push(col + (row % 2) / 2);
        y.push(row * ROW);
        kind.push(col < 9 ? "land" : "sea");
        seas.push(["Coral Sea"]);
      }
    }
    const board = { hexes: { key, x, y, kind, seas, size: key.map(() => 1) }, seas: [{ name: "Coral Sea", hex: "", x: 11, y: 6, borders: [], zone: "" }, { name: "Elsewhere", hex: "", x: 3, y: 3, borders: [], zone: "" }] } as unknown as Board;
    const boxes = placeBoxes(board, new Geometry(board), ["Coral Sea"]);
    expect([...boxes.keys()]).toEqual(["Coral Sea"]);
    const box = boxes.get("Coral Sea")!;
    expect(box.x).toBeGreaterThan(9);
    expect(box.x).toBeLessThan(12);
  });

  test("sea hexes belong to their sea area", () => {
    const hexes = { key: ["A", "B", "C"], kind: ["sea", "land", "sea"], seas: [["Coral Sea"], ["Coral Sea"], ["Tasman Sea"]] };
    expect([...hexesOfSeas({ hexes } as never)]).toEqual([["Coral Sea", ["A"]], ["Tasman Sea", ["C"]]]);
  });
});

describe("a naval battle", () => {
  const hit = (round: number, side: string, suffered: string): NavalHit => ({ round, side, target: "X", unit: 1, inflicted: "X", die: 1, suffered });

  test("its results are counted and told round by round", () => {
    const toll = [hit(1, "axis", "X"), hit(1, "axis", "1/2 A"), hit(1, "allies", "D"), hit(2, "axis", "X")];
    expect(totals(toll, "axis")).toEqual({ sunk: 2, damaged: 0, aborted: 0 });
    expect(totals(toll, "allies")).toEqual({ sunk: 0, damaged: 1, aborted: 0 });
    expect(rounds(toll).map(({ round, hits }) => [round, hits.length])).toEqual([[1, 3], [2, 1]]);
  });

  test("the step follows from the question, else from what is known", () => {
    const combat = { type: "", sides: [] } as unknown as NavalCombat;
    expect(stepOf(combat, ["take-sections"])).toBe("search");
    expect(stepOf(combat, [])).toBe("fly");
    expect(stepOf({ ...combat, type: "surface" }, [])).toBe("fight");
    expect(stepOf({ ...combat, type: "surface" }, ["stay-in-combat", "leave-combat"])).toBe("leave");
  });
});
