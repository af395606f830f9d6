"""The five sheets of World in Flames, fitted to the hex numbers that its rulebook prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from tools.mapmaker import asia
from tools.mapmaker.classify import RawHex
from tools.mapmaker.design import Bounds, Design, Link, Pair, Planes, Raws
from tools.mapmaker.draft import Draft
from tools.mapmaker.fit import ROW_HEIGHT, Anchor, Curve, Projection, fit
from tools.mapmaker.relief import coarse_mountain, cover, fine_mountain
from worldfire.board.grid import AMERICAS, COMMON_GRID, EUROPE, PACIFIC

UNFITTED = {
    "W2301": "an inset",
    "W3215": "drawn in the border of the sheet",
    "E1653": "an off-map hex in the northern border",
    "E1201": "an off-map hex in the southern border",
}
CURVES = {
    EUROPE: Curve(3, (20.0, 47.0), 8),
    PACIFIC: Curve(3, (125.0, 10.0), 20),
    AMERICAS: Curve(1, (-80.0, 15.0), 20, square_of_latitude=True),
}
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


class Wif(Design):
    title = "wif"
    grid = COMMON_GRID
    planes = (EUROPE, PACIFIC, AMERICAS)
    bounds: ClassVar[Mapping[str, Bounds]] = {
        EUROPE: (-30, 62, 20, 72),
        PACIFIC: (25, 215, -56, 72),
        AMERICAS: (-190, -15, -62, 80),
    }
    longitudes: ClassVar[Mapping[str, tuple[float, float]]] = {
        EUROPE: (-31, 60),
        PACIFIC: (25, 215),
        AMERICAS: (-185, -15),
    }
    columns: ClassVar[Mapping[str, int]] = {"W": 33, "E": 30, "A": 34, "P": 31, "M": 18}
    rows: ClassVar[Mapping[str, tuple[int, int]]] = {
        "W": (2, 51),
        "E": (2, 51),
        "A": (1, 51),
        "P": (1, 51),
        "M": (3, 25),
    }
    scales: ClassVar[Mapping[str, str]] = {
        "W": "European",
        "E": "European",
        "A": "Pacific",
        "P": "Pacific",
        "M": "off-map",
    }
    without_rivers = frozenset({AMERICAS})
    jungle = "AP"
    widths: ClassVar[Mapping[str, float]] = {"European": 1.0, "Pacific": 2.5, "off-map": 8.0}
    crests: ClassVar[Mapping[str, float]] = {EUROPE: 2050.0, PACIFIC: 4300.0, AMERICAS: 4300.0}
    sea_share: ClassVar[Mapping[str, float]] = {EUROPE: 0.88, PACIFIC: 0.88, AMERICAS: 0.88}
    printed_inside = frozenset({"W3215", "W3308"})

    def sheet_at(self, plane: str, x: int) -> str:
        if plane == EUROPE:
            return "W" if x <= -62 else "E"
        if plane == PACIFIC:
            return "A" if x <= -2 else "P"
        return "M"

    def projection(self, plane: str) -> Projection:
        return fit(self._anchors(plane), plane, CURVES[plane], self.bounds[plane])

    def _anchors(self, plane: str) -> list[Anchor]:
        """Each place with a printed number on the plane."""
        found = []
        for place in self.table("places"):
            number = place["hex"][:5]
            if place["hex_source"] != "attested" or number in UNFITTED or self.grid.sheets[number[0]].plane != plane:
                continue
            at = self.grid.spot(number)
            lon = float(place["lon"])
            if plane == PACIFIC and lon < 0:
                lon += 360
            found.append((lon, float(place["lat"]), at.x / 2, at.row * ROW_HEIGHT))
        return found

    def zone(self, plane: str, lon: float, lat: float) -> str:
        """The printed zones follow parallels; the Mediterranean zone is Europe's south and the Middle East."""
        if plane == EUROPE:
            return "Arctic" if lat > 59.2 else "North Temperate" if lat > 44.0 else "Mediterranean"
        if lat > 54:
            return "Arctic"
        if lat > 28 and lon < 62 and lat < 40 and plane == PACIFIC:
            return "Mediterranean"
        if lat > 27:
            return "North Temperate"
        if lat > 0:
            return "North Monsoon"
        return "South Monsoon" if lat > -24 else "South Temperate"

    def off_map_zone(self, plane: str, lon: float, lat: float) -> str:
        return self.zone(PACIFIC if plane == PACIFIC or lat < 25 else EUROPE, lon, lat)

    def terrain(self, plane: str, heights: np.ndarray, climate: np.ndarray, lon: float, lat: float) -> str:
        if plane == EUROPE:
            mountain = fine_mountain(heights)
        elif plane == PACIFIC:
            low, high = np.percentile(heights, (10, 90))
            mountain = bool((high - low > 850 and high > 950) or (heights.mean() > 3600))
        else:
            mountain = coarse_mountain(heights)
        return cover(mountain, climate, lon, lat, european=plane == EUROPE)

    def kept(self, plane: str, raws: Raws, planes: Planes) -> Raws:
        if plane != PACIFIC:
            return raws
        return {where: raw for where, raw in raws.items() if self._on_asia(raw, planes[EUROPE])}

    def _on_asia(self, raw: RawHex, europe: Projection) -> bool:
        """The Asian sheet begins where the East Europe sheet ends, and Africa's interior is off-map."""
        if self.sheet_at(PACIFIC, raw.x) != "A":
            return True
        here = self.number_at(PACIFIC, raw.x, raw.row)
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

    def settle(self, draft: Draft) -> None:
        """The tables say of every hex whose it is."""

    def joins(self, draft: Draft, planes: Planes) -> dict[Pair, Link]:
        return asia.east_europe_to_asia(draft, planes)

    def start_lines(self, draft: Draft, placed: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        regions = []
        known = {number for region, number, _ in placed if region in ("Vichy France", "Occupied France")}
        for number, h in sorted(draft.hexes.items()):
            if h.country == "France" and number not in known:
                regions.append(("Vichy France" if _vichy(h.lon, h.lat) else "Occupied France", number, "historical"))
            for region, country, holds in LINES:
                if h.country == country and holds(h.lon, h.lat):
                    regions.append((region, number, "historical"))
        return regions


def _vichy(lon: float, lat: float) -> bool:
    """South of the demarcation line of June 1940, inland of the Atlantic strip."""
    if lon < -0.2 + (45.5 - lat) * 0.15:
        return False
    return lat < (46.3 if lon < 1.2 else 46.9 if lon < 4.6 else 46.2)


def _occupied(lon: float, lat: float) -> bool:
    """Japan's hold on the coast and the railways in September 1939."""
    north = lat > 35.6 and lon > 111.0
    coast = lon > 116.2 and lat > 29.5
    middle = 113.5 < lon < 117 and 29.8 < lat < 31.6
    canton = 112.6 < lon < 114.0 and 22.6 < lat < 23.9
    return north or coast or middle or canton


LINES = (
    ("Occupied China", "China", _occupied),
    ("Burma south of the 1942 line", "Burma", lambda lon, lat: lat < 25.2),
    ("Papua north of the 1942 line", "Papua", lambda lon, lat: lat > -7.6),
    ("New Guinea north of the 1942 line", "Netherlands East Indies", lambda lon, lat: lon < 130 or lat > -4.5),
)
"""Start lines that divide a country: region, country, and on which side of the line a position lies."""
