"""From longitude and latitude to the printed grid.

Where a rulebook prints many hex numbers: a polynomial of low order through their places, then a thin-plate warp of what is
left, so that each of those places falls into its own hex and its surroundings follow. Otherwise a formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import RBFInterpolator

from tools.mapmaker.design import Bounds

ROW_HEIGHT = math.sqrt(3) / 2

Anchor = tuple[float, float, float, float]  # longitude, latitude, column, height


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


@dataclass(frozen=True)
class Curve:
    """How freely a plane bends: the order of its polynomial, about which point, and how far a printed place pulls."""

    degree: int
    centre: tuple[float, float]
    reach: float  # degrees
    square_of_latitude: bool = False


def fit(anchors: Sequence[Anchor], plane: str, curve: Curve, bounds: Bounds) -> Projection:
    """Fit one plane to its printed places."""
    points = np.array(anchors)
    centre = np.array(curve.centre)

    def terms(lonlat: np.ndarray) -> np.ndarray:
        d = (lonlat - centre) / 20
        degree = curve.degree
        columns = [d[:, 0] ** i * d[:, 1] ** j for i in range(degree + 1) for j in range(degree + 1 - i)]
        if curve.square_of_latitude:
            columns.append(d[:, 1] ** 2)
        return np.column_stack(columns)

    coefficients, *_ = np.linalg.lstsq(terms(points[:, :2]), points[:, 2:], rcond=None)
    left = points[:, 2:] - terms(points[:, :2]) @ coefficients
    warp = RBFInterpolator(points[:, :2], left, kernel="linear", smoothing=0.5)

    def grid(lonlat: np.ndarray) -> np.ndarray:
        # Far from every printed place the warp would run away; let it die out.
        gaps = np.hypot(lonlat[:, None, 0] - points[None, :, 0], lonlat[:, None, 1] - points[None, :, 1])
        fade = np.clip(2 - np.min(gaps, axis=1) / curve.reach, 0, 1)[:, None]
        found: np.ndarray = terms(lonlat) @ coefficients + warp(lonlat) * fade
        return found

    return tabulated(plane, bounds, grid, float(np.hypot(*left.T).max()))


def tabulated(
    plane: str, bounds: Bounds, grid: Callable[[np.ndarray], np.ndarray], residual: float = 0.0
) -> Projection:
    """A projection of this plane; `grid` gives (column, height) for rows of (longitude, latitude)."""
    west, east, south, north = bounds
    lons = np.arange(west, east + Projection.STEP, Projection.STEP)
    lats = np.arange(south, north + Projection.STEP, Projection.STEP)
    lattice = np.array([(lon, lat) for lat in lats for lon in lons])
    return Projection(plane, west, south, grid(lattice).reshape(len(lats), len(lons), 2), residual)


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
