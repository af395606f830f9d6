"""How the sheets of Asia and East Europe of World in Flames meet: hexes of different size along one edge (2.1.1)."""

from __future__ import annotations

import numpy as np

from tools.mapmaker.design import Link, Pair, Planes
from tools.mapmaker.draft import Draft
from tools.mapmaker.fit import ROW_HEIGHT
from tools.mapmaker.joins import Inverse, pair
from worldfire.board.grid import COMMON_GRID, EUROPE, PACIFIC, STEPS

Side = tuple[str, int]  # a hex and one of its six directions

NORTH_WEST, WEST, SOUTH_WEST = 2, 3, 4  # in `STEPS`
EDGE_BEGINS, EDGE_ENDS = ("A3433", WEST), ("A2651", WEST)
"""The first and the last hexside of Asia's edge that bears a number: from the Gulf of Akaba to the Urals."""
TABRIZ = {"E0117": ("A3039", SOUTH_WEST), "E0118": ("A3039", WEST), "E0119": ("A3039", NORTH_WEST)}
"""The three numbers that the rulebook tells, on the only three hexsides of Tabriz that lie in the edge."""


def east_europe_to_asia(draft: Draft, planes: Planes) -> dict[Pair, Link]:
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


def _gaps(numbers: list[str], sides: list[Side], planes: Planes) -> np.ndarray:
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
