"""13.2.2.1 (44) The USA may take over Northern Ireland once an enemy has landed in the British Isles, if its owner agrees."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Power
from worldfire.forces.partisans import is_partisan
from worldfire.forces.sending_home import send_home
from worldfire.forces.things import PLACE, board_of, things_at
from worldfire.forces.turn import active_side, controls, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    change_control,
    country_named,
    power_named,
    power_of,
    side_of,
    units_on_map,
)
from worldfire.rules.s02_4_supply_sources import MORE_PRIMARY_SOURCES, Source
from worldfire.rules.s02_5_control import convoys_at, displace_convoys
from worldfire.rules.s09_war import DECLARING_WAR
from worldfire.rules.s13_06_production import factories_in, useable_factories
from worldfire.titles.fa.entry.deeds import KINGDOM, central_side
from worldfire.titles.fa.entry.options import NORTHERN_IRELAND, is_chosen
from worldfire.titles.fa.entry.pools import COMMONWEALTH, USA
from worldfire.titles.fa.own_units import is_of_a_major

_SECTION = "fa:13.2.2.1"
REGION, IRELAND = "Northern Ireland", "ireland"

#: it is American from now on
TAKEN_OVER: Field[bool] = Field("northern_ireland_taken_over", False)


class IrelandTakenOver(Event, frozen=True):
    """Northern Ireland is a territory of the USA."""


class TakingOver(msgspec.Struct):
    """Nothing is remembered."""


def _hexes(game: Position) -> tuple[int, ...]:
    board = board_of(game)
    return tuple(board.index[number] for number in board.tables.regions.get(REGION, ()))


@rule(_SECTION)
def may_take_over(game: Position) -> bool:
    """Every hex of it is the Commonwealth's, and a Central Power has a unit of its own in Ireland or the United Kingdom.

    Units of its minor countries do not count, nor do partisans whom it leads.
    """
    usa, commonwealth = power_named(game, USA), power_named(game, COMMONWEALTH)
    if NOBODY in (usa, commonwealth) or game.state.get(TAKEN_OVER) or not is_chosen(game, NORTHERN_IRELAND):
        return False
    if game.state[SIDE][usa] != active_side(game) or not all(
        controls(game, commonwealth, each) for each in _hexes(game)
    ):
        return False
    isles = {country_named(game, KINGDOM), country_named(game, IRELAND)}
    enemies, homes, places = powers_of_side(game, central_side(game)), game.state[HOME_COUNTRY], game.state[PLACE]
    landed = (unit for unit in units_on_map(game, enemies) if homes[places[unit]] in isles)
    return any(is_of_a_major(game, unit) and not is_partisan(game, unit) for unit in landed)


def _offer(game: Game, taking: TakingOver, seat: str, noun: Noun) -> Control:
    return None


def _leave(game: Game, taking: TakingOver, seat: str, noun: Noun) -> Control:
    return End()


@rule(_SECTION)
def take_over(game: Game, taking: TakingOver, seat: str, noun: Noun) -> Control:
    """Other Allied units there, convoy points among them, come back in two turns."""
    usa = power_named(game, USA)
    game.set(TAKEN_OVER, True)
    game.say(IrelandTakenOver())
    for place in _hexes(game):
        allies = (unit for unit in things_at(game, place) if side_of(game, unit) == game.state[SIDE][usa])
        send_home(game, tuple(unit for unit in allies if power_of(game, unit) != usa))
        for owner, points in convoys_at(game, place):
            if owner != usa:
                displace_convoys(game, owner, place, points)
        change_control(game, place, usa)
    return None


@rule(_SECTION, "fa:13.5.2")
def the_factory_of_belfast(usual: Callable[[Position, int, int], int], game: Position, power: int, place: int) -> int:
    """The USA may use it, blue as it is."""
    if not _is_american(game, power, place):
        return usual(game, power, place)
    return sum(factories_in(game, place))


@rule(_SECTION, "fa:2.4.2")
def belfast_supplies_americans(game: Position, sources: dict[int, Source], country: int) -> dict[int, Source]:
    usa = power_named(game, USA)
    if not game.state.get(TAKEN_OVER) or game.state[POWER][country] != usa:
        return sources
    cities = (place for place in _hexes(game) if place in ground_of(game).cities and _is_american(game, usa, place))
    return {**sources, **dict.fromkeys(cities, Source("supply-home-city"))}


def _is_american(game: Position, power: int, place: int) -> bool:
    american = game.state.get(TAKEN_OVER) and power == power_named(game, USA)
    return american and place in _hexes(game) and controls(game, power, place)


ASK_FOR_IRELAND = Verb("take-over-northern-ireland", _SECTION, _offer)
LEAVE_IRELAND = Verb("leave-northern-ireland", _SECTION, _leave)
CEDE_IRELAND = Verb("cede-northern-ireland", _SECTION, take_over)
KEEP_IRELAND = Verb("keep-northern-ireland", _SECTION, _leave)


@step(_SECTION, LEAVE_IRELAND, ASK_FOR_IRELAND)
def usa_asks_for_ireland(game: Game, taking: TakingOver) -> Control:
    if not may_take_over(game):
        return End()
    usa = power_named(game, USA)
    seat = seat_of_power(game, usa)
    return one(seat, LEAVE_IRELAND, ASK_FOR_IRELAND, rule=_SECTION, prompt="take-over-ireland", power=Power(usa))


@step(_SECTION, KEEP_IRELAND, CEDE_IRELAND)
def commonwealth_agrees(game: Game, taking: TakingOver) -> Control:
    owner = power_named(game, COMMONWEALTH)
    seat = seat_of_power(game, owner)
    return one(seat, KEEP_IRELAND, CEDE_IRELAND, rule=_SECTION, prompt="cede-ireland", power=Power(owner))


TAKING_OVER = procedure(
    "the USA in Northern Ireland", _SECTION, usa_asks_for_ireland, commonwealth_agrees, locals=TakingOver
)


@step(_SECTION)
def usa_may_take_over(game: Game, declaring: object) -> Control:
    return Call(TAKING_OVER.name, TakingOver()) if may_take_over(game) else None


MODULE = Module(
    schema=Schema(fields=(TAKEN_OVER,)),
    procedures=(TAKING_OVER,),
    changes=(
        Insert(DECLARING_WAR.name, usa_may_take_over, before="wars_of_the_campaign"),
        useable_factories.wrapped_by(the_factory_of_belfast),
        MORE_PRIMARY_SOURCES.attach(belfast_supplies_americans, reads=(TAKEN_OVER, CONTROLLER, POWER)),
    ),
)
