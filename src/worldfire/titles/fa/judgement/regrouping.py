"""Divisions and corps (21.2): two divisions make a corps that is stronger than both, so nobody is broken down of free will."""

from __future__ import annotations

from itertools import combinations

from worldfire.engine.shapes import One, Set
from worldfire.forces.things import PLACE
from worldfire.rules.s11_10_entry import land_counter
from worldfire.tables.counters import LandType
from worldfire.titles.fa.divisions import Building, corps_for, corps_kinds, half_of
from worldfire.titles.fa.losses import Halving
from worldfire.titles.judgement import Action, Asked

#: pairs that are looked at: those that stand together come first
LOOKED_AT = 60


def build_up(asked: Asked) -> Action | None:
    """Those that stand together first: their corps need not come over the production circle."""
    shape = asked.offers.get("build-up")
    if not isinstance(shape, Set):
        return None
    places = asked.game.state[PLACE]
    pairs = sorted(
        combinations(sorted(map(int, shape.domain)), 2), key=lambda pair: (places[pair[0]] != places[pair[1]], pair)
    )
    for pair in pairs[:LOOKED_AT]:
        if asked.is_legal("build-up", pair) and _gain(asked, pair) > 0:
            return "build-up", pair
    return None


def _gain(asked: Asked, pair: tuple[int, int]) -> int:
    """Factors of the best kind of corps beyond those of the two."""
    best = max((_strength(asked, kind, pair) for kind in corps_kinds(asked.game, *pair)), default=0)
    return best - sum(land_counter(asked.game, unit).strength or 0 for unit in pair)


def _strength(asked: Asked, kind: LandType, pair: tuple[int, int]) -> int:
    return max((land_counter(asked.game, unit).strength or 0 for unit in corps_for(asked.game, *pair, kind)), default=0)


def choose_corps(asked: Asked) -> Action | None:
    """The kind with most factors."""
    shape = asked.offers.get("choose-corps")
    if not isinstance(shape, One):
        return None
    pair = asked.game.enclosing(Building).divisions
    return "choose-corps", max(map(str, shape.domain), key=lambda kind: (_strength(asked, LandType(kind), pair), kind))


def choose_half(asked: Asked) -> Action | None:
    """Of the divisions that may stand in for half a corps the kind that is strongest, by its weakest."""
    shape = asked.offers.get("choose-division")
    if not isinstance(shape, One):
        return None
    corps = asked.game.enclosing(Halving).corps

    def factors(kind: str) -> int:
        return min(land_counter(asked.game, unit).strength or 0 for unit in half_of(asked.game, corps, LandType(kind)))

    return "choose-division", max(map(str, shape.domain), key=lambda kind: (factors(kind), kind))
