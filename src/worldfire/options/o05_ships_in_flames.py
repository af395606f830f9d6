"""Option 5, Ships in Flames: single ships in place of fleets. So far stacking (2.3.1) and what ships cost (13.6.5)."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Option
from worldfire.forces.things import counter_of
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, MINOR_PORT_LIMIT
from worldfire.rules.s13_06_production import COST
from worldfire.tables.counters import NavalType


@rule("2.3.1")
def ships_in_a_minor_port(game: Game, limit: int) -> int:
    """4 naval units, as each is half of a fleet."""
    return 4


@rule("2.3.1")
def convoy_points_a_ship(game: Game, points: int) -> int:
    """3 convoy points, or part thereof, are one naval unit."""
    return 3


@rule("13.6.5/option 5 cv cost")
def carriers_with_planes(game: Game, cost: int, unit: int) -> int:
    """Without carrier planes of their own (option 45) each cycle and each repair of a CV costs 1 more."""
    return cost + (counter_of(game, unit).type is NavalType.CV)


OPTION = Option(
    key="5",
    name="Ships in Flames",
    kit="SiF",
    changes=(
        MINOR_PORT_LIMIT.attach(ships_in_a_minor_port),
        CONVOY_POINTS_A_UNIT.attach(convoy_points_a_ship),
        COST.attach(carriers_with_planes),
    ),
)
