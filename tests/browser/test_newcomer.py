"""Somebody who never saw the game takes Brest-Litovsk with the first lesson and the briefing alone.

The newcomer knows no rule, no hex and no name of the program: whatever is done here was read on the page, or is a button
that the page shows in colour.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError

from browser.conftest import OpenWindow

#: with everything that a new player sees but the film of the others' moves, which has tests of its own
NEW: dict[str, object] = {"film": 0, "warnings": True, "plans": True, "briefings": True, "tourSeen": True}
#: choices that the newcomer makes before losing patience
MOST = 150
PATIENCE = 120.0
#: milliseconds for which a hand goes after a button
BRIEFLY = 5_000
#: milliseconds between two glances at a page that is busy
GLANCE = 400
HEX = r"[A-Z]\d{4}"


class Newcomer:
    def __init__(self, page: Page) -> None:
        self.page = page

    # ---------------------------------------------------------------------------------------------------------- reading

    def shows(self, words: str) -> bool:
        """A button with these words on it; to ask for it by its role would have the page name all of its buttons."""
        return self.page.locator("button:visible", has_text=re.compile(rf"^\s*{re.escape(words)}\s*$")).count() > 0

    def sees(self, words: str | re.Pattern[str]) -> bool:
        return self.page.get_by_text(words).first.is_visible()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def coloured(self) -> Locator:
        """The button that stands out: what the page would have one do next."""
        return self.page.locator("button.primary:enabled:visible")

    def question(self) -> str:
        """What the page asks now, on top of the panel at the right."""
        heading = self.page.locator("section h2:visible").last
        return heading.inner_text() if heading.count() else ""

    def wait(self, truth: Callable[[], object], why: str) -> None:
        end = time.monotonic() + PATIENCE
        while not truth():
            assert time.monotonic() < end, f"{why}; the page says: {self.page.locator('body').inner_text()[:3000]}"
            self.page.wait_for_timeout(GLANCE)

    def press(self, button: Locator) -> None:
        """The others may have acted, or the film may be over: a button that is gone is not waited for."""
        with suppress(TimeoutError):
            button.first.click(timeout=BRIEFLY)

    # ----------------------------------------------------------------------------------------------------------- lesson

    def take_the_first_lesson(self) -> None:
        self.page.get_by_role("link", name="Guided lessons").click()
        self.coloured().first.click()
        self.wait(lambda: self.sees(re.compile(r"step 1 of \d")), "no lesson begins")
        while True:
            told = self.page.get_by_text(re.compile(r"^step \d of \d$")).first.inner_text()
            if self.button("Continue").is_visible():
                self.button("Continue").click()
            else:
                self.button("Hint").click()
                self.follow(
                    self.page.get_by_role("button", name="Hint").locator("xpath=ancestor::section[1]").inner_text()
                )
            self.wait(lambda told=told: not self.sees(told), f"the hint at {told} did not help")
            if self.page.get_by_role("link", name="More lessons").is_visible():
                return

    def follow(self, words: str) -> None:
        """The hint is the last thing that the coach says: buttons to press, or a stack and where to send it."""
        hint = next(line for line in reversed(words.splitlines()) if re.search(rf"“|{HEX}", line))
        if named := re.findall(r"[Pp]ress “(.+?)”", hint):
            for name in named:
                self.button(name).click()
            return
        start, goal = re.findall(rf"(?:[Cc]lick|In|then) ({HEX})", hint)[:2]
        self.button(re.compile(f"^{start}")).first.click()
        for name in re.findall(r"untick the (\w+)", hint):
            self.page.locator("label", has_text=re.compile(rf"\b{name}\b")).get_by_role("checkbox").uncheck()
        self.go_to(goal)

    def go_to(self, place: str) -> None:
        goals = self.page.get_by_label("Or pick a destination here")
        wanted = goals.locator("option", has_text=place)
        self.wait(wanted.count, f"{place} is not among the destinations")
        goals.select_option(wanted.first.get_attribute("value"))
        self.coloured().last.click()

    # ---------------------------------------------------------------------------------------------------------- the game

    def read_the_briefing(self) -> str:
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("heading", name="What wins").wait_for()
        text = dialog.inner_text()
        dialog.locator("button.primary").click()
        return text

    def can_choose(self) -> bool:
        return "are choosing" not in self.question() and not self.shows("Stop: I’ll take over")

    def entered(self, city: str) -> bool:
        """The log tells of units that marched or advanced there."""
        return self.sees(re.compile(rf"march(es)? to {city}|attacks? {city}.* advances?"))

    def controller(self, city: str) -> str:
        """Looked up in the panel of hexes."""
        self.page.get_by_role("tab", name="Hex").click()
        self.page.get_by_label("Hex number or place name").fill(city)
        self.button("Go there").click()
        self.page.get_by_role("heading", name=re.compile(rf"^{HEX} {city}$")).wait_for()
        told = self.page.locator("dt", has_text="Controlled by").locator("xpath=following-sibling::dd[1]").inner_text()
        self.page.get_by_role("tab", name="Log").click()
        return told

    def attack(self, target: Locator) -> None:
        """With everything, beside the attacks that the page may have proposed; when they are declared the page goes on."""
        declare = self.button(re.compile(r"^Declare \d+ attack"))
        for button in (target, self.button("Attack with every unit that can"), declare):
            self.press(button)
        self.wait(lambda: not declare.is_visible(), "the attacks are not declared")

    def choose(self, city: str) -> None:
        """One choice: towards the city if the page says how, else as the page suggests."""
        page, target = self.page, self.page.locator("section").get_by_role("button", name=re.compile(city))
        if self.shows("Skip"):
            self.press(self.button("Skip"))
        elif self.shows("Do it anyway"):
            self.button("Do it anyway").click()
        elif self.sees(re.compile("Click an enemy hex")) and target.count():
            self.attack(target)
        elif self.sees(re.compile(r"^Move your land units")):
            self.button("Do the rest for me").click()
            self.button("The rest of this step").click()
        elif "action for" in self.question() and (land := page.get_by_role("button", name=re.compile("^Land"))).count():
            self.press(land)
        elif self.coloured().count():
            self.press(self.coloured())
        elif self.shows("Suggest") and self.button("Suggest").is_enabled():
            self.press(self.button("Suggest"))


def test_a_newcomer_takes_brest_litovsk(open_window: OpenWindow, loaded_server: str) -> None:
    window = open_window(at=loaded_server, likes=NEW)
    newcomer = Newcomer(window.page)
    window.front()
    newcomer.take_the_first_lesson()

    window.front()
    newcomer.button(re.compile("^Play Germany")).click()
    briefing = newcomer.read_the_briefing()
    first = re.search(r"first goal is ([\w-]+)", briefing)
    assert first is not None
    assert first[1] == "Brest-Litovsk"
    assert re.search("land action", briefing)

    for _ in range(MOST):
        newcomer.wait(newcomer.can_choose, "nothing can be done")
        newcomer.choose(first[1])
        window.page.wait_for_timeout(100)
        if newcomer.entered(first[1]) and newcomer.controller(first[1]) == "Germany":
            return
    raise AssertionError(f"{first[1]} is not taken; the page says: {window.page.locator('body').inner_text()[:3000]}")
