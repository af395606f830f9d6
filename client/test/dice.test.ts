import { expect, test } from "vitest";
import type { DiceLog } from "../src/api";
import { checkDice, fits, ownChance } from "../src/state/dice";
import told from "./dice.json";

/** What the server tells of a short game: two spells are revealed, the third is not. tests/server/test_dice.py checks it too. */
const log = (): DiceLog => structuredClone(told) as DiceLog;

test("every roll whose secret is revealed is checked", async () => {
  const { right, wrong, sealed } = await checkDice(log());
  expect(wrong).toEqual([]);
  expect(right + sealed).toBe(log().throws.length);
  expect(right).toBeGreaterThan(6);
  expect(sealed).toBeGreaterThan(0);
});

test("a roll that was changed is found", async () => {
  for (const [at, thrown] of log().throws.entries()) {
    const changed = log();
    changed.throws[at] = { ...thrown, values: thrown.values.map((value, n) => (n ? value : (value % thrown.sides) + 1)) };
    const spell = changed.spells.findLast(({ since }) => since <= thrown.entry)!;
    expect((await checkDice(changed)).wrong.length).toBe(spell.secret ? 1 : 0);
  }
});

test("what a player added cannot be left out", async () => {
  const changed = log();
  changed.spells[1]!.added.pop();
  expect((await checkDice(changed)).wrong.length).toBeGreaterThan(0);
});

test("a secret that is not the one committed to is found", async () => {
  const changed = log();
  changed.spells[1]!.secret = "00".repeat(32);
  expect(await fits(changed.spells[1]!)).toBe(false);
  expect(await fits(log().spells[1]!)).toBe(true);
  expect((await checkDice(changed)).wrong.length).toBeGreaterThan(0);
});

test("a page adds 32 bytes of its own, never the same", () => {
  expect(ownChance()).toMatch(/^[0-9a-f]{64}$/);
  expect(ownChance()).not.toBe(ownChance());
});
