"""What the cadet's seat may see, as a game that the rules can be asked about.

Where the rules hide nothing from anybody, what a seat sees is the game itself. Wherever something is hidden (a column, a
field, the result of a draw, a secret answer) the cadet looks at a game imagined from its seat's view and from nothing else.
"""

from __future__ import annotations

from random import Random

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.schema import public
from worldfire.engine.views import imagine, view

#: hidden values are imagined from this seed: the same view gives the same thoughts
SEED = 1941


def as_seen_by(game: Game, seat: str) -> Game:
    """A game that agrees with all that the seat may know, and says nothing more."""
    if nothing_is_hidden(game):
        return game
    return imagine(view(game, seat, since=len(game.entries)), game.ruleset, Random(SEED))


def nothing_is_hidden(game: Position) -> bool:
    """Is every part of the state, as it stands now, known to every seat?"""
    schema = game.ruleset.schema
    rules = [column.visible for column in schema.columns]
    rules += [item.visible for item in schema.fields] + [item.visible for item in schema.quantities]
    if any(visible is not public for visible in rules):
        return False
    procedures = game.ruleset.procedures
    return not any(
        procedures[frame.procedure].private
        or frame.seen_by is not None
        or (frame.pending is not None and frame.pending.kind == "secret")
        for frame in game.state.frames
    )
