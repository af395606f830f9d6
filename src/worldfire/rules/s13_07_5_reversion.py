"""13.7.5 Reversion: in a liberation step a power may return what another one of its side had in 1939."""

from __future__ import annotations

import msgspec

from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import CountryId, Owner, Power, PowerId
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HEXES_HELD,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    country_named,
    master_of,
    power_named,
    ruler_of,
)
from worldfire.rules.s02_5_control import displace_units
from worldfire.rules.s13_07_1_conquerors import hexes_of, is_major_home


class CountryReverted(Event, frozen=True):
    country: CountryId
    power: PowerId


class HexesReverted(Event, frozen=True):
    power: PowerId
    places: tuple[PlaceId, ...]


class Reverting(msgspec.Struct):
    """How many powers have been asked."""

    asked: int = 0


# ------------------------------------------------------------------------------------------------------------ what was whose


@clause("13.7.5/reversion")
def owner_in_1939(game: Position, country: int) -> int:
    """The major power, or NOBODY, that the country itself or its master of 1939 is now."""
    if is_major_home(game, country):
        return game.state[POWER][country]
    names, minors = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    parent = minors.get(names[country], names[country])
    if parent == names[country]:
        return NOBODY
    if parent in minors:  # of another minor country: whoever that one belongs to
        number = country_named(game, parent)
        return game.state[POWER][number] if number != NOBODY and game.state[CONQUEROR][number] == NOBODY else NOBODY
    return power_named(game, parent)


@clause("13.7.5/reversion")
def heir_of(game: Position, power: int, country: int) -> int:
    """To whom this power may revert what it has of the country: on its side and not completely conquered; or NOBODY."""
    owner = owner_in_1939(game, country)
    if owner in (NOBODY, power) or game.state[FALLEN_POWER][owner]:
        return NOBODY
    return owner if game.state[SIDE][owner] == game.state[SIDE][power] else NOBODY


@clause("13.7.5/reversion")
def further_heir(game: Position, power: int, place: int) -> int:
    """Somebody else to whom this power may rather revert the hex than to whoever had its country; or NOBODY."""
    return NOBODY


@clause("13.7.5/reversion")
def reverts_as_conquered(game: Position, country: int) -> bool:
    """Had its master conquered the country, and has it so again? What reverts is aligned otherwise."""
    return False


def heir_of_hex(game: Position, power: int, place: int) -> int:
    heir = further_heir(game, power, place)
    return heir if heir != NOBODY else heir_of(game, power, game.state[HOME_COUNTRY][place])


def countries_to_revert(game: Position, power: int) -> tuple[int, ...]:
    """Territories and minor countries that it rules."""

    def look() -> tuple[int, ...]:
        return tuple(
            country
            for country in range(len(game.state[POWER]))
            if ruler_of(game, country) == power
            and not is_major_home(game, country)
            and heir_of(game, power, country) != NOBODY
            and hexes_of(game, country)
        )

    return game.recall(("countries to revert", power), look)


@clause("13.7.5/reversion")
def only_as_a_whole(game: Position) -> bool:
    """Are countries that can be given back whole never given back hex by hex?"""
    return True


def hexes_to_revert(game: Position, power: int) -> tuple[int, ...]:
    """Hexes that it holds in countries which somebody else had."""
    return game.recall(("hexes to revert", power), lambda: tuple(_hexes_to_revert(game, power)))


def _hexes_to_revert(game: Position, power: int) -> list[int]:
    found: list[int] = []
    whole, goes_back = {NOBODY}, dict[int, bool]()
    if only_as_a_whole(game):
        whole.update(countries_to_revert(game, power))
    homes = game.state[HOME_COUNTRY]
    for holder, places in game.look_up(HEXES_HELD).items():
        if holder == NOBODY or master_of(game, holder) != power:
            continue
        for place in places:
            home = homes[place]
            if home in whole:
                continue
            if home not in goes_back:
                goes_back[home] = heir_of(game, power, home) != NOBODY
            if goes_back[home] or further_heir(game, power, place) != NOBODY:
                found.append(place)
    return sorted(found)


# ------------------------------------------------------------------------------------------------------------------ the step

REVERTERS = EachPower(
    powers_in_order,
    lambda game, power: bool(countries_to_revert(game, power) or hexes_to_revert(game, power)),
)


def _countries(game: Position, reverting: Reverting, seat: str) -> Shape | Violation:
    names, power = game.state.get(COUNTRY_NAMES), REVERTERS.next(game, reverting.asked)
    domain = tuple(names[country] for country in countries_to_revert(game, power))
    return Set(domain, 1, len(domain)) if domain else refused("13.7.5", "no-country-to-revert")


def _hexes(game: Position, reverting: Reverting, seat: str) -> Shape | Violation:
    domain = hexes_to_revert(game, REVERTERS.next(game, reverting.asked))
    return Set(domain, 1, len(domain)) if domain else refused("13.7.5", "no-hex-to-revert")


def _revert_countries(game: Game, reverting: Reverting, seat: str, noun: Noun) -> Control:
    """With the status of 1939."""
    power = REVERTERS.next(game, reverting.asked)
    for name in noun:
        country = country_named(game, name)
        heir = heir_of(game, power, country)
        game.write(CONQUEROR, country, heir if reverts_as_conquered(game, country) else NOBODY)
        align_country(game, country, heir)
        _hand_over(game, hexes_of(game, country), power, heir)
        game.say(CountryReverted(country=country, power=heir))
    return Goto("powers_revert")


def _revert_hexes(game: Game, reverting: Reverting, seat: str, noun: Noun) -> Control:
    power = REVERTERS.next(game, reverting.asked)
    for place in noun:
        _hand_over(game, (place,), power, heir_of_hex(game, power, place))
    game.say(HexesReverted(power=power, places=noun))
    return Goto("powers_revert")


def _hand_over(game: Game, places: tuple[int, ...], giver: int, heir: int) -> None:
    held = {holder for holder in game.look_up(HEXES_HELD) if holder != NOBODY and master_of(game, holder) == giver}
    mine = {place for holder in held for place in game.look_up(HEXES_HELD)[holder]}
    for place in places:
        if place in mine:
            change_control(game, place, heir)
            displace_units(game, place)


def _revert_nothing(game: Game, reverting: Reverting, seat: str, noun: Noun) -> Control:
    reverting.asked = REVERTERS.after(game, REVERTERS.next(game, reverting.asked))
    return Goto("powers_revert")


REVERT_NOTHING = Verb("revert-nothing", "13.7.5", _revert_nothing)
REVERT_COUNTRIES = Verb("revert-countries", "13.7.5", _revert_countries, _countries, items=Owner)
REVERT_HEXES = Verb("revert-hexes", "13.7.5", _revert_hexes, _hexes, items=Place)


@step("13.7.5/reversion", REVERT_NOTHING, REVERT_COUNTRIES, REVERT_HEXES)
def powers_revert(game: Game, reverting: Reverting) -> Control:
    power = REVERTERS.next(game, reverting.asked)
    if power == NOBODY:
        return End()
    return one(
        seat_of_power(game, power),
        REVERT_NOTHING,
        REVERT_COUNTRIES,
        REVERT_HEXES,
        rule="13.7.5",
        prompt="revert",
        power=Power(power),
    )


REVERSION = procedure("reversion", "13.7.5/reversion", powers_revert, locals=Reverting)


MODULE = Module(procedures=(REVERSION,))
