"""Learning: what a rule says at the click of its number, and a lesson played by clicking."""

from __future__ import annotations

from browser.driving import Window
from browser.test_access import violations
from worldfire.tables.help import help_for


def _open_help(window: Window) -> str:
    box = window.page.locator("[popover]:popover-open")
    box.locator(".text[role=status]").wait_for()
    return box.inner_text()


def test_a_rule_number_says_what_the_rule_says(window: Window) -> None:
    window.quick("Germany")
    decision = window.wait_for_decision()
    told = help_for("wif", decision["rule"])
    assert told is not None

    number = window.page.locator("#prompt button.rule")
    number.click()
    assert told.text in _open_help(window)
    assert violations(window) == []
    window.page.keyboard.press("Escape")
    window.until(lambda: not window.page.locator("[popover]:popover-open").count(), "Escape does not close the help")
    assert window.page.evaluate("() => document.activeElement?.matches('#prompt button.rule')")

    window.page.keyboard.press("Enter")
    assert told.title in _open_help(window)
    window.page.keyboard.press("Escape")

    window.button("What does this mean?").click()
    assert window.page.locator("#decision .hint").first.inner_text() == told.text


def test_rules_in_the_log_say_it_too(window: Window) -> None:
    window.quick("Germany")
    window.wait_for_decision()
    window.page.locator("#panel button.rule").first.click()
    assert len(_open_help(window).split()) > 40
