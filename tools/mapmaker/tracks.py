"""Railways and roads: hand-written lines from town to town, laid over land along the shortest way."""

from __future__ import annotations

import heapq
import itertools

from tools.mapmaker.design import Planes
from tools.mapmaker.draft import Draft

ROUGH = {
    "mountain": 1.5,
    "desert mountain": 1.6,
    "swamp": 1.6,
    "jungle": 1.1,
    "desert": 1.1,
    "forest": 1.05,
    "clear": 1.0,
}


def lay(
    draft: Draft, planes: Planes, links: dict[tuple[str, str], str], barred: set[tuple[str, str]]
) -> dict[tuple[str, str], tuple[str, str]]:
    """Every hexside with a track: (kind, source) by pair."""
    stops = {name: place.hex for name, place in draft.places.items()}
    for row in draft.table("waypoints"):
        number = draft.locate(float(row["lon"]), float(row["lat"]), planes)
        if number is not None:
            stops[row["name"]] = number
    found: dict[tuple[str, str], tuple[str, str]] = {}
    near: dict[str, list[str]] = {}
    for a, b in links:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    for line in draft.table("rails"):
        names = line["via"].split("|")
        for start, end in itertools.pairwise(names):
            a, b = stops.get(start, start), stops.get(end, end)
            if a not in draft.hexes or b not in draft.hexes:
                draft.notes.append(f"track without end: {start} - {end}")
                continue
            path = _way(draft, a, b, near, barred, found, line["within"])
            if path is None:
                draft.notes.append(f"no way by land: {start} {a} - {end} {b}")
                continue
            for pair in itertools.pairwise(path):
                key = (min(pair), max(pair))
                if key not in found or (line["kind"] == "rail" and found[key][0] == "road"):
                    found[key] = (line["kind"], line["source"])
    for pair, kind in links.items():
        if kind in ("rail", "road"):
            found[min(pair), max(pair)] = (kind, "historical")
    return found


def _way(
    draft: Draft,
    start: str,
    end: str,
    near: dict[str, list[str]],
    barred: set[tuple[str, str]],
    laid: dict[tuple[str, str], tuple[str, str]],
    within: str,
) -> list[str] | None:
    """The cheapest way by land; a line that is said to stay within a country does not leave it."""
    best = {start: 0.0}
    before: dict[str, str] = {}
    heap = [(0.0, start)]
    while heap:
        cost, here = heapq.heappop(heap)
        if here == end:
            path = [end]
            while path[-1] != start:
                path.append(before[path[-1]])
            return path[::-1]
        if cost > best[here]:
            continue
        for other in [*draft.neighbours(here), *near.get(here, ())]:
            h = draft.hexes[other]
            pair = (min(here, other), max(here, other))
            if not h.dry or pair in barred or (within and h.country != within):
                continue
            size = draft.design.widths[h.scale]
            step = size * ROUGH[h.terrain] * (0.97 if pair in laid else 1.0)
            if cost + step < best.get(other, 1e9):
                best[other] = cost + step
                before[other] = here
                heapq.heappush(heap, (cost + step, other))
    return None
