"""fa:2.4.3 Limited sources: any friendly city or port supplies three surface ships, or one land or air unit, that are in it.

Which ones is said by their owner for each impulse and again for the end of the turn; nothing is traced to such a source.
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Item, Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import PowerId
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import PLACE, counter_of, things_at
from worldfire.forces.turn import TurnBegan, seat_of_power
from worldfire.forces.who import CONTROLLER, TAKEN, seat_of, side_of, side_of_power
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, naval_units_of_convoys
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s11_04_2_sailing import CONVOYS_SUPPLIED
from worldfire.rules.s11_04_naval_units import (
    NavalUnit,
    Sailor,
    convoy_name,
    place_of_item,
    read_convoy,
    unused_convoy_points,
)
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.tables.counters import NavalCounter, NavalType

_SECTION = "fa:2.4.3"

SHIPS_SUPPLIED = Figure("surface naval units that a limited source supplies", _SECTION)

#: (unit, the city or port that supplies it) for this impulse, or for the end of the turn
DESIGNATED: Field[tuple[tuple[int, int], ...]] = Field("limited_sources", ())
#: (power, the port, convoy points that it supplies, unused ones there that it does not), for as long
CONVOYS_DESIGNATED: Field[tuple[tuple[int, int, int, int], ...]] = Field("convoys_of_limited_sources", ())


class SourceDesignated(Event, frozen=True):
    place: PlaceId
    units: tuple[ThingId, ...]


class ConvoySourceDesignated(Event, frozen=True):
    power: PowerId
    place: PlaceId
    points: int


class Drawing(NavalUnit):
    """What draws on a city or port: any unit, or convoy points by their name."""


@rule(_SECTION, "fa:2.4.2")
def is_limited_source(game: Position, place: int, side: int) -> bool:
    """A port of the side, or a city that the other one has not held in this turn."""
    ground = ground_of(game)
    if not is_hex(game, place) or (place not in ground.cities and place not in ground.ports):
        return False
    taken = place in ground.cities and game.state[TAKEN][place] == game.state.get(TURN)
    return side_of_power(game, game.state[CONTROLLER][place]) == side and not taken


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


@rule(_SECTION, "fa:2.3.1.3")
def _own_convoys(game: Position, seat: str) -> Iterator[str]:
    """As many of the unused points in a port as make up one naval unit, two, or as many as it supplies."""
    served = {(power, place) for power, place, _, _ in game.state.get(CONVOYS_DESIGNATED)}
    for power, place, _ in sorted(game.state.amounts(CONVOY_POINTS)):
        if (power, place) in served or seat_of_power(game, power) != seat:
            continue
        unused = unused_convoy_points(game, power, place)
        if unused and is_limited_source(game, place, side_of_power(game, power)):
            units = range(1, SHIPS_SUPPLIED(game) + 1)
            for points in sorted({min(unused, number * CONVOY_POINTS_A_UNIT(game)) for number in units}):
                yield convoy_name(power, place, points)


def _candidates(game: Position, nothing: None, seat: str) -> Shape | Violation:
    units = sorted(unit for unit in _own_units(game, seat) if not _draws_here(game, unit))
    found: tuple[Item, ...] = (*units, *_own_convoys(game, seat))
    return Set(found, 1, min(len(found), SHIPS_SUPPLIED(game))) if found else refused(_SECTION, "nobody-at-a-source")


@rule(_SECTION)
def designation_violation(game: Position, nothing: None, seat: str, items: Noun) -> Violation | None:
    """Together with those who have drawn on the hex, wherever they are now: one land or air unit, or three ships."""
    places = {place_of_item(game, item) for item in items}
    owners = [convoy[0] for item in items if (convoy := read_convoy(item)) is not None]
    if len(places) > 1 or len(owners) != len({*owners}):
        return refused(_SECTION, "one-source-at-a-time")
    (place,) = places
    drawing = (*items, *_who_drew_on(game, place))
    most = SHIPS_SUPPLIED(game)
    if len(drawing) == 1 or sum(_berths(game, item) for item in drawing) <= most:
        return None
    return refused(_SECTION, "source-is-limited", place=Place(place), most=Number(most))


def _who_drew_on(game: Position, place: int) -> Iterator[Item]:
    yield from (unit for unit, source in game.state.get(DESIGNATED) if source == place)
    for power, source, points, _ in game.state.get(CONVOYS_DESIGNATED):
        if source == place:
            yield convoy_name(power, place, points)


def _berths(game: Position, item: Item) -> int:
    """As how many surface naval units it counts; nobody shares a source with a land or air unit."""
    convoy = read_convoy(item)
    if convoy is not None:
        return naval_units_of_convoys(game, convoy[2])
    return 1 if _is_surface_ship(game, int(item)) else SHIPS_SUPPLIED(game)


def _designate(game: Game, nothing: None, seat: str, items: Noun) -> Control:
    units = tuple(item for item in items if isinstance(item, int))
    if units:
        place = game.state[PLACE][units[0]]
        game.set(DESIGNATED, (*game.state.get(DESIGNATED), *((unit, place) for unit in units)))
        game.say(SourceDesignated(place=place, units=units))
    for power, place, points in filter(None, map(read_convoy, items)):
        others = unused_convoy_points(game, power, place) - points
        game.set(CONVOYS_DESIGNATED, (*game.state.get(CONVOYS_DESIGNATED), (power, place, points, others)))
        game.say(ConvoySourceDesignated(power=power, place=place, points=points))
    return None


DESIGNATE = Announcement(
    Verb("designate-supply", _SECTION, _designate, _candidates, designation_violation, items=Drawing), TURN_OF_PLAY
)


@rule(_SECTION)
def is_designated(game: Position, unit: int) -> bool:
    """As long as it stays where it is supplied."""
    return _draws_here(game, unit) and can_be_supplied(game, unit)


def _draws_here(game: Position, unit: int) -> bool:
    return (unit, game.state[PLACE][unit]) in game.state.get(DESIGNATED)


@rule(_SECTION)
def convoys_are_designated(game: Position, convoy: Sailor, place: int) -> bool:
    """Those of the points that are named for it set out first: the others are left behind."""
    return is_limited_source(game, place, side_of_power(game, convoy.power)) and any(
        unused_convoy_points(game, power, place) - convoy.points >= others
        for power, source, _, others in game.state.get(CONVOYS_DESIGNATED)
        if (power, source) == (convoy.power, place)
    )


def _forget(game: Game) -> None:
    if game.state.get(DESIGNATED):
        game.set(DESIGNATED, ())
    if game.state.get(CONVOYS_DESIGNATED):
        game.set(CONVOYS_DESIGNATED, ())


def impulse_is_over(game: Game, event: LastImpulseTested) -> None:
    _forget(game)


def turn_is_over(game: Game, event: TurnBegan) -> None:
    _forget(game)


MODULE = Module(
    schema=Schema(fields=(DESIGNATED, CONVOYS_DESIGNATED)),
    announcements=(DESIGNATE,),
    subscribes=((LastImpulseTested, impulse_is_over), (TurnBegan, turn_is_over)),
    changes=(
        ALWAYS_SUPPLIED.attach(is_designated, reads=(DESIGNATED,)),
        CONVOYS_SUPPLIED.attach(convoys_are_designated, reads=(CONVOYS_DESIGNATED,)),
    ),
)
