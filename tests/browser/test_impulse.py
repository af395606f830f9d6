"""From the front page to the end of an impulse, with the mouse on the map."""

from __future__ import annotations

from typing import Any

from browser.driving import Window


class Impulse:
    """Plays the German impulse and notes what was done in it."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.deeds: list[str] = []

    def play(self) -> None:
        for _ in range(150):
            decision = self.window.wait_for_decision()
            if "finish" in self.deeds and "choose-actions" not in decision["offers"]:
                return
            self.answer(decision)
            if "reorganise" in self.deeds:
                return
        raise AssertionError(f"the impulse does not end: {self.deeds}")

    def answer(self, decision: dict[str, Any]) -> None:
        offers = decision["offers"]
        for verb in offers:
            deed = getattr(self, "do_" + verb.replace("-", "_"), None)
            if deed is not None and verb not in self.deeds:
                deed(decision)
                self.deeds.append(verb)
                return
        for word in ("done", "hold-back", "finish-rebasing", "finish-reorganising", "align-nobody"):
            if word in offers:
                self.window.say(offers[word]["label"])
                if word == "finish-reorganising":
                    self.deeds.append("reorganise")
                return
        if len(offers) == 1 and next(iter(offers.values()))["shape"]["shape"] == "One":
            verb, offer = next(iter(offers.items()))
            if any("hex" in item for item in offer["items"].values()):
                self.window.pick_first_hex(decision, verb)
                return
        self.window.take_advice()

    # ------------------------------------------------------------------------------------------------- the deeds, once each

    def do_place_unit(self, decision: dict[str, Any]) -> None:
        self.window.pick_first_hex(decision, "place-unit")

    def do_choose_actions(self, decision: dict[str, Any]) -> None:
        self.window.page.locator("#decision select").first.select_option("land")
        self.window.confirm()

    def do_fly(self, decision: dict[str, Any]) -> None:
        """A ground strike: the first bomber that may attack something goes there. Fighters alone would escort nobody."""
        offer = decision["offers"]["fly"]
        row, sortie = next(
            (row, to)
            for row in offer["shape"]["items"]
            for to in row["to"]
            if to.split(" ")[0] not in ("stay", "escort")
        )
        label = offer["items"][str(row["item"])]["label"]
        editor = self.window.page.locator("#decision .editor")
        editor.get_by_role("button", name=label).first.click()
        editor.get_by_role("combobox", name=f"Where {label} goes").first.select_option(sortie)
        self.window.confirm()

    def do_move(self, decision: dict[str, Any]) -> None:
        """A stack is clicked, then where it goes; taken back; a forbidden hex tells its rule; and it goes after all."""
        window = self.window
        stacks = decision["offers"]["move"]["shape"]["stacks"]
        keys = window.fetch("/api/board")["hexes"]["key"]
        units, start = stacks[0]["units"], keys[stacks[0]["start"]]
        goal = keys[stacks[0]["ways"][0][0]]
        window.click_hex(start)
        window.page.get_by_text("hexes can be reached").wait_for()
        window.click_hex("E0142")  # far behind Moscow
        assert "11.10" in window.refusal() or "2." in window.refusal()
        window.click_hex(goal)
        window.page.locator("#decision .way").get_by_text(f"To {goal}").wait_for()
        window.confirm()
        assert {window.table()["units"][str(unit)]["place"]["hex"] for unit in units} == {goal}
        window.say("Undo")
        assert {window.table()["units"][str(unit)]["place"]["hex"] for unit in units} == {start}
        window.click_hex(start)
        window.page.get_by_text("hexes can be reached").wait_for()
        window.click_hex(goal)
        window.confirm()

    def do_declare_attacks(self, decision: dict[str, Any]) -> None:
        """The enemy's hex with the most neighbours of ours is attacked by all of them; the odds are shown before."""
        window, offer = self.window, decision["offers"]["declare-attacks"]
        targets: dict[str, list[int]] = {}
        for row in offer["shape"]["items"]:
            for to in row["to"]:
                if "hex" in offer["targets"][str(to)]:
                    targets.setdefault(offer["targets"][str(to)]["hex"], []).append(row["item"])
        target = max(targets, key=lambda place: len(targets[place]))
        window.click_hex(target)
        boxes = window.page.locator("#decision .target.chosen input[type=checkbox]")
        for n in range(boxes.count()):
            boxes.nth(n).check()
        window.page.locator("#decision .odds").first.wait_for()
        window.confirm()
        attack = next(attack for attack in window.table()["combat"]["attacks"] if attack["hex"] == target)
        assert sorted(attack["units"]) == sorted(targets[target])


def test_an_impulse_of_barbarossa_against_the_computer(window: Window) -> None:
    window.quick("Germany")
    window.wait_for_map()
    impulse = Impulse(window)
    impulse.play()
    assert {"place-unit", "choose-actions", "fly", "move", "declare-attacks"} <= set(impulse.deeds)
    rolled = [roll for entry in window.table()["log"] for roll in entry["rolls"]]
    assert rolled, "an attack without dice"
    window.page.locator(".panel .die").first.wait_for()
