"""13.3.3, US entry action 39: what Norway does when the Commonwealth mines its coast, for the rest of the game.

How it reacts is a row of the chart `norway_reaction`. What follows from it elsewhere, everybody asks here: trade (5.1), who may
align it (19.7), the gates of the Baltic (11.4.4), its set-up (19.4.1), and the Swedish ore in winter (13.6.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Country
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, at_sea, counter_of, move, place_index
from worldfire.forces.turn import WEATHER_OF_ZONE, power_name, seat_of_power
from worldfire.forces.who import (
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    country_named,
    power_named,
    power_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s08_weather import FREEZING
from worldfire.rules.s09_06_aligning import SETTING_UP, SettingUp, army
from worldfire.rules.s11_04_sea_passages import may_pass, submarines_may_pass
from worldfire.rules.s13_06_1_routes import seas_of_harbour
from worldfire.rules.s19_4_1_minor_fleets import convoys_of_minor
from worldfire.tables.counters import LandCounter, LandType, NavalType, Size
from worldfire.titles.wif.nations.minors import is_neutral_named
from worldfire.titles.wif.passages import BALTIC_SEA, NORTH_SEA, OSLO, baltic_is_open, holders_of_baltic_gates

NORWAY, SWEDEN, GERMANY, COMMONWEALTH = "norway", "sweden", "germany", "commonwealth"
_ARCTIC, _INFANTRY = "Arctic", "INF"
NORWEGIAN_CONVOYS = Figure("convoy points that Norway hands over", "13.3.3")

#: the result of the chart; "": its coast has not been mined
REACTION: Field[str] = Field("reaction_of_norway", "")
#: it has still to set up an infantry corps less
ONE_LESS: Field[bool] = Field("norway_sets_up_one_less", False)


class Reaction(NamedTuple):
    """Whom it turns to (""; nobody), with its convoys and Oslo too or with its trade only, and what cities of his enemies
    that friend must occupy to align it."""

    friend: str = ""
    hands_over: bool = False
    cities: tuple[str, ...] = ()


ALIGNED, UNDERMINED = "aligned with Germany", "one infantry less"
REACTIONS = {
    "for the Commonwealth": Reaction(COMMONWEALTH, hands_over=True),
    UNDERMINED: Reaction(),
    "trade with Germany": Reaction(GERMANY, cities=("London",)),
    "as the lowest result, for Germany": Reaction(GERMANY, hands_over=True, cities=("London", "Moscow")),
    ALIGNED: Reaction(),
}


def reaction_of_norway(game: Position) -> Reaction:
    return REACTIONS.get(game.state.get(REACTION), Reaction())


def coast_is_mined(game: Position) -> bool:
    return bool(game.state.get(REACTION))


# ------------------------------------------------------------------------------------------------- while Norway is neutral


@rule("13.3.3", "5.1")
def norway_trades_with(game: Position, taker: str) -> bool:
    return reaction_of_norway(game).friend == taker


@rule("13.3.3", "9.6", "19.7/norway")
def norway_joins_germany(game: Position, power: int, country: int) -> bool:
    """While a German land unit in supply stands in one of the cities that impress it."""
    cities = {place_index(game, name) for name in reaction_of_norway(game).cities}
    if not cities:
        return False
    places, germans = game.state[PLACE], units_of(game, country_named(game, GERMANY))
    there = (unit for unit in germans if places[unit] in cities and is_land_unit(game, unit))
    return any(in_supply(game, unit) for unit in there)


Passage = Callable[[Position, int, str, str], bool]


@rule("13.3.3", "11.4.4")
def oslo_is_a_friends(usual: Passage, game: Position, power: int, origin: str, to: str) -> bool:
    """For ships into and out of the Baltic Oslo counts as held by the power to which Norway has turned."""
    friend = _friend_in_oslo(game) if {origin, to} == {BALTIC_SEA, NORTH_SEA} else NOBODY
    if friend == NOBODY:
        return usual(game, power, origin, to)
    return baltic_is_open(game, power, holders_of_baltic_gates(game) | {OSLO: friend})


def _friend_in_oslo(game: Position) -> int:
    reaction = reaction_of_norway(game)
    if not reaction.hands_over or not is_neutral_named(game, NORWAY):
        return NOBODY
    return power_named(game, reaction.friend)


# ----------------------------------------------------------------------------------------------------- 19.4.1 its set-up


def _is_norway(game: Position, country: int) -> bool:
    return game.state.get(COUNTRY_NAMES)[country] == NORWAY


@rule("13.3.3", "19.4.1/table: minor country convoy point set-up")
def without_those_handed_over(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    points = usual(game, country)
    if _is_norway(game, country) and reaction_of_norway(game).hands_over:
        return max(0, points - NORWEGIAN_CONVOYS(game))
    return points


class OneLess(msgspec.Struct):
    country: int


def infantry_of(game: Position, country: int) -> tuple[int, ...]:
    """Its INF corps, or where it has none its corps of infantry class."""
    corps = [unit for unit in army(game, country) if _is_infantry_corps(game, unit)]
    plain = [unit for unit in corps if counter_of(game, unit).type is LandType.INF]
    return tuple(plain or corps)


def _is_infantry_corps(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is Size.CORPS and counter.gearing == _INFANTRY


def _whom(game: Position, less: OneLess, seat: str) -> Shape | Violation:
    return One(infantry_of(game, less.country))


def _hold_back(game: Game, less: OneLess, seat: str, noun: Noun) -> Control:
    game.set(ONE_LESS, False)
    move(game, noun, place_index(game, circle_space(game.state.get(TURN) + 1)))
    return None


HOLD_BACK = Verb("hold-back-infantry", "13.3.3", _hold_back, _whom, items=Thing)


@step("13.3.3", HOLD_BACK)
def ask_whom_to_hold_back(game: Game, less: OneLess) -> Control:
    seat, country = seat_of_power(game, game.state[POWER][less.country]), Country(less.country)
    return one(seat, HOLD_BACK, rule="13.3.3", prompt="hold-back-infantry", always=False, country=country)


HOLDING_BACK = procedure("Norway’s army is not ready", "13.3.3", ask_whom_to_hold_back, locals=OneLess)


@step("13.3.3", also=("19.4.1",))
def one_corps_is_not_ready(game: Game, setting: SettingUp) -> Control:
    """An infantry corps arrives a turn later."""
    if not game.state.get(ONE_LESS) or not _is_norway(game, setting.country) or not infantry_of(game, setting.country):
        return None
    return Call(HOLDING_BACK.name, OneLess(setting.country))


# ------------------------------------------------------------------------------------------------ the Swedish ore in winter


@rule("13.3.3", "5.1/sweden")
def no_ore_in_winter(
    usual: Callable[[Position, int, int], tuple[str, ...]], game: Position, power: int, place: int
) -> tuple[str, ...]:
    """From a mined coast neutral Sweden's ports send Germany nothing while the Arctic freezes, unless the Axis holds Oslo or
    is as strong in the North Sea as the Allies."""
    seas = usual(game, power, place)
    if not coast_is_mined(game) or power_name(game, power) != GERMANY or not _is_neutral_sweden(game, place):
        return seas
    return seas if not _arctic_freezes(game) or _escorts_the_ore(game, power) else ()


def _is_neutral_sweden(game: Position, place: int) -> bool:
    return game.state[HOME_COUNTRY][place] == country_named(game, SWEDEN) and is_neutral_named(game, SWEDEN)


def _arctic_freezes(game: Position) -> bool:
    return game.look_up(WEATHER_OF_ZONE).get(_ARCTIC) in FREEZING


def _escorts_the_ore(game: Position, germany: int) -> bool:
    axis = game.state[SIDE][germany]
    if side_of_power(game, holders_of_baltic_gates(game)[OSLO]) == axis:
        return True
    warships = [
        thing for thing, sea in at_sea(game) if sea == NORTH_SEA and counter_of(game, thing).type is NavalType.SCS
    ]
    sides = [side_of_power(game, power_of(game, ship)) for ship in warships]
    return sides.count(axis) >= sides.count(1 - axis)


MODULE = Module(
    schema=Schema(fields=(REACTION, ONE_LESS)),
    procedures=(HOLDING_BACK,),
    changes=(
        may_pass.wrapped_by(oslo_is_a_friends, reads=(REACTION, SIDE, POWER_NAMES, POWER)),
        submarines_may_pass.wrapped_by(oslo_is_a_friends, reads=(REACTION, SIDE, POWER_NAMES, POWER)),
        convoys_of_minor.wrapped_by(without_those_handed_over),
        seas_of_harbour.wrapped_by(no_ore_in_winter),
        Insert(SETTING_UP.name, one_corps_is_not_ready, before="place_land_units_of_minor"),
    ),
)
