"""fa:21.3, 21.7 Engineers and forts in a hurry: for more build points they are ready sooner."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Annex
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import TurnNumber
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of, move, place_index
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PURCHASES, PowerProduction, UnitBuilt
from worldfire.tables.counters import LandType
from worldfire.titles.fa.forts import sides_of

PRICE = Figure("build points for an engineer or a fort hexside in a hurry", "fa:21.3")
TURNS_OF_AN_ENGINEER = Figure("turns of an engineer in a hurry", "fa:21.3")
TURNS_OF_A_FORT = Figure("turns of a fort in a hurry", "fa:21.7")


class Begun(msgspec.Struct):
    """Engineers and forts that the power has begun in this production step and not hurried yet."""

    units: tuple[int, ...] = ()


class BuildingHurried(Event, frozen=True):
    unit: ThingId
    turn: TurnNumber
    cost: int


@rule("fa:21.3", "fa:21.7")
def price_of_hurry(game: Position, unit: int) -> int:
    """A point for an engineer, and one for each hexside of a fort."""
    fort = counter_of(game, unit).type is LandType.FORT
    return PRICE(game) * (sides_of(game, unit) if fort else 1)


@rule("fa:21.3", "fa:21.7")
def ready_in(game: Position, unit: int) -> int:
    return TURNS_OF_A_FORT(game) if counter_of(game, unit).type is LandType.FORT else TURNS_OF_AN_ENGINEER(game)


def note_what_is_begun(game: Game, event: UnitBuilt) -> None:
    begun = game.find_annex(Begun)
    if begun is not None and counter_of(game, event.thing).type in (LandType.ENG, LandType.FORT):
        begun.units += (event.thing,)


def _space(game: Position, unit: int) -> int:
    return place_index(game, circle_space(game.state.get(TURN) + ready_in(game, unit)))


def _shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    begun = game.annex(Begun).units
    found = tuple(unit for unit in begun if price_of_hurry(game, unit) <= work.points)
    return One(found) if found else refused("fa:21.3", "nothing-to-hurry", points=Number(work.points))


def _hurry(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    begun = game.annex(Begun)
    begun.units = tuple(unit for unit in begun.units if unit != noun)
    cost = price_of_hurry(game, noun)
    work.points -= cost
    move(game, noun, _space(game, noun))
    game.say(BuildingHurried(unit=noun, turn=game.state.get(TURN) + ready_in(game, noun), cost=cost))
    return Goto("buy")


HURRY = Verb("hurry-building", "fa:21.3", _hurry, _shape, items=Thing)


def hurrying(game: Game) -> Verb:
    return HURRY


MODULE = Module(
    subscribes=((UnitBuilt, note_what_is_begun),),
    changes=(Annex(PRODUCTION_OF_A_POWER.name, Begun), PURCHASES.attach(hurrying, verbs=(HURRY,))),
)
