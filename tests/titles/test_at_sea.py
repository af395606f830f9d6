"""The naval rules are played in exercises of a title of their own, and cannot be reached in any campaign that is offered."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.engine.state import decode_state
from worldfire.players import random_player
from worldfire.players.fuzzer import fuzz_game
from worldfire.players.table import seeded_game
from worldfire.titles import TITLES, offered_titles, ruleset, ruleset_for
from worldfire.titles.exercises import exercise_names, load_exercise

NAVAL = {
    "port attack",
    "naval air missions",
    "naval movement",
    "naval move",
    "interception",
    "naval combat",
    "naval combat in a sea area",
    "opponent’s naval combat",
    "debark at sea",
    "invasions",
    "return to base at the end of the turn",
}


def test_no_title_that_is_offered_has_the_naval_procedures() -> None:
    for title in offered_titles():
        assert not NAVAL & set(ruleset(title.name).procedures), title.name
    assert TITLES["wif-sea"].card is None


def test_the_title_at_sea_has_all_of_them() -> None:
    assert set(ruleset("wif-sea").procedures) >= NAVAL


@pytest.mark.rule("11.4")
@pytest.mark.rule("11.5")
@pytest.mark.rule("13.4")
@pytest.mark.parametrize("name", exercise_names("wif-sea"))
def test_random_games_of_the_exercises_at_sea(name: str, fuzz_games: int) -> None:
    exercise = load_exercise(name, "wif-sea")
    for seed in range(max(3, fuzz_games // 10)):
        assert fuzz_game(seeded_game(exercise, seed, debug=seed == 0), seed, name, ruleset_for) is None


BATTLE = {"initiate-combat", "pick-target", "leave-combat"}
LANDING = {"debark", "invade", "ignore-notional", "shore-bombardment", "choose-table", "rebase-to", "reorganise"}


@pytest.mark.rule("11.5.1/combat sequence")
@pytest.mark.rule("11.13")
@pytest.mark.parametrize(
    ("name", "seed", "wanted"),
    [
        ("sea-battle", 1, BATTLE),
        ("sea-battle-classic", 5, BATTLE),
        ("sea-invasion", 15, LANDING),
        ("sea-invasion-classic", 17, LANDING),
    ],
)
def test_every_decision_at_sea_can_be_saved_and_copied(name: str, seed: int, wanted: set[str]) -> None:
    game, rng, asked = seeded_game(load_exercise(name, "wif-sea"), seed), Random(seed), set[str]()
    while game.decision is not None:
        state = game.state
        again = decode_state(state.encode(), game.ruleset.schema, game.ruleset.procedures)
        assert again.encode() == state.encode()
        assert game.fork().state.encode() == state.encode()
        asked.add(game.decision.prompt)
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, rng))
    assert wanted <= asked, "it was played to the end"
