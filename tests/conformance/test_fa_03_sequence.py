"""3.1 of Fatal Alliances: each item of its sequence of play comes in its turn."""

from __future__ import annotations

from typing import Any

import pytest
from great_war import AUGUST, CENTRAL, fa_in, impulse_of

from worldfire.engine.game import Game
from worldfire.forces.turn import ACTIONS
from worldfire.rules.s03_sequence import ACTION_STAGE, IMPULSE_OF_A_SIDE, step_name
from worldfire.titles.fa.sequence import SEQUENCE

#: what carries the mark of an item that is many steps: the first and the last of them
WHOLE = {"D2.3(a)": "d2.3", "D2.3(m)": "d2.3", "E1": "e", "E9": "e"}


def cases() -> list[Any]:
    every = (*SEQUENCE.stages, SEQUENCE.weather, *SEQUENCE.opening, SEQUENCE.actions[0], SEQUENCE.actions[-1])
    items = (*every, SEQUENCE.end_of_turn[0], SEQUENCE.end_of_turn[-1])
    return [
        pytest.param(
            entry.name,
            marks=pytest.mark.rule(f"fa:3.1/{WHOLE.get(entry.letter, entry.letter.lower())}"),
            id=entry.letter,
        )
        for entry in items
    ]


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The procedures that are called, in order."""
    names: list[str] = []
    push = Game.push

    def listening(game: Game, name: str, frame_locals: Any, *, interlude: bool = False) -> None:
        names.append(name)
        push(game, name, frame_locals, interlude=interlude)

    monkeypatch.setattr(Game, "push", listening)
    return names


def everybody_acts(game: Game) -> None:
    game.set(ACTIONS, ("combined",) * 40)


@pytest.mark.parametrize("name", cases())
def test_an_item_comes_in_its_turn(pushed: list[str], name: str) -> None:
    fa_in(step_name(name), AUGUST, impulse_of(CENTRAL), everybody_acts, dice=(5,) * 60)
    assert name in pushed


@pytest.mark.rule("3.1/d")
@pytest.mark.rule("3.1/d2")
def test_an_impulse_begins_with_declarations_of_war_when_the_weather_is_known(pushed: list[str]) -> None:
    fa_in(ACTION_STAGE, AUGUST, dice=(5,) * 20)
    wanted = [step_name("weather"), IMPULSE_OF_A_SIDE, step_name("declare war")]
    assert [name for name in pushed if name in wanted] == wanted
