"""The printed grid: what the four digits of a hex number mean.

Pointy-top hexes in straight rows. The first two digits count columns from the east edge westwards, the last two count
rows from the south edge northwards. Every other row is shifted by half a hex: on the West Europe sheet odd rows are
shifted to the east, on the other sheets to the west.

Sheets that touch edge to edge share one *plane*: West and East Europe, and Asia and the Pacific. A position in a plane
is (half-columns eastwards, rows northwards), so that every neighbour is a fixed step and distance is a formula. The
rows of West Europe are counted from one row farther north than those of East Europe, which is why the two sheets shift
their odd rows to different sides although their hexes are one lattice.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

EUROPE, PACIFIC, AMERICAS = "Europe", "Pacific", "Americas"


class Sheet(NamedTuple):
    """How a sheet lies in its plane."""

    letter: str
    plane: str
    shift: int  # half-columns by which odd rows are shifted east (+1) or west (-1)
    origin: int  # half-columns from the plane's origin to the sheet's east edge
    rise: int  # rows of the plane below the sheet's own row 0
    name: str


class Spot(NamedTuple):
    """A position in a plane."""

    plane: str
    x: int
    row: int


SHEETS = {
    sheet.letter: sheet
    for sheet in (
        Sheet("W", EUROPE, 1, -61, 1, "West Europe"),
        Sheet("E", EUROPE, -1, 0, 0, "East Europe"),
        Sheet("A", PACIFIC, -1, 0, 0, "Asia"),
        Sheet("P", PACIFIC, -1, 62, 0, "Pacific"),
        Sheet("M", AMERICAS, -1, 0, 0, "The Americas"),
    )
}

STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The six neighbours in half-columns and rows: east, north-east, north-west, west, south-west, south-east."""


@cache
def spot(number: str) -> Spot:
    """Where a hex such as ``W1536`` lies in its plane; remembered, because distances ask."""
    sheet = SHEETS[number[0]]
    column, row = int(number[1:3]), int(number[3:5])
    return Spot(sheet.plane, sheet.origin - 2 * column + sheet.shift * (row % 2), row + sheet.rise)


def number(sheet: Sheet, x: int, row: int) -> str:
    """The hex number of a position, as that sheet would print it."""
    column, own = printed(sheet, x, row)
    return f"{sheet.letter}{column:02d}{own:02d}"


def printed(sheet: Sheet, x: int, row: int) -> tuple[int, int]:
    """The column and the row that the sheet counts for a position."""
    own = row - sheet.rise
    return (sheet.origin + sheet.shift * (own % 2) - x) // 2, own


def steps_between(dx: int, dy: int) -> int:
    """Hexes between two positions of one plane that are dx half-columns and dy rows apart."""
    dx, dy = abs(dx), abs(dy)
    return dy + max(0, (dx - dy) // 2)
