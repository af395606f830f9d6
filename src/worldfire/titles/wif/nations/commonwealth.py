"""The Commonwealth: each of its home countries is its own again as soon as it is freed (13.7.5)."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.turn import power_name
from worldfire.forces.who import POWER
from worldfire.rules.s13_07_1_conquerors import is_major_home
from worldfire.rules.s13_07_5_liberation import must_be_freed

COMMONWEALTH = "commonwealth"


@rule("13.7.5/liberation of a commonwealth major power home country")
def is_a_home_of_the_commonwealth(game: Position, country: int) -> bool:
    return is_major_home(game, country) and power_name(game, game.state[POWER][country]) == COMMONWEALTH


MODULE = Module(changes=(must_be_freed.replaced_by(is_a_home_of_the_commonwealth),))
