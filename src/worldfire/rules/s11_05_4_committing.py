"""11.5.4 Committing units to a naval combat: who is in the sea area, and who of them takes part.

A side's force is what it has there: ships and aircraft by their numbers, and stacks of convoy points. Whoever is at war with
nobody on the other side who takes part takes no part himself (9.8), so that both forces are found together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.forces.enmity import at_war, unit_at_war
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, counter_of, sea_of_section
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NOBODY, power_of, seat_of, side_of_power
from worldfire.rules.s02_1_sea_areas import at_sea_of_side
from worldfire.rules.s02_3_stacking import naval_units_of_convoys
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_04_naval_units import (
    DAMAGED_CONVOY_POINTS,
    Sailor,
    convoy_points_of,
    naval_counter,
    whose_convoys,
)
from worldfire.rules.s11_04_under_way import NavalCombat
from worldfire.rules.s11_05_5_search import NO_FLYING
from worldfire.rules.s13_04_return_to_base import ReturnToBase
from worldfire.tables.counters import NavalCounter, NavalType


class Stack(msgspec.Struct, frozen=True):
    """Convoy points of a power in a section that have suffered the same: damage, and half an abort in this round."""

    power: int
    place: int
    points: int
    damaged: bool = False
    shaken: bool = False

    def of(self, points: int) -> Stack:
        """So many of them."""
        return msgspec.structs.replace(self, points=points)

    @property
    def sailor(self) -> Sailor:
        return Sailor(NOBODY, self.power, self.points, self.damaged)


class Force(msgspec.Struct, frozen=True):
    """Ships and aircraft, and convoy points."""

    units: tuple[int, ...] = ()
    convoys: tuple[Stack, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.units and not self.convoys

    @property
    def convoy_points(self) -> int:
        return sum(stack.points for stack in self.convoys)


#: the forces of side 0 and of side 1
Forces = tuple[Force, Force]
NO_FORCES: Forces = (Force(), Force())


# ------------------------------------------------------------------------------------------------------- who is there


@rule("11.5.1", "13.4")
def present(game: Position, combat: NavalCombat, side: int) -> Force:
    """All of the side's ships, aircraft and convoy points in the sea area.

    At the end of a turn those are left out who are about to return to base, unless they were intercepted.
    """
    units = [unit for there in at_sea_of_side(game, combat.sea, side) for unit in (*there.ships, *there.aircraft)]
    stacks = list(_stacks(game, combat.sea, side))
    if not combat.last_call:
        return Force(tuple(units), tuple(stacks))
    home = game.enclosing(ReturnToBase)
    leaving = {(power, place): points for power, place, points in home.convoys}
    stayers = (_stayers(stack, leaving) for stack in stacks)
    return Force(
        tuple(unit for unit in units if unit not in home.homeward), tuple(stack for stack in stayers if stack.points)
    )


def _stayers(stack: Stack, leaving: dict[tuple[int, int], int]) -> Stack:
    return stack if stack.damaged else stack.of(max(0, stack.points - leaving.get((stack.power, stack.place), 0)))


def _stacks(game: Position, sea: str, side: int) -> Iterator[Stack]:
    for power, place, _ in sorted(game.state.amounts(CONVOY_POINTS)):
        if side_of_power(game, power) == side and sea_of_section(game, place) == sea:
            damaged = game.state.amount(DAMAGED_CONVOY_POINTS, power, place)
            whole = convoy_points_of(game, power, place) - damaged
            yield from (
                stack for stack in (Stack(power, place, whole), Stack(power, place, damaged, True)) if stack.points
            )


# ------------------------------------------------------------------------------------------------- who may take part


#: 13.3.2: units that take part in a combat without being at war. (game, unit, enemies)
TAKES_PART = AnyOf[[int, Force]]("11.5.4 takes part without being at war")


@clause("11.5.4", "9.8")
def fights(game: Position, unit: int, enemies: Force) -> bool:
    """Is the unit at war with any of these?"""
    own = power_of(game, unit)
    powers = {_whose(game, stack) for stack in enemies.convoys} | {power_of(game, enemy) for enemy in enemies.units}
    if any(unit_at_war(game, unit, power) for power in powers):
        return True
    return any(unit_at_war(game, enemy, own) for enemy in enemies.units)


@clause("11.5.4", "9.8")
def convoys_fight(game: Position, power: int, enemies: Force) -> bool:
    if any(unit_at_war(game, enemy, power) for enemy in enemies.units):
        return True
    return any(at_war(game, power, _whose(game, stack)) for stack in enemies.convoys)


def _whose(game: Position, stack: Stack) -> int:
    return whose_convoys(game, stack.power, stack.place)


@rule("11.5.4", "9.8")
def at_war_with_each_other(game: Position, forces: Forces) -> Forces:
    """Those of both forces who are at war with somebody of the other one."""
    while True:
        left = (_those_who_fight(game, forces[0], forces[1]), _those_who_fight(game, forces[1], forces[0]))
        if left == forces:
            return forces
        forces = left


def _those_who_fight(game: Position, force: Force, enemies: Force) -> Force:
    return Force(
        tuple(unit for unit in force.units if fights(game, unit, enemies) or TAKES_PART(game, unit, enemies)),
        tuple(stack for stack in force.convoys if convoys_fight(game, _whose(game, stack), enemies)),
    )


def is_submarine_unit(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type is NavalType.SUB


def is_ship(game: Position, unit: int) -> bool:
    return isinstance(counter_of(game, unit), NavalCounter)


def can_take_part(game: Position, combat: NavalCombat) -> Forces:
    """Everybody there who could be committed, submarines among them; aircraft are not in storm or blizzard."""

    def able(side: int) -> Force:
        there = present(game, combat, side)
        units = (
            unit
            for unit in there.units
            if is_ship(game, unit) or weather_at(game, game.state[PLACE][unit]) not in NO_FLYING
        )
        return Force(tuple(units), there.convoys)

    return at_war_with_each_other(game, (able(0), able(1)))


@rule("11.5.4")
def committed(game: Position, combat: NavalCombat, submarines: tuple[bool, bool]) -> Forces:
    """Everybody who can be must be; a side's submarines all or not at all."""
    able = can_take_part(game, combat)
    return at_war_with_each_other(
        game, (_without_submarines(game, able[0], submarines[0]), _without_submarines(game, able[1], submarines[1]))
    )


def _without_submarines(game: Position, force: Force, are_committed: bool) -> Force:
    if are_committed:
        return force
    return Force(tuple(unit for unit in force.units if not is_submarine_unit(game, unit)), force.convoys)


@rule("11.5.4")
def who_commits_submarines(game: Position, combat: NavalCombat, side: int) -> tuple[str, ...]:
    """The player with the most submarine factors decides for all of the side's; nobody, if it has none there."""
    return most_submarine_factors(game, can_take_part(game, combat)[side].units)


@rule("11.5.4")
def most_submarine_factors(game: Position, units: Iterable[int]) -> tuple[str, ...]:
    """Whoever has the most factors of submarines among these; several if they have equally many."""
    factors: dict[str, int] = {}
    for unit in units:
        if is_submarine_unit(game, unit):
            seat = seat_of(game, unit)
            factors[seat] = factors.get(seat, 0) + naval_counter(game, unit).attack
    most = max(factors.values(), default=0)
    return tuple(seat for seat, number in factors.items() if number == most)


# --------------------------------------------------------------------------------------------------------- what they are


def in_section(game: Position, force: Force, section: int) -> Force:
    return Force(
        tuple(unit for unit in force.units if game.state[PLACE][unit] == section),
        tuple(stack for stack in force.convoys if stack.place == section),
    )


def sections_of(game: Position, force: Force) -> tuple[int, ...]:
    """The sections that it occupies, lowest first."""
    places = {game.state[PLACE][unit] for unit in force.units} | {stack.place for stack in force.convoys}
    return tuple(sorted(places))


def ships_of(game: Position, force: Force) -> tuple[int, ...]:
    return tuple(unit for unit in force.units if is_ship(game, unit))


@rule("11.5.8", "11.5.10")
def count_ships(game: Position, force: Force) -> int:
    """Naval units, and convoy points by the number that makes a unit."""
    return len(ships_of(game, force)) + naval_units_of_convoys(game, force.convoy_points)


def powers_of_force(game: Position, force: Force) -> tuple[int, ...]:
    powers = {power_of(game, unit) for unit in force.units} | {stack.power for stack in force.convoys}
    return tuple(sorted(powers))


def seats_of_force(game: Position, force: Force) -> tuple[str, ...]:
    """Whose units these are."""
    seats = [seat_of(game, unit) for unit in force.units]
    return _in_order(game, (*seats, *(seat_of_power(game, stack.power) for stack in force.convoys)))


def _in_order(game: Position, seats: Iterable[str]) -> tuple[str, ...]:
    there = set(seats)
    return tuple(seat for seat in game.seats if seat in there)


MODULE = Module(seams=(TAKES_PART,))
