import { describe, expect, test, vi } from "vitest";
import type { Offer, Shape } from "../src/api";
import { AmountsDraft, AssignDraft, AttacksDraft, isWeighty, MovesDraft, OneDraft, OrderDraft, PathDraft, RailDraft, SetDraft, type Desk } from "../src/editors/draft.svelte";
import { editorOf, makeDraft } from "../src/editors/registry";

// The settings ask the browser what it likes; here there is none.
vi.hoisted(() => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener: () => undefined }), localStorage: { getItem: () => null } });
});

/** A table of three hexes: 0 is A, 1 is B, 2 is C; unit 7 stands in A. */
function desk(asked: unknown[] = []): Desk {
  return {
    game: {
      table: { units: { 7: { counter: "x", place: { hex: "A" } } } },
      whyNot: async (verb: string, noun: unknown) => {
        asked.push([verb, noun]);
        return { rule: "2.3.1", text: "no" };
      },
      odds: async () => [],
      ask: async () => ({ hexes: { B: { cost: 2, path: ["A", "B"] } } }),
      refuse: () => undefined,
    },
    lib: { number: new Map([["A", 0], ["B", 1], ["C", 2]]), board: { hexes: { key: ["A", "B", "C"] } } },
    unitsAt: (hex: string) => (hex === "A" ? [7] : []),
    hexOf: (unit: number) => (unit === 7 ? "A" : null),
    refuse: (hex: string, reason: unknown) => asked.push([hex, reason]),
    clearRefusal: () => undefined,
    cards: {},
    go: () => undefined,
  } as unknown as Desk;
}

const hexes = { "0": { label: "A", hex: "A" }, "1": { label: "B", hex: "B" }, "2": { label: "C", hex: "C" } };
const offer = (shape: Shape, parts: Partial<Offer> = {}): Offer => ({ label: "", rule: "", shape, ...parts });
const unit = { "7": { label: "VII", unit: 7 } };

describe("drafts make the nouns that the engine reads", () => {
  test("one: a click on an offered hex chooses, on another asks why not", async () => {
    const asked: unknown[] = [];
    const draft = makeDraft(desk(asked), "place", offer({ shape: "One", domain: [0, 1] }, { items: hexes, item_kind: "Place" })) as OneDraft;
    expect(draft.ready).toBe(false);
    expect(draft.clickHex("B")).toBe(true);
    expect([draft.ready, draft.noun]).toEqual([true, 1]);
    draft.clickHex("C");
    await Promise.resolve();
    expect(asked[0]).toEqual(["place", 2]);
    expect(draft.noun).toBe(1);
  });

  test("a country is chosen by a click on its land", () => {
    const land = { ...desk(), cards: { war: { poland: { hexes: ["B", "C"], weighty: true }, siam: { hexes: [], weighty: true } } } } as unknown as Desk;
    const one = makeDraft(land, "war", offer({ shape: "One", domain: ["siam", "poland"] }, { item_kind: "Owner" })) as OneDraft;
    expect(one.clickHex("C")).toBe(true);
    expect(one.noun).toBe("poland");
    expect(isWeighty(land.cards["war"])).toBe(true);
    const set = makeDraft(land, "war", offer({ shape: "Set", domain: ["siam", "poland"], least: 0, most: 2 }, { item_kind: "Owner" })) as SetDraft;
    set.clickHex("B");
    expect(set.noun).toEqual(["poland"]);
    set.clickHex("C");
    expect(set.noun).toEqual([]);
  });

  test("set: bounds are kept", () => {
    const draft = makeDraft(desk(), "lose", offer({ shape: "Set", domain: [7, 8], least: 1, most: 1 }, { items: unit })) as SetDraft;
    expect(draft.ready).toBe(false);
    draft.clickUnit(7);
    expect([draft.ready, draft.noun]).toEqual([true, [7]]);
    draft.toggle(8);
    expect(draft.ready).toBe(false);
  });

  test("order: the front goes back", () => {
    const draft = makeDraft(desk(), "line", offer({ shape: "Order", lines: [[1, 2, 3]] })) as OrderDraft;
    draft.shift(0, 0, 1);
    expect(draft.noun).toEqual([[2, 1, 3]]);
    draft.shift(0, 0, -1);
    expect(draft.noun).toEqual([[2, 1, 3]]);
  });

  test("amounts: what is left out is none, and no more than there is", () => {
    const shape: Shape = { shape: "Amounts", items: [{ item: "INF", least: 0, most: 2 }, { item: "ARM", least: 0, most: 1 }], least: 1, most: 2, costs: [], prices: [], budget: 0 };
    const draft = makeDraft(desk(), "build", offer(shape)) as AmountsDraft;
    expect(draft.ready).toBe(false);
    draft.set("INF", 5);
    expect([draft.ready, draft.noun]).toEqual([true, [["INF", 2], ["ARM", 0]]]);
    draft.set("ARM", 1);
    expect(draft.ready).toBe(false);
  });

  test("amounts: prices are added up, and no more is bought than can be paid", () => {
    const shape: Shape = { shape: "Amounts", items: [{ item: "Greece", least: 0, most: 3 }, { item: "Serbia", least: 0, most: 3 }], least: 0, most: 6, costs: [], prices: [0, 2, 5, 9], budget: 8 };
    const draft = makeDraft(desk(), "buy-influence", offer(shape)) as AmountsDraft;
    draft.set("Greece", 2);
    draft.set("Serbia", 1);
    expect([draft.price, draft.affords("Serbia"), draft.affords("Greece"), draft.ready]).toEqual([7, false, false, true]);
    draft.set("Greece", 3);
    expect([draft.price, draft.ready]).toEqual([11, false]);
  });

  test("amounts: what can be given nothing is not listed, but named in the action", () => {
    const shape: Shape = { shape: "Amounts", items: [{ item: "Coral Sea", least: 0, most: 4 }, { item: "Caspian Sea", least: 0, most: 0 }], least: 4, most: 4, costs: [], prices: [], budget: 0 };
    const draft = makeDraft(desk(), "set-up-convoys", offer(shape)) as AmountsDraft;
    expect(draft.listed).toEqual(["Coral Sea"]);
    draft.set("Coral Sea", 4);
    expect([draft.ready, draft.noun]).toEqual([true, [["Coral Sea", 4], ["Caspian Sea", 0]]]);
  });

  test("allot: every unit needs a place; the next without one is taken up", () => {
    const shape: Shape = { shape: "Allot", items: [{ item: 7, to: [0, 1] }, { item: 8, to: [1, 2] }], rooms: [{ choice: 1, most: 1 }] };
    const draft = makeDraft(desk(), "set-up", offer(shape, { items: unit, targets: hexes, target_kind: "Place" })) as AssignDraft;
    expect([draft.active, draft.open.length]).toEqual([7, 2]);
    draft.clickHex("B");
    expect(draft.active).toBe(8);
    draft.clickHex("C");
    expect([draft.ready, draft.noun]).toEqual([true, [[7, 1], [8, 2]]]);
    expect(draft.room(1)).toEqual([1, 1]);
  });

  test("send: who is not sent stays, and another hex tells why it cannot be flown to", async () => {
    const asked: unknown[] = [];
    const shape: Shape = { shape: "Send", items: [{ item: 7, to: ["stay", "strike 1"] }, { item: 8, to: ["stay", "strike 1"] }], most: 1, standing: [] };
    const draft = makeDraft(desk(asked), "fly", offer(shape, { items: unit, targets: { stay: { label: "stay" }, "strike 1": { label: "strike B", hex: "B" } }, target_kind: "Sortie" })) as AssignDraft;
    expect(draft.ready).toBe(true);
    draft.clickUnit(7);
    draft.clickHex("B");
    expect(draft.noun).toEqual([[7, "strike 1"], [8, "stay"]]);
    draft.clickHex("C");
    await Promise.resolve();
    expect(asked[0]).toEqual(["fly", [[7, "strike 2"], [8, "stay"]]]);
  });

  test("send: what was ordered before stands until it is changed", () => {
    const shape: Shape = { shape: "Send", items: [{ item: 7, to: [-1, 1] }, { item: 8, to: [-1, 1] }], most: 2, standing: [[7, 1]] };
    const draft = makeDraft(desk(), "lay-guns", offer(shape, { items: unit, targets: { "-1": { label: "stay" }, "1": { label: "B", hex: "B" } }, target_kind: "Destination" })) as AssignDraft;
    expect([draft.noun, draft.unchanged]).toEqual([[[7, 1], [8, -1]], true]);
    draft.give(7, -1);
    expect([draft.noun, draft.unchanged]).toEqual([[[7, -1], [8, -1]], false]);
  });

  test("send: a click flies as usual where that reaches; extended range to near hexes is for whoever asks", () => {
    const shape: Shape = { shape: "Send", items: [{ item: 7, to: ["stay", "fly 1", "fly-extended 1", "fly-extended 2"] }], most: 1, standing: [] };
    const targets = { stay: { label: "stay" }, "fly 1": { label: "fly B", hex: "B" }, "fly-extended 1": { label: "fly far B", hex: "B" }, "fly-extended 2": { label: "fly far C", hex: "C" } };
    const draft = makeDraft(desk(), "fly", offer(shape, { items: unit, targets, target_kind: "Sortie" })) as AssignDraft;
    draft.active = 7;
    expect(draft.mayExtend).toBe(true);
    draft.clickHex("B");
    expect([draft.fork, draft.noun]).toEqual([null, [[7, "fly 1"]]]);
    draft.clickHex("C");
    expect([draft.fork, draft.noun]).toEqual([null, [[7, "fly-extended 2"]]]);
    draft.extended = true;
    draft.clickHex("B");
    expect(draft.fork?.choices).toEqual(["fly 1", "fly-extended 1"]);
    draft.reset();
    draft.accept([[7, "fly-extended 1"]]);
    expect(draft.choices(draft.row(7)!)).toEqual(["stay", "fly 1", "fly-extended 1", "fly-extended 2"]);
  });

  test("send: a fighter that could escort or bomb a hex is asked which", () => {
    const shape: Shape = { shape: "Send", items: [{ item: 7, to: ["stay", "escort 1", "fly-as-bomber 1"] }], most: 1, standing: [] };
    const targets = { stay: { label: "stay" }, "escort 1": { label: "escort B", hex: "B" }, "fly-as-bomber 1": { label: "bomb B", hex: "B" } };
    const draft = makeDraft(desk(), "fly", offer(shape, { items: unit, targets, target_kind: "Sortie" })) as AssignDraft;
    draft.active = 7;
    draft.clickHex("B");
    expect([draft.fork?.choices, draft.noun]).toEqual([["escort 1", "fly-as-bomber 1"], [[7, "stay"]]]);
    draft.give(7, "escort 1");
    expect([draft.fork, draft.noun]).toEqual([null, [[7, "escort 1"]]]);
  });

  test("attacks: the enemy's hex, then who goes in, and out again", () => {
    const shape: Shape = { shape: "Attacks", items: [{ item: 7, to: [-1, 1] }], most: 1, standing: [] };
    const targets = { "-1": { label: "stay" }, "1": { label: "B", hex: "B" } };
    const draft = makeDraft(desk(), "declare-attacks", offer(shape, { items: unit, targets, target_kind: "Destination" })) as AttacksDraft;
    draft.clickHex("B"); // everybody who can goes in
    expect(draft.noun).toEqual([[7, 1]]);
    expect(draft.declared).toEqual(["B"]);
    draft.clickHex("A");
    expect(draft.noun).toEqual([[7, -1]]);
    draft.clickHex("A");
    expect(draft.noun).toEqual([[7, 1]]);
  });

  test("moves: the reach is asked for, and the path leaves out where the stack stands", async () => {
    const draft = makeDraft(desk(), "move", offer({ shape: "Moves", stacks: [{ start: 0, units: [7], ways: [] }] })) as MovesDraft;
    draft.clickHex("A");
    await new Promise((done) => setTimeout(done));
    draft.clickHex("B");
    expect([draft.ready, draft.noun, draft.action]).toEqual([true, [[7], [1]], "move"]);
  });

  test("moves: what follows a breakthrough is offered by the shape itself", () => {
    const shape: Shape = { shape: "Moves", stacks: [{ start: 0, units: [7], ways: [[1, 0]] }] };
    const draft = makeDraft(desk(), "advance-further", offer(shape)) as MovesDraft;
    draft.clickHex("A");
    draft.clickHex("B");
    expect([draft.ready, draft.noun, draft.action]).toEqual([true, [[7], [1]], "advance-further"]);
    expect(draft.overlay.labels).toEqual([]);
  });

  test("set: a stack goes in and out together, if there is room for it", () => {
    const items = { "7": { label: "VII", unit: 7 }, "8": { label: "VIII", unit: 8 } };
    const at = { ...desk(), hexOf: () => "A" };
    const draft = makeDraft(at, "advance", offer({ shape: "Set", domain: [7, 8], least: 1, most: 2 }, { items })) as SetDraft;
    expect(draft.clickHex("A")).toBe(false);
    expect(draft.noun).toEqual([7, 8]);
    draft.clickHex("A");
    expect(draft.noun).toEqual([]);
    const one = makeDraft(at, "lose", offer({ shape: "Set", domain: [7, 8], least: 1, most: 1 }, { items })) as SetDraft;
    one.clickHex("A");
    expect(one.noun).toEqual([]);
  });

  test("allot: a full hex tells its rule, and the rest is placed where there is room", async () => {
    const asked: unknown[] = [];
    const shape: Shape = { shape: "Allot", items: [{ item: 7, to: [0, 1] }, { item: 8, to: [0, 1] }, { item: 9, to: [0, 1] }], rooms: [{ choice: 0, most: 2 }, { choice: 1, most: 1 }] };
    const draft = makeDraft(desk(asked), "set-up", offer(shape, { items: unit, targets: hexes, target_kind: "Place" })) as AssignDraft;
    expect(draft.begun).toBe(false);
    draft.clickHex("B");
    expect(draft.begun).toBe(true);
    draft.clickHex("B");
    await Promise.resolve();
    expect(asked[0]).toEqual(["set-up", [[7, 1], [8, 1], [9, 0]]]);
    draft.fill([[7, 0], [8, 1], [9, 0]]);
    expect([draft.ready, draft.noun]).toEqual([true, [[7, 1], [8, 0], [9, 0]]]);
  });

  test("path: hex after hex along the edges, and no further", () => {
    const shape: Shape = { shape: "Path", start: 0, edges: [[0, 1], [1, 2]], least: 1, most: 2 };
    const draft = makeDraft(desk(), "walk", offer(shape, { items: hexes })) as PathDraft;
    expect([draft.ready, draft.clickHex("C")]).toEqual([false, false]);
    draft.clickHex("B");
    draft.clickHex("C");
    expect([draft.ready, draft.noun, draft.onward]).toEqual([true, [1, 2], []]);
  });

  test("rail: what goes, then its station; another tells why not", async () => {
    const asked: unknown[] = [];
    const shape: Shape = { shape: "RailMoves", items: [{ item: 7, to: [1] }] };
    const draft = makeDraft(desk(asked), "rail", offer(shape, { items: unit, targets: hexes, target_kind: "Place" })) as RailDraft;
    draft.clickHex("A");
    draft.clickHex("C");
    await Promise.resolve();
    expect([draft.ready, asked[0]]).toEqual([false, ["rail", [7, 2]]]);
    draft.clickHex("B");
    expect([draft.ready, draft.noun]).toEqual([true, [7, 1]]);
  });

  test("an unknown shape can still be answered", () => {
    expect(editorOf({ label: "", rule: "", shape: { shape: "Whatever" } } as unknown as Offer).list).not.toBeNull();
  });
});
