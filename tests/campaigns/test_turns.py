"""Barbarossa from its set-up to its victory check with random players: nothing is lost, everything can be saved."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from legality import contents

from worldfire.engine.save import load, save
from worldfire.players import default_player, random_player
from worldfire.players.table import play_out, seeded_campaign
from worldfire.titles import ruleset_for


@pytest.mark.rule("3")
@pytest.mark.parametrize("seed", [1, 2])
def test_no_counter_is_lost_or_made_in_a_campaign(seed: int) -> None:
    """In debug mode, which proves that asking changes nothing and that caches are what a rebuild gives."""
    game = seeded_campaign("barbarossa", seed, debug=True)
    before = contents(game)
    rng = Random(seed)
    while not game.over:
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, rng))
        assert contents(game) == before
    assert game.state.result["winner"] in ("axis", "allies")


def test_a_campaign_can_be_saved_and_loaded_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    game = seeded_campaign("barbarossa", 5)
    rng = Random(5)
    for _ in range(80):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, rng))
    file = tmp_path / "turn.wf"
    save(game, file)
    loaded = load(file, ruleset_for)
    assert loaded.state.digest() == game.state.digest()
    assert loaded.waiting == game.waiting
    for each in (game, loaded):
        play_out(each, Random(6), default_player.pick)
    assert loaded.state.digest() == game.state.digest()
    assert loaded.state.result == game.state.result


@pytest.mark.parametrize("name", ["guadalcanal", "day-of-infamy", "fascist-tide", "global-war"])
def test_other_campaigns_play_turns_too(name: str) -> None:
    """So far without a war on land, at sea and in the air; the frame of the turn holds for many powers."""
    game = seeded_campaign(name, 1)
    rng = Random(1)
    for _ in range(160):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, rng))
    assert game.on_stack("a turn")
