"""What zones of control, supply and stacking remember is what a fresh look gives, all through random campaigns."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.engine.game import Game
from worldfire.forces.things import HEXES, PLACE
from worldfire.players import random_player
from worldfire.players.table import seeded_campaign
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, zoc_answers, zoc_units
from worldfire.rules.s02_3_overstacking import is_overstacked
from worldfire.rules.s02_4_supply import in_supply

#: picks between two looks; a prime, so that every kind of step is met
EVERY = 13
MOST = 700


def remembered_equals_fresh(game: Game) -> int:
    """Compare what the game remembers with what a copy, which remembers nothing, finds out; returns how many answers."""
    fresh = game.copy()
    hexes = game.state.get(HEXES)
    known = {side: dict(zoc_answers(game, side)) for side in (0, 1)}
    for side, answers in known.items():
        for place, answer in answers.items():
            assert answer == bool(zoc_units(fresh, place, side)), f"ZoC of {place} for side {side}"
    on_map = [unit for unit, place in enumerate(game.state[PLACE]) if 0 <= place < hexes]
    wrong = [unit for unit in on_map if in_supply(game, unit) != in_supply(fresh, unit)]
    assert not wrong, f"supply of {wrong}"
    crowds = {place for place in set(game.state[PLACE]) if is_overstacked(game, place) != is_overstacked(fresh, place)}
    assert not crowds
    assert all(
        in_enemy_zoc(game, place, side) == in_enemy_zoc(fresh, place, side) for side in (0, 1) for place in known
    )
    return len(on_map) + sum(map(len, known.values()))


@pytest.mark.parametrize("seed", [1, 2])
def test_caches_are_what_a_rebuild_gives(seed: int) -> None:
    game, rng = seeded_campaign("barbarossa", seed, length="campaign"), Random(seed)
    compared = 0
    for pick in range(MOST):
        if game.over:
            break
        seat, decision = next(iter(game.waiting.items()))
        verb, noun = random_player.pick(game, seat, rng)
        game.submit(seat, verb, noun, decision)
        if pick % EVERY == 0:
            compared += remembered_equals_fresh(game)
    assert compared > 5_000
