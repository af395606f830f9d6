"""How the board of one title is laid out: its sheets and planes, and what differs when geography becomes hexes."""

from __future__ import annotations

import csv
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from worldfire.board.grid import Grid, number, printed

if TYPE_CHECKING:
    from tools.mapmaker.classify import RawHex
    from tools.mapmaker.draft import Draft
    from tools.mapmaker.fit import Projection

TABLES = Path(__file__).parent / "tables"
BOARDS = Path(__file__).resolve().parents[2] / "src" / "worldfire" / "data" / "board"

Pair = tuple[str, str]
Link = tuple[str, str]  # kind, source
Bounds = tuple[float, float, float, float]  # degrees west, east, south, north
Raws = dict[tuple[int, int], "RawHex"]
Planes = Mapping[str, "Projection"]


class Design(ABC):
    """One title's. Sheets are known by their letters, planes by their names."""

    title: str
    grid: Grid
    #: in the order in which they are built and in which a position is looked for
    planes: tuple[str, ...]
    #: generous, the sheets' own edges cut them
    bounds: ClassVar[Mapping[str, Bounds]]
    #: where positions are looked for on a plane: degrees west, degrees east
    longitudes: ClassVar[Mapping[str, tuple[float, float]]]
    columns: ClassVar[Mapping[str, int]]
    rows: ClassVar[Mapping[str, tuple[int, int]]]
    scales: ClassVar[Mapping[str, str]]
    #: planes whose hexes are so large that a river is nothing beside them
    without_rivers: frozenset[str]
    #: sheets whose tropics are jungle
    jungle: str
    #: how much longer than in Europe a track through a hex of the scale is
    widths: ClassVar[Mapping[str, float]]
    #: of a hex under the sea: above it the hex is a hexdot
    sea_share: ClassVar[Mapping[str, float]]
    #: metres above which the crest between two mountain hexes is alpine
    crests: ClassVar[Mapping[str, float]]
    #: hexes of the off-map table that lie inside the grid of their sheet
    printed_inside: frozenset[str] = frozenset()
    #: planes of which only every so manieth cell is read, because their hexes hold so many
    strides: ClassVar[Mapping[str, int]] = {}

    @property
    def folder(self) -> Path:
        """Where the finished board goes."""
        return BOARDS / self.title

    def table(self, name: str) -> list[dict[str, str]]:
        """A hand-written table; one that the title does not need is empty."""
        path = TABLES / self.title / f"{name}.csv"
        if not path.exists():
            return []
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def number_at(self, plane: str, x: int, row: int) -> str:
        """The printed number of a position."""
        return number(self.grid.sheets[self.sheet_at(plane, x)], x, row)

    def wanted(self, plane: str) -> Callable[[int, int], bool]:
        """Whether a position lies within the printed columns and rows of its sheet."""

        def inside(x: int, row: int) -> bool:
            letter = self.sheet_at(plane, x)
            column, own = printed(self.grid.sheets[letter], x, row)
            low, high = self.rows[letter]
            return low <= own <= high and 1 <= column <= self.columns[letter]

        return inside

    def degrees_east(self, plane: str, lon: float) -> float:
        """A longitude as the plane counts it: one that crosses 180° goes on beyond it."""
        return lon + 360 if lon < self.bounds[plane][0] and lon + 360 <= self.bounds[plane][1] else lon

    def owners_longitude(self, plane: str, lon: np.ndarray) -> np.ndarray:
        """Longitudes as the table of owners has them."""
        return lon

    @abstractmethod
    def sheet_at(self, plane: str, x: int) -> str:
        """The letter of the sheet that prints this half-column."""

    @abstractmethod
    def projection(self, plane: str) -> Projection:
        """From longitude and latitude to the grid of the plane."""

    @abstractmethod
    def zone(self, plane: str, lon: float, lat: float) -> str:
        """The weather zone of a position."""

    @abstractmethod
    def terrain(self, plane: str, heights: np.ndarray, climate: np.ndarray, lon: float, lat: float) -> str:
        """What the land of a hex looks like."""

    def taken(self, plane: str, lon: np.ndarray, lat: np.ndarray, planes: Planes) -> np.ndarray | None:
        """Cells of the plane that another plane draws; none: it draws all of them itself."""
        return None

    def kept(self, plane: str, raws: Raws, planes: Planes) -> Raws:
        """The hexes that are printed, of those that could be."""
        return raws

    @abstractmethod
    def off_map_zone(self, plane: str, lon: float, lat: float) -> str:
        """The weather zone of a hex in the border of a sheet."""

    @abstractmethod
    def joins(self, draft: Draft, planes: Planes) -> dict[Pair, Link]:
        """How planes meet, and sea dots beyond what the plain grid gives; colours the dots."""

    @abstractmethod
    def settle(self, draft: Draft) -> None:
        """What follows from the places, once they have their hexes."""

    def sea_borders(self, found: dict[Pair, tuple[str, str]], draft: Draft) -> dict[Pair, tuple[str, str]]:
        """Which sea areas that touch are adjacent."""
        return found

    def start_lines(self, draft: Draft, placed: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """Regions that a line divides from the rest of their country: region, hex, source."""
        return []
