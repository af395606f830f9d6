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
#: milliseconds between two glances at a page that is busy: to read all of it costs the page as much as a move
GLANCE = 1_000
HEX = r"[A-Z]\d{4}"
SEEN = """() => {
    const seen = what => [...document.querySelectorAll(what)].filter(one => one.checkVisibility());
    const words = one => one.innerText.replace(/\\s+/g, ' ').trim();
    return [document.body.innerText, seen('section h2').map(words).at(-1) ?? '', seen('button:enabled').map(words)];
}"""


class Newcomer:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.words, self.question = "", ""
        self.buttons: list[str] = []

    # ---------------------------------------------------------------------------------------------------------- reading

    def look(self) -> bool:
        """A glance at the whole page: its words, its question (on top of the panel at the right) and its buttons."""
        self.words, self.question, self.buttons = self.page.evaluate(SEEN)
        return True

    def shows(self, words: str) -> bool:
        """A button with these words on it that can be pressed."""
        return words in self.buttons

    def sees(self, words: str) -> bool:
        return re.search(words, self.words, re.MULTILINE) is not None

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def coloured(self) -> Locator:
        """The button that stands out: what the page would have one do next."""
        return self.page.locator("button.primary:enabled:visible")

    def wait(self, truth: Callable[[], object], why: str) -> None:
        """Looks again and again until this is so."""
        end = time.monotonic() + PATIENCE
        while not (self.look() and truth()):
            assert time.monotonic() < end, f"{why}; the page says: {self.page.locator('body').inner_text()[:3000]}"
            self.page.wait_for_timeout(GLANCE)

    def press(self, button: Locator) -> None:
        """The others may have acted, or the film may be over: a button that is gone is not waited for."""
        with suppress(TimeoutError):
            button.first.click(timeout=BRIEFLY)

    # ----------------------------------------------------------------------------------------------------------- lesson

    def take_the_first_lesson(self) -> None:
        self.page.get_by_role("link", name="Guided lessons: World in Flames").click()
        self.coloured().first.click()
        self.wait(lambda: self.sees(r"step 1 of \d"), "no lesson begins")
        while True:
            told = re.findall(r"step \d of \d", self.words)[0]
            if self.shows("Continue"):
                self.button("Continue").click()
            else:
                self.button("Hint").click()
                self.follow(
                    self.page.get_by_role("button", name="Hint").locator("xpath=ancestor::section[1]").inner_text()
                )
            self.wait(lambda told=told: not self.sees(told), f"the hint at {told} did not help")
            if self.sees("^More lessons$"):
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
        return "are choosing" not in self.question and not self.shows("Stop: I’ll take over")

    def entered(self, city: str) -> bool:
        """The log tells of units that marched or advanced there."""
        return self.sees(rf"march(es)? to {city}|attacks? {city}.* advances?")

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
            self.press(self.button("Do it anyway"))
        elif self.sees("Click an enemy hex") and target.count():
            self.attack(target)
        elif self.sees("^Move your land units|^Which aircraft of .* rebases"):
            self.press(self.button("Do the rest for me"))
            self.press(self.button("The rest of this step"))
        elif "action for" in self.question and (land := page.get_by_role("button", name=re.compile("^Land"))).count():
            self.press(land)
        elif self.coloured().count():
            self.press(self.coloured())
        elif self.shows("Suggest"):
            self.press(self.button("Suggest"))


def test_a_newcomer_takes_brest_litovsk(open_window: OpenWindow, loaded_server: str) -> None:
    window = open_window(at=loaded_server, likes=NEW)
    newcomer = Newcomer(window.page)
    window.front()
    newcomer.take_the_first_lesson()

    window.front()
    newcomer.button(re.compile("^Play Germany Strike first")).click()
    briefing = newcomer.read_the_briefing()
    first = re.search(r"first goal is ([\w-]+)", briefing)
    assert first is not None
    assert first[1] == "Brest-Litovsk"
    assert re.search("land action", briefing)

    for _ in range(MOST):
        newcomer.wait(newcomer.can_choose, "nothing can be done")
        if newcomer.entered(first[1]) and newcomer.controller(first[1]) == "Germany":
            return
        newcomer.choose(first[1])
        window.page.wait_for_timeout(100)
    raise AssertionError(f"{first[1]} is not taken; the page says: {window.page.locator('body').inner_text()[:3000]}")
