"""Units of a major power itself, and those of minor countries that it leads."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import nations_of
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES


def is_of_a_major(game: Position, unit: int) -> bool:
    """Is it a major power's own unit, from whichever of its home countries?"""
    name = game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]]
    return nations_of(game).country_of_home(name) in ground_of(game).majors
