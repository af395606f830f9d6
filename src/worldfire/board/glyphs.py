"""Small drawings for the map: terrain, towns, ports, factories. Lengths are in widths of a hex."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from itertools import pairwise

from worldfire.board.model import Place
from worldfire.board.svg import line, points, ring, stroke, tag

TERRAIN_COLOUR = {
    "clear": "#d9d8a6",
    "forest": "#a9c084",
    "jungle": "#7fae6c",
    "mountain": "#c3a67a",
    "swamp": "#b4c9a8",
    "desert": "#f0dfa8",
    "desert mountain": "#d9b884",
}
INK, RED, BLUE_INK = "#2b2622", "#b3261e", "#1f4e8c"


def jitter(number: str, count: int) -> Iterator[tuple[float, float]]:
    """Points scattered over a hex, the same at every drawing."""
    seed = zlib.crc32(number.encode())
    for k in range(count):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        angle = (seed % 6283) / 1000
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        radius = 0.1 + 0.3 * math.sqrt((k + (seed % 100) / 100) / count)
        yield radius * math.cos(angle), radius * math.sin(angle)


def terrain(kind: str, number: str, x: float, y: float, u: float) -> str:
    """The marks of one hex of terrain."""

    def scattered(count: int) -> Iterator[tuple[float, float]]:
        return ((x + dx * u, y + dy * u) for dx, dy in jitter(number, count))

    if "mountain" in kind:
        peaks = sorted(scattered(7), key=lambda p: p[1])
        return "".join(
            _ridge(px, py, u * (0.15 + 0.05 * (i % 3)), "desert" in kind) for i, (px, py) in enumerate(peaks)
        )
    if kind == "forest":
        return "".join(_tree(px, py, u * 0.055, "#7c9a58", "#55733a") for px, py in scattered(11))
    if kind == "jungle":
        return "".join(_tree(px, py, u * 0.07, "#4f8a4a", "#2f6233") for px, py in scattered(12))
    if kind == "swamp":
        reeds = (
            line((px - 0.08 * u, py), (px + 0.08 * u, py)) + line((px, py), (px, py - 0.07 * u))
            for px, py in scattered(8)
        )
        return stroke(reeds, "#4f7f74", 0.016 * u)
    if kind == "desert":
        return "".join(tag("circle", cx=px, cy=py, r=0.012 * u, fill="#c3a25c") for px, py in scattered(9))
    return ""


def _ridge(x: float, y: float, s: float, dry: bool) -> str:
    light, dark = ("#efdcae", "#a97f49") if dry else ("#e9dcc0", "#7d6244")
    peak, foot = (x, y - 0.75 * s), (x + 0.12 * s, y + 0.45 * s)
    sunny, shady = ring([(x - s, y + 0.45 * s), peak, foot]), ring([peak, (x + s, y + 0.45 * s), foot])
    return tag("path", d=sunny, fill=light, opacity=0.9) + tag("path", d=shady, fill=dark, opacity=0.85)


def _tree(x: float, y: float, s: float, crown: str, shade: str) -> str:
    return tag("circle", cx=x + 0.3 * s, cy=y + 0.3 * s, r=s, fill=shade) + tag("circle", cx=x, cy=y, r=s, fill=crown)


def place_mark(place: Place, x: float, y: float, u: float) -> str:
    """The symbol of a town, port or resource, with its factories and resources in a row below."""
    parts = []
    if place.kind.startswith("capital"):
        parts.append(_star(x, y, 0.15 * u, 0.022 * u))
    elif place.kind == "city":
        parts.append(tag("circle", cx=x, cy=y, r=0.085 * u, fill="#fff", stroke=INK, stroke_width=0.03 * u))
    if place.port:
        beside = x if place.kind in ("port", "island") else x - 0.22 * u
        fill, ink = (BLUE_INK, "#fff") if place.port == "major" else ("#fff", BLUE_INK)
        parts.append(_anchor(beside, y, 0.11 * u, fill, ink))
    elif place.kind == "island":
        parts.append(tag("circle", cx=x, cy=y, r=0.03 * u, fill=INK))
    row = [*(_factory,) * place.blue_factories, *(_red_factory,) * place.red_factories]
    row += [*(_resource,) * place.resources, *(_oil,) * place.oil]
    for i, draw in enumerate(row):
        parts.append(draw(x + (i - (len(row) - 1) / 2) * 0.12 * u, y + 0.2 * u, 0.045 * u))
    return "".join(parts)


def _star(x: float, y: float, r: float, width: float) -> str:
    corners = []
    for k in range(10):
        length, angle = (r if k % 2 == 0 else r * 0.42), k * math.pi / 5
        corners.append((x + length * math.sin(angle), y - length * math.cos(angle)))
    return tag("polygon", points=points(corners), fill="#fff", stroke=INK, stroke_width=width)


def _factory(x: float, y: float, s: float, colour: str = BLUE_INK) -> str:
    roof = [
        (x - s, y + s),
        (x - s, y - 1.2 * s),
        (x, y - 0.4 * s),
        (x, y - 1.2 * s),
        (x + s, y - 0.4 * s),
        (x + s, y + s),
    ]
    return tag("polygon", points=points(roof), fill=colour)


def _red_factory(x: float, y: float, s: float) -> str:
    return _factory(x, y, s, RED)


def _resource(x: float, y: float, s: float) -> str:
    return tag("circle", cx=x, cy=y, r=s, fill="#6b4f2a", stroke="#fff", stroke_width=0.27 * s)


def _oil(x: float, y: float, s: float) -> str:
    drop = [
        (x, y - 1.5 * s),
        (x + 0.8 * s, y),
        (x + 0.6 * s, y + 0.8 * s),
        (x, y + 1.1 * s),
        (x - 0.6 * s, y + 0.8 * s),
        (x - 0.8 * s, y),
    ]
    return tag("polygon", points=points(drop), fill="#1d1d1d", stroke="#fff", stroke_width=0.22 * s)


def _anchor(x: float, y: float, s: float, fill: str, ink: str) -> str:
    flukes = [(x + 0.6 * s * math.cos(a), y + 0.6 * s * math.sin(a)) for a in (math.pi * k / 6 for k in range(7))]
    arcs = [line(a, b) for a, b in pairwise(flukes)]
    shank = line((x, y - 0.62 * s), (x, y + 0.6 * s)) + line((x - 0.32 * s, y - 0.3 * s), (x + 0.32 * s, y - 0.3 * s))
    disc = tag("circle", cx=x, cy=y, r=s, fill=fill, stroke=BLUE_INK, stroke_width=0.18 * s)
    return disc + stroke([shank, *arcs], ink, 0.17 * s, stroke_linecap="round")
