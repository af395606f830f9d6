"""The door for programs: games by name and seed, set-ups, files, and errors that say what was meant."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from worldfire import WorldfireError, load, new_game, odds, save, set_up, tables_of, verify, view
from worldfire.tables.collection import UnknownNameError


def test_the_same_seed_is_the_same_game_and_none_is_nobodys() -> None:
    one, other = (new_game("night-raid", seed=3) for _ in range(2))
    assert one.header.commitment == other.header.commitment
    assert one.state.digest() == other.state.digest()
    assert new_game("night-raid").header.commitment != new_game("night-raid").header.commitment


def test_campaigns_are_found_by_id_or_name_and_exercises_by_name() -> None:
    assert new_game("Barbarossa", seed=1).header.setup["campaign"] == "barbarossa"
    assert new_game("barbarossa", seed=1).header.setup["length"] == "campaign"
    assert new_game("global-war", seed=1).header.setup["length"] == "campaign"
    with pytest.raises(UnknownNameError, match="barbarossa"):
        new_game("barbarosa")


def test_options_and_seats_are_the_callers() -> None:
    game = new_game("barbarossa", options=("26", "27"), seats={"germany": "anna", "ussr": "boris"})
    assert game.seats == ("anna", "boris")
    assert {"26", "27"} <= set(game.header.options)


@pytest.mark.parametrize("campaign", ["barbarossa", "guadalcanal", "global-war"])
def test_a_set_up_stops_before_the_first_turn_or_at_the_end(campaign: str) -> None:
    played = set_up(new_game(campaign, seed=1, length="campaign"), Random(1))
    assert not played.over
    assert not played.on_stack("a power’s set-up")
    assert set_up(new_game(campaign, seed=1, length="set-up")).over


def test_a_file_that_was_changed_is_found_out(tmp_path: Path) -> None:
    game, file = set_up(new_game("barbarossa", seed=1)), tmp_path / "war.wf"
    save(game, file)
    assert verify(file).ok
    assert load(file).head == game.head
    text = file.read_bytes()
    file.write_bytes(text.replace(b'"seat":"germany"', b'"seat":"ussr"', 1))
    assert not verify(file).ok
    with pytest.raises(WorldfireError, match="changed"):
        load(file)
    with pytest.raises(WorldfireError, match="cannot be read"):
        load(tmp_path / "nowhere.wf")


def test_a_view_is_what_the_seat_may_know() -> None:
    game = new_game("air-duel", seed=1)
    seen = view(game, "maria")
    assert seen.decision is not None
    assert seen.seat == "maria"
    assert view(game, None).decision is None


def test_odds_are_exact_by_whichever_rules() -> None:
    plain, two_dice = odds.land(12, 4), odds.land(12, 4, options=("27",))
    assert sum(plain.results.values()) == sum(two_dice.results.values()) == 1
    assert plain.results != two_dice.results
    assert sum(odds.naval(10, 4, defences=(5, 5, 6, 6)).losses.values()) == 1
    assert sum(odds.flak(4, 3).points.values()) == 1
    with pytest.raises(TypeError, match="wether"):
        odds.land(12, 4, wether="fine")


def test_every_figure_has_its_provenance() -> None:
    tables = tables_of("wif")
    assert all(cell.provenance for chart in tables.charts.values() for cell in chart.cells.values())
    assert tables.digest == new_game("air-duel").header.tables_digest
