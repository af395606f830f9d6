"""Seconds of one core. The same work is done three times and the least counts, so that other work disturbs least."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

PASSES = 3
#: a percentile that a person notices
HIGH = 0.95

now = time.process_time


def best(action: Callable[[], object], *, repeat: int, rounds: int = 5) -> float:
    """Seconds for one action: the best of several rounds."""
    least = float("inf")
    for _ in range(rounds):
        start = now()
        for _ in range(repeat):
            action()
        least = min(least, (now() - start) / repeat)
    return least


def rate(games: Callable[[int], int], *, rounds: int) -> float:
    """Actions a second over several rounds, each with its own seeds; no round is left out because it was slow."""
    actions, seconds = 0, 0.0
    for number in range(rounds):
        least = float("inf")
        for _ in range(PASSES):
            start = now()
            done = games(number)
            least = min(least, now() - start)
        actions, seconds = actions + done, seconds + least
    return actions / seconds


def least_of(passes: Sequence[Sequence[float]]) -> list[float]:
    """For each piece of work the least time that it took in any pass."""
    return [min(times) for times in zip(*passes, strict=True)]


def high(times: Sequence[float]) -> float:
    """The time that 95 % of them do not exceed, in milliseconds."""
    return 1000 * sorted(times)[int(HIGH * len(times))]


def mean(times: Sequence[float]) -> float:
    """In milliseconds."""
    return 1000 * sum(times) / len(times)
