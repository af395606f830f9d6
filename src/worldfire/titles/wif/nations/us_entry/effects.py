"""13.3.2 What US entry options do at once, when they are chosen; what they allow from then on, others ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.procedures import Control
from worldfire.titles.wif.nations.us_entry.conditions import BURMA_ROAD_CLOSED
from worldfire.titles.wif.nations.us_entry.interning import intern_the_carrier
from worldfire.titles.wif.nations.us_entry.occupying import islands_are_transferred, occupy_greenland_and_iceland
from worldfire.titles.wif.nations.us_entry.reflagging import reflag_merchant_ships

Effect = Callable[[Game], Control]


@rule("13.3.2", "13.3.2 option 24")
def reopen_the_burma_road(game: Game) -> Control:
    """Option 24."""
    game.set(BURMA_ROAD_CLOSED, False)
    return None


EFFECTS: Mapping[int, Effect] = {
    4: intern_the_carrier,
    7: occupy_greenland_and_iceland,
    21: reflag_merchant_ships,
    24: reopen_the_burma_road,
    37: islands_are_transferred,
}


def effect_of(game: Game, option: int) -> Control:
    effect = EFFECTS.get(option)
    return None if effect is None else effect(game)
