"""A campaign in the terminal by typed input: whole games by `auto`, and each kind of order on a small front."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.positions import give_control, position
from conformance.steps import begin_step, find
from worldfire.cli.main import app
from worldfire.engine.chance import SealedChance
from worldfire.engine.game import Game
from worldfire.engine.save import load, save
from worldfire.forces.things import PLACE, board_of, counter_of, place_index, place_name, things_at
from worldfire.titles import ruleset_for

runner = CliRunner()


def front() -> Game:
    """Germans and Soviets face to face west of Kiev."""
    game = position(
        "barbarossa",
        units={
            "E2033": ["Rundstedt", "ge-lnd-ju-87b-wif"],
            "E1933": ["ge-inf-liv", "ge-mech-viii"],
            "E1932": ["ge-arm-xlvii", "ge-mot-liii"],
            "E1832": ["su-mech-1"],
            "E1833": ["su-inf-3"],
        },
        wars=[("germany", "ussr")],
    )
    soviet = (number for number in board_of(game).hexes_of("USSR") if number[0] == "E" and int(number[3:]) < 38)
    give_control(game, "germany", "country:Poland", *(number for number in soviet if int(number[1:3]) >= 19))
    return game


class Terminal:
    """Plays a step of Germany's impulse from a file with typed words."""

    def __init__(self, folder: Path) -> None:
        self.before, self.after = folder / "before.wf", folder / "after.wf"

    def play(self, step: str, *words: str, action: str = "land") -> tuple[str, Game]:
        """What was said, and the game that it led to."""
        game = begin_step(front(), step, "germany", action=action)
        game.chance = SealedChance(game.secret)
        save(game, self.before)
        typed = "\n".join([*words, f"save {self.after}", "quit"])
        result = run("play", "--load", str(self.before), "--seat", "germany", typed=typed + "\n")
        assert result.exit_code == 0, result.output
        return " ".join(result.output.split()), load(self.after, ruleset_for)


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def run(*words: str, typed: str = "") -> Result:
    return runner.invoke(app, list(words), input=typed)


def where(game: Game, counter: str) -> str:
    return place_name(game, game.state[PLACE][find(game, counter)]).split()[0]


def test_the_computer_answers_for_a_person_step_by_step() -> None:
    result = run(
        *("play", "--campaign", "barbarossa", "--seat", "axis", "--opponent", "default", "--seed", "3"),
        typed="auto step\n" * 12 + "quit\n",
    )
    assert result.exit_code == 0, result.output[-2000:]
    told = " ".join(result.output.split())
    assert "Germany declares war on the USSR" in told
    assert "The end" not in told


@pytest.mark.soak
def test_a_person_lets_the_computer_play_a_whole_campaign_for_him() -> None:
    result = run(
        *("play", "--campaign", "barbarossa", "--seat", "axis", "--opponent", "default", "--seed", "3"),
        typed="auto step\n" * 1500,
    )
    assert result.exit_code == 0, result.output[-2000:]
    told = " ".join(result.output.split())
    assert "The end" in told
    assert "winner allies" in told or "winner axis" in told
    assert "Germany declares war on the USSR" in told


def test_the_default_placement_is_offered_and_can_be_changed() -> None:
    typed = "\n".join(["", "auto", "1 Jassy", "", "look Jassy 0", "quit"])
    result = run("play", "--campaign", "barbarossa", "--seat", "germany", "--opponent", "default", typed=typed)
    told = " ".join(result.output.split())
    assert "Antonescu HQ-I" in told
    assert "Enter accepts" in told
    assert "Near E2029 Jassy" in told


def test_units_move_by_name_and_the_way_is_found(terminal: Terminal) -> None:
    told, game = terminal.play(
        "land movement", "why move Rundstedt Moscow", "move; Rundstedt; E1934", "move; LIII; nowhere", "back"
    )
    assert "Rundstedt marches along" in told
    assert "Numbers or names of hexes" in told
    assert where(game, "Rundstedt") == "E1934"


def test_a_whole_hex_moves_and_undo_takes_it_back(terminal: Terminal) -> None:
    told, game = terminal.play("land movement", "move; E1932; ; E1931", "undo", "move; E1932; 1; E1931")
    assert "XLVII, LIII march along" in told or "LIII, XLVII march along" in told
    assert {where(game, "ge-arm-xlvii"), where(game, "ge-mot-liii")} == {"E1931", "E1932"}


def test_what_cannot_be_done_is_refused_with_its_rule(terminal: Terminal) -> None:
    told, game = terminal.play("land movement", "move; LIII; Moscow")
    assert "No. [" in told
    assert where(game, "ge-mot-liii") == "E1932"


def test_odds_are_shown_before_an_attack_is_declared(terminal: Terminal) -> None:
    """The picture of 11.15.5: 7 + 7 + 8 + 7 against 5 is 5:1, and more armour adds 1."""
    told, game = terminal.play(
        "land combat", "odds", "odds E1833", "declare; E1833; ; ; ", "supply Rundstedt", "weather"
    )
    assert "29 factors against 5 [11.15.1]" in told
    assert "blitzkrieg: 5:1, +1 on the die" in told
    assert "the hex is cleared" in told
    assert "Rundstedt HQ-A" in told
    assert "[2.4.2]" in told
    declared = game.state.frames[-1].locals.declared
    assert len(declared) == 4
    assert {place_name(game, target) for _, target in declared} == {"E1833"}


def test_aircraft_get_orders_by_name(terminal: Terminal) -> None:
    told, _ = terminal.play("ground strike", "fly; Ju-87B; fly Baku", "stay; 1; E1833; ", action="combined")
    assert "a hex that it reaches" in told
    assert "Ju-87B flies to E1833 as a bomber" in told
    assert "Where does Ju-87B return to?" in told


def test_builds_show_what_they_cost_and_when_they_come(terminal: Terminal) -> None:
    told, game = terminal.play("production", "auto", "build; INF 99; ", "build; INF 1; ")
    assert "germany: INF: 3 build points, arrives Sep/Oct 1941" in told
    assert "No. [13.6.5] Only" in told
    assert "will arrive in Sep/Oct 1941" in told
    circle = place_index(game, "production circle, Sep/Oct 1941")
    (built,) = set(things_at(game, circle)) - set(things_at(front(), circle))
    assert counter_of(game, built).type == "INF"


def test_questions_about_a_saved_campaign(tmp_path: Path) -> None:
    file = tmp_path / "front.wf"
    game = begin_step(front(), "land combat", "germany")
    game.chance = SealedChance(game.secret)
    save(game, file)
    supplied = json.loads(run("supply", str(file), "Rundstedt", "--json").output)
    assert supplied[0]["unit"] == "ge-hq-a-rundstedt"
    assert supplied[0]["lines"][0]["rule"].startswith("2.4")
    assert "Rundstedt" in run("supply", str(file), "E2033").output
    assert "E1833" in run("look", str(file), "E1833").output
    assert "Where the armies touch" in run("look", str(file)).output
    odds = json.loads(run("attack", str(file), "E1833", "--json").output)
    assert odds["blitzkrieg"]["odds"] == "5:1"
    assert sum(odds["assault"]["results"].values()) == pytest.approx(1)
    assert run("attack", str(file), "Moscow").exit_code == 2
    assert run("supply", str(file), "Napoleon").exit_code == 2
