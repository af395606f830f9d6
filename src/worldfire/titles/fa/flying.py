"""fa:11.13, 11.14.2 Rebasing over any sea, and the zeppelin that brings supplies."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.things import counter_of
from worldfire.rules.s14_1_range import seas_with_enemies
from worldfire.rules.s14_2_missions import may_carry
from worldfire.tables.counters import AirAbility, AirCounter, AirType


@rule("fa:11.13")
def any_sea_is_safe(game: Position, power: int) -> frozenset[str]:
    """At triple range only land must be friendly."""
    return frozenset()


@rule("fa:11.14.2")
def zeppelin_carries(game: Position, thing: int, mission: str) -> bool:
    """The one with the white range circle flies a reorganisation point to where it is needed."""
    counter = counter_of(game, thing)
    return (
        isinstance(counter, AirCounter)
        and counter.type is AirType.ZEPPELIN
        and AirAbility.WHITE_RANGE_CIRCLE in counter.abilities
    )


MODULE = Module(
    changes=(
        seas_with_enemies.replaced_by(any_sea_is_safe),
        may_carry.replaced_by(zeppelin_carries),
    ),
)
