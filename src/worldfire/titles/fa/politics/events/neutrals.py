"""15.4 The Commonwealth leans on the neutrals of the north: pressure on their trade, and Norwegian merchants under its flag."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.capitals import capital_distance
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import CountryId, Power, PowerId
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.turn import controls, is_active, powers_of_side, seat_of_power
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY, NOBODY, SIDE, country_named, power_named
from worldfire.rules.s09_06_aligning import SETTING_UP, align_minor
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.entry.drawing import RETURNING, Returning
from worldfire.titles.fa.entry.options import RESTRICT_TRADE, is_chosen
from worldfire.titles.fa.entry.pools import US_ENTRY, USA, watches_the_war
from worldfire.titles.fa.politics.events.calling import WAR_STEP, PoliticalEvent, has_happened
from worldfire.titles.fa.politics.events.telegram import LUSITANIA
from worldfire.titles.fa.politics.flags import can_be_influenced, shift
from worldfire.titles.fa.trade import AGREEMENTS, cancel

PRESSURE, REFLAG = "pressure-neutrals", "reflag-norwegians"
COMMONWEALTH, GERMANY, NORWAY, DENMARK = "commonwealth", "germany", "norway", "denmark"
_SECTION = "fa:15.4"
_BOXES = Figure("boxes that pressed neutrals move", "fa:15.4")
_CONVOYS = Figure("convoy points of Norway under another flag", "fa:15.4")
#: convoy points that Norway does not set up any more
REFLAGGED: Field[int] = Field("norwegians_reflagged", 0)


class Reaction(NamedTuple):
    """Up to which die it sends less to Germany, how much less (0: nothing any more), and from which on it joins."""

    country: str
    less_to: int
    less: int
    joins_from: int


def reactions(game: Position) -> tuple[Reaction, ...]:
    return game.ruleset.once(_reactions)


def _reactions(ruleset: Ruleset) -> tuple[Reaction, ...]:
    chart = ruleset.tables.source.chart("pressed_neutrals")

    def number(row: str, column: str) -> int:
        cell = chart.cells.get((row, column))
        return 0 if cell is None or cell.value == "all" else int(cell.value)

    columns = ("sends Germany less up to", "less", "joins from")
    return tuple(Reaction(row, *(number(row, column) for column in columns)) for row in chart.rows.labels)


class NeutralReacts(Event, frozen=True):
    country: CountryId
    die: int


class NorwegiansReflagged(Event, frozen=True):
    power: PowerId
    points: int


class Pressure(msgspec.Struct):
    """How many of the neutrals have reacted."""

    done: int = 0


@rule(_SECTION)
def pressure_is_possible(game: Position, power: int) -> bool:
    return is_chosen(game, RESTRICT_TRADE)


@rule(_SECTION)
def put_pressure_on_them(game: Game, power: int) -> Control:
    return Call(PRESSING.name, Pressure())


@step(_SECTION)
def the_neutrals_are_alarmed(game: Game, pressure: Pressure) -> Control:
    """All four lean to the Central Powers, and the USA loses a marker."""
    for reaction in reactions(game):
        country = country_named(game, reaction.country)
        if country != NOBODY and can_be_influenced(game, country):
            shift(game, country, central_side(game), _BOXES(game))
    return Call(RETURNING.name, Returning(((US_ENTRY, 1),))) if watches_the_war(game, USA) else None


@step(_SECTION)
def next_neutral_reacts(game: Game, pressure: Pressure) -> Control:
    """One after another; who is in the war already does not."""
    for reaction in reactions(game)[pressure.done :]:
        country = country_named(game, reaction.country)
        if country != NOBODY and can_be_influenced(game, country):
            return Roll("pressed neutral", seat_of_power(game, power_named(game, COMMONWEALTH)))
        pressure.done += 1
    return End()


@step(_SECTION)
def neutral_has_reacted(game: Game, pressure: Pressure) -> Control:
    """It sends less to Germany, or joins it, without points, entry or surprise."""
    reaction, pressure.done = reactions(game)[pressure.done], pressure.done + 1
    country = country_named(game, reaction.country)
    game.say(NeutralReacts(country=country, die=game.total))
    if game.total <= reaction.less_to:
        for giver, to, number in game.state.get(AGREEMENTS):
            if (giver, to) == (reaction.country, GERMANY):
                cancel(game, giver, to, reaction.less or number)
    if game.total < reaction.joins_from:
        return Goto("next_neutral_reacts")
    return Call(SETTING_UP.name, align_minor(game, country, _nearest_central(game, country)))


def _nearest_central(game: Position, country: int) -> int:
    powers = powers_of_side(game, central_side(game))
    asked = [power for power in powers if is_active(game, power)] or powers
    return min(asked, key=lambda power: (capital_distance(game, power, country), power))


@step(_SECTION)
def neutral_has_joined(game: Game, pressure: Pressure) -> Control:
    return Goto("next_neutral_reacts")


PRESSING = procedure(
    "pressure on the neutrals",
    _SECTION,
    the_neutrals_are_alarmed,
    next_neutral_reacts,
    neutral_has_reacted,
    neutral_has_joined,
    locals=Pressure,
)
PRESSURE_EVENT = PoliticalEvent(
    PRESSURE, WAR_STEP, (COMMONWEALTH,), pressure_is_possible, put_pressure_on_them, price="Pressure the Neutrals"
)


# ------------------------------------------------------------------------------------------------- Norwegian merchants


def _british_ports(game: Position, power: int) -> tuple[int, ...]:
    home = country_named(game, "united-kingdom")
    ports = (place for place in ground_of(game).ports if game.state[HOME_COUNTRY][place] == home)
    return tuple(sorted(place for place in ports if controls(game, power, place)))


@rule(_SECTION)
def merchants_can_be_reflagged(game: Position, power: int) -> bool:
    """After the Lusitania, while Norway is neutral and a British port is free."""
    norway = country_named(game, NORWAY)
    neutral = norway != NOBODY and can_be_influenced(game, norway)
    return neutral and has_happened(game, LUSITANIA) and bool(_british_ports(game, power))


class Reflagging(msgspec.Struct):
    """The power under whose flag they come."""

    power: int


def reflag_the_merchants(game: Game, power: int) -> Control:
    return Call(REFLAGGING.name, Reflagging(power))


def _ports(game: Position, reflagging: Reflagging, seat: str) -> Shape | Violation:
    return One(_british_ports(game, reflagging.power))


@rule(_SECTION)
def berth_the_merchants(game: Game, reflagging: Reflagging, seat: str, noun: Noun) -> Control:
    """Five convoy points in a British port, which Norway lacks from now on; Norway and Denmark lean to the Allies."""
    power = reflagging.power
    game.add(CONVOY_POINTS, power, noun, _CONVOYS(game))
    game.set(REFLAGGED, _CONVOYS(game))
    game.say(NorwegiansReflagged(power=power, points=_CONVOYS(game)))
    for name in (NORWAY, DENMARK):
        country = country_named(game, name)
        if country != NOBODY and can_be_influenced(game, country):
            shift(game, country, game.state[SIDE][power])
    return None


BERTH = Verb("berth-merchants", _SECTION, berth_the_merchants, _ports, items=Place)


@step(_SECTION, BERTH)
def merchants_find_a_port(game: Game, reflagging: Reflagging) -> Control:
    power = reflagging.power
    return one(seat_of_power(game, power), BERTH, rule=_SECTION, prompt="berth-merchants", power=Power(power))


REFLAGGING = procedure("Norwegian merchants", _SECTION, merchants_find_a_port, locals=Reflagging)
REFLAG_EVENT = PoliticalEvent(
    REFLAG, WAR_STEP, (COMMONWEALTH,), merchants_can_be_reflagged, reflag_the_merchants, price="Re-flag Norwegians"
)


@rule(_SECTION)
def fewer_norwegian_convoys(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """What sails under the British flag is not set up when Norway comes into the war."""
    points = usual(game, country)
    norwegian = game.state.get(COUNTRY_NAMES)[country] == NORWAY
    return max(0, points - game.state.get(REFLAGGED)) if norwegian else points
