import { describe, expect, test } from "vitest";
import type { EntryOption, Flag, Minor, Offer, Pact, PoliticsPage, Proposal, Signatory } from "../src/api";
import { bars, bordersOverlay, byState, chosenMinors, flagsByBox, levelEffects, matrix, middleOf, partners, sortedFlags, span, tenths, type TradeRow } from "../src/politics/politics";
import { Letter, nounOf, pairsOf } from "../src/politics/lending.svelte";

const page = {
  sides: ["axis", "allies"],
  powers: [
    { name: "germany", side: "axis", seat: "germany", standing: "active" },
    { name: "france", side: "allies", seat: "france", standing: "active" },
    { name: "ussr", side: "allies", seat: "ussr", standing: "neutral" },
  ],
  relations: [
    { one: "germany", other: "france", state: "war" },
    { one: "germany", other: "ussr", state: "pact" },
  ],
} as unknown as PoliticsPage;

const minor = (name: string, more: Partial<Minor> = {}): Minor => ({ name, hex: "W1", standing: "neutral", power: "", side: "", enemies: [], willing: [], joining: [], rule: "19", ...more });
const minors = [
  minor("belgium"),
  minor("spain", { joining: [{ powers: ["germany"], text: "Gibraltar", met: false, rule: "19.7" }] }),
  minor("siam", { willing: ["japan"] }),
  minor("saudi-arabia"),
  minor("albania", { standing: "conquered", power: "italy" }),
];
const names = (found: Minor[]): string[] => found.map(({ name }) => name);
const side = (more: Partial<Signatory>): Signatory => ({ power: "germany", border: [], attack_least: 0, attack_most: 0, needed: 0, defence: 0, ...more }) as Signatory;

describe("letters between allies", () => {
  const items = ["usa china resources", "usa china points", "china usa resources", "china usa points", "usa ussr points"].map((item) => ({ item, least: 0, most: 99 }));
  const offer = { label: "", rule: "5", shape: { shape: "Amounts", items, least: 1, most: 99 } } as Offer;

  test("are written to allies whom somebody else plays, and say all that the rules ask for", () => {
    expect(pairsOf(offer, new Set(["usa"]))).toEqual([{ own: "usa", ally: "china" }, { own: "usa", ally: "ussr" }]);
    expect(pairsOf(offer, new Set(["usa", "china"]))).toEqual([{ own: "usa", ally: "ussr" }]);
    const terms = { give: { resources: 2, points: 0 }, get: { resources: 0, points: 1 } };
    expect(nounOf(offer, { own: "usa", ally: "china" }, terms)).toEqual([
      ["usa china resources", 2],
      ["usa china points", 0],
      ["china usa resources", 0],
      ["china usa points", 1],
      ["usa ussr points", 0],
    ]);
  });

  test("are amended from the other side of the table", () => {
    const letter = new Letter();
    const gives = [{ power: "usa", resources: 3, points: 0 }, { power: "china", resources: 0, points: 1 }];
    letter.amend({ kind: "lending", by: "usa", to: "china", gives, name: "" } as unknown as Proposal);
    expect(letter.pair).toEqual({ own: "china", ally: "usa" });
    expect([letter.terms.give.points, letter.terms.get.resources, letter.empty]).toEqual([1, 3, false]);
    letter.begin({ own: "china", ally: "ussr" });
    expect(letter.empty).toBe(true);
  });
});

describe("the page of politics", () => {
  test("each power of the one side meets each of the other", () => {
    expect(matrix(page)).toEqual({ columns: ["france", "ussr"], rows: [{ power: "germany", cells: ["war", "pact"] }] });
  });

  test("who can be aligned now comes first, then who waits for something", () => {
    expect(names(chosenMinors(minors, "all", ""))).toEqual(["siam", "spain", "albania", "belgium", "saudi-arabia"]);
    expect(names(chosenMinors(minors, "sided", ""))).toEqual(["albania"]);
    expect(names(chosenMinors(minors, "willing", ""))).toEqual(["siam"]);
    expect(names(chosenMinors(minors, "neutral", "Germany"))).toEqual(["spain"]);
    expect(names(chosenMinors(minors, "all", "saudi a"))).toEqual(["saudi-arabia"]);
  });

  test("bars are parts of the longest, and what is not known is the rest", () => {
    expect(bars(side({ attack_least: 10, attack_most: 15, needed: 20 }))).toEqual({ sure: 0.5, perhaps: 0.25, needed: 1 });
    expect(bars(side({}))).toEqual({ sure: 0, perhaps: 0, needed: 0 });
    expect([span(22.5, 22.5), span(10, 16)]).toEqual(["22.5", "10–16"]);
  });

  test("options are open, closed or chosen", () => {
    const option = (number: number, more: Partial<EntryOption> = {}): EntryOption => ({ number, chosen: false, refused: "", ...more }) as EntryOption;
    const found = byState([option(1), option(4, { refused: "not yet" }), option(9, { chosen: true })]);
    expect([found.open, found.closed, found.chosen].map((group) => group.map(({ number }) => number))).toEqual([[1], [4], [9]]);
  });

  test("borders without hexes are not drawn; the others have their values in the middle", () => {
    const pact = { sides: [side({ border: ["E1", "E2", "E3"], attack_most: 12, defence: 20.5 }), side({ power: "ussr" })] } as unknown as Pact;
    const overlay = bordersOverlay([pact], () => 7, (hexes) => hexes[1]!);
    expect(overlay.fills?.map(({ hexes }) => hexes)).toEqual([["E1", "E2", "E3"]]);
    expect(overlay.tags).toEqual([{ hex: "E2", text: "12/20.5", colour: 7 }]);
  });

  test("the middle of a border is one of its own hexes", () => {
    const places: Record<string, [number, number]> = { E1: [0, 0], E2: [4, 1], E3: [9, 0] };
    expect(middleOf(["E1", "E2", "E3"], (hex) => places[hex]!)).toBe("E2");
  });

  test("what two give each other under the same terms stands together", () => {
    const row = (giver: string, recipient: string, ends = "a pact"): TradeRow => ({ giver, recipient, ends, terms: "agreement" }) as TradeRow;
    expect(partners([row("germany", "ussr"), row("ussr", "germany"), row("iran", "commonwealth", "")]).map((rows) => rows.length)).toEqual([2, 1]);
  });
});

describe("the political track and morale", () => {
  const flag = (country: string, boxes: Record<string, number>, joined = ""): Flag => ({ country, hex: "", boxes, joined, open: !joined, numbers: {}, bonus: {}, attempts: {}, grants: {} });
  const flags = [flag("italy", { allies: 4, "central-powers": 3 }), flag("greece", {}, "allies"), flag("sweden", { "central-powers": 6 }), flag("chile", { "central-powers": 3 })];

  test("lays each flag into its box, and the two of a country into both", () => {
    expect(flagsByBox({ flags }).get("central-powers 3")).toEqual(["italy", "chile"]);
    expect(flagsByBox({ flags }).get("allies 4")).toEqual(["italy"]);
  });

  test("lists whoever is nearest to a side first, and who has joined one last", () => {
    expect(sortedFlags({ flags }).map(({ country }) => country)).toEqual(["sweden", "italy", "chile", "greece"]);
  });

  test("tells tenths with their sign, and levels that do the same as one", () => {
    expect([tenths(-13), tenths(4)]).toEqual(["−1.3", "+0.4"]);
    const effects = [11, 10, 9, 8, 7].map((level) => ({ level, refuse: level > 10 ? 0 : level > 7 ? 1 : 2, surrender: level > 7 ? 0 : 1 }));
    expect(levelEffects(effects).map(({ levels }) => levels)).toEqual(["11 or more", "10–8", "7"]);
  });
});
