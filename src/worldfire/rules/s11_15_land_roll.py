"""11.15.5 How a land attack is thrown and how the dice are read: one value for the game, its odds and its players.

Options and titles that throw other dice, or read them on other tables, change the clauses here; whoever resolves, explains
or reckons with an attack asks them.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.position import Position
from worldfire.rules.s11_15_odds import (
    LandAttack,
    Modifier,
    Table,
    automatic_result,
    final_step,
    odds_name,
    odds_ratio,
    one_die_modifiers,
    total,
)
from worldfire.tables.collection import Tables

TENTHS = 10


class Reading(msgspec.Struct, frozen=True):
    """How dice are read: with this modifier, and not as less than `lowest`, in a column of a chart."""

    chart: str
    column: str | Fraction
    odds: str
    modifiers: tuple[Modifier, ...]
    modifier: int
    lowest: int | None = None

    def modified(self, roll: int) -> int:
        return roll + self.modifier

    def result(self, roll: int, tables: Tables) -> str:
        """The printed result of dice that come to this."""
        found = self.modified(roll)
        return tables.charts[self.chart].at(found if self.lowest is None else max(self.lowest, found), self.column)


class LandRoll(msgspec.Struct, frozen=True):
    """The dice of an attack that are added up, and how they are read."""

    dice: int
    usual: Reading
    #: a further die of so much or less, if it is more than 0, lets them be read in the better way (option 26)
    tenths: int = 0
    better: Reading | None = None
    #: the section that says how the dice are read
    rule: str = "11.15.5"


@clause("11.15.5")
def land_roll(game: HasRuleset, attack: LandAttack) -> LandRoll:
    """One die, on the column of the odds after the weather."""
    tables = game.ruleset.tables.source
    return LandRoll(1, one_die_reading(attack, final_step(attack, tables), tables))


@clause("11.15.5")
def step_of_odds(game: HasRuleset, attack: LandAttack) -> int:
    """How good the odds are, on the ladder, after all that moves them along it."""
    return final_step(attack, game.ruleset.tables.source)


@clause("11.15.5")
def result_without_dice(game: HasRuleset, attack: LandAttack) -> str | None:
    """The result if a side has no factors at all; None if dice decide."""
    return automatic_result(attack, game.ruleset.tables.source)


@clause("11.15.5")
def chosen_reading(game: Position, roll: LandRoll) -> Reading:
    """How the dice of this combat are read."""
    return roll.usual


@clause("11.15.5")
def land_column(game: HasRuleset, table: Table, odds: Fraction) -> tuple[str, str | Fraction]:
    """The chart, and its column, on which the dice of an attack at these odds are read."""
    return one_die_column(table, odds)


def one_die_column(table: Table, odds: Fraction) -> tuple[str, Fraction]:
    return f"land_1d10_{table}", odds


def one_die_reading(attack: LandAttack, step: int, tables: Tables) -> Reading:
    """The column of this step; odds beyond either edge use the edge column, and a roll below 1 is a 1."""
    modifiers = one_die_modifiers(attack, step, tables)
    lowest = int(tables.charts["land_1d10_modifiers"].at("lowest roll", "die"))
    column = one_die_column(attack.table, odds_ratio(step))
    return Reading(*column, odds_name(step), modifiers, int(total(modifiers)), lowest)
