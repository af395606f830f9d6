"""Random games of Barbarossa to the victory check: no crash, no dead end, no impossible position, the same on replay.

`make test` plays one, in debug mode; `make soak` plays hundreds.
"""

from __future__ import annotations

import pytest

from worldfire.engine.game import Game
from worldfire.forces.things import COUNTER, IN_FLIGHT, PLACE, counter_of
from worldfire.players.fuzzer import Job, Visits, fuzz
from worldfire.players.invariants import Inventory, unsettled
from worldfire.players.table import play_set_up
from worldfire.tables.counters import LandCounter


@pytest.mark.parametrize(
    ("seed", "players"),
    [
        (20, "random"),
        pytest.param(21, "random", marks=pytest.mark.soak),
        pytest.param(22, "random", marks=pytest.mark.soak),
        pytest.param(1020, "mixed", marks=pytest.mark.soak),
    ],
)
def test_a_random_campaign(seed: int, players: str) -> None:
    visits: Visits = set()
    finding = fuzz(Job("barbarossa", "campaign", players=players), seed, visits, debug=seed == 20)
    assert finding is None, finding.message
    assert ("step", "victory check", "check_victory") in visits


@pytest.fixture(scope="module")
def settled() -> Game:
    return play_set_up("barbarossa")


def soldier(game: Game) -> int:
    on_map = (unit for unit, place in enumerate(game.state[PLACE]) if 0 <= place < len(game.ruleset.tables.board))
    return next(unit for unit in on_map if isinstance(counter_of(game, unit), LandCounter))


def test_a_counter_that_is_lost_changed_or_left_in_the_air_is_noticed(settled: Game) -> None:
    inventory = Inventory(settled)
    assert not list(inventory.faults(settled))
    for column, value, said in (
        (PLACE, 1_000_000, "does not exist"),
        (PLACE, -5_000, "aboard nothing"),
        (PLACE, IN_FLIGHT, "half in flight"),
        (COUNTER, 0, "became another"),
    ):
        game = settled.copy()
        game.write(column, soldier(game), value)
        assert any(said in fault for fault in inventory.faults(game))


def test_a_hex_with_too_many_units_is_noticed(settled: Game) -> None:
    game = settled.copy()
    assert not list(unsettled(game))
    where = game.state[PLACE][soldier(game)]
    land = [unit for unit in range(len(game.state[PLACE])) if isinstance(counter_of(game, unit), LandCounter)]
    for unit in land[:4]:
        game.write(PLACE, unit, where)
    assert any("land units" in fault for fault in unsettled(game))
