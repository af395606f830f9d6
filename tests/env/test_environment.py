"""The environment: PettingZoo's own tests, every legal action, nothing that is hidden, and the same game for the same seed."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, bombardment_test, seed_test
from pettingzoo.utils import BaseWrapper

from drills import IN_THE_AIR
from golden import playthroughs
from toy.title import new_game as new_toy_game
from worldfire.api import new_game
from worldfire.engine.game import Game
from worldfire.env import Environment, Saying, Workers, env
from worldfire.players.table import seeded_secret

EXERCISES = IN_THE_AIR


@pytest.fixture(autouse=True)
def _advice_is_no_error() -> Iterator[None]:
    """PettingZoo warns where agents are not called player_0; what is wrong it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


class Telling(BaseWrapper):  # type: ignore[misc]
    """`bombardment_test` of PettingZoo 1.27 takes what `step` returns for an observation (its pull request 1464 mends it)."""

    def step(self, action: int | None) -> Any:
        super().step(action)
        return self.last()[0]


def toy(seed: int) -> Game:
    return new_toy_game("1", "2", secret=seeded_secret("toy", seed), game_id=f"toy-{seed}")


def nobody_wins(game: Game) -> dict[str, float]:
    return dict.fromkeys(game.seats, 0.0)


def toy_environment() -> Environment:
    return Environment(toy, "toy", margins=nobody_wins, width=8)


def play(environment: Any, seed: int, rng: Random) -> None:
    environment.reset(seed=seed)
    for _ in environment.agent_iter():
        observation, _, over, cut_off, _ = environment.last()
        environment.step(None if over or cut_off else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


# ---------------------------------------------------------------------------------------------- PettingZoo's own tests


@pytest.mark.parametrize("name", [*EXERCISES, "sea-patrol", "carrier-duel"])
def test_api(name: str) -> None:
    api_test(env(name), num_cycles=200)


@pytest.mark.parametrize("name", [*EXERCISES, "carrier-duel"])
def test_seed(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=50)


@pytest.mark.parametrize("name", EXERCISES)
def test_bombardment(name: str) -> None:
    bombardment_test(Telling(env(name)), cycles=50)


def test_the_toy_passes_them_too() -> None:
    api_test(toy_environment(), num_cycles=200)
    seed_test(toy_environment, num_cycles=50)


def test_a_campaign_is_an_environment_too() -> None:
    api_test(env("barbarossa"), num_cycles=20)


# ------------------------------------------------------------------------------------------------------------- actions


def sayable(game: Game, seat: str, width: int) -> set[tuple[str, Any]]:
    """Every action that can be said, by trying everything."""
    found: set[tuple[str, Any]] = set()
    ways: list[tuple[int, ...]] = [()]
    while ways:
        way = ways.pop()
        saying = Saying(game, seat, width)
        for number in way:
            saying.say(number)
        if saying.action is not None:
            found.add(saying.action)
        elif not saying.restarts:
            ways += [(*way, number) for number, entry in enumerate(saying.entries) if entry.legal]
    return found


@pytest.mark.parametrize("width", [3, 256])
def test_every_legal_action_can_be_said_and_no_other(width: int) -> None:
    """Narrow or wide, in every decision of some games that has not too many answers."""
    compared = 0
    for seed, begin in ((1, toy), (2, toy), (1, lambda seed: new_game("surprise-points", seed=seed))):
        game, rng = begin(seed), Random(seed)
        while not game.over:
            seat = next(iter(game.waiting))
            legal = [
                (verb, noun)
                for verb, shape in game.offers(seat).items()
                for noun in shape.every()
                if not game.why_not(verb, noun, seat)
            ]
            if len(legal) < 60:
                assert sayable(game, seat, width) == set(legal)
                compared += 1
            game.submit(seat, *rng.choice(legal))
    assert compared > 20


@pytest.mark.parametrize("name", EXERCISES)
def test_hardly_any_prefix_has_no_end(name: str, fuzz_games: int) -> None:
    environment, rng = env(name), Random(1)
    for seed in range(fuzz_games):
        play(environment, seed, rng)
    played = environment.unwrapped
    assert played.actions > fuzz_games
    assert played.restarts <= played.actions / 100


def restarts_in(name: str, games: Iterable[int], *options: str) -> float:
    """How often an action of random games is begun anew; nobody looks at the board, which would take longer."""
    environment, rng = env(name, options=options).unwrapped, Random(1)
    for seed in games:
        environment.reset(seed=seed)
        while environment.saying is not None:
            entries = enumerate(environment.saying.entries)
            environment.step(rng.choice([number for number, entry in entries if entry.legal]))
    return float(environment.restarts / environment.actions)


@pytest.mark.parametrize("name", ["sea-battle", "sea-battle-classic", "sea-invasion", "sea-patrol"])
def test_hardly_any_prefix_at_sea_has_no_end(name: str) -> None:
    assert restarts_in(name, range(4)) <= 0.01


def test_hardly_any_prefix_of_a_campaign_has_no_end() -> None:
    assert restarts_in("barbarossa", (1, 7)) <= 0.01


@pytest.mark.soak
@pytest.mark.parametrize("options", [(), ("8", "44"), ("26", "27")])
def test_hardly_any_prefix_of_many_campaigns_has_no_end(options: tuple[str, ...]) -> None:
    assert restarts_in("barbarossa", range(100), *options) <= 0.01


def test_a_dead_prefix_is_not_offered_again() -> None:
    """Whatever is chosen, a seat comes to an action: each dead prefix is tried once."""
    environment, rng = toy_environment(), Random(5)
    for seed in range(20):
        play(environment, seed, rng)
    assert environment.game.over


def test_what_is_masked_is_refused() -> None:
    environment = env("air-duel")
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="masked"):
        environment.step(200)


# -------------------------------------------------------------------------------------------------------- what is seen


def test_a_secret_answer_does_not_show() -> None:
    """Jeremy answers first; whatever he has said, Maria sees the same until both have."""
    seen = []
    for action in (0, 1):
        environment = env("air-duel")
        environment.reset(seed=1)
        first = environment.agent_selection
        while environment.agent_selection == first:
            environment.step(action)
        seen.append(environment.observe(environment.agent_selection))
    assert environment.agent_selection != first
    assert data_equivalence(seen[0], seen[1])


def test_hidden_values_do_not_show() -> None:
    """The toy's markers lie face-down: turn what a seat may not know into something else, and it sees the same arrays."""
    environment, rng = toy_environment(), Random(3)
    environment.reset(seed=3)
    column = next(column for column in environment.game.ruleset.schema.columns if column.name == "face")
    hidden = 0
    for agent in environment.agent_iter():
        observation, _, over, cut_off, _ = environment.last()
        if over or cut_off:
            environment.step(None)
            continue
        known = observation["observation"]["markers_seen"][:, environment.sight.families["markers"].index(column.key)]
        values = environment.game.state[column]
        true = list(values)
        for row in np.flatnonzero(known == 0):
            values[row] += 1
            hidden += 1
        assert data_equivalence(environment.observe(agent), observation)
        values[:] = type(values)("i", true)
        environment.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert hidden > 20


def test_who_is_not_asked_has_no_choices() -> None:
    environment = env("air-duel")
    environment.reset(seed=1)
    other = next(agent for agent in environment.agents if agent != environment.agent_selection)
    observation = environment.observe(other)
    assert not observation["action_mask"].any()
    assert not observation["observation"]["choices"].any()


# ------------------------------------------------------------------------------------------------------------- rewards


@pytest.mark.parametrize("name", EXERCISES)
def test_what_one_side_wins_the_other_loses(name: str) -> None:
    environment, rng = env(name), Random(2)
    margins = set()
    for seed in range(20):
        play(environment, seed, rng)
        played = environment.unwrapped
        found = played.margins(played.game)
        margin = max(found.values())
        assert 0 <= margin <= 1
        assert set(found.values()) == {margin, -margin}
        margins.add(margin)
    assert len(margins) > 2


# ------------------------------------------------------------------------------------------------------ many at a time


def test_workers_play_what_one_environment_plays() -> None:
    """Three games after each other in each of two processes, step by step the same as here."""
    ours = [Environment(lambda seed: new_game("air-duel", seed=seed), "air-duel") for _ in range(2)]
    for number, environment in enumerate(ours):
        environment.reset(seed=7 + number)
    ended = 0
    with Workers("air-duel", 2, seed=7) as workers:
        batch = workers.reset()
        while ended < 6:
            for row, environment in enumerate(ours):
                assert batch.agents[row] == environment.agent_selection
                mine = environment.observe(environment.agent_selection)
                assert np.array_equal(batch.observations["action_mask"][row], mine["action_mask"])
                for name, array in mine["observation"].items():
                    assert np.array_equal(batch.observations["observation"][name][row], array), name
            actions = [int(np.flatnonzero(mask)[-1]) for mask in batch.observations["action_mask"]]
            batch = workers.step(actions)
            for row, (environment, action) in enumerate(zip(ours, actions, strict=True)):
                environment.step(action)
                assert bool(batch.over[row]) == (environment.saying is None)
                if environment.saying is None:
                    assert batch.rewards[row] == environment.rewards
                    environment.reset()
                    ended += 1


# -------------------------------------------------------------------------------------------------------- playthroughs


@pytest.mark.parametrize("name", EXERCISES)
def test_the_playthrough_is_the_recorded_one(name: str) -> None:
    recorded = (playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthroughs.playthrough(name) == recorded
