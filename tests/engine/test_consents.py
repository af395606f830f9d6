"""Consents between allies: for now, and asked for; who may know of it; taking it back; saving it."""

from __future__ import annotations

from random import Random

import pytest

from toy.title import new_game, ruleset_for
from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.engine.permitting import ConsentGiven
from worldfire.engine.save import dumps, loads
from worldfire.engine.views import imagine, view

WISH = ("north", "south", "enter")


@pytest.fixture
def asked() -> Game:
    """South would like to enter North's home."""
    game = new_game()
    game.submit("south", "request", ("north", "enter"))
    return game


def refusals(game: Game, verb: str, noun: object, seat: str) -> list[str]:
    return [violation.key for violation in game.why_not(verb, noun, seat)]


def test_what_is_allowed_for_now_counts_until_it_ends() -> None:
    game = new_game()
    entry = game.submit("north", "consent", ("south", "enter", "once"))
    assert entry.events == (ConsentGiven(giver="north", taker="south", permissions=("enter",), answer="once"),)
    assert game.consent("north", "south", "enter") == "yes"
    game.end_passing_consents()
    assert game.consent("north", "south", "enter") == "ask"


def test_what_is_allowed_for_good_does_not_end() -> None:
    game = new_game()
    game.submit("north", "consent", ("south", ("enter",), "yes"))
    game.end_passing_consents()
    assert game.consent("north", "south", "enter") == "yes"


@pytest.mark.parametrize(
    "noun",
    [
        ("south", "fly", "yes"),
        ("south", ("enter", "enter"), "yes"),
        ("south", (), "yes"),
        ("south", ("enter", 3), "yes"),
        ("south", "enter", "perhaps"),
        (["south"], "enter", "yes"),
        ("south", {"enter": 1}, "yes"),
    ],
)
def test_a_consent_names_what_the_rules_know(noun: object) -> None:
    assert refusals(new_game(), "consent", noun, "north") == ["noun-not-a-consent"]


@pytest.mark.parametrize("noun", [None, ("north",), ("south", "enter"), ("north", "fly"), (["north"], "enter")])
def test_a_request_names_an_ally_and_what_the_rules_know(noun: object) -> None:
    assert refusals(new_game(), "request", noun, "south") == ["noun-not-a-request"]


def test_a_request_is_known_to_the_two_alone_and_changes_nothing(asked: Game) -> None:
    assert asked.consent("north", "south", "enter") == "ask"
    assert view(asked, "north").requests == view(asked, "south").requests == (WISH,)
    assert view(asked, "east").requests == view(asked, None).requests == ()
    assert view(asked, "east").log[-1].verb is None
    assert view(asked, "south").log[-1].verb == "request"
    imagined = imagine(view(asked, "north"), asked.ruleset, Random(1))
    assert view(imagined, "north").requests == (WISH,)


@pytest.mark.parametrize("answer", ["yes", "once", "ask", "no"])
def test_any_answer_ends_the_request(asked: Game, answer: str) -> None:
    asked.submit("north", "consent", ("south", "enter", answer))
    assert not asked.state.requests


def test_nobody_asks_twice_nor_for_what_he_has(asked: Game) -> None:
    assert refusals(asked, "request", ("north", "enter"), "south") == ["permission-asked-already"]
    asked.submit("north", "consent", ("south", "enter", "yes"))
    with pytest.raises(Refused, match="permission-given-already"):
        asked.submit("south", "request", ("north", "enter"))
    asked.submit("north", "consent", ("south", "enter", "no"))
    asked.submit("south", "request", ("north", "enter"))
    assert asked.consent("north", "south", "enter") == "no"


def test_a_request_is_taken_back(asked: Game) -> None:
    asked.undo("south")
    assert not asked.state.requests


def test_a_request_is_saved_and_a_state_without_one_is_written_as_before(asked: Game) -> None:
    assert loads(dumps(asked), ruleset_for).state.requests == {WISH}
    assert "requests" in asked.state.document()
    asked.submit("north", "consent", ("south", "enter", "no"))
    assert "requests" not in asked.state.document()


@pytest.mark.parametrize("verb", ["consent", "request"])
def test_random_words_are_legal(verb: str) -> None:
    game = new_game()
    shape = game.announcements("north")[verb]
    assert not game.why_not(verb, shape.sample(Random(3)), "north")
    assert all(not against for against in game.judge_many(verb, shape.every(), "north"))
