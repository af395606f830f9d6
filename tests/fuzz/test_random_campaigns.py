"""Random games of campaigns to the victory check: no crash, no dead end, no impossible position, the same on replay.

`make test` plays a first turn of Barbarossa, in debug mode; `make soak` plays whole games of every campaign.
"""

from __future__ import annotations

from random import Random

import pytest

from worldfire.engine.game import Game
from worldfire.engine.save import dumps
from worldfire.engine.verify import verify
from worldfire.forces.markers import COMMON, MARKER_POOL, MARKER_VALUE, carry, use_markers
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS, PACTS, TURN
from worldfire.forces.things import COUNTER, IN_FLIGHT, PLACE, aboard, counter_of, place_index
from worldfire.forces.who import COUNTRY, NOBODY, POWER, POWER_NAMES, power_of
from worldfire.players.fuzzer import Job, Visits, fuzz, has_played
from worldfire.players.invariants import Inventory, markers_astray, unsettled
from worldfire.players.random_player import pick
from worldfire.players.table import play_set_up, seeded_campaign
from worldfire.rules.s11_04_naval_units import USED_CONVOY_POINTS
from worldfire.rules.s13_02_pact_markers import Stance, hand_of, pact_pool, record
from worldfire.tables.counters import LandCounter, NavalCounter
from worldfire.titles import ruleset_for
from worldfire.titles.campaigns import CAMPAIGN


def test_a_random_first_turn() -> None:
    """Every cache is proved, every position is possible, and the file of the game verifies."""
    game, rng = seeded_campaign("barbarossa", 20, length=CAMPAIGN, debug=True), Random(20)
    inventory, first = Inventory(game), game.state.get(TURN)
    while game.state.get(TURN) == first:
        seat = next(iter(game.waiting))
        game.submit(seat, *pick(game, seat, rng))
        assert not list(inventory.faults(game))
    assert verify(dumps(game), ruleset_for).digest == game.state.digest()


@pytest.mark.soak
@pytest.mark.parametrize(("seed", "players"), [(20, "random"), (21, "random"), (22, "random"), (1020, "mixed")])
def test_a_random_campaign(seed: int, players: str) -> None:
    visits: Visits = set()
    finding = fuzz(Job("barbarossa", "campaign", players=players, debug=seed == 20), seed, visits)
    assert finding is None, finding.message
    assert ("step", "victory check", "check_victory") in visits


@pytest.mark.soak
@pytest.mark.parametrize("campaign", ["fascist-tide", "day-of-infamy", "global-war"])
def test_a_whole_random_war(campaign: str) -> None:
    """To its last turn, or to an automatic victory: the result names winner, ranking and last turn, and the file verifies."""
    game, rng = seeded_campaign(campaign, 1, length=CAMPAIGN), Random(1)
    inventory = Inventory(game)
    while not game.over:
        seat = next(iter(game.waiting))
        game.submit(seat, *pick(game, seat, rng))
        assert not list(inventory.faults(game))
    result = game.state.result
    assert {"winner", "totals", "ranking", "last_turn"} <= {*result}
    assert {*result["ranking"]} == {*game.seats}
    assert {*result["winner"]} == {seat for seat, rank in result["ranking"].items() if rank == 1}
    assert verify(dumps(game), ruleset_for).digest == game.state.digest()


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


def test_counters_that_belong_to_nobody_are_noticed(settled: Game) -> None:
    game = settled.copy()
    game.write(POWER, game.state[COUNTRY][soldier(game)], NOBODY)
    assert any("are nobody's" in fault for fault in Inventory(settled).faults(game))


def test_convoy_points_that_are_lost_or_made_and_markers_without_them_are_noticed(settled: Game) -> None:
    game = settled.copy()
    power = game.state.get(POWER_NAMES).index("germany")
    here = place_index(game, "Kiel")
    game.add(CONVOY_POINTS, power, here, 3)
    assert any("lost or made" in fault for fault in Inventory(settled).faults(game))
    inventory = Inventory(game)
    game.state.quantities[USED_CONVOY_POINTS.name, power, here] = 3
    assert not list(inventory.faults(game))
    game.state.quantities[USED_CONVOY_POINTS.name, power, here] = 4
    assert any("fewer convoy points" in fault for fault in inventory.faults(game))


def test_a_hex_with_too_many_units_is_noticed(settled: Game) -> None:
    game = settled.copy()
    assert not list(unsettled(game))
    where = game.state[PLACE][soldier(game)]
    land = [unit for unit in range(len(game.state[PLACE])) if isinstance(counter_of(game, unit), LandCounter)]
    for unit in land[:4]:
        game.write(PLACE, unit, where)
    assert any("land units" in fault for fault in unsettled(game))


def test_ships_and_convoys_that_lie_where_they_cannot_are_noticed(settled: Game) -> None:
    at_war = settled.copy()
    germany, ussr = (settled.state.get(POWER_NAMES).index(name) for name in ("germany", "ussr"))
    at_war.set(AT_WAR, ((germany, ussr),))
    game, russian = at_war.copy(), place_index(settled, "Sevastopol")
    ships = (unit for unit in range(len(game.state[PLACE])) if isinstance(counter_of(game, unit), NavalCounter))
    ship = next(unit for unit in ships if power_of(game, unit) == germany)
    game.write(PLACE, ship, russian)
    assert any("an enemy's port" in fault for fault in unsettled(game))
    game = at_war.copy()
    game.add(CONVOY_POINTS, germany, russian, 1)
    assert any("no port of theirs" in fault for fault in unsettled(game))
    game.add(CONVOY_POINTS, germany, russian, -1)
    game.add(CONVOY_POINTS, germany, place_index(game, "Baltic Sea 1"), 1)
    assert any("in Baltic Sea 1" in fault for fault in unsettled(game))
    game = at_war.copy()
    game.write(PLACE, soldier(game), aboard(ship))
    game.write(PLACE, ship, place_index(game, "Kiel"))
    assert any("is still aboard" in fault for fault in unsettled(game))


def test_a_game_may_stop_after_some_turns() -> None:
    game = seeded_campaign("barbarossa", 20, length=CAMPAIGN)
    first = game.state.get(TURN)
    stopped = []
    for turn in range(first, first + 3):
        game.set(TURN, turn)
        stopped.append([has_played(first, turns, game) for turns in (0, 1, 2)])
    assert stopped == [[False, False, False], [False, True, False], [False, True, True]]


def test_entry_markers_that_are_lost_told_apart_or_left_behind_are_noticed(settled: Game) -> None:
    inventory, between = Inventory(settled), settled.copy()
    germany, ussr = (settled.state.get(POWER_NAMES).index(name) for name in ("germany", "ussr"))
    use_markers(between)
    between.set(PACTS, ((germany, ussr),))
    carry(between, (0,), COMMON, pact_pool(between, Stance.OFFENSIVE, germany, ussr))
    assert not list(inventory.faults(between))
    assert not [*unsettled(between), *markers_astray(between)]
    game = between.copy()
    game.write(MARKER_VALUE, 0, 9)
    assert any("markers were lost or made" in fault for fault in inventory.faults(game))
    game = between.copy()
    game.fill(MARKER_POOL, reversed(between.state[MARKER_POOL]))
    assert any("by their places" in fault for fault in inventory.faults(game))
    game = between.copy()
    game.write(MARKER_POOL, 0, 99)
    assert any("lies nowhere" in fault for fault in inventory.faults(game))
    game = between.copy()
    carry(game, (0,), COMMON, hand_of(game, ussr))
    assert any("somebody's hand" in fault for fault in markers_astray(game))
    game = between.copy()
    game.set(PACTS, ())
    record(game, ussr, germany, Stance.DEFENSIVE, 3)
    faults = list(markers_astray(game))
    assert any("without a pact" in fault for fault in faults)
    assert any("3 is on record" in fault for fault in faults)
    game = between.copy()
    game.set(AT_WAR, ((ussr, germany),))
    assert any("in spite of their pact" in fault for fault in unsettled(game))
    game = between.copy()
    game.set(YEAR, 1945)
    assert any("of a past year" in fault for fault in markers_astray(game))
