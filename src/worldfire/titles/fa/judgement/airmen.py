"""Pilots (16.4): nobody's aircraft wait for one longer than they must."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.shapes import Set
from worldfire.forces.things import counter_of
from worldfire.tables.counters import AirCounter
from worldfire.titles.fa.offensive_builds import PILOTS_IN_TRAINING
from worldfire.titles.fa.pilots import PILOTS, unmanned
from worldfire.titles.judgement import Action, Asked


def man(asked: Asked) -> Action | None:
    """As many as there are pilots for, the best aircraft first."""
    shape = asked.offers.get("man-aircraft")
    if not isinstance(shape, Set):
        return None

    def rank(unit: int) -> tuple[int, int]:
        counter = counter_of(asked.game, unit)
        return -(counter.cost or 0) if isinstance(counter, AirCounter) else 0, unit

    return "man-aircraft", tuple(sorted(sorted(map(int, shape.domain), key=rank)[: shape.most]))


def pilots_wanted(game: Position, power: int) -> int:
    """For aircraft that wait, less those who are ready or in training."""
    training = sum(number for owner, _, number in game.state.get(PILOTS_IN_TRAINING) if owner == power)
    return max(0, len(unmanned(game, power)) - game.state[PILOTS][power] - training)
