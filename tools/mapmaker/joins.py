"""How the sheets meet: border lines of the off-map areas, blue lines between seas, and what joins of planes share."""

from __future__ import annotations

import numpy as np

from tools.mapmaker.design import Link, Pair
from tools.mapmaker.draft import Draft
from tools.mapmaker.fit import Projection


def pair(a: str, b: str) -> Pair:
    """Two hexes in a fixed order."""
    return (a, b) if a < b else (b, a)


class Inverse:
    """Longitude and latitude of a grid coordinate, by search on the projection's own lattice."""

    def __init__(self, projection: Projection) -> None:
        rows, columns, _ = projection.table.shape
        lats = projection.south + np.arange(rows) * projection.STEP
        lons = projection.west + np.arange(columns) * projection.STEP
        self._points = projection.table.reshape(-1, 2)
        self._lonlat = np.array([(lon, lat) for lat in lats for lon in lons])

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        gap = (self._points[:, 0] - x) ** 2 + (self._points[:, 1] - y) ** 2
        nearest = np.argsort(gap)[:4]
        weight = 1 / (gap[nearest] + 1e-6)
        lon, lat = (self._lonlat[nearest] * weight[:, None]).sum(axis=0) / weight.sum()
        return float(lon), float(lat)


def border_lines(draft: Draft) -> dict[Pair, Link]:
    """The hand-written lines of the off-map areas, widened to the edge hexes beside the one they reach (2.1.1)."""
    found: dict[Pair, Link] = {}
    for row in draft.table("links"):
        ends = [draft.places[n].hex if n in draft.places else n for n in (row["a"], row["b"])]
        missing = [n for n in ends if n not in draft.hexes]
        if missing:
            draft.notes.append(f"link to unknown hex {missing}")
            continue
        found[pair(*ends)] = (row["kind"], row["source"])
    for (a, b), (kind, _) in list(found.items()):
        if kind not in ("rail", "road", "grey"):
            continue
        for off, on in ((a, b), (b, a)):
            if draft.in_grid(off) or not draft.in_grid(on) or not _at_edge(draft, on):
                continue
            for beside in draft.neighbours(on):
                if _at_edge(draft, beside) and draft.hexes[beside].dry:
                    found.setdefault(pair(off, beside), ("edge", "fitted"))
    return found


def _at_edge(draft: Draft, number: str) -> bool:
    return draft.in_grid(number) and len(list(draft.neighbours(number))) < 6


def blue_lines(draft: Draft) -> dict[Pair, Link]:
    """Orange and red hexdots on either side of a blue line; colours the dots."""
    found: dict[Pair, Link] = {}
    for row in draft.table("blue_lines"):
        sides = [_dots(draft, row[f"sea_{s}"], row[f"dots_{s}"]) for s in "ab"]
        if not all(sides):
            draft.notes.append(f"blue line without dots: {row['sea_a']} - {row['sea_b']} {sides}")
        for a in sides[0]:
            for b in sides[1]:
                found[pair(a, b)] = ("blue", row["source"])
                for number in (a, b):
                    if draft.hexes[number].kind == "sea":
                        draft.hexes[number].dot = row["colour"]
    return found


def _dots(draft: Draft, sea: str, which: str) -> list[str]:
    if which[:1] in "WEAPM" and which[1:].isdigit():
        if which in draft.hexes and (draft.hexes[which].kind != "sea" or sea in draft.hexes[which].seas):
            return [which]
        return []
    own = sorted(
        (h.number for h in draft.hexes.values() if h.kind == "sea" and h.seas == {sea} and draft.in_grid(h.number)),
        key=lambda n: n[3:],
    )
    if not own:
        return []
    if own[0][0] == "W":
        return [n for n in own if int(n[1:3]) == 33]
    if own[0][0] == "P":
        edge = [n for n in own if int(n[1:3]) == 1]
        return edge[-3:] if which == "north" else edge[:-3] if which == "south" else edge
    if sea in ("North Atlantic", "Denmark Strait"):
        return [n for n in own if int(n[1:3]) == 1][-1:]
    return [n for n in own if int(n[1:3]) == 18] or [max(own, key=lambda n: n[1:3])]
