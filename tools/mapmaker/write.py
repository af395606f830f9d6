"""Writes the finished board as CSV, sorted, so that the same sources always give the same bytes."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tools.mapmaker.design import Design, Planes
from tools.mapmaker.draft import Draft
from tools.mapmaker.fit import ROW_HEIGHT, Projection
from tools.mapmaker.nations import Nations
from tools.mapmaker.sources import Line, World
from worldfire.board.grid import COMMON_GRID, Sheet

TOLERANCE = 0.035  # of a hex, in the coastlines kept for drawing
WORLD_TOLERANCE = 0.16  # of a degree, in those of the map of the whole world
SMALLEST_ISLAND = 0.6  # degrees across, on that map
ANTARCTIC = -60.0  # nothing is played south of it
MARGIN = 3.0


def _csv(folder: Path, name: str, header: str, rows: Sequence[tuple[object, ...]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
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
    projections: Planes,
) -> None:
    """Write every table."""
    folder = draft.design.folder
    _csv(
        folder,
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
        folder,
        "hexsides",
        "a,b,kinds,source",
        [(a, b, "+".join(sorted(kinds)), source) for (a, b), (kinds, source) in sorted(sides.items())],
    )
    _csv(folder, "links", "a,b,kind,source", [(a, b, kind, source) for (a, b), (kind, source) in sorted(links.items())])
    _csv(folder, "tracks", "a,b,kind,source", [(a, b, kind, source) for (a, b), (kind, source) in sorted(laid.items())])
    _csv(
        folder,
        "sea_borders",
        "a,b,gate,source",
        [(a, b, gate, source) for (a, b), (gate, source) in sorted(borders.items())],
    )
    _csv(folder, "regions", "region,hex,source", list(nations.regions))
    _csv(folder, "control", "campaign,what,controller,source", list(nations.control))
    _csv(folder, "countries", ",".join(nations.countries[0]), [tuple(row.values()) for row in nations.countries])
    for name in ("boundaries", "potential_homes"):
        rows = draft.table(name)
        if rows:
            _csv(folder, name, ",".join(rows[0]), [tuple(row.values()) for row in rows])
    if draft.design.grid is not COMMON_GRID:
        sheets = [(*sheet[:7], int(sheet.gridded), sheet.width) for sheet in draft.design.grid.sheets.values()]
        _csv(folder, "sheets", ",".join(Sheet._fields), sheets)
    _places(draft)
    _seas(draft)
    _outlines(draft.design, world, projections)
    coasts_of_the_world(folder.parent, world.coasts)


def _places(draft: Draft) -> None:
    iced = {row["name"] for row in draft.table("iced_ports")}
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
    _csv(draft.design.folder, "places", header, rows)


def _seas(draft: Draft) -> None:
    rows = []
    for sea in draft.table("seas"):
        lon, lat = map(float, sea["box"].split())
        own = [h for h in draft.hexes.values() if h.seas == {sea["name"]} and h.kind == "sea"]
        if not own:
            draft.notes.append(f"sea without hexdots: {sea['name']}")
            continue
        own = [h for h in own if h.number[0] == sea["sheet"]] or own
        degrees = lon if lon <= 180 else lon - 360
        box = min(own, key=lambda h: (_crowding(draft, h.number), math.hypot(h.lon - degrees, h.lat - lat), h.number))
        rows.append((sea["name"], sea["sheet"], box.number, sea["zone"], sea["controller"], sea["source"]))
    _csv(draft.design.folder, "seas", "name,sheet,box,zone,controller,source", sorted(rows))


def _crowding(draft: Draft, number: str) -> int:
    """How much land, sheet edge or foreign water a sea-box would cover: it is some three hexes wide."""
    own = draft.hexes[number].seas
    column = int(number[1:3])
    beside = [f"{number[0]}{column + d:02d}{number[3:]}" for d in (-2, -1, 1, 2)] if draft.in_grid(number) else []
    around = {*beside, *draft.neighbours(number)}
    return sum(n not in draft.hexes or draft.hexes[n].seas != own for n in around) // 2


def _outlines(design: Design, world: World, projections: Planes) -> None:
    """Coasts and lakes in grid coordinates, for drawing only."""
    rows: list[tuple[object, ...]] = []
    for plane, projection in projections.items():
        spots = [
            design.grid.spot(f"{s.letter}{c:02d}{r:02d}")
            for s in design.grid.sheets.values()
            if s.plane == plane
            for c in (1, max(36, design.columns[s.letter]))
            for r in (1, 53)
        ]
        limits = (min(s.x for s in spots) / 2, max(s.x for s in spots) / 2 + MARGIN, 0.0, 54 * ROW_HEIGHT)
        for kind, lines in (("land", world.coasts), ("lake", world.lakes)):
            for line in lines:
                for part in _project(line, projection, design.bounds[plane], limits):
                    rows.append((plane, kind, " ".join(f"{round(x * 100)},{round(y * 100)}" for x, y in part)))
    _csv(design.folder, "outlines", "plane,kind,points", rows)


def coasts_of_the_world(folder: Path, coasts: list[Line]) -> None:
    """The same for one map of the whole world: rings in hundredths of a degree; what crosses 180° goes on beyond it."""
    rows: list[tuple[object, ...]] = []
    for line in coasts:
        points = np.array(line, float)
        points[:, 0] = np.unwrap(points[:, 0], period=360)
        if points[:, 1].min() < ANTARCTIC or math.dist(points.min(axis=0), points.max(axis=0)) < SMALLEST_ISLAND:
            continue
        simple = _simplify([(x, y) for x, y in points.tolist()], WORLD_TOLERANCE)
        if len(simple) > 3:
            rows.append((" ".join(f"{round(x * 100)},{round(y * 100)}" for x, y in simple),))
    _csv(folder, "world_coasts", "points", rows)


def _project(
    line: Line, projection: Projection, bounds: tuple[float, ...], limits: tuple[float, ...]
) -> list[list[tuple[float, float]]]:
    points = np.array(line, float)
    points[:, 0] = np.unwrap(points[:, 0], period=360)  # a coast that crosses 180° does not jump
    found = []
    for turn in (-360, 0, 360):
        inside = _within([(lon + turn, lat) for lon, lat in points.tolist()], bounds)
        if len(inside) < 3:
            continue
        x, y = projection(*np.array(inside).T)
        # Beyond its own sheets a coast would lie on those that are laid beside them on the table.
        there = _cut(list(zip(x.tolist(), y.tolist(), strict=True)), limits)
        simple = _simplify([*there, there[0]]) if there else []
        if len(simple) >= 4 and math.dist(np.min(simple, axis=0), np.max(simple, axis=0)) >= 0.12:
            found.append(simple)
    return found


def _within(ring: Line, bounds: tuple[float, ...]) -> Line:
    """The part of a closed ring inside the bounds; along the cut it has a point for each degree, because a straight line on the
    globe is a bent one on the sheet."""
    ring = _cut(ring, bounds)
    dense: Line = []
    for before, here in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        steps = max(1, math.ceil(math.dist(before, here)))
        dense += [
            (before[0] + (here[0] - before[0]) * k / steps, before[1] + (here[1] - before[1]) * k / steps)
            for k in range(steps)
        ]
    return dense


def _cut(ring: Line, bounds: tuple[float, ...]) -> Line:
    """The part of a closed ring inside a rectangle, cut edge by edge."""
    west, east, south, north = bounds
    for axis, limit, sign in ((0, west, 1), (0, east, -1), (1, south, 1), (1, north, -1)):
        kept: Line = []
        for before, here in zip([ring[-1], *ring[:-1]], ring, strict=True):
            was, now = sign * (before[axis] - limit) >= 0, sign * (here[axis] - limit) >= 0
            if was != now:
                share = (limit - before[axis]) / (here[axis] - before[axis])
                kept.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
            if now:
                kept.append(here)
        if len(kept) < 3:
            return []
        ring = kept
    return ring


def _simplify(points: list[tuple[float, float]], tolerance: float = TOLERANCE) -> list[tuple[float, float]]:
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
        if gaps[worst] > tolerance:
            keep[a + 1 + worst] = True
            stack += [(a, a + 1 + worst), (a + 1 + worst, b)]
    return [p for p, kept in zip(points, keep, strict=True) if kept]
