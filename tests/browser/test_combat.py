"""A land combat in the page: what is shown, dice, a reload in the middle, losses and the advance."""

from __future__ import annotations

from typing import Any

import pytest

from browser.driving import Window
from browser.positions import barbarossa_at


@pytest.fixture
def fighting(window: Window) -> Window:
    """Germany has declared its attacks, with aircraft in support, and chooses which to resolve."""
    window.bring(barbarossa_at("germany", "resolve", 1), "germany")
    window.wait_for_map()
    return window


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
    done = _fight_on(fighting)
    assert "choose-table" in done or "advance" in done
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
    assert window.page.locator(".panel .die").count(), "an advance without dice in the log"
    units = offer["shape"].get("domain") or [row["item"] for row in offer["shape"]["items"]]
    before = {unit: window.table()["units"][str(unit)]["place"] for unit in units}
    window.take_advice()
    after = {unit: window.table()["units"][str(unit)]["place"] for unit in units}
    assert before != after
