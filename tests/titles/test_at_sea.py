"""The naval rules: new campaigns have them, those that began without go on without, and exercises play them to the end."""

from __future__ import annotations

from random import Random

import pytest

from drills import AT_SEA, begun_ashore
from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.engine.state import decode_state
from worldfire.players import random_player
from worldfire.players.fuzzer import fuzz_game
from worldfire.players.table import seeded_campaign, seeded_game
from worldfire.titles import ruleset_for
from worldfire.titles.exercises import load_exercise
from worldfire.titles.wif import MODULES
from worldfire.titles.wif.ashore import OF_THE_WAR_AT_SEA

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


def test_what_old_games_leave_out_is_in_the_game() -> None:
    assert not [module for module in OF_THE_WAR_AT_SEA if module not in MODULES]


def test_ships_sail_in_a_new_campaign_and_when_it_is_opened_again() -> None:
    game = seeded_campaign("barbarossa", 1)
    assert set(game.ruleset.procedures) >= NAVAL
    assert loads(dumps(game), ruleset_for).ruleset is game.ruleset


def test_a_campaign_that_began_ashore_goes_on_ashore() -> None:
    """Its file says nothing of the war at sea, as those of version 3 did not."""
    today = seeded_campaign("barbarossa", 1)
    setup = {name: value for name, value in today.header.setup.items() if name != "war_at_sea"}
    ashore = begun_ashore(today)
    then = Game.new(ashore.ruleset, today.seats, setup, secret=today.secret, game_id="ashore")
    opened = loads(dumps(then), ruleset_for)
    assert opened.ruleset is ashore.ruleset
    assert not NAVAL & set(opened.ruleset.procedures)
    assert opened.state.digest() == ashore.state.digest()


def test_rules_and_set_up_agree_about_the_war_at_sea() -> None:
    game = seeded_campaign("barbarossa", 1)
    with pytest.raises(RulesetError, match="war at sea"):
        Game.new(game.ruleset, game.seats, {**game.header.setup, "war_at_sea": False})


@pytest.mark.rule("11.4")
@pytest.mark.rule("11.5")
@pytest.mark.rule("13.4")
@pytest.mark.parametrize("name", AT_SEA)
def test_random_games_of_the_exercises_at_sea(name: str, fuzz_games: int) -> None:
    exercise = load_exercise(name)
    for seed in range(max(2, fuzz_games // 10)):
        assert fuzz_game(seeded_game(exercise, seed, debug=seed == 0), seed, name, ruleset_for) is None


BATTLE = {"initiate-combat", "pick-target", "leave-combat"}
LANDING = {"debark", "invade", "ignore-notional", "shore-bombardment", "choose-table", "rebase-to", "reorganise"}


@pytest.mark.rule("11.5.1/combat sequence")
@pytest.mark.rule("11.13")
@pytest.mark.parametrize(
    ("name", "seed", "wanted"),
    [
        ("sea-battle", 1, BATTLE),
        ("sea-battle-classic", 2, BATTLE),
        ("sea-invasion", 8, LANDING),
        ("sea-invasion-classic", 1, LANDING),
    ],
)
def test_every_decision_at_sea_can_be_saved_and_copied(name: str, seed: int, wanted: set[str]) -> None:
    game, rng, asked = seeded_game(load_exercise(name), seed), Random(seed), set[str]()
    while game.decision is not None:
        state = game.state
        again = decode_state(state.encode(), game.ruleset.schema, game.ruleset.procedures)
        assert again.encode() == state.encode()
        assert game.fork().state.encode() == state.encode()
        asked.add(game.decision.prompt)
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, rng))
    assert wanted <= asked, "it was played to the end"
