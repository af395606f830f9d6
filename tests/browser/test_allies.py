"""Allies in the page: an American transport may not carry an Australian corps until its owner, who is asked, allows it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import OpenWindow
from browser.driving import Window

SEATS = {"jay": {"kind": "me"}, "jeremy": {"kind": "open"}, "kasigi": {"kind": "open"}}


def begin(jay: Window, jeremy: Window) -> None:
    """Two persons, each at his seat."""
    jay.front()
    made = jay.fetch("/api/games", {"exercise": "lift-for-an-ally", "seats": SEATS})
    jeremy.front()
    jeremy.fetch(f"/api/games/{made['game']}/join", {"invitation": made["invitations"]["jeremy"]})
    jay.enter(made["game"], "jay")
    jeremy.enter(made["game"], "jeremy")


def unit(window: Window, counter: str) -> str:
    return next(name for name, one in window.table()["units"].items() if one["counter"] == counter)


def test_an_ally_is_asked_allows_it_and_his_corps_goes_aboard(open_window: OpenWindow) -> None:
    jay, jeremy = open_window(), open_window()
    begin(jay, jeremy)
    _pick_the_transport(jay)
    expect(jay.page.get_by_label("takes aboard")).to_have_count(0)
    jay.button("Ask Jeremy").click()
    jay.page.get_by_text("Jeremy has been asked.").wait_for()

    wanted = jeremy.page.locator("[data-wanted=transport]")
    expect(wanted).to_contain_text("Jay would like to carry the land units and aircraft")
    jeremy.after(wanted.get_by_role("button", name="Yes, for now").click)
    expect(wanted).to_have_count(0)
    jeremy.page.get_by_role("tab", name="Allies").click()
    row = jeremy.page.locator("[data-permission=transport]")
    expect(row.get_by_role("button", name="Yes, for now")).to_have_attribute("aria-pressed", "true")

    _pick_the_transport(jay)
    jay.page.get_by_label("takes aboard").select_option(unit(jay, "cw-inf-2-aus"))
    jay.page.get_by_label("To a sea area").select_option(index=1)
    jay.confirm()
    ship = int(unit(jay, "us-trs-1938-sif"))
    assert jay.table()["units"][unit(jay, "cw-inf-2-aus")]["place"] == {"aboard": ship}


def _pick_the_transport(window: Window) -> None:
    window.page.locator("#decision .row.stack", has_text="TRS").click()
