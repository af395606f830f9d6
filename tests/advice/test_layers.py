"""Layers of the map: every number is what the plain way gives, and none outlives what it was made of."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advice import plain
from advice.wars import barbarossa, global_war
from worldfire.advice import layers
from worldfire.advice.layers import NOWHERE, Movement
from worldfire.advice.reaching import Marches
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.things import FACE_DOWN, PLACE, move
from worldfire.forces.who import side_of
from worldfire.players.table import PLAYERS
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, is_land_unit
from worldfire.rules.s02_3_stacking import land_units_on_map
from worldfire.rules.s11_10_entry import terrain_cost
from worldfire.rules.s14_1_range import hexes_in_play, land_in_play

WARS = pytest.mark.parametrize("war", [barbarossa, global_war])


def neighbours(game: Game) -> list[tuple[int, ...]]:
    crossing = ground_of(game).crossing
    return [(*one, *other) for one, other in zip(crossing.open, crossing.straits, strict=True)]


@pytest.mark.parametrize("war", [barbarossa, global_war])
@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), count=st.integers(0, 60))
def test_distances_are_those_of_a_plain_search(war: Callable[[], Game], seed: int, count: int) -> None:
    game, rng = war(), Random(seed)
    places = rng.sample(sorted(land_in_play(game)), count)
    heads = {place: -rng.choice((0.0, 1 / 3, 1.5, 4.0)) for place in places}
    found = plain.spread(neighbours(game), hexes_in_play(game), heads)
    expected = [found.get(place, np.inf) for place in range(len(neighbours(game)))]
    assert layers.land(game).distances(heads) == pytest.approx(expected)


@WARS
def test_a_hex_that_cannot_be_reached_is_nowhere(war: Callable[[], Game]) -> None:
    game = war()
    units = [unit for unit in land_units_on_map(game) if side_of(game, unit) == 0]
    places = {game.state[PLACE][unit] for unit in units}
    found = plain.spread(neighbours(game), hexes_in_play(game), dict.fromkeys(places, 0.0))
    layer = layers.distance(game, places)
    assert {place: steps for place, steps in enumerate(layer.tolist()) if steps != NOWHERE} == found
    assert NOWHERE in layer


@pytest.mark.rule("11.10.2/weather")
@WARS
@pytest.mark.parametrize("movement", list(Movement))
def test_costs_are_those_of_the_terrain_chart(war: Callable[[], Game], movement: Movement) -> None:
    game = war()
    layer = layers.terrain_costs(game, movement)
    for place in land_in_play(game):
        assert layer[place] == terrain_cost(game, place, motorised=movement is Movement.MOTORISED)
    assert not layer[[place for place in range(len(layer)) if place not in land_in_play(game)]].any()
    assert len(set(layer.tolist())) > 3


@pytest.mark.rule("2.2")
@WARS
@pytest.mark.parametrize("side", [0, 1])
def test_zones_are_those_of_the_rule(war: Callable[[], Game], side: int) -> None:
    game = war()
    layer = layers.enemy_zones(game, side)
    assert set(np.flatnonzero(layer)) == {place for place in hexes_in_play(game) if in_enemy_zoc(game, place, side)}
    assert layer.any()


@pytest.mark.rule("11.10.1")
@WARS
def test_many_marches_are_those_of_each_unit_alone(war: Callable[[], Game]) -> None:
    game = war()
    for side in (0, 1):
        marches = Marches(game, side)
        units = [unit for unit in land_units_on_map(game) if side_of(game, unit) == side and is_land_unit(game, unit)]
        assert len(units) > 20
        for unit in units:
            assert list(marches.reach(unit).items()) == list(plain.flood(game, unit).items())


@pytest.mark.rule("11.10.1")
@WARS
@pytest.mark.parametrize("side", [0, 1])
def test_a_threat_is_the_sum_of_those_who_can_come(war: Callable[[], Game], side: int) -> None:
    game = war()
    expected = plain.threat(game, side)
    assert layers.threat(game, side).tolist() == [expected[place] for place in range(len(neighbours(game)))]
    assert max(expected.values()) > 10


def test_who_is_turned_face_down_or_moves_away_no_longer_threatens() -> None:
    game = barbarossa()
    before = {side: layers.threat(game, side).copy() for side in (0, 1)}
    for unit in land_units_on_map(game):
        if side_of(game, unit) == 1:
            game.write(FACE_DOWN, unit, 1)
    assert not layers.threat(game, 0).any()
    assert (layers.threat(game, 1) == before[1]).any()
    mover = next(unit for unit in land_units_on_map(game) if side_of(game, unit) == 0)
    zones = layers.enemy_zones(game, 1).copy()
    for unit in land_units_on_map(game):
        if side_of(game, unit) == 0:
            move(game, unit, game.state[PLACE][mover])
    assert (layers.enemy_zones(game, 1) != zones).any()


def test_layers_cannot_be_written_to() -> None:
    game = barbarossa()
    for layer in (layers.terrain_costs(game, Movement.LEG), layers.enemy_zones(game, 0), layers.threat(game, 0)):
        with pytest.raises(ValueError, match="read-only"):
            layer[0] = 1


def test_what_is_recalled_is_proved_in_debug_mode() -> None:
    """Layers asked before every action: a read that is not declared, or a layer that has gone stale, would raise."""
    game, rng = barbarossa(), Random(3)
    game.debug = True
    for _ in range(8):
        seat = next(iter(game.waiting))
        for side in (0, 1):
            layers.enemy_zones(game, side)
            layers.threat(game, side)
        for movement in Movement:
            layers.terrain_costs(game, movement)
        game.submit(seat, *PLAYERS["random"](game, seat, rng))


def test_games_and_forks_share_the_ground() -> None:
    game = barbarossa()
    assert layers.land(game) is layers.land(game.fork())
    assert layers.land(game) is layers.land(barbarossa(("26", "27")))
    assert layers.land(game) is not layers.land(global_war())
