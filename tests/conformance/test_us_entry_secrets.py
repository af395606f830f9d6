"""13.3.1 Only the USA knows its markers: whatever they are, everybody else sees the same bytes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hidden import looks_alike
from test_s13_03_us_entry import ALLIES, declare
from turns import campaign_in, field, in_turn, play, prompt
from us_markers import chosen, markers

from worldfire.engine.chance import SealedChance
from worldfire.engine.game import Game
from worldfire.engine.views import imagine, view
from worldfire.forces.markers import COMMON, FIRST_YEAR, MARKER_POOL, MARKER_VALUE
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, EUROPE, JAPAN, TENSION, values_of

OTHERS = ("germany", "japan", "commonwealth", "ussr", None)
HELD = markers(ja=(5, 4, 4, 3), ge=(2, 2, 1), ja_tension=(3, 2), ge_tension=(1,), common=(0, 0, 1, 2, 3))


def at_the_step(procedure: str, **kwargs: Any) -> Game:
    """Real dice, so that what is thrown is as hidden as it is in play."""
    game = campaign_in(
        "global-war", procedure, in_turn("Jan/Feb 1941"), field(ACTIVE_SIDE, ALLIES), HELD, chosen(9), us_entry=True
    )
    game.chance = SealedChance(b"secrets")
    return game


@pytest.mark.rule("13.3.1")
def test_other_seats_see_the_same_whatever_the_markers_are() -> None:
    """While markers are drawn, options chosen, and a war attempted in vain."""
    rng = Random(1)
    game = at_the_step("US entry")
    looks_alike(game, OTHERS, rng)
    play(game, "usa", "put-entry-marker", JAPAN)
    looks_alike(game, OTHERS, rng)
    play(game, "usa", "choose-entry-option", 17)
    looks_alike(game, OTHERS, rng)
    while prompt(game) == "choose-entry-option":
        play(game, "usa", "no-more-entry-options")
    game = at_the_step("declare war")
    looks_alike(game, OTHERS, rng)
    play(game, "usa", "attempt-war", ("japan",))  # at +5 on a 2 it fails
    looks_alike(game, OTHERS, rng)
    declare(game, ("commonwealth", "italy"))
    looks_alike(game, OTHERS, rng)


@pytest.mark.rule("13.3.1")
def test_the_usa_sees_its_own_markers_and_nobody_elses() -> None:
    game = at_the_step("US entry")
    known = view(game, "usa").columns[MARKER_VALUE.key]
    pools = game.state[MARKER_POOL]
    assert all((known[row] is None) == (pools[row] == COMMON) for row in range(len(pools)))
    for seat in OTHERS:
        seen = view(game, seat).columns[MARKER_VALUE.key]
        assert all((seen[row] is None) == (pools[row] < FIRST_YEAR) for row in range(len(pools)))


@pytest.mark.rule("13.3.1")
def test_nobody_follows_a_marker_that_went_back() -> None:
    """Which of the common pool's markers a failed attempt returned cannot be told, not even by the USA."""
    rng = Random(2)
    game = at_the_step("declare war")
    play(game, "usa", "attempt-war", ("japan",))
    mixed = game.state.copy()
    rows = [row for row, pool in enumerate(mixed.columns[MARKER_POOL.key]) if pool == COMMON]
    values = mixed.columns[MARKER_VALUE.key]
    shuffled = [values[row] for row in rows]
    rng.shuffle(shuffled)
    for row, value in zip(rows, shuffled, strict=True):
        values[row] = value
    twin = Game(game.ruleset, game.header, SealedChance(b"other"), b"other")
    twin.resume(mixed, game.entries, game.head)
    assert view(game, "usa").encode() == view(twin, "usa").encode()


@pytest.mark.rule("13.3.1")
def test_an_imagined_game_keeps_the_numbers_of_markers_and_guesses_their_values() -> None:
    game = at_the_step("US entry")
    found = set()
    for seed in range(6):
        twin = imagine(view(game, "japan"), game.ruleset, Random(seed))
        assert list(twin.state[MARKER_POOL]) == list(game.state[MARKER_POOL])
        held = tuple(values_of(twin, pool, target) for pool in (ENTRY, TENSION) for target in (JAPAN, EUROPE))
        assert sorted(twin.state[MARKER_VALUE]) == sorted(game.state[MARKER_VALUE])
        found.add(held)
    assert len(found) > 1
    own = imagine(view(game, "usa"), game.ruleset, Random(1))
    assert values_of(own, ENTRY, JAPAN) == values_of(game, ENTRY, JAPAN)
