"""Pages that tests use one after the other.

What a page has fetched and compiled it need not fetch and compile again, which is half of what it costs to open a game. What a
person leaves behind (cookies, what the page keeps, other windows, where the mouse is) goes when the test is over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from http.client import BAD_REQUEST, INTERNAL_SERVER_ERROR

import msgspec
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

#: status → where it is no fault of the page: what the rules or a form refuse on purpose; what is added to dice that lie
#: ready and have come into force in the meantime
MAY_REFUSE = {422: ("/actions", "/notices/where"), 409: ("/chance",)}


class Kind(msgspec.Struct, frozen=True):
    """What cannot be changed in a page: size and other settings of its browser, and what is run before its own scripts."""

    settings: str
    script: str

    def open(self, browser: Browser, patience: float) -> BrowserContext:
        context = browser.new_context(**msgspec.json.decode(self.settings))
        context.set_default_timeout(patience)
        context.add_init_script(self.script)
        return context


class Screen:
    """A browser of one person, with one page, and what the page complained of."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self._in_use = False
        self._refused_too: tuple[str, ...] = ()
        self.page.on("response", self._answered)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self._complain(str(error)))

    def begin(self, refused_too: tuple[str, ...]) -> None:
        self._in_use, self._refused_too = True, refused_too
        self.complaints = []

    def leave(self, server: str) -> None:
        """As it was before anybody came."""
        self._in_use = False
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.unroute_all()
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)
        self.context.clear_cookies()
        line = self.context.new_cdp_session(self.page)
        line.send("Storage.clearDataForOrigin", {"origin": server, "storageTypes": "all"})
        line.detach()

    def _complain(self, of: str) -> None:
        if self._in_use:
            self.complaints.append(of)

    def _on_purpose(self, status: int, url: str) -> bool:
        told = BAD_REQUEST <= status < INTERNAL_SERVER_ERROR
        on_this_page = told and bool(self._refused_too) and url.endswith(self._refused_too)
        return on_this_page or any(status == one and url.endswith(paths) for one, paths in MAY_REFUSE.items())

    def _heard(self, message: ConsoleMessage) -> None:
        # Software rendering says that it is slow; the browser repeats what the server refused.
        status = re.search(r"status of (\d+)", message.text)
        refused = status is not None and self._on_purpose(int(status[1]), message.location["url"])
        expected = "GPU stall" in message.text or refused
        if message.type in ("error", "warning") and not expected:
            self._complain(message.text)

    def _answered(self, response: Response) -> None:
        # The console says only that something failed; here is what was asked.
        if response.status >= BAD_REQUEST and not self._on_purpose(response.status, response.url):
            self._complain(f"{response.status} {response.url} {response.request.post_data}")


class Screens:
    """Those that nobody uses."""

    def __init__(self, browser: Browser, patience: float) -> None:
        self._browser, self._patience = browser, patience
        self._idle: defaultdict[Kind, list[Screen]] = defaultdict(list)

    def take(self, kind: Kind, refused_too: tuple[str, ...]) -> Screen:
        idle = self._idle[kind]
        screen = idle.pop() if idle else Screen(kind.open(self._browser, self._patience))
        screen.begin(refused_too)
        return screen

    def give_back(self, kind: Kind, screen: Screen, server: str) -> None:
        screen.leave(server)
        self._idle[kind].append(screen)
