"""Who would lose if the war ended today dares more, the nearer its end (13.7.1.2)."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.situation import TURN
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s13_09_victory import LAST_TURN
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.victory import central_objectives, needed

#: what a loss counts beside an enemy's when there is time, and in the last turn to whoever is losing
PATIENT, DESPERATE = 1.2, 0.4
#: turns before the end at which those who are losing begin to count them
A_WHILE = 18


def is_losing(game: Position, side: int) -> bool:
    """By the objectives that the Central Powers hold today."""
    return game.recall(("losing", side), lambda: _falls_short(game) == (side == central_side(game)))


def _falls_short(game: Position) -> bool:
    return rounded(central_objectives(game)) < needed(game)


def boldness(game: Position, side: int) -> float:
    left = game.state.get(LAST_TURN) - game.state.get(TURN)
    late = max(0.0, 1.0 - left / A_WHILE) if is_losing(game, side) else 0.0
    return PATIENT - late * (PATIENT - DESPERATE)


def hurry(game: Position, side: int) -> float:
    """What is asked of an offensive beside what is asked when there is time."""
    return boldness(game, side) / PATIENT
