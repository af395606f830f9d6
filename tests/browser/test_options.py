"""Optional rules: chosen where a game is set up, told in the game, and at work in its combats."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import OpenWindow
from browser.driving import Window
from browser.opening import Opening

IN_USE = ["5 · Ships in Flames", "6 · Cruisers in Flames", "26 · Fractional odds", "27 · Two-dice land combat"]


def _box(dialog: Locator, name: str) -> Locator:
    return dialog.get_by_role("checkbox", name=re.compile(f"^{name}"))


def _choose_options(dialog: Locator) -> None:
    dialog.get_by_text("Optional rules").click()
    expect(_box(dialog, "5 · Ships in Flames")).to_have_count(0)  # it comes with the ships that are chosen
    whole = _box(dialog, "8 · Planes in Flames")
    dialog.get_by_text("Parts of Planes in Flames").click()
    _box(dialog, "Jets").check()
    assert whole.evaluate("box => box.indeterminate")
    _box(dialog, "Jets").uncheck()
    expect(whole).not_to_be_checked()
    _box(dialog, "26 · Fractional odds").check()
    _box(dialog, "27 · Two-dice land combat").check()


@pytest.mark.rule("11.15.6")
def test_barbarossa_with_two_dice_and_fractional_odds(open_window: OpenWindow, loaded_server: str) -> None:
    window = open_window(at=loaded_server, likes={"plans": True})
    page, opening = window.page, Opening(window)
    window.front()
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Germany").select_option("me")
    dialog.get_by_label("USSR").select_option("cadet")
    _choose_options(dialog)
    assert window.violations() == []
    dialog.locator("button.primary").click()
    dialog.locator("a.go").click()
    window.arrive()
    window.wait_for_map()
    assert [option["id"] for option in window.table()["options"]] == ["5", "6", "26", "27"]
    page.get_by_role("tab", name="Help").click()
    expect(page.locator(".panel .options dt")).to_have_text(IN_USE)
    page.get_by_role("tab", name="Log").click()

    opening.accept_all()
    opening.asked("align-minor")
    opening.take_a_land_action()
    _declare(window, opening.march_nowhere()["offers"]["declare-attacks"])
    _fight(window)


def _declare(window: Window, offer: dict[str, Any]) -> None:
    """Everybody attacks the hex that most can attack; its card shows what two dice may bring."""
    able: dict[str, set[int]] = {}
    for row in offer["shape"]["items"]:
        for to in row["to"]:
            if "hex" in offer["targets"][str(to)]:
                able.setdefault(offer["targets"][str(to)]["hex"], set()).add(row["item"])
    target = max(able, key=lambda hex_: (len(able[hex_]), hex_))
    window.click_hex(target)
    question = {"seat": "germany", "question": "odds", "hex": target, "attackers": sorted(able[target])}
    told = window.fetch(f"/api/games/{window.game}/ask", question)["attacks"]
    assert {one["dice"] for one in told} == {2}
    card = window.page.locator("#decision .odds").first
    expect(card).to_contain_text("sum of two dice")
    expect(card.locator(".modifier").first).to_contain_text(re.compile(r"[+−]\d.*odds"))  # the odds are a modifier
    rows = card.get_by_role("row")
    expect(rows).to_have_count(len(told[0]["distribution"]))
    for nth, result in enumerate(told[0]["distribution"]):
        digits = 1 if result["probability"] < 0.1 else 0
        expect(rows.nth(nth)).to_contain_text(result["result"])
        expect(rows.nth(nth)).to_contain_text(f"{100 * result['probability']:.{digits}f} %")
    assert window.violations() == []
    window.confirm()


def _fight(window: Window) -> None:
    """Until the dice have fallen: both of them are shown, with their sum."""
    page = window.page
    while not window.happened("LandCombatResult"):
        window.wait_for_decision()
        if page.locator("#decision .card").count():
            window.after(page.locator("#decision .card").first.click)
        elif window.button("Hold back").count():
            window.say("Hold back")
        else:
            window.take_advice()
    rolls = [roll for entry in window.table()["log"] for roll in entry["rolls"] if roll["kind"] == "land combat"]
    assert [roll["dice"] for roll in rolls] == [[10, 8]]
    line = page.locator(".panel .entry.battle").first
    expect(line).to_contain_text(re.compile(r"attacks? .+ at \d+:\d+, rolls? \d+(, \d+ with modifiers)?: "))
    roll = line.locator(".roll", has_text="land combat")
    expect(roll.locator(".die")).to_have_text(["10", "8"])
    expect(roll).to_contain_text("= 18")
