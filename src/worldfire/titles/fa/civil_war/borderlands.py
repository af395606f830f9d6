"""fa:14.4, 15.2 The borderlands of a Russia in civil war: countries that form there, and regions that are absorbed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces import who
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.things import Moved
from worldfire.forces.turn import controls, powers_of_side, seat_of_power
from worldfire.rules.s02_5_control import can_take_control
from worldfire.rules.s03_sequence import step_name
from worldfire.titles.fa.civil_war.collapse import lands_on_soil, red_minors
from worldfire.titles.fa.civil_war.factions import (
    GERMANY,
    OTTOMANS,
    RUSSIA,
    SECTION,
    is_fighting,
    reds,
    soil,
    whites,
)
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.independence import FREE_CAPITAL, IndependenceDeclared, countries_to_found
from worldfire.titles.fa.politics.absorbing import ABSORBED, CAUCASUS, UKRAINE, RegionAbsorbed, hexes_of_region
from worldfire.titles.fa.potential_homes import claims_on

_ABSORBING = "fa:15.2"
ARMENIA = "armenia"
#: a country of the borderlands → regions of which one is absorbed, and who leads it then
LED_BY = {"ukraine": (UKRAINE, GERMANY), "azerbaijan": ((CAUCASUS,), OTTOMANS), ARMENIA: ((CAUCASUS,), RUSSIA)}


class HexesReleased(Event, frozen=True):
    """What was absorbed belongs to those again who were there before."""

    power: PowerId
    places: tuple[PlaceId, ...]


# -------------------------------------------------------------------------------------------------- who leads new countries


@rule(SECTION, _ABSORBING)
def leader_of(game: Position, country: int) -> int:
    """The Reds; once its land has been absorbed the one who is to have it."""
    regions, name = LED_BY.get(game.state.get(who.COUNTRY_NAMES)[country], ((), ""))
    absorbed = any(region in game.state.get(ABSORBED) for region in regions)
    return who.power_named(game, name) if absorbed else reds(game)


@rule(SECTION, _ABSORBING)
def absorbed_countries_change_leaders(game: Game, event: RegionAbsorbed) -> None:
    for country in red_minors(game):
        who.align_country(game, country, leader_of(game, country))


@rule(SECTION)
def new_country_has_its_leader(game: Game, event: IndependenceDeclared) -> None:
    name = game.state.get(who.COUNTRY_NAMES)[event.country]
    if is_fighting(game) and name in lands_on_soil(game):
        who.align_country(game, event.country, leader_of(game, event.country))


@rule(SECTION, _ABSORBING, "fa:13.6.3")
def whites_found_nothing_at_home(
    usual: Callable[[Position, int], tuple[tuple[int, int], ...]], game: Position, power: int
) -> tuple[tuple[int, int], ...]:
    """Of Russian land only Armenia, once it is to be theirs; of what Russia has ceded whatever any Ally may found."""
    found = usual(game, power)
    if not is_fighting(game) or power != whites(game):
        return found
    names, country = game.state.get(who.COUNTRY_NAMES), who.country_named(game, ARMENIA)
    abroad = tuple(each for each in found if names[each[0]] not in lands_on_soil(game))
    if CAUCASUS not in game.state.get(ABSORBED) or game.state[FREE_CAPITAL][country] != who.NOBODY:
        return abroad
    cities = (city for city in sorted(ground_of(game).cities) if controls(game, power, city))
    return (*abroad, *[(country, city) for city in cities if ARMENIA in claims_on(game, city)][:1])


# ----------------------------------------------------------------------------------------------------------- absorbed land


def _absorbed(game: Position) -> frozenset[int]:
    regions = game.state.get(ABSORBED) if is_fighting(game) else ()
    return frozenset().union(*(hexes_of_region(game, region) for region in regions))


@rule(_ABSORBING)
def absorbed_hex_is_entered(game: Game, event: Moved) -> None:
    """What was the Reds', or a country's beside them, is his who enters it."""
    if not is_fighting(game) or not is_hex(game, event.to) or event.to not in _absorbed(game):
        return
    power, holder = who.power_of(game, event.thing), game.state[who.CONTROLLER][event.to]
    guest = game.state[who.SIDE][power] == central_side(game) and power != reds(game)
    if guest and who.master_of(game, holder) == reds(game) and can_take_control(game, event.thing):
        who.change_control(game, event.to, power)


class Releasing(msgspec.Struct):
    """Powers that have been asked."""

    asked: tuple[int, ...] = ()


def _to_release(game: Position, power: int) -> tuple[int, ...]:
    return tuple(place for place in sorted(soil(game)) if game.state[who.CONTROLLER][place] == power)


def _who_releases(game: Position, releasing: Releasing) -> int:
    powers = (power for power in powers_of_side(game, central_side(game)) if power != reds(game))
    return next((power for power in powers if power not in releasing.asked and _to_release(game, power)), who.NOBODY)


def _shape(game: Position, releasing: Releasing, seat: str) -> Shape | Violation:
    places = _to_release(game, _who_releases(game, releasing))
    return Set(places, 0, len(places))


@rule(_ABSORBING)
def _owner_of_old(game: Position, place: int) -> int:
    """The country that exists there, if it is on the same side, otherwise the Reds."""
    for name in claims_on(game, place):
        country = who.country_named(game, name)
        if country in red_minors(game) and game.state[who.SIDE][game.state[who.POWER][country]] == central_side(game):
            return who.power_named(game, name)
    return reds(game)


def _release(game: Game, releasing: Releasing, seat: str, noun: Noun) -> Control:
    power = _who_releases(game, releasing)
    releasing.asked += (power,)
    for place in noun:
        who.change_control(game, place, _owner_of_old(game, place))
    if noun:
        game.say(HexesReleased(power=power, places=noun))
    return Goto("next_power_releases")


RELEASE = Verb("release-absorbed", _ABSORBING, _release, _shape, items=Place)


@step(_ABSORBING, RELEASE)
def next_power_releases(game: Game, releasing: Releasing) -> Control:
    """With liberation: hexes that were absorbed may go back to the Reds, or to a country that exists there."""
    power = _who_releases(game, releasing)
    if power == who.NOBODY:
        return End()
    return one(seat_of_power(game, power), RELEASE, rule=_ABSORBING, prompt="release-absorbed", power=Power(power))


RELEASING = procedure("releasing what was absorbed", _ABSORBING, next_power_releases, locals=Releasing)


@step(_ABSORBING)
def absorbed_land_may_go_back(game: Game, nothing: None) -> Control:
    return Call(RELEASING.name, Releasing()) if is_fighting(game) and game.state.get(ABSORBED) else None


MODULE = Module(
    procedures=(RELEASING,),
    subscribes=(
        (RegionAbsorbed, absorbed_countries_change_leaders),
        (IndependenceDeclared, new_country_has_its_leader),
        (Moved, absorbed_hex_is_entered),
    ),
    changes=(
        countries_to_found.wrapped_by(whites_found_nothing_at_home),
        Insert(step_name("liberation"), absorbed_land_may_go_back, after="perform"),
    ),
)
