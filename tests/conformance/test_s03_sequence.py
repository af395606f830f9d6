"""3.1 The sequence of play: each item stands after the one before it in the book, and calls what it is named after."""

from __future__ import annotations

from typing import Any

import pytest
from turns import campaign_in, field, in_turn

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE, IMPULSE
from worldfire.rules.s03_sequence import ACTION_STAGE, END_OF_TURN, IMPULSE_OF_A_SIDE, TURN_OF_PLAY, step_name

AXIS, ALLIES = 0, 1
#: parent → its items in the order of the book, each with what it calls
BOOK = {
    TURN_OF_PLAY: (("a", "reinforcements"), ("b", "lending"), ("c", "initiative")),
    IMPULSE_OF_A_SIDE: (
        ("d2.1", "declare war"),
        ("d2.2", "choose actions"),
        ("d2.3(a)", "port attack"),
        ("d2.3(b)", "naval air missions"),
        ("d2.3(c)", "naval movement"),
        ("d2.3(d)", "naval combat"),
        ("d2.3(e)", "opponent’s naval combat"),
        ("d2.3(f)", "strategic bombardment"),
        ("d2.3(g)", "ground strike"),
        ("d2.3(h)", "rail movement"),
        ("d2.3(i)", "land movement"),
        ("d2.3(j)", "air transport"),
        ("d2.3(k)", "debark at sea"),
        ("d2.3(l)", "invasions"),
        ("d2.3(m)", "paradrop"),
        ("d2.3(n)", "land combat"),
        ("d2.3(o)", "rebase"),
        ("d2.3(p)", "reorganisation"),
    ),
    END_OF_TURN: (
        ("e1", "partisans"),
        ("e2", "US entry"),
        ("e3", "return to base at the end of the turn"),
        ("e4", "final reorganisation"),
        ("e5", "production"),
        ("e7.2", "conquest"),
        ("e7.3", "allied minor support"),
        ("e7.4", "mutual peace"),
        ("e7.5", "Vichy declaration"),
        ("e7.6", "liberation"),
        ("e7.7", "surrender"),
        ("e9", "victory check"),
    ),
}
#: items that are stages with items of their own
WHOLE = {"d2.3(a)": "d2.3", "e1": "e", "e7.2": "e7"}


def cases() -> list[Any]:
    found = []
    for parent, items in BOOK.items():
        before = ""
        for letter, name in items:
            marks = [pytest.mark.rule(f"3.1/{each}") for each in (letter, WHOLE.get(letter)) if each]
            found.append(pytest.param(parent, before, name, marks=marks, id=letter))
            before = name
    return found


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


def war(game: Game) -> None:
    game.set(AT_WAR, ((0, 4),))
    game.set(ACTIONS, ("combined",) * len(game.state.get(ACTIONS) or range(40)))


@pytest.mark.parametrize(("parent", "before", "name"), cases())
def test_an_item_comes_in_its_turn(pushed: list[str], parent: str, before: str, name: str) -> None:
    situation = (in_turn("Jan/Feb 1940"), field(ACTIVE_SIDE, AXIS), field(IMPULSE, 1), war)
    game = campaign_in("global-war", step_name(name), *situation, dice=(5, 3, *(1,) * 40), us_entry=True)
    assert name in pushed
    steps = list(game.ruleset.procedures[parent].steps)
    if before:
        assert steps.index(step_name(before)) < steps.index(step_name(name))


@pytest.mark.rule("3.1/d")
@pytest.mark.rule("3.1/d1")
@pytest.mark.rule("3.1/d2")
def test_the_first_side_begins_when_the_weather_is_known(pushed: list[str]) -> None:
    game = campaign_in("global-war", ACTION_STAGE, in_turn("Jan/Feb 1940"), war, dice=(5,) * 20)
    order = [name for name in pushed if name in (step_name("weather"), IMPULSE_OF_A_SIDE, step_name("declare war"))]
    assert order == [step_name("weather"), IMPULSE_OF_A_SIDE, step_name("declare war")]
    assert game.state.get(IMPULSE) == 1


@pytest.mark.rule("3.1/d2.4")
@pytest.mark.rule("3.1/d3")
def test_then_the_other_side_until_the_turn_ends(pushed: list[str]) -> None:
    """A 10 does not end the turn after the first impulse: the other side acts, in the same weather."""
    game = campaign_in("guadalcanal", ACTION_STAGE, dice=(10,) * 40)
    first = game.state.get(ACTIVE_SIDE)
    while game.state.get(IMPULSE) == 1:
        seat = next(iter(game.waiting))
        shape: Any = game.offers(seat)
        verb = "choose-actions" if "choose-actions" in shape else next(iter(shape))
        noun = (
            tuple((choices.item, "pass") for choices in shape[verb].items)
            if verb == "choose-actions"
            else next(iter(shape[verb].every()))
        )
        game.submit(seat, verb, noun)
    assert game.state.get(ACTIVE_SIDE) == 1 - first
    assert pushed.count(step_name("weather")) == 1
    assert "D2.4" in pushed
