"""4.2.1, 15.3.6, 21.5, 21.12 Where reinforcements go, and where such units are set up; which ships come onto the map.

Territorials come to any city or port of their territory, the German one of the Pacific to any port there that was German in
1914 and is German still; Austrian and Hungarian corps each to their own provinces; Anzacs to either of their home countries.
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.ground import ground_of
from worldfire.forces.pools import home_of_unit
from worldfire.forces.sending_home import UnitsSentHome
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, board_of, counter_of
from worldfire.forces.turn import controls
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, NOBODY, country_named, power_of
from worldfire.rules.s02_3_stacking import naval_units
from worldfire.rules.s02_5_control import Displaced
from worldfire.rules.s04_reinforcements import (
    Arrived,
    arrival_hexes,
    cities_at_home,
    overflow_hexes,
    ports_at_home,
)
from worldfire.rules.s11_15_retreats import Shattered
from worldfire.tables.counters import LandCounter, LandType
from worldfire.titles.fa.africa import in_africa
from worldfire.titles.fa.colonies import german_ports_of_1914
from worldfire.titles.fa.lists import Listed

#: halves of the Empire → the regions in which their corps are raised
PROVINCES = {
    "austria": Listed("provinces of Austrian corps", "fa:15.3.6"),
    "hungary": Listed("provinces of Hungarian corps", "fa:15.3.6"),
}
PACIFIC = "german-pacific"
ANZAC = "australia-new-zealand"
ANZAC_HOMES = Listed("home countries of Anzac units", "fa:21.12")
#: a turn, and the cities that have sent a unit to a hex beside them in it
OVERFLOWED: Field[tuple[int, tuple[int, ...]]] = Field("cities_that_overflowed", (NOBODY, ()))


def _country(game: Position, unit: int) -> str:
    return game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]]


def _provinces(game: Position, unit: int) -> frozenset[int] | None:
    """The hexes to which a corps of half an empire is bound; None: it is not. A MIL has its city."""
    names = PROVINCES.get(_country(game, unit))
    if names is None or counter_of(game, unit).type is LandType.MIL:
        return None
    regions = ground_of(game).regions
    return frozenset(place for name in names(game) for place in regions[name])


@rule("fa:4.2.1", "fa:21.5")
def _garrisons(game: Position, unit: int) -> tuple[int, ...]:
    """Cities and ports for a territorial."""
    power = power_of(game, unit)
    if _country(game, unit) == PACIFIC:
        ports = game.ruleset.once(german_ports_of_1914)  # outside Africa all of them are on the Pacific
        return tuple(sorted(port for port in ports if controls(game, power, port) and not in_africa(game, port)))
    home = home_of_unit(game, unit)
    found = {*cities_at_home(game, home), *ports_at_home(game, home)}
    return tuple(sorted(place for place in found if controls(game, power, place)))


@rule("fa:4.2.1", "fa:15.3.6", "fa:21.12")
def where_they_are_raised(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, unit: int
) -> tuple[int, ...]:
    counter = counter_of(game, unit)
    if isinstance(counter, LandCounter) and counter.type is LandType.TERR:
        return _garrisons(game, unit)
    if counter.home == ANZAC:
        homes = (country_named(game, name) for name in ANZAC_HOMES(game))
        cities = (city for home in homes for city in cities_at_home(game, home))
        return tuple(city for city in cities if controls(game, power_of(game, unit), city))
    provinces, found = _provinces(game, unit), usual(game, unit)
    return found if provinces is None else tuple(place for place in found if place in provinces)


@rule("fa:4.2.1", "fa:15.3.6")
def overflow_in_their_provinces(
    usual: Callable[[Position, int, tuple[int, ...]], tuple[tuple[int, int], ...]],
    game: Position,
    unit: int,
    used: tuple[int, ...],
) -> tuple[tuple[int, int], ...]:
    provinces, found = _provinces(game, unit), usual(game, unit, (*used, *cities_that_overflowed(game)))
    return found if provinces is None else tuple((place, city) for place, city in found if place in provinces)


@rule("fa:4.2.1", "fa:9.7")
def cities_that_overflowed(game: Position) -> tuple[int, ...]:
    """Each does so once a turn, whether for reinforcements or, later in the turn, for reserves."""
    turn, cities = game.state.get(OVERFLOWED)
    return cities if turn == game.state.get(TURN) else ()


@rule("fa:4.2.1")
def a_city_overflows(game: Game, event: Arrived) -> None:
    """A unit stands beside the city where there was no room for it."""
    cities = arrival_hexes(game, event.thing)
    if event.place in cities:
        return
    known, around = cities_that_overflowed(game), board_of(game).adjacent[event.place]
    city = next((city for city in cities if city in around and city not in known), None)
    if city is not None:
        game.set(OVERFLOWED, (game.state.get(TURN), (*known, city)))


@rule("fa:4.2.1", "fa:2.5.4")
def finished_ships_lie_face_up(game: Game, event: Shattered | UnitsSentHome | Displaced) -> None:
    """Only ships of the first cycle lie face-down on the production circle: these come back onto the map."""
    match event:
        case UnitsSentHome(units=units):
            pass
        case Shattered(unit=unit) | Displaced(thing=unit):
            units = (unit,)
    for ship in naval_units(game, units):
        game.write(FACE_DOWN, ship, 0)


MODULE = Module(
    schema=Schema(fields=(OVERFLOWED,)),
    subscribes=(
        (Arrived, a_city_overflows),
        (Shattered, finished_ships_lie_face_up),
        (UnitsSentHome, finished_ships_lie_face_up),
        (Displaced, finished_ships_lie_face_up),
    ),
    changes=(
        arrival_hexes.wrapped_by(where_they_are_raised),
        overflow_hexes.wrapped_by(overflow_in_their_provinces),
    ),
)
