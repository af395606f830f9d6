"""Artillery (21.4): it stays behind the attack and supports it, and the defence beside it."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.shapes import Assign, One, Orders
from worldfire.forces.in_turn import STAY
from worldfire.forces.things import counter_of
from worldfire.rules.s11_15_4_ground_support import GROUND_SUPPORT
from worldfire.rules.s14_2_missions import Mission
from worldfire.tables.counters import LandCounter, LandType
from worldfire.titles.fa.artillery import Laying
from worldfire.titles.judgement import Action, Asked


def holds_back(game: Position, unit: int) -> bool:
    """A gun that attacks does not bombard, and cannot advance."""
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.type is LandType.ART


def lay(asked: Asked) -> Action | None:
    """On the battle beside it for the dearest hex; for strikes it does not give its place in a battle away."""
    shape = asked.offers.get("lay-guns")
    mission, laying = asked.game.enclosing(Mission), asked.game.enclosing(Laying)
    if mission.kind != GROUND_SUPPORT.name or not isinstance(shape, Orders | Assign):
        return None
    own = {choices.item for choices in shape.items}
    standing = tuple((gun, place) for gun, place in laying.ordered if gun in own)
    orders, laid = standing, {gun for gun, _ in standing}
    for choices in shape.items:
        aims = [int(place) for place in choices.to if place != STAY]
        if aims and int(choices.item) not in laid:
            more = (*orders, (int(choices.item), max(aims, key=lambda place: (asked.stake(place), -place))))
            orders = more if asked.is_legal("lay-guns", more) else orders
    return ("lay-guns", orders) if orders != standing else None


def shell(asked: Asked) -> Action | None:
    """The railway gun fires whenever it may: factories that stand still cost the enemy points and morale."""
    shape = asked.offers.get("shell-city")
    if not isinstance(shape, One):
        return None
    return "shell-city", max(map(int, shape.domain), key=lambda place: (asked.stake(place), -place))
