"""11.5.8 and 11.5.11 Aborting from a naval combat: units are turned face-down and return to base, and may be intercepted.

The owner sends them home port by port, together or in groups. A damaged one that gets there goes into the repair pool
(`s11_05_8_damage`); who has nowhere to go is lost (13.4.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import FLIGHT
from worldfire.forces.things import PLACE, aboard, sea_of_section, things_at, turn_face_down
from worldfire.forces.turn import seats_of_side
from worldfire.forces.who import seat_of
from worldfire.rules.s11_04_2_sailing import setting_out
from worldfire.rules.s11_04_naval_movement import may_order
from worldfire.rules.s11_04_naval_units import (
    DAMAGED_CONVOY_POINTS,
    Item,
    NavalUnit,
    Sailor,
    convoy_points_of,
    name_of_sailor,
    part_of_convoys_violation,
    place_of_item,
    sailor_of,
    seat_of_sailor,
    told,
)
from worldfire.rules.s11_04_under_way import NAVAL_MOVE, Voyage
from worldfire.rules.s11_04_voyages import Fleet, Voyages
from worldfire.rules.s11_05_4_committing import Force, Stack, is_ship
from worldfire.rules.s11_05_round import TargetName, sides_in_order
from worldfire.rules.s13_04_1_aircraft import reach_home
from worldfire.rules.s13_04_return_to_base import (
    each_base_with_room,
    finds_base,
    fleets_homeward,
    gathered_violation,
    homeward_violation,
    land_from_sea,
    lose_at_sea,
)
from worldfire.rules.s14_1_range import bases_in_range


class AbortedFromCombat(Event, frozen=True):
    """Naval units and aircraft leave a naval combat for a base."""

    units: tuple[TargetName, ...]


class Aborting(msgspec.Struct):
    """Who still has to leave the sea area; whoever is not there any more is past it."""

    sea: str
    force: Force
    last_call: bool = False


# ------------------------------------------------------------------------------------------------------- who has to leave


def _units(game: Position, abort: Aborting) -> tuple[int, ...]:
    return tuple(unit for unit in abort.force.units if sea_of_section(game, game.state[PLACE][unit]) == abort.sea)


def _sailors(game: Position, abort: Aborting) -> Iterator[tuple[Sailor, int]]:
    """Ships and convoy points that are still there, with the section where they are."""
    for unit in _units(game, abort):
        if is_ship(game, unit):
            yield Sailor(unit), game.state[PLACE][unit]
    for stack in abort.force.convoys:
        points = min(stack.points, _points_there(game, stack))
        if points:
            yield stack.of(points).sailor, stack.place


def _points_there(game: Position, stack: Stack) -> int:
    damaged = game.state.amount(DAMAGED_CONVOY_POINTS, stack.power, stack.place)
    return damaged if stack.damaged else convoy_points_of(game, stack.power, stack.place) - damaged


def _items(game: Position, abort: Aborting, seat: str) -> Iterator[Item]:
    for sailor, place in _sailors(game, abort):
        if seat_of_sailor(game, sailor) == seat:
            yield name_of_sailor(sailor, place)


def _aircraft(game: Position, abort: Aborting, seat: str) -> tuple[int, ...]:
    units = _units(game, abort)
    return tuple(unit for unit in units if not is_ship(game, unit) and seat_of(game, unit) == seat)


def _next_seat(game: Position, abort: Aborting) -> str:
    """The active side's players first."""
    first, second = sides_in_order(game)
    for seat in (*seats_of_side(game, first), *seats_of_side(game, second)):
        if _aircraft(game, abort, seat) or next(_items(game, abort, seat), None) is not None:
            return seat
    return ""


@step("11.5.8", also=("11.5.8/combat results", "11.5.11"))
def turn_them_down(game: Game, abort: Aborting) -> Control:
    """The units, and what they carry."""
    if abort.force.is_empty:
        return End()
    names = (*_units(game, abort), *(name_of_sailor(stack.sailor, stack.place) for stack in abort.force.convoys))
    game.say(AbortedFromCombat(units=names))
    for unit in _units(game, abort):
        turn_face_down(game, unit)
        for cargo in things_at(game, aboard(unit)):
            turn_face_down(game, cargo)
    return None


@step("11.5.8", also=("13.4.2",))
def next_to_leave(game: Game, abort: Aborting) -> Control:
    """Aircraft before ships, seat by seat; who can go nowhere is lost."""
    while seat := _next_seat(game, abort):
        if any(finds_base(game, unit) for unit in _aircraft(game, abort, seat)):
            return Goto("fly_away")
        if next(_fleets(game, abort, seat), None) is not None:
            return Goto("sail_away")
        _lose_the_rest(game, abort, seat)
    return End()


@rule("13.4.2")
def _lose_the_rest(game: Game, abort: Aborting, seat: str) -> None:
    for unit in _aircraft(game, abort, seat):
        lose_at_sea(game, Sailor(unit), game.state[PLACE][unit])
    for item in tuple(_items(game, abort, seat)):
        sailor, place = sailor_of(item), place_of_item(game, item)
        lose_at_sea(game, sailor, place)
        _take_off_the_list(abort, sailor, place)


def _take_off_the_list(abort: Aborting, sailor: Sailor, place: int) -> None:
    stacks = []
    for stack in abort.force.convoys:
        same = sailor.is_convoy and (stack.power, stack.place, stack.damaged) == (sailor.power, place, sailor.damaged)
        stacks.append(stack.of(max(0, stack.points - sailor.points)) if same else stack)
    units = tuple(unit for unit in abort.force.units if unit != sailor.ship)
    abort.force = Force(units, tuple(stack for stack in stacks if stack.points))


# ------------------------------------------------------------------------------------------------------------- by sea


def _fleets(game: Position, abort: Aborting, seat: str) -> Iterator[Fleet]:
    items = tuple(_items(game, abort, seat))
    return fleets_homeward(game, items, lambda noun: _leaving_violation(game, abort, seat, noun))


def _ways_out(game: Position, abort: Aborting, seat: str) -> Shape | Violation:
    fleets = tuple(_fleets(game, abort, seat))
    return Voyages(fleets) if fleets else refused("13.4", "no-ships-return")


@rule("11.5.8/combat results", "13.4")
def _leaving_violation(game: Position, abort: Aborting, seat: str, noun: Noun) -> Violation | None:
    """All who leave for one port may go together, out of whichever sections."""
    return homeward_violation(
        game,
        noun,
        lambda items: gathered_violation(
            game, items, lambda item: _waiting_violation(game, abort, seat, item), one_section=False
        ),
        lambda sailor, place: setting_out(game, sailor, place),
    )


@rule("11.5.8/combat results", "11.4.2/how do units move?")
def _waiting_violation(game: Position, abort: Aborting, seat: str, item: Item) -> Violation | None:
    """Why this is none of those who leave, or not the seat's to send; an ally who agrees may be taken along."""
    wanted, place = sailor_of(item), place_of_item(game, item)
    if may_order(game, seat, wanted):
        for sailor, section in _sailors(game, abort):
            alike = (sailor.ship, sailor.power, sailor.damaged) == (wanted.ship, wanted.power, wanted.damaged)
            if alike and section == place and wanted.points <= sailor.points:
                return part_of_convoys_violation(game, wanted.points) if wanted.points < sailor.points else None
    return refused("13.4", "does-not-return", unit=told(item))


def _leave(game: Game, abort: Aborting, seat: str, noun: Noun) -> Control:
    items, way, _ = noun
    start = min(place_of_item(game, item) for item in items)  # where convoy points are, if any go along: section 0
    hands = tuple(setting_out(game, sailor_of(item), place_of_item(game, item)) for item in items)
    for item in items:
        _take_off_the_list(abort, sailor_of(item), place_of_item(game, item))
    voyage = Voyage(seat, hands, start, ahead=way, goal=way[-1], homeward=True, last_call=abort.last_call, aborted=True)
    return Call(NAVAL_MOVE, voyage)


ABORT_TO = Verb("abort-to", "11.5.8", _leave, _ways_out, _leaving_violation, items=NavalUnit, to=Place)


@step("11.5.8", ABORT_TO, also=("11.5.8/combat results", "13.4"))
def sail_away(game: Game, abort: Aborting) -> Control:
    """All that go to the same port may go together, or in groups."""
    return one(_next_seat(game, abort), ABORT_TO, rule="11.5.8", prompt="abort-to")


@step("11.5.8")
def they_have_left(game: Game, abort: Aborting) -> Control:
    return Goto("next_to_leave")


# ------------------------------------------------------------------------------------------------------------- by air


def _flier(game: Position, abort: Aborting) -> int:
    aircraft = _aircraft(game, abort, _next_seat(game, abort))
    return next(unit for unit in aircraft if finds_base(game, unit))


def _landings(game: Position, abort: Aborting, seat: str) -> Shape | Violation:
    return One(tuple(each_base_with_room(game, _flier(game, abort))))


def _land(game: Game, abort: Aborting, seat: str, base: Noun) -> Control:
    land_from_sea(game, _flier(game, abort), base)
    return Goto("next_to_leave")


FLY_AWAY_TO = Verb("fly-away-to", "13.4.1", _land, _landings, items=Place)


@step("13.4.1", FLY_AWAY_TO)
def fly_away(game: Game, abort: Aborting) -> Control:
    aircraft = _flier(game, abort)
    return one(seat_of(game, aircraft), FLY_AWAY_TO, rule="13.4.1", prompt="land-from-sea", unit=Thing(aircraft))


ABORTING = procedure(
    "aborting from a naval combat",
    "11.5.8",
    turn_them_down,
    next_to_leave,
    sail_away,
    they_have_left,
    fly_away,
    locals=Aborting,
)


@rule("11.5.9", "13.4.1", "14.3.3")
def from_the_sea(usual: Callable[[Position, int], Mapping[int, int]], game: Position, thing: int) -> Mapping[int, int]:
    """An aircraft that aborts out of a sea-box returns to base from there."""
    at_sea = sea_of_section(game, game.state[PLACE][thing])
    return reach_home(game, thing) if at_sea else usual(game, thing)


MODULE = Module(procedures=(ABORTING,), changes=(bases_in_range.wrapped_by(from_the_sea, reads=(PLACE, FLIGHT)),))
