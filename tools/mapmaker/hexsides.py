"""What runs along the hexsides: sea, lakes, alpine crests, rivers."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import numpy as np

from tools.mapmaker.classify import Cells, RawHex
from tools.mapmaker.draft import Draft
from tools.mapmaker.fit import ROW_HEIGHT, Projection, hex_at
from worldfire.board.grid import STEPS

Position = tuple[int, int]
Side = tuple[Position, Position]

EDGE_BAND = 0.13  # how close to a hexside, in hexes, a cell must lie to speak for it
ABOVE_ONE_SIDE = 250.0


def side(a: Position, b: Position) -> Side:
    """A hexside, named by its two hexes in a fixed order."""
    return (a, b) if a < b else (b, a)


def sampled(cells: Cells, projection: Projection, hexes: dict[Position, RawHex], crest: float) -> dict[Side, str]:
    """All-sea, lake and alpine hexsides between land hexes, from the cells along them."""
    x, y = projection(cells.lon, cells.lat)
    half, row = hex_at(x, y)
    dx, dy = x - half / 2, y - row * ROW_HEIGHT
    nearest = np.full(x.shape, np.inf)
    direction = np.zeros(x.shape, int)
    for index, (sx, sy) in enumerate(STEPS):
        gap = ((dx - sx / 2) ** 2 + (dy - sy * ROW_HEIGHT) ** 2 - dx**2 - dy**2) / 2
        closer = gap < nearest
        nearest, direction = np.where(closer, gap, nearest), np.where(closer, index, direction)
    close = np.flatnonzero(nearest < EDGE_BAND)
    samples: dict[Side, list[int]] = defaultdict(list)
    for i in close:
        here = (int(half[i]), int(row[i]))
        step = STEPS[direction[i]]
        there = (here[0] + step[0], here[1] + step[1])
        if here in hexes and there in hexes:
            samples[side(here, there)].append(int(i))
    found = {}
    for pair, indices in samples.items():
        a, b = hexes[pair[0]], hexes[pair[1]]
        land, lake = cells.land[indices], cells.lake[indices]
        apart = a.masses and b.masses and not a.masses & b.masses
        if land.mean() < 0.08 or apart:
            found[pair] = "all-sea"
        elif lake.mean() > 0.55:
            found[pair] = "lake"
        elif "mountain" in a.terrain and "mountain" in b.terrain:
            height = float(cells.elevation[indices].mean())
            if height > crest and height > min(a.height, b.height) + ABOVE_ONE_SIDE:  # a crest, not a plateau
                found[pair] = "alpine"
    return found


def vertices(where: Position) -> list[tuple[int, int]]:
    """The six corners of a hex, on a lattice of half-columns and thirds of a row so that neighbours share them."""
    x, row = where
    return [
        (x, 3 * row + 2),
        (x + 1, 3 * row + 1),
        (x + 1, 3 * row - 1),
        (x, 3 * row - 2),
        (x - 1, 3 * row - 1),
        (x - 1, 3 * row + 1),
    ]


SIDE_OF_STEP = {(2, 0): (1, 2), (1, 1): (0, 1), (-1, 1): (5, 0), (-2, 0): (4, 5), (-1, -1): (3, 4), (1, -1): (2, 3)}


class RiverBed:
    """Snaps river courses to chains of hexsides."""

    def __init__(self, hexes: dict[Position, RawHex]) -> None:
        self._hexes = hexes
        self._links: dict[tuple[int, int], dict[tuple[int, int], Side]] = defaultdict(dict)
        for where in hexes:
            corners = vertices(where)
            for step, (i, j) in SIDE_OF_STEP.items():
                other = (where[0] + step[0], where[1] + step[1])
                if other in hexes:
                    self._links[corners[i]][corners[j]] = side(where, other)
                    self._links[corners[j]][corners[i]] = side(where, other)

    def snap(self, line: list[tuple[float, float]], projection: Projection) -> list[Side]:
        """The hexsides that a course (longitude, latitude) follows, as one chain."""
        points = np.array(line)
        x, y = projection(points[:, 0], points[:, 1])
        dense: list[tuple[float, float]] = []
        for i in range(len(x) - 1):
            n = max(1, math.ceil(max(abs(x[i + 1] - x[i]), abs(y[i + 1] - y[i])) / 0.2))
            dense.extend((x[i] + (x[i + 1] - x[i]) * k / n, y[i] + (y[i + 1] - y[i]) * k / n) for k in range(n))
        dense.append((float(x[-1]), float(y[-1])))
        chain: list[tuple[int, int]] = []
        for px, py in dense:
            corner = self._corner(px, py)
            if corner is None:
                continue
            if not chain:
                chain.append(corner)
            elif corner != chain[-1]:
                self._walk(chain, corner)
        return [self._links[a][b] for a, b in itertools.pairwise(chain) if b in self._links[a]]

    def _corner(self, px: float, py: float) -> tuple[int, int] | None:
        half, row = hex_at(np.array(px), np.array(py))
        where = (int(half), int(row))
        if where not in self._hexes:
            return None
        corners = vertices(where)
        return min(corners, key=lambda v: (v[0] / 2 - px) ** 2 + (v[1] * ROW_HEIGHT / 3 - py) ** 2)

    def _walk(self, chain: list[tuple[int, int]], target: tuple[int, int]) -> None:
        frontier = [[chain[-1]]]
        for _ in range(5):
            following = []
            for path in frontier:
                for corner in self._links[path[-1]]:
                    if corner == target:
                        steps = [*path[1:], corner]
                        for step in steps:
                            if len(chain) > 1 and chain[-2] == step:
                                chain.pop()  # a there-and-back spur is noise
                            else:
                                chain.append(step)
                        return
                    if corner not in path:
                        following.append([*path, corner])
            frontier = following
        chain.append(target)


def rivers(
    lines: list[list[tuple[float, float]]],
    projection: Projection,
    hexes: dict[Position, RawHex],
    bounds: tuple[float, ...],
) -> set[Side]:
    """Every hexside along a river of the source, between two hexes with land."""
    bed = RiverBed(hexes)
    west, east, south, north = bounds
    found: set[Side] = set()
    for line in lines:
        shifted = [(lon + 360 if lon + 360 <= east and lon < west else lon, lat) for lon, lat in line]
        if len(shifted) < 2 or not any(west < lon < east and south < lat < north for lon, lat in shifted):
            continue
        found.update(bed.snap(shifted, projection))
    return {pair for pair in found if all(hexes[end].kind in ("land", "coastal") for end in pair)}


def finish(
    draft: Draft, sides: dict[tuple[str, str], str], courses: set[tuple[str, str]]
) -> dict[tuple[str, str], tuple[set[str], str]]:
    """Every hexside that is not plain: its kinds and where they come from, after the hand-written table."""
    found: dict[tuple[str, str], tuple[set[str], str]] = {}

    def both_dry(a: str, b: str) -> bool:
        return a in draft.hexes and b in draft.hexes and draft.hexes[a].dry and draft.hexes[b].dry

    for pair, kind in sides.items():
        if both_dry(*pair):
            found[pair] = ({kind}, "fitted")
    for pair in courses:
        if (
            both_dry(*pair)
            and "all-sea" not in found.get(pair, (set(), ""))[0]
            and "lake" not in found.get(pair, (set(), ""))[0]
        ):
            kinds, source = found.get(pair, (set(), "fitted"))
            found[pair] = (kinds - {"alpine"} | {"river"}, source)
    for name, kind in (("sea_between", "all-sea"), ("border_forts", "fort")):
        for row in draft.table(name):
            for pair in _frontier(draft, row["a"], row["b"]):
                kept = found.get(pair, (set(), ""))[0] if kind == "fort" else set()
                found[pair] = (kept | {kind}, row["source"])
    for row in draft.table("straits"):
        a, b = draft.places[row["a"]].hex, draft.places[row["b"]].hex
        if b not in draft.neighbours(a):
            draft.notes.append(f"straits between places that do not touch: {row['a']} {a} - {row['b']} {b}")
            continue
        found[min(a, b), max(a, b)] = ({"straits"}, row["source"])
    for row in draft.table("hexsides"):
        pair = (min(row["a"], row["b"]), max(row["a"], row["b"]))
        if any(end not in draft.hexes or draft.hexes[end].kind == "sea" for end in pair):
            draft.notes.append(f"hexside not between land hexes: {pair}")
            continue
        found[pair] = (set(filter(None, row["kinds"].split("+"))), row["source"])
    return {pair: value for pair, value in found.items() if value[0]}


def _frontier(draft: Draft, a: str, b: str) -> list[tuple[str, str]]:
    """The hexsides between two countries."""
    return [
        (min(number, other), max(number, other))
        for number, h in draft.hexes.items()
        if h.country == a
        for other in draft.neighbours(number)
        if draft.hexes[other].country == b
    ]
