"""Ranges to everywhere at once are those of single flights."""

from __future__ import annotations

from random import Random

from worldfire.board import load
from worldfire.board.paths import air_range, air_ranges


def test_ranges_from_a_hex_are_those_of_single_flights() -> None:
    board = load()
    start = "W1536"
    ranges = air_ranges(board, board.index[start])
    for place in Random(1).sample(range(len(board)), 12):
        assert ranges.get(place) == air_range(board, start, board.number(place))
