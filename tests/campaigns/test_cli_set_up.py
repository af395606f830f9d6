"""`worldfire campaigns NAME --set-up`."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from worldfire.cli.main import app
from worldfire.titles import USUAL, title_named
from worldfire.titles.campaigns import CAMPAIGN, usual_length

runner = CliRunner()


def test_the_default_set_up_is_printed_by_zone() -> None:
    result = runner.invoke(app, ["campaigns", "barbarossa", "--set-up"])
    assert result.exit_code == 0
    assert "Minsk" in result.output
    assert "su-hq-i-timoshenko" in result.output


def test_json_has_every_zone_and_the_digest_of_the_seed() -> None:
    arguments = ["campaigns", "barbarossa", "--set-up", "--json", "--seed", "3", "--players", "random"]
    outcome = json.loads(runner.invoke(app, arguments).output)
    assert outcome["result"]["set_up"] == "barbarossa"
    minsk = next(zone for zone in outcome["zones"]["ussr"] if zone["zone"] == "Minsk")
    assert minsk["places"] == {"E2140 Minsk": ["su-hq-i-timoshenko", "su-ftr-i-16-wif"]}
    assert json.loads(runner.invoke(app, arguments).output)["digest"] == outcome["digest"]


def test_a_set_up_shows_ports_convoys_and_pools() -> None:
    outcome = json.loads(runner.invoke(app, ["campaigns", "global-war", "--set-up", "--json"]).output)
    american = {
        place
        for zone in outcome["zones"]["usa"]
        for place, units in zone["places"].items()
        if "us-ca-wichita-sif" in units
    }
    assert american
    assert not any("Atlanta" in place for place in american), "a ship lies in a port"
    assert outcome["convoys"]["usa"]["Hawaiian Islands"] == 5
    assert sum(points for sea, points in outcome["convoys"]["commonwealth"].items() if " pool " not in sea) == 81
    assert outcome["convoys"]["usa"]["convoy pool of usa"] > 0
    beside = outcome["beside the map"]["usa"]
    assert beside["repair pool of usa"].split(", ")[0] == "us-cv-saratoga-sif"
    assert "us-cl-helena-clif" in beside["production circle, Nov/Dec 1939"]
    assert any(place.startswith("force pool of usa") and what.startswith("units: ") for place, what in beside.items())
    circle = [place for place in beside if place.startswith("production circle")]
    assert circle[0].endswith("Nov/Dec 1939"), "turn by turn"
    assert outcome["us entry"]["options in force"] == "none"
    assert outcome["us entry"]["at the start"].startswith("markers: 3")
    assert any(place.startswith("reserve pool of") for place in outcome["beside the map"]["commonwealth"])
    text = runner.invoke(app, ["campaigns", "guadalcanal", "--set-up", "--options", "classic"]).output
    assert "convoy points" in text
    wide = {"COLUMNS": "400"}
    text = runner.invoke(app, ["campaigns", "barbarossa", "--set-up"], env=wide).output
    line = next(line for line in text.splitlines() if "force pool of ussr" in line)
    assert "MIL 10" in line, "one line tells all kinds"


def test_what_is_missing_is_said() -> None:
    nameless = runner.invoke(app, ["campaigns", "--set-up"])
    assert nameless.exit_code == 2
    stranger = runner.invoke(app, ["campaigns", "barbarossa", "--set-up", "--players", "napoleon", "--json"])
    assert json.loads(stranger.output)["error"]["near"][:2] == ["random", "default"]


def test_simulate_sets_a_campaign_up_and_verify_agrees(tmp_path: Path) -> None:
    file = str(tmp_path / "game.wf")
    arguments = ["simulate", "--campaign", "Barbarossa", "--seed", "2", "--until", "set-up", "--out", file, "--json"]
    outcome = json.loads(runner.invoke(app, arguments).output)
    assert outcome["result"]["set_up"] == "barbarossa"
    assert json.loads(runner.invoke(app, ["verify", file, "--json"]).output)["digest"] == outcome["digest"]
    assert runner.invoke(app, ["simulate"]).exit_code == 2
    assert runner.invoke(app, ["simulate", "--campaign", "barbarosa"]).exit_code == 2
    assert runner.invoke(app, ["simulate", "--campaign", "barbarossa", "--until", "dusk"]).exit_code == 2


def test_where_the_war_cannot_be_played_yet_the_set_up_is() -> None:
    assert {usual_length(campaign) for campaign in title_named(USUAL).campaigns()} == {CAMPAIGN}
    assert {usual_length(campaign, "fa") for campaign in title_named("fa").campaigns()} == {CAMPAIGN}
    arguments = ["simulate", "--campaign", "day-of-infamy", "--until", "set-up", "--json"]
    assert json.loads(runner.invoke(app, arguments).output)["result"]["set_up"] == "day-of-infamy"


def test_simulate_plays_barbarossa_to_its_victory_check_and_verify_agrees(tmp_path: Path) -> None:
    file = str(tmp_path / "game.wf")
    arguments = ["simulate", "--campaign", "barbarossa", "--seed", "3", "--out", file, "--json"]
    outcome = json.loads(runner.invoke(app, arguments).output)
    assert outcome["winner"] in ("axis", "allies")
    assert sum(outcome["scores"].values()) > outcome["result"]["needed"]
    assert outcome["turns"] == 5
    verdict = json.loads(runner.invoke(app, ["verify", file, "--json"]).output)
    assert verdict["ok"]
    assert (verdict["digest"], verdict["entries"]) == (outcome["digest"], outcome["entries"])
