"""What a choice means, for the card that offers it. A title writes cards for the choices of its own rules."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Item
from worldfire.titles.entry_page import marker_odds
from worldfire.words import say


class Card(msgspec.Struct, frozen=True):
    """Words for one choice: what it is, and line by line what it allows or brings."""

    text: str = ""
    lines: tuple[str, ...] = ()
    #: a few words beside its name where there are many
    brief: str = ""
    #: the hexes that it is about
    hexes: tuple[str, ...] = ()
    #: it is looked at before it is confirmed
    weighty: bool = False


#: (game as the seat imagines it, seat, what is chosen; None: the verb says all)
CardWriter = Callable[[Game, str, Item | None], Card]


def markers_moved(game: Position, points: int) -> str:
    """How many entry markers so many points move: some surely, perhaps one more."""
    surely, chance = marker_odds(game, points)
    if not surely:
        return say("card-marker-perhaps", chance=round(100 * chance))
    return say("card-markers-surely", count=surely, chance=round(100 * chance))
