"""What morale makes of losses, and of an enemy who can go on no longer (14)."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.titles.fa.morale import morale
from worldfire.titles.judgement import Action, Asked

#: a level at which nobody minds, and one at which everybody does
CALM, SHAKEN = 14, 4
#: losses cost so much more than their build points when all are calm, and when all are shaken
OF_THE_CALM, OF_THE_SHAKEN = 0.9, 1.7


def dread(game: Position, power: int) -> float:
    """Each build point lost is a tenth of a level: the fewer are left, the dearer it is."""
    level = morale(game, power)
    if level is None:
        return 1.0
    shaken = min(1.0, max(0.0, (CALM - level) / (CALM - SHAKEN)))
    return OF_THE_CALM + shaken * (OF_THE_SHAKEN - OF_THE_CALM)


def answer_surrender(asked: Asked) -> Action | None:
    """Who offers it has no morale to lose: to refuse would only keep him in the war."""
    return "accept-surrender", None
