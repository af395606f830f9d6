"""A whole turn of each playable campaign in the page, with the computer's help: nothing may go wrong on the way."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

from browser.conftest import OpenWindow
from worldfire.titles import TITLES

#: what is pressed when it is there, the first that can be
BUTTONS = ("^Begin$", "^Skip$", "^Accept", "^Do it anyway$", "^The rest of my impulse$", "^Do the rest for me")
#: milliseconds for which a hand goes after a button
BRIEFLY = 2_000


@pytest.mark.soak
@pytest.mark.parametrize("campaign", sorted({name for title in TITLES.values() for name in title.playable}))
def test_a_turn_is_played_with_the_computers_help(open_window: OpenWindow, campaign: str) -> None:
    window = open_window(likes={"film": 8, "warnings": True, "plans": True, "briefings": True})
    window.front()
    kinds = window.fetch("/api/catalogue")["campaigns"]
    seat = next(one for one in kinds if one["id"] == campaign)["seats"][0]["id"]
    made = window.fetch("/api/quick", {"campaign": campaign, "seat": seat, "opponent": "cadet", "set_up": "default"})
    window.enter(made["game"], made["seat"])
    first = window.table()["turn"]["number"]
    while (table := window.table())["turn"]["number"] == first and not table["over"]:
        for name in BUTTONS:
            button = window.page.get_by_role("button", name=re.compile(name))
            if button.count() and button.first.is_enabled():
                with suppress(TimeoutError):  # the computer has answered, or the film is over: the button is gone
                    button.first.click(timeout=BRIEFLY)
                break
        window.page.wait_for_timeout(700)  # a hand is no faster, and the server limits who asks too often
    assert table["over"] or window.happened("TurnBegan")
