"""What has been: the log and its search, replay, export and import, and whether the dice were honest."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import msgspec
from sqlalchemy.exc import IntegrityError
from starlette.responses import Response

from worldfire.engine.errors import SaveError
from worldfire.engine.save import dumps, dumps_sealed, open_parts, parse, with_new_dice
from worldfire.engine.verify import verify
from worldfire.engine.views import Seat, export, view
from worldfire.server.archive import PERSON, Chair, Packed, packed
from worldfire.server.chronicle import Told, tell_entry
from worldfire.server.founding import check_seat_names
from worldfire.server.presenting import LOG_SHOWN, Scene, Table
from worldfire.server.problems import Problem, forbidden
from worldfire.server.reading import Reader
from worldfire.server.tabling import OpenGame, encode, standing_of
from worldfire.server.wire import JSON, Ask, Body, Endpoint
from worldfire.server.workbench import Bench, Position
from worldfire.titles import ruleset_for

#: entries that one answer holds
MOST_ENTRIES = 300
GAME_ID = re.compile(r"[A-Za-z0-9_.-]{1,40}")


class LogQuery(Body):
    since: int = 0
    #: only entries that speak of this
    q: str = ""
    seat: str | None = None


class Entries(msgspec.Struct):
    entries: list[Told]
    #: where to go on, if there are more
    next: int | None


class ReplayQuery(Body):
    entry: int
    seat: str | None = None


class SeatQuery(Body):
    seat: str | None = None


class Imported(msgspec.Struct):
    game: str


class Verified(msgspec.Struct):
    verified: bool
    text: str


def may_look(ask: Ask, table: OpenGame, seat: str | None) -> None:
    """One's own seat always; any other when the game is over."""
    if seat is not None and not table.still.over:
        ask.house.check_seat(table, seat, ask.person)


def may_see_all(ask: Ask, table: OpenGame) -> bool:
    return table.still.over or all(chair.user == ask.person.id for chair in table.card.seats)


async def show_log(ask: Ask) -> Entries:
    query: LogQuery = ask.query
    table = await ask.house.table(ask.game)
    may_look(ask, table, query.seat)

    return await ask.house.labour(ask, search_log, table.position(), query)


def search_log(bench: Bench, position: Position, query: LogQuery) -> Entries:
    """In a process of its own."""
    game = bench.game_with_log(position)
    seen = view(game, query.seat, max(0, query.since))
    reader = Reader(seen, game.ruleset)
    wanted = query.q.casefold()
    found: list[Told] = []
    for entry in seen.log:
        if len(found) == MOST_ENTRIES:
            return Entries(found, entry.seq)
        told = tell_entry(reader, entry)
        if not wanted or _speaks_of(told, wanted):
            found.append(told)
    return Entries(found, None)


def _speaks_of(told: Told, wanted: str) -> bool:
    texts = (told.seat, told.text, *(event.text for event in told.events), *(roll.text for roll in told.rolls))
    return any(wanted in text.casefold() for text in texts)


async def replay(ask: Ask) -> Response:
    """The table as it was after an entry, with what the seat knew then."""
    query: ReplayQuery = ask.query
    table = await ask.house.table(ask.game)
    may_look(ask, table, query.seat)
    still = table.still
    if not 0 <= query.entry < len(still.entries):
        raise Problem(404, "not-found", f"there are entries 0 to {len(still.entries) - 1}", field="entry")
    content = await ask.house.long_labour(ask, look_back, ask.game, still.head, query)
    return Response(content, media_type=JSON)


def look_back(bench: Bench, game: str, head: str, query: ReplayQuery) -> bytes:
    """In a process of its own, which remembers the way."""
    then = bench.past(game, head).after(query.entry)
    seen = view(then, query.seat, max(0, len(then.entries) - LOG_SHOWN))
    return encode(Scene(seen, then.ruleset, undo=False).table())


async def export_game(ask: Ask) -> Response:
    """A seat's own projected log; the whole file when the game is over, or if one person plays every seat."""
    table = await ask.house.table(ask.game)
    seat = ask.query.seat
    may_look(ask, table, seat)
    whole = seat is None and may_see_all(ask, table)
    if whole:
        content = await ask.house.labour(ask, whole_file, ask.game)
    else:
        content = await ask.house.labour(ask, seats_file, table.position(), seat)
    name = quote(f"{ask.game}{'' if seat is None else f'-{seat}'}.worldfire")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(content, headers=headers, media_type="application/octet-stream")


def whole_file(bench: Bench, game: str) -> bytes:
    """Nobody gets what the next dice come from: somebody else may sit down at the game yet."""
    whole = bench.whole(game)
    return dumps(whole) if whole.over else dumps_sealed(whole)


def seats_file(bench: Bench, position: Position, seat: Seat) -> bytes:
    return export(bench.game_with_log(position), seat)


async def import_game(ask: Ask) -> Imported:
    """A whole game's file, checked entry by entry; whoever brings it plays every seat."""
    house = ask.house
    await house.run(lambda: house.room.check(ask.person.id, ask.address, [], listed=False))
    game = await house.long_labour(ask, take_in, ask.body, ask.person.id)
    try:
        await house.run(house.archive.store, game)
    except IntegrityError as error:  # it came twice at once
        raise _known() from error
    await house.run(house.room.note, game.id, ask.address)
    return Imported(game.id)


def _known() -> Problem:
    return Problem(409, "known-game", "this game is already here", field="file")


def take_in(bench: Bench, data: bytes, user: str) -> Packed:
    """In a process of its own: read a file that may hold anything, check it, and make of it what is kept."""
    try:
        game = open_parts(with_new_dice(parse(data)), ruleset_for)
    except SaveError as error:
        raise Problem(422, "not-a-game", str(error), field="file") from error
    game_id = game.header.game_id
    if game.header.start:
        raise Problem(422, "not-a-game", "the file is a what-if, which cannot be imported", field="file")
    if not GAME_ID.fullmatch(game_id):
        raise Problem(422, "not-a-game", "the game has a name that cannot be used here", field="file")
    check_seat_names(game.seats, field="file")
    if bench.archive.card(game_id) is not None:
        raise _known()
    verdict = verify(data, ruleset_for)
    if not verdict.ok:
        raise Problem(422, "not-a-game", f"entry {verdict.entry}: {verdict.problem}", field="file")
    setup = game.header.setup
    campaign = setup.get("campaign", "exercise") if isinstance(setup, dict) else "exercise"
    return packed(
        game,
        name=f"{campaign}, imported",
        campaign=campaign,
        host=user,
        chairs=[Chair(seat, PERSON, user) for seat in game.seats],
        standing=standing_of(game),
        hot_seat=True,
        listed=False,
    )


async def verify_game(ask: Ask) -> Verified:
    """Replay the whole game: hash chain, legality, every roll by the secret that was committed to."""
    table = await ask.house.table(ask.game)
    if not table.still.over and not table.seats_of(ask.person.id):
        raise forbidden("only its players can check a game that is still going on")
    return await ask.house.long_labour(ask, check_dice, ask.game)


def check_dice(bench: Bench, game: str) -> Verified:
    """In a process of its own."""
    verdict = verify(dumps(bench.whole(game)), ruleset_for)
    unplayed = [stretch for stretch in verdict.stretches if not stretch.replayed]
    trust = "".join(f"; entries {part.first} to {part.last} were not replayed: {part.why}" for part in unplayed)
    return Verified(verdict.ok, verdict.text + trust)


ENDPOINTS = (
    Endpoint("GET", "/api/games/{game}/log", "The log in words", show_log, Entries, query=LogQuery),
    Endpoint("GET", "/api/games/{game}/replay", "The table after an entry", replay, Table, query=ReplayQuery, cost=3),
    Endpoint("GET", "/api/games/{game}/export", "The game as a file", export_game, Any, query=SeatQuery),
    Endpoint("POST", "/api/import", "A game from a file", import_game, Imported, file=True, cost=50),
    Endpoint("GET", "/api/games/{game}/verify", "Check every entry and roll", verify_game, Verified, cost=50),
)
