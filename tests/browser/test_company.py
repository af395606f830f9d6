"""Company: an invitation that tells what it is to, links to share, names, sound and notice, what is new, whose seat."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from browser.conftest import OpenWindow
from browser.driving import Window

THREE = {"jeremy": {"kind": "me"}, "jay": {"kind": "open"}, "heinz": {"kind": "open"}}
#: instead of the browser's own, which a test can neither see nor hear
SHARE = "navigator.share = async (what) => { window.shared = what; };"
SOUND = """
    window.notes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
"""
NOTICE = """
    window.told = [];
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { return (this.permission = 'granted'); }
        constructor(text) { window.told.push(text); }
        close() {}
    };
"""
HIDE = "() => Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})"
SHOW = "() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }"


def call_oneself(window: Window, name: str) -> None:
    window.front()
    window.page.get_by_role("heading", name="Worldfire").wait_for()
    script = """name => fetch('/api/session/name', {method: 'PUT', body: JSON.stringify({name}),
        headers: {'X-Worldfire': '1', 'Content-Type': 'application/json'}})"""
    window.page.evaluate(script, name)


def make_table(window: Window, name: str = "", patience: str = "") -> Locator:
    """Germany for a friend, the USSR for oneself; the dialog with the links."""
    window.front()
    window.page.get_by_role("button", name="New game").click()
    dialog = window.page.get_by_role("dialog")
    dialog.get_by_label("Germany").select_option("open")
    dialog.get_by_label("USSR").select_option("me")
    if name:
        dialog.get_by_label("Game name").fill(name)
    if patience:
        dialog.get_by_label("keep the others waiting").select_option(label=patience)
    return dialog


def found(dialog: Locator) -> str:
    """The friend's link."""
    dialog.locator("button.primary").click()
    return dialog.get_by_label("Link for Germany", exact=True).input_value()


def three_at_a_table(host: Window) -> tuple[str, dict[str, str]]:
    """A game of three the game, and its invitations."""
    created: dict[str, Any] = host.fetch("/api/games", {"exercise": "night-raid", "seats": THREE, "name": "Night"})
    return created["game"], created["invitations"]


def sit_down(window: Window, game: str, invitation: str, name: str) -> None:
    window.page.goto(f"{window.server}/#/join/{game}/{invitation}")
    window.page.get_by_label("Your name").fill(name)
    window.page.get_by_role("button", name=re.compile("^Take ")).click()
    window.arrive()


def test_an_invitation_from_the_form_to_the_seat(open_window: OpenWindow) -> None:
    host = open_window(permissions=["clipboard-read", "clipboard-write"])
    host.prepare(SHARE)
    dialog = make_table(host, "Sundays", "14 days")
    dialog.get_by_label("Your name").fill("Wilhelmina")
    assert host.violations() == []
    link = found(dialog)
    assert host.violations() == []

    dialog.get_by_role("button", name="Copy: Link for Germany").click()
    expect(dialog.get_by_text("Copied.")).to_be_visible()
    assert host.page.evaluate("() => navigator.clipboard.readText()") == link
    dialog.get_by_role("button", name="Share: Link for Germany").click()
    shared = host.page.evaluate("() => window.shared")
    assert shared["url"] == link
    assert "Sundays" in shared["text"]
    watch = dialog.get_by_label("Link for spectators", exact=True).input_value()

    friend = open_window(width=390, height=780)
    friend.page.goto(link)
    page = friend.page
    page.get_by_role("heading", name="Wilhelmina invites you to Sundays").wait_for()
    text = page.locator("main").inner_text()
    for told in ("Germany, on the Axis side", "Barbarossa", "How it is won", "14 days", "Wilhelmina (USSR)"):
        assert told in text
    assert friend.violations() == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    # nobody has sat down yet
    assert friend.fetch("/api/games")["games"][0]["mine"] == []
    page.get_by_label("Your name").fill("Friedrich")
    page.get_by_label("Your name").press("Enter")
    page.get_by_text("You are Friedrich.").wait_for()
    page.get_by_role("button", name="Take Germany").focus()
    page.keyboard.press("Enter")
    friend.arrive()
    assert friend.seat == "germany"

    # a spent invitation says so, and still lets one watch
    late = open_window(refused=("/invitation",))
    late.page.goto(link)
    late.page.get_by_role("heading", name="This invitation cannot be used").wait_for()
    late.page.get_by_role("link", name="Only watch").click()
    late.page.get_by_text("You are watching").wait_for()
    assert late.page.url == watch


def test_players_by_their_names(open_window: OpenWindow) -> None:
    host, friend = open_window(), open_window()
    dialog = make_table(host)
    dialog.get_by_label("Your name").fill("Ludwig")
    link = found(dialog)
    dialog.get_by_role("link", name="Go to the game").click()
    host.arrive()
    friend.page.goto(link)
    friend.page.get_by_label("Your name").fill("Nadja")
    friend.page.get_by_role("button", name="Take Germany").click()
    friend.arrive()
    expect(friend.page.locator(".who")).to_be_visible()
    waits, acts = (friend, host) if host.decision() else (host, friend)
    name = "Ludwig (USSR)" if acts is host else "Nadja (Germany)"
    expect(waits.page.locator(".who")).to_have_text(f"Waiting for {name}")
    waits.page.get_by_role("tab", name="Chat").click()
    expect(waits.page.locator("#panel")).to_contain_text(name)
    waits.page.get_by_label("Write a message").fill("Well met")
    waits.page.get_by_role("button", name="Send").click()
    # unread where nobody looks, and marked where somebody does
    chat = acts.page.get_by_role("tab", name="Chat")
    expect(chat.locator(".badge")).to_have_text("1new")
    acts.front()
    expect(acts.page.locator(".game").filter(has_text="your turn")).to_contain_text("new in the chat")
    expect(acts.page).to_have_title(re.compile(r"^\(1\) "))
    acts.enter(acts.game, acts.seat)
    acts.page.get_by_role("tab", name="Chat").click()
    expect(acts.page.locator("#panel li").filter(has_text="Well met").locator(".badge")).to_have_text("new")
    expect(chat.locator(".badge")).to_have_count(0)
    acts.front()
    expect(acts.page.locator(".game").filter(has_text="your turn")).not_to_contain_text("new in the chat")


def test_a_turn_is_heard_and_shown(open_window: OpenWindow) -> None:
    host, friend = open_window(), open_window()
    for window in (host, friend):
        window.prepare(SOUND)
        window.prepare(NOTICE)
    link = found(make_table(host))
    host.page.get_by_role("link", name="Go to the game").click()
    host.arrive()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Take Germany").click()
    friend.arrive()
    acts, waits = (host, friend) if host.decision() else (friend, host)
    game, seat = waits.game, waits.seat
    waits.front()
    waits.page.get_by_label("Play a sound").check()
    assert waits.page.evaluate("() => window.notes") == 2
    waits.page.get_by_label("Tell me in this browser").check()
    waits.enter(game, seat)
    assert waits.page.evaluate("() => window.notes") in (0, 2)
    waits.page.evaluate("() => (window.notes = 0)")
    waits.page.evaluate(HIDE)
    waits.page.get_by_role("tab", name="Help").click()
    before = acts.table()["entries"]
    while seat not in (table := acts.table())["waiting"]:
        if table["entries"] > before:  # the rest of it past the page
            acts.let_computer_answer(acts.seat)
        else:
            acts.take_advice()
    expect(waits.page).to_have_title(re.compile("^● "))
    waits.until(lambda: waits.page.evaluate("() => window.notes") == 2, "no sound")
    (told,) = waits.page.evaluate("() => window.told")
    assert told.endswith(f"Your turn, {'USSR' if seat == 'ussr' else 'Germany'}")
    # who acted himself was neither called nor told
    assert acts.page.evaluate("() => [window.notes, window.told.length]") == [0, 0]
    # what happened meanwhile is marked in the log
    waits.page.evaluate(SHOW)
    log = waits.page.get_by_role("tab", name="Log")
    expect(log.locator(".badge")).to_be_visible()
    log.click()
    expect(waits.page.locator("#panel .entry .badge").first).to_be_visible()
    expect(log.locator(".badge")).to_have_count(0)


def test_a_seat_is_freed_by_consent(open_window: OpenWindow) -> None:
    host, loser, third = open_window(), open_window(), open_window(width=390, height=780)
    call_oneself(host, "Adelheid")
    game, invitations = three_at_a_table(host)
    sit_down(loser, game, invitations["jay"], "Benedikt")
    sit_down(third, game, invitations["heinz"], "Cleopatra")
    host.enter(game, "jeremy")
    seats = host.page.get_by_role("tab", name="Seats")
    seats.click()
    panel = host.page.locator("#panel")
    expect(panel).to_contain_text("if the game waits for a player for 3 days")
    jay = panel.locator(".seat").filter(has_text="Benedikt")
    expect(jay.locator("details")).to_have_count(0)
    jay.get_by_role("button", name="Ask the others to free Jay").click()
    expect(jay).to_contain_text("Not yet: Cleopatra.")
    assert host.violations() == []

    # who is asked sees who asks, and for whose seat; who may lose it sees it too
    asked = third.page.get_by_role("region", name="Agree to free Jay")
    expect(asked).to_contain_text("Adelheid asks you to agree that the seat of Benedikt (Jay) be freed.")
    assert third.violations() == []
    loser.page.get_by_role("tab", name="Seats").click()
    expect(loser.page.locator("#panel")).to_contain_text("Adelheid has asked the other players")
    asked.get_by_role("button", name="Agree to free Jay").focus()
    third.page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    expect(jay).to_contain_text("the host may free this seat")
    jay.locator("summary").click()
    jay.get_by_label("Who takes over?").select_option("random")
    jay.get_by_role("button", name="Replace Jay").click()

    # the one who lost it is told, and watches; everybody can read how it came
    expect(loser.page.get_by_role("alert")).to_contain_text("You have lost your seat, Jay.")
    expect(loser.page.get_by_role("alert")).to_contain_text("with the agreement of all other players")
    loser.page.get_by_role("heading", name="You are watching").wait_for()
    for window in (host, loser):
        record = window.page.locator("#panel")
        expect(record).to_contain_text("Adelheid asked the others to agree that Jay, held by Benedikt, be freed")
        expect(record).to_contain_text("Cleopatra agreed that Jay, held by Benedikt, be freed")
        expect(record).to_contain_text("Adelheid gave Jay, held by Benedikt, to a computer player")
