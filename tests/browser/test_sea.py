"""The war at sea in the page: naval moves with their risks, interception, naval combat on its board, an invasion, convoys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator

from browser.conftest import OpenWindow
from browser.driving import Window

SEATS = {seat: {"kind": "me"} for seat in ("kasigi", "jay", "jeremy")}

#: the middle of a section of a sea-box on the screen
SECTION = """([sea, section]) => {
    const host = document.querySelector('#map'), view = host.mapView;
    const box = view.boxOf(sea);
    view.camera.scale = 44; view.camera.x = box.x + box.width / 2; view.camera.y = box.y + box.height / 2;
    view.panBy(0, 0); view.drawNow();
    const frame = host.getBoundingClientRect(), {x, y, scale} = view.camera;
    const to = [box.x + (section + 0.5) * box.width / 5, box.y + 0.8 * box.height];
    return {x: frame.x + (to[0] - x) * scale + view.width / 2, y: frame.y + (to[1] - y) * scale + view.height / 2};
}"""


def begin(window: Window, exercise: str = "sea-battle", seat: str = "jay") -> None:
    made = window.fetch("/api/games", {"exercise": exercise, "seats": SEATS})
    window.enter(made["game"], seat)
    window.wait_for_map()


def sit(window: Window, seat: str) -> None:
    window.enter(window.game, seat)
    window.wait_for_decision()


def click_section(window: Window, sea: str, section: int) -> None:
    spot = window.page.evaluate(SECTION, [sea, section])
    window.page.mouse.click(spot["x"], spot["y"])


def board(window: Window) -> Locator:
    return window.page.locator("[data-board=naval]")


def test_a_task_force_is_intercepted_fights_through_and_the_battle_is_a_board(known_dice: Window) -> None:
    """The interception rolls 3, the searches 2, and every hit is full."""
    window = known_dice
    begin(window)
    window.say("Done")  # no naval air missions
    window.wait_for_decision()
    _sail_into_the_coral_sea(window)
    _intercept(window)
    _fight_through(window)
    _both_sides_search(window)
    _odds_with_their_error(window)
    _surface_combat(window)


def _sail_into_the_coral_sea(window: Window) -> None:
    """A carrier is picked, given the name of a task force, and sent into a section that is clicked on the map."""
    page = window.page
    page.locator("#decision .row.stack", has_text="Enterprise").click()
    page.locator("#decision label.row", has_text="TRS").click()
    page.get_by_label("Name of a task force").fill("TF 16")
    window.button("Form a task force").click()
    page.get_by_role("button", name="TF 16 (1 of 1)").wait_for()
    page.get_by_label("To a sea area").wait_for()
    click_section(window, "Coral Sea", 3)
    page.locator("#decision .way", has_text="5 movement points and a range of 3").wait_for()
    page.get_by_text("Kasigi could intercept with 5 units: a roll of 5 or less finds you.").wait_for()
    page.get_by_text("Found on the way if everybody tries: 50 %").wait_for()
    window.confirm()


def _intercept(window: Window) -> None:
    """The other side is asked, with the odds before its eyes."""
    sit(window, "kasigi")
    window.page.get_by_text("A roll of 5 or less finds it: 50 %.").wait_for()
    window.row("Myoko").click()
    window.confirm()
    window.wait_for_decision()
    window.say("Commit the submarines")


def _fight_through(window: Window) -> None:
    page = window.page
    sit(window, "jay")
    assert "found in the Coral Sea" in page.locator("#prompt").inner_text()
    window.button("Fight through in").click()
    window.after(page.locator("#decision .card", has_text="Section 3").click)
    board(window).get_by_role("heading", name="Naval combat: Coral Sea").wait_for()
    board(window).locator("[aria-current=step]", has_text="Aircraft fly in").wait_for()
    window.say("Let it pass")
    sit(window, "kasigi")
    window.say("Let it pass")


def _both_sides_search(window: Window) -> None:
    sit(window, "jay")
    window.say("Commit the submarines")
    allies = board(window).get_by_role("region", name="Allies", exact=True)
    allies.get_by_text("search roll 2").wait_for()
    assert allies.locator(".section.found").count() == 2
    board(window).get_by_text("The Allies may spend 1.").wait_for()
    assert window.violations() == []


def _odds_with_their_error(window: Window) -> None:
    """What the round may bring is fought out on the server."""
    board(window).get_by_role("button", name="Work it out").click()
    board(window).get_by_text("Means of 40 rounds").wait_for()
    assert re.search(r"surface combat.*±", board(window).locator(".odds table").inner_text().replace("\n", " "))


def _surface_combat(window: Window) -> None:
    """The results fall in order, each on its target, and the totals run."""
    window.say("No")
    sit(window, "kasigi")
    window.say("No")
    board(window).get_by_text("The Axis suffer").wait_for()
    window.row("Shokaku").click()
    window.confirm()
    board(window).locator(".toll li", has_text="X, rolled 1: sunk").wait_for()
    axis = board(window).get_by_role("region", name="Axis", exact=True)
    axis.get_by_text("Lost so far: 1 sunk, 0 damaged, 0 aborted").wait_for()
    board(window).get_by_role("button", name="Show the map").click()
    window.page.get_by_role("button", name="Battle board").wait_for()
    assert [event["type"] for event in window.happened("HitSuffered")] == ["HitSuffered"]


def test_a_convoy_is_rerouted(known_dice: Window) -> None:
    """One route is forbidden and another one found, which is pinned; what the board shows is what is sent."""
    window = known_dice
    begin(window, "convoys", "kasigi")
    page, board = window.page, window.page.locator("[data-board=shipping]")
    board.get_by_text("10 convoy points used").wait_for()
    taihoku = board.locator("[data-goods='A0133/1']")
    before = taihoku.get_by_role("combobox").input_value()
    board.get_by_text("no convoy points off its port (Bismarck Sea)").first.wait_for()
    assert window.violations() == []
    taihoku.get_by_role("button", name="Another way").click()
    board.get_by_role("button", name="Allow this route for Taihoku again").wait_for()
    window.until(lambda: taihoku.get_by_role("combobox").input_value() != before, "no other route")
    taihoku.get_by_role("button", name="Pin").click()
    after = taihoku.get_by_role("combobox").input_value()
    taihoku.get_by_role("button", name="Taihoku", exact=True).click()  # on the map, where its card stays at hand
    page.locator("#decision").get_by_role("button", name="Pin the route of Taihoku", pressed=True).wait_for()
    window.confirm()
    assert after.startswith("A0232 > China Sea by japan > ")
    sent = window.fetch(f"/api/games/{window.game}/shipping", {"seat": "kasigi"})
    assert {one["item"]: one["word"] for one in sent["consignments"]}["A0133/1"] == after
    assert [event["type"] for event in window.happened("GoodsRouted")] == ["GoodsRouted"]


@pytest.mark.rule("11.13")
def test_an_invasion_is_learnt(known_dice: Window) -> None:
    """The lesson: marines go aboard, sail, land on Guadalcanal under the box of the Solomons, and win the beach."""
    window = known_dice
    made = window.fetch("/api/lessons", {"lesson": "first-landing"})
    window.enter(made["game"], made["seat"])
    window.wait_for_map()
    page = window.page
    page.get_by_role("button", name="Continue").click()
    page.locator("#decision .row.stack", has_text="Efate").click()
    page.get_by_label("AMPH takes aboard").select_option(label="III Mar")
    click_section(window, "Solomons", 2)
    window.confirm()
    window.wait_for_decision()
    window.say("Done")
    window.wait_for_decision()
    window.click_hex("P1717")
    window.confirm()
    window.wait_for_decision()
    window.row("North Carolina").click()
    window.click_hex("P1717")
    window.confirm()
    window.wait_for_decision()
    window.say("Done")
    page.get_by_text("You have put an army ashore").wait_for()
    assert len(window.happened("Invaded")) == len(window.happened("Bombarded")) == 1
    assert window.table()["control"]["P1717"] == "commonwealth"  # the Solomons are British


@pytest.mark.rule("11.5.9")
def test_carriers_fight_with_planes_in_secret_roles(known_dice: Window) -> None:
    window = known_dice
    begin(window, "carrier-duel")
    page = window.page
    board(window).get_by_text("The Allies may spend 3.").wait_for()
    window.say("Naval air combat")
    window.wait_for_decision()
    _fly(window, "Enterprise", "fighter 5")
    _fly(window, "Hornet", "bomber 0")
    window.confirm()
    sit(window, "kasigi")
    _fly(window, "Shokaku", "fighter 5")
    _fly(window, "Zuikaku", "bomber 0")
    window.confirm()
    sit(window, "jay")
    page.get_by_role("button", name="One more: raise your own by one").click()
    window.confirm()
    window.wait_for_decision()
    assert len(window.happened("RolesRevealed")) == 2
    assert window.happened("RoundBegan")
    page.get_by_role("tab", name="Log").click()
    story = page.locator("#panel")
    story.get_by_text("The Axis fly as fighters: Shokaku; as bombers: Zuikaku.").wait_for()
    story.get_by_text("raise their value").first.wait_for()
    told = story.inner_text()
    assert (
        told.index("It is a naval air combat.")
        < told.index("The Allies fly as fighters")
        < told.index("raise their value")
    )


def _fly(window: Window, carrier: str, role: str) -> None:
    window.row(carrier).get_by_role("combobox").select_option(role)


def test_a_phone_and_a_keyboard_find_who_is_at_sea(open_window: OpenWindow, loaded_server: str) -> None:
    window = open_window(390, 844, at=loaded_server, has_touch=True, is_mobile=True)
    begin(window, "sea-patrol")
    page = window.page
    page.get_by_role("tab", name="Sea", exact=True).tap()
    page.locator("#panel").get_by_label("Sea area").select_option("Coral Sea ●")
    section = page.locator("#panel .section", has_text="Section 2")
    section.get_by_text("Texas").wait_for()
    section.get_by_role("button", name="Section 2").focus()
    page.keyboard.press("Enter")  # in the naval movement step the ship there is picked
    page.locator("#decision label.row.chosen", has_text="Texas").wait_for()
    page.get_by_label("To a sea area").select_option("Coral Sea")
    page.locator("#decision .way", has_text="Coral Sea, section 1").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    window.confirm()
    assert window.happened("Sailed")
