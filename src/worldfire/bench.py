"""Measuring the engine on one core, with OpenSpiel's chess and catanatron beside it as yardsticks.

The yardsticks are optional: they are only installed for this (`make bench`) and left out where they are missing.
"""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import msgspec
from rich.console import Console

from worldfire.advice.odds import LandSizes, land_odds
from worldfire.board import load as load_board
from worldfire.board.paths import reach
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.engine.state import State, decode_state
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import HEXES, PLACE
from worldfire.forces.who import POWER_NAMES, side_of, side_of_power
from worldfire.players.random_player import pick
from worldfire.players.table import play_out, play_set_up, seeded_campaign, seeded_game
from worldfire.rules.s02_2_zones_of_control import is_land_unit
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_15_odds import LandAttack
from worldfire.titles import ruleset, ruleset_for
from worldfire.titles.campaigns import CAMPAIGN
from worldfire.titles.exercises import load_exercise

EXERCISE = "air-duel"
LAND_CAMPAIGN = "barbarossa"
CAMPAIGN_SEEDS = (1, 2, 3)
UNITS = 3_000
LOG_ENTRIES = 50_000


class Figure(msgspec.Struct, frozen=True):
    """One measurement. `bar` is what the design asks for; `more_is_better` says in which direction."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    more_is_better: bool = False

    @property
    def shown(self) -> str:
        if isinstance(self.value, int):
            return f"{self.value:,} {self.unit}"
        return f"{self.value:,.0f} {self.unit}" if self.value >= 100 else f"{self.value:.3f} {self.unit}"

    @property
    def bar_shown(self) -> str:
        if self.bar is None:
            return "yardstick"
        return f"{'≥' if self.more_is_better else '≤'} {self.bar:,g} {self.unit}"

    @property
    def ratio_shown(self) -> str:
        return f"{self.value / self.bar:.2f}" if self.bar else ""

    @property
    def verdict(self) -> str:
        if self.bar is None:
            return ""
        return "yes" if (self.value >= self.bar) == self.more_is_better or self.value == self.bar else "NO"


def measure(*, quiet: bool = False) -> list[Figure]:
    """Every figure, one after the other; what is being measured is said on the error stream."""
    console = Console(stderr=True, quiet=quiet)
    figures: list[Figure] = []
    for name, benchmark in BENCHMARKS.items():
        console.print(f"[dim]measuring {name} …[/dim]")
        gc.collect()
        figures += benchmark()
    return figures


def _best(action: Callable[[], object], *, repeat: int, rounds: int = 5) -> float:
    """Seconds of one core for one action: the best of several rounds, so that other work disturbs least."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(repeat):
            action()
        best = min(best, (time.process_time() - start) / repeat)
    return best


def _rate(games: Callable[[int], int], *, rounds: int = 5) -> float:
    """Actions per second of one core: the best of several rounds, each with its own seeds."""
    best = 0.0
    for number in range(rounds):
        start = time.process_time()
        actions = games(number)
        best = max(best, actions / (time.process_time() - start))
    return best


def _picks() -> Iterator[Figure]:
    exercise = load_exercise(EXERCISE)

    def games(number: int) -> int:
        seeds = range(1000 * number, 1000 * number + 300)
        return sum(play_out(seeded_game(exercise, seed), Random(seed)) for seed in seeds)

    yield Figure(f"picks, {EXERCISE} with set-up, log and undo", _rate(games), "/s", 10_000, more_is_better=True)


def _submit() -> Iterator[Figure]:
    exercise = load_exercise("night-raid")
    times: list[float] = []
    for seed in range(150):
        game, rng = seeded_game(exercise, seed), Random(seed)
        while not game.over:
            seat = next(iter(game.waiting))
            verb, noun = pick(game, seat, rng)
            start = time.perf_counter()
            game.submit(seat, verb, noun)
            times.append(time.perf_counter() - start)
    times.sort()
    yield Figure("submit → next decision in an exercise, 95 %", 1000 * times[int(0.95 * len(times))], "ms", 5)


def _campaign() -> Iterator[Figure]:
    """Random games of the campaign that can be played out, in seconds of one core."""
    begin = partial(seeded_campaign, LAND_CAMPAIGN, length=CAMPAIGN)
    begin(1)  # tables and board are read once
    longest, times = 0.0, []
    for seed in CAMPAIGN_SEEDS:
        start = time.process_time()
        game, rng = begin(seed), Random(seed)
        while not game.over:
            seat = next(iter(game.waiting))
            verb, noun = pick(game, seat, rng)
            asked = time.process_time()
            game.submit(seat, verb, noun)
            times.append(time.process_time() - asked)
        longest = max(longest, time.process_time() - start)
    times.sort()
    ninety_five = 1000 * times[int(0.95 * len(times))]
    yield Figure(f"random game of {LAND_CAMPAIGN}, the longest of {len(CAMPAIGN_SEEDS)}", longest, "s", 20)
    yield Figure(f"submit → next decision in {LAND_CAMPAIGN}, 95 % of {len(times):,}", ninety_five, "ms", 5)


def _large_game() -> Game:
    """A combat in the middle of a bounce, with as many counters on the table as a campaign has."""
    exercise = load_exercise("bounce-over-kursk")
    idle = [{"counter": "ge-lnd-ju-88a4-wif", "at": "Orel", "role": "grounded"}] * (
        UNITS - len(exercise.setup["pieces"])
    )
    setup = {**exercise.setup, "pieces": [*exercise.setup["pieces"], *idle]}
    return Game.new(ruleset(exercise.title, exercise.options), exercise.seats, setup, secret=bytes(32))


def _state() -> Iterator[Figure]:
    game = _large_game()
    state = game.state
    data = state.encode()
    units = f"{UNITS:,} units"

    def decode() -> State:
        return decode_state(data, game.ruleset.schema, game.ruleset.procedures)

    yield Figure(f"copy of the state, {units}", 1000 * _best(state.copy, repeat=200), "ms", 0.1)
    yield Figure(f"digest, {units}", 1000 * _best(state.digest, repeat=100), "ms", 1)
    yield Figure(f"encode, {units}", 1000 * _best(state.encode, repeat=100), "ms", 1)
    yield Figure(f"decode, {units}", 1000 * _best(decode, repeat=100), "ms", 1)


def _load() -> Iterator[Figure]:
    game = _large_game()
    while len(game.entries) < LOG_ENTRIES:  # words that change no piece make a log as long as a campaign's
        game.submit(game.seats[0], "consent", (game.seats[1], "enter", "yes"))
    data = dumps(game)
    megabytes = len(data) / 1e6
    seconds = _best(lambda: loads(data, ruleset_for), repeat=1)
    yield Figure(f"load {LOG_ENTRIES:,} entries ({megabytes:.1f} MB) from the snapshot", 1000 * seconds, "ms", 100)


def _fresh_load() -> float:
    """Seconds for loading the board where nothing is in memory yet."""
    script = (
        "import time; from worldfire.board import load; "
        "start = time.process_time(); load(); print(time.process_time() - start)"
    )
    runs = (subprocess.run([sys.executable, "-c", script], capture_output=True, check=True) for _ in range(5))
    return min(float(run.stdout) for run in runs)


def _board() -> Iterator[Figure]:
    board = load_board()  # compiles the tables if nobody has yet
    cost = [1] * len(board)
    start = board.index["E1344"]
    sheet = board.restricted(number for number in board.index if number.startswith("E"))
    middle = sheet.index["E1530"]
    yield Figure("load the board from its cache, in a new process", 1000 * _fresh_load(), "ms", 50)
    yield Figure("reach of 6 points", 1000 * _best(lambda: reach(board, start, 6, cost), repeat=50), "ms", 0.3)
    yield Figure(
        "flood of a sheet", 1000 * _best(lambda: reach(sheet, middle, 1000, cost[: len(sheet)]), repeat=5), "ms", 10
    )


def _odds() -> Iterator[Figure]:
    attack = LandAttack(attack=Fraction("20.5"), defence=Fraction(6), weather="snow")
    rules = ruleset("wif")

    def odds() -> object:
        return land_odds(rules, attack, LandSizes(3, 2))

    yield Figure("exact odds of a land combat", 1000 * _best(odds, repeat=20), "ms", 5)


# ----------------------------------------------------------------------------------------------------------- yardsticks


def _optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _open_spiel() -> Iterator[Figure]:
    pyspiel = _optional("pyspiel")
    if pyspiel is None:
        return
    chess = pyspiel.load_game("chess")

    def games(number: int) -> int:
        rng = Random(number)
        moves = 0
        for _ in range(10):
            state = chess.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    yield Figure("OpenSpiel chess (C++), random moves", _rate(games, rounds=3), "/s")


def _catanatron() -> Iterator[Figure]:
    catanatron = _optional("catanatron")
    if catanatron is None:
        return
    colours = (catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE)

    def games(number: int) -> int:
        ticks = 0
        for seed in range(3):
            game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=3 * number + seed)
            while game.winning_color() is None and ticks < 20_000:
                game.play_tick()
                ticks += 1
        return ticks

    yield Figure("catanatron (Python), random actions", _rate(games, rounds=3), "/s")


def _supply() -> Iterator[Figure]:
    """A side's supply asked afresh, and one unit's after another unit has moved, at the start of the largest land war."""
    game = play_set_up(LAND_CAMPAIGN)
    germany, ussr = (game.state.get(POWER_NAMES).index(name) for name in ("germany", "ussr"))
    game.set(AT_WAR, ((germany, ussr),))
    land = range(game.state.get(HEXES))
    armies = {
        side: [unit for unit, place in enumerate(game.state[PLACE]) if place in land and side_of(game, unit) == side]
        for side in (side_of_power(game, germany), side_of_power(game, ussr))
    }

    def ask_a_side(units: list[int]) -> None:
        game.forget()
        for unit in units:
            in_supply(game, unit)

    slowest = max(_best(partial(ask_a_side, units), repeat=5) for units in armies.values())
    yield Figure("supply of a whole side", slowest * 1e3, "ms", 10)
    rng, times = Random(1), []
    units = [unit for army in armies.values() for unit in army if is_land_unit(game, unit)]
    for _ in range(500):
        mover, asked = rng.choice(units), rng.choice(units)
        game.write(PLACE, mover, rng.choice(ground_of(game).crossing.open[game.state[PLACE][mover]]))
        start = time.perf_counter()
        in_supply(game, asked)
        times.append(time.perf_counter() - start)
    times.sort()
    yield Figure("supply of one unit after one move (median)", times[len(times) // 2] * 1e3, "ms", 0.5)


BENCHMARKS: dict[str, Callable[[], Iterator[Figure]]] = {
    "picks": _picks,
    "submit": _submit,
    "a campaign": _campaign,
    "the state": _state,
    "loading": _load,
    "the board": _board,
    "odds": _odds,
    "supply": _supply,
    "OpenSpiel": _open_spiel,
    "catanatron": _catanatron,
}
