"""How many objectives the Central Powers have, and how many they need."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.turn import side_name
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.victory import central_objectives, counted_places, needed
from worldfire.titles.politics import Tally
from worldfire.words import with_fraction


def tally(game: Position) -> Tally:
    held = with_fraction(central_objectives(game))
    return Tally(side_name(game, central_side(game)), held, needed(game), counted_places(game))
