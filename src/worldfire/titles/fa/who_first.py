"""Which side acts first, step by step: it is not always the same (3.1).

The side with the initiative keeps it until the next initiative stage: so in the reinforcement stage it is that of last turn.
In an impulse the side whose impulse it is comes first; what the two sides do at the end of the turn stands in this table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.forces.situation import FIRST_SIDE
from worldfire.forces.turn import INITIATIVE_SIDE, other_side
from worldfire.forces.who import NOBODY


class First(StrEnum):
    HOLDER = "the side with the initiative"
    OTHER = "the side without the initiative"
    FIRST_SIDE = "the side that moves first this turn"


class Order(NamedTuple):
    first: First
    section: str


WHO_FIRST: Mapping[str, Order] = {
    "reinforcements": Order(First.HOLDER, "4.2"),
    "weather": Order(First.FIRST_SIDE, "8"),
    "partisans": Order(First.HOLDER, "13.1.1"),
    "return to base": Order(First.HOLDER, "13.3"),
    "morale": Order(First.OTHER, "13.5.7"),
    "subversion": Order(First.OTHER, "15.2"),
    "political points": Order(First.HOLDER, "15"),
    "bonus influence": Order(First.HOLDER, "15.1"),
    "tied influence": Order(First.OTHER, "15.1"),
    "rebels": Order(First.OTHER, "15.2"),
    "trade agreements": Order(First.HOLDER, "15.2"),
    "concessions": Order(First.HOLDER, "15.2.1"),
    "spies": Order(First.HOLDER, "15.2"),
}


@rule("fa:3.1")
def sides_in_order(game: Position, what: str) -> tuple[int, int]:
    """Both sides, the one first that the table names."""
    order = WHO_FIRST[what].first
    holder = game.state.get(FIRST_SIDE if order is First.FIRST_SIDE else INITIATIVE_SIDE)
    first = other_side(holder) if order is First.OTHER else holder
    return first, other_side(first)


def next_side(game: Position, what: str, done: Collection[int]) -> int:
    """The next of them that has not had its turn; NOBODY: both have."""
    return next((side for side in sides_in_order(game, what) if side not in done), NOBODY)


@dataclass(frozen=True)
class EachSide:
    """Both sides in the order of the table, of which only those are asked that have a choice.

    A procedure keeps in its locals which have had their turn; whoever is before them in the order has none any more.
    """

    what: str
    has_choice: Callable[[Position, int], bool]

    def next(self, game: Position, done: Collection[int]) -> int:
        """Whose turn it is; NOBODY when no side is left with a choice."""
        order = sides_in_order(game, self.what)
        through = max((order.index(side) + 1 for side in done), default=0)
        return next((side for side in order[through:] if self.has_choice(game, side)), NOBODY)
