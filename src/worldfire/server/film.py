"""A stretch of a game as a film: the table as it was, then entry by entry what changed, as the seat saw it."""

from __future__ import annotations

from typing import Any

import msgspec

from worldfire.engine.views import view
from worldfire.server.presenting import LOG_SHOWN, Scene, Table
from worldfire.server.problems import Problem
from worldfire.server.records import may_look
from worldfire.server.tabling import OpenGame
from worldfire.server.wire import Ask, Body, Endpoint

#: entries that one reel holds
REEL = 200


class FilmQuery(Body):
    #: the table is shown as it was after this entry
    since: int
    seat: str | None = None


class Film(msgspec.Struct):
    start: Table
    #: what each entry after it changed
    deltas: list[dict[str, Any]]


async def film(ask: Ask) -> Film:
    query: FilmQuery = ask.query
    table = await ask.house.table(ask.game)
    may_look(ask, table, query.seat)
    if not 0 <= query.since < len(table.game.entries):
        raise Problem(404, "not-found", f"there are entries 0 to {len(table.game.entries) - 1}", field="since")
    ask.house.limits.charge(ask.person.id, 4)
    async with table.lock:
        return await ask.house.run(_film, table, query.since, query.seat)


def _film(table: OpenGame, since: int, seat: str | None) -> Film:
    """The rewinder plays the entries again; questions of the past are not asked again, so they are left out."""
    rewinder = table.rewinder()
    then = rewinder.after(since)
    scene = Scene(view(then, seat, max(0, since + 1 - LOG_SHOWN)), then.ruleset, undo=False)
    start = msgspec.structs.replace(scene.table(), decision=None)
    deltas = []
    for entry in range(since + 1, min(since + 1 + REEL, len(table.game.entries))):
        then = rewinder.after(entry)
        now = Scene(view(then, seat, entry), then.ruleset, undo=False)
        delta = now.delta(scene)
        delta.pop("decision", None)
        deltas.append(delta)
        scene = now
    return Film(start, deltas)


ENDPOINTS = (Endpoint("GET", "/api/games/{game}/film", "A stretch of the game", film, Film, query=FilmQuery),)
