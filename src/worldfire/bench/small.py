"""The bars of what is small: an exercise, the state, the board, odds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from worldfire.advice.odds import LandSizes, land_odds
from worldfire.bench.figures import OF_CATANATRON, Figure, Yardsticks
from worldfire.bench.timing import best, ratio_of, side_by_side
from worldfire.bench.yardsticks import catanatron
from worldfire.board import load as load_board
from worldfire.board.paths import reach
from worldfire.engine.game import Game
from worldfire.engine.state import State, decode_state
from worldfire.players.table import play_out, seeded_game
from worldfire.rules.s11_15_odds import LandAttack
from worldfire.titles import ruleset
from worldfire.titles.exercises import load_exercise

EXERCISE = "air-duel"
#: random games of it, and how many are played before the yardstick has its turn
GAMES, GAMES_IN_A_SLICE = 1_500, 100
UNITS = 3_000


def picks(yardsticks: Yardsticks) -> Iterator[Figure]:
    exercise = load_exercise(EXERCISE)

    def games() -> Iterator[int]:
        for first in range(0, GAMES, GAMES_IN_A_SLICE):
            seeds = range(first, first + GAMES_IN_A_SLICE)
            yield sum(play_out(seeded_game(exercise, seed), Random(seed)) for seed in seeds)

    ratio = ratio_of([side_by_side(games, catanatron)])
    yield Figure(f"picks, {EXERCISE} with set-up, log and undo", ratio, OF_CATANATRON, 0.5, more_is_better=True)


def _large_game() -> Game:
    """A combat in the middle of a bounce, with as many counters on the table as a campaign has."""
    exercise = load_exercise("bounce-over-kursk")
    idle = [{"counter": "ge-lnd-ju-88a4-wif", "at": "Orel", "role": "grounded"}] * (
        UNITS - len(exercise.setup["pieces"])
    )
    setup = {**exercise.setup, "pieces": [*exercise.setup["pieces"], *idle]}
    return Game.new(ruleset(exercise.title, exercise.options), exercise.seats, setup, secret=bytes(32))


def state(yardsticks: Yardsticks) -> Iterator[Figure]:
    game = _large_game()
    state = game.state
    data = state.encode()
    units = f"{UNITS:,} units"

    def decode() -> State:
        return decode_state(data, game.ruleset.schema, game.ruleset.procedures)

    yield Figure(f"copy of the state, {units}", 1000 * best(state.copy, repeat=200), "ms", 0.1)
    yield Figure(f"digest, {units}", 1000 * best(state.digest, repeat=100), "ms", 1)
    yield Figure(f"encode, {units}", 1000 * best(state.encode, repeat=100), "ms", 1)
    yield Figure(f"decode, {units}", 1000 * best(decode, repeat=100), "ms", 1)


def _fresh_load() -> float:
    """Seconds for loading the board where nothing is in memory yet."""
    script = (
        "import time; from worldfire.board import load; "
        "start = time.process_time(); load(); print(time.process_time() - start)"
    )
    runs = (subprocess.run([sys.executable, "-c", script], capture_output=True, check=True) for _ in range(5))
    return min(float(run.stdout) for run in runs)


def board(yardsticks: Yardsticks) -> Iterator[Figure]:
    board = load_board()  # compiles the tables if nobody has yet
    cost = [1] * len(board)
    start = board.index["E1344"]
    sheet = board.restricted(number for number in board.index if number.startswith("E"))
    middle = sheet.index["E1530"]
    yield Figure("load the board from its cache, in a new process", 1000 * _fresh_load(), "ms", 50)
    yield Figure("reach of 6 points", 1000 * best(lambda: reach(board, start, 6, cost), repeat=50), "ms", 0.3)
    yield Figure(
        "flood of a sheet", 1000 * best(lambda: reach(sheet, middle, 1000, cost[: len(sheet)]), repeat=5), "ms", 10
    )


def odds(yardsticks: Yardsticks) -> Iterator[Figure]:
    attack = LandAttack(attack=Fraction("20.5"), defence=Fraction(6), weather="snow")
    rules = ruleset("wif")

    def reckon() -> object:
        return land_odds(rules, attack, LandSizes(3, 2))

    yield Figure("exact odds of a land combat", 1000 * best(reckon, repeat=20), "ms", 1)
