"""Positions on the real board for the worked examples: named units at named hexes, with control, wars and weather.

    game = position(
        "barbarossa",
        units={"Lvov": ["Rundstedt"], "E1932": ["germany ARM", "germany MECH"]},
        wars=[("germany", "ussr")],
        control={"germany": ["Lvov", "E1932"]},
        weather="fine",
    )
    ike, = units_at(game, "Lvov")

A unit is named by its id, by what its counter says ("Rundstedt", "Warspite"), or by power or home country and type ("germany
ARM"): then the first one that is not yet on the map is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR, CO_OPERATING
from worldfire.forces.things import (
    COUNTER,
    HEXES,
    PLACE,
    PLACE_NAMES,
    board_of,
    counter_of,
    name_of,
    place_index,
    things_at,
)
from worldfire.forces.turn import WEATHER
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, POWER_NAMES, align_country
from worldfire.tables.counters import Kit
from worldfire.titles import USUAL
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE

Pairs = Iterable[tuple[str, str]]


def position(
    campaign: str = "global-war",
    *,
    units: Mapping[str, Sequence[str]] | None = None,
    wars: Pairs = (),
    co_operating: Pairs = (),
    aligned: Pairs = (),
    control: Mapping[str, Iterable[str]] | None = None,
    weather: str | Mapping[str, str] = "fine",
    options: Iterable[str] = (),
    kits: Iterable[Kit] | None = None,
    title: str = USUAL,
) -> Game:
    """A campaign before its set-up, with just these units on the map.

    `aligned` gives (minor country, power), and all hexes of the country go to the power; `control` gives power → hexes,
    places, or "country:Syria" for a whole country; `weather` is one for all zones, or zone → weather. US entry is not in use.
    """
    game = begin_campaign(campaign, options=options, kits=kits, title=title, secret=b"position")
    if title == USUAL:
        game.set(US_ENTRY_IN_USE, False)
    set_wars(game, wars)
    game.set(CO_OPERATING, tuple((power(game, one), power(game, other)) for one, other in co_operating))
    for minor, major in aligned:
        align(game, minor, major)
    for holder, places in (control or {}).items():
        give_control(game, holder, *places)
    set_weather(game, weather)
    for place, names in (units or {}).items():
        for name in names:
            put(game, name, place)
    return game


def power(game: Game, name: str) -> int:
    return game.state.get(POWER_NAMES).index(name)


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def hexes(game: Game, *names: str) -> tuple[int, ...]:
    """Hexes by number, place, or "country:Syria" for all of it."""
    board, found = board_of(game), []
    for name in names:
        if name.startswith("country:"):
            found += [board.index[number] for number in board.hexes_of(name.removeprefix("country:"))]
        else:
            found.append(place_index(game, name))
    return tuple(found)


def set_wars(game: Game, wars: Pairs) -> None:
    game.set(AT_WAR, tuple((power(game, one), power(game, other)) for one, other in wars))


def align(game: Game, minor: str, major: str) -> None:
    """The country belongs to the power from now on; hexes that it controls itself go with it."""
    own, new = game.state[CONTROLLER][:], power(game, major)
    old = {number for number, name in enumerate(game.state.get(POWER_NAMES)) if name == minor}
    align_country(game, country(game, minor), new)
    for place in range(game.state.get(HEXES)):
        if own[place] in old:
            game.write(CONTROLLER, place, new)


def give_control(game: Game, holder: str, *places: str) -> None:
    """As it was before the turn: nothing is noted as taken in this turn."""
    for place in hexes(game, *places):
        game.write(CONTROLLER, place, power(game, holder))


def set_weather(game: Game, weather: str | Mapping[str, str]) -> None:
    zones = sorted({zone for zone in board_of(game).tables.zone if zone})
    given = dict.fromkeys(zones, weather) if isinstance(weather, str) else {zone: weather[zone] for zone in zones}
    game.set(WEATHER, tuple(given.items()))


def unit(game: Game, name: str) -> int:
    """The unit of this name that is not yet on the map; see the module's text."""
    first, names, seas = game.state.get(HEXES), game.state.get(PLACE_NAMES), board_of(game).sea_areas
    beside = {first + at for at, place in enumerate(names) if place.rpartition(" ")[0] not in seas}
    free = [thing for thing, place in enumerate(game.state[PLACE]) if place in beside]
    for thing in free:
        counter = counter_of(game, thing)
        if name in (counter.id, name_of(game, thing)):
            return thing
    owner, _, kind = name.partition(" ")
    for thing in free:
        counter = counter_of(game, thing)
        if owner in (counter.power, counter.home) and str(counter.type) == kind:
            return thing
    raise LookupError(f"there is no unit {name!r} beside the map")


def put(game: Game, name: str | int, place: str) -> int:
    """Put a unit there, by its name (see `unit`) or its number; it may come from anywhere."""
    thing = unit(game, name) if isinstance(name, str) else name
    game.write(PLACE, thing, place_index(game, place))
    return thing


def units_at(game: Game, place: str) -> tuple[int, ...]:
    return things_at(game, place_index(game, place))


def count_of_units(game: Game) -> int:
    return len(game.state[COUNTER])
