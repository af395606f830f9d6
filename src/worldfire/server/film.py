"""A stretch of a game as a film: the table as it was, then entry by entry what changed, as the seat saw it."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from worldfire.engine.views import view
from worldfire.server.messages import Delta
from worldfire.server.presenting import LOG_SHOWN, Scene, Table
from worldfire.server.problems import Problem
from worldfire.server.records import may_look
from worldfire.server.tabling import encode
from worldfire.server.wire import JSON, Ask, Body, Endpoint
from worldfire.server.workbench import Bench

#: entries that one reel holds
REEL = 200


class FilmQuery(Body):
    #: the table is shown as it was after this entry
    since: int
    seat: str | None = None


class Film(msgspec.Struct):
    start: Table
    #: what each entry after it changed
    deltas: list[Delta]


async def film(ask: Ask) -> Response:
    query: FilmQuery = ask.query
    table = await ask.house.table(ask.game)
    may_look(ask, table, query.seat)
    still = table.still
    if not 0 <= query.since < len(still.entries):
        raise Problem(404, "not-found", f"there are entries 0 to {len(still.entries) - 1}", field="since")
    content = await ask.house.long_labour(ask, play_back, ask.game, still.head, len(still.entries), query)
    return Response(content, media_type=JSON)


def play_back(bench: Bench, game: str, head: str, entries: int, query: FilmQuery) -> bytes:
    """In a process of its own, which remembers the way; questions of the past are not asked again, so they are left out."""
    past, since, seat = bench.past(game, head), query.since, query.seat
    then = past.after(since)
    scene = Scene(view(then, seat, max(0, since + 1 - LOG_SHOWN)), then.ruleset, undo=False)
    start = msgspec.structs.replace(scene.table(), decision=None)
    deltas = []
    for entry in range(since + 1, min(since + 1 + REEL, entries)):
        then = past.after(entry)
        now = Scene(view(then, seat, entry), then.ruleset, undo=False)
        changed = now.delta(scene)
        changed.pop("decision", None)
        deltas.append(Delta(**changed))
        scene = now
    return encode(Film(start, deltas))


ENDPOINTS = (Endpoint("GET", "/api/games/{game}/film", "A stretch of the game", film, Film, query=FilmQuery),)
