"""The command line as somebody uses it: words, JSON, exit codes, messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from drills import AT_SEA, IN_THE_AIR
from worldfire.cli.fuzz import Played
from worldfire.cli.main import app
from worldfire.engine.save import load
from worldfire.players.fuzzer import Finding, Job
from worldfire.players.run_file import RunFile
from worldfire.titles import ruleset_for

runner = CliRunner()


def run(*words: str, typed: str | None = None) -> Result:
    return runner.invoke(app, list(words), input=typed)


def run_json(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_same_seed_gives_the_same_digest_and_another_seed_another() -> None:
    first = run_json("simulate", "--exercise", "air-duel", "--seed", "1")
    again = run_json("simulate", "--exercise", "air-duel", "--seed", "1")
    other = run_json("simulate", "--exercise", "air-duel", "--seed", "2")
    assert set(first) == {"result", "digest", "entries", "picks", "file", "seconds"}
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert first["digest"] != other["digest"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "duel.wf"
    outcome = run_json("simulate", "--exercise", "air-duel", "--seed", "1", "--out", str(path))
    assert outcome["file"] == str(path)
    return path


def test_verify_accepts_a_game_and_gives_its_digest(saved: Path) -> None:
    verdict = run_json("verify", str(saved))
    assert verdict["ok"]
    assert verdict["digest"] == run_json("simulate", "--exercise", "air-duel", "--seed", "1")["digest"]


@pytest.mark.parametrize("share", [0.0, 0.1, 0.35, 0.5, 0.65, 0.8, 0.95, 1.0])
def test_verify_rejects_a_game_after_one_byte_is_changed(saved: Path, tmp_path: Path, share: float) -> None:
    data = bytearray(saved.read_bytes())
    position = min(int(share * len(data)), len(data) - 2)
    data[position] ^= 1
    bad = tmp_path / "bad.wf"
    bad.write_bytes(bytes(data))
    result = run("verify", str(bad))
    assert result.exit_code == 1
    assert "bad.wf" in result.stderr.replace("\n", "")


def test_what_is_missing_is_said_in_one_sentence() -> None:
    result = run("simulate", "--exercise", "air-dual")
    assert result.exit_code == 2
    assert "did you mean air-duel or carrier-duel?" in " ".join(result.stderr.split())
    assert json.loads(run("verify", "no-such-file.wf", "--json").stdout)["error"]


def test_exercises_are_listed() -> None:
    names = [item["name"] for item in run_json("exercises")]
    assert names == sorted((*IN_THE_AIR, *AT_SEA))
    assert {"air-duel", "carrier-duel"} <= set(names)


def test_fuzzing_finds_nothing_and_lists_what_it_did_not_visit(tmp_path: Path) -> None:
    found = run_json("fuzz", "--exercise", "bounce-over-kursk", "--games", "30", "--out", str(tmp_path))
    assert found["findings"] == []
    assert ["verb", "choose-roles"] in found["never_visited"]


def test_options_can_be_chosen_and_belong_to_the_game(tmp_path: Path) -> None:
    plain = run_json("simulate", "--exercise", "air-duel", "--seed", "1")
    file = tmp_path / "duel.wf"
    other = run_json("simulate", "--exercise", "air-duel", "--seed", "1", "--options", "8, 44", "--out", str(file))
    assert plain["digest"] != other["digest"]
    assert set(load(file, ruleset_for).header.options) == {"8", "44"}
    wrong = run("simulate", "--exercise", "air-duel", "--options", "99")
    assert wrong.exit_code == 2
    assert "has no option 99" in wrong.stderr


def test_a_set_up_takes_options_too() -> None:
    words = ("campaigns", "guadalcanal", "--set-up", "--seed", "2")
    assert run_json(*words, "--options", "8,44")["zones"]
    assert "has no option 99" in run(*words, "--options", "99").stderr


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--exercise", "air-duel"),
        ("fuzz", "--exercise", "air-duel"),
        ("play", "--exercise", "air-duel"),
        ("arena", "--campaign", "barbarossa", "--a", "random", "--b", "random"),
        ("campaigns", "barbarossa"),
    ],
)
def test_a_title_that_does_not_exist_is_refused(words: tuple[str, ...]) -> None:
    wrong = run(*words, "--title", "chess")
    assert wrong.exit_code == 2
    assert "there is no title 'chess'" in " ".join(wrong.stderr.split())


def test_a_fuzz_run_is_gone_on_with(tmp_path: Path) -> None:
    """What is done is not played again, also if the last line was cut off; and the whole is told."""
    file = tmp_path / "run.jsonl"
    words = ("fuzz", "--exercise", "bounce-over-kursk", "--options", "8", "--resume", str(file), "--out", str(tmp_path))
    run_json(*words, "--games", "3")
    kept = file.read_bytes().splitlines()
    assert len(kept) == 4
    file.write_bytes(b"\n".join(kept)[:-5])
    found = run_json(*words, "--games", "6")
    again = file.read_bytes().splitlines()
    assert again[:3] == kept[:3]
    assert [json.loads(line)["seed"] for line in again[1:]] == list(range(6))
    assert found["games"] == 6
    assert found["never_visited"] == run_json(*words[:5], "--games", "6", "--out", str(tmp_path))["never_visited"]
    for another in (("--players", "cadet"), ("--debug",)):
        other = run(*words, *another)
        assert other.exit_code == 2
        assert "is of another run" in " ".join(other.stderr.split())


def test_a_run_with_findings_is_gone_on_with(tmp_path: Path) -> None:
    """What was done up to the fault is kept whole."""
    file, job = tmp_path / "run.jsonl", Job("bounce-over-kursk", options=("8",))
    actions = (("jay", "choose", ((1, 2), "W0836")), ("", "begin", None))
    fault = Played(0, Finding("dead end", job.what, 0, "nothing can be done", actions, job), ())
    RunFile(file, job, Played).note(fault)
    (kept,) = RunFile(file, job, Played).done
    assert msgspec.json.encode(kept) == msgspec.json.encode(fault)


def test_a_finding_of_debug_mode_is_shown_again_in_debug_mode(tmp_path: Path) -> None:
    """Only there may it be a fault at all."""
    for wanted in (True, False):
        job = Job("bounce-over-kursk", debug=wanted)
        path = tmp_path / f"{wanted}.json"
        path.write_bytes(msgspec.json.encode(Finding("cache", job.what, 0, "stale", (), job)))
        assert run_json("fuzz", "--reproduce", str(path))["job"]["debug"] is wanted
        assert run_json("fuzz", "--reproduce", str(path), "--debug")["job"]["debug"]


def test_the_terminal_player_shows_rules_refusals_undo_and_saving(tmp_path: Path) -> None:
    """Both seats at one keyboard: look, ask why, act, undo, save, leave, and go on from the file."""
    path = tmp_path / "kursk.wf"
    words = ["table", "help", "why bounce", "3 2 1", "2 1", "undo", f"save {path}", "quit"]
    result = run("play", "--exercise", "bounce-over-kursk", "--seat", "heinz", "--seat", "anna", typed="\n".join(words))
    assert result.exit_code == 0, result.output
    told = " ".join(result.output.split())
    assert "[14.3.1] Arrange your fighters" in told
    assert "“bounce” is not one of the choices now" in told
    assert "Axis line up. Fighters: Bf-109E7, FW-190A2, Bf-109G2." in told
    assert path.exists()
    again = run("play", "--load", str(path), "--seat", "heinz", "--seat", "anna", typed="quit\n")
    assert "[14.3.1] Arrange your fighters" in " ".join(again.output.split())


def test_a_person_plays_an_exercise_to_its_end_against_the_computer() -> None:
    words = "\n".join(["1", ""] * 400)
    result = run("play", "--exercise", "surprise-points", typed=words)
    assert result.exit_code == 0, result.output
    assert "The end" in result.output


def test_an_unknown_seat_is_refused() -> None:
    result = run("play", "--exercise", "air-duel", "--seat", "bob")
    assert result.exit_code == 2
    assert "the seats are jeremy, maria" in " ".join(result.stderr.split())
