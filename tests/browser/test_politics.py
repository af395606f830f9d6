"""Politics in the browser: its page, and political decisions made with nothing but what the page says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.driving import Window
from browser.positions import global_war_at_war, paris_has_fallen, peace_talks, us_entry


def open_politics(window: Window) -> Locator:
    page = window.page
    page.get_by_role("tab", name="Politics").click()
    page.get_by_role("button", name="Open the page of politics").click()
    return page.locator("[data-board=politics]")


def sit(window: Window, seat: str) -> None:
    """Takes another seat of a game that was brought in."""
    seats = window.page.get_by_role("navigation", name="Your seats")
    seats.get_by_role("link", name=re.compile(f"^{seat}")).click()
    window.page.wait_for_url(re.compile(f"seat={seat.lower()}$"))
    window.arrive()


def choose(window: Window, name: str) -> Locator:
    """Picks what has consequences, and gives where they are told."""
    window.page.locator("#decision").get_by_role("radio", name=re.compile(rf"^{name}\b")).check()
    told = window.page.locator("#decision .choice.chosen .told")
    expect(told).to_be_visible()
    return told


def others_say(window: Window, verb: str) -> None:
    """Other seats give this short answer as long as they are asked for it."""
    while (table := window.table())["decision"] is None and table["waiting"]:
        (seat, *_) = table["waiting"]
        decision = window.fetch(f"/api/games/{window.game}/table?seat={seat}")["decision"]
        if verb not in decision["offers"]:
            return
        action = {"seat": seat, "decision": decision["id"], "verb": verb, "noun": None}
        assert "entry" in window.fetch(f"/api/games/{window.game}/actions", action)


@pytest.mark.rule("13.3")
def test_the_usa_reads_its_pools_options_and_the_rest_of_the_world(window: Window) -> None:
    window.bring(global_war_at_war(7), "usa")
    page = window.page
    board = open_politics(window)
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
    assert page.locator("#prompt").is_visible()


@pytest.mark.rule("9.3")
@pytest.mark.rule("9.5")
def test_germany_declares_war_on_poland_and_the_commonwealth_takes_it_in(window: Window) -> None:
    window.bring(global_war_at_war(8), "germany")
    window.wait_for_decision()
    told = choose(window, "France")
    expect(told).to_contain_text("The USA takes notice")
    expect(told).to_contain_text("Reserves may be called out")
    window.say("Declare no war")
    others_say(window, "declare-no-war")
    window.wait_for_decision()
    window.wait_for_map()
    window.page.locator("#decision input[type=search]").fill("pol")
    told = choose(window, "Poland")
    expect(told).to_contain_text("10 land units")
    expect(told).to_contain_text("nearest first: the Commonwealth")
    expect(window.primary).to_have_text("Confirm: declare war on Poland")
    assert window.violations() == []
    window.page.locator("#decision input[type=search]").fill("")
    window.click_hex("W1134")
    expect(window.page.locator("#decision .choice.chosen")).to_contain_text("Belgium")
    choose(window, "Poland")
    window.confirm()
    window.wait_for_decision()
    window.say("Declare no war")
    others_say(window, "declare-no-war")
    assert window.table()["waiting"] == ["commonwealth"]
    sit(window, "Commonwealth")
    assert "Poland" in window.wait_for_decision()["prompt"]
    align = window.button("Align it")
    expect(align).to_contain_text("You set up its army")
    expect(window.button("Leave it to its fate")).to_contain_text("is asked")
    window.say("Align it")
    assert window.wait_for_decision()["offers"].keys() == {"set-up-minor"}
    window.button("Use the default placement").click()
    window.confirm()
    (aligned,) = window.happened("MinorAligned")
    assert aligned["text"] == "Poland aligns with the Commonwealth."
    assert any(unit["place"].get("hex") for unit in window.table()["units"].values() if unit["country"] == "poland")


@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.2")
def test_a_us_entry_step_and_what_others_may_know_of_it(window: Window) -> None:
    window.bring(us_entry("us-entry-1"), "usa")
    window.wait_for_decision()
    expect(window.button("Germany and Italy")).to_contain_text("10 markers so far, entry level")
    window.say("Germany and Italy")
    window.wait_for_decision()
    told = choose(window, "15, Resources to western Allies")
    expect(told).to_contain_text("up to 5 resources a turn")
    expect(told).to_contain_text("Entry level against Germany and Italy")
    expect(told).to_contain_text("Tension 6: 60 % for a marker")
    expect(window.primary).to_have_text("Confirm: choose 15, Resources to western Allies")
    assert window.violations() == []
    window.confirm()
    (event,) = window.happened("EntryOptionChosen")
    assert "Resources to western Allies" in event["text"]
    window.wait_for_decision()
    board = open_politics(window)
    entry = board.locator("#politics-entry")
    expect(entry.get_by_role("row", name="15 Resources to western Allies")).to_contain_text("up to 5 resources")
    expect(entry.locator(".level").first).to_be_visible()
    board.get_by_role("button", name="Back to the map").click()
    window.say("Choose no more")
    sit(window, "Germany")
    board = open_politics(window)
    entry = board.locator("#politics-entry")
    expect(entry.locator(".marker.hidden").first).to_be_visible()
    assert not entry.locator(".level").count(), "others do not know the level"
    assert not entry.locator(".marker:not(.hidden)").count()


@pytest.mark.rule("13.7.4")
@pytest.mark.rule("17.1")
@pytest.mark.rule("17.2")
def test_germany_installs_vichy(window: Window) -> None:
    window.bring(paris_has_fallen("vichy-1"), "germany")
    window.wait_for_decision()
    card = window.page.locator("#decision .card", has_text="The south becomes Vichy France")
    expect(card).to_contain_text("Syria: 80 % for Vichy.")
    expect(window.page.locator("#decision .card", has_text="France fights on")).to_be_visible()
    assert window.violations() == []
    window.after(card.click)
    decided = {event["text"].partition(":")[0] for event in window.happened("GroupDecided")}
    assert {"Syria", "Madagascar", "Indo-China"} <= decided
    for _ in range(20):
        waiting = window.table()["waiting"]
        if not waiting:
            break
        window.let_computer_answer(waiting[0])
    board = open_politics(window)
    vichy = board.locator("#politics-offshoots")
    expect(vichy).to_contain_text("Germany has installed Vichy France.")
    expect(vichy.locator("tbody tr", has_text="Syria")).to_contain_text(re.compile("Vichy France|France"))
    vichy.get_by_role("button", name="Show on the map").click()
    expect(board).to_have_count(0)


@pytest.mark.rule("5")
@pytest.mark.rule("13.6.4")
def test_allies_write_to_each_other_and_build_points_are_delivered(window: Window) -> None:
    window.bring(us_entry("lend-lease-1", (15, 27), "lending", "production"), "commonwealth")
    board = open_politics(window)
    trade = board.locator("#politics-trade")
    trade.get_by_role("button", name="USA", exact=True).click()
    gets = trade.get_by_role("group", name="USA gives you each turn")
    expect(gets).to_contain_text("the rules allow 5 now")
    gets.get_by_label("build points").fill("8")
    assert window.violations() == []
    window.after(trade.get_by_role("button", name="Send the proposal").click)
    expect(trade.locator("article")).to_contain_text("USA has not answered yet.")
    board.get_by_role("button", name="Back to the map").click()
    sit(window, "USA")
    notice = window.page.locator("[data-lending]")
    expect(notice).to_contain_text("Each turn the USA gives the Commonwealth 8 build points")
    notice.get_by_role("button", name="Amend").click()
    trade = window.page.locator("[data-board=politics] #politics-trade")
    trade.locator("article").get_by_role("button", name="Amend").click()
    trade.get_by_role("group", name="You give the Commonwealth each turn").get_by_label("build points").fill("3")
    trade.get_by_role("group", name="Commonwealth gives you each turn").get_by_label("resources").fill("1")
    window.after(trade.get_by_role("button", name="Send the proposal").click)
    board.get_by_role("button", name="Back to the map").click()
    sit(window, "Commonwealth")
    notice = window.page.locator("[data-lending]")
    expect(notice).to_contain_text("Each turn the USA gives the Commonwealth 3 build points for 1 resource")
    window.after(notice.get_by_role("button", name="Accept").click)
    (agreed,) = window.happened("LendingAgreed")
    assert "3 build points" in agreed["text"]
    delivered = re.compile("The USA delivers (no|.) resources? and 3 build points to the Commonwealth")
    while not any(delivered.match(event["text"]) for event in window.happened("PromiseDelivered")):
        window.let_computer_answer(window.table()["waiting"][0])
    promised = [event["text"] for event in window.happened("Promised")]
    assert "The USA promises the Commonwealth no resources and 3 build points." in promised
    assert not [one for one in promised if "promises the USA" in one], "nobody gives a neutral anything"
    board = open_politics(window)
    signed = board.locator("#politics-trade tbody tr", has_text="every turn, as both have signed")
    expect(signed).to_have_count(2)
    window.after(board.get_by_role("button", name="End it").click)
    expect(signed).to_have_count(0)


@pytest.mark.rule("13.7.3")
def test_peace_terms_are_drawn_up_on_the_map_and_read_by_the_other(window: Window) -> None:
    window.bring(peace_talks("peace-1"), "germany")
    window.wait_for_decision()
    choose(window, "Commonwealth")
    window.confirm()
    window.wait_for_decision()
    window.button("Demand these countries").click()
    window.row("Malta").get_by_role("checkbox").check()
    window.confirm()
    window.wait_for_decision()
    expect(window.button("Put the terms")).to_contain_text("Commonwealth gives Malta.")
    window.say("Put the terms")
    sit(window, "Commonwealth")
    window.wait_for_decision()
    expect(window.button("Accept")).to_contain_text("You give Malta.")
    board = open_politics(window)
    expect(board.locator("#politics-proposals")).to_contain_text("Commonwealth gives: Malta")
    board.get_by_role("button", name="Back to the map").click()
    window.say("Accept")
    (made,) = window.happened("PeaceMade")
    assert "Germany" in made["text"]
