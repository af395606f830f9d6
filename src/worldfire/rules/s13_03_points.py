"""13.3.2, 13.3.3 Points of entry and tension as markers: one for each ten, and another on a die for what is left over."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position

POINTS_OF_A_MARKER = Figure("points of US entry or tension for a marker", "13.3.3")


@rule("13.3.2", "13.3.3")
def markers_for(game: Position, points: int, die: int) -> int:
    """One for each ten points, one more if the die is not above what is left over."""
    whole, rest = divmod(points, POINTS_OF_A_MARKER(game))
    return whole + (die <= rest)


def needs_a_die(game: Position, points: int) -> bool:
    return points % POINTS_OF_A_MARKER(game) > 0
