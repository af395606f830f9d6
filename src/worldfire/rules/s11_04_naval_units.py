"""11.4 Naval units: ships, and convoy points that sail as units.

A ship is a thing. Convoy points are a number per power and place; a group of them that sails is called by whose they are,
where they lie and how many: `convoy 3 7012 5`. A ship that has moved into a port is face-down; convoy points are marked as
used instead, so those that can still sail are the points less the used ones (11.4.2). Damaged ones (11.5.8) are called
`damaged-convoy 3 7012 5`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import NOTHING_POINTED_AT, Meaning, Number, Phrase, Place, PlaceId, Target, Thing, Word
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Quantity, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import OWN_POWER
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    aboard,
    counter_of,
    move,
    sea_of_section,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NOBODY, power_of, seat_of, side_of_power
from worldfire.rules.s02_3_overstacking import lose_convoys
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, naval_units_of_convoys
from worldfire.rules.s02_5_control import displace_convoys
from worldfire.tables.counters import NavalCounter, NavalType

#: convoy points with a "CP used" marker, per power and place
USED_CONVOY_POINTS = Quantity("used_convoy_points")

#: convoy points that a naval combat has damaged, among those of a power in a place (11.5.8)
DAMAGED_CONVOY_POINTS = Quantity("damaged_convoy_points")

#: 19.4.1: (power, port, minor country): convoy points that a minor country has just set up with those of the power. For the
#: rest of the impulse they are its units
MINOR_CONVOYS: Field[tuple[tuple[int, int, int], ...]] = Field("convoys_of_minors", ())

_CONVOY, _DAMAGED_CONVOY = _CONVOYS = ("convoy", "damaged-convoy")


class ConvoysMoved(Event, frozen=True):
    power: PowerId
    points: int
    origin: PlaceId
    to: PlaceId


class ConvoysUsed(Event, frozen=True):
    """Convoy points got a "CP used" marker."""

    power: PowerId
    points: int
    place: PlaceId


class ConvoysFresh(Event, frozen=True):
    """The marker was taken off again."""

    power: PowerId
    points: int
    place: PlaceId


class Sailor(msgspec.Struct, frozen=True):
    """A naval unit: a ship, or so many convoy points of a power, all of them damaged or none."""

    ship: int
    power: int = NOBODY
    points: int = 0
    damaged: bool = False

    @property
    def is_convoy(self) -> bool:
        return self.ship == NOBODY


# ------------------------------------------------------------------------------------------------------- how they are called

Item = int | str


def convoy_name(power: int, place: int, points: int) -> str:
    return f"{_CONVOY} {power} {place} {points}"


def name_of_sailor(sailor: Sailor, place: int) -> Item:
    """How an action calls the unit that lies in the place."""
    if not sailor.is_convoy:
        return sailor.ship
    name = convoy_name(sailor.power, place, sailor.points)
    return f"{_DAMAGED_CONVOY}{name.removeprefix(_CONVOY)}" if sailor.damaged else name


def read_convoy(item: Item) -> tuple[int, int, int] | None:
    """Power, place and points of convoy points by their name, damaged or not; None for anything else."""
    return _read_name(item) if isinstance(item, str) else None


@lru_cache(maxsize=4096)
def _read_name(name: str) -> tuple[int, int, int] | None:
    words = name.split(" ")
    if (
        len(words) != 4
        or words[0] not in _CONVOYS
        or not all(word.isascii() and word.isdecimal() for word in words[1:])
    ):
        return None
    power, place, points = map(int, words[1:])
    return (power, place, points) if words[1:] == [str(power), str(place), str(points)] else None


def _is_damaged_convoy(item: Item) -> bool:
    return isinstance(item, str) and item.startswith(_DAMAGED_CONVOY)


class Convoy(Word):
    """Convoy points by their name."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: Item) -> Target:
        convoy = read_convoy(value)
        return NOTHING_POINTED_AT if convoy is None else Target(place=convoy[1])

    @classmethod
    def phrase(cls, value: Item) -> Phrase | None:
        convoy = read_convoy(value)
        if convoy is None:
            return None
        power, place, points = convoy
        key = "damaged-convoy-points-of" if _is_damaged_convoy(value) else "convoy-points-of"
        return Phrase(key, {"points": Number(points), "power": Power(power), "place": Place(place)})


class NavalUnit(Meaning):
    """A ship, or convoy points by their name."""

    @classmethod
    def target(cls, game: Position, value: Item) -> Target:
        return Target(thing=value) if isinstance(value, int) else Convoy.target(game, value)

    @classmethod
    def phrase(cls, value: Item) -> Phrase | None:
        return None if isinstance(value, int) else Convoy.phrase(value)


@rule("11.4")
def sailor_violation(game: Position, item: Item) -> Violation | None:
    """Why this is not a naval unit in a port or at sea."""
    convoy = read_convoy(item)
    if convoy is not None:
        power, place, points = convoy
        damaged = game.state.amount(DAMAGED_CONVOY_POINTS, power, place)
        there = damaged if _is_damaged_convoy(item) else convoy_points_of(game, power, place) - damaged
        found = 0 < points <= there and _in_play(game, place)
    else:
        found = isinstance(item, int) and 0 <= item < len(game.state[PLACE]) and _is_ship_in_play(game, item)
    return None if found else refused("11.4", "not-a-naval-unit")


def _is_ship_in_play(game: Position, thing: int) -> bool:
    return isinstance(counter_of(game, thing), NavalCounter) and _in_play(game, game.state[PLACE][thing])


def _in_play(game: Position, place: int) -> bool:
    return is_hex(game, place) or bool(sea_of_section(game, place))


def sailor_of(item: Item) -> Sailor:
    """The unit of a name that `sailor_violation` found right."""
    if isinstance(item, int):
        return Sailor(item)
    convoy = read_convoy(item)
    assert convoy is not None
    return Sailor(NOBODY, convoy[0], convoy[2], _is_damaged_convoy(item))


def place_of_item(game: Position, item: Item) -> int:
    convoy = read_convoy(item)
    if convoy is not None:
        return convoy[1]
    assert isinstance(item, int)
    return game.state[PLACE][item]


# --------------------------------------------------------------------------------------------------------------- who they are


def naval_counter(game: Position, ship: int) -> NavalCounter:
    counter = counter_of(game, ship)
    assert isinstance(counter, NavalCounter), f"{counter.id} is no ship"
    return counter


def _convoy_print(ruleset: Ruleset) -> NavalCounter:
    """The counter of convoy points: all print the same movement and range."""
    found: NavalCounter = next(unit for unit in ruleset.tables.counters if unit.type is NavalType.CONV)
    return found


def print_of(game: Position, sailor: Sailor) -> NavalCounter:
    return game.ruleset.once(_convoy_print) if sailor.is_convoy else naval_counter(game, sailor.ship)


def power_of_sailor(game: Position, sailor: Sailor) -> int:
    """The major power that it counts for, also if it is a minor country's (10.2)."""
    return sailor.power if sailor.is_convoy else power_of(game, sailor.ship)


def seat_of_sailor(game: Position, sailor: Sailor) -> str:
    return seat_of_power(game, sailor.power) if sailor.is_convoy else seat_of(game, sailor.ship)


def side_of_sailor(game: Position, sailor: Sailor) -> int:
    return side_of_power(game, power_of_sailor(game, sailor))


def is_submarine(game: Position, sailor: Sailor) -> bool:
    return print_of(game, sailor).type is NavalType.SUB


def units_of_sailor(game: Position, sailor: Sailor) -> int:
    """As how many naval units it counts."""
    return naval_units_of_convoys(game, sailor.points) if sailor.is_convoy else 1


def carried_by(game: Position, sailor: Sailor) -> tuple[int, ...]:
    """What the ship has aboard."""
    return () if sailor.is_convoy else things_at(game, aboard(sailor.ship))


# ------------------------------------------------------------------------------------------------------------- convoy points


def convoy_points_of(game: Position, power: int, place: int) -> int:
    return game.state.amount(CONVOY_POINTS, power, place)


@rule("19.4.1")
def whose_convoys(game: Position, power: int, place: int) -> int:
    """The power as which convoy points of this power there are attacked: its own, or the minor country that set them up."""
    for owner, port, country in game.state.get(MINOR_CONVOYS):
        if (owner, port) == (power, place):
            named = game.look_up(OWN_POWER)[country]
            return power if named == NOBODY else named
    return power


@rule("11.4.2/into and out of port")
def unused_convoy_points(game: Position, power: int, place: int) -> int:
    """Those without a "CP used" marker."""
    return convoy_points_of(game, power, place) - game.state.amount(USED_CONVOY_POINTS, power, place)


@clause("11.4.2")
def part_of_convoys_violation(game: Position, points: int) -> Violation | None:
    """Convoy points move in whole units of five."""
    each = CONVOY_POINTS_A_UNIT(game)
    return refused("11.4.2", "convoys-in-whole-units", most=Number(each)) if points % each else None


@clause("11.4.1", "13.4")
def leaving_violation(game: Position, power: int, place: int, points: int) -> Violation | None:
    """Why so many convoy points of the power may not leave the place where they lie."""
    return None


def free_to_leave(game: Position, power: int, place: int, points: int) -> int:
    """How many of so many convoy points may leave it."""
    numbers = range(points, 0, -1)
    return next((number for number in numbers if leaving_violation(game, power, place, number) is None), 0)


def least_convoys(game: Position) -> int:
    """The fewest convoy points that there are by themselves."""
    return 1 if part_of_convoys_violation(game, 1) is None else CONVOY_POINTS_A_UNIT(game)


# -------------------------------------------------------------------------------------------------------- what becomes of them


def put_sailor(game: Game, sailor: Sailor, origin: int, to: int) -> None:
    """Move it from place to place; what it carries stays aboard."""
    if origin == to:
        return
    if not sailor.is_convoy:
        move(game, sailor.ship, to)
        return
    for quantity in (CONVOY_POINTS, DAMAGED_CONVOY_POINTS) if sailor.damaged else (CONVOY_POINTS,):
        game.add(quantity, sailor.power, origin, -sailor.points)
        game.add(quantity, sailor.power, to, sailor.points)
    take_markers_off(game, sailor.power, origin)
    game.say(ConvoysMoved(power=sailor.power, points=sailor.points, origin=origin, to=to))


def take_convoys_away(game: Game, sailor: Sailor, place: int, to: int) -> None:
    """Convoy points leave the seas and ports for a tray or a pool, and no marker goes with them."""
    if sailor.damaged:
        game.add(DAMAGED_CONVOY_POINTS, sailor.power, place, -sailor.points)
    game.add(CONVOY_POINTS, sailor.power, place, -sailor.points)
    game.add(CONVOY_POINTS, sailor.power, to, sailor.points)
    take_markers_off(game, sailor.power, place)


def take_markers_off(game: Game, power: int, place: int) -> None:
    """Those that were left behind by the convoy points which they marked."""
    idle = -unused_convoy_points(game, power, place)
    if idle > 0:
        game.add(USED_CONVOY_POINTS, power, place, -idle)


@rule("2.3.1", "2.5.4")
def lose_convoys_and_markers(
    usual: Callable[[Game, int, int, int], None], game: Game, owner: int, place: int, points: int
) -> None:
    usual(game, owner, place, points)
    take_markers_off(game, owner, place)


@rule("11.4.2/into and out of port", "2.4.3/naval units")
def spend_sailor(game: Game, sailor: Sailor, place: int) -> None:
    """Turn the ship face-down, or mark the convoy points as used."""
    if not sailor.is_convoy:
        turn_face_down(game, sailor.ship)
        return
    game.add(USED_CONVOY_POINTS, sailor.power, place, sailor.points)
    game.say(ConvoysUsed(power=sailor.power, points=sailor.points, place=place))


def is_spent(game: Position, item: Item) -> bool:
    """Face-down, or not so many convoy points left without a marker."""
    convoy = read_convoy(item)
    if convoy is not None:
        power, place, points = convoy
        return points > unused_convoy_points(game, power, place)
    assert isinstance(item, int)
    return bool(game.state[FACE_DOWN][item])


def told(item: Item) -> Thing | Convoy:
    """The unit as a refusal speaks of it."""
    return Convoy(item) if isinstance(item, str) else Thing(item)


MODULE = Module(
    schema=Schema(fields=(MINOR_CONVOYS,), quantities=(USED_CONVOY_POINTS, DAMAGED_CONVOY_POINTS)),
    changes=(
        lose_convoys.wrapped_by(lose_convoys_and_markers),
        displace_convoys.wrapped_by(lose_convoys_and_markers),
    ),
)
