"""Option 6, isolated reorganisation (fa:13.4): whoever is cut off stays face-down at the end of the turn."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.ground import is_hex
from worldfire.forces.things import PLACE
from worldfire.rules.s02_4_supply import is_isolated
from worldfire.rules.s13_05_final_reorganisation import STAYS_FACE_DOWN


@rule("fa:13.4")
def cut_off(game: Position, unit: int) -> bool:
    """Without a basic supply path of any length; units at sea always have one."""
    return is_hex(game, game.state[PLACE][unit]) and is_isolated(game, unit)


OPTION = Option("6", "Isolated reorganisation", changes=(STAYS_FACE_DOWN.attach(cut_off),))
