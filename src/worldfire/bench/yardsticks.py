"""Other engines on the same core. They are only installed for this (`make bench`)."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

from worldfire.bench.figures import RATE, Figure, Yardsticks
from worldfire.bench.timing import nothing, side_by_side

#: slices of each yardstick, when they are measured beside each other
SLICES = 10
#: games in a slice: some tenths of a second
CHESS_GAMES, CATAN_GAMES = 10, 3
MOST_TICKS = 20_000


def optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def chess() -> Iterator[int]:
    """Moves of random games of OpenSpiel's chess."""
    pyspiel = optional("pyspiel")
    return nothing() if pyspiel is None else _chess(pyspiel.load_game("chess"))


def _chess(game: Any) -> Iterator[int]:
    for number in count():
        rng, moves = Random(number), 0
        for _ in range(CHESS_GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                moves += 1
        yield moves


def catanatron() -> Iterator[int]:
    """Actions of random games of catanatron with four players."""
    package = optional("catanatron")
    return nothing() if package is None else _catanatron(package)


def _catanatron(package: Any) -> Iterator[int]:
    colours = (package.Color.RED, package.Color.BLUE, package.Color.WHITE, package.Color.ORANGE)
    for number in count():
        ticks = 0
        for seed in range(CATAN_GAMES * number, CATAN_GAMES * (number + 1)):
            game = package.Game([package.RandomPlayer(colour) for colour in colours], seed=seed)
            while game.winning_color() is None and ticks < MOST_TICKS:
                game.play_tick()
                ticks += 1
        yield ticks


def measure_yardsticks() -> Yardsticks:
    """Each beside the other; what is told as a part of catanatron's rate has it measured again beside itself."""
    chess_played, catan_played = side_by_side(lambda: islice(chess(), SLICES), catanatron)
    return Yardsticks(catan_played.rate, chess_played.rate)


def told(yardsticks: Yardsticks) -> list[Figure]:
    """Those that are there."""
    found = [
        Figure("OpenSpiel chess (C++), random moves", yardsticks.chess, RATE),
        Figure("catanatron (Python), random actions", yardsticks.catanatron, RATE),
    ]
    return [figure for figure in found if figure.value]
