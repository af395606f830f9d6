"""Seconds of one core. The same work is done three times and the least counts, so that other work disturbs least."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

PASSES = 3
#: passes of what is measured beside a yardstick: both get so many chances of a quiet moment
PAIRED_PASSES = 5
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


#: Sets everything up, then yields the number of actions after each slice of the work, always the same ones
Slices = Callable[[], Iterator[int]]


class Played(NamedTuple):
    """What was done in how many seconds."""

    actions: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.actions / self.seconds if self.seconds else 0.0


def nothing() -> Iterator[int]:
    """The slices of a yardstick that is not there."""
    return repeat(0)


def side_by_side(ours: Slices, theirs: Slices, passes: int = PAIRED_PASSES) -> tuple[Played, Played]:
    """The same work of both sides several times over, a slice of ours and a slice of theirs in turn, until ours is done.

    Of each slice the least time counts, for them as for us, and no slice is left out because it was slow. The chances of a
    quiet moment are spread over the whole time alike, so that what else the machine does moves the two rates together: a
    yardstick that is measured once, before or after, is luckier or unluckier than we are.
    """
    runs = [list(zip(_timed(ours()), _timed(theirs()), strict=False)) for _ in range(passes)]
    return _least([[mine for mine, _ in run] for run in runs]), _least([[other for _, other in run] for run in runs])


def _timed(slices: Iterator[int]) -> Iterator[Played]:
    start = now()
    for actions in slices:
        yield Played(actions, now() - start)
        start = now()


def _least(runs: Sequence[Sequence[Played]]) -> Played:
    same = list(zip(*runs, strict=True))
    return Played(
        sum(slices[0].actions for slices in same), sum(min(each.seconds for each in slices) for slices in same)
    )


def ratio_of(pairs: Sequence[tuple[Played, Played]]) -> float:
    """Our rate over all of the work as a part of theirs; 0 where they are not there."""
    ours, theirs = (Played(*map(sum, zip(*side, strict=True))) for side in zip(*pairs, strict=True))
    return ours.rate / theirs.rate if theirs.actions else 0.0


def least_of(passes: Sequence[Sequence[float]]) -> list[float]:
    """For each piece of work the least time that it took in any pass."""
    return [min(times) for times in zip(*passes, strict=True)]


def high(times: Sequence[float]) -> float:
    """The time that 95 % of them do not exceed, in milliseconds."""
    return 1000 * sorted(times)[int(HIGH * len(times))]


def mean(times: Sequence[float]) -> float:
    """In milliseconds."""
    return 1000 * sum(times) / len(times)
