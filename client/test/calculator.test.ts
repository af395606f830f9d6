import { describe, expect, test } from "vitest";
import type { CounterFace, LandCase } from "../src/api";
import { attacker, bomber, caseOf, defences, defender, emptyForms, formsOf, matching, nations } from "../src/calculator/cases";

const faces: Record<string, CounterFace> = {
  a: { kind: "land", name: "XXIV", nation: "germany", type: "ARM", provenance: "", combat: 8, move: 5 },
  b: { kind: "land", name: "VII", nation: "germany", type: "INF", provenance: "", combat: 7, move: 4 },
  c: { kind: "land", name: "2", nation: "ussr", type: "INF", provenance: "", combat: 5, move: 4 },
  d: { kind: "air", name: "Ju-87B", nation: "germany", type: "LND", provenance: "", tactical: 4 },
  e: { kind: "land", name: "Fort", nation: "ussr", type: "FORT", provenance: "" },
};

describe("the attack calculator", () => {
  test("nothing is asked while somebody is missing", () => {
    const forms = emptyForms();
    expect((["land", "air", "strike", "bombing"] as const).map((kind) => caseOf(kind, forms, "wif", []))).toEqual([null, null, null, null]);
    forms.attackers = [attacker("a")];
    expect(caseOf("land", forms, "wif", [])).toBeNull();
    forms.attackers = [{ ...attacker("a"), arrives: "paradrop" }];
    expect(caseOf("land", forms, "wif", [])).toMatchObject({ kind: "land", defenders: [] });
    forms.active.bombers = ["d"];
    forms.inactive.bombers = ["d"];
    expect(caseOf("air", forms, "wif", [])).toBeNull();
    forms.inactive.fighters = ["d"];
    expect(caseOf("air", forms, "wif", [])).toMatchObject({ kind: "air", high_altitude: false });
  });

  test("what is chosen is what is asked", () => {
    const forms = { ...emptyForms(), attackers: [attacker("a")], defenders: [{ ...defender("c"), face_down: true }], bombers: [bomber("d")], targets: ["c"] };
    forms.ground.weather = "snow";
    expect(caseOf("land", forms, "wif", ["27"])).toMatchObject({ options: ["27"], ground: { weather: "snow" }, defenders: [{ counter: "c", face_down: true, in_supply: true }] });
    expect(caseOf("strike", forms, "wif", [])).toMatchObject({ bombers: [{ counter: "d", extended: false }], targets: ["c"] });
    expect(caseOf("bombing", forms, "wif", [])).toMatchObject({ weather: "snow", most: null });
    expect(caseOf("naval", { ...forms, naval: { ...forms.naval, defences: "4, 5; x 6" } }, "wif", [])).toMatchObject({ row: "surface", defences: [4, 5, 6] });
  });

  test("an attack of a game fills the form", () => {
    const found: LandCase = { kind: "land", ground: { terrain: "forest" }, attackers: [{ counter: "a", across: ["river"] }], defenders: [{ counter: "c", face_down: true }, { counter: "e" }] };
    const forms = formsOf(found);
    expect(forms.ground).toMatchObject({ terrain: "forest", weather: "fine", factories: 0 });
    expect(forms.attackers).toEqual([{ ...attacker("a"), across: ["river"] }]);
    expect(forms.targets).toEqual(["e"]);
  });

  test("counters are found by nation and by all words", () => {
    expect(nations(faces, "land")).toEqual(["germany", "ussr"]);
    expect(matching(faces, "land", "germany", "")).toEqual(["a", "b"]);
    expect(matching(faces, "land", "germany", "inf 7-4")).toEqual(["b"]);
    expect(matching(faces, "land", "ussr", "")).toEqual(["c"]);
    expect(matching(faces, "air", "germany", "ju")).toEqual(["d"]);
    expect(defences("")).toEqual([]);
  });
});
