"""What the political choices of the title mean, beside their names."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.game import Game
from worldfire.engine.shapes import Item
from worldfire.forces.turn import side_name
from worldfire.forces.who import country_named
from worldfire.titles.cards import Card, CardWriter
from worldfire.titles.fa.politics.flags import attempt_number, box_towards
from worldfire.titles.fa.politics.influence import BUY_ATTEMPTS, SIDES
from worldfire.titles.fa.politics.points import seat_that_spends
from worldfire.words import proper, say


def _attempts(game: Game, seat: str, item: Item | None) -> Card:
    """Where the flag lies, and with which die an attempt moves it towards the seat's side."""
    country = country_named(game, str(item))
    boxes = ((side, box_towards(game, country, side)) for side in SIDES)
    lies = ", ".join(f"{proper(side_name(game, side))} +{box}" for side, box in boxes if box)
    own = next(side for side in SIDES if seat_that_spends(game, side) == seat)
    return Card(brief=say("card-attempts", lies=lies, number=attempt_number(game, country, own)))


CARDS: Mapping[str, CardWriter] = {BUY_ATTEMPTS.name: _attempts}
