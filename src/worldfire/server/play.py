"""Playing: the table as a seat sees it, actions, undo, and why something is not allowed."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from worldfire.engine.log import UNDO
from worldfire.server.allying import tell_why
from worldfire.server.answers import Why
from worldfire.server.presenting import Table
from worldfire.server.problems import Problem
from worldfire.server.tabling import Sight
from worldfire.server.wire import Ask, Body, Endpoint

#: of an action that may be sent again
Key = Annotated[str, Meta(min_length=1, max_length=64)] | None


class SeatQuery(Body):
    #: none: as a spectator
    seat: str | None = None


class Action(Body):
    seat: str
    verb: str
    noun: Any = None
    #: announcements answer no decision
    decision: int | None = None
    #: sent again with the same key, an action is taken once only
    key: Key = None


class Undo(Body):
    seat: str
    key: Key = None


class Question(Body):
    seat: str
    verb: str
    noun: Any = None


class Acted(msgspec.Struct):
    entry: int


class Reasons(msgspec.Struct):
    violations: list[Why]


DEEPEST_NOUN = 5


async def show_table(ask: Ask) -> Table:
    table = await ask.house.table(ask.game)
    seat = ask.query.seat
    if seat is not None:
        ask.house.check_seat(table, seat, ask.person)
    return await ask.house.read(table, lambda sight: sight.scene(seat).table())


def _noun(noun: Any, deepest: int = DEEPEST_NOUN) -> Any:
    """The rules walk through nouns: what is nested without end is not shown to them."""
    if isinstance(noun, list | dict):
        if not deepest:
            raise Problem(400, "wrong-request", "the noun is nested too deeply", field="noun")
        for part in noun.values() if isinstance(noun, dict) else noun:
            _noun(part, deepest - 1)
    return noun


async def act(ask: Ask) -> Acted:
    body: Action = ask.body
    noun = _noun(body.noun)
    entry = await ask.house.submit(ask.game, body.seat, body.verb, noun, body.decision, ask.person, body.key)
    return Acted(entry)


async def undo(ask: Ask) -> Acted:
    body: Undo = ask.body
    return Acted(await ask.house.submit(ask.game, body.seat, UNDO, None, None, ask.person, body.key))


async def why_not(ask: Ask) -> Reasons:
    body: Question = ask.body
    noun = _noun(body.noun)
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, body.seat, ask.person)

    def judge(sight: Sight) -> list[Why]:
        violations, reader = sight.game.why_not(body.verb, noun, body.seat), sight.reader(body.seat)
        return [tell_why(reader, violation) for violation in violations]

    return Reasons(await ask.house.read(table, judge))


ENDPOINTS = (
    Endpoint("GET", "/api/games/{game}/table", "The game as a seat sees it", show_table, Table, query=SeatQuery),
    Endpoint("POST", "/api/games/{game}/actions", "Take an action", act, Acted, Action),
    Endpoint("POST", "/api/games/{game}/undo", "Take back the last action", undo, Acted, Undo),
    Endpoint("POST", "/api/games/{game}/why-not", "Why something is not allowed", why_not, Reasons, Question),
)
