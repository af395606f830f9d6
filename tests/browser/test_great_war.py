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
from browser.test_world import NEAR

LAID = "() => document.querySelector('#map').mapView.worn.size"


@pytest.mark.rule("fa:9.3")
@pytest.mark.rule("fa:11.3.2.5")
@pytest.mark.rule("fa:14")
@pytest.mark.rule("fa:15.1")
@pytest.mark.rule("fa:21.6")
def test_a_turn_of_the_great_war(window: Window) -> None:
    window.bring(great_war("great-war-1"), "france")
    window.wait_for_map()
    _dig_in(window)
    _sail_through_the_minefield(window)
    _morale_falls(window)
    _buy_attempts_in_secret(window)
    _declare_war(window)


@pytest.mark.rule("fa:21.8")
def test_the_map_opens_at_home_though_something_far_away_is_asked_first(window: Window) -> None:
    made = window.fetch("/api/quick", {"title": "fa", "campaign": "1914", "seat": "germany", "opponent": "cadet"})
    window.enter(made["game"], made["seat"])
    window.wait_for_map()
    asked = window.wait_for_decision()["offers"]["hide-raider"]
    (raider,) = (item["unit"] for item in asked["items"].values())
    berlin, far_away = "W0435", window.hex_of(raider)
    assert window.page.evaluate(NEAR, [berlin])
    assert not window.page.evaluate(NEAR, [far_away])
    window.button("Show it on the map").click()
    window.until(lambda: window.page.evaluate(NEAR, [far_away]), "the map does not lead to what is asked")
    expect(window.button("Show it on the map")).to_have_count(0)

    # A suggestion of a word is only a suggestion: its button is marked, and nothing happens before it is pressed.
    before = window.table()["entries"]
    window.button("Suggest").click()
    expect(window.page.get_by_text("The computer would choose: Leave it where it is.")).to_be_visible()
    assert window.table()["entries"] == before
    window.confirm()
    assert window.table()["entries"] > before


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


def _answer_until(window: Window, seat: str, verb: str) -> None:
    """The computer answers for everybody until the seat is asked this."""
    for _ in range(60):
        table = window.fetch(f"/api/games/{window.game}/table?seat={seat}")
        if table["decision"] and verb in table["decision"]["offers"]:
            window.catch_up(table["entries"])
            return
        window.let_computer_answer(table["waiting"][0])
    raise AssertionError(f"{seat} is never asked to {verb}")


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
    _go(window, "Nancy")
    expect(page.locator(".unit", has_text="entrenched").first).to_be_visible()
    _go(window, "Verdun")
    expect(page.get_by_text(re.compile("Fort on .* hexside")).first).to_be_visible()


def _go(window: Window, place: str) -> None:
    window.page.get_by_label("Hex number or place name").fill(place)
    window.page.get_by_label("Hex number or place name").press("Enter")


def _sail_through_the_minefield(window: Window) -> None:
    """Out of Chatham into the Baltic: each ship rolls on the border; the panel of the sea and the way had said so."""
    page = window.page
    _skip(window, "keep-corps", "give-up-units")
    sit(window, "Commonwealth")
    window.wait_for_decision()
    page.get_by_role("tab", name="Sea", exact=True).click()
    page.get_by_label(re.compile("^Sea area")).first.select_option("Baltic Sea")
    expect(page.get_by_text("Minefield between North Sea and Baltic Sea").first).to_be_visible()
    page.locator("#decision .row.stack", has_text="Majestic").click()
    page.get_by_label("To a sea area").wait_for()
    click_section(window, "Baltic Sea", 0)
    expect(page.locator("#decision .way")).to_contain_text("Minefield between North Sea and Baltic Sea")
    window.confirm()
    assert len(window.happened("MineRolled")) == 2, "each ship rolls by itself"
    _skip(window, "done")


def _politics(window: Window) -> None:
    window.page.get_by_role("tab", name="Politics").click()
    if window.page.locator("[data-board=politics]").count() == 0:
        window.page.get_by_role("button", name="Open the page of politics").click()


def _morale_falls(window: Window) -> None:
    """Everybody reads where it stands and what troops refuse; every power at war reckons its own."""
    page = window.page
    sit(window, "Germany")
    _politics(window)
    france = page.locator("#politics-morale").get_by_role("row", name=re.compile("^France"))
    expect(france.get_by_role("img", name=re.compile(r"^9 of at most \d+$"))).to_be_visible()
    expect(france).to_contain_text("refuse to attack or sail on a 1")
    _skip(window, "subvert-nobody")
    assert len(window.happened("MoraleReckoned")) == 4, "every power at war reckons its own"


def _buy_attempts_in_secret(window: Window) -> None:
    """What one side has written down the other is not told before it has written too; then the flags move."""
    page = window.page
    window.wait_for_decision()
    track = page.locator("#politics-track")
    expect(track.get_by_role("button", name="Ottoman Empire").first).to_be_visible()
    assert window.violations() == []
    bulgaria = window.row("Bulgaria").or_(page.locator("#decision .row", has_text="Bulgaria")).first
    expect(bulgaria).to_contain_text("Central Powers +2; a die of 8 or less moves it")
    page.get_by_role("button", name="One more: Bulgaria").click()
    window.confirm()
    assert window.happened("AttemptsBought") == []
    others = window.fetch(f"/api/games/{window.game}/politics?seat=commonwealth")["track"]["flags"]
    assert not any(sum(flag["attempts"].values()) for flag in others), "the other side sees what was written"
    sit(window, "Commonwealth")
    window.wait_for_decision()
    page.get_by_role("button", name="One more: Greece").click()
    window.confirm()
    assert len(window.happened("AttemptsBought")) == 2
    assert window.happened("InfluenceRolled")


def _declare_war(window: Window) -> None:
    """Russia declares war, on the card of its enemy, and the whole side of the enemy is at war with it."""
    _answer_until(window, "russia", "declare-war")
    sit(window, "Russia")
    window.wait_for_decision()
    window.page.locator("#decision").get_by_role("radio", name=re.compile("^Germany")).check()
    window.confirm()
    assert {"germany", "austria-hungary"} <= {
        one for pair in window.table()["wars"] if "russia" in pair for one in pair
    }
