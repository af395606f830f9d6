"""What is printed in a hex, in words."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of


def printed_resource(game: Position, place: int, number: int) -> tuple[str, bool]:
    """The name of this resource of the hex, and whether it is oil: general resources are counted first (13.6.1)."""
    here = ground_of(game).places.get(place, ())
    kinds = [(found.name, False) for found in here for _ in range(found.resources)]
    kinds += [(found.name, True) for found in here for _ in range(found.oil)]
    return kinds[number - 1]


def place_name(game: Position, place: int) -> str:
    here = ground_of(game).places.get(place, ())
    return here[0].name if here else board_of(game).number(place)
