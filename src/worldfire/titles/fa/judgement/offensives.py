"""Offensive points (18): saved until they make an attack that is worth them, led by the HQ with most troops at the front."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.position import Position
from worldfire.engine.shapes import One, Set
from worldfire.forces.in_turn import power_in_turn
from worldfire.forces.things import PLACE
from worldfire.forces.who import power_of, side_of
from worldfire.rules.s02_3_stacking import land_units_of
from worldfire.rules.s10_actions import LAND
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_4_ground_support import defenders_of
from worldfire.rules.s11_15_factors import Reckoning, land_attack
from worldfire.rules.s11_15_land_combat import Attack, LandCombat
from worldfire.titles.fa.judgement.daring import hurry
from worldfire.titles.fa.offensives import (
    OFFENSIVE_POINTS,
    OFFENSIVES,
    Spending,
    able_to_lead,
    help_left,
    in_range_of,
    leader_of,
    price_of_leading,
    units_helped_by,
)
from worldfire.titles.judgement import Action, Asked

DOUBLE = Fraction(2)
#: who is so near to the enemy may attack this impulse
AT_THE_FRONT = 3
#: fewer troops than this at the front are not led
ENOUGH_TROOPS = 4
#: what an offensive must add to the attacks of the impulse, in build points for each point that it costs
WORTH = 0.5
#: who has more than so many times the price saved is less particular
PLENTY = 1.5
#: leaders who are thought of, those with most troops first
LOOKED_AT = 1
#: the question after which points are spent
CHOOSING = "choose-actions"


def spend(asked: Asked) -> Action | None:
    """An offensive on land, if the attacks that it would make possible are worth its price."""
    shape = asked.offers.get("lead-offensive")
    if not isinstance(shape, One):
        return None
    game = asked.game
    troops = {int(unit): troops_of(game, int(unit), asked.enemy_distance) for unit in shape.domain}
    able = sorted((unit for unit in troops if troops[unit] >= ENOUGH_TROOPS), key=lambda unit: (-troops[unit], unit))
    before = sum(intent.value for intent in asked.intents()) if able else 0.0
    gains = {unit: _with_leader(asked, unit) - before - least_gain(game, unit) for unit in able[:LOOKED_AT]}
    best = max(gains, key=lambda unit: (gains[unit], -unit), default=None)
    return ("lead-offensive", best) if best is not None and gains[best] >= 0 else None


def _with_leader(asked: Asked, leader: int) -> float:
    return sum(intent.value for intent in asked.rehearsed("lead-offensive", leader).intents())


def _payer(game: Position, leader: int) -> int:
    """Whoever spends his points now, or the HQ's own power: one HQ may lead for two (21.9)."""
    if game.on_stack(OFFENSIVES.name):
        return power_in_turn(game, game.enclosing(Spending))
    return power_of(game, leader)


def least_gain(game: Position, leader: int) -> float:
    """What it must add to the attacks of the impulse: less for whoever has saved more than he needs, or has no time left."""
    price, saved = price_of_leading(game, leader), game.state[OFFENSIVE_POINTS][_payer(game, leader)]
    return WORTH * hurry(game, side_of(game, leader)) * price * min(1.0, PLENTY * price / saved) ** 2


def troops_of(game: Position, leader: int, enemy_distance: Callable[[int], float]) -> int:
    """Units of whoever pays that it could help and that are near enough to attack."""
    units = (unit for _, unit in land_units_of(game, (_payer(game, leader),)))
    return sum(
        enemy_distance(game.state[PLACE][unit]) <= AT_THE_FRONT and in_range_of(game, leader, unit) for unit in units
    )


def leader_now(game: Position, power: int) -> int | None:
    """Who leads the offensive of the power, or might: when actions are chosen there is still time to hope for one."""
    leader = leader_of(game, power, LAND)
    if leader is not None or game.decision is None or game.decision.prompt != CHOOSING:
        return leader
    return game.recall(("hoped for leader", power), lambda: _hoped_for(game, power))


def _hoped_for(game: Position, power: int) -> int | None:
    """The best HQ among those that the power can pay."""
    able = able_to_lead(game, power)
    return max(able, key=lambda unit: (land_counter(game, unit).reorganisation or 0, -unit), default=None)


def pushed(game: Position, unit: int) -> Fraction:
    """Twice, if the offensive of its power can still help it."""
    leader = leader_now(game, power_of(game, unit))
    return DOUBLE if leader is not None and in_range_of(game, leader, unit) else Fraction(1)


def pushes(game: Position, power: int) -> int:
    if leader_of(game, power, LAND) is not None:
        return help_left(game, power)
    leader = leader_now(game, power)
    return 0 if leader is None else units_helped_by(game, leader)


def double(asked: Asked) -> Action | None:
    """Where it changes the odds most: strong attackers against weak defenders."""
    shape = asked.offers.get("double-units")
    if not isinstance(shape, Set):
        return None
    combat, able = asked.game.enclosing(LandCombat), set(map(int, shape.domain))
    shares = {
        unit: _share(asked.game, attack, unit) for attack in combat.attacks for unit in attack.units if unit in able
    }
    ranked = sorted(shares, key=lambda unit: (-shares[unit], unit))
    return "double-units", tuple(sorted(ranked[: shape.most]))


def _share(game: Position, attack: Attack, unit: int) -> Fraction:
    """The factors of one attacker for each of the defence."""
    defence = land_attack(game, Reckoning(attack.target, (), defenders_of(game, attack.target))).defence
    return Fraction(land_counter(game, unit).strength or 0) / max(defence, Fraction(1))


def direct(asked: Asked) -> Action | None:
    return _strongest(asked, "direct-guns")


def _strongest(asked: Asked, verb: str) -> Action | None:
    shape = asked.offers.get(verb)
    if not isinstance(shape, Set):
        return None
    ranked = sorted(map(int, shape.domain), key=lambda unit: (-(land_counter(asked.game, unit).strength or 0), unit))
    return verb, tuple(sorted(ranked[: shape.most]))
