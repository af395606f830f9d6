"""Optional rules, one module each. Nothing outside this folder reads whether an option is on."""

from worldfire.options import (
    o05_ships_in_flames,
    o08_planes_in_flames,
    o26_fractional_odds,
    o27_two_dice,
    o44_bounce_combat,
)

#: every optional rule of World in Flames that is implemented, in the order of its number
WIF_OPTIONS = (
    o05_ships_in_flames.OPTION,
    o08_planes_in_flames.OPTION,
    o26_fractional_odds.OPTION,
    o27_two_dice.OPTION,
    o44_bounce_combat.OPTION,
)

__all__ = ["WIF_OPTIONS"]
