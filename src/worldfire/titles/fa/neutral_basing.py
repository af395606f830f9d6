"""2.4.3 Neutral basing: ships in the port of a country that is not in the war disturb nobody there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import is_active
from worldfire.forces.who import COUNTRY_NAMES, POWER, POWER_NAMES, SIDE, power_of
from worldfire.rules.s02_3_stacking import naval_units, together_violation


@rule("fa:2.4.3")
def guests_are_ignored(
    usual: Callable[[Position, tuple[int, ...]], Violation | None], game: Position, units: tuple[int, ...]
) -> Violation | None:
    """Where a neutral power has units, ships of another in the same port are nobody's concern, nor are its own theirs."""
    found = usual(game, units)
    if found is None or not naval_units(game, units):
        return found
    ships = {*naval_units(game, units)}
    for one, other in combinations(units, 2):
        neutral = not (is_active(game, power_of(game, one)) and is_active(game, power_of(game, other)))
        if neutral and (one in ships or other in ships):
            continue
        found = usual(game, (one, other))
        if found is not None:
            return found
    return None


#: who is at war with a major power
ACTIVITY = (AT_WAR, POWER, SIDE, COUNTRY_NAMES, POWER_NAMES)

MODULE = Module(changes=(together_violation.wrapped_by(guests_are_ignored, reads=ACTIVITY),))
