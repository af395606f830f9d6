"""Units of a major power itself, and those of minor countries that it leads."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.who import COUNTRY
from worldfire.rules.s18_1_cooperation import is_minor_country


def is_of_a_major(game: Position, unit: int) -> bool:
    """Is it a major power's own unit, from whichever of its home countries or territories?"""
    return not is_minor_country(game, game.state[COUNTRY][unit])
