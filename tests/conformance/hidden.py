"""Games that differ only in what one seat may not know: whatever that is, the seat must see the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from worldfire.engine.chance import SealedChance
from worldfire.engine.game import Game
from worldfire.engine.log import Entry, Log
from worldfire.engine.schema import public
from worldfire.engine.state import State
from worldfire.engine.views import Seat, view
from worldfire.forces.markers import MARKER_POOL, MARKER_VALUE
from worldfire.rules.s13_07_3_peace import Paper

#: (procedure, private local) → another value that it could have
OTHERWISE: Mapping[tuple[str, str], Callable[[Any, Random], Any]] = {
    ("entry markers", "moving"): lambda moving, rng: (*moving[:2], rng.randrange(9)),
    ("peace talks", "draft"): lambda draft, rng: Paper(*((rng.randrange(500),) for _ in range(4))),
}


def altered(game: Game, seat: Seat, rng: Random) -> Game:
    """The same game with other markers, drafts, blind picks, secret answers and private entries than the seat may know of."""
    state = game.state.copy()
    _shuffle_hidden_rows(game, state, seat, rng)
    for frame in state.frames:
        procedure = game.ruleset.procedures[frame.procedure]
        if frame.seen_by is not None and seat not in frame.seen_by:
            frame.result = _others(frame.result or (), rng)
        for name, holder in procedure.private.items():
            if getattr(frame.locals, holder) != seat:
                value = OTHERWISE[procedure.name, name](getattr(frame.locals, name), rng)
                frame.locals = msgspec.structs.replace(frame.locals, **{name: value})
    entries = Log([_other_entry(entry, seat, rng) for entry in game.entries])
    twin = Game(game.ruleset, game.header, SealedChance(b"other"), b"other")
    twin.resume(state, entries, game.head)
    return twin


def _shuffle_hidden_rows(game: Game, state: State, seat: Seat, rng: Random) -> None:
    for column in game.ruleset.schema.columns:
        if column.visible is public:
            continue
        assert column is MARKER_VALUE, "nothing else is hidden by row in these campaigns"
        values, pools = state.columns[column.key], state.columns[MARKER_POOL.key]
        rows = [row for row in range(len(values)) if not column.visible(game.state, row, seat)]
        mixed = [values[row] for row in rows]
        rng.shuffle(mixed)
        # in each pool they lie by value, as they always do
        for row, (_, value) in zip(rows, sorted(zip((pools[row] for row in rows), mixed, strict=True)), strict=True):
            values[row] = value


def _others(values: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    return tuple(rng.randrange(3) for _ in values)


def _other_entry(entry: Entry, seat: Seat, rng: Random) -> Entry:
    outcomes = tuple(
        outcome
        if outcome.seen_by is None or seat in outcome.seen_by
        else msgspec.structs.replace(outcome, values=_others(outcome.values, rng))
        for outcome in entry.outcomes
    )
    events = tuple(event for event in entry.events if event.seen_by is None or seat in event.seen_by)
    if not entry.secret or entry.seat == seat:
        return msgspec.structs.replace(entry, outcomes=outcomes, events=events)
    return msgspec.structs.replace(entry, verb="pass", noun=rng.randrange(9), outcomes=outcomes, events=events)


def looks_alike(game: Game, seats: tuple[Seat, ...], rng: Random) -> None:
    for seat in seats:
        assert view(game, seat).encode() == view(altered(game, seat, rng), seat).encode(), seat
