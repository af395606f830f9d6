import { expect, test } from "vitest";
import type { Permission, Table } from "../src/api";
import { answersTo, inForce, permissionOf, requestsTo } from "../src/state/allies";

const permission = (what: string, unsaid: string, more: Partial<Permission> = {}): Permission => ({
  what, unsaid, rule: "18.3", label: what, about: "", given: "ask", got: "ask", wanted: false, asked: false, gives: true, gets: true, ...more,
});
const enter = permission("enter", "allowed");
const transport = permission("transport", "refused", { wanted: true });
const sail = permission("sail", "asked");
const table = { allies: [{ seat: "usa", permissions: [enter, transport, sail] }] } as unknown as Table;

test("what need not be said is no answer of its own", () => {
  expect(answersTo(enter)).toEqual(["yes", "no"]);
  expect(answersTo(transport)).toEqual(["yes", "once", "no"]);
  expect(answersTo(sail)).toEqual(["yes", "once", "ask", "no"]);
});

test("while nothing is said, what the rules say counts", () => {
  expect([enter, transport, sail].map((one) => inForce(one, "ask"))).toEqual(["yes", "no", "ask"]);
  expect(inForce(transport, "once")).toBe("once");
  expect(inForce(enter, "no")).toBe("no");
});

test("requests are found, and how a permission stands", () => {
  expect(requestsTo(table).map(({ ally, permission: { what } }) => [ally.seat, what])).toEqual([["usa", "transport"]]);
  expect(requestsTo(null)).toEqual([]);
  expect(permissionOf(table, { seat: "usa", what: "sail", label: "" })).toBe(sail);
  expect(permissionOf(table, { seat: "france", what: "sail", label: "" })).toBeUndefined();
});
