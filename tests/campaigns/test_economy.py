"""What the powers make in Sep/Oct 1939 with the convoys of the set-up, and how `campaigns --economy` tells it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from worldfire.advice.economy import Economy, Exchange, economies
from worldfire.cli.main import app
from worldfire.engine.game import Game
from worldfire.forces.who import NOBODY, POWER_NAMES, SIDE
from worldfire.players.table import play_set_up

#: build points to spend, trade included, as players of the published game recall them
RECALLED = {
    "germany": range(11, 14),
    "commonwealth": range(9, 12),
    "france": range(5, 8),
    "italy": range(4, 5),
    "japan": range(8, 10),
    "usa": range(8, 11),
    "ussr": range(10, 13),
    "china": range(3, 4),
}


@pytest.fixture(scope="module")
def game() -> Game:
    return play_set_up("global-war")


@pytest.fixture(scope="module")
def found(game: Game) -> tuple[tuple[Economy, ...], tuple[Exchange, ...]]:
    return economies(game)


@pytest.fixture(scope="module")
def powers(game: Game, found: tuple[tuple[Economy, ...], tuple[Exchange, ...]]) -> dict[str, Economy]:
    return {game.state.get(POWER_NAMES)[economy.power]: economy for economy in found[0]}


@pytest.mark.rule("13.6.3")
def test_the_totals_of_1939_are_believable(powers: dict[str, Economy]) -> None:
    totals = {name: economy.income.points for name, economy in powers.items()}
    assert totals.keys() == RECALLED.keys()
    assert {name: total for name, total in totals.items() if total not in RECALLED[name]} == {}


@pytest.mark.rule("13.6.2")
def test_factories_are_as_many_as_public_sources_count(powers: dict[str, Economy]) -> None:
    """18 German ones with 2 of the Czechs; at least 9 French; 19 of the Commonwealth, all at work."""
    assert powers["germany"].number_of_factories == 18 + 2
    assert powers["france"].number_of_factories >= 9
    assert powers["commonwealth"].number_of_factories == powers["commonwealth"].income.production == 19


def test_what_major_powers_have_agreed_on_arrives(
    game: Game, found: tuple[tuple[Economy, ...], tuple[Exchange, ...]]
) -> None:
    between = [one for one in found[1] if game.state[SIDE][one.giver] != NOBODY]
    assert len(between) == 6
    assert all((one.resources, one.points) == (one.resources_arrived, one.points_arrived) for one in between)


def test_every_factory_is_fed_at_most_once_and_everything_idle_says_why(powers: dict[str, Economy]) -> None:
    for name, economy in powers.items():
        assert sum(here.fed for here in economy.factories) == economy.income.production, name
        assert all(here.fed <= here.blue + here.red for here in economy.factories), name
    anchorage = next(one for one in powers["usa"].idle if one.goods.name.startswith("M1623"))
    assert "Gulf of Alaska" in str(anchorage.why)
    pretoria = next(one for one in powers["commonwealth"].idle if one.goods.name.startswith("A3205"))
    assert pretoria.why == "Each of the 19 factories has a resource."


def test_the_command_prints_totals_trade_and_reasons() -> None:
    text = CliRunner().invoke(app, ["campaigns", "barbarossa", "--economy"]).output
    assert "3 + 13 off" in text
    assert "Trade agreements" in text
    told = json.loads(CliRunner().invoke(app, ["campaigns", "barbarossa", "--economy", "--json"]).output)
    germany = next(power for power in told["powers"] if power["power"] == "germany")
    assert (germany["off the map"], germany["multiple"], germany["makes"]) == (13, 1.0, 16)
    assert germany["build points"] == 16 + germany["lent"]
    assert {"giver": "ussr", "recipient": "germany"}.items() <= told["trade"][1].items()
    assert CliRunner().invoke(app, ["campaigns", "--economy"]).exit_code == 2
