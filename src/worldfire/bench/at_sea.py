"""The bars of the war at sea: Guadalcanal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from worldfire.bench.figures import Figure, Yardsticks
from worldfire.bench.timing import PASSES, best, high, least_of, mean, now
from worldfire.bench.wars import Action, Bars, War, fork_and_move
from worldfire.engine.game import Game
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s11_04_voyages import Voyages

#: the steps in which ships and aircraft over the sea act
NAVAL_STEPS = frozenset(
    step_name(name)
    for name in (
        "port attack",
        "naval air missions",
        "naval movement",
        "naval combat",
        "opponent’s naval combat",
        "debark at sea",
        "invasions",
        "return to base at the end of the turn",
    )
)


@dataclass(frozen=True)
class WarAtSea(War):
    """What is measured is what happens at sea."""

    def benchmarks(self) -> dict[str, Callable[[Yardsticks], Iterable[Figure]]]:
        return {"random games": self.random_games, "naval steps": self.naval_steps, "forks": self.sorties}

    def naval_steps(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        asked: list[float] = []
        for seed, actions in self.walks.items():
            asked += least_of([list(_times_at_sea(self.set_up(seed), actions)) for _ in range(PASSES)])
        what = f"submit → who is asked in naval steps of {self.name}, 95 % of {len(asked):,}"
        yield Figure(what, high(asked), "ms", self.bars.asked)

    def sorties(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        moved: list[float] = []
        for seed, actions in self.walks.items():
            game = self.set_up(seed)
            for action in actions:
                if isinstance(game.offers(action[0])[action[1]], Voyages):
                    moved.append(best(partial(fork_and_move, game, action), repeat=1, rounds=PASSES))
                game.submit(*action)
        what = f"fork, naval move and next decision in {self.name}, mean of {len(moved):,}"
        yield Figure(what, mean(moved), "ms", self.bars.fork_and_move)


def _times_at_sea(game: Game, actions: list[Action]) -> Iterator[float]:
    for action in actions:
        at_sea = any(frame.procedure in NAVAL_STEPS for frame in game.state.frames)
        start = now()
        game.submit(*action)
        if at_sea:
            yield now() - start


GUADALCANAL = WarAtSea(
    "Guadalcanal",
    "guadalcanal",
    (1, 2),
    Bars(asked=5, offers=6, fork_and_move=3, game=8, load=300, cadet=2),
    turns=100,
)
