"""Games for the tests of the server, played so far by the engine itself, which is quicker than over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from server.lazy import Page, Seat
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.players.table import PLAYERS, seeded_campaign, seeded_game
from worldfire.server.archive import PERSON, Chair
from worldfire.server.house import House
from worldfire.server.tabling import standing_of
from worldfire.titles import ruleset_for
from worldfire.titles.exercises import load_exercise

ACTIONS = ("land",)


def pick(game: Game, seat: str, rng: Random) -> tuple[str, object]:
    """Germany takes land actions and flies nowhere, so that the moves and attacks come soon."""
    offers = game.offers(seat)
    if "hold-back" in offers:
        return "hold-back", None
    if "choose-actions" in offers:
        return "choose-actions", (((seat, "land"),))
    if "rail" in offers:
        return "done", None
    return PLAYERS["default"](game, seat, rng)


@cache
def _barbarossa(verb: str) -> bytes:
    """Barbarossa played until Germany may use this verb."""
    game = seeded_campaign("barbarossa", 1, length="campaign")
    rng = Random(1)
    while verb not in game.offers("germany"):
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *pick(game, seat, rng), decision)
    return dumps(game)


def barbarossa_until(verb: str) -> Game:
    return loads(_barbarossa(verb), ruleset_for)


def exercise(name: str, seed: int = 1) -> Game:
    return seeded_game(load_exercise(name), seed)


Begin = Callable[[], Game]


def seat_people(house: House, game: Game, pages: dict[str, Page]) -> dict[str, Seat]:
    """Store the game and give each page its seat."""
    users = {}
    for seat, page in pages.items():
        page.get("/api/session")
        person = house.sessions.by_cookie(page.client.cookies["worldfire"])
        assert person is not None
        users[seat] = person.id
    house.archive.add(
        game,
        name="a test",
        campaign="test",
        host=next(iter(users.values())),
        chairs=[Chair(seat, PERSON, users[seat]) for seat in game.seats],
        standing=standing_of(game),
    )
    return {seat: Seat(page, game.header.game_id, seat) for seat, page in pages.items()}
