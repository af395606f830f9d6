"""Replay, dice, the staff's panels and layers."""

from __future__ import annotations

from browser.driving import Window
from browser.positions import barbarossa_at


def test_replay_layers_and_panels(window: Window) -> None:
    window.bring(barbarossa_at("germany", "declare-attacks", 3), "germany")
    window.wait_for_map()
    page = window.page
    page.get_by_role("tab", name="Replay").click()
    page.get_by_role("slider").fill("30")
    page.get_by_text("Viewing an earlier position").first.wait_for()
    page.get_by_role("button", name="To the present").first.click()
    page.get_by_text("Your turn, Germany").wait_for()
    page.get_by_role("button", name="Check the dice").click()
    page.get_by_text("are what they claim to be").wait_for(timeout=60_000)

    page.get_by_role("button", name="Layers").click()
    for layer in ("Control", "Zones of control", "Supply", "Weather", "Railways"):
        page.get_by_role("checkbox", name=layer, exact=True).check()

    page.get_by_role("tab", name="Units").click()
    page.get_by_label("Name, type, nationality or place").fill("Brest-Litovsk")
    page.locator(".panel .row", has_text="Brest-Litovsk").first.click()
    page.get_by_role("tab", name="Production").click()
    page.get_by_role("heading", name="Force pools and reserves").wait_for()
    page.get_by_role("tab", name="What wins").click()
    page.get_by_role("button", name="Moscow").wait_for()
    page.get_by_role("tab", name="Statistics").click()
    page.get_by_role("heading", name="Dice").wait_for()
    page.get_by_role("tab", name="Charts").click()
    page.locator(".panel .row").first.click()
    page.get_by_role("dialog").locator("td.attested, td.public, td.recalled, td.historical, td.fitted").first.wait_for()
