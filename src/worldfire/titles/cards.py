"""What a choice means, for the card that offers it. A title writes cards for the choices of its own rules."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.game import Game
from worldfire.engine.shapes import Item


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
