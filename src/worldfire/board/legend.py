"""What the signs on the map mean, as a strip below the sheet."""

from __future__ import annotations

import math
from collections.abc import Callable

from worldfire.board.glyphs import INK, RED, TERRAIN_COLOUR, place_mark, terrain
from worldfire.board.model import Place
from worldfire.board.svg import group, line, points, stroke, tag, text

CELL, ROW_HEIGHT, ICON = 3.0, 1.0, 0.75
Draw = Callable[[float, float, float], str]


def _sample(kind: str) -> Draw:
    def draw(x: float, y: float, u: float) -> str:
        corners = [
            (x + 0.42 * u * math.sin(k * math.pi / 3), y - 0.42 * u * math.cos(k * math.pi / 3)) for k in range(6)
        ]
        field = tag(
            "polygon", points=points(corners), fill=TERRAIN_COLOUR[kind], stroke="#6a655a", stroke_width=0.02 * u
        )
        return field + terrain(kind, kind, x, y, 0.7 * u)

    return draw


def _stroke(colour: str, width: float, dashes: tuple[float, float] | None = None) -> Draw:
    def draw(x: float, y: float, u: float) -> str:
        pattern = f"{dashes[0] * u:.2f} {dashes[1] * u:.2f}" if dashes else "none"
        return stroke([line((x - 0.4 * u, y), (x + 0.4 * u, y))], colour, width * u, stroke_dasharray=pattern)

    return draw


def _railway(x: float, y: float, u: float) -> str:
    return _stroke(INK, 0.035)(x, y, u) + _stroke(INK, 0.11, (0.025, 0.14))(x, y, u)


def _town(
    kind: str = "resource", port: str = "", blue: int = 0, red: int = 0, resources: int = 0, oil: int = 0
) -> Draw:
    place = Place("", "", kind, "", port, False, (), blue, red, resources, oil, False, 0.0, 0.0, {})
    if blue or red or resources or oil:  # these stand below the town, so lift them
        return lambda x, y, u: place_mark(place, x, y - 0.5 * u, 2.5 * u)
    return lambda x, y, u: place_mark(place, x, y, 1.4 * u)


SIGNS: tuple[tuple[str, Draw], ...] = (
    *((kind, _sample(kind)) for kind in TERRAIN_COLOUR),
    ("river", _stroke("#3f7fb0", 0.075)),
    ("canal", _stroke("#3f7fb0", 0.1, (0.12, 0.06))),
    ("alpine", _stroke("#4a3524", 0.12)),
    ("straits", _stroke(RED, 0.09, (0.05, 0.08))),
    ("fort", _stroke("#6b4f2a", 0.17, (0.05, 0.05))),
    ("border", _stroke(RED, 0.07)),
    ("disputed, start line", _stroke(RED, 0.06, (0.14, 0.1))),
    ("railway", _railway),
    ("road", _stroke("#9a6a34", 0.05, (0.12, 0.07))),
    ("capital", _town(kind="capital_minor")),
    ("city", _town(kind="city")),
    ("major port", _town(kind="port", port="major")),
    ("minor port", _town(kind="port", port="minor")),
    ("factory", _town(blue=1)),
    ("factory, fixed", _town(red=1)),
    ("resource", _town(resources=1)),
    ("oil", _town(oil=1)),
)


def height(width: float, u: float) -> float:
    """How much room the strip needs below a sheet of this width."""
    return math.ceil(len(SIGNS) / _columns(width, u)) * ROW_HEIGHT * u + 0.5 * u


def _columns(width: float, u: float) -> int:
    return max(1, int((width - 0.8 * u) / (CELL * u)))


def legend(top: float, width: float, u: float) -> str:
    """The strip, starting at this height."""
    columns = _columns(width, u)
    parts = [tag("rect", y=top - 1.0, width=width, height=height(width, u) + 1.0, fill="#d8cfba")]
    for i, (label, draw) in enumerate(SIGNS):
        x = 0.4 * u + (i % columns) * CELL * u + 0.6 * u
        y = top + (i // columns + 0.5) * ROW_HEIGHT * u
        parts.append(draw(x, y, ICON * u))
        parts.append(text(label, x + 0.45 * u, y + 0.08 * u, font_size=0.22 * u, fill=INK))
    return group(parts)
