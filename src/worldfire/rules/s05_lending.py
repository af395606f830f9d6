"""5 The lending stage: each active major power announces how many resources and build points it gives to others of its side.

Trade agreements (5.1) need no announcement. What is promised is carried in the production step (13.6.1, 13.6.4).
"""

from __future__ import annotations

from collections import Counter

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Amounts, Bounds, Noun, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Owner, Power, PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.turn import is_active, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, NOBODY, SIDE, power_named
from worldfire.rules.s13_06_4_promises import PROMISED, kept_by, promised_by, promises
from worldfire.rules.s13_06_production import factory_hexes, income_at_home
from worldfire.rules.s19_4_minor_units import home_of

#: 5: of each kind, while an enemy holds a city at home
LENT_FROM_AN_INVADED_HOME = Figure("resources and build points lent from an invaded home country", "5")


#: (giver, recipient, resources, build points) that two allies have agreed on for every turn (`s05_agreements`)
AGREED: Field[tuple[tuple[int, int, int, int], ...]] = Field("lending_agreed", ())


class Promised(Event, frozen=True):
    """Announced for this turn."""

    power: PowerId
    recipient: PowerId
    resources: int
    points: int


class Lending(msgspec.Struct):
    """How many powers have announced resources, and build points."""

    resources: int = 0
    points: int = 0


# ------------------------------------------------------------------------------------------------------- who gives how many


@clause("5", "13.3.2")
def may_lend(game: Position, giver: int, recipient: int, points: bool) -> bool:
    """Both must be active."""
    return is_active(game, giver) and is_active(game, recipient)


@clause("5", "13.3.2")
def most_lent(game: Position, giver: int, recipient: int, points: bool) -> int | None:
    """How much the one may give the other in a turn; None: any number."""
    return None


@rule("5")
def _gives_back(game: Position, giver: int, recipient: int, points: bool) -> bool:
    """Has the recipient promised the giver something of the same kind? Resources may be given for build points."""
    return any(
        (promise.giver, promise.recipient) == (recipient, giver)
        and (promise.points if points else promise.resources) > 0
        for promise in promises(game)
    )


@rule("5")
def is_invaded(game: Position, power: int) -> bool:
    """Does an enemy control a city in its current home country?"""
    home, holders, homes = home_of(game, main_home(game, power)), game.state[CONTROLLER], game.state[HOME_COUNTRY]
    cities = (place for place in ground_of(game).cities if homes[place] == home)
    return any(holders[place] != NOBODY and at_war(game, power, holders[place]) for place in cities)


@rule("5")
def announced_by(game: Position, giver: int, points: bool) -> Counter[int]:
    """Recipient → how much of this kind the giver has announced already; what trade agreements take is not counted."""
    found = Counter[int]()
    for power, recipient, resources, build_points in game.state.get(PROMISED):
        if power == giver:
            found[recipient] += build_points if points else resources
    return found


@clause("5", "13.6.4")
def most_to_lend(game: Position, giver: int, points: bool) -> int:
    """Of its own resources what no agreement takes; of build points what all its factories together could make."""
    if points:
        made = income_at_home(game, giver, sum(factory_hexes(game, giver).values()))
        whole = made - sum(promise.points for promise in promised_by(game, giver))
    else:
        whole = kept_by(game, giver)
    if is_invaded(game, giver):
        whole = min(whole, LENT_FROM_AN_INVADED_HOME(game) - announced_by(game, giver, points).total())
    return max(0, whole)


@rule("5")
def lending(game: Position, giver: int, points: bool) -> Amounts:
    """By the names of those who may be given something, besides what was announced already."""
    whole, bounds, announced = most_to_lend(game, giver, points), [], announced_by(game, giver, points)
    for other in powers_of_side(game, game.state[SIDE][giver]) if whole else ():
        able = other != giver and may_lend(game, giver, other, points) and not _gives_back(game, giver, other, points)
        limit = most_lent(game, giver, other, points) if able else 0
        most = whole if limit is None else min(limit - announced[other], whole)
        if most > 0:
            bounds.append(Bounds(power_name(game, other), 0, most))
    return Amounts(tuple(bounds), 0, min(whole, sum(bound.most for bound in bounds)))


# --------------------------------------------------------------------------------------------------------------- the stage

OF_RESOURCES = EachPower(powers_in_order, lambda game, power: bool(lending(game, power, points=False).items))
OF_POINTS = EachPower(powers_in_order, lambda game, power: bool(lending(game, power, points=True).items))


def _resources_shape(game: Position, stage: Lending, seat: str) -> Shape | Violation:
    return lending(game, OF_RESOURCES.next(game, stage.resources), points=False)


def _points_shape(game: Position, stage: Lending, seat: str) -> Shape | Violation:
    return lending(game, OF_POINTS.next(game, stage.points), points=True)


def _promise(game: Game, giver: int, noun: Noun, *, points: bool) -> None:
    for name, number in noun:
        if number:
            row = (giver, power_named(game, name), *((0, number) if points else (number, 0)))
            game.set(PROMISED, (*game.state.get(PROMISED), row))
            game.say(Promised(power=row[0], recipient=row[1], resources=row[2], points=row[3]))


def _lend_resources(game: Game, stage: Lending, seat: str, noun: Noun) -> Control:
    giver = OF_RESOURCES.next(game, stage.resources)
    stage.resources = OF_RESOURCES.after(game, giver)
    _promise(game, giver, noun, points=False)
    return Goto("resources_are_promised")


def _lend_points(game: Game, stage: Lending, seat: str, noun: Noun) -> Control:
    giver = OF_POINTS.next(game, stage.points)
    stage.points = OF_POINTS.after(game, giver)
    _promise(game, giver, noun, points=True)
    return Goto("build_points_are_promised")


LEND_RESOURCES = Verb("lend-resources", "5", _lend_resources, _resources_shape, items=Owner)
LEND_POINTS = Verb("lend-build-points", "5", _lend_points, _points_shape, items=Owner)


@step("5")
def nothing_is_promised_yet(game: Game, stage: Lending) -> Control:
    game.set(PROMISED, ())
    return None


@step("5")
def what_was_agreed_is_announced(game: Game, stage: Lending) -> Control:
    """As far as the giver may give it now."""
    for giver, recipient, resources, build_points in game.state.get(AGREED):
        for number, points in ((resources, False), (build_points, True)):
            name = power_name(game, recipient)
            most = next((one.most for one in lending(game, giver, points=points).items if one.item == name), 0)
            _promise(game, giver, ((name, min(number, most)),), points=points)
    return None


@step("5", LEND_RESOURCES)
def resources_are_promised(game: Game, stage: Lending) -> Control:
    power = OF_RESOURCES.next(game, stage.resources)
    if power == NOBODY:
        return None
    return one(seat_of_power(game, power), LEND_RESOURCES, rule="5", prompt="lend-resources", power=Power(power))


@step("5", LEND_POINTS, also=("13.6.4",))
def build_points_are_promised(game: Game, stage: Lending) -> Control:
    power = OF_POINTS.next(game, stage.points)
    if power == NOBODY:
        return None
    return one(seat_of_power(game, power), LEND_POINTS, rule="5", prompt="lend-build-points", power=Power(power))


LENDING = procedure(
    "lending",
    "5",
    nothing_is_promised_yet,
    what_was_agreed_is_announced,
    resources_are_promised,
    build_points_are_promised,
    locals=Lending,
)

MODULE = Module(schema=Schema(fields=(AGREED,)), procedures=(LENDING,))
