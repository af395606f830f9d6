"""Option 5, Ships in Flames: single ships in place of fleets. So far its clauses on stacking (2.3.1)."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Attach, Option
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, MINOR_PORT_LIMIT


@rule("2.3.1")
def ships_in_a_minor_port(game: Game, limit: int) -> int:
    """4 naval units, as each is half of a fleet."""
    return 4


@rule("2.3.1")
def convoy_points_a_ship(game: Game, points: int) -> int:
    """3 convoy points, or part thereof, are one naval unit."""
    return 3


OPTION = Option(
    key="5",
    name="Ships in Flames",
    kit="SiF",
    attaches=(
        Attach(MINOR_PORT_LIMIT, ships_in_a_minor_port),
        Attach(CONVOY_POINTS_A_UNIT, convoy_points_a_ship),
    ),
)
