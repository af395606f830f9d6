"""19.5.1 Poles who fight on as British once Germany and the USSR are at war."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import REMOVED, pool_of
from worldfire.forces.things import PLACE, counter_of, move, place_index
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import CONQUEROR, NOBODY, SIDE, change_country, country_named, power_named, units_of
from worldfire.rules.s04_reinforcements import SCRAPPED
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_06_production import PRODUCTION, Production
from worldfire.tables.counters import LandType
from worldfire.titles.wif.nations.minors import fight, plays
from worldfire.titles.wif.nations.pact import EAST_POLAND_TAKEN, GERMANY, POLAND, POLES_IN_EXILE, USSR

COMMONWEALTH, BRITAIN = "commonwealth", "united-kingdom"
_ARMOUR = (LandType.MOT, LandType.MECH, LandType.ARM)


class PolesJoin(Event, frozen=True):
    """They are British for all purposes from now on, and wait in the force pools."""

    power: PowerId
    units: tuple[ThingId, ...]


class ExiledPoles(msgspec.Struct):
    """Units that the Commonwealth may have."""

    units: tuple[int, ...] = ()


@rule("19.5.1")
def polish_armour(game: Position) -> tuple[int, ...]:
    """MOT, MECH and ARM of this year or before, at any time once East Poland is Soviet and the Axis has the rest."""
    poland = country_named(game, POLAND)
    if not game.state.get(EAST_POLAND_TAKEN) or not fight(game, GERMANY, USSR) or poland == NOBODY:
        return ()
    conqueror, germany = game.state[CONQUEROR][poland], power_named(game, GERMANY)
    if conqueror == NOBODY or game.state[SIDE][conqueror] != game.state[SIDE][germany]:
        return ()
    return tuple(unit for unit in units_of(game, poland) if _is_armour(game, unit) and _is_free(game, unit))


def _is_armour(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return counter.type in _ARMOUR and (counter.year is None or counter.year <= game.state.get(YEAR))


def _is_free(game: Position, unit: int) -> bool:
    return game.state[PLACE][unit] == place_index(game, REMOVED) and not game.state[SCRAPPED][unit]


@rule("19.5.1")
def great_war_begins(game: Position, event: WarDeclared) -> Call | None:
    """Those whom the USSR found in East Poland may come back."""
    pair = {power_named(game, GERMANY), power_named(game, USSR)}
    exiles = tuple(unit for unit in game.state.get(POLES_IN_EXILE) if _is_free(game, unit))
    owed = exiles and pair == {event.power, event.target_power} and plays(game, power_named(game, COMMONWEALTH))
    return Call(POLES_IN_BRITAIN.name, ExiledPoles(exiles)) if owed else None


def _units(game: Position, poles: ExiledPoles, seat: str) -> Shape | Violation:
    return Set(poles.units, 0, len(poles.units))


def _take(game: Game, poles: ExiledPoles, seat: str, units: Noun) -> Control:
    for unit in units:
        change_country(game, unit, country_named(game, BRITAIN))
        move(game, unit, pool_of(game, unit))
    if units:
        game.say(PolesJoin(power=power_named(game, COMMONWEALTH), units=units))
    return None


TAKE_POLES = Verb("take-polish-units", "19.5.1", _take, _units, items=Thing)


@step("19.5.1", TAKE_POLES)
def commonwealth_takes_poles(game: Game, poles: ExiledPoles) -> Control:
    britain = power_named(game, COMMONWEALTH)
    return one(
        seat_of_power(game, britain), TAKE_POLES, rule="19.5.1", prompt="take-polish-units", power=Power(britain)
    )


POLES_IN_BRITAIN = procedure("Poles in Britain", "19.5.1", commonwealth_takes_poles, locals=ExiledPoles)


@step("19.5.1")
def polish_armour_may_join(game: Game, production: Production) -> Control:
    """Asked before units are built: nothing is lost by waiting until then."""
    units = polish_armour(game)
    asked = units and plays(game, power_named(game, COMMONWEALTH))
    return Call(POLES_IN_BRITAIN.name, ExiledPoles(units)) if asked else None


MODULE = Module(
    procedures=(POLES_IN_BRITAIN,),
    subscribes=((WarDeclared, great_war_begins),),
    changes=(Insert(PRODUCTION.name, polish_armour_may_join, before="next_power_produces"),),
)
