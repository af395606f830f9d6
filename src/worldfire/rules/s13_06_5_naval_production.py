"""13.6.5 Naval production beside what every unit has.

Convoy points are built and repaired by number, and a carrier gets its planes back in port as well as in the repair pool.
Convoy points that did not exist when the game began are counted, so that none is made or lost by mistake.
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import PowerId, TurnNumber
from worldfire.forces.pools import CIRCLE, REPAIR, circle_space, home_of_unit, repair_pool
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import NO_PLANES, PLACE, all_such, counter_of, place_index, place_name
from worldfire.forces.turn import controls
from worldfire.forces.who import HOME_COUNTRY, POWERS, power_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s04_reinforcements import has_home_port, lose_ships_without_ports, tray_of_power
from worldfire.rules.s11_04_naval_units import convoy_points_of, part_of_convoys_violation, take_markers_off
from worldfire.rules.s13_06_production import (
    COST,
    GEARING,
    PURCHASES,
    REPAIR_TURNS,
    PowerProduction,
    dock_cost,
    dock_turns,
    in_dock,
)
from worldfire.tables.counters import NavalCounter, NavalType

CONVOYS_REPAIRED_TOGETHER = Figure("convoy points repaired together", "13.6.5")

#: convoy points that the power has built, got from minor countries or captured since the game began, less those lost so
CONVOYS_MADE = Column(POWERS, "convoys_made")
_FIVE, _FIVE_REPAIRED = "convoy points, 5", "five convoy points repair"
_POINTS, _TURNS = "build points", "turns"


class ConvoysBuilt(Event, frozen=True):
    power: PowerId
    points: int
    cost: int
    turn: TurnNumber


class ConvoysRepaired(Event, frozen=True):
    """They wait on the production circle."""

    power: PowerId
    points: int
    cost: int
    turn: TurnNumber


class ConvoysWithoutHome(Event, frozen=True):
    """No port at home is left: what was being built or repaired is destroyed."""

    power: PowerId
    points: int


def _cost(game: Position, row: str, what: str) -> int:
    return int(chart_named(game, "other_costs").number(row, what))


def make_convoys(game: Game, power: int, place: int, points: int) -> None:
    """Convoy points that were not in the game before."""
    game.add(CONVOY_POINTS, power, place, points)
    game.write(CONVOYS_MADE, power, game.state[CONVOYS_MADE][power] + points)


def hand_convoys_over(game: Game, giver: int, taker: int, place: int, points: int) -> None:
    """What one power has lost and another has got: neither begun with nor gone."""
    game.add(CONVOY_POINTS, giver, place, -points)
    game.add(CONVOY_POINTS, taker, place, points)
    take_markers_off(game, giver, place)
    for power, change in ((giver, -points), (taker, points)):
        game.write(CONVOYS_MADE, power, game.state[CONVOYS_MADE][power] + change)


def strike_convoys(game: Game, power: int) -> None:
    """All convoy points of a power leave the game."""
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if owner == power:
            game.add(CONVOY_POINTS, owner, place, -points)
            take_markers_off(game, owner, place)
            game.write(CONVOYS_MADE, power, game.state[CONVOYS_MADE][power] - points)


# ------------------------------------------------------------------------------------------------------------- building


@rule("13.6.5/naval units")
def cost_of_convoys(game: Position, points: int) -> int:
    """One cycle, a build point for each."""
    return points * _cost(game, _FIVE, _POINTS) // CONVOYS_REPAIRED_TOGETHER(game)


def _build_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    found = tuple(
        points
        for points in range(1, work.points + 1)
        if part_of_convoys_violation(game, points) is None and cost_of_convoys(game, points) <= work.points
    )
    return One(found) if found else refused("13.6.5", "no-convoys-for-that", points=Number(work.points))


@rule("13.6.5/naval units")
def _why_not_built(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    if type(noun) is not int or noun < 1:
        return None
    cost = cost_of_convoys(game, noun)
    too_dear = refused("13.6.5", "not-enough-build-points", cost=Number(cost), points=Number(work.points))
    return part_of_convoys_violation(game, noun) or (too_dear if cost > work.points else None)


def _geared(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    return GEARING(game, (("convoy points", noun),), work.power)


def _build(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    cost, turn = cost_of_convoys(game, noun), game.state.get(TURN) + _cost(game, _FIVE, _TURNS)
    work.points -= cost
    work.has_built = True
    make_convoys(game, work.power, place_index(game, circle_space(turn)), noun)
    game.say(ConvoysBuilt(power=work.power, points=noun, cost=cost, turn=turn))
    return Goto("buy")


BUILD_CONVOYS = Verb("build-convoys", "13.6.5", _build, _build_shape, _geared, explain=_why_not_built, items=Number)


# ------------------------------------------------------------------------------------------------------------- repairing


@clause("13.6.5/naval units")
def repair_cost_of_convoys(game: Position, points: int) -> int | None:
    """By fives; None for a number that cannot be repaired."""
    groups, rest = divmod(points, CONVOYS_REPAIRED_TOGETHER(game))
    return None if rest else groups * repair_cost_of_five(game)


def repair_cost_of_five(game: Position) -> int:
    return _cost(game, _FIVE_REPAIRED, _POINTS)


def _repairable(game: Position, work: PowerProduction) -> dict[int, int]:
    """Number of convoy points → cost, of those in the repair pool that the power can pay."""
    damaged = convoy_points_of(game, work.power, repair_pool(game, work.power))
    costs = {points: repair_cost_of_convoys(game, points) for points in range(1, damaged + 1)}
    return {points: cost for points, cost in costs.items() if cost is not None and cost <= work.points}


def _repair_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    found = _repairable(game, work)
    return One(tuple(found)) if found else refused("13.6.5", "no-convoys-to-repair", points=Number(work.points))


def _repair(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    cost, turn = _repairable(game, work)[noun], game.state.get(TURN) + REPAIR_TURNS(game)
    work.points -= cost
    game.add(CONVOY_POINTS, work.power, repair_pool(game, work.power), -noun)
    game.add(CONVOY_POINTS, work.power, place_index(game, circle_space(turn)), noun)
    game.say(ConvoysRepaired(power=work.power, points=noun, cost=cost, turn=turn))
    return Goto("buy")


REPAIR_CONVOYS = Verb("repair-convoys", "13.6.5", _repair, _repair_shape, _geared, items=Number)


def new_convoys(game: Game) -> Verb:
    return BUILD_CONVOYS


def repaired_convoys(game: Game) -> Verb:
    return REPAIR_CONVOYS


# ------------------------------------------------------------------------------------------------ carriers without planes


def _is_carrier(counter: object) -> bool:
    return isinstance(counter, NavalCounter) and counter.type is NavalType.CV


@rule("13.6.5/naval units")
def may_embark_planes(game: Position, ship: int) -> bool:
    """A carrier marked *no planes* in a supplied port of the power's own: a major one, or a minor one in its home country."""
    place = game.state[PLACE][ship]
    if not game.state[NO_PLANES][ship] or not is_hex(game, place) or not controls(game, power_of(game, ship), place):
        return False
    at_home = game.state[HOME_COUNTRY][place] == home_of_unit(game, ship)
    port = ground_of(game).ports.get(place, "")
    return (port == "major" or (port == "minor" and at_home)) and in_supply(game, ship)


@rule("13.6.5/naval units")
def docks_and_ports(usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int) -> tuple[int, ...]:
    ships = (ship for ship in all_such(game, _is_carrier) if power_of(game, ship) == power)
    return (*usual(game, power), *(ship for ship in ships if may_embark_planes(game, ship)))


@rule("13.6.5/naval units")
def new_planes_in_port(usual: Callable[[Position, int], int | None], game: Position, unit: int) -> int | None:
    """For the cost of its first cycle."""
    counter = counter_of(game, unit)
    if isinstance(counter, NavalCounter) and may_embark_planes(game, unit):
        return COST(game, counter.cost_first, unit)
    return usual(game, unit)


@rule("13.6.5/naval units")
def as_long_as_a_repair(usual: Callable[[Position, int], int], game: Position, unit: int) -> int:
    return REPAIR_TURNS(game) if may_embark_planes(game, unit) else usual(game, unit)


# ---------------------------------------------------------------------------------------------------- no home port left


@rule("13.6.5/naval units")
def convoys_without_ports_too(usual: Callable[[Game], None], game: Game) -> None:
    usual(game)
    for power, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        waits = not is_hex(game, place) and place_name(game, place).startswith((CIRCLE, REPAIR))
        if waits and not has_home_port(game, power):
            game.add(CONVOY_POINTS, power, place, -points)
            game.add(CONVOY_POINTS, power, tray_of_power(game, power), points)
            game.say(ConvoysWithoutHome(power=power, points=points))


MODULE = Module(
    schema=Schema(columns=(CONVOYS_MADE,)),
    changes=(
        PURCHASES.attach(new_convoys, verbs=(BUILD_CONVOYS,)),
        PURCHASES.attach(repaired_convoys, verbs=(REPAIR_CONVOYS,)),
        in_dock.wrapped_by(docks_and_ports),
        dock_cost.wrapped_by(new_planes_in_port),
        dock_turns.wrapped_by(as_long_as_a_repair),
        lose_ships_without_ports.wrapped_by(convoys_without_ports_too),
    ),
)
