"""The printed grid: what the four digits of a hex number mean.

Pointy-top hexes in straight rows. The first two digits count columns, mostly from the east edge westwards, the last two count
rows from the south edge northwards. Every other row is shifted by half a hex, on some sheets eastwards, on others westwards.

Sheets that touch edge to edge share one *plane*. A position in a plane is (half-columns eastwards, rows northwards), so that
every neighbour is a fixed step and distance is a formula. A board may bring its own sheets (`sheets.csv`); one without them
has those of World in Flames. There West and East Europe are one plane, and Asia and the Pacific; the rows of West Europe are
counted from one row farther north than those of East Europe, which is why the two sheets shift their odd rows to different
sides although their hexes are one lattice.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    eastwards: int = -1  # +1: columns are counted from the west edge eastwards
    gridded: bool = False  # all of its hexes lie in the grid, those that count as off-map too
    width: float = 1.0  # how wide a hex is drawn beside those of other planes


class Spot(NamedTuple):
    """A position in a plane."""

    plane: str
    x: int
    row: int


class Grid:
    """The sheets of one board."""

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        self.sheets = {sheet.letter: sheet for sheet in sheets}

    def spot(self, number: str) -> Spot:
        """Where a hex such as ``W1536`` lies in its plane."""
        sheet = self.sheets[number[0]]
        column, row = int(number[1:3]), int(number[3:5])
        x = sheet.origin + 2 * sheet.eastwards * column + sheet.shift * (row % 2)
        return Spot(sheet.plane, x, row + sheet.rise)

    def widths(self) -> dict[str, float]:
        """How wide the hexes of each plane are drawn."""
        return {sheet.plane: sheet.width for sheet in self.sheets.values()}


#: of a board that names none: the sheets of World in Flames
COMMON_GRID = Grid(
    (
        Sheet("W", EUROPE, 1, -61, 1, "West Europe"),
        Sheet("E", EUROPE, -1, 0, 0, "East Europe"),
        Sheet("A", PACIFIC, -1, 0, 0, "Asia"),
        Sheet("P", PACIFIC, -1, 62, 0, "Pacific"),
        Sheet("M", AMERICAS, -1, 0, 0, "The Americas", gridded=True, width=2.0),  # few hexes that hold many places
    )
)
SHEETS = COMMON_GRID.sheets

STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The six neighbours in half-columns and rows: east, north-east, north-west, west, south-west, south-east."""


def number(sheet: Sheet, x: int, row: int) -> str:
    """The hex number of a position, as that sheet would print it."""
    column, own = printed(sheet, x, row)
    return f"{sheet.letter}{column:02d}{own:02d}"


def printed(sheet: Sheet, x: int, row: int) -> tuple[int, int]:
    """The column and the row that the sheet counts for a position."""
    own = row - sheet.rise
    return sheet.eastwards * (x - sheet.origin - sheet.shift * (own % 2)) // 2, own


def steps_between(dx: int, dy: int) -> int:
    """Hexes between two positions of one plane that are dx half-columns and dy rows apart."""
    dx, dy = abs(dx), abs(dy)
    return dy + max(0, (dx - dy) // 2)
