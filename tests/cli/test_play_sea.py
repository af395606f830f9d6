"""Task forces ordered in the terminal."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from worldfire.cli.main import app
from worldfire.engine.save import load, save
from worldfire.forces.things import PLACE, aboard, counter_of, place_name
from worldfire.titles import ruleset_for
from worldfire.titles.exercises import load_exercise


def test_a_transport_takes_marines_aboard_and_sails_into_a_section(tmp_path: Path) -> None:
    before, after = tmp_path / "before.wf", tmp_path / "after.wf"
    save(load_exercise("sea-patrol").begin(secret=b"0" * 32, game_id="test"), before)
    typed = ["sail", "TRS in P0131", "section 2 of the Hawaiian Islands", "I Mar", f"save {after}", "quit"]
    result = CliRunner().invoke(app, ["play", "--load", str(before), "--seat", "jay"], input="\n".join([*typed, ""]))
    assert result.exit_code == 0, result.output
    told = " ".join(result.output.split())
    assert "TRS ends its move in section 2 of the Hawaiian Islands." in told
    game = load(after, ruleset_for)
    places = {counter_of(game, unit).id: (unit, place) for unit, place in enumerate(game.state[PLACE])}
    transport, section = places["us-trs-1940-sif"]
    assert place_name(game, section) == "Hawaiian Islands 2"
    assert places["us-mar-i-mar"][1] == aboard(transport)
