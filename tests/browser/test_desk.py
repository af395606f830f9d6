"""What a person has beside the game itself: notices, what-ifs, several seats, substitutes."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import OpenWindow
from browser.driving import Window
from browser.positions import barbarossa_at
from worldfire.engine.save import loads
from worldfire.titles import ruleset_for


def test_a_what_if_is_played_on_both_sides_and_left_again(window: Window) -> None:
    window.quick("germany")
    window.wait_for_map()
    window.wait_for_decision()
    real, entries = window.game, window.table()["entries"]
    window.page.get_by_role("button", name="What if…").click()
    banner = window.page.get_by_label("What if", exact=True)
    banner.wait_for()
    window.arrive()
    imagined = window.game
    assert imagined != real
    assert window.violations() == []
    played = set()

    def asked() -> bool:
        window.arrive()  # at whichever seat the page has turned to
        return window.decision() is not None

    for _ in range(25):
        window.until(asked, "the page does not turn to who must act")
        window.wait_for_decision()
        played.add(window.seat)
        if played == {"germany", "ussr"}:
            break
        window.take_advice()
    assert played == {"germany", "ussr"}
    assert window.table()["entries"] > 1
    banner.get_by_role("button", name="Make a new copy").click()
    window.until(lambda: imagined not in window.page.url, "nothing was imagined anew")
    window.arrive()
    window.wait_for_decision()
    again = window.game
    assert window.table()["entries"] == 1
    banner.get_by_role("link", name="Back to the real game").click()
    window.until(lambda: real in window.page.url, "no way back")
    window.arrive()
    window.wait_for_decision()
    expect(banner).to_have_count(0)
    assert window.table()["entries"] == entries
    window.front()
    window.page.locator(".list .game").first.wait_for()
    listed = "".join(window.page.locator(".list .game").evaluate_all("rows => rows.map(row => row.outerHTML)"))
    assert real in listed
    assert not [game for game in (imagined, again) if game in listed], "a what-if stands among the games"


def test_one_person_plays_two_seats_and_gives_one_away(window: Window, open_window: OpenWindow) -> None:
    window.bring(barbarossa_at("germany", "move", 61), "ussr")
    page = window.page
    page.get_by_role("button", name="Continue as Germany").click()
    window.arrive()
    assert window.seat == "germany"
    window.wait_for_decision()
    page.get_by_label("Your seats:").get_by_role("link", name="USSR").click()
    page.get_by_text("Waiting for Germany").first.wait_for()
    page.get_by_label("Your seats:").get_by_role("link", name="Germany").click()
    window.arrive()
    window.wait_for_decision()

    page.get_by_role("tab", name="Seats").click()
    ussr = page.locator(".seat", has_text="USSR")
    ussr.get_by_text("leave this seat").click()
    expect(ussr.get_by_label("only for a while")).to_be_checked()
    assert window.violations() == []
    ussr.get_by_role("button", name="Hand over USSR").click()
    link = page.get_by_label("Link for USSR", exact=True).input_value()
    friend = open_window()
    friend.page.goto(link)
    expect(friend.page.get_by_text("lends you this seat")).to_be_visible()
    friend.page.get_by_role("button", name="Take USSR").click()
    friend.arrive()
    assert (friend.game, friend.seat) == (window.game, "ussr")

    page.get_by_role("tab", name="Log").click()
    page.get_by_role("tab", name="Seats").click()
    ussr.get_by_text("here now").wait_for()
    # The friend lets a computer player go on for him; it is not his to give away.
    friend.page.get_by_role("tab", name="Seats").click()
    his = friend.page.locator(".seat", has_text="USSR")
    his.get_by_text("leave this seat").click()
    his.get_by_label("Who takes over?").select_option("cadet")
    his.get_by_role("button", name="Hand over USSR").click()
    his.get_by_role("paragraph").filter(has_text="computer: Cadet, for").wait_for()

    # Whose seat it is takes it back, and may then leave it for good.
    lent = page.get_by_text("USSR is played for you")
    lent.wait_for()
    assert window.violations() == []
    lent.locator("..").get_by_role("button", name="Take back USSR").click()
    page.wait_for_url(re.compile("seat=ussr"))
    expect(lent).to_have_count(0)
    page.get_by_role("tab", name="Seats").click()
    ussr.get_by_text("leave this seat").click()
    ussr.get_by_label("only for a while").uncheck()
    ussr.get_by_label("Who takes over?").select_option("cadet")
    ussr.get_by_role("button", name="Leave USSR").click()
    page.get_by_role("heading", name="You are watching").wait_for()
    expect(ussr.get_by_role("paragraph").filter(has_text="computer: Cadet")).to_be_visible()
    expect(page.get_by_role("button", name="Take back USSR")).to_have_count(0)


def test_where_notices_go(window: Window) -> None:
    window.front()
    page = window.page
    asked = page.evaluate(
        "() => { window.askedFor = 0; Notification.requestPermission = async () => { window.askedFor++; return 'granted'; } }"
    )
    assert asked is None
    link = page.get_by_role("navigation", name="Account").get_by_role("link", name="Notices")
    link.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Notices", exact=True).wait_for()
    assert window.violations() == []
    assert page.evaluate("() => window.askedFor") == 0
    page.get_by_role("button", name="Show notices in this browser").click()
    page.get_by_text("This browser shows notices").wait_for()
    assert page.evaluate("() => window.askedFor") == 1

    page.get_by_label("Webhook").fill("http://example.org/hook")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("a webhook must begin with https://").wait_for()
    assert page.get_by_label("Webhook").get_attribute("aria-invalid") == "true"
    page.get_by_label("Webhook").fill("")
    page.get_by_label("E-mail address").fill("nobody")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("that is not an e-mail address").wait_for()
    page.get_by_label("E-mail address").fill("anna@example.org")
    page.get_by_label("E-mail address").press("Enter")
    page.get_by_text("Saved.").wait_for()
    page.reload()
    page.get_by_label("E-mail address").wait_for()
    window.until(lambda: page.get_by_label("E-mail address").input_value() == "anna@example.org", "it was not kept")
    page.get_by_role("button", name="Test").click()
    page.get_by_text("this server sends no e-mail", exact=True).wait_for()
    assert window.violations() == []


def test_a_game_that_waits_is_told_and_leads_there(open_window: OpenWindow) -> None:
    founder, friend = open_window(), open_window()
    founder.front()
    founder.page.get_by_role("button", name="New game").click()
    dialog = founder.page.get_by_role("dialog")
    dialog.get_by_label("Germany").select_option("open")
    dialog.get_by_label("USSR").select_option("me")
    dialog.get_by_role("button", name="Create game").click()
    link = dialog.get_by_label("Link for Germany", exact=True).input_value()
    dialog.get_by_role("link", name="Go to the game").click()
    founder.arrive()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Take Germany").click()
    friend.arrive()
    actor, other = (founder, friend) if founder.decision() else (friend, founder)
    other.front()
    for _ in range(40):
        if other.seat in actor.table()["waiting"]:
            break
        actor.let_computer_answer(actor.seat)
    other.page.get_by_role("link", name=re.compile("Notices")).click()
    past = other.page.locator(".past li").filter(has_text="it is your turn")
    past.first.wait_for()
    other.page.get_by_role("button", name="Mark as read (1)").click()
    other.until(lambda: not other.page.locator(".past .unread").count(), "it is not marked as read")
    past.get_by_role("link").click()
    other.arrive()
    assert other.game == actor.game
    other.wait_for_decision()


def test_the_map_can_be_read_as_lists_and_notes_are_kept(window: Window) -> None:
    window.bring(barbarossa_at("germany", "resolve", 62), "germany")
    window.wait_for_map()
    page = window.page
    page.get_by_role("tab", name="Hex", exact=True).click()
    page.get_by_label("Hex number or place").fill("Minsk")
    page.get_by_role("button", name="Go there").click()
    page.get_by_role("heading", name=re.compile("Minsk")).wait_for()
    page.get_by_text("Surrounding hexes").click()
    assert page.locator("details li button").count() == 6
    page.get_by_label("Private note").fill("Guderian goes here")
    page.locator("details li button").first.click()  # looking elsewhere takes nothing away
    page.get_by_label("Hex number or place").fill("Minsk")
    page.get_by_role("button", name="Go there").click()
    window.until(lambda: page.get_by_label("Private note").input_value() == "Guderian goes here", "the draft is gone")
    page.get_by_role("button", name="Save note").click()
    page.get_by_text("Saved", exact=True).wait_for()
    page.locator("details li button").first.click()
    page.get_by_role("button", name=re.compile("Minsk Guderian goes here")).click()
    window.until(lambda: page.get_by_label("Private note").input_value() == "Guderian goes here", "the note is gone")
    assert window.violations() == []

    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Search the whole log").fill("no such thing")
    page.get_by_role("button", name="Find").click()
    page.get_by_text("0 entries found.").wait_for()
    page.get_by_role("button", name="Show the whole log").click()
    page.locator(".panel .entry").first.wait_for()
    lines = page.locator(".panel .entry, .panel .minor p")  # what is only bookkeeping is folded away
    before = lines.count()
    page.get_by_role("button", name="Older entries").click()
    window.until(lambda: lines.count() > before, "nothing older is shown")
    expect(page.get_by_role("button", name="Older entries")).to_have_count(0)


def test_what_is_said_is_seen_without_looking_for_it(open_window: OpenWindow) -> None:
    one, other = open_window(), open_window()
    one.bring(barbarossa_at("germany", "move", 63), "germany")
    other.enter(one.game, None)
    one.page.get_by_role("tab", name="Chat").click()
    one.page.get_by_label("Write a message").fill("Is anybody there?")
    one.page.get_by_role("button", name="Send").click()
    tab = other.page.get_by_role("tab", name=re.compile("Chat"))
    tab.get_by_text("1").wait_for()
    tab.click()
    other.page.get_by_text("Is anybody there?").wait_for()
    other.until(lambda: not tab.locator(".badge").count(), "what was read is still counted")
    one.page.get_by_label("To", exact=True).select_option("side")
    one.page.get_by_label("Write a message").fill("Not for their ears")
    one.page.get_by_role("button", name="Send").click()
    one.page.get_by_text("Not for their ears").first.wait_for()
    one.page.get_by_label("To", exact=True).select_option("game")
    one.page.get_by_label("Write a message").fill("And that was that")
    one.page.get_by_role("button", name="Send").click()
    other.page.get_by_text("And that was that").wait_for()  # what was said before would be here by now
    assert not other.page.get_by_text("Not for their ears").count()


def test_who_plays_every_seat_replays_as_any_and_exports_the_whole_game(window: Window) -> None:
    window.bring_by_hand(barbarossa_at("germany", "move", 64))
    window.enter(window.game, "germany")
    window.wait_for_decision()  # the page may show another seat until then
    page = window.page
    page.get_by_role("tab", name="Replay").click()
    page.get_by_label("As seen by").select_option("ussr")
    with page.expect_response(re.compile(r"/film\?since=0&seat=ussr")) as answer:
        page.get_by_role("slider").fill("5")
    assert answer.value.json()["start"]["seat"] == "ussr"
    page.get_by_text("Viewing an earlier position").first.wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export the whole game").click()
    assert loads(download.value.path().read_bytes(), ruleset_for).header.game_id == window.game
