"""fa:14.4 The border of the Central Powers with Russia, where their garrisons stand (fa:9.2.1)."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.forces.turn import controls
from worldfire.rules.s09_02_pacts import near_the_border
from worldfire.titles.fa.civil_war.factions import SECTION, soil


@rule(SECTION, "fa:9.2.1", "fa:15.2")
def border_with_russia(game: Position, power: int) -> tuple[int, ...]:
    """What the power holds near Russian soil; lands that it absorbs are still part of that."""
    land = soil(game)
    near = near_the_border(game, sorted(land)) - land
    return tuple(place for place in sorted(near) if controls(game, power, place))
