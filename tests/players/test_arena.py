"""The arena: pairs of games with the sides swapped, an honest p-value, and exactly the figures that were promised."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from worldfire.cli.main import app
from worldfire.players.arena import Contest, Match, Outcome, matches, sign_test, standing


def arena(*words: str) -> Result:
    return CliRunner().invoke(app, ["arena", *words])


def outcome(match: Match, winner: str, impulses: int = 10, seconds: float = 5.0) -> Outcome:
    return Outcome(match, winner, 0, impulses, seconds)


def test_every_seed_is_played_from_both_sides() -> None:
    wanted = matches(Contest("barbarossa", "cadet", "random"), 4)
    assert [match.seed for match in wanted] == [1, 1, 2, 2]
    assert [match.sides["axis"] for match in wanted] == ["a", "b", "a", "b"]
    assert all(set(match.sides.values()) == {"a", "b"} for match in wanted)


@pytest.mark.parametrize(
    ("wins", "losses", "expected"),
    [
        (0, 0, 1.0),
        (5, 5, 1.0),
        (1, 0, 1.0),
        (10, 0, 2 / 1024),
        (0, 10, 2 / 1024),
        (19, 1, 2 * 21 / 2**20),
        (7, 3, 2 * (120 + 45 + 10 + 1) / 1024),
    ],
)
def test_the_sign_test_is_exact_and_two_sided(wins: int, losses: int, expected: float) -> None:
    assert sign_test(wins, losses) == pytest.approx(expected, rel=1e-12)


def test_a_standing_adds_up() -> None:
    match = matches(Contest("barbarossa", "cadet", "random"), 1)[0]
    found = standing([outcome(match, "a"), outcome(match, "a"), outcome(match, "b"), outcome(match, "", 20, 15.0)])
    assert (found.a_wins, found.b_wins, found.draws) == (2, 1, 1)
    assert found.p_value == 1.0
    assert found.seconds_per_impulse == pytest.approx(30 / 50)


def test_it_prints_exactly_the_figures_and_nothing_else(tmp_path: Path) -> None:
    """And goes on with a run from its file: what is played is not played again."""
    file = tmp_path / "arena.jsonl"
    words = ("--campaign", "barbarossa", "--a", "random", "--b", "random", "--resume", str(file), "--json")
    assert arena(*words, "--games", "1").exit_code == 0
    first = file.read_bytes().splitlines()[1]
    result = arena(*words, "--games", "2")
    assert result.exit_code == 0, result.output
    assert file.read_bytes().splitlines()[1] == first
    assert len(file.read_bytes().splitlines()) == 3
    figures = json.loads(result.stdout)
    assert list(figures) == ["a_wins", "b_wins", "draws", "p_value", "seconds_per_impulse"]
    assert figures["a_wins"] + figures["b_wins"] + figures["draws"] == 2
    assert 0 < figures["p_value"] <= 1
    assert figures["seconds_per_impulse"] > 0


def test_names_that_do_not_exist_are_refused_in_a_sentence() -> None:
    wrong = arena("--campaign", "barbarossa", "--a", "napoleon", "--b", "random", "--json")
    assert wrong.exit_code == 2
    error = json.loads(wrong.stdout)["error"]
    assert "napoleon" in error["message"]
    assert "cadet" in error["near"]
    nowhere = arena("--campaign", "barbarosa", "--a", "random", "--b", "random", "--json")
    assert nowhere.exit_code == 2
    assert "barbarosa" in json.loads(nowhere.stdout)["error"]["message"]
