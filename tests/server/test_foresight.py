"""Nobody foresees a die: who gathers all that a host, a player and a spectator can get predicts no better than chance."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import partial
from hashlib import sha256
from itertools import cycle
from random import Random
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from server.lazy import HEADERS, Page, another_browser
from worldfire.engine.chance import SealedChance
from worldfire.engine.game import Game
from worldfire.engine.log import encode_plain
from worldfire.engine.save import dumps
from worldfire.players.random_player import pick
from worldfire.server.house import House
from worldfire.titles.campaigns import begin_campaign

#: dice to be predicted at all and in one game, and actions after which everything is gathered again
ENOUGH, IN_ONE_GAME, OFTEN = 200, 100, 200
#: how far beyond chance is too far, in standard deviations: by accident less than once in 10^14 times
TOO_FAR = 8.0


class Seer:
    """Takes every hexadecimal number that it was ever shown for the secret of the dice to come."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._secrets: set[bytes] = set()
        self._added: set[tuple[tuple[str, str], ...]] = {()}
        self.tries: Counter[tuple[bytes, Any]] = Counter()
        self.hits: Counter[tuple[bytes, Any]] = Counter()
        self.predicted = 0

    def look_at(self, content: bytes) -> None:
        self._secrets.update(bytes.fromhex(found.decode()) for found in re.findall(rb"\b[0-9a-f]{64}\b", content))

    def know(self, secret: bytes) -> None:
        self._secrets.add(secret)

    def know_added(self, spells: list[dict[str, Any]]) -> None:
        """What everybody has added to the dice is no secret."""
        self._added.update(tuple((seat, given) for seat, given in spell["added"]) for spell in spells)

    def compare(self, entry: Any, candidates: list[tuple[bytes, Any]]) -> None:
        """Whoever acts knows the entry's number and the action: what did he expect, and what fell?"""
        action = sha256(encode_plain((entry.seat, entry.verb, entry.noun))).hexdigest()
        for number, outcome in enumerate(entry.outcomes):
            if outcome.sides != 10 or min(outcome.values) < 1:
                continue
            context = f"{self._game}|{entry.seq}|{action}|{number}|{outcome.kind}".encode()
            self.predicted += len(outcome.values)
            for secret, added in candidates:
                chance = SealedChance(secret, added) if added else SealedChance(secret)
                expected = chance.throw(context, len(outcome.values), 10)
                self.tries[secret, added] += len(outcome.values)
                self.hits[secret, added] += sum(map(int.__eq__, expected, outcome.values))

    def candidates(self) -> list[tuple[bytes, Any]]:
        return [(secret, added) for secret in self._secrets for added in self._added]

    def surest(self) -> float:
        """How far beyond chance the best guess is, in standard deviations."""
        return max(
            (self.hits[guess] - 0.1 * tries) / math.sqrt(0.09 * tries)
            for guess, tries in self.tries.items()
            if tries > 9
        )


@pytest.fixture
def spectator(client: TestClient) -> Page:
    return Page(another_browser(client))


def gather(seer: Seer, path: str, pages: dict[str, Page]) -> None:
    """Everything that the server tells anybody about the game, and all its files."""
    asked = ("", "/table", "/log", "/export", "/audit", "/chat", "/dice", "/replay?entry=0")
    for seat, page in pages.items():
        for what in asked:
            for query in ({}, {"seat": seat}):
                answer: httpx2.Response = page.client.get(path + what, params=query or None)
                seer.look_at(answer.content)
                if what == "/dice" and answer.status_code == 200:
                    seer.know_added(answer.json()["spells"])


def add_chance(page: Page, path: str, seat: str, rng: Random) -> None:
    """As the page does when dice lie ready that it has not added to."""
    dice = page.client.get(f"{path}/table", params={"seat": seat}).json().get("dice")
    if dice and dice["ready"] and seat not in dice["added"]:
        page.post(f"{path}/chance", seat=seat, to=dice["ready"], bytes=rng.randbytes(32).hex())


def hasty(game: Game, seat: str, rng: Random) -> tuple[str, Any]:
    """A choice at random, but nobody marches or rebases at length: dice fall twice as often."""
    verb, noun = pick(game, seat, rng)
    over = {"move": "done", "rail": "done", "rebase": "finish-rebasing", "reorganise": "finish-reorganising"}.get(verb)
    return (over, None) if over in game.offers(seat) else (verb, noun)


def play_and_predict(seer: Seer, house: House, game: str, pages: dict[str, Page]) -> float:
    """Two persons play at random while the seer watches; returns how sure it has become."""
    path, rng = f"/api/games/{game}", Random(4)
    portal = next(iter(pages.values())).client.portal  # type: ignore[attr-defined]
    people = {seat: house.sessions.by_cookie(page.client.cookies["worldfire"]) for seat, page in pages.items()}
    for number in range(3_000):
        if number % OFTEN == 0:
            for seat in ("germany", "ussr"):
                add_chance(pages[seat], path, seat, rng)
            gather(seer, path, pages)
        table = portal.call(house.table, game)
        if seer.predicted >= IN_ONE_GAME or table.game.over:
            break
        seat, decision = next(iter(table.game.waiting.items()))
        verb, noun = hasty(table.game, seat, rng)
        guesses = seer.candidates()
        entry = portal.call(partial(house.submit, game, seat, verb, noun, decision, people[seat], f"key-{number}"))
        seer.compare(table.game.entries[entry], guesses)
    return seer.surest()


def alone_then_against_somebody(page: Page) -> tuple[str, Seer]:
    """The host keeps the game's file and everything else from when he played alone."""
    seats = {"germany": {"kind": "me"}, "ussr": {"kind": "me"}}
    game = page.post("/api/games", campaign="barbarossa", seats=seats, set_up="default")["game"]
    seer = Seer(game)
    gather(seer, f"/api/games/{game}", {"germany": page, "ussr": page})
    return game, seer


def brought_with_a_chosen_secret(page: Page) -> tuple[str, Seer]:
    local, rng = begin_campaign("barbarossa", length="campaign"), Random(11)
    while not local.on_stack("play"):
        seat, decision = next(iter(local.waiting.items()))
        local.submit(seat, *pick(local, seat, rng), decision)
    seer = Seer(local.header.game_id)
    seer.know(local.secret)
    page.get("/api/session")
    return page.client.post("/api/import", content=dumps(local), headers=HEADERS).json()["game"], seer


def test_nobody_foresees_two_hundred_rolls(house: House, page: Page, other_page: Page, spectator: Page) -> None:
    """Against the server of b884a8c the same seer was right each time, in both games."""
    predicted = 0
    spectator.get("/api/session")
    pages = {"germany": page, "ussr": other_page, "spectator": spectator}
    for begin in cycle((alone_then_against_somebody, brought_with_a_chosen_secret)):
        game, seer = begin(page)
        path = f"/api/games/{game}"
        left = page.post(f"{path}/leave", seat="ussr", substitute="open")
        other_page.post(f"{path}/join", invitation=left["invitation"])
        assert play_and_predict(seer, house, game, pages) < TOO_FAR
        predicted += seer.predicted
        if predicted >= ENOUGH:
            return
