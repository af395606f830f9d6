"""A real Chromium against a real server: both live as long as there are tests of this folder, each test has windows of its own.

They end with the folder, because Playwright runs an event loop in the thread of the tests, where other tests start their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.driving import Window
from browser.screens import Kind, Screen, Screens
from server.process import ServerProcess

CHROMIUM = Path("/usr/bin/chromium")
#: what Playwright switches off (of two such switches Chromium hears only the last), and the pages that Chromium loads into each
#: window for its own address line: they cost a quarter of what ours does
OFF = [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "PreloadTopChromeWebUI",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
]
#: no connections of Chromium's own, and drawing in software
FLAGS = [
    f"--disable-features={','.join(OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BUILT = Path(__file__).parents[2] / "src" / "worldfire" / "server" / "static" / "index.html"

#: what a test likes unless it says otherwise
QUIET: dict[str, object] = {"tourSeen": True, "film": 0, "warnings": False, "plans": False, "briefings": False}
#: what paints the ground of the map: the page's own worker, which costs more than all the rest of the page, or one that gives
#: tiles of a single clear pixel at once
PAINTED = ""
UNPAINTED = """window.Worker = class {
    async postMessage({paint}) {
        if (paint) this.onmessage({data: {id: paint.id, image: await createImageBitmap(new ImageData(1, 1)), took: 0}});
    }
};"""
#: milliseconds: states are waited for, and a busy machine is slow to reach them
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)

OpenWindow = Callable[..., Window]


def _serve(folder: Path, module: str) -> Iterator[str]:
    assert BUILT.is_file(), "the client is not built: make client"
    process = ServerProcess(f"sqlite:///{folder}/games.db", folder / "server.log", module)
    yield process.url
    process.kill()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from _serve(tmp_path_factory.mktemp("browser"), "worldfire.cli.main")


@pytest.fixture(scope="package")
def loaded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose dice a test knows beforehand."""
    yield from _serve(tmp_path_factory.mktemp("loaded"), "server.loaded")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "the browser tests need Debian's Chromium: make chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def screens(chromium: Browser) -> Screens:
    return Screens(chromium, PATIENCE)


@pytest.fixture
def open_window(server: str, screens: Screens) -> Iterator[OpenWindow]:
    """Opens a window of a browser of its own; at the end no window may have complained."""
    used: list[tuple[Kind, Screen, Window]] = []

    def make(
        width: int = 1280,
        height: int = 800,
        at: str = server,
        likes: dict[str, object] | None = None,
        refused: tuple[str, ...] = (),
        ground: str = UNPAINTED,
        **settings: object,
    ) -> Window:
        # What a test is not about is not in its way: no film, briefing, warnings or ground of the map, choices one by one.
        kept = json.dumps({**QUIET, **(likes or {})})
        keep = f"localStorage.getItem('worldfire-settings') ?? localStorage.setItem('worldfire-settings', '{kept}');"
        kind = Kind(json.dumps({"viewport": {"width": width, "height": height}, **settings}), f"{keep} {ground}")
        screen = screens.take(kind, refused)
        used.append((kind, screen, window := Window(screen.page, at)))
        return window

    yield make
    complaints = [complaint for _, screen, _ in used for complaint in screen.complaints]
    for kind, screen, window in used:
        if window.altered:
            screen.context.close()
        else:
            screens.give_back(kind, screen, window.server)
    assert complaints == []


@pytest.fixture
def window(open_window: OpenWindow) -> Window:
    return open_window()


@pytest.fixture
def painted_window(open_window: OpenWindow) -> Window:
    """A window with the map as players see it."""
    return open_window(ground=PAINTED)


@pytest.fixture
def known_dice(open_window: OpenWindow, loaded_server: str) -> Window:
    """A window of the server whose dice are known."""
    return open_window(at=loaded_server)
