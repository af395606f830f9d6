"""What ends or lessens a trade agreement (5.1), in words: one text for each that has its own, one for all the others."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.turn import power_name
from worldfire.rules.s13_06_4_promises import is_minor
from worldfire.words import knows, say


def trade_ends(game: Position, giver: int, recipient: int) -> str:
    names = power_name(game, giver), power_name(game, recipient)
    for one, other in (names, names[::-1]):
        if knows(f"trade-ends-{one}-{other}"):
            return say(f"trade-ends-{one}-{other}")
    return say("page-trade-of-a-neutral") if is_minor(game, giver) else ""
