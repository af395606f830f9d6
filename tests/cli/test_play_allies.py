"""What allies let each other do, listed, given and asked for in the terminal."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from worldfire.cli.main import app
from worldfire.engine.save import load
from worldfire.titles import ruleset_for


def played(*typed: str) -> str:
    order = ["play", "--exercise", "lift-for-an-ally", "--seat", "jay"]
    result = CliRunner().invoke(app, order, input="\n".join([*typed, "quit", ""]))
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_consents_are_listed_given_and_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "after.wf"
    told = played(
        "allies", "allow jeremy march once", "forbid jeremy enter", "ask jeremy lend aircraft", f"save {file}"
    )
    assert (
        "transport [18.3] carry the land units and aircraft, by sea and by air: he may not (nothing said), you may"
        in told
    )
    assert "Jay allows Jeremy for now: take land units along in a stack." in told
    assert "Jeremy does not allow Jay: take lend-lease aircraft into the force pools." in told, "the computer answers"
    game = load(file, ruleset_for)
    said = {what: answer for (giver, _, what), answer in game.state.consents.items() if giver == "jay"}
    assert said == {"march": "once", "enter": "no"}


def test_a_wrong_word_tells_what_there_is() -> None:
    told = played("allow kasigi march", "allow jeremy flying")
    assert "Your allies are jeremy." in told
    assert "What? One of " in told
