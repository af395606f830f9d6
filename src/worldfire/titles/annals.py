"""What only one title has to tell of the course of a war, beside what every war has (`advice.course`).

A title reads the position when a turn is over, and makes figures of all that it has read: plain values, as they stand in JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from worldfire.engine.events import Event
from worldfire.engine.position import Position

#: what was read when a turn was over
Page = Mapping[str, Any]


class Purchase(Protocol):
    """An event that says what a power has spent build points on, beside units and convoy points."""

    @property
    def power(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def cost(self) -> int: ...


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
    #: events of this kind are purchases (`Purchase`), and what they buy is called so
    purchases: tuple[type[Event], str] | None = None
