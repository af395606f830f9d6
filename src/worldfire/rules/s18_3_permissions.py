"""18.3 Allies agree, or do not: what was allowed for now ends with the impulse, or with the turn that it was said in.

Each rule that needs an ally's leave declares its permission where it asks for it; those of several rules are here.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.permitting import Permission
from worldfire.engine.ruleset import Module
from worldfire.forces.turn import TurnBegan
from worldfire.rules.s12_end_of_action import LastImpulseTested

#: an owner lets an ally's ships and aircraft carry his units (11.4.5, 11.11)
TRANSPORT = Permission("transport", "18.3")


@rule("18.3")
def leave_ends(game: Game, event: LastImpulseTested | TurnBegan) -> None:
    game.end_passing_consents()


MODULE = Module(subscribes=((LastImpulseTested, leave_ends), (TurnBegan, leave_ends)))
