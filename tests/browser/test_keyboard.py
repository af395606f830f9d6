"""A whole impulse without a mouse: from the front page to the other side's move, every choice by its list."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from browser.driving import Window

#: Tab comes round the whole page in fewer steps
MOST_TABS = 400
COUNT_POINTERS = "addEventListener('pointerdown', () => (globalThis.pointed = (globalThis.pointed ?? 0) + 1), true)"
#: what has the focus: an element of the page, and what it is called
FOCUSED = """([selector, name]) => {
    const element = document.activeElement;
    if (!element?.matches(selector)) return false;
    const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
    return name === null || label.replace(/\\s+/g, ' ').trim().includes(name);
}"""


class Keyboard:
    def __init__(self, window: Window) -> None:
        self.window, self.keys = window, window.page.keyboard

    def go_to(self, selector: str, name: str | None = None) -> None:
        """Tab until what is wanted has the focus; D goes to the decision first, but in a list it would be typed."""
        if selector.startswith("#decision") and not self.window.page.evaluate(FOCUSED, ["select, input", None]):
            self.keys.press("d")
        self.window.page.locator(selector).first.wait_for(state="attached")  # cards come after the question
        for _ in range(MOST_TABS):
            self.keys.press("Tab")
            if self.window.page.evaluate(FOCUSED, [selector, name]):
                return
        raise AssertionError(f"Tab never comes to {selector} {name or ''}")

    def press_button(self, name: str) -> None:
        self.go_to("#decision button", name[:1].upper() + name[1:])  # on a button a verb begins a sentence
        self.window.after(lambda: self.keys.press("Enter"))

    def confirm(self) -> None:
        expect(self.window.primary).to_be_enabled()
        self.go_to("#decision button[data-confirm]")
        self.window.after(lambda: self.keys.press("Enter"))

    def tick(self) -> None:
        """The first box or circle of the list."""
        self.go_to("#decision .editor input[type=radio], #decision .editor input[type=checkbox]")
        self.keys.press("Space")
        self.confirm()

    def suggest(self, decision: dict[str, Any]) -> None:
        offers = decision["offers"]
        kind = next(iter(offers.values()))["shape"]["shape"]
        if kind == "Nothing":
            self.press_button(next(iter(offers.values()))["label"])
            return
        self.go_to("#decision .answers button", "default placement" if kind == "Allot" else "Suggest")
        self.keys.press("Enter")
        self.confirm()

    def answer(self, decision: dict[str, Any]) -> str:
        """Does what a player does at this decision, and says which verb it was."""
        offers = decision["offers"]
        for verb in offers:
            deed = getattr(self, "do_" + verb.replace("-", "_"), None)
            if deed is not None:
                deed(decision)
                return verb
        for verb in ("hold-back", "done", "stop-advancing", "finish-rebasing", "finish-reorganising"):
            if verb in offers:
                self.press_button(offers[verb]["label"])
                return verb
        self.suggest(decision)
        return "suggested"

    # -------------------------------------------------------------------------------------------------------- the deeds

    def do_place_unit(self, decision: dict[str, Any]) -> None:
        self.tick()

    do_return_to = do_place_unit

    def do_resolve(self, decision: dict[str, Any]) -> None:
        self.go_to("#decision .card")
        self.window.after(lambda: self.keys.press("Enter"))

    def do_align_minor(self, decision: dict[str, Any]) -> None:
        self.press_button(decision["offers"]["align-nobody"]["label"])

    def do_choose_actions(self, decision: dict[str, Any]) -> None:
        self.window.page.locator("#decision .card", has_text="The army’s turn").wait_for()
        self.go_to("#decision .card", "The army’s turn")
        self.window.after(lambda: self.keys.press("Enter"))

    def do_choose_table(self, decision: dict[str, Any]) -> None:
        self.go_to("#decision .card")
        self.window.after(lambda: self.keys.press("Enter"))

    def do_fly(self, decision: dict[str, Any]) -> None:
        """One bomber strikes at the ground; every other mission is let pass."""
        offer = decision["offers"]["fly"]
        bomber = next(
            (row for row in offer["shape"]["items"] if any(to.startswith("fly ") for to in row["to"])),
            None,
        )
        if bomber is None or not decision["prompt"].startswith("ground strike"):
            self.press_button(decision["offers"]["hold-back"]["label"])
            return
        label = offer["items"][str(bomber["item"])]["label"]
        self.go_to("#decision .editor button", label)
        self.keys.press("Enter")
        self.go_to("#decision .editor select", label)
        self.keys.press("ArrowDown")
        self.window.page.get_by_text("1 sent").wait_for()
        self.confirm()
        assert self.window.table()["log"][-1]["rolls"][0]["kind"] == "ground-strike"

    def do_move(self, decision: dict[str, Any]) -> None:
        """The first stack goes somewhere, is called back, goes again, and the step is ended."""
        window = self.window
        there = self.march()
        self.keys.press("m")
        window.after(lambda: self.keys.press("z"))
        assert there not in self.whereabouts()
        window.wait_for_decision()
        assert self.march() == there
        self.press_button(window.wait_for_decision()["offers"]["done"]["label"])

    def march(self) -> tuple[int, str]:
        """A unit of the stack, and where it stands now."""
        window = self.window
        before = self.whereabouts()
        self.go_to("#decision .editor button.row")
        self.keys.press("Enter")
        window.page.get_by_text("hexes can be reached").wait_for()
        self.go_to("#decision .editor select")
        self.keys.press("ArrowDown")
        window.page.locator("#decision .way").wait_for()
        self.confirm()
        return min(self.whereabouts() - before)

    def whereabouts(self) -> set[tuple[int, str]]:
        units = self.window.table()["units"].items()
        return {(int(unit), told["place"].get("hex", "")) for unit, told in units}

    def do_declare_attacks(self, decision: dict[str, Any]) -> None:
        """Everybody who can attacks the hex that most can attack."""
        window, offer = self.window, decision["offers"]["declare-attacks"]
        able = [offer["targets"][str(to)].get("hex", "") for row in offer["shape"]["items"] for to in row["to"]]
        self.go_to("#decision .target button", max(filter(None, able), key=able.count))
        self.keys.press("Enter")
        self.go_to("#decision .target.chosen button.small", "Attack with every unit that can")
        self.keys.press("Enter")
        boxes = window.page.locator("#decision .target.chosen input[type=checkbox]")
        for n in range(boxes.count()):
            expect(boxes.nth(n)).to_be_checked()
        window.page.locator("#decision .odds").first.wait_for()
        self.confirm()
        assert len(window.table()["attacks"]) == 1

    def do_advance(self, decision: dict[str, Any]) -> None:
        self.tick()
        assert self.window.table()["log"][-1]["verb"] == "advance"


def test_an_impulse_by_keyboard_alone(known_dice: Window) -> None:
    window, keyboard = known_dice, Keyboard(known_dice)
    window.prepare(COUNT_POINTERS)
    window.front()
    window.page.get_by_role("button", name=re.compile("^Play Germany")).first.wait_for()
    keyboard.go_to("button", "Play Germany")
    keyboard.keys.press("Enter")
    window.arrive()
    window.wait_for_map()

    keyboard.keys.press("m")
    for arrow in ("ArrowRight", "ArrowRight", "ArrowUp"):
        keyboard.keys.press(arrow)
    expect(window.page.locator("#spoken")).not_to_be_empty()

    done: list[str] = []
    while window.asked_before("allies"):
        done.append(keyboard.answer(window.wait_for_decision()))
    assert {"place-unit", "choose-actions", "fly", "move", "declare-attacks", "advance"} <= set(done), done
    assert "land combat" in {roll["kind"] for entry in window.table()["log"] for roll in entry["rolls"]}
    assert window.page.evaluate("globalThis.pointed ?? 0") == 0, "a pointer was used"
