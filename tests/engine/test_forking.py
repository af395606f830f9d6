"""A fork plays on as the game would with the same dice, and the game does not notice."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from worldfire.engine.chance import LooseChance, ScriptedChance
from worldfire.engine.errors import Refused, SaveError, UndoRefused
from worldfire.engine.game import Game
from worldfire.engine.save import dumps
from worldfire.players.random_player import pick
from worldfire.players.table import seeded_campaign, seeded_game
from worldfire.titles.exercises import load_exercise


def duel(seed: int = 1) -> Game:
    return seeded_game(load_exercise("air-duel"), seed)


def played(game: Game, rng: Random, actions: int) -> Game:
    for _ in range(actions):
        if game.over:
            break
        seat = next(iter(game.waiting))
        game.submit(seat, *pick(game, seat, rng))
    return game


def offers(game: Game) -> object:
    return {seat: game.offers(seat) for seat in game.waiting}


def test_a_fork_goes_its_own_way() -> None:
    game = played(duel(), Random(1), 2)
    before, head, asked = game.state.digest(), game.head, offers(game)
    fork = game.fork()
    assert (fork.state.digest(), fork.waiting, offers(fork)) == (before, game.waiting, asked)
    played(fork, Random(2), 1_000)
    assert fork.over
    assert (game.state.digest(), game.head, offers(game)) == (before, head, asked)


def test_given_dice_fall_as_given_and_the_same_seed_thinks_the_same() -> None:
    game = played(duel(), Random(1), 2)
    ends = {played(game.fork(LooseChance(Random(7))), Random(3), 1_000).state.digest() for _ in range(3)}
    assert len(ends) == 1
    others = {played(game.fork(LooseChance(Random(seed))), Random(3), 1_000).state.digest() for seed in range(20)}
    assert len(others) > 1


def test_a_fork_refuses_what_the_game_refuses_and_goes_on() -> None:
    fork = duel().fork(ScriptedChance([5] * 100))
    seat, before = next(iter(fork.waiting)), fork.state.digest()
    verb = next(iter(fork.offers(seat)))
    with pytest.raises(Refused):
        fork.submit(seat, verb, "nothing like it")
    assert fork.state.digest() == before
    played(fork, Random(1), 1)


def test_a_fork_has_no_log_to_save_or_to_take_back() -> None:
    fork = played(duel().fork(), Random(1), 3)
    with pytest.raises(SaveError):
        dumps(fork)
    with pytest.raises(UndoRefused):
        fork.undo(fork.seats[0])
    assert not fork.secrets


def test_the_outcomes_of_an_action_are_all_that_can_be() -> None:
    """Each as the game itself would go with those dice; an action without a roll has one."""
    game, rng, seen = duel(3), Random(3), set()
    while not game.over:
        seat = next(iter(game.waiting))
        verb, noun = pick(game, seat, rng)
        turnouts = list(game.outcomes(seat, verb, noun))
        assert sum(turnout.probability for turnout in turnouts) == 1
        assert len({turnout.dice for turnout in turnouts}) == len(turnouts)
        seen.add(len(turnouts))
        entry = game.submit(seat, verb, noun)
        fell = tuple(outcome.values for outcome in entry.outcomes)[:1]
        found = next(turnout for turnout in turnouts if turnout.dice == fell)
        assert found.probability == Fraction(1, len(turnouts))
        if len(entry.outcomes) <= 1:
            assert found.game.state.digest() == game.state.digest()
    assert 1 in seen
    assert max(seen) > 1


def test_two_rolls_of_one_action_are_multiplied() -> None:
    game, rng = duel(5), Random(5)
    while not game.over:
        seat = next(iter(game.waiting))
        verb, noun = pick(game, seat, rng)
        once, twice = (list(game.outcomes(seat, verb, noun, rolls)) for rolls in (1, 2))
        assert sum(turnout.probability for turnout in twice) == 1
        assert {turnout.dice[:1] for turnout in twice} == {turnout.dice for turnout in once}
        game.submit(seat, verb, noun)


def test_forks_of_a_campaign_offer_what_the_game_offers() -> None:
    """Step by step beside it, with the dice that the game throws."""
    game, rng = seeded_campaign("barbarossa", 3, length="campaign"), Random(3)
    fork = game.fork()
    for _ in range(150):
        seat = next(iter(game.waiting))
        verb, noun = pick(game, seat, rng)
        entry = game.submit(seat, verb, noun)
        if rng.random() < 0.5:
            fork = fork.fork()
        fork.chance = ScriptedChance(value for outcome in entry.outcomes for value in outcome.values)
        assert fork.submit(seat, verb, noun).events == entry.events
        assert offers(fork) == offers(game)
    assert fork.state.digest() == game.state.digest()


def test_caches_of_a_game_and_of_its_forks_go_apart() -> None:
    """Debug mode proves after every action that all that is remembered is so, in the game and in its forks."""
    game, rng = seeded_campaign("barbarossa", 4, length="campaign"), Random(4)
    played(game, rng, 60)
    game.debug = True
    for _ in range(12):
        fork = played(game.fork(), Random(rng.random()), 2)
        played(game, rng, 1)
        played(fork.fork(), rng, 1)
        played(fork, rng, 1)
