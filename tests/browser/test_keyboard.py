"""An impulse without a mouse: the map by its arrow keys, every choice by its list."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.driving import Window
from browser.positions import barbarossa_at


def _press_to(window: Window, goal: str, most: int = 120) -> None:
    """Tab until what is wanted has the focus."""
    for _ in range(most):
        window.page.keyboard.press("Tab")
        if window.page.evaluate("goal => !!document.activeElement?.matches(goal)", goal):
            return
    raise AssertionError(f"Tab never comes to {goal}")


def test_a_move_and_the_end_of_a_step_by_keyboard_alone(window: Window) -> None:
    window.bring(barbarossa_at("germany", "move", 2), "germany")
    window.wait_for_map()
    decision = window.wait_for_decision()
    keys = window.page.keyboard

    keys.press("m")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("ArrowUp")
    expect(window.page.locator("#spoken")).not_to_be_empty()

    keys.press("d")
    _press_to(window, "#decision .editor button.row")
    keys.press("Enter")
    window.page.get_by_text("hexes can be reached").wait_for()
    keys.press("d")
    _press_to(window, "#decision .editor select")
    keys.press("ArrowDown")
    window.page.locator("#decision .way").wait_for()
    _press_to(window, "#decision button.primary")
    window.after(lambda: keys.press("Enter"))
    moved = window.table()
    assert moved["undo"]

    keys.press("m")
    window.after(lambda: keys.press("z"))
    assert window.table()["units"] != moved["units"]

    label = decision["offers"]["done"]["label"]
    keys.press("d")
    for _ in range(200):
        keys.press("Tab")
        if window.page.evaluate("() => document.activeElement?.textContent?.trim()") == label:
            break
    window.after(lambda: keys.press("Enter"))
    window.until(lambda: (window.decision() or {"id": -1})["id"] != decision["id"], "the step does not end")
