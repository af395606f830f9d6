"""Many nouns of a verb are judged as each of them is alone: asked or unasked, in turn or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from worldfire.engine.game import Game
from worldfire.players.random_player import pick
from worldfire.players.table import seeded_campaign, seeded_game
from worldfire.titles.exercises import load_exercise

#: not the shape of anything
NONSENSE = (None, 7, "nonsense", ((1, 2),), [[3, 4]], {"5": 6})


def play(game: Game, picks: int) -> None:
    rng = Random(2)
    while picks and not game.over:
        picks -= 1
        seat = next(iter(game.waiting))
        for verb, shape in game.offers(seat).items():
            nouns = [*(shape.sample(rng) for _ in range(4)), *islice(shape.every(), 4), *NONSENSE]
            for who in (seat, *game.seats):
                one_by_one = [game.why_not(verb, noun, who) for noun in nouns]
                assert list(game.judge_many(verb, nouns, who)) == one_by_one, verb
        game.submit(seat, *pick(game, seat, rng))


@pytest.mark.parametrize("exercise", ["air-duel", "bounce-over-kursk"])
def test_in_an_exercise(exercise: str) -> None:
    play(seeded_game(load_exercise(exercise), 2), 8)


def test_in_a_campaign() -> None:
    play(seeded_campaign("barbarossa", 2, length="campaign"), 60)


def test_announcements_and_verbs_that_nobody_offers() -> None:
    game = seeded_game(load_exercise("air-duel"), 1)
    consents = [("jeremy", "enter", "yes"), ("jeremy", "enter", "perhaps"), None]
    assert list(game.judge_many("consent", consents, "maria")) == [
        game.why_not("consent", noun, "maria") for noun in consents
    ]
    assert [not against for against in game.judge_many("consent", consents, "maria")] == [True, False, False]
    (refusal,) = next(game.judge_many("sing", (None,), "maria"))
    assert refusal.key == "verb-not-offered"


def test_they_are_judged_as_they_are_asked_for() -> None:
    """Who looks for the first legal noun has the others neither made nor judged."""
    game = seeded_game(load_exercise("air-duel"), 1)
    made: list[int] = []

    def nouns() -> Iterator[dict[int, str]]:
        for number in range(9):
            made.append(number)
            yield {4: "fighter", 5: "bomber", 6: "bomber"}

    assert not next(game.judge_many("choose-roles", nouns(), "maria"))
    assert made == [0]


def test_once_the_game_is_over_nothing_is_allowed() -> None:
    game, rng = seeded_game(load_exercise("air-duel"), 1), Random(1)
    while not game.over:
        seat = next(iter(game.waiting))
        game.submit(seat, *pick(game, seat, rng))
    assert [against[0].key for against in game.judge_many("done", (None, 1))] == ["game-over", "game-over"]
