"""Where Fatal Alliances answers otherwise than the common book. So far three answers; the Great War itself comes later."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.rules.s02_4_supply import defence_out_of_supply
from worldfire.rules.s11_10_6_overrun import overrun_violation
from worldfire.rules.s14_air_combat import AirCombat, backing_strength
from worldfire.tables.counters import LandCounter

#: what each fighter behind the front one adds, in tenths
A_POINT = 10
#: what a white-print corps defends with (2.4.4.1)
TWO_FACTORS = 2


@rule("fa:2.4.4.1")
def two_factors(
    usual: Callable[[Game, int, LandCounter], int | None], game: Game, unit: int, counter: LandCounter
) -> int | None:
    """A white-print corps that is face-down and out of supply defends with 2 factors; anything else as usual with 1."""
    factors = usual(game, unit, counter)
    return None if factors is None else min(factors, TWO_FACTORS)


@rule("fa:11.9.6")
def land_units_stand(game: Game, units: tuple[int, ...], place: int, *, set_out_in_supply: bool = True) -> Violation:
    """Land units are never overrun, only aircraft and ships."""
    return refused("fa:11.9.6", "land-units-are-not-overrun", place=Place(place))


@rule("fa:16.3.2.1")
def a_point_for_each(game: Game, combat: AirCombat, thing: int) -> int:
    """Every fighter behind the front one adds a whole point, however good it is."""
    return A_POINT


MODULE = Module(
    changes=(
        defence_out_of_supply.wrapped_by(two_factors),
        overrun_violation.replaced_by(land_units_stand),
        backing_strength.replaced_by(a_point_for_each),
    ),
)
