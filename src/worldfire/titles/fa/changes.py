"""Where Fatal Alliances answers otherwise than the common book. So far three answers; the Great War itself comes later."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.rules.s11_10_6_overrun import overrun_violation
from worldfire.rules.s13_07_5_liberation import units_that_return
from worldfire.rules.s14_air_combat import AirCombat, backing_strength

#: what each fighter behind the front one adds, in tenths
A_POINT = 10


@rule("fa:11.9.6")
def land_units_stand(game: Game, units: tuple[int, ...], place: int, *, set_out_in_supply: bool = True) -> Violation:
    """Land units are never overrun, only aircraft and ships."""
    return refused("fa:11.9.6", "land-units-are-not-overrun", place=Place(place))


@rule("fa:16.3.2.1")
def a_point_for_each(game: Game, combat: AirCombat, thing: int) -> int:
    """Every fighter behind the front one adds a whole point, however good it is."""
    return A_POINT


@rule("fa:13.6.3.1")
def all_return(game: Game, count: int) -> int:
    """Everything that a liberated country has lost comes back."""
    return count


MODULE = Module(
    changes=(
        units_that_return.replaced_by(all_return),
        overrun_violation.replaced_by(land_units_stand),
        backing_strength.replaced_by(a_point_for_each),
    ),
)
