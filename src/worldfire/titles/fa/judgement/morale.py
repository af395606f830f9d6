"""What morale makes of losses, and of an enemy who can go on no longer (14)."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.partisans import is_partisan
from worldfire.titles.fa.morale import morale
from worldfire.titles.judgement import Action, Asked

#: a level at which nobody minds, and one at which everybody does
CALM, SHAKEN = 14, 4
#: losses cost so much more than their build points when all are calm, and when all are shaken
OF_THE_CALM, OF_THE_SHAKEN = 0.9, 1.7

#: a partisan costs whoever holds his hex a tenth of a level turn by turn, which half a build point makes good
OF_A_PARTISAN = 3.0


def bounty(game: Position, unit: int) -> float:
    """Partisans are worth hunting, though they cost nobody anything to replace."""
    return OF_A_PARTISAN if is_partisan(game, unit) else 0.0


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
