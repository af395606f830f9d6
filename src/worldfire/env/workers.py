"""Many environments at a time, each in a process of its own, stepped together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import numpy as np

from worldfire.api import new_game
from worldfire.env.environment import WIDTH, Environment
from worldfire.env.seeing import Array


@dataclass(frozen=True)
class Batch:
    """Where all the environments stand: who is asked in each, and what he sees."""

    agents: tuple[str, ...]
    #: as a single environment gives them, but with one row for each environment
    observations: dict[str, Any]
    #: of each environment: seat → what the game brought it, if one has just ended; that was the old game's, `agents` and
    #: `observations` are already those of the next
    rewards: tuple[Mapping[str, float], ...]
    over: Array


class Workers:
    """`count` environments of a campaign or an exercise; environment `n` begins with seed + n, and goes on by itself."""

    def __init__(self, name: str, count: int, *, seed: int = 0, width: int = WIDTH, **kwargs: Any) -> None:
        context = get_context("spawn")  # a fork would copy whatever threads the learner has
        self._ends: list[Connection] = []
        self._processes = []
        for number in range(count):
            ours, theirs = context.Pipe()
            arguments = (theirs, name, seed + number, width, kwargs)
            process = context.Process(target=_work, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._ends.append(ours)
            self._processes.append(process)

    def reset(self) -> Batch:
        """Begin a game everywhere."""
        return self._ask([None] * len(self._ends))

    def step(self, actions: Sequence[int]) -> Batch:
        """One choice in each environment."""
        return self._ask(list(map(int, actions)))

    def close(self) -> None:
        for end in self._ends:
            end.close()
        for process in self._processes:
            process.join()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _ask(self, actions: Sequence[int | None]) -> Batch:
        for end, action in zip(self._ends, actions, strict=True):
            end.send(action)
        answers = [end.recv() for end in self._ends]
        agents, observations, rewards = zip(*answers, strict=True)
        over = np.array([bool(brought) for brought in rewards])
        return Batch(agents, _stacked(observations), rewards, over)


def _stacked(observations: Sequence[Any]) -> Any:
    first = observations[0]
    if isinstance(first, dict):
        return {key: _stacked([each[key] for each in observations]) for key in first}
    return np.stack(observations)


def _work(end: Connection, name: str, seed: int, width: int, kwargs: dict[str, Any]) -> None:
    """In the process: answer each choice with who is asked next, what he sees, and what a game that ended has brought."""
    environment = Environment(partial(_begin, name, kwargs), name, width=width)
    while True:
        try:
            action = end.recv()
        except EOFError:
            return
        rewards: dict[str, float] = {}
        if action is None:
            environment.reset(seed)
        else:
            environment.step(action)
            if environment.saying is None:
                rewards = dict(environment.rewards)
                environment.reset()
        end.send((environment.agent_selection, environment.observe(environment.agent_selection), rewards))


def _begin(name: str, kwargs: dict[str, Any], seed: int) -> Any:
    return new_game(name, seed=seed, **kwargs)
