"""Counters and charts of Fatal Alliances III: they load, state what its book states, and are mended where it had to be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from worldfire.board import load
from worldfire.cli.main import app
from worldfire.tables import Provenance
from worldfire.tables.collection import Tables, load_tables
from worldfire.tables.counters import LandType
from worldfire.tables.pack import check_pack, load_pack
from worldfire.tables.pools import check_units


@pytest.fixture(scope="module")
def tables() -> Tables:
    return load_tables("fa")


def test_as_many_counters_as_the_box_has(tables: Tables) -> None:
    """(159): 1,680, markers among them."""
    units = (*tables.land, *tables.air, *tables.naval)
    assert (len(tables.land), len(tables.air), len(tables.naval)) == (881, 195, 385)
    assert len(units) + sum(marker.count or 0 for marker in tables.markers) == 1680
    assert check_units(units, ()) == ()


def test_attested_units(tables: Tables) -> None:
    """(2858, 2866, 2868, 2870, 3652, 3655, 3658)"""
    by_id = {unit.id: unit for unit in tables.land}
    figures = {
        "mexico-cav-villa": (3, 4),
        "czech-inf-czech-legion": (4, 3),
        "partisans-libya-part-senussi-cav": (2, 4),
        "partisans-arabia-part-lawrence-cav": (2, 5),
    }
    for name, printed in figures.items():
        assert (by_id[name].strength, by_id[name].movement) == printed
        assert {note.partition(":")[0] for note in by_id[name].attested} >= {"strength", "movement"}
    headquarters = [unit for unit in tables.land if unit.type is LandType.HQ_I]
    assert {(unit.cost, unit.turns) for unit in headquarters if unit.attested} == {(5, 3)}
    belgian = [unit for unit in tables.land if unit.power == "belgium"]
    assert {unit.available for unit in belgian} <= {"1890", "Res"}
    assert {(ship.cost_first, ship.turns) for ship in tables.naval if ship.type == "CONV"} == {(1, 4)}


def test_territorials_belong_to_their_colony(tables: Tables) -> None:
    """(3450, 3568)"""
    homes = {unit.id: unit.home for unit in tables.land if unit.type is LandType.TERR}
    assert homes["belgium-terr-belgian-congo"] == "belgian-congo"
    assert homes["netherlands-terr-netherlands-east-indies"] == "netherlands-east-indies"
    assert homes["spain-terr-regulares"] == "spanish-morocco"
    assert (homes["portugal-terr-angola"], homes["portugal-terr-mozambique"]) == ("angola", "mozambique")


def test_charts_are_mended(tables: Tables) -> None:
    assert len(tables.chart("initiative-track").rows.labels) == 7
    assert "Switzerland" not in tables.chart("political-bonus").at("die 9", "CP")
    assert "Serbia" not in tables.chart("political-bonus").at("die 4", "Allies")
    assert tables.chart("political-flags").at("Ecuador", "shift to CP on").isdigit()
    assert tables.chart("unit-costs").cell("INF", "turns").provenance is Provenance.FITTED


def test_charts_and_board_know_the_same_places(tables: Tables) -> None:
    board = load("fa")
    objectives = {place.name for place in board.places.values() if place.objective}
    assert set(tables.chart("objectives").rows.labels) == objectives
    mines = {mark.port: str(mark.value) for mark in board.tables.boundaries if mark.kind == "mine"}
    assert {port: tables.chart("minefields").at(port, "value") for port in mines} == mines


def test_most_of_it_is_fitted_and_says_so(tables: Tables) -> None:
    cells = Counter(cell.provenance for chart in tables.charts.values() for cell in chart.cells.values())
    assert cells[Provenance.ATTESTED] > 600
    assert cells[Provenance.FITTED] > cells[Provenance.ATTESTED]


def test_a_pack_replaces_a_chart_but_not_what_the_book_says(tables: Tables, tmp_path: Path) -> None:
    path = "charts/fa/gas_attack.csv"
    (tmp_path / "pack.yaml").write_text(f"name: mine\ntitle: fa\nfiles: [{path}]\n", encoding="utf-8")
    (tmp_path / "charts" / "fa").mkdir(parents=True)
    ours = tables.overlay.find(path).read_text(encoding="utf-8")
    (tmp_path / path).write_text(ours.replace("attack roll modifier,-1,", "attack roll modifier,-2,"), encoding="utf-8")
    assert check_pack(tmp_path) == ()
    assert load_pack(tmp_path).chart("gas-attack").at("die 1", "attack roll modifier") == "-2"
    assert load_pack(tmp_path).digest != tables.digest


def test_the_commands_answer_with_its_own_tables() -> None:
    runner = CliRunner()
    villa = runner.invoke(app, ["units", "--title", "fa", "--power", "mexico", "--json"])
    assert "mexico-cav-villa" in villa.output
    cell = runner.invoke(
        app, ["chart", "land-crt-2d10", "--title", "fa", "--row", "3 or less", "--column", "assault", "--json"]
    )
    assert '"3/-"' in cell.output
    assert runner.invoke(app, ["units", "--title", "fa", "--check"]).exit_code == 0
    place = runner.invoke(app, ["map", "place", "Brest", "--title", "fa", "--json"])
    assert "W2031" in place.output
    assert runner.invoke(app, ["units", "--title", "nothing"]).exit_code != 0
