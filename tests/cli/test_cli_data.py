"""The listing commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from worldfire.cli import campaigns, data

app = typer.Typer()
data.register(app)
campaigns.register(app)
runner = CliRunner()


def run(*arguments: str, code: int = 0) -> str:
    result = runner.invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result.output


def answer(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code))


def test_units_of_a_power_by_type_and_year() -> None:
    units = answer("units", "--power", "germany", "--type", "ARM", "--year", "1941")["units"]
    assert units
    assert {(u["power"], u["type"]) for u in units} == {("germany", "ARM")}
    assert all(not u["available"].isdigit() or int(u["available"]) <= 1941 for u in units)
    assert "XLI" in {u["designation"] for u in units}
    assert "XLI" in run("units", "--power", "Germany", "--type", "arm", "--year", "1941")


def test_ships_by_class_and_the_classic_fleet() -> None:
    assert "Hood" in {u["name"] for u in answer("units", "--power", "commonwealth", "--type", "BB")["units"]}
    assert all(u["kit"] == "WiF" for u in answer("units", "--type", "BB", "--classic")["units"])


def test_units_check() -> None:
    assert "0 problems" in run("units", "--check")
    assert answer("units", "--check")["problems"] == []


def test_charts_are_listed_and_shown() -> None:
    assert "land-1d10-assault" in {c["name"] for c in answer("chart")["charts"]}
    shown = run("chart", "land-1d10-assault")
    assert "Worldfire tables 1 (reconstructed)" in shown
    assert "attested" in shown
    assert len(answer("chart", "land_1d10_assault")["cells"]) == 14 * 12


def test_one_cell() -> None:
    assert answer("chart", "strategic-bombardment", "--row", "9", "--column", "20")["value"] == "4*"
    assert "2/1" in run("chart", "land-1d10-assault", "--row", "5", "--column", "2:1")


@pytest.mark.parametrize(
    ("arguments", "kind", "near"),
    [
        (("chart", "land-1d10-asault"), "chart", "land-1d10-assault"),
        (("units", "--power", "germny"), "power", "germany"),
        (("units", "--type", "MECHA"), "type", "MECH"),
        (("units", "--kit", "SIFF"), "kit", "SiF"),
        (("chart", "land-weather", "--row", "snw", "--column", "odds ratios"), "cell", "snow"),
    ],
)
def test_unknown_names_suggest_the_nearest(arguments: tuple[str, ...], kind: str, near: str) -> None:
    error = answer(*arguments, code=2)["error"]
    assert error["kind"] == kind
    assert near in error["near"]
    assert "did you mean" in run(*arguments, code=2)


def test_half_a_look_up_is_refused() -> None:
    assert "both" in answer("chart", "land-weather", "--row", "snow", code=2)["error"]["message"]


def test_pack_check(tmp_path: Path) -> None:
    assert "pack.yaml" in run("pack", "check", str(tmp_path), code=2)
    (tmp_path / "pack.yaml").write_text("name: none\ntitle: wif\nfiles: []\n")
    assert "usable" in run("pack", "check", str(tmp_path))
    assert answer("pack", "check", str(tmp_path))["problems"] == []
    ours = answer("pack", "digest")["digest"]
    assert answer("pack", "digest", "--pack", str(tmp_path))["digest"] == ours
    (tmp_path / "pack.yaml").write_text("name: none\ntitle: wif\nfiles: [charts/wif/gone.csv]\n")
    assert answer("units", "--pack", str(tmp_path), code=2)["error"]["kind"] == "pack"
    assert answer("pack", "check", str(tmp_path), code=2)["problems"][0]["file"] == "charts/wif/gone.csv"


def test_campaigns() -> None:
    assert "global-war" in run("campaigns")
    assert {c["id"] for c in answer("campaigns")} >= {"barbarossa", "guadalcanal"}
    shown = run("campaigns", "barbarossa")
    assert "ge-hq-a-rundstedt" in shown
    assert "historical" in shown
    assert answer("campaigns", "Barbarossa")["turns"]["value"] == 5
    assert answer("campaigns", "barbarosa", code=2)["error"]["near"] == ["barbarossa"]
    assert all(not reasons for reasons in answer("campaigns", "--check").values())
    assert "0 problems" in run("campaigns", "--check")
