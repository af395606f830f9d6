"""As many of several things as the rules allow together: two of five units where a hex holds two."""

from __future__ import annotations

from collections.abc import Sequence

from worldfire.engine.game import Game
from worldfire.engine.shapes import Item
from worldfire.forces.things import counter_of
from worldfire.tables.counters import LandCounter

#: said of a set that is only too small so far
_TOO_FEW = "noun-wrong-number"


def as_many(game: Game, seat: str, verb: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """All of them if they may; otherwise one after the other, the strongest units first."""
    if not game.why_not(verb, tuple(items), seat):
        return tuple(items)
    chosen: tuple[Item, ...] = ()
    for item in sorted(items, key=lambda item: -_strength(game, item)):
        against = game.why_not(verb, (*chosen, item), seat)
        if all(violation.key == _TOO_FEW for violation in against):
            chosen = (*chosen, item)
    return chosen


def _strength(game: Game, item: Item) -> int:
    counter = counter_of(game, item) if isinstance(item, int) else None
    return counter.strength or 0 if isinstance(counter, LandCounter) else 0
