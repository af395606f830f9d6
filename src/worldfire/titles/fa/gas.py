"""fa:21.10 Gas: once in a combat a gas unit among the attackers lets the wind decide how much it helps."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Roll, Verb, joint, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.charts import chart_named
from worldfire.forces.kinds import PowerId
from worldfire.forces.things import turn_face_down
from worldfire.forces.who import NOBODY, power_of, seat_of
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_battle import Battle, attackers, attacking_seats, face_up
from worldfire.rules.s11_15_factors import Reckoning
from worldfire.rules.s11_15_odds import Modifier
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE, seats_concerned
from worldfire.tables.counters import LandType
from worldfire.titles.fa.land_roll import FURTHER


class GasCloud(msgspec.Struct):
    """The unit that released gas in this combat, and the die for it."""

    unit: int = NOBODY
    roll: int = 0


class GasReleased(Event, frozen=True):
    """Neutrals take notice (fa:13.2.3.1, action 28)."""

    power: PowerId
    unit: ThingId
    place: PlaceId


class GasDrifted(Event, frozen=True):
    roll: int
    modifier: int


@rule("fa:21.10")
def gas_modifier(game: HasRuleset, roll: int) -> int:
    chart = chart_named(game, "gas_attack")
    return int(chart.at(f"die {roll}", "attack roll modifier"))


def _able(game: Position, battle: Battle) -> tuple[int, ...]:
    """Gas units among the attackers."""
    units = face_up(game, attackers(game, battle))
    return tuple(unit for unit in units if land_counter(game, unit).type is LandType.GAS)


def _shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    return One(_able(game, battle))


def _release(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    game.annex(GasCloud).unit = noun
    game.say(GasReleased(power=power_of(game, noun), unit=noun, place=battle.target))
    return None


def _hold(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    return Goto("gas_has_drifted")


RELEASE_GAS = Verb("release-gas", "fa:21.10", _release, _shape, items=Thing)
NO_GAS = Verb("no-gas", "fa:21.10", _hold)


@step("fa:21.10", NO_GAS, RELEASE_GAS)
def may_release_gas(game: Game, battle: Battle) -> Control:
    """Immediately before the attack; one gas attack in a combat."""
    if not _able(game, battle):
        return Goto("gas_has_drifted")
    seats = attacking_seats(game, battle)
    return joint(seats, NO_GAS, RELEASE_GAS, rule="fa:21.10", prompt="release-gas", place=Place(battle.target))


@step("fa:21.10")
def roll_for_gas(game: Game, battle: Battle) -> Control:
    return Roll("gas", seat_of(game, game.annex(GasCloud).unit), concerns=seats_concerned(game, battle))


@step("fa:21.10")
def note_the_wind(game: Game, battle: Battle) -> Control:
    roll = game.annex(GasCloud).roll = game.total
    game.say(GasDrifted(roll=roll, modifier=gas_modifier(game, roll)))
    return None


@step("fa:21.10")
def gas_has_drifted(game: Game, battle: Battle) -> Control:
    return None


@rule("fa:21.10", "fa:11.12.5.3")
def gas_helps(game: Position, modifiers: tuple[Modifier, ...], reckoning: Reckoning) -> tuple[Modifier, ...]:
    """Or falls back on those who released it."""
    cloud = game.find_annex(GasCloud)
    if cloud is None or not cloud.roll:
        return modifiers
    value = gas_modifier(game, cloud.roll)
    return (*modifiers, Modifier("gas", Fraction(value))) if value else modifiers


@step("fa:21.10")
def gas_is_spent(game: Game, battle: Battle) -> Control:
    """Its unit is turned face-down after the combat, whatever the result."""
    unit = game.annex(GasCloud).unit
    if unit != NOBODY and unit in attackers(game, battle):
        turn_face_down(game, unit)
    return None


LAND = LAND_ATTACK_PROCEDURE.name

MODULE = Module(
    changes=(
        Annex(LAND, GasCloud),
        Insert(LAND, may_release_gas, before="roll_the_die"),
        Insert(LAND, roll_for_gas, before="roll_the_die"),
        Insert(LAND, note_the_wind, before="roll_the_die"),
        Insert(LAND, gas_has_drifted, before="roll_the_die"),
        Insert(LAND, gas_is_spent, before="battle_is_over"),
        FURTHER.attach(gas_helps),
    ),
)
