"""What the cadet's seat may see, as a game that the rules can be asked about.

Where the rules hide nothing from anybody, what a seat sees is the game itself. Where rows of columns or single values are
hidden it is the same game with others in their place. Wherever more is hidden (the result of a draw, a secret answer) the
cadet looks at a game imagined from its seat's view and from nothing else.
"""

from __future__ import annotations

from random import Random
from typing import Any

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.schema import Column, Field, Imagined, public
from worldfire.engine.views import imagine, view

#: hidden values are imagined from this seed: the same view gives the same thoughts
SEED = 1941


def as_seen_by(game: Game, seat: str) -> Game:
    """A game that agrees with all that the seat may know, and says nothing more."""
    if not _values_alone_hide(game):
        return imagine(view(game, seat, since=len(game.entries)), game.ruleset, Random(SEED))
    rows, fields = _hidden_rows(game, seat), _hidden_fields(game, seat)
    return _with_others_imagined(game, rows, fields) if rows or fields else game


def nothing_is_hidden(game: Position) -> bool:
    """Is every part of the state, as it stands now, known to everybody?"""
    return _values_alone_hide(game) and not _hidden_rows(game, None) and not _hidden_fields(game, None)


def _values_alone_hide(game: Position) -> bool:
    """Is all in the state but rows of columns and single values, as it stands now, known to every seat?"""
    schema, procedures = game.ruleset.schema, game.ruleset.procedures
    if any(item.visible is not public for item in schema.quantities):
        return False
    return not any(
        procedures[frame.procedure].private
        or frame.seen_by is not None
        or (frame.pending is not None and frame.pending.kind == "secret")
        for frame in game.state.frames
    )


def _hidden_rows(game: Position, seat: str | None) -> dict[Column, list[int]]:
    """Of each column, the rows that the seat, or with None a spectator, may not know."""
    state, found = game.state, dict[Column, list[int]]()
    for column in game.ruleset.schema.columns:
        if column.visible is not public:
            rows = [row for row in range(len(state[column])) if not column.visible(state, row, seat)]
            if rows:
                found[column] = rows
    return found


def _hidden_fields(game: Position, seat: str | None) -> list[Field[Any]]:
    """Single values that the seat, or with None a spectator, may not know, and that are not what he would think."""
    state, fields = game.state, game.ruleset.schema.fields
    return [
        item
        for item in fields
        if item.visible is not public and not item.visible(state, 0, seat) and state.get(item) != _thought(item)
    ]


def _thought(item: Field[Any]) -> Any:
    """What is put in the place of a hidden value."""
    return item.default if item.imagine is None else item.imagine(Random(SEED))


def _with_others_imagined(game: Game, hidden: dict[Column, list[int]], fields: list[Field[Any]]) -> Game:
    """The same game with other values there: what they are together may be known, or nothing is."""
    twin, rng = game.fork(), Random(SEED)
    twin.judged = {}  # what was offered may have hung on what is hidden
    for item in fields:
        twin.set(item, _thought(item))
    for column, rows in hidden.items():
        values = [column.default] * len(rows)
        if column.imagined is Imagined.SHUFFLED:
            values = sorted(game.state[column][row] for row in rows)
            rng.shuffle(values)
        for row, value in zip(rows, values, strict=True):
            twin.write(column, row, value)
    return twin
