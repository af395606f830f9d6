"""What is printed on an aircraft counter."""

from __future__ import annotations

from worldfire.engine.game import Game
from worldfire.forces.things import counter_of
from worldfire.tables.counters import AirAbility, AirCounter


def has(game: Game, thing: int, ability: AirAbility) -> bool:
    """Does the aircraft carry this mark?"""
    counter = counter_of(game, thing)
    return isinstance(counter, AirCounter) and ability in counter.abilities
