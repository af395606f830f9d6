"""The naval rules are played in exercises of a title of their own, and cannot be reached in any campaign that is offered."""

from __future__ import annotations

import pytest

from worldfire.players.fuzzer import fuzz_game
from worldfire.players.table import seeded_game
from worldfire.titles import TITLES, offered_titles, ruleset, ruleset_for
from worldfire.titles.exercises import exercise_names, load_exercise

NAVAL = {"naval movement", "naval move", "interception", "return to base at the end of the turn"}


def test_no_title_that_is_offered_has_the_naval_procedures() -> None:
    for title in offered_titles():
        assert not NAVAL & set(ruleset(title.name).procedures), title.name
    assert TITLES["wif-sea"].card is None
    assert not TITLES["wif-sea"].playable


def test_nobody_is_intercepted_before_there_is_naval_combat() -> None:
    assert "interception" not in ruleset("wif-sea").procedures


@pytest.mark.rule("11.4")
@pytest.mark.rule("13.4")
@pytest.mark.parametrize("name", exercise_names("wif-sea"))
def test_random_games_of_the_exercises_at_sea(name: str, fuzz_games: int) -> None:
    exercise = load_exercise(name, "wif-sea")
    for seed in range(max(3, fuzz_games // 10)):
        assert fuzz_game(seeded_game(exercise, seed, debug=seed == 0), seed, name, ruleset_for) is None
