"""19.4.3 Restrictions on use: half of a minor country's army stays at home."""

from __future__ import annotations

from collections.abc import Sequence

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema, memo
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import set_out_from
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Country
from worldfire.forces.nations import nations_of
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import HEXES, PLACE, counter_of
from worldfire.forces.who import (
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    country_named,
    units_of,
)
from worldfire.tables.counters import LandCounter, NavalCounter, Size


@clause("19.4.3")
def is_tied_home(game: Position, country: int) -> bool:
    """Is this an aligned minor country that is not free to send all of its army abroad?"""
    state = game.state
    power, name = state[POWER][country], state.get(COUNTRY_NAMES)[country]
    if name == state.get(POWER_NAMES)[power] or not state.get(HEXES):  # most units are a major power's own
        return False
    name = nations_of(game).country_of_home(name)
    if name not in ground_of(game).minors or state[SIDE][power] == NOBODY:
        return False
    return not is_free_to_leave(game, country)


def stays_home(game: Position, country: int) -> bool:
    """The same, remembered: every unit that moves asks."""
    return game.recall(country, lambda: is_tied_home(game, country), TIED_HOME)


@clause("19.4.3")
def is_free_to_leave(game: Position, country: int) -> bool:
    """May an aligned minor country use all of its army abroad?"""
    return False


#: countries that are tied home
TIED_HOME = memo(
    "tied home",
    (POWER, SIDE, COUNTRY_NAMES, POWER_NAMES, HOME_COUNTRY, HEXES),
    asks=(is_tied_home, is_free_to_leave),
)


def home_of(game: Position, country: int) -> int:
    """The country's current home country: its own, or the one that it has chosen after its conquest (13.7.1)."""
    chosen = game.state[NEW_HOME][country]
    return (
        chosen
        if chosen != NOBODY
        else country_named(game, nations_of(game).country_of_home(game.state.get(COUNTRY_NAMES)[country]))
    )


def _stands_at(game: Position, unit: int) -> int:
    """The hex where the unit is, or from which it or its transport has flown; NOBODY beside the map."""
    return set_out_from(game, unit, game.state[PLACE][unit])


@rule("19.4.3")
def muster(game: Position, country: int) -> tuple[int, int]:
    """(at home, in all): the land and aircraft units of the country on the map; a fort is no unit."""
    return game.recall(("muster", country), lambda: _count(game, country))


def _count(game: Position, country: int) -> tuple[int, int]:
    home, homes = home_of(game, country), game.state[HOME_COUNTRY]
    at_home = in_all = 0
    for unit in units_of(game, country):
        counter = counter_of(game, unit)
        facility = isinstance(counter, LandCounter) and counter.size is Size.FACILITY
        if facility or isinstance(counter, NavalCounter) or is_partisan(game, unit):
            continue
        place = _stands_at(game, unit)
        if place != NOBODY:
            in_all += 1
            at_home += homes[place] == home
    return at_home, in_all


@clause("19.4.3")
def leaving_home_violation(game: Position, units: Sequence[int], place: int) -> Violation | None:
    """Why minor country units may not leave home for this hex: each of them needs half of the army at home when it goes."""
    country_of = game.state[COUNTRY]
    countries = {country_of[unit] for unit in units} if len(units) > 1 else (country_of[units[0]],)
    for country in countries:
        if not stays_home(game, country):
            continue
        home, homes = home_of(game, country), game.state[HOME_COUNTRY]
        if homes[place] == home:
            continue
        leaving = [unit for unit in units if game.state[COUNTRY][unit] == country and _is_at(game, unit, home)]
        if not leaving:
            continue
        at_home, in_all = muster(game, country)
        if 2 * (at_home - len(leaving) + 1) < in_all:
            return refused(
                "19.4.3", "half-must-stay-home", country=Country(country), count=Number(at_home), most=Number(in_all)
            )
    return None


def _is_at(game: Position, unit: int, home: int) -> bool:
    place = _stands_at(game, unit)
    moves = not isinstance(counter_of(game, unit), NavalCounter) and not is_partisan(game, unit)
    return moves and place != NOBODY and game.state[HOME_COUNTRY][place] == home


MODULE = Module(schema=Schema(derived=(TIED_HOME,)))
