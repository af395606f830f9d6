"""Charts by turn as inline SVG: columns, lines and strips. Colours are CSS classes, so that a page may be light or dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

#: margins of a chart: room for the numbers on the left, for the years below
_LEFT, _RIGHT, _TOP, _BELOW = 34, 8, 10, 22
#: gridlines that a chart has at most
_STEPS = 4
#: what a step between them may be, or ten times as much
_ROUND = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
_CELL, _ROW = 24, 26


class Series(NamedTuple):
    """A value for each turn, or none; `look` is the class that colours it."""

    label: str
    look: str
    values: Sequence[float | None]


class Cell(NamedTuple):
    look: str
    sign: str
    told: str


class Frame(NamedTuple):
    """Where a chart draws: the turns across, the values from 0 up to `most`."""

    turns: Sequence[str]
    most: float
    wide: int
    high: int

    @property
    def slot(self) -> float:
        return (self.wide - _LEFT - _RIGHT) / max(len(self.turns), 1)

    def x(self, index: float) -> float:
        return _LEFT + self.slot * index

    def y(self, value: float) -> float:
        return self.high - _BELOW - (self.high - _TOP - _BELOW) * value / (self.most or 1)


def rounded_up(most: float) -> float:
    """A round number above, of which the gridlines are round parts."""
    step = 1
    while True:
        for factor in _ROUND:
            if step * factor * _STEPS >= most:
                return float(step * factor * _STEPS)
        step *= 10


def columns(
    title: str,
    turns: Sequence[str],
    stacked: Sequence[Series],
    *,
    behind: Series | None = None,
    most: float,
    wide: int = 320,
) -> str:
    """Columns of one turn each, the series on top of each other; `behind` them a pale one that shows what they could be."""
    frame = Frame(turns, rounded_up(most), wide, 150)
    parts = [_grid(frame)]
    for index, turn in enumerate(turns):
        shown = [(series, series.values[index] or 0) for series in stacked]
        could = (behind.values[index] or 0) if behind is not None else 0
        if not could and not any(value for _, value in shown):
            continue
        told = [f"{series.label} {_number(value)}" for series, value in shown if value or behind is not None]
        told += [f"{behind.label} {_number(could)}"] if behind is not None else []
        bars = [_bar(frame, index, 0, could, f"{behind.look} pale")] if behind is not None else []
        base = 0.0
        for series, value in shown:
            bars.append(_bar(frame, index, base, value, series.look))
            base += value
        parts.append(f"<g><title>{escape(turn)}: {escape(', '.join(told))}</title>{''.join(bars)}</g>")
    return _svg(title, frame.wide, frame.high, parts)


def lines(title: str, turns: Sequence[str], series: Sequence[Series], *, wide: int = 960, high: int = 260) -> str:
    most = max((value for one in series for value in one.values if value is not None), default=1)
    frame = Frame(turns, rounded_up(most), wide, high)
    parts = [_grid(frame)]
    for one in series:
        known = [(frame.x(index + 0.5), value) for index, value in enumerate(one.values) if value is not None]
        points = " ".join(f"{x:.1f},{frame.y(value):.1f}" for x, value in known)
        parts.append(f'<polyline class="line {one.look}" points="{points}"/>')
        parts += [
            f'<circle class="dot {one.look}" cx="{frame.x(index + 0.5):.1f}" cy="{frame.y(value):.1f}" r="3.5">'
            f"<title>{escape(turns[index])}: {escape(one.label)} {_number(value)}</title></circle>"
            for index, value in enumerate(one.values)
            if value is not None
        ]
    return _svg(title, wide, high, parts)


def strip(
    title: str, turns: Sequence[str], rows: Sequence[tuple[str, Sequence[Cell | None]]], *, label: int = 190
) -> str:
    """A row of cells for each name, one cell a turn; what a cell means is told by its sign as well as its colour."""
    wide, high = label + _CELL * len(turns) + _RIGHT, _ROW * len(rows) + _BELOW
    parts = []
    for number, (name, cells) in enumerate(rows):
        y = number * _ROW
        parts.append(f'<text class="name" x="{label - 10}" y="{y + 17}">{escape(name)}</text>')
        for index, cell in enumerate(cells):
            if cell is None:
                continue
            x = label + index * _CELL
            parts.append(
                f"<g><title>{escape(f'{turns[index]}: {name}, {cell.told}')}</title>"
                f'<rect class="cell {cell.look}" x="{x + 1}" y="{y + 2}" width="{_CELL - 2}" height="{_ROW - 4}" rx="3"/>'
                f'<text class="sign" x="{x + _CELL / 2}" y="{y + 18}">{cell.sign}</text></g>'
            )
    parts += [
        f'<text class="year" x="{label + index * _CELL + 2}" y="{high - 6}">{escape(year)}</text>'
        for index, year in _years(turns)
    ]
    return _svg(title, wide, high, parts, fixed=True)


def _svg(title: str, wide: int, high: int, parts: Sequence[str], *, fixed: bool = False) -> str:
    """`fixed`: it keeps its size, and whoever shows it scrolls."""
    size = f' width="{wide}" height="{high}"' if fixed else ""
    return (
        f'<svg role="img" aria-label="{escape(title, quote=True)}" viewBox="0 0 {wide} {high}"{size}>'
        + "".join(parts)
        + "</svg>"
    )


def _bar(frame: Frame, index: int, base: float, value: float, look: str) -> str:
    top, foot = frame.y(base + value), frame.y(base)
    gap = min(frame.slot * 0.18, 4)
    return (
        f'<rect class="{look}" x="{frame.x(index) + gap:.1f}" y="{top:.1f}" '
        f'width="{frame.slot - 2 * gap:.1f}" height="{max(foot - top, 0):.1f}"/>'
    )


def _grid(frame: Frame) -> str:
    found = []
    for step in range(_STEPS + 1):
        value = frame.most * step / _STEPS
        y = frame.y(value)
        found.append(f'<line class="grid" x1="{_LEFT}" x2="{frame.wide - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        if step % 2 == 0:
            found.append(f'<text class="tick" x="{_LEFT - 5}" y="{y + 4:.1f}">{_number(value)}</text>')
    for index, year in _years(frame.turns):
        x = frame.x(index)
        found.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{frame.high - _BELOW + 4}"/>')
        found.append(f'<text class="year" x="{x + 2:.1f}" y="{frame.high - 6}">{escape(year)}</text>')
    return "".join(found)


def _years(turns: Sequence[str]) -> list[tuple[int, str]]:
    """Where a year begins, by the names of the turns: `Jan/Feb 1940`."""
    years = [turn.rpartition(" ")[2] for turn in turns]
    return (
        [(0, years[0])]
        + [(index, after) for index, (before, after) in enumerate(pairwise(years), 1) if before != after]
        if years
        else []
    )


def _number(value: float) -> str:
    return f"{value:g}" if value == int(value) else f"{value:.1f}"
