"""The arena: pairs of games with the sides swapped, an honest p-value, and exactly the figures that were promised."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from worldfire.cli.main import app
from worldfire.players.arena import Contest, Match, Outcome, at_least, confidence, matches, sign_test, standing


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


@pytest.mark.parametrize(
    ("wins", "losses", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (5, 0, 0.4782, 1.0),  # 0.025 ** (1 / 5)
        (0, 5, 0.0, 0.5218),
        (5, 5, 0.1871, 0.8129),
        (130, 70, 0.5795, 0.7159),
    ],
)
def test_the_confidence_interval_is_exact(wins: int, losses: int, low: float, high: float) -> None:
    assert confidence(wins, losses) == pytest.approx((low, high), abs=1e-4)
    if wins:
        assert at_least(wins, wins + losses, confidence(wins, losses)[0]) == pytest.approx(0.025)


def test_a_standing_adds_up() -> None:
    match = matches(Contest("barbarossa", "cadet", "random"), 1)[0]
    found = standing([outcome(match, "a"), outcome(match, "a"), outcome(match, "b"), outcome(match, "", 20, 15.0)])
    assert (found.a_wins, found.b_wins, found.draws) == (2, 1, 1)
    assert found.p_value == 1.0
    assert found.a_share == pytest.approx(2 / 3)
    assert found.a_share_low < 2 / 3 < found.a_share_high
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
    told = ["a_wins", "b_wins", "draws", "p_value", "seconds_per_impulse", "a_share", "a_share_low", "a_share_high"]
    assert list(figures) == told
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


def run(*words: str) -> dict[str, float]:
    """In a process of its own, as a person starts it: Ray leaves threads and warnings behind."""
    script = "from worldfire.cli.main import main; main()"
    command = [sys.executable, "-c", script, "arena", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


@pytest.mark.soak
def test_a_ray_cluster_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    words = ("--campaign", "barbarossa", "--a", "default", "--b", "random", "--games", "4")
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    ours, theirs = run(*words, "--resume", str(here)), run(*words, "--resume", str(there), "--ray", "local")
    timed = "seconds_per_impulse"
    assert {**ours, timed: 0} == {**theirs, timed: 0}
    assert theirs[timed] > 0
    assert untimed(here) == untimed(there)


def untimed(file: Path) -> list[str]:
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return sorted(json.dumps({**line, "seconds": 0}, sort_keys=True) for line in lines)


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    gone = arena("--campaign", "barbarossa", "--a", "random", "--b", "random", "--ray", "local", "--json")
    assert gone.exit_code == 2
    assert "worldfire[ray]" in json.loads(gone.stdout)["error"]["message"]
