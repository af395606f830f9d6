"""The log of the war at sea: a voyage on one line, a combat from the search to what it cost, one inside another told apart."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.players.table import PLAYERS
from worldfire.server.reading import Reader
from worldfire.server.story import Line, Teller
from worldfire.titles.exercises import load_exercise


def _played(exercise: str, secret: int, most: int) -> Game:
    game, rng = load_exercise(exercise).begin(secret=bytes([secret]) * 32, game_id="test"), Random(secret)
    for _ in range(most):
        if game.over:
            break
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *PLAYERS["cadet"](game, seat, rng), decision)
    return game


def _story(game: Game) -> list[Line]:
    seen = view(game, game.seats[0], 0)
    return [line for line in Teller(Reader(seen, game.ruleset)).tell(seen.log) if line.kind != "minor"]


@pytest.mark.rule("11.5.1")
def test_a_naval_battle_is_told_in_order_and_summed_up() -> None:
    lines = _story(_played("carrier-duel", 2, 80))
    texts = [line.text for line in lines]

    def first(words: str) -> int:
        return next(n for n, text in enumerate(texts) if words in text)

    order = ["search the Coral Sea", "surprise points", "It is a naval air combat", "fly as fighters", "is hit by"]
    assert [first(words) for words in order] == sorted(first(words) for words in order)
    end = next(line for line in lines if line.kind == "toll")
    assert end.sea == "Coral Sea"
    assert end.text.startswith("The naval combat in the Coral Sea is over after")
    struck = {
        line.text.partition(" is hit by")[0] for line in lines if "is hit by" in line.text and "half" not in line.text
    }
    assert all(name in end.text for name in struck)
    assert not any("is damaged." in text and "is hit" not in text for text in texts)  # told once


@pytest.mark.rule("11.4.2")
def test_a_voyage_is_one_line_with_the_seas_on_its_way() -> None:
    game = load_exercise("sea-patrol").begin(secret=b"1" * 32, game_id="test")
    pearl = next(fleet for fleet in game.offers("jay")["sail"].fleets if any(len(way) > 2 for way in fleet.ways))
    way = next(way for way in pearl.ways if len(way) > 2)
    game.submit("jay", "sail", (pearl.units[:1], way, ()))
    (line,) = [line for line in _story(game) if line.kind == "sea"]
    assert " sails from " in line.text
    assert " by way of the " in line.text
