"""Which positions of a plane are printed on which sheet."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tools.mapmaker.classify import RawHex
from tools.mapmaker.fit import ROW_HEIGHT, Projection
from worldfire.board.grid import AMERICAS, EUROPE, PACIFIC, SHEETS, number, printed

COLUMNS = {"W": 33, "E": 30, "A": 34, "P": 31, "M": 18}
ROWS = {"W": (2, 51), "E": (2, 51), "A": (1, 51), "P": (1, 51), "M": (3, 25)}
AFRICAN_COLUMNS = 30  # on the Asian sheet, Africa west of this column is drawn as off-map hexes

ATTESTED = {"A2848", "A3039", "A3136"}
"""Hexes that the rulebook puts on the Asian sheet, close to its join with East Europe."""
EUROPEAN = {"A3138"}
"""Tabriz touches three hexes of East Europe, so nothing of Asia lies south-west of it."""

AFRICA = {  # of the Asian sheet
    "Egypt",
    "Anglo-Egyptian Sudan",
    "Eritrea",
    "Ethiopia",
    "French Somaliland",
    "Kenya",
    "Uganda",
    "Tanganyika",
    "Mozambique",
    "South Africa",
    "Rhodesia",
    "Northern Rhodesia",
    "Nyasaland",
    "Italian Somaliland",
    "British Somaliland",
}


def sheet_at(plane: str, x: int) -> str:
    """The letter of the sheet that prints this half-column."""
    if plane == EUROPE:
        return "W" if x <= -62 else "E"
    if plane == PACIFIC:
        return "A" if x <= -2 else "P"
    return "M"


def number_at(plane: str, x: int, row: int) -> str:
    """The printed number of a position."""
    return number(SHEETS[sheet_at(plane, x)], x, row)


def wanted(plane: str) -> Callable[[int, int], bool]:
    """Whether a position lies within the printed columns and rows of its sheet."""

    def inside(x: int, row: int) -> bool:
        letter = sheet_at(plane, x)
        column, own = printed(SHEETS[letter], x, row)
        low, high = ROWS[letter]
        return low <= own <= high and 1 <= column <= COLUMNS[letter]

    return inside


def on_asia(raw: RawHex, europe: Projection) -> bool:
    """The Asian sheet begins where the East Europe sheet ends, and Africa's interior is off-map."""
    if sheet_at(PACIFIC, raw.x) != "A":
        return True
    here = number_at(PACIFIC, raw.x, raw.row)
    if here in ATTESTED | EUROPEAN:
        return here in ATTESTED
    x, y = (float(v) for v in europe(np.array(raw.lon), np.array(raw.lat)))
    row = y / ROW_HEIGHT
    if row > 1.0 and x < -0.5 and raw.lon < 62:
        return False
    column = -raw.x // 2
    if raw.country in AFRICA or (raw.lat < 12 and raw.lon < 42):
        return column <= AFRICAN_COLUMNS + (raw.kind == "coastal" and raw.country != "South Africa")
    if raw.lon < 60 and raw.lat > 62:
        return False
    if raw.kind == "sea":
        return column <= 31 or (raw.lat > 12 and raw.lon > 37)
    return True


def planes() -> tuple[str, ...]:
    """The three planes in the order in which they are built."""
    return (EUROPE, PACIFIC, AMERICAS)
