"""An air combat in the page: two lines, front aircraft, columns and chances, every round with its dice, who picks what."""

from __future__ import annotations

import re

from playwright.sync_api import Locator

from browser.driving import Window
from browser.positions import barbarossa_at

SEATS = {"jeremy": {"kind": "me"}, "maria": {"kind": "me"}}


def _front(panel: Locator) -> list[str]:
    return [text.split("\n")[0] for text in panel.locator("li.front").all_inner_texts()]


def test_an_air_duel_is_fought_from_the_lines_to_the_results(known_dice: Window) -> None:
    """With dice that drive somebody off in the first round and let the second be fought."""
    window = known_dice
    made = window.fetch("/api/games", {"exercise": "air-duel", "seats": SEATS})
    window.enter(made["game"], "jeremy")
    panel = window.page.get_by_label("Combat", exact=True)
    choices: set[str] = set()
    while (table := window.table())["combat"] is None or table["combat"]["round"] < 2:
        assert table["waiting"], "the duel is over"
        if table["combat"] is not None:
            _check_lines(window, panel, table["combat"])
            choices |= _check_choice(panel, table["combat"])
        window.let_computer_answer(table["waiting"][0])
    _check_lines(window, panel, table["combat"])
    assert choices == {"AA"}
    panel.locator(".chapter", has_text="Round 1").wait_for()
    window.until(lambda: panel.locator(".chapter .die").count() >= 4, "not every die is shown")
    assert window.violations() == []


def _check_lines(window: Window, panel: Locator, combat: dict[str, object]) -> None:
    """The page shows what the server says: once it has heard it."""
    sides: list[dict[str, list[dict[str, str]]]] = combat["sides"]  # type: ignore[assignment]
    fronts = [line[0]["name"] for side in sides for line in (side["fighters"], side["bombers"]) if line]
    window.until(lambda: _front(panel) == fronts, f"front aircraft: {fronts}")


def _check_choice(panel: Locator, combat: dict[str, object]) -> set[str]:
    """The result that somebody picks for, if one is waiting."""
    if combat["choice"] is None:
        return set()
    choice: dict[str, str] = combat["choice"]  # type: ignore[assignment]
    panel.get_by_text(
        re.compile(f"{choice['rolled']} rolled {choice['result']}.*{choice['chooser']} picks now")
    ).wait_for()
    return {choice["result"]}


def test_a_combat_over_the_map_shows_its_columns_and_its_dice_explain_themselves(window: Window) -> None:
    window.bring(barbarossa_at("germany", "fight-on", 104), "germany")
    window.wait_for_map()
    window.wait_for_decision()
    panel = window.page.get_by_label("Combat", exact=True)
    panel.wait_for()
    combat = window.table()["combat"]
    for side in combat["sides"]:
        row = panel.get_by_role("row", name=re.compile("^AX"))
        chance = next(one["probability"] for one in side["odds"] if one["result"] == "AX")
        assert f"{100 * chance:.0f} %" in row.inner_text()
    roll = panel.locator(".chapter .roll").first
    assert "14.3.2" in (roll.get_attribute("title") or "")
    roll.click()
    panel.get_by_text("the sum of two dice, in the column").wait_for()
    assert window.violations() == []
    entries = window.table()["entries"]
    window.say("fight on")
    assert window.table()["entries"] > entries
