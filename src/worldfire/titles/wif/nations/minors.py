"""19 Questions about minor countries that several of their rules ask."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, board_of, counter_of
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HEXES_AT_HOME,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    country_named,
    master_of,
    power_named,
    units_of,
)
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s09_06_aligning import own_power
from worldfire.tables.counters import LandCounter, Size

FRANCE = "france"


@rule("19")
def is_neutral(game: Position, country: int) -> bool:
    """A minor country of its own that is on the maps in play."""
    own = NOBODY if country == NOBODY else own_power(game, country)
    if own == NOBODY or game.state[POWER][country] != own or game.state[CONQUEROR][country] != NOBODY:
        return False
    capital = capital_of(game, country)
    on_the_maps = capital is not None and game.state[CONTROLLER][capital] != NOBODY
    return on_the_maps and game.state[SIDE][own] == NOBODY


def is_neutral_named(game: Position, name: str) -> bool:
    return is_neutral(game, country_named(game, name))


def plays(game: Position, power: int) -> bool:
    """Is it a major power of this campaign that has not fallen?"""
    return power != NOBODY and game.state[SIDE][power] != NOBODY and not game.state[FALLEN_POWER][power]


def fight(game: Position, one: str, other: str) -> bool:
    """Are these two at war?"""
    powers = power_named(game, one), power_named(game, other)
    return NOBODY not in powers and at_war(game, *powers)


def declared_war(game: Position, declarer: str, victim: str) -> bool:
    """A war stands with the power first that declared it."""
    return (power_named(game, declarer), power_named(game, victim)) in game.state.get(AT_WAR)


def holds_part_of(game: Position, power: int, *countries: str) -> bool:
    """Does the major power control a hex of one of these countries?"""
    holders, hexes = game.state[CONTROLLER], game.look_up(HEXES_AT_HOME)
    homes = (country_named(game, name) for name in countries)
    places = (place for home in homes if home != NOBODY for place in hexes.get(home, ()))
    return any(holders[place] != NOBODY and master_of(game, holders[place]) == power for place in places)


@clause("5.1", "19.6.2")
def france_is_out(game: Position) -> bool:
    """Is France conquered, or a Vichy government installed? A campaign without France has seen that."""
    france, country = power_named(game, FRANCE), country_named(game, FRANCE)
    return not plays(game, france) or (country != NOBODY and game.state[CONQUEROR][country] != NOBODY)


# ------------------------------------------------------------------------------------------------------- corps on a border


def adjacent_countries(game: Position, country: int) -> frozenset[int]:
    """Countries with a hex next to one of this country's."""
    homes, around = game.state[HOME_COUNTRY], board_of(game).adjacent
    places = game.look_up(HEXES_AT_HOME).get(country, ())
    beside = (homes[near] for place in places for near in around[place])
    return frozenset(home for home in beside if home not in (NOBODY, country))


@rule("19.7", "19.8")
def corps_in(game: Position, power: int, countries: Iterable[int], *, supplied: bool = False) -> int:
    """Corps of the major power itself, not of its minor countries, in these home countries."""
    wanted, homes, places = frozenset(countries), game.state[HOME_COUNTRY], game.state[PLACE]
    return sum(
        is_hex(game, places[unit]) and homes[places[unit]] in wanted and not (supplied and not in_supply(game, unit))
        for unit in own_corps(game, power)
    )


def own_corps(game: Position, power: int) -> tuple[int, ...]:
    """Corps-sized land units of a major power's own home countries."""
    names, powers, minors = game.state.get(COUNTRY_NAMES), game.state[POWER], ground_of(game).minors
    lands = (land for land, name in enumerate(names) if powers[land] == power and name not in minors)
    return tuple(unit for land in lands for unit in units_of(game, land) if _is_corps(game, unit))


def _is_corps(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is Size.CORPS
