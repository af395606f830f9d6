import { expect, test } from "vitest";
import { auction, groups, partners, seating, shared } from "../src/ui/seating";

const seats = [
  { id: "usa", name: "USA", side: "allies", powers: [] },
  { id: "commonwealth", name: "Commonwealth", side: "allies", powers: [] },
  { id: "japan", name: "Japan", side: "axis", powers: [] },
];

test("each power has a seat of its own unless it goes with another", () => {
  expect(seating(seats, { usa: "me", commonwealth: "open", japan: "cadet" })).toEqual({
    seats: { usa: { kind: "me" }, commonwealth: { kind: "open" }, japan: { kind: "computer", player: "cadet" } },
  });
  expect(seating(seats, { usa: "me", commonwealth: "with usa", japan: "open" })).toEqual({
    seats: { usa: { kind: "me" }, japan: { kind: "open" } },
    powers: { usa: "usa", commonwealth: "usa", japan: "japan" },
  });
});

test("a power goes only with one of its side that has a seat of its own", () => {
  expect(partners(seats, {}, seats[0]!).map(({ id }) => id)).toEqual(["commonwealth"]);
  expect(partners(seats, { commonwealth: "with usa" }, seats[0]!)).toEqual([]);
  expect(partners(seats, {}, seats[2]!)).toEqual([]);
});

test("powers that players share go with the one beside whom they are played", () => {
  const choices = shared({ usa: "commonwealth", france: "commonwealth", commonwealth: "commonwealth", ussr: "ussr", italy: "germany", germany: "germany" }, "germany", "cadet");
  expect(choices).toEqual({ usa: "with commonwealth", france: "with commonwealth", commonwealth: "cadet", ussr: "cadet", italy: "with germany", germany: "me" });
  expect(Object.values(shared({ usa: "usa", japan: "japan" }, "", "open"))).toEqual(["me", "open"]);
});

test("players who bid for groups of powers sit down before they have any", () => {
  const seatOf = { usa: "commonwealth", commonwealth: "commonwealth", ussr: "ussr", italy: "germany", germany: "germany" };
  expect(groups(seatOf)).toEqual([["commonwealth", "usa"], ["ussr"], ["germany", "italy"]]);
  expect(auction(seatOf, { "player 2": "open" }, "cadet")).toEqual({
    seats: { "player 1": { kind: "me" }, "player 2": { kind: "open" }, "player 3": { kind: "computer", player: "cadet" } },
    bidding: { "player 1": ["commonwealth", "usa"], "player 2": ["ussr"], "player 3": ["germany", "italy"] },
  });
});
