"""How Germany opens Barbarossa: from the front page through what comes before a test's own matter."""

from __future__ import annotations

import re
from typing import Any

from browser.driving import Window


class Opening:
    """The first choices of the campaign, as few clicks as the page lets one have them; wants the likes `plans`."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page

    def accept_all(self) -> None:
        self.window.after(self.page.get_by_role("button", name=re.compile("^Accept")).click)

    def card(self, name: str) -> None:
        self.window.after(self.page.locator("#decision .card", has_text=re.compile(f"^{name}")).first.click)

    def asked(self, verb: str) -> dict[str, Any]:
        """Waits until this is asked and the page shows it."""
        window = self.window
        window.until(
            lambda: (found := window.decision()) is not None and verb in found["offers"], f"{verb} is never asked"
        )
        return window.wait_for_decision()

    def hold_back(self) -> None:
        """Flies none of the missions that come before something else is asked."""
        while "fly" in self.window.wait_for_decision()["offers"]:
            self.window.say("Hold back")

    def keep_off_the_sea(self) -> None:
        """No aircraft flies to sea; then those over land are asked for."""
        self.asked("fly-naval-air")
        self.window.say("Done")
        self.asked("fly")

    def take_a_land_action(self) -> None:
        """With Hungary on one's side, the reinforcements placed as proposed: until aircraft may fly."""
        self.card("Hungary")
        self.page.get_by_role("button", name=re.compile("^Accept")).wait_for()
        self.accept_all()  # its army, its force pools and the reserves
        self.asked("choose-actions")
        self.card("Land")
        self.keep_off_the_sea()

    def march_nowhere(self) -> dict[str, Any]:
        """Lets everything pass until attacks are declared."""
        self.hold_back()
        self.asked("rail")
        self.window.say("Done")
        self.asked("move")
        self.window.say("Done")
        self.hold_back()  # neither air transport nor paratroops
        return self.asked("declare-attacks")
