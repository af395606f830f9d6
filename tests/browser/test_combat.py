"""Combats in the page: what is shown, dice, a reload in the middle, losses, the advance, and two lines of aircraft."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.driving import Window
from browser.positions import barbarossa_at, can_be_ordered
from server import loaded


@pytest.fixture
def fighting(window: Window) -> Window:
    """Germany has declared its attacks, with aircraft in support, and chooses which to resolve."""
    window.bring(barbarossa_at("germany", "resolve", 1), "germany")
    window.wait_for_map()
    return window


@pytest.fixture
def dogfight(known_dice: Window) -> Window:
    """Germany arranges two lines of aircraft over a hex."""
    with loaded.known_dice():
        game = barbarossa_at("germany", "arrange", 3, "random", can_be_ordered, ashore=True)
    known_dice.bring(game, "germany")
    known_dice.wait_for_map()
    return known_dice


def test_a_reload_in_the_middle_of_a_combat_loses_nothing(fighting: Window) -> None:
    decision = fighting.wait_for_decision()
    fighting.pick_first_hex(decision, "resolve")
    panel = fighting.page.get_by_label("Combat", exact=True)
    panel.wait_for()
    before = fighting.table()["combat"]
    assert before["kind"] == "land"
    fighting.page.reload()
    fighting.arrive()
    panel.wait_for()
    assert panel.locator("canvas").count() >= len(before["attackers"]) + len(before["defenders"])
    assert fighting.table()["combat"] == before
    assert fighting.violations() == []
    done = _fight_on(fighting)
    assert "advance" in done, done


def _fight_on(window: Window) -> list[str]:
    """Until the first advance: the defender's choices by the computer, ours with the mouse."""
    done: list[str] = []
    for _ in range(12):
        table = window.table()
        if table["decision"] is None:
            window.let_computer_answer("ussr")
            continue
        decision: dict[str, Any] = window.wait_for_decision()
        offers = decision["offers"]
        if "choose-table" in offers:
            window.after(window.page.locator("#decision .card").first.click)
            done.append("choose-table")
        elif "advance" in offers:
            _advance(window, offers["advance"])
            return [*done, "advance"]
        elif "resolve" in offers:
            window.pick_first_hex(decision, "resolve")
        else:
            done.append(next(iter(offers)))
            window.take_advice()
    return done


def _advance(window: Window, offer: dict[str, Any]) -> None:
    window.page.locator(".panel .die").first.wait_for()  # no advance without dice in the log
    target = window.table()["combat"]["hex"]
    unit = offer["shape"]["domain"][0]
    assert window.hex_of(unit) != target
    window.row(offer["items"][str(unit)]["label"]).get_by_role("checkbox").check()
    window.page.get_by_text("1 chosen").wait_for()
    window.confirm()
    assert window.hex_of(unit) == target


def test_two_lines_meet_in_the_air(dogfight: Window) -> None:
    """The lines are ordered with the arrows; both are shown; the dice fall; the winner picks whom it concerns."""
    window = dogfight
    offer = window.wait_for_decision()["offers"]["arrange"]
    line = max(offer["shape"]["lines"], key=len)
    names = [offer["items"][str(unit)]["label"] for unit in line]
    panel = window.page.get_by_label("Combat", exact=True)
    expect(panel).to_contain_text("Air combat, before the first round")
    for side in window.table()["combat"]["sides"]:
        for one in (*side["fighters"], *side["bombers"]):
            expect(panel).to_contain_text(one["name"])
    assert window.violations() == []
    rank = window.page.locator("#decision .editor ol").filter(has_text=names[-1]).locator("li")
    expect(rank.first).to_contain_text(names[0])
    rank.last.get_by_role("button", name=f"{names[-1]} up").click()
    expect(rank.nth(len(line) - 2)).to_contain_text(names[-1])
    window.confirm()
    wanted = [*line[:-2], line[-1], line[-2]]
    (ours,) = [side for side in window.table()["combat"]["sides"] if side["side"] == "axis"]
    assert wanted in ([one["unit"] for one in ours["fighters"]], [one["unit"] for one in ours["bombers"]])

    picked = _fight_in_the_air(window)
    rolls = [roll for entry in window.table()["log"] for roll in entry["rolls"] if roll["kind"] == "air-to-air"]
    assert [6, 5] in [roll["dice"] for roll in rolls]
    assert {"clear-through", "abort"} <= picked, picked  # the first round's result is implemented, and we break off


def _fight_in_the_air(window: Window) -> set[str]:
    """Until it is over: the enemy's choices by the computer, ours with the mouse; what each side chose."""
    before = {entry["seq"] for entry in window.table()["log"]}
    panel = window.page.get_by_label("Combat", exact=True)
    for _ in range(40):
        table = window.table()
        if table["combat"] is None or table["combat"]["kind"] != "air":
            break
        if table["decision"] is None:
            window.let_computer_answer("ussr")
        else:
            offers = window.wait_for_decision()["offers"]
            if table["combat"]["round"] > 1 or "fight-on" in offers:
                panel.locator(".die").first.wait_for()
            if "abort" in offers:
                window.say(offers["abort"]["label"])
            else:
                window.take_advice()
    return {entry["verb"] for entry in window.table()["log"] if entry["seq"] not in before}
