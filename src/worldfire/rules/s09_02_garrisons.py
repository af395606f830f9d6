"""9.2 Garrison values: what a unit is worth where a pact, partisans (13.1.1) or a conquest (13.7.1) ask for its presence."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of
from worldfire.forces.who import side_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.tables.counters import LandAbility, LandCounter, LandType, NavalCounter, Size


@clause("9.2", "9.2/garrison values", "13.1.1")
def garrison_value(game: Position, unit: int) -> Fraction:
    """Only face-up land units and aircraft out of enemy zones of control have one."""
    counter = counter_of(game, unit)
    place = game.state[PLACE][unit]
    if isinstance(counter, NavalCounter) or game.state[FACE_DOWN][unit]:
        return Fraction(0)
    if isinstance(counter, LandCounter) and counter.size is Size.FACILITY:
        return Fraction(0)
    if in_enemy_zoc(game, place, side_of(game, unit)):
        return Fraction(0)
    value: Fraction = game.ruleset.tables.source.chart("garrison_values").number(_row_of(counter), "value")
    return value


def _row_of(counter: object) -> str:
    if not isinstance(counter, LandCounter):
        return "other"
    if counter.type is LandType.PART:
        return "partisan or carrier plane"
    if counter.size is Size.DIVISION:
        return "division or artillery"
    strong = counter.type in (LandType.HQ_A, LandType.ARM, LandType.MECH, LandType.MTN)
    return "HQ-A, ARM, MECH, MTN or SS" if strong or LandAbility.SS in counter.abilities else "other"
