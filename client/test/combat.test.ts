import { expect, test } from "vitest";
import type { Roll, Told } from "../src/api";
import { AIR, LAND, story } from "../src/ui/combat";

function told(seq: number, events: string[], rolls: Roll[] = []): Told {
  return { seq, seat: "germany", verb: "x", text: "", rule: "", rolls, events: events.map((type) => ({ type, text: `${type} ${seq}` })) };
}
const roll = (die: number): Roll => ({ kind: "air-to-air", dice: [die, die], text: "" });

test("the story of an air combat begins with its own lines and has a chapter for each round", () => {
  const log = [
    told(1, ["Arranged", "Arranged", "RoundBegan", "Rolled"], [roll(1)]),
    told(2, ["Arranged"]),
    told(3, ["Moved", "Arranged", "RoundBegan", "Rolled", "AirResult", "Rolled", "AirResult"], [roll(2), roll(3)]),
    told(4, ["RoundBegan", "Rolled", "AirResult"], [{ kind: "build", dice: [0], text: "", drawn: true }, roll(4)]),
  ];
  const chapters = story(log, AIR);
  expect(chapters.map((chapter) => chapter.title)).toEqual(["", "RoundBegan 3", "RoundBegan 4"]);
  expect(chapters[0]!.lines.map((line) => line.text)).toEqual(["Arranged 2", "Arranged 3"]);
  expect(chapters[1]!.lines.map((line) => line.roll?.dice[0])).toEqual([2, undefined, 3, undefined]);
  expect(chapters[2]!.lines[0]!.roll?.dice[0]).toBe(4);
});

test("the story of a land combat is that of the last attack", () => {
  const log = [told(1, ["OddsReckoned", "Rolled", "LandCombatResult"], [roll(1)]), told(2, ["OddsReckoned", "Rolled", "LandCombatResult"], [roll(2)])];
  expect(story(log, LAND).map((chapter) => [chapter.title, chapter.lines.length])).toEqual([["OddsReckoned 2", 2]]);
  expect(story([], LAND)).toEqual([]);
});
