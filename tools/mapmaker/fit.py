"""From longitude and latitude to the printed grid.

One smooth map per plane: a polynomial of low order through the places whose hex numbers the rulebook prints, then a
thin-plate warp of what is left, so that each of those places falls into its own hex and its surroundings follow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import RBFInterpolator

from worldfire.board.grid import AMERICAS, COMMON_GRID, EUROPE, PACIFIC, SHEETS

ROW_HEIGHT = math.sqrt(3) / 2

UNFITTED = {
    "W2301": "an inset",
    "W3215": "drawn in the border of the sheet",
    "E1653": "an off-map hex in the northern border",
    "E1201": "an off-map hex in the southern border",
}

DEGREE = {EUROPE: 3, PACIFIC: 3, AMERICAS: 1}
CENTRE = {EUROPE: (20.0, 47.0), PACIFIC: (125.0, 10.0), AMERICAS: (-80.0, 15.0)}
BOUNDS = {  # degrees west, east, south, north: generous, the sheets' own edges cut it
    EUROPE: (-30, 62, 20, 72),
    PACIFIC: (25, 215, -56, 72),
    AMERICAS: (-190, -15, -62, 80),
}


def anchors(places: list[dict[str, str]], plane: str) -> list[tuple[float, float, float, float]]:
    """(longitude, latitude, column, height) of each place with a printed number on the plane."""
    found = []
    for place in places:
        number = place["hex"][:5]
        if place["hex_source"] != "attested" or number in UNFITTED or SHEETS[number[0]].plane != plane:
            continue
        at = COMMON_GRID.spot(number)
        lon = float(place["lon"])
        if plane == PACIFIC and lon < 0:
            lon += 360
        found.append((lon, float(place["lat"]), at.x / 2, at.row * ROW_HEIGHT))
    return found


@dataclass
class Projection:
    """Grid coordinates (columns east, row heights north) on a lattice of half degrees, interpolated in between."""

    plane: str
    west: float
    south: float
    table: np.ndarray  # [lat, lon, (x, y)]
    residual: float  # the largest distance, in hexes, of a printed place from the polynomial alone

    STEP = 0.5

    def __call__(self, lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        u = np.clip((np.asarray(lon, float) - self.west) / self.STEP, 0, self.table.shape[1] - 1.001)
        v = np.clip((np.asarray(lat, float) - self.south) / self.STEP, 0, self.table.shape[0] - 1.001)
        i, j = v.astype(int), u.astype(int)
        a, b = (v - i)[..., None], (u - j)[..., None]
        t = self.table
        mixed = (t[i, j] * (1 - b) + t[i, j + 1] * b) * (1 - a) + (t[i + 1, j] * (1 - b) + t[i + 1, j + 1] * b) * a
        return mixed[..., 0], mixed[..., 1]


def fit(places: list[dict[str, str]], plane: str) -> Projection:
    """Fit one plane to its printed places."""
    points = np.array(anchors(places, plane))
    centre = np.array(CENTRE[plane])

    def terms(lonlat: np.ndarray) -> np.ndarray:
        d = (lonlat - centre) / 20
        degree = DEGREE[plane]
        columns = [d[:, 0] ** i * d[:, 1] ** j for i in range(degree + 1) for j in range(degree + 1 - i)]
        if plane == AMERICAS:
            columns.append(d[:, 1] ** 2)
        return np.column_stack(columns)

    coefficients, *_ = np.linalg.lstsq(terms(points[:, :2]), points[:, 2:], rcond=None)
    left = points[:, 2:] - terms(points[:, :2]) @ coefficients
    warp = RBFInterpolator(points[:, :2], left, kernel="linear", smoothing=0.5)
    west, east, south, north = BOUNDS[plane]
    lons = np.arange(west, east + Projection.STEP, Projection.STEP)
    lats = np.arange(south, north + Projection.STEP, Projection.STEP)
    lattice = np.array([(lon, lat) for lat in lats for lon in lons])
    # Far from every printed place the warp would run away; let it die out.
    near = np.min(np.hypot(lattice[:, None, 0] - points[None, :, 0], lattice[:, None, 1] - points[None, :, 1]), axis=1)
    fade = np.clip(2 - near / (8 if plane == EUROPE else 20), 0, 1)[:, None]
    table = terms(lattice) @ coefficients + warp(lattice) * fade
    return Projection(plane, west, south, table.reshape(len(lats), len(lons), 2), float(np.hypot(*left.T).max()))


def hex_at(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The (half-column, row) of the hex that holds each grid coordinate."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    best: np.ndarray | None = None
    half = np.zeros(x.shape, int)
    row = np.zeros(x.shape, int)
    for offset in (0, 1):
        r = np.floor(y / ROW_HEIGHT).astype(int) + offset
        h = 2 * np.round((2 * x - r % 2) / 2).astype(int) + r % 2
        gap = (x - h / 2) ** 2 + (y - r * ROW_HEIGHT) ** 2
        if best is None:
            best, half, row = gap, h, r
        else:
            better = gap < best
            half, row = np.where(better, h, half), np.where(better, r, row)
    return half, row
