"""Offensive points (18): saved until they make an attack that is worth them, led by the HQ with most troops at the front."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.position import Position
from worldfire.engine.shapes import One, Set
from worldfire.forces.things import PLACE
from worldfire.forces.who import power_of
from worldfire.rules.s02_3_stacking import land_units_of
from worldfire.rules.s10_actions import LAND
from worldfire.rules.s11_10_entry import land_counter
from worldfire.titles.fa.offensives import help_left, in_range_of, leader_of, price_of_leading
from worldfire.titles.judgement import Action, Asked

DOUBLE = Fraction(2)
#: who is so near to the enemy may attack this impulse
AT_THE_FRONT = 3
#: fewer troops than this at the front are not led
ENOUGH_TROOPS = 4
#: what an offensive must add to the attacks of the impulse, in build points for each point that it costs
WORTH = 0.5


def spend(asked: Asked) -> Action | None:
    """An offensive on land, if the attacks that it would make possible are worth its price."""
    shape = asked.offers.get("lead-offensive")
    if not isinstance(shape, One):
        return None
    troops = {int(unit): _troops(asked, int(unit)) for unit in shape.domain}
    leader = max(troops, key=lambda unit: (troops[unit], -unit))
    if troops[leader] < ENOUGH_TROOPS:
        return None
    before = sum(intent.value for intent in asked.intents())
    after = sum(intent.value for intent in asked.rehearsed("lead-offensive", leader).intents())
    worth_it = after - before >= WORTH * price_of_leading(asked.game, leader)
    return ("lead-offensive", leader) if worth_it else None


def _troops(asked: Asked, leader: int) -> int:
    """Units of its power that it could help and that are near enough to attack."""
    game = asked.game
    units = (unit for _, unit in land_units_of(game, (power_of(game, leader),)))
    return sum(
        asked.enemy_distance(game.state[PLACE][unit]) <= AT_THE_FRONT and in_range_of(game, leader, unit)
        for unit in units
    )


def pushed(game: Position, unit: int) -> Fraction:
    """Twice, if the offensive of its power can still help it."""
    power = power_of(game, unit)
    leader = leader_of(game, power, LAND)
    helped = leader is not None and help_left(game, power) > 0 and in_range_of(game, leader, unit)
    return DOUBLE if helped else Fraction(1)


def double(asked: Asked) -> Action | None:
    """The strongest attackers: they gain most."""
    return _strongest(asked, "double-units")


def direct(asked: Asked) -> Action | None:
    return _strongest(asked, "direct-guns")


def _strongest(asked: Asked, verb: str) -> Action | None:
    shape = asked.offers.get(verb)
    if not isinstance(shape, Set):
        return None
    ranked = sorted(map(int, shape.domain), key=lambda unit: (-(land_counter(asked.game, unit).strength or 0), unit))
    return verb, tuple(sorted(ranked[: shape.most]))
