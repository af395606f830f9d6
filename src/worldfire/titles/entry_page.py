"""What the pages of every title say alike of how a power comes into the war: markers, what an option needs, the war die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worldfire.engine.position import Position
from worldfire.rules.s13_03_points import markers_for
from worldfire.words import say

FACES = range(1, 11)


def marker_odds(game: Position, points: int) -> tuple[int, float]:
    """How many markers so many points move surely, and the chance of one more."""
    moved = [markers_for(game, points, die) for die in FACES]
    return min(moved), sum(number > min(moved) for number in moved) / len(FACES)


def needs_of_an_option(names: Iterable[str], tension: int) -> Iterator[str]:
    """Other options by their names, and a level of tension."""
    for name in names:
        yield say("page-option-needed", option=name)
    if tension:
        yield say("page-tension-needed", level=tension)


def chance_of_die(highest: int | None) -> float | None:
    """Of throwing no more than this; None where nobody may know it."""
    return None if highest is None else highest / len(FACES)
