"""A land combat that may be fought, in the words of its odds."""

from __future__ import annotations

from fractions import Fraction

from worldfire.advice.odds import odds_of
from worldfire.engine.position import Position
from worldfire.forces.things import board_of
from worldfire.rules.s11_15_factors import Reckoning, explain
from worldfire.rules.s11_15_factors import Share as UnitShare
from worldfire.server.answers import Attack, Share
from worldfire.server.land_words import tell_land_result
from worldfire.titles.telling import tell_if_known, tell_rule


def tell_attack(game: Position, reckoning: Reckoning) -> Attack:
    """The attack as a page shows it: who counts for what, the modifiers, and every result with its chance."""
    known = explain(game, reckoning)
    chances = odds_of(game, reckoning)
    return {
        "hex": board_of(game).number(reckoning.target),
        "table": str(reckoning.table),
        "odds": known.told_odds,
        "ratio": known.ratio,
        "automatic": known.automatic or None,
        "attack": [_share(game, share) for share in known.attackers],
        "defence": [_share(game, share) for share in known.defenders],
        "notional": _number(known.notional),
        "attack_support": _number(known.attack_support),
        "defence_support": _number(known.defence_support),
        "attack_total": _number(known.attack),
        "defence_total": _number(known.defence),
        "weather": known.weather,
        "dice": 0 if known.automatic else known.dice,
        "shift": known.modifier,
        "modifiers": [
            {"text": modifier.reason, "rule": tell_rule(game, known.rule), "value": _number(modifier.value)}
            for modifier in known.modifiers
        ],
        "distribution": [
            {"result": result, "probability": float(chance), "text": tell_land_result(result)}
            for result, chance in chances.results.items()
        ],
        "expected": {
            "attacker_losses": _number(chances.attacker_losses),
            "defender_losses": _number(chances.defender_losses),
            "hex_cleared": None if chances.hex_cleared is None else _number(chances.hex_cleared),
        },
    }


def _share(game: Position, share: UnitShare) -> Share:
    return {
        "unit": share.unit,
        "printed": share.printed,
        "factors": _number(share.counts),
        "why": ", ".join(_reason(game, why) for why in share.why),
    }


def _reason(game: Position, why: str) -> str:
    """A row of the chart as players call it, where that is not what it prints."""
    return tell_if_known(game, f"factor-reason-{why.replace(' ', '-')}") or why


def _number(value: Fraction | int) -> float:
    return round(float(value), 4)
