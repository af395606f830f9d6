"""The little SVG that the pictures need: tags with numbers cut short, and paths."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]


def short(value: object) -> str:
    """A number with two decimals at most, anything else as it is."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def tag(name: str, *content: str, **attributes: object) -> str:
    """One element; ``stroke_width=2`` becomes ``stroke-width="2"``."""
    fields = "".join(f" {key.replace('_', '-')}={quoteattr(short(value))}" for key, value in attributes.items())
    inside = "".join(content)
    return f"<{name}{fields}>{inside}</{name}>" if inside else f"<{name}{fields}/>"


def group(content: Iterable[str], **attributes: object) -> str:
    return tag("g", *content, **attributes)


def text(words: str, x: float, y: float, **attributes: object) -> str:
    return tag("text", escape(words), x=x, y=y, **attributes)


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{short(x)},{short(y)}" for x, y in corners)


def line(start: Point, end: Point) -> str:
    """A stretch of path data."""
    return f"M{short(start[0])} {short(start[1])}L{short(end[0])} {short(end[1])}"


def ring(corners: Iterable[Point]) -> str:
    """A closed stretch of path data."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in corners) + "Z"


def stroke(data: Iterable[str], colour: str, width: float, **attributes: object) -> str:
    """Open lines of one colour."""
    return tag("path", d="".join(data), fill="none", stroke=colour, stroke_width=width, **attributes)


def document(width: float, height: float, body: str) -> str:
    return tag(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        width=round(width),
        height=round(height),
        viewBox=f"0 0 {round(width)} {round(height)}",
        font_family="DejaVu Serif, Georgia, serif",
    )
