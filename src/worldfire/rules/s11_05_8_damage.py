"""11.5.8 Damaged naval units: what they are still worth, and the repair pool that they go to once they are home.

A damaged ship is marked; damaged convoy points are a number among those of a power in a place (11.4). Nobody is damaged
outside a naval combat: at its end whoever is must abort, and a port takes him into the repair pool.
"""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.forces.kinds import PowerId
from worldfire.forces.pools import circle_space, repair_pool
from worldfire.forces.situation import TURN
from worldfire.forces.things import NO_PLANES, THINGS, aboard, counter_of, move, place_index, things_at, turn_face_up
from worldfire.rules.s04_reinforcements import tray_of_power
from worldfire.rules.s11_04_naval_units import (
    DAMAGED_CONVOY_POINTS,
    Sailor,
    power_of_sailor,
    print_of,
    take_convoys_away,
)
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.tables.counters import NavalCounter, NavalType

#: a naval unit with a damage marker
DAMAGED = Column(THINGS, "damaged")

WEAKER_IF_DAMAGED = Figure("added to the defence of a damaged naval unit", "11.5.8")
PARTS_IF_DAMAGED = Figure("part of its factors that a damaged naval unit has", "11.5.8")


class ShipDamaged(Event, frozen=True):
    ship: ThingId


class ConvoysDamaged(Event, frozen=True):
    power: PowerId
    points: int
    place: PlaceId


class ConvoysSunk(Event, frozen=True):
    power: PowerId
    points: int
    place: PlaceId


class ToRepairPool(Event, frozen=True):
    """A damaged ship has reached a port."""

    ship: ThingId


class ConvoysToRepairPool(Event, frozen=True):
    power: PowerId
    points: int


# --------------------------------------------------------------------------------------------------- what they are worth


def is_damaged(game: Position, sailor: Sailor) -> bool:
    return sailor.damaged if sailor.is_convoy else bool(game.state[DAMAGED][sailor.ship])


@rule("11.5.8/combat results")
def defence(game: Position, sailor: Sailor) -> int:
    """A die of this or less and it suffers the result; one more if it is damaged."""
    return print_of(game, sailor).defence + (WEAKER_IF_DAMAGED(game) if is_damaged(game, sailor) else 0)


@rule("11.5.8/combat results")
def halved_if_damaged(game: Position, sailor: Sailor, factors: int) -> Fraction:
    """Attack, anti-aircraft and ASW factors."""
    return Fraction(factors, PARTS_IF_DAMAGED(game) if is_damaged(game, sailor) else 1)


@rule("11.5.8/combat results", "14.4")
def has_planes(game: Position, thing: int) -> bool:
    """An undamaged carrier whose planes can fly."""
    counter = counter_of(game, thing)
    if not isinstance(counter, NavalCounter) or counter.type is not NavalType.CV or counter.air_component is None:
        return False
    return not game.state[DAMAGED][thing] and not game.state[NO_PLANES][thing]


# --------------------------------------------------------------------------------------------------- what befalls them


@rule("11.5.8/combat results")
def damage(game: Game, sailor: Sailor, place: int) -> None:
    if sailor.is_convoy:
        game.add(DAMAGED_CONVOY_POINTS, sailor.power, place, sailor.points)
        game.say(ConvoysDamaged(power=sailor.power, points=sailor.points, place=place))
    else:
        game.write(DAMAGED, sailor.ship, 1)
        game.say(ShipDamaged(ship=sailor.ship))


@rule("11.5.8/combat results")
def sink(game: Game, sailor: Sailor, place: int) -> None:
    """Destroyed, with its cargo."""
    if sailor.is_convoy:
        take_convoys_away(game, sailor, place, tray_of_power(game, sailor.power))
        game.say(ConvoysSunk(power=sailor.power, points=sailor.points, place=place))
    else:
        destroy_ship(game, sailor.ship)


def destroy_ship(game: Game, ship: int) -> None:
    """With its cargo; if it is ever built again it is whole, and has its planes."""
    game.write(DAMAGED, ship, 0)
    game.write(NO_PLANES, ship, 0)
    destroy(game, ship, *things_at(game, aboard(ship)))


@rule("11.5.8/combat results", "11.5.11")
def take_into_repair(game: Game, sailor: Sailor, port: int) -> None:
    """It has reached a port; what it carries waits on the production circle for the next turn."""
    pool = repair_pool(game, power_of_sailor(game, sailor))
    if sailor.is_convoy:
        take_convoys_away(game, sailor, port, pool)
        game.say(ConvoysToRepairPool(power=sailor.power, points=sailor.points))
        return
    next_turn = place_index(game, circle_space(game.state.get(TURN) + 1))
    for cargo in things_at(game, aboard(sailor.ship)):
        land_cargo(game, cargo, next_turn)
    game.write(DAMAGED, sailor.ship, 0)
    game.say(ToRepairPool(ship=sailor.ship))
    move(game, sailor.ship, pool)
    turn_face_up(game, sailor.ship)


@clause("11.5.8")
def land_cargo(game: Game, cargo: int, space: int) -> None:
    """It waits on that space of the production circle."""
    move(game, cargo, space)
    turn_face_up(game, cargo)


MODULE = Module(schema=Schema(columns=(DAMAGED,)))
