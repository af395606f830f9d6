"""9 and 13.2 at random: whatever is offered in a declaration of war step and with entry markers can be done."""

from __future__ import annotations

from random import Random

import pytest
from test_s09_02_pacts import markers, partition
from turns import Change, campaign_in, field, in_turn, put

from worldfire.engine.chance import LooseChance
from worldfire.engine.game import Game
from worldfire.forces.situation import PACTS
from worldfire.forces.turn import ACTIVE_SIDE, INITIATIVE_SIDE
from worldfire.players import random_player
from worldfire.rules.s13_02_pact_markers import Stance

AXIS, ALLIES = 0, 1
#: enough for every seat to have its say many times over
MOST_ACTIONS = 2000


def play_out(procedure: str, seed: int, *changes: Change) -> tuple[Game, set[str]]:
    game = campaign_in("global-war", procedure, *changes)
    game.chance, rng, done = LooseChance(Random(seed)), Random(seed), set[str]()
    for _ in range(MOST_ACTIONS):
        if game.over:
            return game, done
        seat = next(iter(game.waiting))
        verb, noun = random_player.pick(game, seat, rng)
        game.submit(seat, verb, noun)
        done.add(verb)
    raise AssertionError("it never ends")


@pytest.mark.rule("9")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("side", [AXIS, ALLIES])
def test_declarations_at_random(seed: int, side: int) -> None:
    """Poland is divided and Germany has the garrison that it needs."""
    ready = put("Warsaw", "ge-arm-xlviii", "ge-arm-xli"), put("Lvov", "su-inf-4")
    lying = markers("germany", "ussr", Stance.OFFENSIVE, 3)
    game, done = play_out(
        "declare war", seed, field(ACTIVE_SIDE, side), partition, *ready, lying, in_turn("May/Jun 1941")
    )
    assert "declare-war" in done
    assert ("break-pact" in done) is (side == AXIS and not game.state.get(PACTS)), "only Germany can"


@pytest.mark.rule("13.2")
@pytest.mark.rule("9.2/other major powers")
@pytest.mark.parametrize("procedure", ["entry markers", "neutrality pacts"])
def test_markers_and_pacts_at_random(procedure: str) -> None:
    done = set[str]()
    for seed in range(4):
        done |= play_out(procedure, seed, field(INITIATIVE_SIDE, seed % 2), partition, in_turn("Nov/Dec 1940"))[1]
    assert {"entry markers": "turn-up-marker", "neutrality pacts": "accept-pact"}[procedure] in done
