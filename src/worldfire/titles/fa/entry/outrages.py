"""13.2.3.1 Deeds of war that the world is told of: gas, bombs, seized trade, neutral ports, Japan's conquests, seized ships."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Roll, Verb, one, procedure, step
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Owner, Side
from worldfire.forces.things import sea_of_section
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    NOBODY,
    ControlChanged,
    country_named,
    master_of,
    power_named,
    side_of_power,
)
from worldfire.rules.s11_05_8_damage import ConvoysSunk
from worldfire.rules.s11_07_strategic_bombardment import Bombed
from worldfire.rules.s13_06_1_by_sea import GoodsSeized
from worldfire.titles.fa.colonies import german_ports_of_1914
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.entry.drawing import DRAWING, RETURNING, Drawing, Returning
from worldfire.titles.fa.entry.noticing import notice, value_of
from worldfire.titles.fa.entry.options import SUPPORT_BLOCKADE, is_chosen
from worldfire.titles.fa.entry.pools import COMMONWEALTH, US_ENTRY, USA, seat_of_pool, watches_the_war
from worldfire.titles.fa.gas import GasReleased
from worldfire.titles.fa.politics.flags import can_be_influenced, shift
from worldfire.titles.fa.politics.points import seat_that_spends
from worldfire.titles.fa.sea.neutral_ports import based
from worldfire.titles.fa.sea.seizure import BLOCKADED, seized_american_trade
from worldfire.titles.fa.sea.special_ships import ShipsExchanged

_SECTION = "fa:13.2.3.1"
GAS, BOMBS, JAPAN_EMPOWERED, NEUTRAL_PORTS, AMERICAN_TRADE = "28", "29", "30", "31", "26"
_SEIZED, CONVOYS_SUNK = ("13", "14"), "17"
_BOXES_OF_A_SHIP = Figure("boxes that a country moves for its seized ships", "fa:13.2.3.1")
JAPAN = "japan"


def _signed(game: Position, action: str, side: int) -> int:
    """For what either side may do: it counts towards the war if the Central Powers do it."""
    value = value_of(game, action)
    return value if side == central_side(game) else -value


# ------------------------------------------------------------------------------------------------------- gas and bombs


@rule(_SECTION, "fa:21.10")
def gas_is_noticed(game: Game, event: GasReleased) -> Call | None:
    return notice(game, GAS, points=_signed(game, GAS, side_of_power(game, event.power)))


@rule(_SECTION, "fa:11.6")
def bombing_is_noticed(game: Game, event: Bombed) -> Call | None:
    """A raid that costs a production point at least, by whoever does not hold the hex."""
    if not event.production:
        return None
    victim = side_of_power(game, master_of(game, game.state[CONTROLLER][event.place]))
    return None if victim == NOBODY else notice(game, BOMBS, points=_signed(game, BOMBS, other_side(victim)))


# --------------------------------------------------------------------------------------------------------- seized trade


@rule(_SECTION, "fa:5.1.11", "fa:13.5.1.3")
def goods_are_seized(game: Game, event: GoodsSeized) -> Call | None:
    """The Commonwealth's blockade of the American trade has a line of its own, and none once the USA supports it.

    A sea area counts once, whatever was seized in it; goods of others in the same place have the usual line.
    """
    blockades = power_name(game, event.power) == COMMONWEALTH and sea_of_section(game, event.place) == BLOCKADED
    american = seized_american_trade(game) if blockades else 0
    if american and not is_chosen(game, SUPPORT_BLOCKADE):
        return notice(game, AMERICAN_TRADE, only=(USA,))
    if american == event.goods:
        return None
    return notice(game, _SEIZED[0 if side_of_power(game, event.power) == central_side(game) else 1])


@rule(_SECTION)
def convoys_are_sunk(game: Game, event: ConvoysSunk) -> Call | None:
    """American ones, while the USA is neutral: only the Central Powers hunt them."""
    return notice(game, CONVOYS_SUNK, only=(USA,)) if power_name(game, event.power) == USA else None


# ------------------------------------------------------------------------------------------------ ships that change hands


@rule(_SECTION)
def flag_of_the_robbed(game: Game, event: ShipsExchanged) -> None:
    """The country concerned leans two boxes to the Central Powers."""
    country = country_named(game, power_name(game, event.country))
    if country != NOBODY and can_be_influenced(game, country):
        shift(game, country, central_side(game), _BOXES_OF_A_SHIP(game))


# ---------------------------------------------------------------------------------------------------------------- Japan


@rule(_SECTION)
def japan_is_empowered(game: Game, event: ControlChanged) -> Call | None:
    """A port that was Germany's in 1914 is Japan's now."""
    by_japan = event.controller != NOBODY and power_name(game, master_of(game, event.controller)) == JAPAN
    if not by_japan or event.place not in game.ruleset.once(german_ports_of_1914):
        return None
    return notice(game, JAPAN_EMPOWERED, only=(USA,))


# ------------------------------------------------------------------------------------------------- basing in neutral ports


class Basing(msgspec.Struct):
    """The net points of both sides, and the side that has triggered it."""

    points: int = 0
    side: int = NOBODY


@rule(_SECTION, "fa:2.4.3")
def ports_used(game: Position, side: int) -> dict[int, int]:
    """Neutral port → units of the side that are based there; convoys of the neutral USA (5.1.11) offend nobody."""
    found: dict[int, int] = {}
    for power in powers_of_side(game, side):
        if not is_active(game, power):
            continue
        for port, units in based(game, power).items():
            found[port] = found.get(port, 0) + units
    return found


def _hosts(game: Position, side: int) -> Iterator[int]:
    """Neutral countries in which the side is based and which have a flag to move."""
    names = game.state.get(COUNTRY_NAMES)
    for port in ports_used(game, side):
        name = power_name(game, game.state[CONTROLLER][port])
        if name in names and can_be_influenced(game, names.index(name)):
            yield names.index(name)


@step(_SECTION)
def count_neutral_ports(game: Game, basing: Basing) -> Control:
    """A point for each port, for or against. The neutral Commonwealth has a die of its own, as for any action."""
    central = central_side(game)
    worth = value_of(game, NEUTRAL_PORTS)
    basing.points = worth * (len(ports_used(game, central)) - len(ports_used(game, other_side(central))))
    if not basing.points:
        return End()
    basing.side = central if basing.points > 0 else other_side(central)
    return notice(game, NEUTRAL_PORTS, points=basing.points, only=(COMMONWEALTH,))


@step(_SECTION)
def roll_for_the_ports(game: Game, basing: Basing) -> Control:
    """Even when the USA is at war."""
    return Roll("neutral ports", seat_of_pool(game, US_ENTRY))


@step(_SECTION)
def are_the_ports_resented(game: Game, basing: Basing) -> Control:
    if game.total > abs(basing.points):
        return End()
    if not watches_the_war(game, USA):
        return None
    due = ((US_ENTRY, 1),)
    return Call(DRAWING.name, Drawing(due)) if basing.points > 0 else Call(RETURNING.name, Returning(due))


def _shape(game: Position, basing: Basing, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    return One(tuple(dict.fromkeys(names[country] for country in _hosts(game, basing.side))))


def _move(game: Game, basing: Basing, seat: str, noun: Noun) -> Control:
    shift(game, country_named(game, noun), other_side(basing.side))
    return None


RESENT_GUESTS = Verb("shift-host", _SECTION, _move, _shape, items=Owner)


@step(_SECTION, RESENT_GUESTS)
def a_host_resents_its_guests(game: Game, basing: Basing) -> Control:
    """The other side moves the flag of one host a box towards itself."""
    if not any(True for _ in _hosts(game, basing.side)):
        return End()
    other = other_side(basing.side)
    return one(seat_that_spends(game, other), RESENT_GUESTS, rule=_SECTION, prompt="shift-host", side=Side(other))


BASING = procedure(
    "basing in neutral ports",
    _SECTION,
    count_neutral_ports,
    roll_for_the_ports,
    are_the_ports_resented,
    a_host_resents_its_guests,
    locals=Basing,
)


@step(_SECTION)
def neutral_ports_are_noticed(game: Game, entry: object) -> Control:
    """At the start of the US entry step."""
    return Call(BASING.name, Basing()) if power_named(game, USA) != NOBODY else None
