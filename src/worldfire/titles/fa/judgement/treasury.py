"""What is left over and what others owe: saved build points (13.5.3), and the tribute of Red Russia (14.4)."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.shapes import Amounts, Bounds
from worldfire.forces.things import board_of
from worldfire.titles.fa.civil_war.garrisons import POINTS
from worldfire.titles.judgement import Action, Asked


def save(asked: Asked) -> Action | None:
    """Where the enemy is furthest away."""
    shape, index = asked.offers.get("save-points-in"), board_of(asked.game).index
    if not isinstance(shape, Amounts):
        return None
    safest = sorted(shape.items, key=lambda bounds: (-asked.enemy_distance(index[str(bounds.item)]), str(bounds.item)))
    return "save-points-in", _filled(shape, safest)


def collect(asked: Asked) -> Action | None:
    """All of it, build points before resources."""
    shape = asked.offers.get("collect-tribute")
    if not isinstance(shape, Amounts):
        return None
    return "collect-tribute", _filled(shape, sorted(shape.items, key=lambda bounds: bounds.item != POINTS))


def _filled(shape: Amounts, order: Iterable[Bounds]) -> tuple[tuple[object, int], ...]:
    """As much as may be of the first, and so on."""
    left, found = shape.most, dict[object, int]()
    for bounds in order:
        found[bounds.item] = min(bounds.most, left)
        left -= found[bounds.item]
    return tuple((bounds.item, found[bounds.item]) for bounds in shape.items)
