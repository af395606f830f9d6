"""Spies (15.2): what they spoil, and what is kept from them."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.titles.fa.judgement.wooing import spare_points
from worldfire.titles.fa.politics.points import price_of
from worldfire.titles.fa.politics.spies import SPIES, points_spoiled
from worldfire.titles.judgement import Action, Asked


def send(asked: Asked) -> Action | None:
    """When the enemy loses more points than they cost, and a war can still be paid for."""
    price = price_of(asked.game, SPIES)
    pays = points_spoiled(asked.game, asked.side) > price and spare_points(asked) >= price
    return ("send-spies", None) if pays and "send-spies" in asked.offers else None


def withhold(asked: Asked) -> Action | None:
    """The marker that says most."""
    shape = asked.offers.get("withhold-marker")
    return ("withhold-marker", max(map(int, shape.domain))) if isinstance(shape, One) else None
