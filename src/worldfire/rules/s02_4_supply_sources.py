"""2.4.2 Supply sources: which cities and HQs the units of a country may draw on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.seams import AnyOf, Chain
from worldfire.forces.borders import cities_at_home
from worldfire.forces.ground import ground_of, slug
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.things import COUNTER, HEXES, PLACE
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    COUNTRY_NUMBERS,
    NEW_HOME,
    NOBODY,
    POWER,
    POWER_NAMES,
    TAKEN,
    side_of_power,
)
from worldfire.forces.zones import playing_hexes
from worldfire.rules.s02_4_supply_limits import Tracer
from worldfire.rules.s18_1_cooperation import countries_cooperate, powers_cooperate
from worldfire.tables.campaign import find_campaign
from worldfire.tables.counters import LandType

HEADQUARTERS = frozenset({LandType.HQ_A, LandType.HQ_I})


class Source(msgspec.Struct, frozen=True):
    """Why a hex is a supply source; `unit` is the HQ that makes it one."""

    reason: str
    unit: int = NOBODY


#: DiF option 14 and TiF option 54: more primary sources. (value: hex → reason, country)
MORE_PRIMARY_SOURCES = Chain[dict[int, Source], [int]]("more primary supply sources")


#: an HQ that units of a country which does not co-operate with it may draw on, to its own sources. (game, country, HQ)
SUPPLIES_STRANGERS = AnyOf[[int, int]]("HQ that supplies strangers")


def _friendly_cities(game: Position, tracer: Tracer, country: str) -> tuple[int, ...]:
    """Found once for all countries of a power that draw on them."""

    def look() -> tuple[int, ...]:
        number = game.look_up(COUNTRY_NUMBERS).get(country, NOBODY)
        return tuple(that_can_supply(game, tracer, cities_at_home(game, country, number)))

    return game.recall(("friendly cities", tracer.power, tracer.side, country), look)


@rule("2.4.2")
def that_can_supply(game: Position, tracer: Tracer, cities: Iterable[int]) -> Iterator[int]:
    """A city is a source only if its side holds it, and the other side has not held it at any time in the turn."""
    holders, taken, turn = game.state[CONTROLLER], game.state[TAKEN], game.state.get(TURN)
    for city in cities:
        holder = holders[city]
        friendly = holder == tracer.power or side_of_power(game, holder) == tracer.side
        if friendly and not (taken[city] and taken[city] == turn):
            yield city


@clause("2.4.2")
def primary_sources(game: Position, tracer: Tracer) -> dict[int, Source]:
    """Friendly cities in unconquered home countries: the unit's own, others of its power, co-operating major powers'."""
    ground, numbers, conqueror = ground_of(game), game.look_up(COUNTRY_NUMBERS), game.state[CONQUEROR]
    chosen = game.state[NEW_HOME][tracer.country]  # 13.7.1: a conquered country fights on from there
    own = nations_of(game).country_of_home(
        game.state.get(COUNTRY_NAMES)[tracer.country if chosen == NOBODY else chosen]
    )
    homes = {own: "supply-home-city"}
    for power, countries in ground.homes_of_power.items():
        if own in countries:  # as the Commonwealth's units do
            homes.update((country, "supply-home-city") for country in countries)
            continue
        main = _main_of(game, power, countries)
        if main in numbers and countries_cooperate(game, tracer.country, numbers[main]):
            beyond = _is_beyond_the_maps(game, tracer, power, main)
            for country in countries:
                if beyond or supplies_allies(game, power, country):
                    homes.setdefault(country, "supply-ally-city")
    found = {
        city: Source(reason)
        for country, reason in homes.items()
        if country in numbers and conqueror[numbers[country]] == NOBODY
        for city in _friendly_cities(game, tracer, country)
    }
    for here, country in _edges(game):
        if country in homes and conqueror[numbers[country]] == NOBODY:
            found.setdefault(here, Source("supply-map-edge"))
    return MORE_PRIMARY_SOURCES(game, found, tracer.country)


def _main_of(game: Position, power: str, countries: tuple[str, ...]) -> str:
    """Of the home countries of a power, the one whose cities supply others that co-operate with it."""
    main = nations_of(game).main_homes.get(power, "")
    return main if main in countries else countries[0]


@clause("2.4.2")
def supplies_allies(game: Position, power: str, country: str) -> bool:
    """Are the cities of this home country of a power primary sources to others that co-operate with it? Of the main one."""
    return country == _main_of(game, power, ground_of(game).homes_of_power[power])


def _is_beyond_the_maps(game: Position, tracer: Tracer, power: str, main: str) -> bool:
    """Is the main home country of the unit's major power off the maps? Then its others supply its minor countries."""
    own = game.state.get(POWER_NAMES)[tracer.power] == power
    return own and main not in game.ruleset.once(_countries_in_play, game.state.get(CAMPAIGN))


def _countries_in_play(ruleset: Ruleset, campaign: str) -> frozenset[str]:
    board = ground_of(ruleset).board
    playing = playing_hexes(ground_of(ruleset), find_campaign(campaign, ruleset.tables.source))
    return frozenset(slug(board.tables.country[here]) for here in playing)


def _lesser_homes(game: Position, own: str) -> tuple[str, ...]:
    """Home countries of major powers with several, as the Commonwealth, that are neither the unit's own nor supply allies."""
    return tuple(
        country
        for power, countries in ground_of(game).homes_of_power.items()
        if own not in countries
        for country in countries
        if not supplies_allies(game, power, country)
    )


def _edges(game: Position) -> tuple[tuple[int, str], ...]:
    """Hexes from which a railway or road leaves the maps in play, with the country that it leads into."""
    return game.ruleset.once(_edges_of_campaign, game.state.get(CAMPAIGN))


def _edges_of_campaign(ruleset: Ruleset, campaign: str) -> tuple[tuple[int, str], ...]:
    ground = ground_of(ruleset)
    playing = playing_hexes(ground, find_campaign(campaign, ruleset.tables.source))
    return tuple(
        (here, slug(ground.board.tables.country[there]))
        for here in sorted(playing)
        for there in ground.tracks.get(here, ())
        if there not in playing
    )


@clause("2.4.2")
def secondary_cities(game: Position, tracer: Tracer) -> dict[int, Source]:
    """Secondary sources that do not move."""
    ground, numbers = ground_of(game), game.look_up(COUNTRY_NUMBERS)
    found: dict[int, Source] = {}
    own = nations_of(game).country_of_home(game.state.get(COUNTRY_NAMES)[tracer.country])
    conqueror = game.state[CONQUEROR]
    for country in _lesser_homes(game, own):
        free = country in numbers and conqueror[numbers[country]] == NOBODY
        if free and countries_cooperate(game, tracer.country, numbers[country]):
            found.update((city, Source("supply-dominion-city")) for city in _friendly_cities(game, tracer, country))
    reasons: dict[int, str] = {}
    for country in _countries_with_capitals(game).get(tracer.power, ()):
        reason = _reason_of_capital(game, tracer, numbers[country]) if country != own else ""
        if reason:
            reasons[ground.capitals[country]] = reason
    found.update((capital, Source(reasons[capital])) for capital in that_can_supply(game, tracer, reasons))
    return found


@rule("2.4.2")
def with_headquarters(
    game: Position, tracer: Tracer, cities: dict[int, Source], headquarters: tuple[int, ...]
) -> dict[int, Source]:
    """The same with the HQs on the map that the country's units co-operate with; a city counts before an HQ in it."""
    found = cities.copy()
    country_of, places, hexes = game.state[COUNTRY], game.state[PLACE], range(game.state.get(HEXES))
    on_map = [unit for unit in headquarters if places[unit] in hexes]
    friends = {
        country
        for country in {country_of[unit] for unit in on_map}
        if countries_cooperate(game, tracer.country, country)
    }
    for unit in sorted(on_map, key=lambda unit: country_of[unit] != tracer.country):  # its own, if two share a hex
        if country_of[unit] in friends or SUPPLIES_STRANGERS(game, tracer.country, unit):
            found.setdefault(places[unit], Source("supply-headquarters", unit))
    return found


def _countries_with_capitals(game: Position) -> dict[int, list[str]]:
    """Power → the countries that are aligned with it, and all that are conquered."""

    def look() -> dict[int, list[str]]:
        numbers, powers, conqueror = game.look_up(COUNTRY_NUMBERS), game.state[POWER], game.state[CONQUEROR]
        countries = [(country, numbers[country]) for country in ground_of(game).capitals if country in numbers]
        conquered = [country for country, number in countries if conqueror[number] != NOBODY]
        found = {power: conquered.copy() for power in powers}
        for country, number in countries:
            if conqueror[number] == NOBODY:
                found[powers[number]].append(country)
        return found

    return game.recall("countries with capitals", look)


def _reason_of_capital(game: Position, tracer: Tracer, country: int) -> str:
    name = game.state.get(COUNTRY_NAMES)[country]
    conqueror = game.state[CONQUEROR][country]
    if conqueror != NOBODY:
        return "supply-conquered-capital" if draws_on_conquests(game, tracer, conqueror) else ""
    aligned = name in ground_of(game).minors and game.state[POWER][country] == tracer.power
    return "supply-aligned-capital" if aligned and countries_cooperate(game, tracer.country, country) else ""


@clause("2.4.2")
def draws_on_conquests(game: Position, tracer: Tracer, conqueror: int) -> bool:
    """Are the capitals that a power has conquered sources to these units? If theirs co-operates with it."""
    return powers_cooperate(game, tracer.power, conqueror)


def headquarters_of_the_game(game: Position) -> tuple[int, ...]:
    """Every HQ counter, wherever it is."""
    rows = game.ruleset.once(_headquarters_counters)
    return tuple(unit for unit, row in enumerate(game.state[COUNTER]) if row in rows)


def _headquarters_counters(ruleset: Ruleset) -> frozenset[int]:
    counters = enumerate(ruleset.tables.counters)
    return frozenset(row for row, counter in counters if getattr(counter, "type", None) in HEADQUARTERS)


MODULE = Module(seams=(MORE_PRIMARY_SOURCES, SUPPLIES_STRANGERS))
