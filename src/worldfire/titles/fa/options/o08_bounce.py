"""Option 8, bounce combat (fa:16.3.3): as in the common book, but a side of bombers alone can only let others bounce.

An AC lets them bounce fighters only.
"""

from __future__ import annotations

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.options.o44_bounce_combat import BOUNCE_COMBAT, may_bounce, targets
from worldfire.rules.s14_air_combat import (
    AIR_RESULT,
    NO_EFFECT,
    RESULT,
    AirCombat,
    Exchange,
    Result,
    aircraft,
    fighters,
    in_combat,
    may_roll,
)

CLEARED_BY_ROLLER, CLEARED_BY_OWNER = "AC", "DC"


@rule("fa:16.3.3", "fa:16.3.2.1")
def results_of_bombers(game: Position, result: str, combat: AirCombat, exchange: Exchange, side: int) -> str:
    """Led by a bomber, AC becomes DC; a bracketed one can do nothing else."""
    if exchange.led_by_fighter[side]:
        return result
    found = CLEARED_BY_OWNER if result == CLEARED_BY_ROLLER else result
    unarmed = in_combat(game, combat, exchange.leaders[side]).unarmed
    return NO_EFFECT if unarmed and found != CLEARED_BY_OWNER else found


@rule("fa:16.3.3")
def fighters_on_ac(game: Position, combat: AirCombat, result: Result) -> tuple[int, ...]:
    """AC: only an opposing fighter, so nobody if the last of them has gone in this round; DC: any opposing aircraft."""
    exposed = fighters if result.result == CLEARED_BY_ROLLER else aircraft
    return exposed(game, combat, result.side)


@rule("fa:16.3.2.1")
def everybody_rolls(game: Position, combat: AirCombat, leader: int) -> bool:
    return True


OPTION = Option(
    "8",
    "Bounce combat",
    procedures=(BOUNCE_COMBAT,),
    changes=(
        Insert(AIR_RESULT.name, may_bounce, before="implement"),
        targets.replaced_by(fighters_on_ac),
        RESULT.attach(results_of_bombers),
        may_roll.replaced_by(everybody_rolls),
    ),
)
