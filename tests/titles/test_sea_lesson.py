"""The first lesson of the sea can be learnt by following what it suggests, and is not listed among those of the usual game."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.players import random_player
from worldfire.titles.lessons import find_lesson, lessons, progress, suggested


@pytest.mark.rule("11.4")
def test_the_sea_patrol_is_learnt_by_following_the_suggestions() -> None:
    lesson, rng = find_lesson("sea-patrol"), Random(1)
    assert lesson.name not in lessons()
    game, read = lesson.begin(secret=b"5" * 32), frozenset[int]()
    at = 0
    while not game.over:
        at = progress(lesson, game, read).at
        if at < len(lesson.steps) and lesson.steps[at].goal.read:
            read |= {at}
            continue
        seat = next(iter(game.waiting))
        action = None
        if lesson.seat in game.waiting:
            seat = lesson.seat
            action = suggested(game, seat, lesson.steps[at].suggest)
        game.submit(seat, *(action or random_player.pick(game, seat, rng)))
    assert progress(lesson, game, read).at == len(lesson.steps)
