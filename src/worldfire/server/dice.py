"""The dice of live games: when they are made anew, what pages add to them, and everything that a page needs to check them.

How they work stands in `engine.dicing`, and for players in docs/dice.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from worldfire.engine.chance import commitment
from worldfire.engine.dicing import fresh_noun
from worldfire.engine.game import Game
from worldfire.engine.log import (
    ADD_CHANCE,
    AGREE_UNDO,
    FRESH_DICE,
    PROPOSE_UNDO,
    UNDO,
    UPGRADE,
    Entry,
    encode_plain,
)
from worldfire.engine.views import Seat, seen_entry
from worldfire.server.archive import PERSON, Chair
from worldfire.server.records import may_look
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.server.workbench import Bench, Position

#: throws that one answer holds
MOST_THROWS = 500


def why_fresh_dice(game: Game, chairs: Iterable[Chair], entry: Entry) -> str:
    """Why the dice that lie ready must come into force after this entry, or nothing."""
    if not game.cup.spare or entry.verb in (UNDO, PROPOSE_UNDO, AGREE_UNDO):
        return ""
    if game.over:
        return "end"
    if entry.verb == ADD_CHANCE:
        # The first dice were there before anybody could add to them: they give way as soon as everybody has added.
        return "begin" if game.cup.now == game.header.commitment and _all_have_added(game, chairs) else ""
    begins = game.ruleset.title.turn_begins
    return "turn" if begins is not None and any(isinstance(event, begins) for event in entry.events) else ""


def _all_have_added(game: Game, chairs: Iterable[Chair]) -> bool:
    users = {chair.seat: chair.user for chair in chairs if chair.kind == PERSON}
    return {users.get(seat) for seat, _ in game.cup.to_spare} >= set(users.values())


# -------------------------------------------------------------------------------------------------------- what pages do


class Addition(Body):
    seat: str
    #: the commitment of the dice that lie ready
    to: str
    #: 16 to 32 random bytes as hexadecimal digits
    bytes: str


class Added(msgspec.Struct):
    entry: int


class DiceQuery(Body):
    seat: str | None = None
    #: throws of this entry and later
    since: int = 0


class Spell(msgspec.Struct):
    """How long one secret was in force: from the first entry on that it was rolled with."""

    since: int
    why: str
    commitment: str
    added: tuple[tuple[str, str], ...]
    #: none: not revealed yet
    secret: str


class Thrown(msgspec.Struct):
    """A throw or draw that the seat may know, and what it is bound to."""

    entry: int
    #: number within the entry
    number: int
    #: the JSON of seat, verb and noun, as it was hashed
    action: str
    kind: str
    sides: int
    values: tuple[int, ...]
    #: not everybody may know of it: it came from the secret that seals, not from the one in force
    veiled: bool = False


class SealTold(msgspec.Struct):
    """The secret from which everything comes that not everybody may know, from an entry on; revealed at the end."""

    since: int
    commitment: str
    secret: str


class DiceLog(msgspec.Struct):
    game: str
    spells: list[Spell]
    seals: list[SealTold]
    throws: list[Thrown]
    #: where to go on, if there are more
    next: int | None


async def add(ask: Ask) -> Added:
    body: Addition = ask.body
    return Added(await ask.house.add_chance(ask.game, body.seat, body.to, body.bytes, ask.person))


async def show(ask: Ask) -> DiceLog:
    query: DiceQuery = ask.query
    table = await ask.house.table(ask.game)
    may_look(ask, table, query.seat)
    if table.still.over:
        return await ask.house.labour(ask, tell_all, ask.game, query)
    return await ask.house.labour(ask, tell_so_far, table.position(), query)


def tell_so_far(bench: Bench, position: Position, query: DiceQuery) -> DiceLog:
    """In a process of its own; it knows no secret but those that the log reveals."""
    return dice_log(bench.game_with_log(position), query.seat, query.since, {})


def tell_all(bench: Bench, game: str, query: DiceQuery) -> DiceLog:
    """The same when the game is over: then nothing is secret."""
    whole = bench.whole(game)
    return dice_log(whole, query.seat, query.since, whole.secrets)


def dice_log(game: Game, seat: Seat, since: int, secrets: dict[str, bytes]) -> DiceLog:
    revealed = {at: secret.hex() for at, secret in secrets.items()}
    for secret in (fresh_noun(entry).revealed for entry in game.entries.every(FRESH_DICE)):
        if secret:
            revealed[commitment(bytes.fromhex(secret))] = secret
    first = Spell(0, "first", game.header.commitment, (), revealed.get(game.header.commitment, ""))
    spells = [first, *(_spell(entry, revealed) for entry in game.entries.every(FRESH_DICE))]
    changes = [(0, game.header.commitment)]
    changes += [(entry.seq + 1, seal) for entry in game.entries.every(FRESH_DICE) if (seal := fresh_noun(entry).seal)]
    seals = [SealTold(at, seal, revealed.get(seal, "")) for at, seal in changes]
    throws: list[Thrown] = []
    for entry in game.entries.since(max(0, since)):
        if len(throws) >= MOST_THROWS:
            return DiceLog(game.header.game_id, spells, seals, throws, entry.seq)
        throws += _throws(game, entry, seat)
    return DiceLog(game.header.game_id, spells, seals, throws, None)


def _spell(entry: Entry, revealed: dict[str, str]) -> Spell:
    noun = fresh_noun(entry)
    return Spell(entry.seq + 1, noun.why, noun.now, noun.added, revealed.get(noun.now, ""))


def _throws(game: Game, entry: Entry, seat: Seat) -> Iterator[Thrown]:
    """Nothing of a choice that the seat may not know: the hash of an action would tell which it was."""
    seen = seen_entry(game, entry, seat)
    if seen.verb is None:
        return
    noun = None if entry.verb == UPGRADE else entry.noun
    action = encode_plain((entry.seat, entry.verb, noun)).decode()
    for number, outcome in enumerate(seen.outcomes):
        if outcome.values:
            veiled = entry.secret or outcome.seen_by is not None
            yield Thrown(entry.seq, number, action, outcome.kind, outcome.sides, outcome.values, veiled)


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/chance", "Add to the dice that lie ready", add, Added, Addition),
    Endpoint(
        "GET", "/api/games/{game}/dice", "Everything by which dice can be checked", show, DiceLog, query=DiceQuery
    ),
)
