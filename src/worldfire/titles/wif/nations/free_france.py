"""17.6 Running Free France: a power of its own beside the charts of France."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.turn import power_name
from worldfire.rules.s10_actions import LIMIT, half_limit

FREE_FRANCE = "free-france"


@rule("17.6", "10.2")
def half_of_france(game: Position, limit: int, power: int, row: str) -> int:
    """Half the limits of France: as long as France is not free the campaign has a power of this name."""
    return half_limit(limit) if power_name(game, power) == FREE_FRANCE else limit


MODULE = Module(changes=(LIMIT.attach(half_of_france),))
