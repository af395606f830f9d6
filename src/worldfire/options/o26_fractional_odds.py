"""Option 26, fractional odds (11.15.5): spare factors give a chance of the next odds, decided by a die of its own."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Roll, step
from worldfire.engine.ruleset import Option
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_land_roll import (
    TENTHS,
    LandRoll,
    Reading,
    chosen_reading,
    land_roll,
    one_die_reading,
    result_without_dice,
)
from worldfire.rules.s11_15_odds import LandAttack, final_step, odds_ratio, odds_step
from worldfire.rules.s11_15_resolution import LAND_ATTACK_PROCEDURE, attack_of, seats_concerned


class FractionRolled(Event, frozen=True):
    """A die of `tenths` or less lets the combat be resolved at the better odds; `taken` says which count."""

    place: PlaceId
    tenths: int
    taken: str


class FractionalDie(msgspec.Struct):
    """What the fractional die of this combat said; without one it is resolved at the lower odds."""

    lucky: bool = False


@rule("11.15.5")
def spare_fraction(attack: LandAttack) -> Fraction:
    """How far the ratio has come from its step to the next."""
    step = odds_step(attack.attack, attack.defence)
    low, high = odds_ratio(step), odds_ratio(step + 1)
    return (attack.attack / attack.defence - low) / (high - low)


@rule("11.15.5")
def fractional_roll(game: HasRuleset, attack: LandAttack) -> LandRoll:
    """One die, on the column of the odds or with this chance on the next one; the weather moves both."""
    tables = game.ruleset.tables.source
    step = final_step(attack, tables)
    tenths = int(spare_fraction(attack) * TENTHS)  # rounded in favour of the defender
    better = one_die_reading(attack, step + 1, tables) if tenths else None
    return LandRoll(1, one_die_reading(attack, step, tables), tenths, better)


@rule("11.15.5")
def reading_of_the_fraction(game: Position, roll: LandRoll) -> Reading:
    return roll.better if roll.better is not None and game.annex(FractionalDie).lucky else roll.usual


@step("11.15.5")
def roll_the_fractional_die(game: Game, battle: Battle) -> Control:
    """Just before the combat dice, if anything hangs on it."""
    attack = attack_of(game, battle)
    if result_without_dice(game, attack) is not None or not land_roll(game, attack).tenths:
        return Goto("roll_the_die")
    seats = seats_concerned(game, battle)
    return Roll("fractional odds", seats[0], concerns=seats)


@step("11.15.5")
def note_the_fraction(game: Game, battle: Battle) -> Control:
    tenths = land_roll(game, attack_of(game, battle)).tenths
    lucky = game.annex(FractionalDie).lucky = game.total <= tenths
    game.say(FractionRolled(place=battle.target, tenths=tenths, taken="better" if lucky else "lower"))
    return None


OPTION = Option(
    "26",
    "Fractional odds",
    changes=(
        land_roll.replaced_by(fractional_roll),
        chosen_reading.replaced_by(reading_of_the_fraction),
        Annex(LAND_ATTACK_PROCEDURE.name, FractionalDie),
        Insert(LAND_ATTACK_PROCEDURE.name, roll_the_fractional_die, before="roll_the_die"),
        Insert(LAND_ATTACK_PROCEDURE.name, note_the_fraction, before="roll_the_die"),
    ),
)
