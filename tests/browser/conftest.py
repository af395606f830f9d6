"""A real Chromium against a real server: both live as long as the session, each test has windows of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from browser.driving import Window
from server.process import ServerProcess

CHROMIUM = Path("/usr/bin/chromium")
#: no connections of Chromium's own, and drawing in software
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BUILT = Path(__file__).parents[2] / "src" / "worldfire" / "server" / "static" / "index.html"

OpenWindow = Callable[..., Window]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    assert BUILT.is_file(), "the client is not built: make client"
    folder = tmp_path_factory.mktemp("browser")
    process = ServerProcess(f"sqlite:///{folder}/games.db", folder / "server.log")
    yield process.url
    process.kill()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "the browser tests need Debian's Chromium: make chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_window(server: str, chromium: Browser) -> Iterator[OpenWindow]:
    """Opens a window of a browser of its own; at the end no window may have complained."""
    contexts = []
    complaints: list[str] = []

    def listen(page: Page) -> None:
        def heard(message: ConsoleMessage) -> None:
            # Software rendering says that it is slow; a refused action is answered with 422 on purpose.
            expected = "GPU stall" in message.text or "status of 422" in message.text
            if message.type in ("error", "warning") and not expected:
                complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def make(width: int = 1280, height: int = 800, **settings: object) -> Window:
        context = chromium.new_context(viewport={"width": width, "height": height}, **settings)  # type: ignore[arg-type]
        context.set_default_timeout(30_000)
        # The tour is shown once; a test that wants it clears this.
        context.add_init_script(
            "localStorage.getItem('worldfire-settings') ?? "
            """localStorage.setItem('worldfire-settings', '{"tourSeen": true}')"""
        )
        contexts.append(context)
        page = context.new_page()
        listen(page)
        return Window(page, server)

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def window(open_window: OpenWindow) -> Window:
    return open_window()
