import { describe, expect, test } from "vitest";
import type { Good, ProductionBoard } from "../src/api";
import { calendar, chanceOf, feeding, percent, shortName, spent } from "../src/boards/production";

const infantry: Good = { name: "Germany: INF", cost: 3, turn: 11, arrives: "Sep/Oct", draws: [{ units: [4, 5], chances: [0.5, 0.8, 1] }] };
const tanks: Good = { name: "Germany: ARM", cost: 6, turn: 12, arrives: "Nov/Dec", draws: [{ units: [7], chances: [1] }] };
const goods = { "germany: INF": infantry, "germany: ARM": tanks };
const board = { calendar: [{ turn: 11, name: "Sep/Oct", late: false, units: [9] }, { turn: 12, name: "Nov/Dec", late: true, units: [] }] } as unknown as ProductionBoard;

describe("the board of production", () => {
  test("an order costs what its units cost", () => {
    expect(spent(goods, { "germany: INF": 2, "germany: ARM": 1 })).toBe(12);
    expect(spent(goods, {})).toBe(0);
  });

  test("the chance is that of so many draws, and of one before anything is ordered", () => {
    const draw = infantry.draws[0]!;
    expect([0, 1, 2, 3, 9].map((number) => chanceOf(draw, number))).toEqual([0.5, 0.5, 0.8, 1, 1]);
    expect([percent(0.5), percent(0.045), percent(0), percent(1)]).toEqual(["50 %", "4.5 %", "0 %", "100 %"]);
  });

  test("what is ordered stands in the turn in which it comes, beside what is on its way", () => {
    const [autumn, winter] = calendar(board, goods, { "germany: INF": 2, "germany: ARM": 0 });
    expect(autumn).toMatchObject({ units: [9], ordered: [{ item: "germany: INF", number: 2, unit: 4 }] });
    expect(winter).toMatchObject({ late: true, units: [], ordered: [] });
  });

  test("a pool is called by its kind on its owner's board, and by both on another's", () => {
    expect([shortName("Germany: INF", "Germany"), shortName("Finland: INF", "Germany")]).toEqual(["INF", "Finland: INF"]);
  });

  test("factories know what feeds them", () => {
    expect(feeding({ "E1/1": "E9", "E1/2": "E9", "E2/1": "unused" })).toEqual(new Map([["E9", ["E1/1", "E1/2"]], ["unused", ["E2/1"]]]));
  });
});
