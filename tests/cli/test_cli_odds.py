"""The odds commands."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from worldfire.advice.calculator import Case
from worldfire.cli import odds
from worldfire.server.calculating import calculated
from worldfire.titles import title_named

app = typer.Typer()
odds.register(app)


@app.callback()
def main() -> None:
    """Keeps `odds` a subcommand."""


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["odds", *arguments], env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    return result.output


def answer(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code))


NIKOLAYEVSK = (
    "land",
    "--attack",
    "20.5",
    "--defence",
    "6",
    "--weather",
    "snow",
    "--table",
    "blitzkrieg",
    "--face-down",
    "1",
)


@pytest.mark.rule("11.15.5", example="WF2-029")
def test_land(tmp_path: Path) -> None:
    found = answer(*NIKOLAYEVSK, "--defenders", "1")
    assert found["odds"] == {"3:2": 1.0}
    assert found["results"]["†/B"] == pytest.approx(0.1)
    assert found["modifiers"] == [{"reason": "face-down defender", "value": 1.0}]
    plot = tmp_path / "odds.svg"
    shown = run(*NIKOLAYEVSK, "--plot", str(plot))
    assert "†/B" in shown
    assert "expected losses" in shown
    drawing = ET.parse(plot).getroot()
    assert len(drawing.findall("{http://www.w3.org/2000/svg}rect")) == len(found["results"])


@pytest.mark.rule("11.5.8", example="WF1-129")
def test_naval() -> None:
    found = answer("naval", "--factors", "15", "--ships", "3", "--defence", "3", "--defence", "8", "--defence", "10")
    assert found["inflicted"] == {"destroyed": 1, "damaged": 0, "aborted": 1}
    assert found["expected_destroyed"] == pytest.approx(0.3)
    assert "1 X, 0 D, 1 A" in run("naval", "--factors", "15", "--ships", "3")
    assert "the highest 2 count" in run(
        "naval", "--row", "anti-air", "--factors", "48", "--ships", "6", "--shifts", "2"
    )


@pytest.mark.rule("14.3.2", example="WF2-138")
def test_air() -> None:
    found = answer("air", "--active", "6.5", "--inactive", "4")
    assert (found["active"]["value"], found["inactive"]["value"]) == (3, -2)
    assert "inactive side, -2" in run("air", "--active", "6.5", "--inactive", "4")
    assert "tenths" in answer("air", "--active", "6.55", "--inactive", "4", code=2)["error"]["message"]


@pytest.mark.rule("11.7", example="WF1-142")
def test_strategic() -> None:
    found = answer("strategic", "--factors", "20")
    assert found["modifier"] == 1
    assert found["points"]["4"] == pytest.approx(0.2)  # a 7 and an 8, each with +1
    assert "points" in run("strategic", "--factors", "20", "--most", "1")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("land", "--attack", "many", "--defence", "6"), "must be a number"),
        (("land", "--attack", "-1", "--defence", "6"), "negative"),
        (("land", "--attack", "5", "--defence", "6", "--weather", "snw"), "did you mean snow"),
        (("strategic", "--factors", "9", "--weather", "storm"), "14.2.3"),
        (("land", "--attack", "5", "--defence", "6", "--plot", "/nowhere/x.svg"), "cannot write"),
    ],
)
def test_misuse(arguments: tuple[str, ...], text: str) -> None:
    assert text in answer(*arguments, code=2)["error"]["message"]
    assert text in run(*arguments, code=2)


def counter(power: str, kind: str) -> str:
    tables = title_named("wif").tables()
    return next(
        one.id
        for one in (*tables.source.land, *tables.source.air)
        if one.power == power and one.type == kind and (getattr(one, "strength", 1) or 0) > 0
    )


@pytest.mark.rule("11.15.5")
def test_a_case_from_a_file_is_reckoned_as_the_server_does(tmp_path: Path) -> None:
    case = {
        "kind": "land",
        "ground": {"terrain": "forest", "weather": "snow"},
        "attackers": [{"counter": counter("germany", "ARM"), "across": ["river"]}] * 3,
        "defenders": [{"counter": counter("ussr", "INF")}],
    }
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case), encoding="utf-8")
    told = calculated(msgspec.convert(case, Case)).attacks
    for attack in told:
        found = answer("case", str(file), "--table", attack["table"])
        assert {one["result"]: one["probability"] for one in attack["distribution"]} == pytest.approx(found["results"])
    assert "expected losses" in run("case", str(file))


def test_a_case_that_cannot_be_names_its_field(tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps({"kind": "land", "attackers": [{"counter": "nobody"}]}), encoding="utf-8")
    assert "attackers[0].counter" in run("case", str(file), code=2)
    assert "cannot read" in run("case", str(tmp_path / "nothing"), code=2)
