"""Pools of a campaign by the names of their places: force pools, next years' units, the spaces of the production circle."""

from __future__ import annotations

from worldfire.forces.things import Counter
from worldfire.tables.campaign import MONTHS
from worldfire.tables.counters import AirCounter


def force_pool(home: str, kind: str) -> str:
    return f"force pool of {home}: {kind}"


def next_year_pool(year: int, home: str, kind: str) -> str:
    return f"available in {year}, {home}: {kind}"


def circle_space(turn: int) -> str:
    """The space of the production circle on which units wait that arrive in this turn."""
    return f"production circle, {MONTHS[turn % len(MONTHS)]} {turn // len(MONTHS)}"


def kind_of(counter: Counter) -> str:
    """The pool that a counter belongs to: its type, for aircraft with the cost on the back."""
    return f"{counter.type}{counter.cost_with_pilots}" if isinstance(counter, AirCounter) else str(counter.type)
