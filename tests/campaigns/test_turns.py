"""Barbarossa from its set-up to its victory check with random players: nothing is lost, everything can be saved."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from legality import contents

from worldfire.engine.save import load, save
from worldfire.forces.situation import TURN
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.players import default_player, random_player
from worldfire.players.table import seeded_campaign
from worldfire.rules.s06_initiative import InitiativeRolled, InitiativeWon
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s12_end_of_action import ImpulseBegan
from worldfire.titles import ruleset_for


@pytest.mark.soak
@pytest.mark.rule("3")
@pytest.mark.parametrize("seed", [1, 2])
def test_no_counter_is_lost_or_made_in_a_campaign(seed: int) -> None:
    """In debug mode, which proves that asking changes nothing and that caches are what a rebuild gives."""
    game = seeded_campaign("barbarossa", seed, debug=True, length="campaign")
    before = contents(game)
    rng = Random(seed)
    while not game.over:
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, rng))
        assert contents(game) == before
    assert game.state.result["winner"] in ("axis", "allies")


def test_a_campaign_can_be_saved_and_loaded_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    game = seeded_campaign("barbarossa", 5, length="campaign")
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
        again = Random(6)
        for _ in range(80):
            seat = next(iter(each.waiting))
            each.submit(seat, *default_player.pick(each, seat, again))
    assert loaded.state.digest() == game.state.digest()
    assert loaded.head == game.head


@pytest.mark.parametrize("name", ["guadalcanal", "day-of-infamy", "fascist-tide", "global-war"])
def test_other_campaigns_play_turns_too(name: str) -> None:
    """So far without a war on land, at sea and in the air; the frame of the turn holds for many powers."""
    game = seeded_campaign(name, 1, length="campaign")
    rng = Random(1)
    for _ in range(160):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, rng))
    assert game.on_stack("a turn")


@pytest.mark.rule("6")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_germany_moves_first_in_barbarossa_and_declares_war(seed: int) -> None:
    """The campaign gives it the initiative: nobody rolls in the first turn, and everybody does in the second."""
    game = seeded_campaign("barbarossa", seed, length="campaign")
    rng = Random(seed)
    while not any(isinstance(event, WarDeclared) for event in game.entries[-1].events):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, rng))
    kinds = [type(event) for entry in game.entries for event in entry.events]
    assert kinds.count(InitiativeWon) == 1
    assert InitiativeRolled not in kinds
    assert kinds.count(ImpulseBegan) == 1
    assert game.state.get(ACTIVE_SIDE) == 0
    first_turn = game.state.get(TURN)
    while not any(isinstance(event, InitiativeRolled) for event in game.entries[-1].events):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, rng))
    assert game.state.get(TURN) == first_turn + 1
