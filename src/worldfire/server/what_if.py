"""What if…: a private game imagined from one's own seat, in which one person plays every side. The real game goes its way."""

from __future__ import annotations

import secrets
from random import Random

import msgspec

from worldfire.engine.errors import StateError
from worldfire.server import imagining
from worldfire.server.archive import PERSON, Card, Chair, Packed, packed
from worldfire.server.imagining import Imagined, imagined_game
from worldfire.server.lobby import COST_OF_A_GAME
from worldfire.server.problems import Problem
from worldfire.server.tabling import standing_of
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.server.workbench import Bench, Position

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
    if table.still.over:
        raise Problem(409, "game-over", "the game is over: watch it with Replay")
    if await house.run(house.what_ifs.of, ask.game) is not None:
        raise Problem(409, "imagined", "this is already a what-if", field="game")
    kept = None if body.anew else await house.run(house.what_ifs.kept, user, ask.game, body.seat)
    if kept is not None:
        return Opened(kept, body.seat)
    house.limits.charge(user, COST_OF_A_GAME)
    position = table.position()
    made = await house.labour(ask, imagine_for, position, body.seat, table.card, user)
    await house.run(house.archive.store, made)
    before = await house.run(house.clock.before, imagining.KEPT_FOR)
    for game in await house.run(house.what_ifs.clear, user, ask.game, body.seat, before):
        house.forget(game)
    await house.run(house.what_ifs.add, made.id, user, Imagined(ask.game, body.seat, position.entries))
    return Opened(made.id, body.seat)


def imagine_for(bench: Bench, position: Position, seat: str, card: Card, user: str) -> Packed:
    """In a process of its own: imagine a game."""
    try:
        made = imagined_game(bench.game(position), seat, Random(secrets.token_bytes(32)))
    except StateError as error:
        raise Problem(409, "not-imagined", str(error)) from error
    return packed(
        made,
        name=card.name[:LONGEST_NAME],
        campaign=card.campaign,
        host=user,
        chairs=[Chair(seat, PERSON, user) for seat in made.seats],
        standing=standing_of(made),
        hot_seat=True,
        listed=False,
    )


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/what-if", "A private game imagined from my seat", what_if, Opened, WhatIf),
)
