"""Option 8, tank busters: aircraft whose tactical factor stands in a red circle (11.8, 11.15.4)."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.things import counter_of
from worldfire.options.o08_planes_in_flames.abilities import has
from worldfire.rules.s11_08_ground_strike import MORE_DICE
from worldfire.rules.s11_15_4_ground_support import SupportOf, support_of
from worldfire.tables.counters import AirAbility, LandType

TANKS = frozenset({LandType.MECH, LandType.ARM, LandType.HQ_A})


def _is_tank(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type in TANKS


@rule("11.8/the strike")
def another_die(game: Position, bomber: int, target: int) -> int:
    """One die more against MECH, ARM and HQ-A, beside those of surprise."""
    return int(has(game, bomber, AirAbility.TANK_BUSTER) and _is_tank(game, target))


@rule("11.15.4/support")
def doubled_against_tanks(
    usual: SupportOf, game: Position, bomber: int, place: int, enemies: tuple[int, ...]
) -> Fraction:
    """Twice the factors in ground support if any enemy unit of the combat is MECH, ARM or HQ-A."""
    factors = usual(game, bomber, place, enemies)
    busts = has(game, bomber, AirAbility.TANK_BUSTER) and any(_is_tank(game, unit) for unit in enemies)
    return 2 * factors if busts else factors


TANK_BUSTERS = Option(
    "8/tank-busters",
    "Tank busters",
    changes=(MORE_DICE.attach(another_die), support_of.wrapped_by(doubled_against_tanks)),
)
