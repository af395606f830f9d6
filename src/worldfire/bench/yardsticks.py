"""Other engines on the same core. They are only installed for this (`make bench`)."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

from worldfire.bench.figures import RATE, Figure, Yardsticks
from worldfire.bench.timing import rate

ROUNDS = 3


def optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _chess() -> float:
    pyspiel = optional("pyspiel")
    if pyspiel is None:
        return 0.0
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

    return rate(games, rounds=ROUNDS)


def _catanatron() -> float:
    catanatron = optional("catanatron")
    if catanatron is None:
        return 0.0
    colours = (catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE)

    def games(number: int) -> int:
        ticks = 0
        for seed in range(3):
            game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=3 * number + seed)
            while game.winning_color() is None and ticks < 20_000:
                game.play_tick()
                ticks += 1
        return ticks

    return rate(games, rounds=ROUNDS)


def measure_yardsticks() -> Yardsticks:
    return Yardsticks(_catanatron(), _chess())


def told(yardsticks: Yardsticks) -> list[Figure]:
    """Those that are there."""
    found = [
        Figure("OpenSpiel chess (C++), random moves", yardsticks.chess, RATE),
        Figure("catanatron (Python), random actions", yardsticks.catanatron, RATE),
    ]
    return [figure for figure in found if figure.value]
