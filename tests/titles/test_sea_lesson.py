"""Lessons of the sea can be learnt by following what they suggest, and are not listed among those of the usual game."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.players.table import PLAYERS
from worldfire.tables.help import help_for
from worldfire.titles.lessons import find_lesson, lessons, progress, suggested

#: what the computer plays where a step suggests nothing of its own
PLAYER = {"sea-patrol": "random", "carrier-duel": "cadet", "first-landing": "cadet"}
#: more actions than this and the lesson leads nowhere
MOST = 120


def test_there_are_three_and_each_cites_rules_that_are_explained() -> None:
    known = lessons("wif-sea")
    assert list(known) == list(PLAYER)
    assert not known.keys() & lessons().keys()
    cited = {rule for one in known.values() for rule in (one.teaches, *(step.rule for step in one.steps)) if rule}
    assert all(help_for("wif", rule) for rule in cited)


@pytest.mark.rule("11.4")
@pytest.mark.rule("11.5.9")
@pytest.mark.rule("11.13")
@pytest.mark.parametrize("secret", [1, 2, 3])
@pytest.mark.parametrize("name", list(PLAYER))
def test_a_lesson_of_the_sea_is_learnt_by_following_its_suggestions(name: str, secret: int) -> None:
    lesson, rng = find_lesson(name), Random(secret)
    game, read = lesson.begin(secret=bytes([secret]) * 32, game_id="test"), frozenset[int]()
    for _ in range(MOST):
        stands = progress(lesson, game, read)
        assert not stands.strayed, lesson.steps[stands.at].todo
        if stands.at < len(lesson.steps) and lesson.steps[stands.at].goal.read:
            read |= {stands.at}
            continue
        if game.over or stands.at == len(lesson.steps):
            break
        seat = lesson.seat if lesson.seat in game.waiting else next(iter(game.waiting))
        action = suggested(game, seat, lesson.steps[stands.at].suggest) if seat == lesson.seat else None
        game.submit(seat, *(action or PLAYERS[PLAYER[name]](game, seat, rng)))
    assert progress(lesson, game, read).at == len(lesson.steps)
