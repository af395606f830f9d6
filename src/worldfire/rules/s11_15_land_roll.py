"""11.15.5 How a land attack is thrown and how the dice are read: one value for the game, its odds and its players.

Options and titles that throw other dice, or read them on other tables, change the clauses here; whoever resolves, explains
or reckons with an attack asks them.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.game import Game
from worldfire.rules.s11_15_odds import (
    LandAttack,
    Modifier,
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


@clause("11.15.5")
def land_roll(game: HasRuleset, attack: LandAttack) -> LandRoll:
    """One die, on the column of the odds after the weather."""
    tables = game.ruleset.tables.source
    return LandRoll(1, one_die_reading(attack, final_step(attack, tables), tables))


@clause("11.15.5")
def chosen_reading(game: Game, roll: LandRoll) -> Reading:
    """How the dice of this combat are read."""
    return roll.usual


def one_die_reading(attack: LandAttack, step: int, tables: Tables) -> Reading:
    """The column of this step; odds beyond either edge use the edge column, and a roll below 1 is a 1."""
    modifiers = one_die_modifiers(attack, step, tables)
    lowest = int(tables.charts["land_1d10_modifiers"].at("lowest roll", "die"))
    chart = f"land_1d10_{attack.table}"
    return Reading(chart, odds_ratio(step), odds_name(step), modifiers, int(total(modifiers)), lowest)
