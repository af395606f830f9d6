"""What is printed in a hex, in words."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of


def printed_resource(game: Position, name: str) -> tuple[str, bool]:
    """Where the resource `E0127/1` is printed, and whether it is oil: general ones of a hex are counted first (13.6.1).

    It may be fetched elsewhere.
    """
    hex_, _, number = name.partition("/")
    here = ground_of(game).places.get(board_of(game).index[hex_], ())
    kinds = [(found.name, False) for found in here for _ in range(found.resources)]
    kinds += [(found.name, True) for found in here for _ in range(found.oil)]
    return kinds[int(number) - 1]


def place_name(game: Position, place: int) -> str:
    here = ground_of(game).places.get(place, ())
    return here[0].name if here else board_of(game).number(place)
