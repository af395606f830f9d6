"""Every figure, one after the other, with the yardsticks in the same run."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable

import msgspec
from rich.console import Console

from worldfire.bench import at_sea, routes, small, wars
from worldfire.bench.figures import Figure, Yardsticks
from worldfire.bench.yardsticks import measure_yardsticks, told


class Measured(msgspec.Struct, frozen=True):
    figures: tuple[Figure, ...]
    yardsticks: Yardsticks

    @property
    def missed(self) -> tuple[Figure, ...]:
        return tuple(figure for figure in self.figures if not figure.holds)


BENCHMARKS: dict[str, Callable[[Yardsticks], Iterable[Figure]]] = {
    "an exercise": small.picks,
    "the state": small.state,
    "the board": small.board,
    "odds": small.odds,
    "routing": routes.routing,
    **{
        f"{war.name}, {what}": benchmark
        for war in (*wars.WARS, at_sea.GUADALCANAL)
        for what, benchmark in war.benchmarks().items()
    },
}


def measure(*, quiet: bool = False) -> Measured:
    """All of it; what is being measured is said on the error stream."""
    console = Console(stderr=True, quiet=quiet)
    console.print("[dim]measuring the yardsticks …[/dim]")
    yardsticks = measure_yardsticks()
    if not yardsticks.catanatron:
        console.print("catanatron is not installed: what is measured against it cannot hold (`make bench` installs it)")
    figures: list[Figure] = []
    for name, benchmark in BENCHMARKS.items():
        console.print(f"[dim]measuring {name} …[/dim]")
        gc.collect()
        figures += benchmark(yardsticks)
    return Measured((*figures, *told(yardsticks)), yardsticks)
