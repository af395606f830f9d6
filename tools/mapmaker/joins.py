"""How the sheets meet: the East Europe-Asia join, border lines of the off-map areas, blue lines between seas."""

from __future__ import annotations

import numpy as np

from tools.mapmaker.draft import Draft, table
from tools.mapmaker.fit import ROW_HEIGHT, Projection
from worldfire.board.grid import COMMON_GRID, EUROPE, PACIFIC, STEPS

Pair = tuple[str, str]
Side = tuple[str, int]  # a hex and one of its six directions
Link = tuple[str, str]  # kind, source

NORTH_WEST, WEST, SOUTH_WEST = 2, 3, 4  # in `STEPS`
EDGE_BEGINS, EDGE_ENDS = ("A3433", WEST), ("A2651", WEST)
"""The first and the last hexside of Asia's edge that bears a number: from the Gulf of Akaba to the Urals."""
TABRIZ = {"E0117": ("A3039", SOUTH_WEST), "E0118": ("A3039", WEST), "E0119": ("A3039", NORTH_WEST)}
"""The three numbers that the rulebook tells, on the only three hexsides of Tabriz that lie in the edge."""


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


def east_europe_to_asia(draft: Draft, planes: dict[str, Projection]) -> dict[Pair, Link]:
    """The join (2.1.1): the hexsides along Asia's edge bear the numbers of the hexes along East Europe's, in order.

    So an edge hex of East Europe touches one hex of Asia, and an edge hex of Asia those whose numbers its hexsides
    bear. Each hexside bears one number at least; which, is the best agreement with geography that keeps the order.
    """
    numbers = _east_europe_edge(draft)
    sides = _asian_edge(draft)
    gaps = _gaps(numbers, sides, planes)
    for i, number in enumerate(numbers):
        for j, side in enumerate(sides):
            if (number in TABRIZ or side in TABRIZ.values()) and TABRIZ.get(number) != side:
                gaps[i, j] = np.inf
    return {
        pair(number, sides[j][0]): ("join", "attested" if number in TABRIZ else "fitted")
        for number, j in zip(numbers, _in_order(gaps), strict=True)
    }


def _east_europe_edge(draft: Draft) -> list[str]:
    """The edge hexes of East Europe that meet Asia: the southern edge eastwards, then the eastern one northwards."""
    inside = [h for h in draft.hexes.values() if h.number[0] == "E" and draft.in_grid(h.number)]
    southern = sorted((h.number for h in inside if h.number[3:] == "02" and h.lon > 34), reverse=True)
    eastern = sorted(h.number for h in inside if h.number[1:3] == "01" and h.number[3:] != "02")
    return southern + eastern


def _asian_edge(draft: Draft) -> list[Side]:
    """The outer hexsides of Asia from the first to the last that bears a number, walked with the sheet to the right."""
    inside = {
        COMMON_GRID.spot(h.number)[1:]: h.number
        for h in draft.hexes.values()
        if h.number[0] == "A" and draft.in_grid(h.number)
    }
    number, out = EDGE_BEGINS
    walked = [EDGE_BEGINS]
    while walked[-1] != EDGE_ENDS:
        _, x, row = COMMON_GRID.spot(number)
        ahead = (out - 1) % len(STEPS)
        dx, dy = STEPS[ahead]
        beside = inside.get((x + dx, row + dy))
        number, out = (number, ahead) if beside is None else (beside, (out + 1) % len(STEPS))
        walked.append((number, out))
    return walked


def _gaps(numbers: list[str], sides: list[Side], planes: dict[str, Projection]) -> np.ndarray:
    """How far along the edge, in hexes squared, the middle of each Asian hexside lies from each hex of East Europe.

    Across the edge nothing is measured: the scales differ, so Asia's hexes cannot fit closely everywhere. The
    numbers at Tabriz lie about a row lower than the fitted sheets would have them, so all of the eastern edge does.
    """
    lonlat_of = Inverse(planes[PACIFIC])
    middles = {}
    for side in sides:
        _, x, row = COMMON_GRID.spot(side[0])
        dx, dy = STEPS[side[1]]
        lon, lat = lonlat_of((x + dx / 2) / 2, (row + dy / 2) * ROW_HEIGHT)
        middles[side] = [float(v) for v in planes[EUROPE](np.array(lon), np.array(lat))]
    at_tabriz = np.mean(
        [middles[side][1] - COMMON_GRID.spot(number).row * ROW_HEIGHT for number, side in TABRIZ.items()]
    )
    gaps = np.zeros((len(numbers), len(sides)))
    for i, number in enumerate(numbers):
        _, x, row = COMMON_GRID.spot(number)
        for j, side in enumerate(sides):
            column, height = middles[side]
            along = height - at_tabriz - row * ROW_HEIGHT if number[1:3] == "01" else column - x / 2
            gaps[i, j] = along**2
    return gaps


def _in_order(gaps: np.ndarray) -> list[int]:
    """For each row a column, from the first to the last without going back or leaving one out, of the least sum."""
    rows, columns = gaps.shape
    best = np.full((rows, columns), np.inf)
    best[0, 0] = gaps[0, 0]
    for i in range(1, rows):
        stepped = np.concatenate(([np.inf], best[i - 1, :-1]))
        best[i] = gaps[i] + np.minimum(best[i - 1], stepped)
    chosen = [columns - 1]
    for i in range(rows - 1, 0, -1):
        j = chosen[-1]
        chosen.append(j - 1 if j and best[i - 1, j - 1] <= best[i - 1, j] else j)
    return chosen[::-1]


def border_lines(draft: Draft) -> dict[Pair, Link]:
    """The hand-written lines of the off-map areas, widened to the edge hexes beside the one they reach (2.1.1)."""
    found: dict[Pair, Link] = {}
    for row in table("links"):
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
    for row in table("blue_lines"):
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
