"""fa:2.3.1.2, 11.13, 11.14.2 Flying boats on lakes, rebases over any sea and onto ice, the zeppelin that brings supplies."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.things import PLACE, board_of, counter_of
from worldfire.rules.s02_4_supply import flight_supply_violation
from worldfire.rules.s08_weather import AT_HOME_ON_A_LAKE, lakes_frozen
from worldfire.rules.s11_04_5_naval_transport import has_headquarters
from worldfire.rules.s11_16_off_transports import takes_aircraft_ashore
from worldfire.rules.s11_16_rebase import rebase_violation
from worldfire.rules.s14_1_range import hexes_in_play, landing_ground, seas_with_enemies
from worldfire.rules.s14_2_missions import may_carry
from worldfire.tables.counters import AirAbility, AirCounter, AirType


def _is_flying_boat(game: Position, thing: int) -> bool:
    return AirAbility.FLYING_BOAT in counter_of(game, thing).abilities


def _lakes(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(place for place, kind in enumerate(board_of(ruleset).tables.kind) if kind == "lake")


@rule("fa:2.3.1.2")
def lakes_too(usual: Callable[[Position, int], frozenset[int]], game: Position, thing: int) -> frozenset[int]:
    """A flying boat comes down on a lake, frozen or not; where it is based at all `zones` knows."""
    ground = usual(game, thing)
    return ground | (game.ruleset.once(_lakes) & hexes_in_play(game)) if _is_flying_boat(game, thing) else ground


@rule("fa:2.3.1.2", "fa:8.2.1.3")
def stays_when_it_thaws(game: Position, thing: int) -> bool:
    """Only land units leave a lake that is not frozen any more."""
    return isinstance(counter_of(game, thing), AirCounter)


@rule("fa:2.3.1.2")
def ice_violation(game: Position, thing: int) -> Violation | None:
    """A flying boat flies no mission, a rebase among them, from a frozen lake; it may go by rail."""
    place = game.state[PLACE][thing]
    if _is_flying_boat(game, thing) and place in game.ruleset.once(_lakes) and lakes_frozen(game, place):
        return refused("fa:2.3.1.2", "flying-boat-held-by-ice", unit=Thing(thing), place=Place(place))
    return None


def no_mission_from_ice(
    usual: Callable[[Position, int], Violation | None], game: Position, unit: int
) -> Violation | None:
    return ice_violation(game, unit) or usual(game, unit)


def no_rebase_from_ice(
    usual: Callable[[Position, int], Violation | None], game: Position, aircraft: int
) -> Violation | None:
    return ice_violation(game, aircraft) or usual(game, aircraft)


@rule("fa:11.13")
def any_sea_is_safe(game: Position, power: int) -> frozenset[str]:
    """At triple range only land must be friendly."""
    return frozenset()


@rule("fa:11.13")
def any_port_will_do(game: Position, aircraft: int, place: int) -> bool:
    """Ice closes a port to ships, and aircraft fly into it."""
    return place in ground_of(game).ports or has_headquarters(game, aircraft, place)


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
        landing_ground.wrapped_by(lakes_too),
        AT_HOME_ON_A_LAKE.attach(stays_when_it_thaws),
        flight_supply_violation.wrapped_by(no_mission_from_ice),
        rebase_violation.wrapped_by(no_rebase_from_ice),
        seas_with_enemies.replaced_by(any_sea_is_safe),
        takes_aircraft_ashore.replaced_by(any_port_will_do),
        may_carry.replaced_by(zeppelin_carries),
    ),
)
