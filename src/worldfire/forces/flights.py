"""Aircraft in flight: the hex that each flies to, and as what.

An aircraft leaves its base for the place `IN_FLIGHT`; a carrier stays in its sea-box section while its planes fly. What an
aircraft flies as says whether it is a fighter or a bomber, and how far it reaches and returns (14.1.1, 14.2.5, 14.2.6).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from worldfire.engine.events import Event
from worldfire.engine.facts import Facts
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Derived, Schema
from worldfire.forces.things import HEXES, IN_FLIGHT, PLACE, THINGS, aboard, counter_of, move
from worldfire.forces.who import NOBODY, side_of
from worldfire.tables.counters import NavalCounter


class Flight(IntEnum):
    """What an aircraft flies as; the number is what the state keeps."""

    GROUNDED = 0
    PATROL = 1
    ESCORT = 2
    INTERCEPTION = 3
    BOMBER = 4
    #: a FTR in the role of a bomber
    FIGHTER_BOMBER = 5
    EXTENDED_BOMBER = 6

    @property
    def is_fighter(self) -> bool:
        """14.2.5, 14.2.6: whoever does not fly patrol, escort or interception is a bomber."""
        return self in (Flight.PATROL, Flight.ESCORT, Flight.INTERCEPTION)

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def is_bomber(self) -> bool:
        return self is not Flight.GROUNDED and not self.is_fighter


#: the hex that the aircraft flies to, or is over
TARGET = Column(THINGS, "target", default=NOBODY)
FLIGHT = Column(THINGS, "flight")
#: where it took off: 15 asks who controls that hex
ORIGIN = Column(THINGS, "origin", default=NOBODY)
#: 14.4: what a carrier allots to its planes' air-to-air rating for this mission
AIR_SHARE = Column(THINGS, "air_share")


def _by_target(state: Facts) -> dict[int, tuple[int, ...]]:
    flying: dict[int, tuple[int, ...]] = {}
    for thing, target in enumerate(state[TARGET]):
        if target != NOBODY:
            flying[target] = (*flying.get(target, ()), thing)
    return flying


def _flew(flying: dict[int, tuple[int, ...]], state: Facts, thing: int, old: int, new: int) -> None:
    if old != NOBODY:
        left = tuple([other for other in flying.pop(old) if other != thing])
        if left:
            flying[old] = left
    if new != NOBODY:
        flying[new] = tuple(sorted((*flying.get(new, ()), thing)))


#: target hex → who flies there, in the order of their numbers
FLYING: Derived[dict[int, tuple[int, ...]]] = Derived(
    "flying", (), _by_target, _flew, mends=(TARGET,), branch=lambda flying: flying.copy()
)


class TookOff(Event, frozen=True):
    """An aircraft, or a carrier's planes, flies to a hex."""

    thing: ThingId
    to: PlaceId
    flight: str


def set_out_from(game: Position, thing: int, place: int) -> int:
    """The hex that the place is, or from which a thing in flight or aboard has taken off; NOBODY beside the map."""
    if place == IN_FLIGHT:
        return game.state[ORIGIN][thing]
    if place < 0:  # what carries a thing is found as what it carries is
        carrier = aboard(place)
        return game.state[ORIGIN][carrier] if game.state[PLACE][carrier] == IN_FLIGHT else NOBODY
    return place if place < game.state.get(HEXES) else NOBODY


def flight_of(game: Position, thing: int) -> Flight:
    return Flight(game.state[FLIGHT][thing])


def take_off(game: Game, thing: int, target: int, flight: Flight, share: int = 0) -> None:
    """From its base to the target; a carrier itself stays where it is."""
    game.write(FLIGHT, thing, flight)
    game.write(ORIGIN, thing, game.state[PLACE][thing])
    game.write(AIR_SHARE, thing, share)
    game.write(TARGET, thing, target)
    game.say(TookOff(thing=thing, to=target, flight=flight.word))
    if not isinstance(counter_of(game, thing), NavalCounter):
        move(game, thing, IN_FLIGHT)


def fly_on(game: Game, thing: int, target: int) -> None:
    """On to another hex (11.11: a transport that carries its cargo home)."""
    game.write(TARGET, thing, target)


def end_flight(game: Game, thing: int) -> None:
    """It is down, or lost: nothing of the flight is left."""
    game.write(FLIGHT, thing, Flight.GROUNDED)
    game.write(ORIGIN, thing, NOBODY)
    game.write(AIR_SHARE, thing, 0)
    game.write(TARGET, thing, NOBODY)


def flying_to(game: Position, target: int) -> tuple[int, ...]:
    return game.look_up(FLYING).get(target, ())


def targets_in_flight(game: Position) -> tuple[int, ...]:
    """Every hex that somebody flies to."""
    flying = game.look_up(FLYING)
    return tuple(sorted(flying))


def in_flight(game: Position, side: int | None = None) -> tuple[int, ...]:
    """Everybody in flight, or those of one side, target by target."""
    everybody = (thing for target in targets_in_flight(game) for thing in flying_to(game, target))
    return tuple(thing for thing in everybody if side is None or side_of(game, thing) == side)


def of_side(game: Position, things: Iterable[int], side: int) -> tuple[int, ...]:
    return tuple(thing for thing in things if side_of(game, thing) == side)


def fighters(game: Position, things: Iterable[int]) -> tuple[int, ...]:
    return tuple(thing for thing in things if flight_of(game, thing).is_fighter)


def bombers(game: Position, things: Iterable[int]) -> tuple[int, ...]:
    return tuple(thing for thing in things if flight_of(game, thing).is_bomber)


MODULE = Module(schema=Schema(columns=(TARGET, FLIGHT, ORIGIN, AIR_SHARE), derived=(FLYING,)))
