"""Two people in two browsers, and a third who watches."""

from __future__ import annotations

from browser.conftest import OpenWindow


def test_two_players_and_a_spectator(open_window: OpenWindow) -> None:
    founder, friend, watcher = open_window(), open_window(), open_window(width=390, height=780)
    founder.front()
    founder.page.get_by_role("button", name="New game").click()
    dialog = founder.page.get_by_role("dialog")
    dialog.get_by_label("Germany").select_option("open")
    dialog.get_by_label("USSR").select_option("me")
    dialog.get_by_role("button", name="Create game").click()
    link = dialog.get_by_label("Link for Germany", exact=True).input_value()
    dialog.get_by_role("link", name="Go to the game").click()
    founder.arrive()
    assert founder.seat == "ussr"

    friend.page.goto(link)
    friend.page.get_by_role("button", name="Take Germany").click()
    friend.arrive()
    assert (friend.game, friend.seat) == (founder.game, "germany")
    watcher.enter(founder.game, None)
    watcher.page.get_by_text("You are watching").wait_for()

    actor, other = (founder, friend) if founder.decision() else (friend, founder)
    actor.wait_for_decision()
    story = watcher.page.locator("#panel")
    story.locator("li").first.wait_for()
    seen = story.inner_text()
    actor.take_advice()
    watcher.until(lambda: story.inner_text() != seen, "the spectator sees nothing")
    assert watcher.table()["decision"] is None

    other.page.get_by_role("tab", name="Chat").click()
    actor.page.get_by_role("tab", name="Chat").click()
    actor.page.get_by_label("Write a message").fill("Good luck")
    actor.page.get_by_role("button", name="Send").click()
    other.page.get_by_text("Good luck").wait_for()


def test_the_powers_of_a_world_war_are_auctioned(open_window: OpenWindow) -> None:
    """Nobody has powers yet: the founder outbids a computer player, and takes those that he wants."""
    founder = open_window()
    founder.front()
    founder.page.get_by_role("button", name="New game").click()
    dialog = founder.page.get_by_role("dialog")
    dialog.get_by_label("Campaign").select_option(label="Day of Infamy")
    dialog.get_by_label("How many play").select_option("2")
    dialog.get_by_label("Who plays which powers").select_option(label="the players bid for them")
    dialog.get_by_label("Player 2").select_option("cadet")
    assert founder.violations() == []
    dialog.get_by_role("button", name="Create game").click()
    dialog.get_by_role("link", name="Go to the game").click()
    founder.arrive()
    assert founder.seat == "player 1"
    founder.wait_for_decision()
    founder.row("40").click()
    founder.confirm()
    decision = founder.wait_for_decision()
    assert "take-group" in decision["offers"]
