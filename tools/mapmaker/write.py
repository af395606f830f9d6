"""Writes the finished board as CSV, sorted, so that the same sources always give the same bytes."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tools.mapmaker.draft import Draft, table
from tools.mapmaker.fit import BOUNDS, ROW_HEIGHT, Projection
from tools.mapmaker.nations import Nations
from tools.mapmaker.sources import Line, World
from worldfire.board.grid import COMMON_GRID, SHEETS

BOARD = Path(__file__).resolve().parents[2] / "src" / "worldfire" / "data" / "board" / "wif"
TOLERANCE = 0.035  # of a hex, in the coastlines kept for drawing
MARGIN = 3.0


def _csv(name: str, header: str, rows: Sequence[tuple[object, ...]]) -> None:
    BOARD.mkdir(parents=True, exist_ok=True)
    with (BOARD / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header.split(","))
        writer.writerows(rows)


def board(
    draft: Draft,
    sides: dict[tuple[str, str], tuple[set[str], str]],
    links: dict[tuple[str, str], tuple[str, str]],
    laid: dict[tuple[str, str], tuple[str, str]],
    borders: dict[tuple[str, str], tuple[str, str]],
    nations: Nations,
    world: World,
    projections: dict[str, Projection],
) -> None:
    """Write every table."""
    _csv(
        "hexes",
        "hex,scale,kind,terrain,country,zone,seas,dot,lon,lat,source,exceptions",
        [
            (
                h.number,
                h.scale,
                h.kind,
                h.terrain,
                h.country,
                h.zone,
                "|".join(sorted(h.seas)),
                h.dot,
                f"{h.lon:.1f}",
                f"{h.lat:.1f}",
                h.source,
                " ".join(f"{name}={source}" for name, source in sorted(h.exceptions.items())),
            )
            for _, h in sorted(draft.hexes.items())
        ],
    )
    _csv(
        "hexsides",
        "a,b,kinds,source",
        [(a, b, "+".join(sorted(kinds)), source) for (a, b), (kinds, source) in sorted(sides.items())],
    )
    _csv("links", "a,b,kind,source", [(a, b, kind, source) for (a, b), (kind, source) in sorted(links.items())])
    _csv("tracks", "a,b,kind,source", [(a, b, kind, source) for (a, b), (kind, source) in sorted(laid.items())])
    _csv("sea_borders", "a,b,gate,source", [(a, b, gate, source) for (a, b), (gate, source) in sorted(borders.items())])
    _csv("regions", "region,hex,source", list(nations.regions))
    _csv("control", "campaign,what,controller,source", list(nations.control))
    _csv("countries", ",".join(nations.countries[0]), [tuple(row.values()) for row in nations.countries])
    _places(draft)
    _seas(draft)
    _outlines(world, projections)


def _places(draft: Draft) -> None:
    iced = {row["name"] for row in table("iced_ports")}
    rows = []
    for place in sorted(draft.places.values(), key=lambda p: p.name):
        row = place.row
        port = {"0": "", "1": "minor", "2": "major"}[row["port"]]
        seas = "|".join(sorted(draft.hexes[place.hex].seas)) if port else ""
        rows.append(
            (
                place.name, place.hex, row["kind"], place.country, port, int(place.name in iced), seas,
                row["blue"], row["red"], row["resources"], row["oil"], row["objective"], row["lon"], row["lat"],
                row["source"], place.hex_source, row["port_source"], row["factory_source"], row["resource_source"],
            )
        )  # fmt: skip
    header = (
        "name,hex,kind,country,port,iced,seas,blue,red,resources,oil,objective,lon,lat,"
        "source,hex_source,port_source,factory_source,resource_source"
    )
    _csv("places", header, rows)


def _seas(draft: Draft) -> None:
    rows = []
    for sea in table("seas"):
        lon, lat = map(float, sea["box"].split())
        own = [h for h in draft.hexes.values() if h.seas == {sea["name"]} and h.kind == "sea"]
        if not own:
            draft.notes.append(f"sea without hexdots: {sea['name']}")
            continue
        own = [h for h in own if h.number[0] == sea["sheet"]] or own
        degrees = lon if lon <= 180 else lon - 360
        box = min(own, key=lambda h: (_crowding(draft, h.number), math.hypot(h.lon - degrees, h.lat - lat), h.number))
        rows.append((sea["name"], sea["sheet"], box.number, sea["zone"], sea["controller"], sea["source"]))
    _csv("seas", "name,sheet,box,zone,controller,source", sorted(rows))


def _crowding(draft: Draft, number: str) -> int:
    """How much land, sheet edge or foreign water a sea-box would cover: it is some three hexes wide."""
    own = draft.hexes[number].seas
    column = int(number[1:3])
    beside = [f"{number[0]}{column + d:02d}{number[3:]}" for d in (-2, -1, 1, 2)] if draft.in_grid(number) else []
    around = {*beside, *draft.neighbours(number)}
    return sum(n not in draft.hexes or draft.hexes[n].seas != own for n in around) // 2


def _outlines(world: World, projections: dict[str, Projection]) -> None:
    """Coasts and lakes in grid coordinates, for drawing only."""
    rows: list[tuple[object, ...]] = []
    for plane, projection in projections.items():
        spots = [
            COMMON_GRID.spot(f"{s.letter}{c:02d}{r:02d}")
            for s in SHEETS.values()
            if s.plane == plane
            for c in (1, 36)
            for r in (1, 53)
        ]
        limits = (min(s.x for s in spots) / 2, max(s.x for s in spots) / 2 + MARGIN, 0.0, 54 * ROW_HEIGHT)
        for kind, lines in (("land", world.coasts), ("lake", world.lakes)):
            for line in lines:
                for part in _project(line, projection, BOUNDS[plane], limits):
                    rows.append((plane, kind, " ".join(f"{round(x * 100)},{round(y * 100)}" for x, y in part)))
    _csv("outlines", "plane,kind,points", rows)


def _project(
    line: Line, projection: Projection, bounds: tuple[float, ...], limits: tuple[float, ...]
) -> list[list[tuple[float, float]]]:
    west, east, south, north = bounds
    points = np.array(line, float)
    points[:, 0] = np.unwrap(points[:, 0], period=360)  # a coast that crosses 180° does not jump
    if points[:, 0].max() < west:
        points[:, 0] += 360
    inside = (points[:, 0] > west) & (points[:, 0] < east) & (points[:, 1] > south) & (points[:, 1] < north)
    if not inside.any():
        return []
    clipped = np.column_stack([np.clip(points[:, 0], west, east), np.clip(points[:, 1], south, north)])
    x, y = projection(clipped[:, 0], clipped[:, 1])
    left, right, low, high = limits
    if x.max() < left or x.min() > right or y.max() < low or y.min() > high:
        return []
    simple = _simplify(list(zip(x.tolist(), y.tolist(), strict=True)))
    if len(simple) < 4 or math.dist(np.min(simple, axis=0), np.max(simple, axis=0)) < 0.12:
        return []
    return [simple]


def _simplify(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Douglas-Peucker without recursion."""
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    data = np.array(points)
    stack = [(0, len(points) - 1)]
    while stack:
        a, b = stack.pop()
        if b - a < 2:
            continue
        chord = data[b] - data[a]
        length = float(np.hypot(*chord))
        offset = data[a + 1 : b] - data[a]
        gaps = (
            np.abs(chord[0] * offset[:, 1] - chord[1] * offset[:, 0]) / length
            if length > 1e-9
            else np.hypot(offset[:, 0], offset[:, 1])
        )
        worst = int(gaps.argmax())
        if gaps[worst] > TOLERANCE:
            keep[a + 1 + worst] = True
            stack += [(a, a + 1 + worst), (a + 1 + worst, b)]
    return [p for p, kept in zip(points, keep, strict=True) if kept]
