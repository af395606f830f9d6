"""9.2 Neutrality pacts of the Great War: only one's own units count, facing does not matter, and old pacts bind nobody."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Power
from worldfire.forces.things import board_of, counter_of, things_at
from worldfire.forces.who import power_of
from worldfire.forces.zones import around
from worldfire.rules.s09_02_garrisons import garrison_value
from worldfire.rules.s09_02_pacts import (
    age_of_pact,
    breaks_freely,
    common_border,
    flights_give_cause,
    garrison_on,
    have_pact,
    leave_the_borders,
    near_the_border,
)
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s09_war import left_alone_violation
from worldfire.tables.counters import LandCounter, LandType, NavalCounter, Size
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.sides_at_war import DrawnIntoWar

#: the first turn in which a pact is broken without looking at garrisons, and how far a border reaches on the map of the world
_BINDS_NOBODY_FROM = Figure("turn of a pact from which on it binds nobody", "fa:9.2.3")
_WORLD_DEPTH = Figure("hexes of a common border on the World map", "fa:9.2.1")


@rule("fa:9.2.3")
def printed_value(game: Position, unit: int) -> Fraction:
    """A division half, a mountain unit two, a partisan nothing, anything else on land or in the air one; a fort is no unit."""
    counter = counter_of(game, unit)
    if isinstance(counter, NavalCounter):
        return Fraction(0)
    row = "other"
    if isinstance(counter, LandCounter):
        if counter.size is Size.FACILITY:
            return Fraction(0)
        if counter.type is LandType.PART:
            row = "partisan or carrier plane"
        elif counter.size is Size.DIVISION:
            row = "division or artillery"
        elif counter.type is LandType.MTN:
            row = "HQ-A, ARM, MECH, MTN or SS"
    value: Fraction = game.ruleset.tables.source.chart("garrison_values").number(row, "value")
    return value


@rule("fa:9.2.3", "fa:13.1.1")
def value_of_a_garrison(usual: Callable[[Position, int], Fraction], game: Position, unit: int) -> Fraction:
    """Against partisans only what is face-up and out of enemy zones of control, as usual."""
    return printed_value(game, unit) if usual(game, unit) else Fraction(0)


@rule("fa:9.2.2", "fa:9.2.3")
def own_units_on(game: Position, power: int, other: int) -> Fraction:
    """All land units and aircraft of the power itself on the common border, whichever way up; none of its minors'."""
    units = (unit for place in common_border(game, power, other) for unit in things_at(game, place))
    own = (unit for unit in units if power_of(game, unit) == power and is_of_a_major(game, unit))
    return sum((printed_value(game, unit) for unit in own), Fraction(0))


@rule("fa:9.2.1")
def three_hexes_or_one(
    usual: Callable[[Position, list[int]], frozenset[int]], game: Position, held: list[int]
) -> frozenset[int]:
    """Three hexes and hexdots in Europe, one on the map of the world."""
    large = ground_of(game).large
    return (usual(game, held) - large) | frozenset(around(board_of(game), held, _WORLD_DEPTH(game)))


@rule("fa:9.2.3")
def old_pacts_bind_nobody(game: Position, power: int, other: int) -> bool:
    """From the thirteenth turn on, even without a common border."""
    return age_of_pact(game, power, other) >= _BINDS_NOBODY_FROM(game)


@rule("fa:9.2.1", "fa:9.2.2")
def only_garrisons_and_time_do(game: Position) -> bool:
    """Whoever flies from whose hexes, pacts are broken with garrisons or by their age."""
    return False


@rule("fa:9.2.1", "fa:14.3", "fa:15.3.5")
def flags_keep_their_pacts(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, country: int
) -> Violation | None:
    """A major power that is a flag again after its surrender is treated like a minor country, but has its pacts."""
    own = own_power(game, country)
    if have_pact(game, power, own):
        return refused("fa:9.2.1", "pact-must-be-broken", power=Power(power), target_power=Power(own))
    return usual(game, power, country)


@rule("fa:9.2.1", "fa:9.3")
def allies_drawn_in_leave_the_borders(game: Game, event: DrawnIntoWar) -> None:
    """As whoever declares war himself."""
    leave_the_borders(game, event.power, event.target_power)
    leave_the_borders(game, event.target_power, event.power)


MODULE = Module(
    subscribes=((DrawnIntoWar, allies_drawn_in_leave_the_borders),),
    changes=(
        garrison_value.wrapped_by(value_of_a_garrison),
        garrison_on.replaced_by(own_units_on),
        near_the_border.wrapped_by(three_hexes_or_one),
        breaks_freely.replaced_by(old_pacts_bind_nobody),
        flights_give_cause.replaced_by(only_garrisons_and_time_do),
        left_alone_violation.wrapped_by(flags_keep_their_pacts),
    ),
)
