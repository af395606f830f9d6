"""Attacks that lose a part of their troops (14.2), and the defender who stays out of a crowded battle (2.3.1.1)."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.shapes import One
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_factors import land_attack
from worldfire.rules.s11_15_land_combat import LandCombat, reckoning_of
from worldfire.rules.s11_15_odds import Table
from worldfire.titles.judgement import Action, Asked

#: odds below which nobody attacks
ENOUGH = Fraction(3, 2)


def carry_on(asked: Asked) -> Action | None:
    """Not when those who refuse have left the others too weak."""
    combat, target = asked.game.enclosing(LandCombat), int(asked.args.get("place", -1))
    attack = next((attack for attack in combat.attacks if attack.target == target), None)
    if attack is None or "call-off-attack" not in asked.offers:
        return None
    odds = land_attack(
        asked.game, reckoning_of(asked.game, attack.target, attack.units, Table.ASSAULT, combat.landings)
    )
    return ("call-off-attack", None) if odds.attack < ENOUGH * odds.defence else ("carry-on-alone", None)


def hold_in_reserve(asked: Asked) -> Action | None:
    """The weakest."""
    shape = asked.offers.get("hold-in-reserve")
    if not isinstance(shape, One):
        return None
    return "hold-in-reserve", min(
        map(int, shape.domain), key=lambda unit: (land_counter(asked.game, unit).strength or 0, unit)
    )
