"""The page of politics in a Global War: the USA sees its own markers, others only how many there are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.driving import Window
from browser.positions import global_war_at_war


@pytest.mark.rule("13.3")
def test_the_usa_reads_its_pools_options_and_the_rest_of_the_world(window: Window) -> None:
    window.bring(global_war_at_war(7), "usa")
    page = window.page
    page.get_by_role("tab", name="Politics").click()
    page.get_by_role("button", name="Open the page of politics").click()
    board = page.locator("[data-board=politics]")
    expect(board.get_by_role("heading", name="Politics", exact=True)).to_be_focused()
    expect(board.get_by_title("China – Japan: war").or_(board.get_by_title("Japan – China: war"))).to_be_visible()
    expect(board.get_by_role("heading", name="Germany – USSR")).to_be_visible()
    entry = board.locator("#politics-entry")
    expect(entry.locator(".marker").first).to_be_visible()
    assert not entry.locator(".marker.hidden").count(), "its own markers are face-down"
    expect(entry.get_by_text("Attempt to declare war").first).to_be_visible()
    board.get_by_role("searchbox").fill("siam")
    expect(board.locator("#politics-minors tbody tr")).to_have_count(1)
    assert window.violations() == []
    board.get_by_role("button", name="Back to the map").click()
    expect(board).to_have_count(0)
