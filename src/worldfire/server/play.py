"""Playing: the table as a seat sees it, actions, undo, and why something is not allowed."""

from __future__ import annotations

from typing import Any

import msgspec

from worldfire.engine.log import UNDO
from worldfire.server.presenting import Table
from worldfire.server.problems import Problem
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.titles.telling import tell_rule


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
    key: str | None = msgspec.field(default=None)


class Undo(Body):
    seat: str
    key: str | None = None


class Question(Body):
    seat: str
    verb: str
    noun: Any = None


class Acted(msgspec.Struct):
    entry: int


class Reason(msgspec.Struct):
    rule: str
    text: str


class Reasons(msgspec.Struct):
    violations: list[Reason]


LONGEST_KEY = 64
DEEPEST_NOUN = 5


async def show_table(ask: Ask) -> Table:
    table = await ask.house.table(ask.game)
    seat = ask.query.seat
    if seat is not None:
        ask.house.check_seat(table, seat, ask.person)
    async with table.lock:
        return await ask.house.run(lambda: table.scene(seat).table())


def _noun(noun: Any, deepest: int = DEEPEST_NOUN) -> Any:
    """The rules walk through nouns: what is nested without end is not shown to them."""
    if isinstance(noun, list | dict):
        if not deepest:
            raise Problem(400, "wrong-request", "the noun is nested too deeply", field="noun")
        for part in noun.values() if isinstance(noun, dict) else noun:
            _noun(part, deepest - 1)
    return noun


def _key(key: str | None) -> str | None:
    if key is not None and not 0 < len(key) <= LONGEST_KEY:
        raise Problem(400, "wrong-request", f"a key has 1 to {LONGEST_KEY} characters", field="key")
    return key


async def act(ask: Ask) -> Acted:
    body: Action = ask.body
    house, key = ask.house, _key(body.key)
    entry = await house.submit(ask.game, body.seat, body.verb, _noun(body.noun), body.decision, ask.person, key)
    return Acted(entry)


async def undo(ask: Ask) -> Acted:
    body: Undo = ask.body
    return Acted(await ask.house.submit(ask.game, body.seat, UNDO, None, None, ask.person, _key(body.key)))


async def why_not(ask: Ask) -> Reasons:
    body: Question = ask.body
    noun = _noun(body.noun)
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, body.seat, ask.person)

    def judge() -> list[Reason]:
        violations = table.game.why_not(body.verb, noun, body.seat)
        texts = table.tell(body.seat, violations)
        return [
            Reason(tell_rule(table.game, violation.rule), text)
            for violation, text in zip(violations, texts, strict=True)
        ]

    async with table.lock:
        return Reasons(await ask.house.run(judge))


ENDPOINTS = (
    Endpoint("GET", "/api/games/{game}/table", "The game as a seat sees it", show_table, Table, query=SeatQuery),
    Endpoint("POST", "/api/games/{game}/actions", "Take an action", act, Acted, Action),
    Endpoint("POST", "/api/games/{game}/undo", "Take back the last action", undo, Acted, Undo),
    Endpoint("POST", "/api/games/{game}/why-not", "Why something is not allowed", why_not, Reasons, Question),
)
