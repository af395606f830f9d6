"""13.6.4 Lend lease: foreign aircraft that change hands.

Striped units wait in the lend lease pool until their source gives up its own of the same make. Build points themselves are
promised in the lending stage (5) and carried over the sea (13.6.1).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Power
from worldfire.forces.nations import stands_apart
from worldfire.forces.pools import FORCE_POOL, LEND_LEASE_POOL, REMOVED, named_place, pool_of
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of, move, place_index, place_name, things_at
from worldfire.forces.turn import is_active, power_name, seat_of_power
from worldfire.forces.who import NOBODY, power_named, power_of
from worldfire.tables.counters import AirCounter

#: the consent that a source gives for its aircraft
LEND_AIRCRAFT = Permission("lend aircraft", "13.6.4")


class ForeignUnitBorrowed(Event, frozen=True):
    """A striped unit joins the force pools, and the source's own goes to the lend lease pool for it."""

    thing: ThingId
    unit: ThingId


class ForeignUnitTakenBack(Event, frozen=True):
    thing: ThingId
    unit: ThingId


# ------------------------------------------------------------------------------------------------------- foreign aircraft


def _source_unit(game: Position, striped: int, places: tuple[int, ...] | None) -> int:
    """The source's unit of the same designation with the borrower's colour on its back, NOBODY if it is not there."""
    counter = counter_of(game, striped)
    assert isinstance(counter, AirCounter)
    for unit, place in enumerate(game.state[PLACE]):
        other = counter_of(game, unit)
        if not isinstance(other, AirCounter) or other.power != counter.lend_lease_from:
            continue
        if other.designation == counter.designation and counter.power in other.lend_lease_to:
            there = place_name(game, place).startswith(FORCE_POOL) if places is None else place in places
            if there:
                return unit
    return NOBODY


@clause("13.6.4/foreign aircraft and naval units")
def may_borrow(game: Position, power: int) -> tuple[int, ...]:
    """Striped units that the power may move to its force pools now: it is active and the source agrees."""
    pool = named_place(game, LEND_LEASE_POOL)
    if pool is None or not is_active(game, power):
        return ()
    if stands_apart(game, power):
        return ()
    return tuple(
        unit
        for unit in things_at(game, pool)
        if power_of(game, unit) == power and _source_agrees(game, unit) and _source_unit(game, unit, None) != NOBODY
    )


def _source_agrees(game: Position, striped: int) -> bool:
    counter = counter_of(game, striped)
    assert isinstance(counter, AirCounter)
    source = power_named(game, counter.lend_lease_from)
    if source == NOBODY:
        return False
    giver, taker = seat_of_power(game, source), seat_of_power(game, power_of(game, striped))
    return LEND_AIRCRAFT.granted(game, giver, taker)


@rule("13.6.4/foreign aircraft and naval units")
def may_take_back(game: Position, power: int) -> tuple[int, ...]:
    """Striped units in a force pool or out of the game whose source is this power: its own is in the lend lease pool."""
    pool = named_place(game, LEND_LEASE_POOL)
    return () if pool is None else tuple(striped for striped, _ in _lent(game, power, pool))


def _lent(game: Position, power: int, pool: int) -> Iterator[tuple[int, int]]:
    own = [unit for unit in things_at(game, pool) if power_of(game, unit) == power]
    if not any(_colours(game, unit) for unit in own):
        return
    for striped, place in enumerate(game.state[PLACE]):
        counter = counter_of(game, striped)
        if isinstance(counter, AirCounter) and counter.lend_lease_from == power_name(game, power):
            name = place_name(game, place)
            source = _source_unit(game, striped, (pool,))
            if source != NOBODY and (name == REMOVED or name.startswith(FORCE_POOL)):
                yield striped, source


def _colours(game: Position, unit: int) -> tuple[str, ...]:
    """Powers whose colours stand on the back of the unit."""
    counter = counter_of(game, unit)
    return counter.lend_lease_to if isinstance(counter, AirCounter) else ()


class ForeignUnits(msgspec.Struct):
    """The power that borrows and takes back."""

    power: int


def _borrow_shape(game: Position, foreign: ForeignUnits, seat: str) -> Shape | Violation:
    units = may_borrow(game, foreign.power)
    return Set(units, 0, len(units))


def _borrow(game: Game, foreign: ForeignUnits, seat: str, noun: Noun) -> Control:
    for unit in noun:
        source = _source_unit(game, unit, None)
        if source == NOBODY:  # another of the same make has been taken for it
            continue
        move(game, unit, pool_of(game, unit))
        move(game, source, place_index(game, LEND_LEASE_POOL))
        game.say(ForeignUnitBorrowed(thing=unit, unit=source))
    return None


BORROW = Verb("borrow-aircraft", "13.6.4", _borrow, _borrow_shape, items=Thing)


@step("13.6.4", BORROW, also=("13.6.4/foreign aircraft and naval units",))
def borrow_aircraft(game: Game, foreign: ForeignUnits) -> Control:
    if not may_borrow(game, foreign.power):
        return None
    seat = seat_of_power(game, foreign.power)
    return one(seat, BORROW, rule="13.6.4", prompt="borrow-aircraft", power=Power(foreign.power))


def _take_back_shape(game: Position, foreign: ForeignUnits, seat: str) -> Shape | Violation:
    units = may_take_back(game, foreign.power)
    return Set(units, 0, len(units))


def _take_back(game: Game, foreign: ForeignUnits, seat: str, noun: Noun) -> Control:
    """The striped unit waits again, unless it has been scrapped; the source's own can be built."""
    pool = place_index(game, LEND_LEASE_POOL)
    for unit in noun:
        source = _source_unit(game, unit, (pool,))
        if source == NOBODY:
            continue
        move(game, source, pool_of(game, source))
        game.write(FACE_DOWN, source, 0)
        if place_name(game, game.state[PLACE][unit]) != REMOVED:
            move(game, unit, pool)
        game.say(ForeignUnitTakenBack(thing=unit, unit=source))
    return None


TAKE_BACK = Verb("take-back-aircraft", "13.6.4", _take_back, _take_back_shape, items=Thing)


@step("13.6.4/foreign aircraft and naval units", TAKE_BACK)
def take_back_aircraft(game: Game, foreign: ForeignUnits) -> Control:
    if not may_take_back(game, foreign.power):
        return None
    seat = seat_of_power(game, foreign.power)
    return one(seat, TAKE_BACK, rule="13.6.4", prompt="take-back-aircraft", power=Power(foreign.power))


FOREIGN_UNITS = procedure("foreign aircraft", "13.6.4", borrow_aircraft, take_back_aircraft, locals=ForeignUnits)


MODULE = Module(procedures=(FOREIGN_UNITS,), permissions=(LEND_AIRCRAFT,))
