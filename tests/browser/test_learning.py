"""Learning: what a rule says at the click of its number, and a lesson played by clicking."""

from __future__ import annotations

from browser.conftest import OpenWindow
from browser.driving import Window
from worldfire.tables.help import help_for


def _open_help(window: Window) -> str:
    box = window.page.locator("[popover]:popover-open")
    box.locator(".text[role=status]").wait_for()
    return box.inner_text()


def test_a_rule_number_says_what_the_rule_says(window: Window) -> None:
    window.quick("germany")
    decision = window.wait_for_decision()
    told = help_for("wif", decision["rule"])
    assert told is not None

    number = window.page.locator("#prompt button.rule")
    number.click()
    assert told.text in _open_help(window)
    assert window.violations() == []
    window.page.keyboard.press("Escape")
    window.until(lambda: not window.page.locator("[popover]:popover-open").count(), "Escape does not close the help")
    assert window.page.evaluate("() => document.activeElement?.matches('#prompt button.rule')")

    window.page.keyboard.press("Enter")
    assert told.title in _open_help(window)
    window.page.keyboard.press("Escape")

    window.button("What does this mean?").click()
    assert window.page.locator("#decision .hint").first.inner_text() == told.text

    # the log says it too
    window.take_advice()
    window.page.locator("#panel h4 button.rule").first.click()
    assert len(_open_help(window).split()) > 40


# --------------------------------------------------------------------------------------------------------------- a lesson


def _coach(window: Window) -> str:
    return window.page.locator(".coach").inner_text()


def _wait_for_step(window: Window, number: int) -> None:
    window.page.get_by_text(f"step {number} of").wait_for()


def _march(window: Window, start: str, units: list[str], goal: str) -> None:
    """Click the stack, take out who shall stay, click the goal."""
    window.wait_for_map()
    window.click_hex(start)
    boxes = window.page.locator("#decision .editor input[type=checkbox]")
    window.page.get_by_text("hexes can be reached").wait_for()
    for at in range(boxes.count()):
        label = boxes.nth(at).locator("xpath=ancestor::label").inner_text()
        if boxes.nth(at).is_checked() != any(unit in label for unit in units):
            boxes.nth(at).click()
            window.page.get_by_text("hexes can be reached").wait_for()
    window.after(lambda: window.click_hex(goal))


def test_a_lesson_is_played_by_clicking(window: Window) -> None:
    page = window.page
    window.front()
    page.get_by_role("link", name="Guided lessons: World in Flames").click()
    page.get_by_role("button", name="Begin: The first march").wait_for()
    assert window.violations() == []
    page.get_by_role("button", name="Begin: The first march").click()
    window.arrive()
    window.wait_for_map()

    _wait_for_step(window, 1)
    assert window.violations() == []
    page.get_by_role("button", name="Continue").click()

    _wait_for_step(window, 2)
    page.get_by_role("button", name="Hint").click()
    assert "E2335" in _coach(window)
    _march(window, "E2536", ["VIII"], "E2437")
    page.get_by_text("That is legal, and it stands.").wait_for()
    assert "wanted the VI infantry corps" in _coach(window)
    window.after(lambda: window.button("Undo").click())
    window.until(lambda: "That is legal" not in _coach(window), "the coach bears a grudge")

    _march(window, "E2435", ["VI"], "E2335")
    _wait_for_step(window, 3)
    _march(window, "E2536", ["VIII"], "E2334")
    _wait_for_step(window, 4)
    page.reload()
    window.arrive()
    _wait_for_step(window, 4)
    page.get_by_role("button", name="Skip this step").click()
    _wait_for_step(window, 5)
    done = window.wait_for_decision()["offers"]["done"]["label"]
    window.say(done)
    page.get_by_text("a strip of land is yours").wait_for()
    assert window.violations() == []

    page.get_by_role("link", name="More lessons").click()
    page.get_by_role("button", name="Play again: The first march").wait_for()


def test_nothing_serious_stands_in_the_way_on_a_phone_in_the_dark(open_window: OpenWindow) -> None:
    window = open_window(390, 800, color_scheme="dark")
    window.page.goto(f"{window.server}/#/lessons")
    window.page.get_by_role("button", name="Begin: Supply").wait_for()
    assert window.violations() == []
    window.page.get_by_role("button", name="Begin: Supply").click()
    window.arrive()
    window.wait_for_map()
    _wait_for_step(window, 1)
    assert window.violations() == []
    window.page.locator(".coach button.rule").click()
    assert "four hexes in fine weather" in _open_help(window)
    assert window.violations() == []
