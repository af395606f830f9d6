"""Production as a board: counters with chances, points left, the calendar, factories and what feeds them."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from browser.conftest import OpenWindow
from browser.driving import Window
from browser.positions import barbarossa_at


def production(window: Window) -> dict[str, Any]:
    found: dict[str, Any] = window.fetch(f"/api/games/{window.game}/production?seat={window.seat}")
    return found


def left(window: Window) -> int:
    return int(window.page.locator("[data-board] .purse strong").inner_text())


def test_resources_are_sent_from_the_board(window: Window) -> None:
    """Where there is no war at sea. It opens with a proposal; whoever leaves a resource unused sees the points fall."""
    window.bring(barbarossa_at("ussr", "send-resources", 31, "random", ashore=True), "ussr")
    window.wait_for_decision()
    page, told = window.page, production(window)
    purse = page.locator("[data-board] .purse strong")
    expect(purse).to_have_text(str(told["points"]))
    points = told["income"]["points"]
    used = sum(one["proposed"] is not None for one in told["resources"])
    # a resource whose loss costs a point by itself or together with the next one
    rows = page.locator("[data-board] .resources select")
    for number in range(2):
        rows.nth(number).select_option(label="unused")
    expect(purse).to_have_text(str(points[used - 2]))
    assert window.violations() == []
    page.get_by_role("button", name="Use the suggestion").click()
    expect(purse).to_have_text(str(points[used]))
    window.confirm()
    expect(page.locator("[data-board] .purse")).to_contain_text(f"of {points[used]} build points left")


def test_the_order_that_is_proposed_is_changed_and_placed(window: Window) -> None:
    window.bring(barbarossa_at("germany", "build", 32, "random"), "germany")
    window.wait_for_decision()
    page, told = window.page, production(window)
    goods = told["goods"]["build"]
    page.get_by_text(re.compile("[1-9][0-9]* ordered")).wait_for()
    cheapest = min(good["cost"] for good in goods.values() if "refused" not in good and not good.get("late"))
    assert 0 <= left(window) < max(cheapest, 2)
    page.get_by_role("button", name="Clear").click()
    assert left(window) == told["points"]
    good = next(
        good
        for good in goods.values()
        if "refused" not in good and len(good["draws"]) > 1 and 2 * good["cost"] <= told["points"]
    )
    name = good["name"]
    card = page.locator("[data-board] article").filter(
        has=page.get_by_role("button", name=f"One more: {name}", exact=True)
    )
    first = card.locator(".percent").first
    chances = good["draws"][0]["chances"]
    expect(first).to_have_text(f"{round(100 * chances[0])} %")
    for _ in range(2):
        card.get_by_role("button", name=re.compile("^One more")).click()
    assert left(window) == told["points"] - 2 * good["cost"]
    expect(first).to_have_text(f"{round(100 * chances[1])} %")
    arrival = page.locator("[data-board] .days > li").filter(has_text=good["arrives"])
    expect(arrival.locator(".new")).to_contain_text("2 ×")
    assert window.violations() == []
    window.confirm()
    pool = {unit for draw in good["draws"] for unit in draw["units"]}
    units = window.table()["units"]
    assert sum(units[str(unit)]["place"]["pool"] == f"production circle, {good['arrives']}" for unit in pool) == 2


def test_by_keyboard_on_a_phone_in_the_dark(open_window: OpenWindow) -> None:
    window = open_window(390, 780, likes={"theme": "dark"}, has_touch=True, is_mobile=True)
    window.bring(barbarossa_at("germany", "build", 33, "random"), "germany")
    window.wait_for_decision()
    page = window.page
    page.get_by_text(re.compile("[1-9][0-9]* ordered")).wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert window.violations() == []
    before = left(window)
    fewer = page.locator("[data-board] button[aria-label^='One less']:enabled").first
    fewer.focus()
    page.keyboard.press("Enter")
    window.until(lambda: left(window) > before, "the key did nothing")
    page.get_by_role("button", name="Show the map").press("Enter")
    expect(page.locator("[data-board]")).to_have_count(0)
    page.get_by_role("button", name="Show the board").press("Enter")
    expect(page.locator("[data-board]")).to_have_count(1)
    window.after(lambda: window.primary.press("Enter"))
