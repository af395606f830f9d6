"""What the next exchange of fire in an air-to-air combat may bring, counted exactly (14.3)."""

from __future__ import annotations

from fractions import Fraction

from worldfire.advice.odds import TWO_DICE, gathered
from worldfire.engine.position import Position
from worldfire.rules.s14_air_combat import (
    ACTIVE,
    INACTIVE,
    RESULT,
    RESULTS,
    AirCombat,
    Exchange,
    bombers,
    combat_values,
    fighters,
    front,
    open_fire,
    strength,
)


def next_exchange(game: Position, combat: AirCombat) -> tuple[tuple[int, int], Exchange]:
    """Strengths in tenths, and the fire that the next round would begin with, if the lines stood as they do."""
    strengths = (strength(game, combat, ACTIVE), strength(game, combat, INACTIVE))
    leaders = (_leader(game, combat, ACTIVE), _leader(game, combat, INACTIVE))
    exchange = open_fire(game, combat, combat_values(combat, strengths), leaders).locals
    assert isinstance(exchange, Exchange)
    return strengths, exchange


def _leader(game: Position, combat: AirCombat, side: int) -> int:
    return front(fighters(game, combat, side) or bombers(game, combat, side))


def air_chances(game: Position, combat: AirCombat, fire: Exchange, side: int) -> dict[str, Fraction]:
    """The chance of each result in the column on which the side rolls."""
    chart, value = game.ruleset.tables.air_to_air, fire.values[side]
    chances = gathered((RESULT(game, chart.at(total, value), combat, fire, side), chance) for total, chance in TWO_DICE)
    return {result: chances[result] for result in RESULTS if result in chances}
