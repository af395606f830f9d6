"""20 Chinese Communists: two factions of one major power, each with its own cities.

The cities that the map gives the Communists are theirs until somebody else takes them; what has changed since is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.borders import region_hexes
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import CountryId, Power
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import FORCE_POOL, REMOVED, circle_space, named_place
from worldfire.forces.situation import TURN
from worldfire.forces.things import HEXES, PLACE, PLACE_NAMES, Moved, counter_of, move, place_index, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    ControlChanged,
    country_named,
    power_named,
    units_of,
)
from worldfire.rules.s02_3_stacking import AIRCRAFT_BASE, HARBOUR
from worldfire.rules.s02_4_supply_limits import Tracer
from worldfire.rules.s02_4_supply_sources import Source, primary_sources
from worldfire.rules.s02_5_control import TURNS_UNTIL_DISPLACED_UNITS_ARRIVE, Displaced, can_take_control
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s04_reinforcements import arrival_hexes, has_its_city
from worldfire.rules.s13_06_production import PRODUCTION, Production
from worldfire.rules.s13_07_5_giving_back import HexesGivenBack
from worldfire.rules.s13_07_5_liberation import LIBERATION, RETURNING, CountryLiberated, Returning
from worldfire.rules.s13_07_5_reversion import HexesReverted
from worldfire.tables.counters import LandCounter
from worldfire.titles.wif.nations.china import CHINA

NATIONALISTS, COMMUNISTS = "nationalist-china", "communist-china"
_OTHER = {NATIONALISTS: COMMUNISTS, COMMUNISTS: NATIONALISTS}
COMMUNIST_CITIES = "Communist China"

#: cities that are no longer the faction's to which the map gives them
CITIES_CHANGED: Field[tuple[int, ...]] = Field("chinese_cities_changed", ())
#: cities of one faction in which a land unit of the other stands: they supply neither
DISPUTED: Field[tuple[int, ...]] = Field("chinese_cities_disputed", ())
#: cities that an ally has just given back: whoever it is says to which faction
CITIES_RETURNED: Field[tuple[int, ...]] = Field("chinese_cities_returned", ())
#: factions without a city, whose units are out of the game
FACTIONS_GONE: Field[tuple[int, ...]] = Field("chinese_factions_gone", ())


class CityOfFaction(Event, frozen=True):
    """A Chinese city belongs to this faction now."""

    place: PlaceId
    country: CountryId


class FactionGone(Event, frozen=True):
    """It has no city left: its units are out of the game."""

    country: CountryId
    units: tuple[ThingId, ...]


class FactionReturns(Event, frozen=True):
    country: CountryId


# ------------------------------------------------------------------------------------------------------------ whose city


def _printed(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(region_hexes(ground_of(ruleset), COMMUNIST_CITIES))


@rule("20")
def is_chinese_city(game: Position, place: int) -> bool:
    """A city that China controls."""
    china = power_named(game, CHINA)
    return china != NOBODY and place in ground_of(game).cities and game.state[CONTROLLER][place] == china


@rule("20")
def faction_of_city(game: Position, place: int) -> str:
    """The faction that has this Chinese controlled city."""
    communist = (place in game.ruleset.once(_printed)) != (place in game.state.get(CITIES_CHANGED))
    return COMMUNISTS if communist else NATIONALISTS


def faction_of(game: Position, unit: int) -> str:
    """The name of the unit's faction, "" if it is of neither."""
    name = game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][unit]]
    return name if name in _OTHER else ""


def _give_city(game: Game, place: int, faction: str) -> None:
    if faction_of_city(game, place) != faction:
        changed = game.state.get(CITIES_CHANGED)
        now = tuple(city for city in changed if city != place) if place in changed else (*changed, place)
        game.set(CITIES_CHANGED, now)
        game.say(CityOfFaction(place=place, country=country_named(game, faction)))


def _factions_standing_at(game: Position, place: int) -> frozenset[str]:
    """Factions with a land unit there that can hold a city."""
    holders = (unit for unit in things_at(game, place) if can_take_control(game, unit) and not is_partisan(game, unit))
    return frozenset(faction_of(game, unit) for unit in holders) - {""}


# -------------------------------------------------------------------------------------------- how cities come and are disputed


@rule("20")
def city_is_taken(game: Game, event: ControlChanged) -> None:
    """An enemy city belongs to the faction whose land units enter it; one that is given back to that of the map."""
    if not is_chinese_city(game, event.place):
        return
    takers = _factions_standing_at(game, event.place)
    if len(takers) == 1:
        _give_city(game, event.place, next(iter(takers)))
        return
    if not takers and event.place in game.state.get(CITIES_CHANGED):
        _give_city(game, event.place, _OTHER[faction_of_city(game, event.place)])
    if not takers and game.on_stack(LIBERATION.name):
        game.set(CITIES_RETURNED, (*game.state.get(CITIES_RETURNED), event.place))


@rule("20")
def note_disputes(game: Game, event: Moved) -> None:
    """A land unit of one faction has come into a city of the other, or left it."""
    if faction_of(game, event.thing) and isinstance(counter_of(game, event.thing), LandCounter):
        _look_for_disputes(game, (event.origin, event.to))


def _look_for_disputes(game: Game, places: Iterable[int]) -> None:
    known = game.state.get(DISPUTED)
    cities = [place for place in places if is_hex(game, place) and place in ground_of(game).cities]
    disputed = {place for place in cities if _is_disputed(game, place)}
    now = tuple(sorted({*known} - {*cities} | disputed))
    if now != known:
        game.set(DISPUTED, now)


def _is_disputed(game: Position, place: int) -> bool:
    if not is_chinese_city(game, place):
        return False
    return _OTHER[faction_of_city(game, place)] in _factions_standing_at(game, place)


# ------------------------------------------------------------------------------------------------ what only its owner may use


@rule("20", "2.4.2")
def own_cities_only(
    usual: Callable[[Position, Tracer], dict[int, Source]], game: Position, tracer: Tracer
) -> dict[int, Source]:
    """A city supplies the faction that has it, and nobody while a land unit of the other stands in it."""
    found = usual(game, tracer)
    name = game.state.get(COUNTRY_NAMES)[tracer.country]
    if name not in _OTHER:
        return found
    disputed = game.state.get(DISPUTED)
    return {
        place: source
        for place, source in found.items()
        if not _is_city_in_china(game, place) or (faction_of_city(game, place) == name and place not in disputed)
    }


def _is_city_in_china(game: Position, place: int) -> bool:
    home = game.state[HOME_COUNTRY][place]
    return home != NOBODY and game.state.get(COUNTRY_NAMES)[home] == CHINA and place in ground_of(game).cities


@rule("20", "4.2.1")
def reinforced_in_own_cities(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, unit: int
) -> tuple[int, ...]:
    faction, found = faction_of(game, unit), usual(game, unit)
    if not faction:
        return found
    return tuple(
        place for place in found if not is_chinese_city(game, place) or faction_of_city(game, place) == faction
    )


@rule("4.2.1", "20")
def unless_it_is_the_other_s(
    usual: Callable[[Position, int, int], bool], game: Position, militia: int, city: int
) -> bool:
    """A MIL whose city the other faction has leaves the pools like one whose city is lost."""
    faction = faction_of(game, militia)
    own = not faction or not is_chinese_city(game, city) or faction_of_city(game, city) == faction
    return own and usual(game, militia, city)


@rule("20")
def not_in_the_other_s_city(game: Position, unit: int, place: int) -> Violation | None:
    """Aircraft and ships of a faction."""
    faction = faction_of(game, unit)
    if not faction or not is_chinese_city(game, place) or faction_of_city(game, place) == faction:
        return None
    return refused("20", "city-of-the-other-faction", unit=Thing(unit), place=Place(place))


@rule("20", "13.6.5")
def pools_are_one(game: Game) -> None:
    """Both factions' units lie in the same force pools, so that nobody chooses between them."""
    prefix, hexes = f"{FORCE_POOL} {COMMUNISTS}: ", game.state.get(HEXES)
    names = game.state.get(PLACE_NAMES)
    for row, name in enumerate(names):
        there = things_at(game, hexes + row) if name.startswith(prefix) else ()
        common = named_place(game, f"{FORCE_POOL} {NATIONALISTS}: {name.removeprefix(prefix)}") if there else None
        if common is not None:
            for unit in there:
                move(game, unit, common)


@step("20", also=("13.6.5",))
def chinese_pools_are_one(game: Game, production: Production) -> Control:
    if power_named(game, CHINA) != NOBODY:
        pools_are_one(game)
    return None


# -------------------------------------------------------------------------------------------------------- the conquest step


@step("20", also=("13.7.1",))
def occupied_cities_change_faction(game: Game, nothing: None) -> Control:
    """At the start of the conquest step; aircraft and ships of the faction that loses the city leave it for 2 turns."""
    for place in game.state.get(DISPUTED):
        if is_chinese_city(game, place):
            _give_city(game, place, _OTHER[faction_of_city(game, place)])
            _send_away(game, place)
    game.set(DISPUTED, ())
    return None


def _send_away(game: Game, place: int) -> None:
    turn = game.state.get(TURN) + TURNS_UNTIL_DISPLACED_UNITS_ARRIVE(game)
    for unit in things_at(game, place):
        stranger = not isinstance(counter_of(game, unit), LandCounter)
        if stranger and not_in_the_other_s_city(game, unit, place) is not None:
            move(game, unit, place_index(game, circle_space(turn)))
            game.say(Displaced(thing=unit, place=place, turn=turn))


@step("20")
def factions_without_a_city_leave(game: Game, nothing: None) -> Control:
    """At the end of the conquest step."""
    if power_named(game, CHINA) == NOBODY:
        return None
    for name in _OTHER:
        faction = country_named(game, name)
        if faction not in (NOBODY, *game.state.get(FACTIONS_GONE)) and not _has_a_city(game, name):
            _leave(game, faction)
    return None


def _has_a_city(game: Position, faction: str) -> bool:
    cities = (place for place in ground_of(game).cities if _is_city_in_china(game, place))
    return any(is_chinese_city(game, place) and faction_of_city(game, place) == faction for place in cities)


def _leave(game: Game, faction: int) -> None:
    removed, places = place_index(game, REMOVED), game.state[PLACE]
    units = tuple(unit for unit in units_of(game, faction) if places[unit] != removed and not is_partisan(game, unit))
    if not units:
        return
    for unit in units:
        move(game, unit, removed)
    game.set(FACTIONS_GONE, (*game.state.get(FACTIONS_GONE), faction))
    game.say(FactionGone(country=faction, units=units))


# ------------------------------------------------------------------------------------------------------ the liberation step


class Comeback(msgspec.Struct):
    """Factions that have a city again."""

    factions: tuple[int, ...]


@step("20", also=("13.7.5",))
def faction_returns(game: Game, comeback: Comeback) -> Control:
    """As a country that is liberated does."""
    if not comeback.factions:
        return None
    faction, comeback.factions = comeback.factions[0], comeback.factions[1:]
    gone = tuple(other for other in game.state.get(FACTIONS_GONE) if other != faction)
    game.set(FACTIONS_GONE, gone)
    game.say(FactionReturns(country=faction))
    return Call(RETURNING.name, Returning(faction))


COMEBACK = procedure("a Chinese faction returns", "20", faction_returns, locals=Comeback)


@step("20")
def factions_with_a_city_return(game: Game, nothing: None) -> Control:
    names = game.state.get(COUNTRY_NAMES)
    back = tuple(faction for faction in game.state.get(FACTIONS_GONE) if _has_a_city(game, names[faction]))
    return Call(COMEBACK.name, Comeback(back)) if back else None


# ------------------------------------------------------------------------------------------- cities that allies give back


class Returned(msgspec.Struct):
    """Cities that are Chinese again, and the power that gave them back."""

    giver: int
    cities: tuple[int, ...]


@rule("13.7.5/liberation of china", "13.7.5/reversion")
def cities_are_given_back(game: Game, event: CountryLiberated | HexesGivenBack | HexesReverted) -> Call | None:
    """Whoever frees China, or gives hexes back to it, says which faction has each of the cities."""
    cities = game.state.get(CITIES_RETURNED)
    if not cities:
        return None
    game.set(CITIES_RETURNED, ())
    giver = event.liberator if isinstance(event, CountryLiberated) else event.power
    return Call(GIVING_CITIES.name, Returned(giver, cities))


def _cities(game: Position, returned: Returned, seat: str) -> Shape | Violation:
    return Set(returned.cities, 0, len(returned.cities))


def _to_the_communists(game: Game, returned: Returned, seat: str, noun: Noun) -> Control:
    for place in returned.cities:
        _give_city(game, place, COMMUNISTS if place in noun else NATIONALISTS)
    return None


GIVE_CITIES = Verb("give-cities-to-communists", "13.7.5/liberation of china", _to_the_communists, _cities, items=Place)


@step("13.7.5/liberation of china", GIVE_CITIES)
def choose_their_faction(game: Game, returned: Returned) -> Control:
    """City by city."""
    seat = seat_of_power(game, returned.giver)
    return one(seat, GIVE_CITIES, rule="13.7.5", prompt="give-chinese-cities", power=Power(returned.giver))


GIVING_CITIES = procedure("Chinese cities are given back", "13.7.5", choose_their_faction, locals=Returned)


_READS_BESIDE_CONTROL = (CITIES_CHANGED, COUNTRY, COUNTRY_NAMES)
_READS = (CONTROLLER, *_READS_BESIDE_CONTROL)

MODULE = Module(
    schema=Schema(fields=(CITIES_CHANGED, CITIES_RETURNED, DISPUTED, FACTIONS_GONE)),
    procedures=(COMEBACK, GIVING_CITIES),
    subscribes=(
        (ControlChanged, city_is_taken),
        (Moved, note_disputes),
        (CountryLiberated, cities_are_given_back),
        (HexesGivenBack, cities_are_given_back),
        (HexesReverted, cities_are_given_back),
    ),
    changes=(
        primary_sources.wrapped_by(own_cities_only, reads=(CITIES_CHANGED, DISPUTED)),
        arrival_hexes.wrapped_by(reinforced_in_own_cities, reads=_READS),
        has_its_city.wrapped_by(unless_it_is_the_other_s),
        AIRCRAFT_BASE.attach(not_in_the_other_s_city, reads=_READS_BESIDE_CONTROL),
        HARBOUR.attach(not_in_the_other_s_city, reads=_READS_BESIDE_CONTROL),
        Insert(PRODUCTION.name, chinese_pools_are_one, before="next_power_produces"),
        Insert(step_name("conquest"), occupied_cities_change_faction, before="perform"),
        Insert(step_name("conquest"), factions_without_a_city_leave, after="perform"),
        Insert(step_name("liberation"), factions_with_a_city_return, after="perform"),
    ),
)
