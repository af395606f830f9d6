"""13.7.1 Who conquers what: territories, Italy, and the other home countries."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of, counter_of, things_at
from worldfire.forces.turn import power_name
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    HEXES_AT_HOME,
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    TAKEN,
    country_named,
    master_of,
    power_of,
    ruler_of,
    side_of_power,
)
from worldfire.rules.s09_02_garrisons import garrison_value
from worldfire.rules.s09_06_aligning import own_power
from worldfire.tables.counters import LandCounter, NavalCounter


@clause("13.7.1")
def hexes_of(game: Position, country: int) -> tuple[int, ...]:
    """The hexes of the home country or territory that are in play."""
    controller = game.state[CONTROLLER]
    return tuple(place for place in game.look_up(HEXES_AT_HOME).get(country, ()) if controller[place] != NOBODY)


@rule("13.7.1/other home countries")
def factory_hexes(game: Position, country: int) -> tuple[int, ...]:
    """Hexes of the home country with a printed factory, even if it was railed away."""
    home = game.state[HOME_COUNTRY]
    places = ground_of(game).places
    return tuple(
        place
        for place, found in sorted(places.items())
        if home[place] == country and any(each.factories for each in found)
    )


def holder_of(game: Position, place: int) -> int:
    """The major power that controls the hex, itself or by a minor country: a minor country conquers for its master."""
    controller = game.state[CONTROLLER][place]
    return NOBODY if controller == NOBODY else master_of(game, controller)


def is_enemy_of(game: Position, power: int, country: int) -> bool:
    """May the power conquer the country: it is on the other side from its ruler, and at war with it?"""
    if power == NOBODY or game.state[SIDE][power] == NOBODY:
        return False
    return game.state[SIDE][power] != game.state[SIDE][ruler_of(game, country)] and _fights(game, power, country)


def _fights(game: Position, power: int, country: int) -> bool:
    own = own_power(game, country)
    return at_war(game, power, ruler_of(game, country)) or (own != NOBODY and at_war(game, power, own))


def taker_of(game: Position, place: int, country: int) -> int:
    """The major power for which the hex of a country is held that it may conquer; NOBODY if there is none.

    It conquers what its minor country fights and holds, even if it is not at war with the country itself.
    """
    controller, holder = game.state[CONTROLLER][place], holder_of(game, place)
    if is_enemy_of(game, holder, country):
        return holder
    if holder in (NOBODY, controller) or game.state[SIDE][holder] in (
        NOBODY,
        side_of_power(game, ruler_of(game, country)),
    ):
        return NOBODY
    return holder if _fights(game, controller, country) else NOBODY


def _all_on_side(game: Position, places: Iterable[int], side: int) -> bool:
    controllers = game.state[CONTROLLER]
    return all(side_of_power(game, controllers[place]) == side for place in places)


# ------------------------------------------------------------------------------------------------------------- influence


@clause("13.7.1/territories")
def influence(game: Position, power: int, hexes: Iterable[int]) -> tuple[int, Fraction, int, int, int]:
    """Of a power in these hexes, by the book's priorities: ports and cities, garrison, land factors, who came last."""
    ground = ground_of(game)
    towns = garrison = Fraction(0)
    factors = last_town = last_hex = 0
    for place in hexes:
        for unit in things_at(game, place):
            counter = counter_of(game, unit)
            if power_of(game, unit) == power and not isinstance(counter, NavalCounter):
                garrison += garrison_value(game, unit)
                factors += (counter.strength or 0) if isinstance(counter, LandCounter) else 0
        if holder_of(game, place) == power:
            taken = game.state[TAKEN][place]
            last_hex = max(last_hex, taken)
            if place in ground.cities or place in ground.ports:
                towns, last_town = towns + 1, max(last_town, taken)
    return int(towns), garrison, factors, last_town, last_hex


_NONE = (0, Fraction(0), 0, 0, 0)


@rule("13.7.1/territories")
def most_influential(game: Position, powers: Iterable[int], hexes: tuple[int, ...]) -> int:
    """NOBODY if none of these powers has any influence there."""
    found = {power: influence(game, power, hexes) for power in powers}
    best = max(found, key=lambda power: (found[power], -power), default=NOBODY)
    return best if best != NOBODY and found[best] != _NONE else NOBODY


# ------------------------------------------------------------------------------------------------------------ territories


@rule("13.7.1/territories")
def conqueror_of_territory(game: Position, territory: int, hexes: tuple[int, ...]) -> int:
    """Whoever's side has all its cities and ports, or all of the coasts around it, or every hex."""
    takers = sorted({taker_of(game, place, territory) for place in hexes} - {NOBODY})
    if not takers:
        return NOBODY
    ground, side = ground_of(game), game.state[SIDE][takers[0]]
    towns = [place for place in hexes if place in ground.cities or place in ground.ports]
    fallen = (bool(towns) and _all_on_side(game, towns, side)) or _all_on_side(game, hexes, side)
    if not fallen and not _all_on_side(game, _coasts_around(game, hexes), side):
        return NOBODY
    return most_influential(game, takers, hexes)


def _coasts_around(game: Position, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """Every port and coastal city in the sea areas that these hexes lie on, in play."""
    ground, seas_of = ground_of(game), board_of(game).tables.seas
    seas = {sea for place in hexes for sea in seas_of[place]}
    towns = (place for place in sorted({*ground.cities, *ground.ports}) if seas & {*seas_of[place]})
    return tuple(place for place in towns if game.state[CONTROLLER][place] != NOBODY)


# --------------------------------------------------------------------------------------------------- other home countries


@clause("13.7.1/other home countries")
def seat_of_government(game: Position, country: int) -> int | None:
    """The hex with which the country falls: its capital."""
    return capital_of(game, country)


@clause("13.7.1/other home countries", "13.7.1/re-conquest", "13.7.1")
def conqueror_of(game: Position, country: int) -> int:
    """The major power that conquers this home country now, NOBODY if it stands.

    Its side holds the capital and every printed factory; who holds the capital is the conqueror. A conquered country is
    re-conquered in the same manner by the other side. A factory that is off the maps in play cannot be held.
    """
    capital = seat_of_government(game, country)
    taker = NOBODY if capital is None else taker_of(game, capital, country)
    if taker == NOBODY:
        return NOBODY
    return taker if _all_on_side(game, factory_hexes(game, country), game.state[SIDE][taker]) else NOBODY


@clause("13.7.1")
def conquests(game: Position) -> tuple[tuple[int, int], ...]:
    """(country, conqueror) of every country and territory that falls; all conquest of a turn is simultaneous."""
    ground, names = ground_of(game), game.state.get(COUNTRY_NAMES)
    found = []
    for country, name in enumerate(names):
        if name not in ground.minors and name not in ground.majors:
            continue
        if capital_of(game, country) is not None:
            power = conqueror_of(game, country)
        else:
            power = conqueror_of_territory(game, country, hexes_of(game, country))
        if power != NOBODY:
            found.append((country, power))
    return tuple(found)


def is_major_home(game: Position, country: int) -> bool:
    return game.state.get(COUNTRY_NAMES)[country] in ground_of(game).majors


@clause("2.5.2")
def homes_of(game: Position, power: int) -> tuple[int, ...]:
    """The power's own home countries: six of the Commonwealth, one of anybody else (2.5.2)."""
    homes = ground_of(game).homes_of_power.get(power_name(game, power), ())
    return tuple(country for name in homes if (country := country_named(game, name)) != NOBODY)
