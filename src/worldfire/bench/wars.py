"""The bars of the campaigns: Barbarossa, the largest there is, Global War with the forces of its set-up, and the Great War.

A random game is walked once to find its actions, then three times with the same ones; of each action the least time counts.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random

import msgspec

from worldfire.bench.figures import OF_CATANATRON, Figure, Yardsticks
from worldfire.bench.timing import (
    PAIRED_PASSES,
    PASSES,
    best,
    high,
    least_of,
    mean,
    nothing,
    now,
    ratio_of,
    side_by_side,
)
from worldfire.bench.yardsticks import catanatron
from worldfire.engine.chance import Chance, LooseChance
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.engine.shapes import Noun
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import HEXES, PLACE
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import SIDE_NAMES, side_of
from worldfire.players import default_player
from worldfire.players.cadet import pick as cadet_pick
from worldfire.players.random_player import pick
from worldfire.players.table import seeded_campaign
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.titles import USUAL, ruleset_for
from worldfire.titles.campaigns import CAMPAIGN

Action = tuple[str, str, Noun]

#: actions of a random game before the yardstick has its turn: about as long as a slice of that takes
ACTIONS_IN_A_SLICE = 100
#: one action in so many is taken back, so often
UNDO_EVERY, UNDOS = 5, 40
#: this many actions of one seat taken back together
SEVERAL = 5
SUPPLY_MOVES = 500
LOG_ENTRIES = 16_000
#: the cadet's impulses that are timed
IMPULSES = 24
#: turns of the longest war, and those of a random game from which the size of its save is reckoned
LONGEST, RECKONED_FROM = 36, 4


@dataclass(frozen=True)
class Bars:
    """What the design asks for, in milliseconds but for whole games and impulses, which are in seconds."""

    asked: float
    offers: float
    fork_and_move: float
    game: float
    load: float
    cadet: float
    #: part of catanatron's rate
    ratio: float | None = None
    #: megabytes of a compressed save after the whole war
    save: float | None = None


@dataclass(frozen=True)
class War:
    """A campaign, the seeds that it is measured with, and how far a random game of it goes."""

    name: str
    campaign: str
    seeds: tuple[int, ...]
    bars: Bars
    turns: int
    title: str = USUAL

    def set_up(self, seed: int, chance: Chance | None = None) -> Game:
        """At its first decision after the set-up that is advised."""
        game, rng = seeded_campaign(self.campaign, seed, self.title, length=CAMPAIGN, chance=chance), Random(seed)
        while not game.on_stack(PLAY):
            seat = next(iter(game.waiting))
            game.submit(seat, *default_player.pick(game, seat, rng))
        return game

    def goes_on(self, game: Game, first: int) -> bool:
        return not game.over and game.state.get(TURN) < first + self.turns

    @cached_property
    def walks(self) -> dict[int, list[Action]]:
        """The actions of a random game, by its seed."""
        found: dict[int, list[Action]] = {}
        for seed in self.seeds:
            game, rng = self.set_up(seed), Random(seed)
            first, actions = game.state.get(TURN), found.setdefault(seed, [])
            while self.goes_on(game, first):
                seat = next(iter(game.waiting))
                actions.append((seat, *pick(game, seat, rng)))
                game.submit(*actions[-1])
        return found

    def benchmarks(self) -> dict[str, Callable[[Yardsticks], Iterable[Figure]]]:
        return {
            "random games": self.random_games,
            "submit": self.submit,
            "forks": self.forks,
            "supply": self.supply,
            "undo": self.undo,
            "loading": self.load,
            **({} if self.bars.save is None else {"saving": self.save}),
            "the cadet": self.cadet,
        }

    # ---------------------------------------------------------------------------------------------------- random games

    def random_games(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        """Thinking included: what a random player needs for whole games, or for the first turn of a long one."""
        beside = nothing if self.bars.ratio is None else catanatron
        passes = PASSES if self.bars.ratio is None else PAIRED_PASSES
        played = [side_by_side(partial(self._random_game, seed), beside, passes) for seed in self.seeds]
        longest = max(ours.seconds for ours, _ in played)
        what = "game" if self.turns > 1 else "first turn"
        yield Figure(f"random {what} of {self.name}, the longest of {len(played)}", longest, "s", self.bars.game)
        if self.bars.ratio is not None:
            name, ratio = f"random actions in {self.name}", ratio_of(played)
            yield Figure(name, ratio, OF_CATANATRON, self.bars.ratio, more_is_better=True)

    def _random_game(self, seed: int) -> Iterator[int]:
        """In slices, from the first decision after the set-up."""
        game, rng = self.set_up(seed), Random(seed)
        return self._sliced(game, rng)

    def _sliced(self, game: Game, rng: Random) -> Iterator[int]:
        first, done = game.state.get(TURN), 0
        while self.goes_on(game, first):
            seat = next(iter(game.waiting))
            game.submit(seat, *pick(game, seat, rng))
            done += 1
            if done == ACTIONS_IN_A_SLICE:
                yield done
                done = 0
        yield done

    def submit(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        """Until it is known who is asked, and until everybody who is asked knows all that he may do."""
        asked: list[float] = []
        offered: list[float] = []
        for seed, actions in self.walks.items():
            passes = [list(_submit_times(self.set_up(seed), actions)) for _ in range(PASSES)]
            asked += least_of([[to_asked for to_asked, _ in times] for times in passes])
            offered += least_of([[in_all for _, in_all in times] for times in passes])
        many = f"95 % of {len(asked):,}"
        yield Figure(f"submit → who is asked in {self.name}, {many}", high(asked), "ms", self.bars.asked)
        yield Figure(f"the same with all offers of the seats asked, {self.name}", high(offered), "ms", self.bars.offers)

    # ----------------------------------------------------------------------------------------------------------- forks

    def forks(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        alone: list[float] = []
        moved: list[float] = []
        for seed, actions in self.walks.items():
            game = self.set_up(seed)
            for action in actions:
                if isinstance(game.offers(action[0])[action[1]], Moves):
                    alone.append(best(game.fork, repeat=1, rounds=PASSES))
                    moved.append(best(partial(fork_and_move, game, action), repeat=1, rounds=PASSES))
                game.submit(*action)
        yield Figure(f"fork() in {self.name}, mean of {len(alone):,}", mean(alone), "ms", 0.05)
        yield Figure(f"fork, move and next decision in {self.name}, mean", mean(moved), "ms", self.bars.fork_and_move)

    # ---------------------------------------------------------------------------------------------------------- supply

    def supply(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        """The larger side's supply with nothing remembered, and one unit's after another unit has moved."""
        game = self.set_up(self.seeds[0])
        sides = range(len(game.state.get(SIDE_NAMES)))
        _go_to_war(game)
        land = range(game.state.get(HEXES))
        armies = [
            [unit for unit, place in enumerate(game.state[PLACE]) if place in land and side_of(game, unit) == side]
            for side in sides
        ]
        slowest = max(best(partial(_ask_all, game, units), repeat=1) for units in armies)
        yield Figure(f"supply of the largest side from nothing in {self.name}", slowest * 1e3, "ms", 10)
        open_to, places = ground_of(game).crossing.open, game.state[PLACE]
        everybody = (unit for army in armies for unit in army)
        soldiers = [unit for unit in everybody if is_land_unit(game, unit) and open_to[places[unit]]]
        times = least_of([list(_supply_after_moves(game, soldiers)) for _ in range(PASSES)])
        yield Figure(f"supply of one unit after one move in {self.name}, 95 %", high(times), "ms", 0.5)

    # ------------------------------------------------------------------------------------------------------------ undo

    def undo(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        passes = [self._undo_times(self.seeds[0]) for _ in range(PASSES)]
        one = least_of([times for times, _ in passes])
        several = least_of([times for _, times in passes])
        yield Figure(f"undo of one's own last action in {self.name}, 95 % of {len(one):,}", high(one), "ms", 5)
        if several:
            name = f"undo of {SEVERAL} actions in {self.name}, 95 % of {len(several):,}"
            yield Figure(name, high(several), "ms", 20)

    def _undo_times(self, seed: int) -> tuple[list[float], list[float]]:
        """Every now and then what was done is taken back, timed, and done again.

        A taken-back action has its own entry, and real dice depend on the number of theirs: these dice do not.
        """
        game, rng = self.set_up(seed, LooseChance(Random(seed))), Random(seed)
        first, done = game.state.get(TURN), list[Action]()
        one: list[float] = []
        several: list[float] = []
        while self.goes_on(game, first) and len(one) < UNDOS:
            seat = next(iter(game.waiting))
            done.append((seat, *pick(game, seat, rng)))
            game.submit(*done[-1])
            since = [entry.seat for entry in game.span.entries]
            if since and len(done) % UNDO_EVERY == 0:
                one.append(_take_back(game, done[-1:]))
            if since and len(since) % (2 * SEVERAL) == 0 and since[-SEVERAL:] == [seat] * SEVERAL:
                several.append(_take_back(game, done[-SEVERAL:]))
        return one, several

    # --------------------------------------------------------------------------------------------------------- loading

    def load(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        """A log as long as that of a long campaign, of entries that were really played, chained as one."""
        seed = self.seeds[0]
        game = self.set_up(seed)
        for action in self.walks[seed]:
            game.submit(*action)
        game.span.end()
        played = list(game.entries)
        while len(game.entries) < LOG_ENTRIES:
            entry = played[len(game.entries) % len(played)]
            game.record.append(msgspec.structs.replace(entry, seq=game.record.seq, hash=""))
        data = dumps(game)
        seconds = best(lambda: loads(data, ruleset_for), repeat=1)
        size = f"{LOG_ENTRIES:,} entries of {self.name} ({len(data) / 1e6:.0f} MB)"
        yield Figure(f"load {size} from the snapshot", 1000 * seconds, "ms", self.bars.load)

    def save(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        """What each of the first turns adds to the file, all turns of the war long: its log is nearly all of it."""
        game, rng = self.set_up(self.seeds[0]), Random(self.seeds[0])
        before, first = _compressed(game), game.state.get(TURN)
        while not game.over and game.state.get(TURN) < first + RECKONED_FROM:
            seat = next(iter(game.waiting))
            game.submit(seat, *pick(game, seat, rng))
        size = before + LONGEST * (_compressed(game) - before) / RECKONED_FROM
        what = f"compressed save of {self.name} after {LONGEST} turns, reckoned from {RECKONED_FROM} random ones"
        yield Figure(what, size / 1e6, "MB", self.bars.save)

    # ------------------------------------------------------------------------------------------------------- the cadet

    def cadet(self, yardsticks: Yardsticks) -> Iterator[Figure]:
        """All its thinking in one impulse of a side."""
        game, rng = self.set_up(self.seeds[0]), Random(self.seeds[0])
        times: dict[tuple[int, int, int], float] = defaultdict(float)
        while not game.over and len(times) <= IMPULSES:
            seat = next(iter(game.waiting))
            impulse = (game.state.get(TURN), game.state.get(IMPULSE), game.state.get(ACTIVE_SIDE))
            start = now()
            action = cadet_pick(game, seat, rng)
            times[impulse] += now() - start
            game.submit(seat, *action)
        yield Figure(
            f"an impulse of the cadet in {self.name}, 95 % of {len(times)}",
            high(list(times.values())) / 1000,
            "s",
            self.bars.cadet,
        )


def _compressed(game: Game) -> int:
    return len(zlib.compress(dumps(game)))


def _submit_times(game: Game, actions: list[Action]) -> Iterator[tuple[float, float]]:
    for action in actions:
        start = now()
        game.submit(*action)
        asked = now() - start
        for seat in game.waiting:
            game.offers(seat)
        yield asked, now() - start


def fork_and_move(game: Game, action: Action) -> None:
    trial = game.fork()
    trial.submit(*action)
    for seat in trial.waiting:
        trial.offers(seat)


def _go_to_war(game: Game) -> None:
    """The first powers of the two sides, if nobody is at war yet: supply matters little in peace."""
    if not game.state.get(AT_WAR):
        game.set(AT_WAR, ((0, 1),))


def _ask_all(game: Game, units: list[int]) -> None:
    game.forget()
    for unit in units:
        in_supply(game, unit)


def _supply_after_moves(game: Game, units: list[int]) -> Iterator[float]:
    trial, rng = game.fork(), Random(1)
    for unit in units:
        in_supply(trial, unit)
    for _ in range(SUPPLY_MOVES):
        mover, asked = rng.choice(units), rng.choice(units)
        trial.write(PLACE, mover, rng.choice(ground_of(trial).crossing.open[trial.state[PLACE][mover]]))
        start = now()
        in_supply(trial, asked)
        yield now() - start


def _take_back(game: Game, actions: list[Action]) -> float:
    start = now()
    for seat, _, _ in actions:
        game.undo(seat)
    taken = now() - start
    for action in actions:
        game.submit(*action)
    return taken


_WORLD_WAR = Bars(asked=4, offers=6, fork_and_move=3, game=5, load=300, cadet=2, save=5)
WARS = (
    War(
        "Barbarossa",
        "barbarossa",
        (1, 2, 3),
        Bars(asked=2, offers=3, fork_and_move=1.5, game=5, load=100, cadet=0.5, ratio=0.05),
        turns=100,
    ),
    War("Global War", "global-war", (1,), _WORLD_WAR, turns=1),
    War("Fatal Alliances 1914", "1914", (1,), _WORLD_WAR, turns=1, title="fa"),
)
