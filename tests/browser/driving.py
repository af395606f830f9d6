"""A player at the page: clicks and keys, nothing else. What the table says is read from the server to check them."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import closing
from http.client import OK, UNPROCESSABLE_ENTITY, HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from playwright.sync_api import Locator, Page

#: seconds; a busy machine is ten times slower than an idle one
WAIT = 120.0
SHORTEST_PAUSE, LONGEST_PAUSE = 0.04, 0.25
AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"

#: takes a suggestion that stands ready, in one go: the page may be at the next question a moment later
CONFIRM = """before => {
    const at = document.querySelector('.page[data-entries]').dataset;
    const decision = document.querySelector('#decision');
    const suggesting = decision.querySelector('.answers button.small:disabled');
    if (Number(at.entries) !== before || at.busy !== 'false' || suggesting) return;
    const ready = decision.querySelector('button[data-confirm]:not(:disabled)');
    (ready ?? decision.querySelector('.card[aria-pressed=true]'))?.click();
}"""

#: how many entries the page knows while no answer is under way, else 0
KNOWN = """() => { const at = document.querySelector('.page[data-entries]')?.dataset;
    return at?.busy === 'false' ? Number(at.entries) : 0; }"""


class Window:
    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server = page, server
        self.game, self.seat = "", ""
        #: nobody else can use it
        self.altered = False

    def prepare(self, script: str) -> None:
        """Something that runs before the page's own scripts, each time that it is loaded."""
        self.page.add_init_script(script)
        self.altered = True

    # ------------------------------------------------------------------------------------------------------- arriving

    def front(self) -> None:
        self.page.goto(self.server)

    def quick(self, seat: str) -> None:
        """Barbarossa against the computer at once: what a side's button on the front page asks for."""
        made = self.fetch("/api/quick", {"campaign": "barbarossa", "seat": seat, "opponent": "cadet"})
        self.enter(made["game"], made["seat"])

    def enter(self, game: str, seat: str | None) -> None:
        self.page.goto(f"{self.server}/#/game/{game}{'' if seat is None else f'?seat={seat}'}")
        self.arrive()

    def bring(self, game: bytes, seat: str) -> None:
        """A file brought in as the front page does it: whoever brings it plays every seat."""
        self.enter(self.fetch("/api/import", game)["game"], seat)

    def bring_by_hand(self, game: bytes) -> None:
        self.front()
        file = {"name": "game.worldfire", "mimeType": "application/octet-stream", "buffer": game}
        self.page.get_by_label("Game file").set_input_files(file)  # type: ignore[arg-type]
        self.page.get_by_role("button", name="Import").click()
        self.arrive()

    def let_computer_answer(self, seat: str) -> None:
        """The other seat of a game that was brought in does what the computer would."""
        table = self.fetch(f"/api/games/{self.game}/table?seat={seat}")
        advice = self.fetch(f"/api/games/{self.game}/ask", {"seat": seat, "question": "default"})
        action = {"seat": seat, "decision": table["decision"]["id"], **advice}
        assert "entry" in self.fetch(f"/api/games/{self.game}/actions", action)

    def arrive(self) -> None:
        self.page.wait_for_url(re.compile("#/game/"), timeout=1000 * WAIT)
        found = re.search(r"#/game/([^?]+)(?:\?seat=(.+))?", self.page.url)
        assert found is not None
        self.game, self.seat = found[1], unquote(found[2] or "")
        self.page.locator("#prompt").wait_for()

    # -------------------------------------------------------------------------------------------------------- looking

    def until(self, truth: Callable[[], Any], why: str) -> Any:
        """Waits for what must come true; the page's security policy forbids the tool's own way of waiting."""
        began = time.monotonic()
        while not (found := truth()):
            waited = time.monotonic() - began
            assert waited < WAIT, why
            # What takes long is asked for less often, so that asking does not slow it down.
            self.page.wait_for_timeout(1000 * min(LONGEST_PAUSE, max(SHORTEST_PAUSE, waited / 4)))
        return found

    def fetch(self, path: str, body: Any = None) -> Any:
        """Asks the server as this window's browser does, but past the page: through it an answer costs four times as much.

        A window that has been nowhere yet is known by its cookie from then on.
        """
        context = self.page.context
        kept = [f"{one['name']}={one['value']}" for one in context.cookies(self.server)]
        headers = {"Cookie": "; ".join(kept), "X-Worldfire": "1", "Content-Type": "application/json"}
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body)
        with closing(HTTPConnection(urlsplit(self.server).netloc, timeout=WAIT)) as line:
            line.request("GET" if sent is None else "POST", path, sent, headers)
            answer = line.getresponse()
            told = answer.read()
        refused = answer.status == UNPROCESSABLE_ENTITY and path.endswith("/actions")
        assert answer.status == OK or refused, f"{answer.status} {path} {body}: {told[:300]!r}"
        for name, cookie in SimpleCookie(answer.getheader("Set-Cookie", "")).items():
            context.add_cookies([{"name": name, "value": cookie.value, "url": self.server}])
        return json.loads(told)

    def table(self) -> dict[str, Any]:
        seat = f"?seat={quote(self.seat)}" if self.seat else ""
        return dict(self.fetch(f"/api/games/{self.game}/table{seat}"))

    def decision(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.table()["decision"]
        return found

    def wait_for_decision(self) -> dict[str, Any]:
        """The decision that is put to this seat, once the page shows it; an ally's action may bring another one meanwhile."""
        table, prompt = self.table(), self.page.locator("#prompt")

        def shown() -> dict[str, Any] | None:
            nonlocal table
            known = self.page.evaluate(KNOWN)
            if known > table["entries"]:
                table = self.table()
            decision: dict[str, Any] | None = table["decision"]
            if decision is None or known < table["entries"]:
                return None
            return decision if (prompt.text_content() or "").startswith(decision["prompt"]) else None

        return dict(self.until(shown, "no decision is shown"))

    def asked_before(self, side: str) -> bool:
        """Waits until this seat is asked something; not if this side is to move before."""

        def told() -> dict[str, Any] | None:
            table = self.table()
            moves = table["turn"] and table["turn"]["side_to_move"]
            return {"asked": moves != side} if table["decision"] or moves == side else None

        return bool(self.until(told, "nothing is asked")["asked"])

    def catch_up(self, entries: int) -> None:
        """Until the page knows as many entries, and no answer is under way: what is clicked now means what it says."""
        self.until(lambda: self.page.evaluate(KNOWN) >= entries, f"the page does not know {entries} entries")

    def wait_for_map(self) -> None:
        self.until(lambda: self.page.evaluate("() => !!document.querySelector('#map')?.mapView?.settled"), "no map")

    def hexes_of(self, *units: int) -> set[str | None]:
        told = self.table()["units"]
        return {told[str(unit)]["place"].get("hex") for unit in units}

    def hex_of(self, unit: int) -> str | None:
        (found,) = self.hexes_of(unit)
        return found

    def units_at(self, hex_: str) -> dict[int, dict[str, Any]]:
        return {int(unit): told for unit, told in self.table()["units"].items() if told["place"].get("hex") == hex_}

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """Events of this kind in the log that the page has."""
        return [event for entry in self.table()["log"] for event in entry["events"] if event["type"] == kind]

    def violations(self) -> list[str]:
        """What axe-core finds that is serious."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
        # What it found in order is counted, not described, and nobody asks how to select it.
        script = "async () => (await axe.run({resultTypes: ['violations'], selectors: false})).violations"
        found: list[dict[str, Any]] = self.page.evaluate(script)
        return [
            f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:160]}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]

    # --------------------------------------------------------------------------------------------------------- acting

    def click_hex(self, hex_: str) -> None:
        """Where the hex is on the screen, near enough to be hit."""
        spot = self.page.evaluate(
            """hex => {
                const host = document.querySelector('#map');
                host.mapView.show(hex, 44);
                host.mapView.openFan(null);
                const at = host.mapView.toScreen(hex), frame = host.getBoundingClientRect();
                return {x: frame.x + at.x, y: frame.y + at.y};
            }""",
            hex_,
        )
        self.page.mouse.click(spot["x"], spot["y"])

    def row(self, label: str) -> Locator:
        """A line of the list in which a noun is edited."""
        named = self.page.get_by_text(label, exact=True)
        return self.page.locator("#decision .editor .row").filter(has=named).first

    def button(self, name: str) -> Locator:
        return self.page.locator("#decision").get_by_role("button", name=name)

    def confirm(self) -> None:
        self.after(self.primary.click)

    @property
    def primary(self) -> Locator:
        """The button that takes the answer as it stands."""
        return self.page.locator("#decision button[data-confirm]")

    def say(self, label: str) -> None:
        self.after(lambda: self.button(label).click())

    def after(self, deed: Callable[[], object]) -> None:
        """Does something that the server must hear, and waits until it has and the page knows what came of it."""
        before = self.table()["entries"]
        deed()

        def taken() -> bool:
            refused = self.page.locator(".refusal")
            assert not refused.count(), f"refused: {refused.inner_text()}"
            return bool(self.page.evaluate(KNOWN) > before)

        # The page is asked, which knows no entry before the server does: a table of the server costs a hundred times as much.
        self.until(taken, "the server took no action")

    def refusal(self) -> str:
        box = self.page.locator(".refusal")
        box.wait_for()
        return box.inner_text()

    # ------------------------------------------------------------------------------------- answers to any decision at all

    def pick_first_hex(self, decision: dict[str, Any], verb: str) -> None:
        offer = decision["offers"][verb]
        hex_ = next(item["hex"] for item in offer["items"].values() if "hex" in item)
        self.click_hex(hex_)
        self.confirm()

    def take_advice(self) -> None:
        """The computer's suggestion, confirmed if it is more than a word."""
        before = self.table()["entries"]
        self.catch_up(before)
        self.button("Suggest").or_(self.button("Use the default placement")).click()

        def moved() -> bool:
            if self.page.evaluate(KNOWN) > before:
                return True
            self.page.evaluate(CONFIRM, before)
            return False

        self.until(moved, f"the suggestion was not taken: {self.page.locator('main, #decision').all_inner_texts()}")
