"""The three sheets of Fatal Alliances III: West and East Europe by a formula that meets every number the rulebook prints, and
the World in a grid of our own, because nothing of its numbers is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from tools.mapmaker.design import Bounds, Design, Link, Pair, Planes, Raws
from tools.mapmaker.draft import Draft
from tools.mapmaker.fit import ROW_HEIGHT, Projection, hex_at, tabulated
from tools.mapmaker.joins import Inverse, pair
from tools.mapmaker.relief import coarse_mountain, cover, fine_mountain
from worldfire.board.grid import EUROPE, STEPS, Grid, Sheet

WORLD = "World"
LARGE = "large"
"""The colour of the hexdots that touch the other scale (2.1.1)."""

# x in hex widths and row of East Europe: these times 1, u, v, u², uv, v² with u = (lon - 15) / 20, v = (lat - 47) / 12
COLUMN = (-33.310065, 16.897293, 1.225009, 0.289433, -2.723847, 0.009795)
ROW = (26.742366, -0.891904, 16.884172, 1.490730, 0.120313, 0.416813)
SEAM = -20.0  # degrees east, where the World sheet begins and ends
COLUMNS_A_DEGREE, ROWS_A_DEGREE, SOUTH = 0.15198, 0.21424, -60.0

LAST_COLUMN = 55
WHOLE_HEX = 1 / (COLUMNS_A_DEGREE * ROWS_A_DEGREE) * 12 * 12  # cells
SMALLEST_PIECE = 0.3  # of a World hex that Europe's sheets leave over
FARTHEST_JOIN = 1.25  # World hexes from the edge of Europe's sheets


class Fa(Design):
    title = "fa"
    grid = Grid(
        (
            Sheet("W", EUROPE, 1, -60, 0, "West Europe"),
            Sheet("E", EUROPE, -1, 0, 0, "East Europe and the Middle East"),
            Sheet("G", WORLD, 1, 0, 0, "The World", eastwards=1, gridded=True, width=2.0),
        )
    )
    planes = (EUROPE, WORLD)
    bounds: ClassVar[Mapping[str, Bounds]] = {EUROPE: (-34, 62, 22, 72), WORLD: (SEAM, SEAM + 360, SOUTH, 76)}
    longitudes: ClassVar[Mapping[str, tuple[float, float]]] = {EUROPE: (-34, 62), WORLD: (SEAM - 1, SEAM + 361)}
    columns: ClassVar[Mapping[str, int]] = {"W": 33, "E": 30, "G": LAST_COLUMN}
    rows: ClassVar[Mapping[str, tuple[int, int]]] = {"W": (1, 51), "E": (1, 51), "G": (1, 30)}
    scales: ClassVar[Mapping[str, str]] = {"W": "European", "E": "European", "G": "World"}
    without_rivers = frozenset({WORLD})
    jungle = "G"
    widths: ClassVar[Mapping[str, float]] = {"European": 1.0, "World": 6.7}
    crests: ClassVar[Mapping[str, float]] = {EUROPE: 2050.0, WORLD: 4300.0}
    strides: ClassVar[Mapping[str, int]] = {WORLD: 2}
    sea_share: ClassVar[Mapping[str, float]] = {EUROPE: 0.88, WORLD: 0.78}

    def owners_longitude(self, plane: str, lon: np.ndarray) -> np.ndarray:
        return (lon + 180) % 360 - 180

    def sheet_at(self, plane: str, x: int) -> str:
        """In odd rows the last column of the East lies where the first of the West would: the East's number is used."""
        return "G" if plane == WORLD else "W" if x <= -62 else "E"

    def projection(self, plane: str) -> Projection:
        return tabulated(plane, self.bounds[plane], _european if plane == EUROPE else _worldwide)

    def zone(self, plane: str, lon: float, lat: float) -> str:
        """By parallels; the Mediterranean zone is Europe's south and the Middle East."""
        if plane == EUROPE:
            return "Arctic" if lat > 59.2 else "North Temperate" if lat > 44.0 else "Mediterranean"
        if lat > 54:
            return "Arctic"
        if 28 < lat < 40 and lon < 62:
            return "Mediterranean"
        if lat > 27:
            return "North Temperate"
        if lat > 0:
            return "North Monsoon"
        return "South Monsoon" if lat > -24 else "South Temperate"

    def off_map_zone(self, plane: str, lon: float, lat: float) -> str:
        return self.zone(plane, lon, lat)

    def terrain(self, plane: str, heights: np.ndarray, climate: np.ndarray, lon: float, lat: float) -> str:
        mountain = (fine_mountain if plane == EUROPE else coarse_mountain)(heights)
        return cover(mountain, climate, lon, lat, european=plane == EUROPE)

    def taken(self, plane: str, lon: np.ndarray, lat: np.ndarray, planes: Planes) -> np.ndarray | None:
        """Where Europe's sheets are, the World is not drawn again."""
        if plane != WORLD:
            return None
        west, east, south, north = self.bounds[EUROPE]
        degrees = (lon + 180) % 360 - 180
        x, row = hex_at(*planes[EUROPE](degrees, lat))
        odd = row % 2
        low, high = self.rows["E"]
        on_sheet = (row >= low) & (row <= high) & (x <= -2 - odd) & (x >= -60 - 2 * self.columns["W"] + odd)
        inside: np.ndarray = on_sheet & (degrees > west) & (degrees < east) & (lat > south) & (lat < north)
        return inside

    def kept(self, plane: str, raws: Raws, planes: Planes) -> Raws:
        """A World hex of which little is left beside Europe is not printed, unless a place lies in it."""
        if plane != WORLD:
            return raws
        named = {row["hex"] for row in self.table("places")} | {row["hex"] for row in self.table("world_hexes")}
        enough = SMALLEST_PIECE * WHOLE_HEX / self.strides[WORLD] ** 2
        return {
            where: raw for where, raw in raws.items() if raw.cells >= enough or self.number_at(WORLD, *where) in named
        }

    def joins(self, draft: Draft, planes: Planes) -> dict[Pair, Link]:
        """A hex at the edge of Europe touches the World hexes beyond it; so do the two ends of the World sheet."""
        beyond = self._beyond_europe(draft, planes)
        found: dict[Pair, Link] = {}
        for number, others in beyond.items():
            for other in others:
                found[pair(number, other)] = ("join", "fitted")
                for dot in (number, other):
                    if draft.hexes[dot].kind == "sea":
                        draft.hexes[dot].dot = LARGE
        for row in range(self.rows["G"][0], self.rows["G"][1] + 1):
            east = f"G{LAST_COLUMN:02d}{row:02d}"
            near = [f"G01{row:02d}"] + ([f"G01{row + d:02d}" for d in (-1, 1)] if row % 2 else [])
            for west in near:
                if east in draft.hexes and west in draft.hexes:
                    found[pair(east, west)] = ("join", "fitted")
        return found

    def _beyond_europe(self, draft: Draft, planes: Planes) -> dict[str, set[str]]:
        lonlat_of = Inverse(planes[EUROPE])
        world = {n: self.grid.spot(n) for n in draft.hexes if n[0] == "G"}
        centres = np.array([(at.x / 2, at.row * ROW_HEIGHT) for at in world.values()])
        numbers = list(world)
        found: dict[str, set[str]] = {}
        for number in (n for n in draft.hexes if n[0] != "G"):
            at = self.grid.spot(number)
            for dx, dy in STEPS:
                if self.number_at(EUROPE, at.x + dx, at.row + dy) in draft.hexes:
                    continue
                lon, lat = lonlat_of((at.x + dx) / 2, (at.row + dy) * ROW_HEIGHT)
                x, y = planes[WORLD](np.array(self.degrees_east(WORLD, lon)), np.array(lat))
                gaps = np.hypot(centres[:, 0] - x, centres[:, 1] - y)
                if gaps.min() < FARTHEST_JOIN:
                    found.setdefault(number, set()).add(numbers[int(gaps.argmin())])
        return found

    def settle(self, draft: Draft) -> None:
        """A hex belongs to the country of its places."""
        owners: dict[str, set[str]] = {}
        for place in draft.places.values():
            owners.setdefault(place.hex, set()).add(place.country)
        for number, countries in sorted(owners.items()):
            h = draft.hexes[number]
            if len(countries) > 1:
                draft.notes.append(f"places of several countries in {number}: {sorted(countries)}")
            elif h.country not in countries:
                if h.country and number[0] != "G":
                    draft.notes.append(f"{number} was {h.country}, its places are {sorted(countries)}")
                h.country, h.region = min(countries), ""
                h.exceptions["country"] = "historical"

    def sea_borders(self, found: dict[Pair, tuple[str, str]], draft: Draft) -> dict[Pair, tuple[str, str]]:
        """Exactly those of the table: areas that merely touch are told to whoever draws them."""
        listed = {pair(row["a"], row["b"]) for row in self.table("sea_links")}
        for touching in sorted(set(found) - listed):
            draft.notes.append(f"sea areas touch that are not adjacent: {' - '.join(touching)}")
        return {border: what for border, what in found.items() if border in listed}

    def start_lines(self, draft: Draft, placed: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """Siberia is Russia on the World sheet; some countries to be are made of several regions."""
        regions = [
            ("Siberia", number, "attested")
            for number, h in sorted(draft.hexes.items())
            if h.country == "Russia" and number[0] == "G" and h.region != "Siberia"
        ]
        for whole, parts in (("Ukraine", ("West Ukraine", "East Ukraine")), ("Czech", ("Bohemia", "Slovakia"))):
            regions += [(whole, number, "attested") for region, number, _ in placed if region in parts]
        return regions


def _european(lonlat: np.ndarray) -> np.ndarray:
    u, v = (lonlat[:, 0] - 15) / 20, (lonlat[:, 1] - 47) / 12
    terms = np.column_stack((np.ones_like(u), u, v, u * u, u * v, v * v))
    found: np.ndarray = terms @ np.column_stack((COLUMN, np.array(ROW) * ROW_HEIGHT))
    return found


def _worldwide(lonlat: np.ndarray) -> np.ndarray:
    x = 1 + (lonlat[:, 0] - SEAM) * COLUMNS_A_DEGREE
    return np.column_stack((x, (1 + (lonlat[:, 1] - SOUTH) * ROWS_A_DEGREE) * ROW_HEIGHT))
