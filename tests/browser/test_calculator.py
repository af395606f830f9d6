"""The attack calculator: from a hex of the map with its real units, and as a page of its own, by keyboard and on a phone."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Locator, expect

from browser.conftest import OpenWindow
from browser.driving import Window
from browser.positions import barbarossa_at


def list_of(window: Window, title: str) -> Locator:
    return window.page.get_by_role("region", name=title)


def add(window: Window, title: str, nation: str, words: str, number: int) -> None:
    """Counters put into a list: of this nation, with these words on them."""
    window.page.get_by_role("button", name=f"Add: {title}").press("Enter")
    box = list_of(window, title)
    box.get_by_label("Nation").select_option(nation)
    box.get_by_label("Name, type or 7-4").fill(words)
    for at in range(number):
        box.locator(".found button").nth(at).press("Enter")
    window.page.get_by_role("button", name=f"Done: {title}").press("Enter")
    expect(box.get_by_role("button", name="Remove")).to_have_count(number)


def test_an_attack_of_the_map_is_filled_in_and_changed(window: Window) -> None:
    """The odds are those that the game tells; fewer attackers, worse ground and weather make them worse."""
    window.bring(barbarossa_at("germany", "declare-attacks", 41), "germany")
    decision = window.wait_for_decision()
    page = window.page
    shape = decision["offers"]["declare-attacks"]["shape"]
    ((target, _),) = Counter(to for one in shape["items"] for to in one["to"] if to != -1).most_common(1)
    hex_ = window.fetch("/api/board")["hexes"]["key"][target]
    page.get_by_role("tab", name="Hex").click()
    page.locator("#panel input").first.fill(hex_)
    page.keyboard.press("Enter")
    page.locator("#panel").get_by_role("button", name="Attack calculator").click()
    odds = page.locator("dialog .odds")
    expect(odds).to_have_count(2)
    case = window.fetch(f"/api/games/{window.game}/case?hex={hex_}&seat=germany")
    told = window.fetch("/api/calculator", case)["attacks"]
    for at, attack in enumerate(told):
        expect(odds.nth(at).locator("strong").first).to_have_text(attack["odds"])
    assert window.violations() == []

    before = odds.first.locator(".line").first.inner_text()
    list_of(window, "Attackers").get_by_role("button", name="Remove").first.click()
    expect(odds.first.locator(".line").first).not_to_have_text(before)
    page.get_by_label("Terrain").select_option("mountain")
    defence = told[0]["defence_total"] * (1 if case["ground"]["terrain"] in ("mountain", "swamp") else 2)
    expect(odds.first.locator(".line").first).to_contain_text(f"against {defence:g}")
    list_of(window, "Defenders").get_by_label("face-down").first.click()
    expect(odds.first.locator(".modifier").first).to_contain_text("face-down")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_every_kind_of_combat_without_a_game(window: Window) -> None:
    """From the front page, with the keyboard alone."""
    window.front()
    page = window.page
    page.get_by_role("link", name="Attack calculator").press("Enter")
    results = page.get_by_role("region", name="Odds")
    expect(results).to_contain_text("Add units on both sides")
    add(window, "Attackers", "germany", "ARM", 3)
    add(window, "Defenders", "ussr", "INF", 1)
    expect(results.locator(".odds")).to_have_count(2)
    one_die = results.locator(".odds").first.inner_text()
    page.get_by_text("Options in use: 0").press("Enter")
    page.get_by_label("27 Two-dice land combat").press("Space")
    expect(results.locator(".odds").first).not_to_have_text(one_die)
    expect(results.locator(".odds .modifier").first).to_contain_text("odds")

    page.get_by_role("button", name="Air-to-air combat").press("Enter")
    add(window, "Active fighters", "germany", "FTR", 2)
    add(window, "Inactive fighters", "ussr", "FTR", 1)
    expect(results.get_by_role("table")).to_have_count(2)
    assert window.violations() == []

    page.get_by_role("button", name="Ground strike").press("Enter")
    add(window, "Bombers", "germany", "LND", 1)
    add(window, "Targets", "ussr", "INF", 2)
    expect(results).to_contain_text("units are turned face-down")
    page.get_by_role("button", name="Strategic bombardment").press("Enter")
    expect(results).to_contain_text("Average points lost")
    page.get_by_role("button", name="Anti-aircraft fire").press("Enter")
    expect(results).to_contain_text("anti-aircraft points")
    page.get_by_role("button", name="Naval fire").press("Enter")
    page.get_by_label("Defence factors").fill("4, 5")
    expect(results).to_contain_text("Average damaged")
    assert window.violations() == []


def test_on_a_phone_in_the_dark(open_window: OpenWindow) -> None:
    window = open_window(390, 780, likes={"theme": "dark"}, has_touch=True, is_mobile=True)
    window.page.goto(f"{window.server}/#/calculator")
    add(window, "Attackers", "germany", "INF", 2)
    add(window, "Defenders", "ussr", "INF", 1)
    expect(window.page.locator(".odds")).to_have_count(2)
    assert window.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert window.violations() == []
