"""Takes the pictures of README.md and docs/playing.md from the real page: `make pictures`."""

from __future__ import annotations

import io
import json
import re
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from browser.conftest import CHROMIUM, FLAGS, PATIENCE, QUIET
from browser.driving import Window
from browser.positions import barbarossa_at
from server.process import ServerProcess

DOCS = Path(__file__).parents[2] / "docs"

#: the moving picture: how many frames of the marches and of the battle, how long each is shown, how wide it is
MARCH_FRAMES, BATTLE_FRAMES = 32, 30
FRAME_MS, LAST_MS = 220, 2500
WIDTH = 800
#: a README that loads in a moment
MOST_BYTES = 3_000_000


def _take(window: Window, name: str) -> None:
    window.wait_for_map()
    window.page.wait_for_timeout(600)
    window.page.screenshot(path=DOCS / f"play-{name}.jpg", type="jpeg", quality=84)


def _map(window: Window) -> None:
    window.bring(barbarossa_at("germany", "move", 12), "germany")
    window.wait_for_map()
    stacks = window.wait_for_decision()["offers"]["move"]["shape"]["stacks"]
    stack = max(stacks, key=lambda one: len(one["ways"]))
    window.click_hex(window.fetch("/api/board")["hexes"]["key"][stack["start"]])
    window.page.get_by_text("hexes can be reached").wait_for()
    _take(window, "map")


def _attack(window: Window) -> None:
    window.bring(barbarossa_at("germany", "declare-attacks", 11), "germany")
    window.wait_for_map()
    offer = window.wait_for_decision()["offers"]["declare-attacks"]
    attackers: dict[str, int] = {}
    for row in offer["shape"]["items"]:
        for to in row["to"]:
            hex_ = offer["targets"][str(to)].get("hex")
            if hex_:
                attackers[hex_] = attackers.get(hex_, 0) + 1
    window.page.evaluate(
        "hex => document.querySelector('#map').mapView.show(hex, 66)", max(attackers, key=attackers.__getitem__)
    )
    window.click_hex(max(attackers, key=attackers.__getitem__))
    window.page.locator("#decision .odds").first.wait_for()
    window.page.locator("#decision .target.chosen").evaluate("box => box.scrollIntoView({block: 'start'})")
    _take(window, "attack")


def _production(window: Window) -> None:
    """The board with what the computer proposes."""
    window.bring(barbarossa_at("germany", "build", 13), "germany")
    window.wait_for_decision()
    window.page.get_by_text(re.compile(r"\d+ ordered")).wait_for()
    window.page.wait_for_timeout(600)
    window.page.screenshot(path=DOCS / "play-production.jpg", type="jpeg", quality=84)


def _film(window: Window) -> None:
    """The last battle of an impulse, as the replay shows it."""
    window.bring(barbarossa_at("germany", "rebase", 14), "germany")
    window.wait_for_map()
    page = window.page
    page.get_by_role("tab", name="Replay").click()
    page.get_by_role("slider").fill(str(window.table()["entries"] - 3))
    page.locator(".chapters .battle").last.get_by_role("button").click()
    page.get_by_label("Battle", exact=True).wait_for()
    _take(window, "film")


def _great_war(window: Window) -> None:
    """The western front of 1917, when everybody has dug in."""
    made = window.fetch("/api/quick", {"title": "fa", "campaign": "1917", "seat": "germany", "opponent": "cadet"})
    window.enter(made["game"], made["seat"])
    window.page.get_by_role("button", name="Understood").click()
    while "lend-resources" not in window.wait_for_decision()["offers"]:
        window.take_advice()
    window.page.evaluate("hex => document.querySelector('#map').mapView.show(hex, 62)", "W1231")
    _take(window, "great-war")


def _impulse(window: Window) -> None:
    """A German impulse as the film shows it: marches, then a battle."""
    window.bring(barbarossa_at("germany", "rebase", 15), "germany")
    window.wait_for_map()
    page = window.page
    page.get_by_role("tab", name="Replay").click()
    page.get_by_role("slider").fill(str(window.table()["entries"] - 3))
    chapters = page.locator(".chapters")
    film = page.get_by_label("Film", exact=True)
    film.get_by_label("Speed").select_option("1")
    frames = []
    for chapter, count in (
        (chapters.locator("li", has_text="Land movement").last, MARCH_FRAMES),
        (chapters.locator(".battle", has_text="attack").first, BATTLE_FRAMES),
    ):
        chapter.get_by_role("button").click()
        window.wait_for_map()
        film.get_by_role("button", name="Play").click()
        frames += [_frame(window) for _ in range(count)]
        if film.get_by_role("button", name="Pause").count():
            film.get_by_role("button", name="Pause").click()
    picture = DOCS / "impulse.webp"
    times = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(picture, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=62, method=6)
    assert picture.stat().st_size <= MOST_BYTES, f"{picture} has {picture.stat().st_size} bytes"


def _frame(window: Window) -> Image.Image:
    """What the page shows of the map, at the width of the picture."""
    box = window.page.locator("#map").bounding_box()
    assert box is not None
    taken = Image.open(io.BytesIO(window.page.screenshot(clip=box, type="jpeg", quality=92)))
    return taken.resize((WIDTH, round(WIDTH * taken.height / taken.width)), Image.Resampling.LANCZOS)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{folder}/games.db", Path(folder) / "server.log")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            context = browser.new_context(viewport={"width": 1360, "height": 850})
            context.set_default_timeout(PATIENCE)
            context.add_init_script(f"localStorage.setItem('worldfire-settings', '{json.dumps(QUIET)}')")
            window = Window(context.new_page(), server.url)
            for take in (_map, _attack, _film, _impulse, _production, _great_war):
                take(window)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
