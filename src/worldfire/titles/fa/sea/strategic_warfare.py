"""fa:13.5.6 Strategic warfare: after building, who is at sea picks off convoys, and submarines may pay for it.

Each side rolls once for each sea area, the side with the initiative first. What sinks counts for morale and no longer for
production. Damaged submarines go home to the repair pool without being hindered.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Roll, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Amounts, Bounds, Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import SeaArea, SeaAreaId, SideId
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, board_of, counter_of
from worldfire.forces.turn import INITIATIVE_SIDE, other_side, seat_of_power
from worldfire.forces.who import NOBODY, seat_of, side_of_power
from worldfire.rules.s02_1_sea_areas import at_sea_of_side, section_at
from worldfire.rules.s11_04_naval_units import Convoy, Sailor, convoy_name, read_convoy
from worldfire.rules.s11_05_4_committing import Force, Stack, fights
from worldfire.rules.s11_05_8_damage import DAMAGED, damage, sink, take_into_repair
from worldfire.rules.s11_07_bombing_table import bombing_result
from worldfire.rules.s13_04_return_to_base import homes_of, lose_at_sea
from worldfire.tables.counters import AirCounter, NavalType
from worldfire.titles.fa.sea.u_boats import is_u_boat, is_unrestricted

_SECTION = "fa:13.5.6"

FOR_UNRESTRICTED = Figure("added to strategic warfare without restrictions", _SECTION)
FIRST_YEAR_OF_CONVOYS = Figure("first year of better answers to submarines", _SECTION)
MOST_BETTER_ANSWER = Figure("most added to an answer to submarines", _SECTION)

_HUNTERS = (NavalType.SCS, NavalType.SUB)


class Warfare(msgspec.Struct):
    """(sea area, side that attacks) still to come, the first being fought; what its victims have still to suffer."""

    battles: tuple[tuple[str, int], ...] = ()
    begun: bool = False
    losses: int = 0
    #: did submarines take part?
    submarines: bool = False


class ConvoysHunted(Event, frozen=True):
    """A side hunts convoys with so many units; the die as modified sinks so many points."""

    side: SideId
    place: SeaAreaId
    column: int
    roll: int
    points: int


class SubmarinesHunted(Event, frozen=True):
    """The other side answers: so many damage results on its submarines."""

    side: SideId
    place: SeaAreaId
    column: int
    roll: int
    damaged: int


# ------------------------------------------------------------------------------------------------------- who hunts whom


def _units(game: Position, sea: str, side: int) -> Iterator[int]:
    for there in at_sea_of_side(game, sea, side):
        yield from there.ships
        yield from there.aircraft


def _bombs_ships(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, AirCounter) and bool(counter.air_to_sea)


def _convoys(game: Position, sea: str, side: int) -> dict[int, int]:
    """Power → its convoy points in the sea area; those in ports are safe."""
    place = section_at(game, sea, 0)
    return {
        power: points
        for power, at, points in sorted(game.state.amounts(CONVOY_POINTS))
        if at == place and points and side_of_power(game, power) == side
    }


@rule(_SECTION)
def hunters(game: Position, sea: str, side: int) -> tuple[int, ...]:
    """Surface combat ships, submarines and aircraft with air-to-sea factors that are at war with convoys there."""
    prey = _convoys(game, sea, other_side(side))
    able = (
        unit for unit in _units(game, sea, side) if counter_of(game, unit).type in _HUNTERS or _bombs_ships(game, unit)
    )
    return tuple(unit for unit in able if any(_attacks(game, unit, sea, power) for power in prey))


@rule(_SECTION, "fa:13.2.2.1")
def _attacks(game: Position, unit: int, sea: str, power: int) -> bool:
    """Is it at war with the convoys of the power, or may it attack them as if it were?"""
    return fights(game, unit, Force((), (Stack(power, section_at(game, sea, 0), 1),)))


@rule(_SECTION)
def prey(game: Position, sea: str, side: int) -> dict[int, int]:
    """The convoy points that the hunters of the other side are at war with, by their powers."""
    foes = hunters(game, sea, other_side(side))
    convoys = _convoys(game, sea, side)
    return {
        power: points for power, points in convoys.items() if any(_attacks(game, unit, sea, power) for unit in foes)
    }


@rule(_SECTION)
def submarines_there(game: Position, sea: str, side: int) -> tuple[int, ...]:
    return tuple(unit for unit in _units(game, sea, side) if counter_of(game, unit).type is NavalType.SUB)


@rule(_SECTION)
def answering(game: Position, sea: str, side: int) -> tuple[int, ...]:
    """Surface combat ships and aircraft of the side that are at war with submarines of the other."""
    boats = Force(submarines_there(game, sea, other_side(side)))
    able = (
        unit
        for unit in _units(game, sea, side)
        if counter_of(game, unit).type is NavalType.SCS or _bombs_ships(game, unit)
    )
    return tuple(unit for unit in able if fights(game, unit, boats))


# ------------------------------------------------------------------------------------------------------------ the hunt


def _place(game: Position, warfare: Warfare) -> int:
    return section_at(game, warfare.battles[0][0], 0)


@step(_SECTION)
def find_battles(game: Game, warfare: Warfare) -> Control:
    first = game.state.get(INITIATIVE_SIDE)
    seas = sorted(board_of(game).sea_areas)
    warfare.battles = tuple(
        (sea, side) for side in (first, other_side(first)) for sea in seas if hunters(game, sea, side)
    )
    return None


@step(_SECTION)
def next_hunt(game: Game, warfare: Warfare) -> Control:
    """What was sunk or damaged before may have left nobody to hunt."""
    if warfare.begun:
        warfare.battles, warfare.begun = warfare.battles[1:], False
    while warfare.battles and not hunters(game, *warfare.battles[0]):
        warfare.battles = warfare.battles[1:]
    if not warfare.battles:
        return End()
    warfare.begun = True
    sea, side = warfare.battles[0]
    seat = seat_of(game, hunters(game, sea, side)[0])
    return Roll("strategic-warfare", seat, concerns=_owners(game, sea, other_side(side)))


def _owners(game: Position, sea: str, side: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(seat_of_power(game, power) for power in prey(game, sea, side)))


@step(_SECTION)
def convoys_are_hunted(game: Game, warfare: Warfare) -> Control:
    sea, side = warfare.battles[0]
    units, convoys = hunters(game, sea, side), prey(game, sea, other_side(side))
    column = min(len(units), sum(convoys.values()))
    roll = game.total + (FOR_UNRESTRICTED(game) if _u_boats(game, units) else 0)
    sunk = bombing_result(column, roll, game.ruleset.tables.source).points
    warfare.losses = min(sunk, sum(convoys.values()))
    warfare.submarines = any(counter_of(game, unit).type is NavalType.SUB for unit in units)
    game.say(ConvoysHunted(side=side, place=_place(game, warfare), column=column, roll=roll, points=sunk))
    return None


@rule(_SECTION, "fa:13.2.3.1")
def _u_boats(game: Position, units: tuple[int, ...]) -> bool:
    """Are German submarines among them, unrestricted?"""
    return is_unrestricted(game) and any(is_u_boat(game, unit) for unit in units)


def _to_lose(game: Position, warfare: Warfare, seat: str) -> Shape | Violation:
    sea, side = warfare.battles[0]
    place, convoys = _place(game, warfare), prey(game, sea, other_side(side))
    bounds = (
        Bounds(convoy_name(power, place, points), 0, min(points, warfare.losses)) for power, points in convoys.items()
    )
    return Amounts(tuple(bounds), warfare.losses, warfare.losses)


def _lose(game: Game, warfare: Warfare, seat: str, noun: Noun) -> Control:
    for item, number in noun:
        convoy = read_convoy(item)
        assert convoy is not None
        if number:
            sink(game, Sailor(NOBODY, convoy[0], number), convoy[1])
    warfare.losses = 0
    return None


LOSE_CONVOYS = Verb("lose-convoys", _SECTION, _lose, _to_lose, items=Convoy)


@step(_SECTION, LOSE_CONVOYS)
def convoys_are_lost(game: Game, warfare: Warfare) -> Control:
    """Their owners choose whose."""
    if not warfare.losses:
        return None
    sea, side = warfare.battles[0]
    seats = _owners(game, sea, other_side(side))
    place, points = SeaArea(_place(game, warfare)), Number(warfare.losses)
    return joint(seats, LOSE_CONVOYS, rule=_SECTION, prompt="lose-convoys", place=place, points=points)


# ---------------------------------------------------------------------------------------------------------- the answer


@step(_SECTION)
def answer_submarines(game: Game, warfare: Warfare) -> Control:
    """Only if submarines took part."""
    sea, side = warfare.battles[0]
    able = answering(game, sea, other_side(side))
    if not warfare.submarines or not able:
        return Goto("next_hunt")
    boats = submarines_there(game, sea, side)
    return Roll("strategic-warfare", seat_of(game, able[0]), concerns=tuple({seat_of(game, unit) for unit in boats}))


@step(_SECTION)
def submarines_are_hunted(game: Game, warfare: Warfare) -> Control:
    sea, side = warfare.battles[0]
    foe = other_side(side)
    column = min(len(answering(game, sea, foe)), len(submarines_there(game, sea, side)))
    later = game.state.get(YEAR) - FIRST_YEAR_OF_CONVOYS(game) + 1
    roll = game.total + max(0, min(later, MOST_BETTER_ANSWER(game)))
    warfare.losses = bombing_result(column, roll, game.ruleset.tables.source).points
    place = _place(game, warfare)
    game.say(SubmarinesHunted(side=foe, place=place, column=column, roll=roll, damaged=warfare.losses))
    return None


def _to_damage(game: Position, warfare: Warfare, seat: str) -> Shape | Violation:
    return One(submarines_there(game, *warfare.battles[0]))


def _damage(game: Game, warfare: Warfare, seat: str, boat: Noun) -> Control:
    """A second result destroys it."""
    place = game.state[PLACE][boat]
    (sink if game.state[DAMAGED][boat] else damage)(game, Sailor(boat), place)
    warfare.losses -= 1
    return Goto("submarines_are_damaged")


DAMAGE_SUBMARINE = Verb("damage-submarine", _SECTION, _damage, _to_damage, items=Thing)


@step(_SECTION, DAMAGE_SUBMARINE)
def submarines_are_damaged(game: Game, warfare: Warfare) -> Control:
    """One by one, as their owners choose."""
    boats = submarines_there(game, *warfare.battles[0])
    if not warfare.losses or not boats:
        return None
    seats = tuple(dict.fromkeys(seat_of(game, unit) for unit in boats))
    place, points = SeaArea(_place(game, warfare)), Number(warfare.losses)
    return joint(seats, DAMAGE_SUBMARINE, rule=_SECTION, prompt="damage-submarine", place=place, points=points)


@step(_SECTION, also=("fa:2.4.3",))
def damaged_boats_go_home(game: Game, warfare: Warfare) -> Control:
    """Into the repair pool, from wherever a port of their side is in reach; otherwise they are lost."""
    warfare.losses = 0
    for boat in submarines_there(game, *warfare.battles[0]):
        if game.state[DAMAGED][boat]:
            place, ways = game.state[PLACE][boat], homes_of(game, boat)
            if ways:
                take_into_repair(game, Sailor(boat), ways[0][-1])
            else:
                lose_at_sea(game, Sailor(boat), place)
    return Goto("next_hunt")


STRATEGIC_WARFARE = procedure(
    "strategic warfare",
    _SECTION,
    find_battles,
    next_hunt,
    convoys_are_hunted,
    convoys_are_lost,
    answer_submarines,
    submarines_are_hunted,
    submarines_are_damaged,
    damaged_boats_go_home,
    locals=Warfare,
)


MODULE = Module(procedures=(STRATEGIC_WARFARE,))
