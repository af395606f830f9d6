"""fa:5 How much a power lends: at most half of its resources, and half as many build points as it made last turn."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.turn import PRODUCED
from worldfire.rules.s05_lending import announced_by, most_to_lend
from worldfire.rules.s13_06_production import resources_of
from worldfire.titles.fa.politics.points import OWN_PRODUCTION

PART_LENT = Figure("part of its resources and build points that a power lends at most", "fa:5")


@rule("fa:5")
def half_is_lent(usual: Callable[[Position, int, bool], int], game: Position, giver: int, points: bool) -> int:
    """What is announced already counts; trade agreements do not. Before its first production, what it could make."""
    able = usual(game, giver, points)
    whole = _made_last_turn(game, giver, able) if points else len(resources_of(game, giver))
    left = whole // PART_LENT(game) - announced_by(game, giver, points).total()
    return max(0, min(able, left))


def _made_last_turn(game: Position, giver: int, able: int) -> int:
    """Out of its own factories: what it lent of that does not lower what it may lend again, nor do gifts raise it."""
    has_produced = game.state[PRODUCED][giver] or game.state[OWN_PRODUCTION][giver]
    return game.state[OWN_PRODUCTION][giver] if has_produced else able


MODULE = Module(changes=(most_to_lend.wrapped_by(half_is_lent),))
