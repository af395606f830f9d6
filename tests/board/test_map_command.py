"""The map command: answers for people and for programs, and errors that help."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from worldfire.cli.map import app


def ask(*words: str) -> tuple[int, dict[str, object]]:
    result = CliRunner().invoke(app, [*words, "--json"])
    return result.exit_code, json.loads(result.stdout)


def test_place() -> None:
    code, answer = ask("place", "London")
    assert code == 0
    assert (answer["name"], answer["hex"], answer["country"]) == ("London", "W1536", "United Kingdom")


def test_another_name_for_a_place() -> None:
    assert ask("place", "Honolulu")[1]["hex"] == "P0131"
    assert ask("place", "london")[1]["hex"] == "W1536"


def test_hex_tells_everything() -> None:
    code, answer = ask("hex", "W0930")
    assert code == 0
    sides = {n["hex"]: n["side"] for n in answer["neighbours"]}  # type: ignore[attr-defined]
    assert set(sides["W0830"]) == {"fort", "river"}
    assert answer["country"] == "France"


def test_distance_and_air_range() -> None:
    assert ask("distance", "W0437", "Nuremberg")[1]["distance"] == 5
    at_sea = ask("distance", "North Sea", "Cape St Vincent")[1]
    assert (at_sea["distance"], at_sea["path"]) == (2, ["North Sea", "Bay of Biscay", "Cape St Vincent"])
    assert ask("air-range", "Baghdad", "Delhi")[1]["range"] == 28
    onto_the_map_of_europe = [
        ask("air-range", *way, "--title", "fa")[1]["range"] for way in (("G0121", "W3310"), ("W3310", "G0121"))
    ]
    assert onto_the_map_of_europe == [1, 4]  # each hex takes what it takes to enter it (fa:16.1.1)


def test_unknown_names_suggest_the_nearest() -> None:
    code, answer = ask("place", "Lundon")
    assert code == 2
    error = answer["error"]
    assert "London" in error["near"]  # type: ignore[index]
    assert "did you mean" in error["message"]  # type: ignore[index]


def test_check_finds_nothing() -> None:
    code, answer = ask("check")
    assert code == 0
    assert answer["findings"] == []


@pytest.mark.parametrize("words", [("place", "London"), ("hex", "E1813"), ("distance", "W0437", "W0532"), ("check",)])
def test_answers_for_people(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0
    assert result.stdout.strip()


def test_render_writes_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "americas.svg"
    code, answer = ask("render", "--sheet", "M", "--out", str(out))
    assert code == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "CARIBBEAN SEA" in text
    assert answer["bytes"] == len(text.encode())


@pytest.mark.parametrize(("sheet", "out"), [("X", "x.svg"), ("M", "x.gif"), ("M", "/nowhere/at/all.svg")])
def test_render_refuses_clearly(sheet: str, out: str) -> None:
    code, answer = ask("render", "--sheet", sheet, "--out", out)
    assert code == 2
    assert answer["error"]
