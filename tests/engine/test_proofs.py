"""Debug mode proves every cache after every action, and works nothing out twice that cannot have changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.helpers import WHERE
from engine.test_witness import COLOUR, GOLD, LUCK, played
from worldfire.engine.errors import StateError
from worldfire.engine.facts import Facts
from worldfire.engine.game import Game
from worldfire.engine.proofs import LOOK_AGAIN
from worldfire.engine.schema import CONSENTS, Derived, memo


def watched(looked: list[int]) -> Derived[list[int]]:
    """A cache that counts how often it is built."""

    def build(state: Facts) -> list[int]:
        looked.append(1)
        return [state.get(LUCK)]

    return Derived("watched", (LUCK,), build)


def prove_often(game: Game) -> None:
    for _ in range(LOOK_AGAIN):
        game.check_caches()


def test_what_cannot_have_changed_is_not_found_out_again() -> None:
    looked: list[int] = []
    cache = watched(looked)
    game = played(cache)
    game.look_up(cache)
    game.check_caches()
    known = len(looked)
    for _ in range(LOOK_AGAIN // 2):
        game.write(COLOUR, 0, 1 - game.state[COLOUR][0])
        game.check_caches()
    assert len(looked) <= known + 1


def test_what_is_changed_in_place_is_found() -> None:
    cache = watched([])
    game = played(cache)
    known = game.look_up(cache)
    game.check_caches()
    known[0] = 9
    with pytest.raises(StateError, match=r"'watched' is not what a rebuild gives: 'watched' is \[0\], rem.* \[9\]"):
        game.check_caches()


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.state.columns[WHERE.key].__setitem__(0, 7),
        lambda game: game.state.fields.__setitem__(LUCK.name, 7),
        lambda game: game.state.quantities.__setitem__((GOLD.name, 0, 0), 7),
        lambda game: game.state.consents.__setitem__(("a", "b", "enter"), "no"),
    ],
)
def test_a_change_that_nobody_told_is_found(change: Callable[[Game], None]) -> None:
    def build(state: Facts) -> Any:
        return state[WHERE][0], state.get(LUCK), state.amount(GOLD, 0, 0), len(state.consents)

    kept = Derived("kept", (WHERE, LUCK, GOLD, CONSENTS), build)
    game = played(kept)
    game.look_up(kept)
    game.check_caches()
    change(game)
    with pytest.raises(StateError, match="'kept' is not what a rebuild gives"):
        game.check_caches()


def test_what_depends_on_no_state_is_found_in_time() -> None:
    kept = memo("kept", (WHERE,))
    game, outside = played(kept), [1]
    game.recall("outside", lambda: outside[0], kept)
    game.check_caches()
    outside[0] = 2
    with pytest.raises(StateError, match="'kept' is not what a rebuild gives: 'outside' is 2, remembered is 1"):
        prove_often(game)


def test_a_copy_and_a_fork_prove_for_themselves() -> None:
    cache = watched([])
    game = played(cache)
    game.look_up(cache)
    game.check_caches()
    for other in (game.copy(), game.fork()):
        other.set(LUCK, 5)
        other.look_up(cache)
        other.check_caches()
    game.check_caches()


def test_who_works_it_out_in_another_way_is_looked_at() -> None:
    """The same key for two different values is found, and who does the same again is trusted."""
    game, looked = played(), list[int]()

    def ask(number: int) -> int:
        return game.recall("number", lambda: looked.append(number) or number)

    assert ask(1) == ask(1) == ask(1) == 1
    assert len(looked) == 4, "a list may change: whoever holds one is looked at each time"
    with pytest.raises(StateError, match="what is recalled as 'number' is not what a fresh look gives"):
        ask(2)


def test_who_does_the_same_is_not_looked_at_again() -> None:
    game, count = played(), [0]

    def work(number: int) -> int:
        count[0] += 1
        return number

    for _ in range(3):
        assert game.recall("number", partial(work, 1)) == 1
    assert count == [2]
    with pytest.raises(StateError, match="what is recalled as 'number' is not what a fresh look gives"):
        game.recall("number", partial(work, 2))
