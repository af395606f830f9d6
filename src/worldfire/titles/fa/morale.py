"""fa:14 The morale of the major powers: where it stands, and what it does to their troops (14.2).

How it rises and falls is the business of production; a power whose morale nobody counts is untouched by it.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.forces.who import NOBODY, POWERS

#: in tenths of a level; 0 or less: it is not counted
MORALE = Column(POWERS, "morale")
TENTHS = 10
EFFECTS = "morale_effects"
REFUSES, SURRENDERS = "refuse attack or naval move on", "surrender before combat on"


@rule("fa:14")
def morale(game: Position, power: int) -> int | None:
    """The level of a power's morale; None if it has none."""
    tenths = game.state[MORALE][power] if power != NOBODY else 0
    return -(-tenths // TENTHS) if tenths > 0 else None


@rule("fa:14.2")
def effect(game: Position, power: int, column: str) -> int:
    """What a die must not exceed for the power's troops to do so; 0: they never do."""
    level = morale(game, power)
    return 0 if level is None else effect_of_level(game, level, column)


def effect_of_level(game: HasRuleset, level: int, column: str) -> int:
    chart = game.ruleset.tables.source.charts[EFFECTS]
    row = f"level {level}"
    return int(chart.at(row, column)) if (row, column) in chart.cells else 0


MODULE = Module(schema=Schema(columns=(MORALE,)))
