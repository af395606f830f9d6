"""Partisans on the map: whose soil each of them is tied to. Who controls one is who its country belongs to, as for any unit."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.forces.things import THINGS, Counter, all_such, counter_of
from worldfire.forces.who import NOBODY
from worldfire.tables.counters import LandType

#: the country in which the partisan appeared and which it never leaves
SOIL = Column(THINGS, "partisan_soil", default=NOBODY)
#: it rose in a country that the chart prints on red
RED = Column(THINGS, "red_partisan")


def is_partisan(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type is LandType.PART


def _is_partisan_counter(counter: Counter) -> bool:
    return counter.type is LandType.PART


def all_partisans(game: Position) -> tuple[int, ...]:
    """Wherever they are."""
    return all_such(game, _is_partisan_counter)


MODULE = Module(schema=Schema(columns=(SOIL, RED)))
