"""fa:2.4.3 Limited sources: any friendly city or port supplies three surface ships, or one land or air unit, that are in it.

Which ones is said by their owner for each impulse and again for the end of the turn; nothing is traced to such a source.
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, things_at
from worldfire.forces.turn import TurnBegan
from worldfire.forces.who import CONTROLLER, TAKEN, seat_of, side_of, side_of_power
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.tables.counters import NavalCounter, NavalType

_SECTION = "fa:2.4.3"

SHIPS_SUPPLIED = Figure("surface naval units that a limited source supplies", _SECTION)

#: (unit, the city or port that supplies it) for this impulse, or for the end of the turn
DESIGNATED: Field[tuple[tuple[int, int], ...]] = Field("limited_sources", ())


class SourceDesignated(Event, frozen=True):
    place: PlaceId
    units: tuple[ThingId, ...]


@rule(_SECTION, "fa:2.4.2")
def is_limited_source(game: Position, place: int, side: int) -> bool:
    """A city or port of the side that the other one has not held in this turn."""
    ground = ground_of(game)
    if not is_hex(game, place) or (place not in ground.cities and place not in ground.ports):
        return False
    held = side_of_power(game, game.state[CONTROLLER][place]) == side
    return held and game.state[TAKEN][place] != game.state.get(TURN)


def _is_surface_ship(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, NavalCounter) and counter.type is not NavalType.SUB


@rule(_SECTION)
def can_be_supplied(game: Position, unit: int) -> bool:
    """It stands in such a hex; submarines are not supplied so."""
    dives = counter_of(game, unit).type is NavalType.SUB
    return not dives and is_limited_source(game, game.state[PLACE][unit], side_of(game, unit))


def _own_units(game: Position, seat: str) -> Iterator[int]:
    ground = ground_of(game)
    for place in sorted({*ground.cities, *ground.ports}):
        for unit in things_at(game, place):
            if seat_of(game, unit) == seat and can_be_supplied(game, unit):
                yield unit


def _candidates(game: Position, nothing: None, seat: str) -> Shape | Violation:
    units = tuple(sorted(unit for unit in _own_units(game, seat) if not _draws_here(game, unit)))
    return Set(units, 1, min(len(units), SHIPS_SUPPLIED(game))) if units else refused(_SECTION, "nobody-at-a-source")


@rule(_SECTION)
def designation_violation(game: Position, nothing: None, seat: str, units: Noun) -> Violation | None:
    """Together with those who have drawn on the hex, wherever they are now: one land or air unit, or three ships."""
    places = {game.state[PLACE][unit] for unit in units}
    if len(places) > 1:
        return refused(_SECTION, "one-source-at-a-time")
    (place,) = places
    drawing = (*units, *(unit for unit, source in game.state.get(DESIGNATED) if source == place))
    ships = sum(_is_surface_ship(game, unit) for unit in drawing)
    most = SHIPS_SUPPLIED(game)
    if len(drawing) == 1 or (ships == len(drawing) and ships <= most):
        return None
    return refused(_SECTION, "source-is-limited", place=Place(place), most=Number(most))


def _designate(game: Game, nothing: None, seat: str, units: Noun) -> Control:
    place = game.state[PLACE][units[0]]
    game.set(DESIGNATED, (*game.state.get(DESIGNATED), *((unit, place) for unit in units)))
    game.say(SourceDesignated(place=place, units=units))
    return None


DESIGNATE = Announcement(
    Verb("designate-supply", _SECTION, _designate, _candidates, designation_violation, items=Thing), TURN_OF_PLAY
)


@rule(_SECTION)
def is_designated(game: Position, unit: int) -> bool:
    """As long as it stays where it is supplied."""
    return _draws_here(game, unit) and can_be_supplied(game, unit)


def _draws_here(game: Position, unit: int) -> bool:
    return (unit, game.state[PLACE][unit]) in game.state.get(DESIGNATED)


def _forget(game: Game) -> None:
    if game.state.get(DESIGNATED):
        game.set(DESIGNATED, ())


def impulse_is_over(game: Game, event: LastImpulseTested) -> None:
    _forget(game)


def turn_is_over(game: Game, event: TurnBegan) -> None:
    _forget(game)


MODULE = Module(
    schema=Schema(fields=(DESIGNATED,)),
    announcements=(DESIGNATE,),
    subscribes=((LastImpulseTested, impulse_is_over), (TurnBegan, turn_is_over)),
    changes=(ALWAYS_SUPPLIED.attach(is_designated, reads=(DESIGNATED,)),),
)
