"""Small drawings for the map: terrain, towns, ports, factories. Lengths are in widths of a hex."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator

from worldfire.board.model import Place

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
    if "mountain" in kind:
        marks = sorted(jitter(number, 7), key=lambda p: p[1])
        return "".join(_ridge(x + dx * u, y + dy * u, u * (0.15 + 0.05 * (i % 3)), "desert" in kind) for i, (dx, dy) in enumerate(marks))
    if kind == "forest":
        return "".join(_tree(x + dx * u, y + dy * u, u * 0.055, "#7c9a58", "#55733a") for dx, dy in jitter(number, 11))
    if kind == "jungle":
        return "".join(_tree(x + dx * u, y + dy * u, u * 0.07, "#4f8a4a", "#2f6233") for dx, dy in jitter(number, 12))
    if kind == "swamp":
        return "".join(
            f'<path d="M{x + dx * u - 0.08 * u:.1f} {y + dy * u:.1f}h{0.16 * u:.1f}M{x + dx * u:.1f} {y + dy * u:.1f}v{-0.07 * u:.1f}" '
            f'stroke="#4f7f74" stroke-width="{0.016 * u:.2f}" fill="none"/>'
            for dx, dy in jitter(number, 8)
        )
    if kind == "desert":
        return "".join(f'<circle cx="{x + dx * u:.1f}" cy="{y + dy * u:.1f}" r="{0.012 * u:.2f}" fill="#c3a25c"/>' for dx, dy in jitter(number, 9))
    return ""


def _ridge(x: float, y: float, s: float, dry: bool) -> str:
    light, dark = ("#efdcae", "#a97f49") if dry else ("#e9dcc0", "#7d6244")
    left = f"M{x - s:.1f} {y + 0.45 * s:.1f}L{x:.1f} {y - 0.75 * s:.1f}L{x + 0.12 * s:.1f} {y + 0.45 * s:.1f}Z"
    right = f"M{x:.1f} {y - 0.75 * s:.1f}L{x + s:.1f} {y + 0.45 * s:.1f}L{x + 0.12 * s:.1f} {y + 0.45 * s:.1f}Z"
    return f'<path d="{left}" fill="{light}" opacity=".9"/><path d="{right}" fill="{dark}" opacity=".85"/>'


def _tree(x: float, y: float, s: float, crown: str, shade: str) -> str:
    return f'<circle cx="{x + 0.3 * s:.1f}" cy="{y + 0.3 * s:.1f}" r="{s:.2f}" fill="{shade}"/><circle cx="{x:.1f}" cy="{y:.1f}" r="{s:.2f}" fill="{crown}"/>'


def place_mark(place: Place, x: float, y: float, u: float) -> str:
    """The symbol of a town, port or resource, with its factories and resources in a row below."""
    parts = []
    if place.kind.startswith("capital"):
        r = 0.15 * u
        star = " ".join(
            f"{x + (r if k % 2 == 0 else r * 0.42) * math.sin(k * math.pi / 5):.1f},{y - (r if k % 2 == 0 else r * 0.42) * math.cos(k * math.pi / 5):.1f}"
            for k in range(10)
        )
        parts.append(f'<polygon points="{star}" fill="#fff" stroke="{INK}" stroke-width="{0.022 * u:.2f}"/>')
    elif place.kind == "city":
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.085 * u:.2f}" fill="#fff" stroke="{INK}" stroke-width="{0.03 * u:.2f}"/>')
    if place.port:
        px = x if place.kind in ("port", "island") else x - 0.22 * u
        fill = BLUE_INK if place.port == "major" else "#ffffff"
        ink = "#ffffff" if place.port == "major" else BLUE_INK
        parts.append(_anchor(px, y, 0.11 * u, fill, ink))
    elif place.kind == "island":
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.03 * u:.2f}" fill="{INK}"/>')
    row = [("sq", BLUE_INK)] * place.blue_factories + [("sq", RED)] * place.red_factories
    row += [("rs", "#6b4f2a")] * place.resources + [("oil", "#1d1d1d")] * place.oil
    step = 0.12 * u
    for i, (shape, colour) in enumerate(row):
        cx, cy = x + (i - (len(row) - 1) / 2) * step, y + 0.2 * u
        if shape == "sq":
            parts.append(f'<path d="M{cx - 0.045 * u:.1f} {cy + 0.04 * u:.1f}v{-0.1 * u:.1f}l{0.045 * u:.1f} {0.035 * u:.1f}v{-0.035 * u:.1f}l{0.045 * u:.1f} {0.035 * u:.1f}v{0.065 * u:.1f}z" fill="{colour}"/>')
        elif shape == "rs":
            parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{0.045 * u:.2f}" fill="{colour}" stroke="#fff" stroke-width="{0.012 * u:.2f}"/>')
        else:
            parts.append(f'<path d="M{cx:.1f} {cy - 0.07 * u:.1f}q{0.075 * u:.1f} {0.1 * u:.1f} 0 {0.115 * u:.1f}q{-0.075 * u:.1f} {-0.015 * u:.1f} 0 {-0.115 * u:.1f}z" fill="{colour}" stroke="#fff" stroke-width="{0.01 * u:.2f}"/>')
    return "".join(parts)


def _anchor(x: float, y: float, s: float, fill: str, ink: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s:.2f}" fill="{fill}" stroke="{BLUE_INK}" stroke-width="{0.18 * s:.2f}"/>'
        f'<path d="M{x:.1f} {y - 0.62 * s:.1f}V{y + 0.6 * s:.1f}M{x - 0.32 * s:.1f} {y - 0.3 * s:.1f}h{0.64 * s:.1f}'
        f'M{x - 0.55 * s:.1f} {y + 0.1 * s:.1f}q{0.08 * s:.1f} {0.5 * s:.1f} {0.55 * s:.1f} {0.5 * s:.1f}q{0.47 * s:.1f} 0 {0.55 * s:.1f} {-0.5 * s:.1f}" '
        f'stroke="{ink}" stroke-width="{0.17 * s:.2f}" fill="none" stroke-linecap="round"/>'
    )
