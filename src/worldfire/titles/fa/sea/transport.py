"""fa:11.3.4 Naval transport: two small units in place of a corps, divisions on warships, and what no AMPH carries."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.things import aboard, counter_of, things_at
from worldfire.rules.s11_04_5_naval_transport import (
    cargo_violation,
    full_violation,
    invades_from,
    is_transport,
    needs_no_quay,
)
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_15_2_shore_bombardment import BOMBARDS
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalType, Size
from worldfire.titles.fa.gearing import INFANTRY

_SECTION = "fa:11.3.4.1"
#: what no AMPH carries, besides aircraft
_NOT_BY_AMPH = frozenset({LandType.ARM, LandType.MECH, LandType.CAV, LandType.ART, LandType.AT})

SMALL_UNITS = Figure("divisions or artillery that a transport carries", _SECTION)


def _is_small(game: Position, unit: int) -> bool:
    """A division, or artillery."""
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and (counter.size is Size.DIVISION or counter.type is LandType.ART)


@rule(_SECTION, "fa:11.3.4.2", "fa:11.10")
def is_infantry_division(game: Position, unit: int) -> bool:
    """Of the infantry class, motorised or not."""
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is Size.DIVISION and counter.gearing == INFANTRY


@rule(_SECTION)
def goes_aboard_warships(game: Position, unit: int) -> bool:
    return is_infantry_division(game, unit) and counter_of(game, unit).type is not LandType.MOT


@rule(_SECTION)
def carries_units(game: Position, ship: int) -> bool:
    """TRS, AMPH, and surface combat ships for a division."""
    return naval_counter(game, ship).type in (NavalType.TRS, NavalType.AMPH, NavalType.SCS)


@rule(_SECTION)
def not_for_this_ship(game: Position, unit: int, ship: int) -> Violation | None:
    if not is_transport(game, ship):
        return refused(_SECTION, "not-a-transport", transport=Thing(ship))
    counter, carrier = counter_of(game, unit), naval_counter(game, ship).type
    if not isinstance(counter, LandCounter | AirCounter):
        return refused(_SECTION, "cargo-not-carried", unit=Thing(unit), transport=Thing(ship))
    if carrier is NavalType.SCS and not goes_aboard_warships(game, unit):
        return refused(_SECTION, "warships-carry-divisions", unit=Thing(unit), transport=Thing(ship))
    if carrier is NavalType.AMPH and (isinstance(counter, AirCounter) or counter.type in _NOT_BY_AMPH):
        return refused(_SECTION, "amph-does-not-carry-it", unit=Thing(unit), transport=Thing(ship))
    return None


@rule(_SECTION)
def no_room_aboard(game: Position, unit: int, ship: int, taken: tuple[int, ...]) -> Violation | None:
    """One corps or aircraft, or two small units; a warship takes one."""
    there = (*things_at(game, aboard(ship)), *taken)
    most = 1 if naval_counter(game, ship).type is NavalType.SCS else SMALL_UNITS(game)
    if not there or (len(there) < most and all(_is_small(game, each) for each in (unit, *there))):
        return None
    return refused(_SECTION, "transport-has-cargo", transport=Thing(ship))


@rule("fa:11.3.4.2")
def infantry_divisions_need_no_quay(
    usual: Callable[[Position, int, int], bool], game: Position, unit: int, ship: int
) -> bool:
    return is_infantry_division(game, unit) or usual(game, unit, ship)


@rule("fa:11.11", _SECTION)
def divisions_invade_from_warships(
    usual: Callable[[Position, int], tuple[str, ...]], game: Position, unit: int
) -> tuple[str, ...]:
    ships = usual(game, unit)
    return (*ships, str(NavalType.SCS)) if goes_aboard_warships(game, unit) else ships


@rule(_SECTION)
def laden_ships_do_not_bombard(game: Position, ship: int, place: int) -> Violation | None:
    if things_at(game, aboard(ship)):
        return refused(_SECTION, "laden-ship-does-not-bombard", unit=Thing(ship))
    return None


MODULE = Module(
    changes=(
        is_transport.replaced_by(carries_units),
        cargo_violation.replaced_by(not_for_this_ship),
        full_violation.replaced_by(no_room_aboard),
        needs_no_quay.wrapped_by(infantry_divisions_need_no_quay),
        BOMBARDS.attach(laden_ships_do_not_bombard),
        invades_from.wrapped_by(divisions_invade_from_warships),
    ),
)
