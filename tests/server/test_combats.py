"""What the page is told of combats and dice: the lines of an air combat with their columns, and every throw explained."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from server.positions import exercise
from worldfire.engine.game import Game
from worldfire.engine.log import Entry
from worldfire.engine.views import seen_entry, view
from worldfire.players import random_player
from worldfire.players.table import PLAYERS, seeded_campaign
from worldfire.rules.s14_air_combat import AirResult, RoundBegan
from worldfire.server.chronicle import Dice, tell_entry
from worldfire.server.combats import present_combat
from worldfire.server.land_words import tell_land_result
from worldfire.server.reading import Reader
from worldfire.titles import USUAL, title_named

EXERCISES = ("air-duel", "bounce-over-kursk", "night-raid", "surprise-points")


def _reader(game: Game) -> Reader:
    return Reader(view(game, None, len(game.entries)), game.ruleset)


def _played(name: str) -> Iterator[tuple[dict[str, Any], Entry]]:
    """What is shown of an air combat before each action of games played at random, and the entry of the action."""
    for seed in range(8):
        game, rng = exercise(name, seed), Random(seed)
        while not game.over:
            shown = msgspec.to_builtins(present_combat(_reader(game)))
            seat = next(iter(game.waiting))
            entry = game.submit(seat, *random_player.pick(game, seat, rng))
            if shown is not None and shown["kind"] == "air":
                yield shown, entry


@pytest.mark.parametrize("name", EXERCISES)
def test_the_columns_that_are_shown_are_those_that_are_rolled_on(name: str) -> None:
    checked = 0
    for shown, entry in _played(name):
        values = tuple(side["value"] for side in shown["sides"])
        first = next((event for event in entry.events if isinstance(event, RoundBegan | AirResult)), None)
        if isinstance(first, RoundBegan) and entry.verb == "fight-on":
            assert values == first.values
            checked += 1
        elif (
            isinstance(first, AirResult)
            and shown["fixed"]
            and entry.verb in ("shoot-down", "drive-off", "clear-through")
        ):
            odds = {
                (side["value"], one["result"]): one["probability"] for side in shown["sides"] for one in side["odds"]
            }
            assert odds[first.value, first.result] > 0
            checked += 1
    assert checked, "no round was seen to begin or to go on"


@pytest.mark.parametrize("name", EXERCISES)
def test_the_lines_add_up(name: str) -> None:
    """The front fighter whole and a tenth of the others (14.3.2); chances add up to one; who picks is told."""
    choices = 0
    for shown, entry in _played(name):
        for side in shown["sides"]:
            line = side["fighters"] or side["bombers"][:1]
            if side["strength"] is not None and "night" not in shown["conditions"]:
                tenths = 10 * line[0]["rating"] + sum(one["rating"] for one in line[1:])
                assert side["strength"] == pytest.approx(tenths / 10)
            if side["odds"]:
                assert sum(one["probability"] for one in side["odds"]) == pytest.approx(1)
        if shown["choice"] is not None and entry.verb in ("shoot-down", "drive-off", "clear-through"):
            chooser = next(side for side in shown["sides"] if side["side"] == shown["choice"]["chooser"])
            assert entry.seat in chooser["seats"]
            choices += 1
    assert choices


# ------------------------------------------------------------------------------------------------------------------- dice


def _dice(game: Game, entry: Entry) -> tuple[Dice, ...]:
    return tell_entry(_reader(game), seen_entry(game, entry, None)).rolls


TOLD = {
    "land combat": ("11.15.5", "against", "table", "rolls", "gives"),
    "air-to-air": ("14.3.2", "in all", "column"),
    "ground-strike": ("11.8", "rolls", "strikes"),
    "weather": ("(8)", "rolls", "The modified weather roll is"),
    "last impulse": ("(12)", "The action stage ends on"),
    "initiative": ("6.1", "rolls", "ahead"),
}
ASKED_FOR = {*TOLD, "build"}


@pytest.fixture(scope="module")
def rolled() -> dict[str, list[Dice]]:
    """The throws and draws of games of Barbarossa by their kinds, until there are some of each that is asked for here."""
    found: dict[str, list[Dice]] = {}
    for seed in count(101):
        game, rng = seeded_campaign("barbarossa", seed, length="campaign"), Random(seed)
        while not game.over and ASKED_FOR - found.keys():
            seat, decision = next(iter(game.waiting.items()))
            entry = game.submit(seat, *PLAYERS["cadet"](game, seat, rng), decision)
            for dice in _dice(game, entry):
                found.setdefault(dice.kind, []).append(dice)
        if not ASKED_FOR - found.keys():
            break
    return found


@pytest.mark.parametrize(("kind", "words"), TOLD.items(), ids=TOLD)
def test_a_throw_says_what_for_on_what_and_what_came_of_it(
    rolled: dict[str, list[Dice]], kind: str, words: tuple[str, ...]
) -> None:
    for dice in rolled[kind]:
        assert not dice.drawn
        for word in words:
            assert word in dice.text


def test_what_is_drawn_is_not_told_as_dice(rolled: dict[str, list[Dice]]) -> None:
    assert all(dice.drawn and "draws" in dice.text for dice in rolled["build"])


# ------------------------------------------------------------------------------------------------------------ land combat


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("*/2S", ("attacker loses 0, defender 2", "shattered", "the attackers stay face-up")),
        ("†1/2S", ("attacker loses 1, defender 2", "half of the attackers")),
        ("1/1R", ("attacker loses 1, defender 1", "retreat", "turned face-down")),
        ("*/3B", ("breakthrough",)),
        ("all/-", ("attacker loses everything, defender 0",)),
    ],
)
def test_a_result_is_told_in_words(printed: str, words: tuple[str, ...]) -> None:
    for word in words:
        assert word in tell_land_result(printed)


def test_every_result_of_the_tables_is_told() -> None:
    charts = (title_named(USUAL).tables().source.charts[f"land_1d10_{table}"] for table in ("assault", "blitzkrieg"))
    printed = {cell.value for chart in charts for cell in chart.cells.values()}
    assert len(printed) > 10
    for result in printed:
        assert "land-result" not in tell_land_result(result), result
        assert tell_land_result(result), result
