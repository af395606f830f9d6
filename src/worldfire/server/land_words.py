"""A printed result of land combat, such as †1/2S, in words (11.15.5)."""

from __future__ import annotations

from fractions import Fraction

from worldfire.rules.s11_15_odds import read_result
from worldfire.words import say


def tell_land_result(printed: str) -> str:
    """What a result does; nothing for what is no result."""
    try:
        result = read_result(printed)
    except ValueError:
        return ""
    losses = "land-result-all" if result.all_attackers else "land-result-losses"
    if result.extra:
        losses = "land-result-extra"
    return say(
        "land-result",
        losses=say(losses, own=_number(result.attacker_losses), theirs=_number(result.defender_losses)),
        fate=say(f"land-result-{result.fate}"),
        facing=say(f"land-result-face-{result.facing}"),
    )


def _number(losses: Fraction) -> int | float:
    return float(losses) if losses.denominator > 1 else int(losses)
