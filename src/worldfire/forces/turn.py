"""Where a turn stands: its impulses, the weather, who has the initiative, and what each power has done this impulse."""

from __future__ import annotations

from worldfire.engine.events import Event
from worldfire.engine.facts import Facts
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Derived, Field, Schema, memo
from worldfire.engine.seams import AnyOf
from worldfire.forces.enmity import ACTIVE_POWERS
from worldfire.forces.kinds import TurnNumber
from worldfire.forces.nations import nations_of
from worldfire.forces.things import HEXES, PLACE_NAMES
from worldfire.forces.who import (
    CONTROLLER,
    FALLEN_POWER,
    NOBODY,
    POWER_NAMES,
    POWERS,
    SEAT,
    SIDE,
    SIDE_NAMES,
    master_of,
)

#: whether an enemy of the power's side plays it for a while; that makes nobody his ally
LED_BY_ENEMY = AnyOf[[int]]("power that an enemy leads")

#: the side that has the initiative: which way up the marker lies
INITIATIVE_SIDE: Field[int] = Field("initiative_side", NOBODY)
#: the side whose impulse it is; NOBODY outside the action stage
ACTIVE_SIDE: Field[int] = Field("active_side", NOBODY)
#: impulses begun this turn
IMPULSE: Field[int] = Field("impulse", 0)
#: the box of the impulse track in which the marker stands
IMPULSE_BOX: Field[int] = Field("impulse_box", 1)
#: how many map sheets the campaign is played on (12)
MAPS: Field[int] = Field("maps", 0)
#: weather zone → weather, as last rolled; nothing before the first roll
WEATHER: Field[tuple[tuple[str, str], ...]] = Field("weather", ())


def _weather_of_zone(state: Facts) -> dict[str, str]:
    rolled = state.get(WEATHER)
    return dict(rolled)


#: the same as a mapping, for those who ask for every hex
WEATHER_OF_ZONE = Derived("weather of zones", (WEATHER,), _weather_of_zone)
#: what follows from map and weather alone
OF_THE_WEATHER = memo("of the weather", (WEATHER_OF_ZONE, HEXES, PLACE_NAMES))
#: how far the impulse marker advances under this weather (8.2.2)
WEATHER_ADVANCE: Field[int] = Field("weather_advance", 1)
#: power → the action that it chose this impulse; "" if none
ACTIONS: Field[tuple[str, ...]] = Field("actions", ())

#: limits that activities count against (10.2) → how much of it each power has used this impulse
COUNTED: dict[str, Column] = {
    name: Column(POWERS, name)
    for name in ("air missions", "naval moves", "naval combats", "rail moves", "land moves", "land attacks")
}
#: build points made in the last production step, bonus points included (6.2)
PRODUCED = Column(POWERS, "produced")


class TurnBegan(Event, frozen=True):
    turn: TurnNumber


def active_side(game: Position) -> int:
    """The side that acts: the impulse's, and in the other stages the one with the initiative (6.2)."""
    side = game.state.get(ACTIVE_SIDE)
    return side if side != NOBODY else game.state.get(INITIATIVE_SIDE)


def other_side(side: int) -> int:
    return 1 - side


def _armies(state: Facts) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for power, side in enumerate(state[SIDE]):
        found[side] = (*found.get(side, ()), power)
    return found


def _powers(state: Facts) -> dict[int, tuple[int, ...]]:
    fallen = state[FALLEN_POWER]
    return {side: tuple(power for power in powers if not fallen[power]) for side, powers in _armies(state).items()}


#: side → its powers; and those of them that still play
ARMIES_OF_SIDES = Derived("armies of sides", (SIDE,), _armies)
POWERS_OF_SIDES = Derived("powers of sides", (SIDE, FALLEN_POWER), _powers)


def powers_of_side(game: Position, side: int) -> tuple[int, ...]:
    """The major powers of a side that still play; neutral minor countries are on none."""
    return game.look_up(POWERS_OF_SIDES).get(side, ())


def armies_of_side(game: Position, side: int) -> tuple[int, ...]:
    """Its major powers and those that have fallen, whose partisans may still be in the field (13.1.3)."""
    return game.look_up(ARMIES_OF_SIDES).get(side, ())


def seats_of_side(game: Position, side: int) -> tuple[str, ...]:
    """Whoever plays a major power of the side, in the order of its powers."""
    return _seats(game, powers_of_side(game, side))


def seats_with_armies(game: Position, side: int) -> tuple[str, ...]:
    return _seats(game, armies_of_side(game, side))


def _seats(game: Position, powers: tuple[int, ...]) -> tuple[str, ...]:
    seats = game.state[SEAT]
    return tuple(dict.fromkeys(game.seats[seats[power]] for power in powers))


def allied_seats(game: Position, seat: str) -> tuple[str, ...]:
    """The other seats that play a power on a side of this one's powers."""
    number, played = game.seats.index(seat), zip(game.state[SIDE], game.state[SEAT], strict=True)
    owned = [
        (side, owner)
        for power, (side, owner) in enumerate(played)
        if NOBODY not in (side, owner) and not LED_BY_ENEMY(game, power)
    ]
    mine = {side for side, owner in owned if owner == number}
    others = (owner for side, owner in owned if side in mine and owner != number)
    return tuple(game.seats[owner] for owner in dict.fromkeys(others))


def seat_of_power(game: Position, power: int) -> str:
    return game.seats[game.state[SEAT][power]]


def powers_of_seat(game: Position, seat: str, side: int) -> tuple[int, ...]:
    """The major powers of the side that this seat plays."""
    return tuple(power for power in powers_of_side(game, side) if seat_of_power(game, power) == seat)


def power_name(game: Position, power: int) -> str:
    return game.state.get(POWER_NAMES)[power]


def chart_name(game: Position, power: int) -> str:
    """What the charts call the power."""
    name = power_name(game, power)
    return nations_of(game).on_charts.get(name, name)


def side_name(game: Position, side: int) -> str:
    return game.state.get(SIDE_NAMES)[side]


def controls(game: Position, power: int, place: int) -> bool:
    """Does the major power control the hex, itself or by a minor country that is aligned with it?"""
    controller = game.state.columns[CONTROLLER.key][place]  # asked for every city: worth the shorter way
    return controller != NOBODY and master_of(game, controller) == power


def is_active(game: Position, power: int) -> bool:
    """An active major power is at war with a major power of the other side; any other is neutral."""
    return power in game.look_up(ACTIVE_POWERS)


MODULE = Module(
    schema=Schema(
        columns=(*COUNTED.values(), PRODUCED),
        fields=(
            INITIATIVE_SIDE,
            ACTIVE_SIDE,
            IMPULSE,
            IMPULSE_BOX,
            MAPS,
            WEATHER,
            WEATHER_ADVANCE,
            ACTIONS,
        ),
        derived=(WEATHER_OF_ZONE, OF_THE_WEATHER, ARMIES_OF_SIDES, POWERS_OF_SIDES),
    ),
    seams=(LED_BY_ENEMY,),
)
