"""What only one title has to tell of the course of a war, beside what every war has (`advice.course`).

A title reads the position when a turn is over, and makes figures of all that it has read: plain values, as they stand in JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worldfire.engine.position import Position

#: what was read when a turn was over
Page = Mapping[str, Any]


def _nothing_to_read(game: Position) -> Page:
    return {}


def _no_figures(pages: Sequence[tuple[str, Page]]) -> Page:
    return {}


@dataclass(frozen=True)
class Annals:
    #: the position when a turn is over
    read: Callable[[Position], Page] = _nothing_to_read
    #: (turn, what was read) of all turns → what they come to
    figures: Callable[[Sequence[tuple[str, Page]]], Page] = _no_figures
