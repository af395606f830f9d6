"""fa:21.1 Factory construction: new blue factories at home, which an enemy who comes into their hex destroys."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import PowerId, TurnNumber
from worldfire.forces.nations import main_home
from worldfire.forces.situation import TURN
from worldfire.forces.turn import TurnBegan, controls
from worldfire.forces.who import HOME_COUNTRY, NOBODY, ControlChanged, side_of_power
from worldfire.rules.s11_09_rail import BLUE_FACTORIES_IN_A_CITY, RAILED_FACTORIES, blue_factories
from worldfire.rules.s11_10_entry import friendly_land_units
from worldfire.rules.s13_06_production import PURCHASES, PowerProduction

_SECTION = "fa:21.1"

#: (hex, turn): factories that are being built, and when they are complete
UNFINISHED: Field[tuple[tuple[int, int], ...]] = Field("factories_being_built", ())


class FactoryBegun(Event, frozen=True):
    power: PowerId
    place: PlaceId
    turn: TurnNumber
    cost: int


class FactoryComplete(Event, frozen=True):
    place: PlaceId


class FactoryDestroyed(Event, frozen=True):
    place: PlaceId


def _printed(game: Position, what: str) -> int:
    return int(chart_named(game, "other_costs").number("factory", what))


@rule(_SECTION, "fa:13.5.2")
def sites_for(game: Position, power: int) -> tuple[int, ...]:
    """Its cities in its home country that have room for another factory."""
    home, homes = main_home(game, power), game.state[HOME_COUNTRY]
    cities = (
        place for place in sorted(ground_of(game).cities) if homes[place] == home and controls(game, power, place)
    )
    return tuple(place for place in cities if _factories_at(game, place) < BLUE_FACTORIES_IN_A_CITY(game))


def _factories_at(game: Position, place: int) -> int:
    """Of both kinds, with those that are being built."""
    _, red = ground_of(game).factories.get(place, (0, 0))
    return blue_factories(game, place) + red + sum(site == place for site, _ in game.state.get(UNFINISHED))


@clause(_SECTION)
def factory_violation(game: Position, power: int) -> Violation | None:
    """Why the power builds no factories at all."""
    return None


def _site_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    found = factory_violation(game, work.power)
    if found is not None:
        return found
    cost = _printed(game, "build points")
    if cost > work.points:
        return refused("13.6.5", "not-enough-build-points", cost=Number(cost), points=Number(work.points))
    sites = sites_for(game, work.power)
    return One(sites) if sites else refused(_SECTION, "no-site-for-a-factory")


@rule(_SECTION)
def _begin(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    cost = _printed(game, "build points")
    work.points -= cost
    turn = game.state.get(TURN) + _printed(game, "turns")
    game.set(UNFINISHED, (*game.state.get(UNFINISHED), (noun, turn)))
    game.say(FactoryBegun(power=work.power, place=noun, turn=turn, cost=cost))
    return Goto("buy")


BUILD_FACTORY = Verb("build-factory-in", _SECTION, _begin, _site_shape, items=Place)


def building_factories(game: Game) -> Verb:
    return BUILD_FACTORY


@rule(_SECTION)
def factories_are_completed(game: Game, event: TurnBegan) -> None:
    """From now on they stand, work and are railed like any other."""
    ready = [place for place, turn in game.state.get(UNFINISHED) if turn <= event.turn]
    if not ready:
        return
    game.set(UNFINISHED, tuple(each for each in game.state.get(UNFINISHED) if each[1] > event.turn))
    stand = tuple((NOBODY, place, event.turn) for place in ready)
    game.set(RAILED_FACTORIES, (*game.state.get(RAILED_FACTORIES), *stand))
    for place in ready:
        game.say(FactoryComplete(place=place))


@rule(_SECTION)
def built_factories_are_lost(game: Game, event: ControlChanged) -> None:
    """Complete or not, when land units take the hex, not by a conquest or treaty; printed ones never are."""
    if not friendly_land_units(game, side_of_power(game, event.controller), event.place):
        return
    unfinished = tuple(each for each in game.state.get(UNFINISHED) if each[0] != event.place)
    standing = tuple(each for each in game.state.get(RAILED_FACTORIES) if each[:2] != (NOBODY, event.place))
    lost = len(game.state.get(UNFINISHED)) - len(unfinished) + len(game.state.get(RAILED_FACTORIES)) - len(standing)
    if lost:
        game.set(UNFINISHED, unfinished)
        game.set(RAILED_FACTORIES, standing)
        for _ in range(lost):
            game.say(FactoryDestroyed(place=event.place))


MODULE = Module(
    schema=Schema(fields=(UNFINISHED,)),
    subscribes=((TurnBegan, factories_are_completed), (ControlChanged, built_factories_are_lost)),
    changes=(PURCHASES.attach(building_factories, verbs=(BUILD_FACTORY,)),),
)
