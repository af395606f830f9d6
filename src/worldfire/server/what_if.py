"""What if…: a private game imagined from one's own seat, in which one person plays every side. The real game goes its way."""

from __future__ import annotations

import secrets
from random import Random

import msgspec

from worldfire.engine.errors import StateError
from worldfire.engine.game import Game
from worldfire.server.archive import PERSON, Chair
from worldfire.server.imagining import Imagined, imagined_game
from worldfire.server.lobby import COST_OF_A_GAME
from worldfire.server.problems import Problem
from worldfire.server.tabling import standing_of
from worldfire.server.wire import Ask, Body, Endpoint

LONGEST_NAME = 120


class WhatIf(Body):
    seat: str
    #: imagine anew from the game as it stands now, in place of the one that is kept
    anew: bool = False


class Opened(msgspec.Struct):
    game: str
    seat: str


async def what_if(ask: Ask) -> Opened:
    """The person's what-if of this seat; if there is none yet, one is imagined."""
    body: WhatIf = ask.body
    house, user = ask.house, ask.person.id
    table = await house.table(ask.game)
    house.check_seat(table, body.seat, ask.person)
    if table.game.over:
        raise Problem(409, "game-over", "the game is over: look at it with replay")
    if await house.run(house.what_ifs.of, ask.game) is not None:
        raise Problem(409, "imagined", "this is a what-if already", field="game")
    kept = None if body.anew else await house.run(house.what_ifs.kept, user, ask.game, body.seat)
    if kept is not None:
        return Opened(kept, body.seat)
    house.limits.charge(user, COST_OF_A_GAME)
    async with table.lock:
        made = await house.run(_imagine, table.game, body.seat)
        imagined = Imagined(ask.game, body.seat, len(table.game.entries))

    def store() -> list[str]:
        cleared = house.what_ifs.clear(user, imagined.game, imagined.seat)
        house.archive.add(
            made,
            name=table.card.name[:LONGEST_NAME],
            campaign=table.card.campaign,
            host=user,
            chairs=[Chair(seat, PERSON, user) for seat in made.seats],
            standing=standing_of(made),
            hot_seat=True,
            listed=False,
        )
        house.what_ifs.add(made.header.game_id, user, imagined)
        return cleared

    for game in await house.run(store):
        house.forget(game)
    return Opened(made.header.game_id, body.seat)


def _imagine(game: Game, seat: str) -> Game:
    try:
        return imagined_game(game, seat, Random(secrets.token_bytes(32)))
    except StateError as error:
        raise Problem(409, "not-imagined", str(error)) from error


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/what-if", "A private game imagined from my seat", what_if, Opened, WhatIf),
)
