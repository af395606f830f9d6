"""14.2 Aircraft missions, how they end: losses of aircraft (14.3.3, 14.4) and the return to base (14.2.4)."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import end_flight
from worldfire.forces.ground import is_hex
from worldfire.forces.things import (
    HEXES,
    NO_PLANES,
    aboard,
    counter_of,
    move,
    place_index,
    things_at,
    turn_face_down,
)
from worldfire.forces.who import CONTROLLER, POWER_NAMES, power_of, seat_of, side_of, side_of_power
from worldfire.rules.s14_1_range import base_violation, bases_in_range, landing_hexes
from worldfire.tables.counters import NavalCounter


class Destroyed(Event, frozen=True):
    """A counter is lost; it lies in its owner's tray until he sorts it."""

    thing: ThingId


class CarrierPlaneLost(Event, frozen=True):
    """14.4: the carrier has no planes until they are rebuilt."""

    carrier: ThingId


class ReturnedToBase(Event, frozen=True):
    thing: ThingId
    base: PlaceId


# ------------------------------------------------------------------------------------------------------------- losses


def tray_of(game: Position, thing: int) -> int:
    """Where the owner of a lost counter keeps it until he sorts his losses."""
    owner = game.state.get(POWER_NAMES)[power_of(game, thing)]
    return place_index(game, f"tray of {owner}")


@rule("14.3.3")
def destroy_aircraft(game: Game, thing: int) -> None:
    """The aircraft is lost, and with it whatever it carries; a carrier only loses its planes (14.4)."""
    if isinstance(counter_of(game, thing), NavalCounter):
        lose_carrier_plane(game, thing)
        return
    for cargo in things_at(game, aboard(thing)):
        game.say(Destroyed(thing=cargo))
        move(game, cargo, tray_of(game, cargo))
    game.say(Destroyed(thing=thing))  # as long as it is known where it flew to
    end_flight(game, thing)
    move(game, thing, tray_of(game, thing))


@rule("14.4", "14.4/shot down carrier planes")
def lose_carrier_plane(game: Game, carrier: int) -> None:
    """The carrier is marked "no planes" and turned face-down; the ship itself is not damaged and stays where it is."""
    game.write(NO_PLANES, carrier, 1)
    end_flight(game, carrier)
    game.say(CarrierPlaneLost(carrier=carrier))
    turn_face_down(game, carrier)


# ----------------------------------------------------------------------------------------------------- return to base


class Return(msgspec.Struct):
    """Aircraft on their way home, the first of them next."""

    aircraft: tuple[int, ...]
    #: 14.3.3, 11.11: a transport that has already flown on from where it unloaded must go to that hex
    bound_for: tuple[tuple[int, int], ...] = ()


@rule("14.2.4")
def bases(game: Position, aircraft: int) -> tuple[int, ...]:
    """The friendly hexes that the aircraft may return to."""
    if game.state.get(HEXES):
        return landing_hexes(game, aircraft, bases_in_range(game, aircraft))
    side = side_of(game, aircraft)
    holders = enumerate(game.state[CONTROLLER])
    return tuple(place for place, holder in holders if side_of_power(game, holder) == side)


@step("14.2.4")
def next_aircraft(game: Game, home: Return) -> Control:
    """Carriers take their planes back at once; an aircraft with nowhere to land is lost."""
    while home.aircraft:
        first = home.aircraft[0]
        if isinstance(counter_of(game, first), NavalCounter):
            end_flight(game, first)
            turn_face_down(game, first)
        elif not _choices(game, home):
            lose_homeless(game, first)
        else:
            return Goto("choose_base")
        home.aircraft = home.aircraft[1:]
    return Goto("all_home")


@clause("14.2.4")
def lose_homeless(game: Game, aircraft: int) -> None:
    """An aircraft after a mission that has no base to return to."""
    destroy_aircraft(game, aircraft)


def _choices(game: Position, home: Return) -> tuple[int, ...]:
    first = home.aircraft[0]
    fixed = tuple(base for aircraft, base in home.bound_for if aircraft == first)
    return fixed or bases(game, first)


def _base_shape(game: Position, home: Return, seat: str) -> Shape | Violation:
    choices = _choices(game, home)
    return One(choices) if choices else refused("14.2.4", "no-base-in-range", unit=Thing(home.aircraft[0]))


def _land(game: Game, home: Return, seat: str, base: Noun) -> Control:
    """The aircraft and what it still carries come down face-down (14.2.4, 14.3.3)."""
    first = home.aircraft[0]
    for cargo in things_at(game, aboard(first)):
        move(game, cargo, base)
        turn_face_down(game, cargo)
    move(game, first, base)
    end_flight(game, first)
    turn_face_down(game, first)
    game.say(ReturnedToBase(thing=first, base=base))
    home.aircraft = home.aircraft[1:]
    return Goto("next_aircraft")


def _why_not_there(game: Position, home: Return, seat: str, noun: Noun) -> Violation | None:
    first = home.aircraft[0]
    if type(noun) is not int or not is_hex(game, noun):
        return None
    if any(aircraft == first for aircraft, _ in home.bound_for):
        return refused("11.11", "bound-for-its-base", unit=Thing(first))
    return base_violation(game, first, noun)


RETURN_TO = Verb("return-to", "14.2.4", _land, _base_shape, explain=_why_not_there, items=Place)


@step("14.2.4", RETURN_TO)
def choose_base(game: Game, home: Return) -> Control:
    """Each owner picks the hex for his own aircraft."""
    first = home.aircraft[0]
    return one(seat_of(game, first), RETURN_TO, rule="14.2.4", prompt="choose-base", unit=Thing(first))


@step("14.2.4")
def all_home(game: Game, home: Return) -> Control:
    return None


RETURN_TO_BASE = procedure("return to base", "14.2.4", next_aircraft, choose_base, all_home, locals=Return)


MODULE = Module(procedures=(RETURN_TO_BASE,))
