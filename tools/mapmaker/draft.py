"""The board while it is being made: hexes by number, and the hand-written tables that change them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from tools.mapmaker.classify import RawHex
from tools.mapmaker.design import Design, Planes
from tools.mapmaker.fit import hex_at
from worldfire.board.grid import STEPS

TROPICS = 18.0


@dataclass
class DraftHex:
    """One hex on its way to the board."""

    number: str
    scale: str
    lon: float
    lat: float
    kind: str
    terrain: str
    country: str
    region: str
    zone: str
    seas: set[str] = field(default_factory=set)
    dot: str = ""
    source: str = "fitted"
    exceptions: dict[str, str] = field(default_factory=dict)  # attribute -> source, where it differs

    @property
    def dry(self) -> bool:
        return self.kind in ("land", "coastal")


@dataclass
class DraftPlace:
    """A named place in its hex."""

    row: dict[str, str]
    name: str
    country: str
    hex: str
    hex_source: str


class Draft:
    """All hexes by number, with the plain grid between them."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.table = design.table
        self.hexes: dict[str, DraftHex] = {}
        self.places: dict[str, DraftPlace] = {}
        self.notes: list[str] = []

    def add_plane(self, plane: str, raws: dict[tuple[int, int], RawHex]) -> None:
        for (x, row), raw in raws.items():
            number = self.design.number_at(plane, x, row)
            scale = self.design.scales[number[0]]
            lon = raw.lon if raw.lon <= 180 else raw.lon - 360
            self.hexes[number] = DraftHex(
                number, scale, lon, raw.lat, raw.kind, raw.terrain, raw.country, raw.region, raw.zone
            )

    def in_grid(self, number: str) -> bool:
        """Off-map hexes in the border of a sheet touch only what their lines touch."""
        return number in self.hexes and (
            self.design.grid.sheets[number[0]].gridded or self.hexes[number].scale != "off-map"
        )

    def neighbours(self, number: str) -> Iterator[str]:
        if not self.in_grid(number):
            return
        at = self.design.grid.spot(number)
        for dx, dy in STEPS:
            other = self.design.number_at(at.plane, at.x + dx, at.row + dy)
            if self.in_grid(other):
                yield other

    def apply_boxes(self) -> None:
        for box in self.table("terrain_boxes"):
            for h in self.hexes.values():
                if (
                    h.number[0] in box["sheets"]
                    and h.terrain in ("clear", "forest")
                    and float(box["west"]) <= h.lon <= float(box["east"])
                    and float(box["south"]) <= h.lat <= float(box["north"])
                ):
                    h.terrain = box["terrain"]
                    h.exceptions["terrain"] = box["source"]

    def add_off_map(self) -> None:
        for row in self.table("offmap"):
            number = row["hex"]
            at = self.design.grid.spot(number)
            scale = self.design.scales[number[0]] if number in self.design.printed_inside else "off-map"
            lon, lat = float(row["lon"]), float(row["lat"])
            zone = self.design.off_map_zone(at.plane, lon, lat)
            seas = set(filter(None, row["seas"].split("|")))
            self.hexes[number] = DraftHex(
                number,
                scale,
                lon,
                lat,
                row["kind"],
                row["terrain"],
                row["country"],
                row["region"],
                zone,
                seas,
                row["dot"],
                row["source"],
            )

    def apply_overrides(self, rows: list[dict[str, str]]) -> None:
        for row in rows:
            for number in row["hex"].split():
                if number not in self.hexes:
                    self.notes.append(f"override of unknown hex {number}")
                    continue
                h = self.hexes[number]
                for assignment in row["set"].split(";"):
                    name, _, value = assignment.partition("=")
                    if name == "seas":
                        h.seas = set(filter(None, value.split("|")))
                    else:
                        setattr(h, name, value)
                    h.exceptions[name] = row["source"]
                if h.kind in ("sea", "lake"):
                    h.terrain = h.region = ""
                    h.country = h.country if h.kind == "lake" and "country" in h.exceptions else ""
                elif not h.terrain:
                    h.terrain = "jungle" if abs(h.lat) < TROPICS and number[0] in self.design.jungle else "clear"

    def locate(self, lon: float, lat: float, planes: Planes, sheets: str = "") -> str | None:
        """The on-map hex under a position, on these sheets or any."""
        allowed = {self.design.grid.sheets[letter].plane for letter in sheets or self.design.grid.sheets}
        for plane in self.design.planes:
            degrees = self.design.degrees_east(plane, lon)
            west, east = self.design.longitudes[plane]
            if plane not in allowed or not west < degrees < east:
                continue
            half, row = hex_at(*planes[plane](np.array(degrees), np.array(lat)))
            x, y = int(half), int(row)
            if self.design.wanted(plane)(x, y):
                number = self.design.number_at(plane, x, y)
                if self.in_grid(number):
                    return number
        return None

    def add_places(self, planes: Planes) -> None:
        for row in self.table("places"):
            country = re.sub(r"\s*\(.*\)", "", row["country"])
            number, how = row["hex"], row["hex_source"] or "fitted"
            if not number:
                number = self.locate(float(row["lon"]), float(row["lat"]), planes) or self._nearest_off_map(
                    row, country
                )
                number = self._ashore(number, row, country)
            if number not in self.hexes:
                self.notes.append(f"place without hex: {row['name']} {number}")
                continue
            h = self.hexes[number]
            if not h.dry:
                h.kind, h.country = "coastal", country
                h.terrain = (
                    "jungle"
                    if abs(h.lat) < 8 and number[0] in self.design.jungle and row["kind"] != "island"
                    else "clear"
                )
            if row["port"] != "0" and h.kind == "land":
                h.kind = "coastal"
            self.places[row["name"]] = DraftPlace(row, row["name"], country, number, how)

    def _nearest_off_map(self, row: dict[str, str], country: str) -> str:
        lon, lat = float(row["lon"]), float(row["lat"])
        own = [h for h in self.hexes.values() if h.country == country and h.scale == "off-map" and h.dry]
        if not own:
            return ""
        return min(own, key=lambda h: (h.lon - lon) ** 2 + (h.lat - lat) ** 2).number

    def _ashore(self, number: str, row: dict[str, str], country: str) -> str:
        """Moves a fitted place by one hex where its own would be sea, abroad, or inland for a port."""
        if number not in self.hexes or row["kind"] == "island":
            return number
        port = row["port"] != "0"

        def rank(candidate: str) -> tuple[int, int, float]:
            h = self.hexes[candidate]
            misfit = 0
            if not h.dry:
                misfit += 4
            elif h.country != country:
                misfit += 2
            if port and h.kind == "land":
                misfit += 2
            gap = (h.lon - float(row["lon"])) ** 2 + (h.lat - float(row["lat"])) ** 2
            return misfit, int(candidate != number), gap

        own_country = {h.country for h in self.hexes.values()}
        if country not in own_country:
            return number
        return min([number, *self.neighbours(number)], key=rank)
