"""Draws the sheets as a player would like to have them on the wall: SVG, and PNG made from it."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter, defaultdict
from importlib.resources import files
from pathlib import Path
from xml.sax.saxutils import escape

from worldfire.board.glyphs import BLUE_INK, INK, RED, TERRAIN_COLOUR, place_mark, terrain
from worldfire.board.grid import AMERICAS, EUROPE, PACIFIC, SHEETS, STEPS, spot
from worldfire.board.model import OFF_MAP, Board

SHEET_CHOICES = ("W", "E", "A", "P", "M", "world")
ROW = math.sqrt(3) / 2
SEA, SHALLOW, DEEP = "#8fb8d0", "#c4dfea", "#6f9fbe"
CORNERS = [(0.5 * math.sin(math.radians(60 * k)) / ROW, -0.5 * math.cos(math.radians(60 * k)) / ROW) for k in range(6)]
SIDE = {(2, 0): (1, 2), (1, 1): (0, 1), (-1, 1): (5, 0), (-2, 0): (4, 5), (-1, -1): (3, 4), (1, -1): (2, 3)}
MARGIN = 1.4


def render(board: Board, sheet: str, out: Path, scale: float = 36.0) -> None:
    """Draw one sheet, or the world, to a file whose suffix says how."""
    picture = world(board, scale) if sheet == "world" else Sheet(board, sheet, scale).svg()
    if out.suffix == ".svg":
        out.write_text(picture, encoding="utf-8")
        return
    import resvg_py  # noqa: PLC0415  (only PNG needs it)

    out.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=picture)))


def world(board: Board, scale: float) -> str:
    """All sheets on one canvas: the Americas to the left, Europe above Asia and the Pacific."""
    americas = Sheet(board, "M", scale * 0.62)
    europe = Sheet(board, "WE", scale * 0.5)
    pacific = Sheet(board, "AP", scale * 0.5)
    gap = scale
    left = americas.width + 2 * gap
    width = left + max(europe.width, pacific.width) + gap
    height = europe.height + pacific.height + 3 * gap
    parts = (
        (gap, (height - americas.height) / 2, americas),
        (left + (pacific.width - europe.width) / 2, gap, europe),
        (left, europe.height + 2 * gap, pacific),
    )
    body = "".join(f'<g transform="translate({x:.1f} {y:.1f})">{sheet.body()}</g>' for x, y, sheet in parts)
    return _document(width, height, f'<rect width="{width:.0f}" height="{height:.0f}" fill="#e9e2d0"/>{body}')


def _document(width: float, height: float, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'font-family="DejaVu Serif, Georgia, serif">{body}</svg>\n'
    )


class Sheet:
    """One sheet, or two that share a plane, laid out in pixels."""

    def __init__(self, board: Board, letters: str, scale: float) -> None:
        self.board, self.letters, self.u = board, letters, scale
        self.plane = SHEETS[letters[0]].plane
        self.hexes = [n for n in board.tables.numbers if n[0] in letters]
        spots = [spot(n) for n in self.hexes]
        self.left = min(s.x for s in spots) / 2 - MARGIN
        self.top = max(s.row for s in spots) * ROW + MARGIN
        self.width = (max(s.x for s in spots) / 2 + MARGIN - self.left) * scale
        self.height = (self.top - min(s.row for s in spots) * ROW + MARGIN) * scale
        self.at = {n: ((s.x / 2 - self.left) * scale, (self.top - s.row * ROW) * scale) for n, s in zip(self.hexes, spots, strict=True)}
        self.clip = f"land-{letters}"
        self.paths = self._outlines()

    def svg(self) -> str:
        return _document(self.width, self.height, self.body())

    def body(self) -> str:
        """Everything, from the sea floor to the names."""
        layers = (
            self._water(), self._land(), self._relief(), self._grid(), self._hexsides(), self._borders(), self._tracks(),
            self._links(), self._sea_names(), self._country_names(), self._places(), self._frame(),
        )  # fmt: skip
        return "".join(layers)

    def _outlines(self) -> dict[str, str]:
        """Coasts and lakes of this plane as path data."""
        text = files("worldfire").joinpath("data", "board", "outlines.csv").read_text(encoding="utf-8")
        found: dict[str, list[str]] = defaultdict(list)
        self.rings: list[list[tuple[float, float]]] = []
        for row in csv.DictReader(io.StringIO(text)):
            if row["plane"] != self.plane:
                continue
            points = [tuple(int(v) / 100 for v in pair.split(",")) for pair in row["points"].split()]
            ring = [((x - self.left) * self.u, (self.top - y) * self.u) for x, y in points]
            xs, ys = [p[0] for p in ring], [p[1] for p in ring]
            if max(xs) < 0 or min(xs) > self.width or max(ys) < 0 or min(ys) > self.height:
                continue
            found[row["kind"]].append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring) + "Z")
            if row["kind"] == "land":
                self.rings.append(ring)
        return {kind: "".join(parts) for kind, parts in found.items()}

    def _dry_under(self, x: float, y: float) -> bool:
        inside = False
        for ring in self.rings:
            for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
                if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                    inside = not inside
        return inside

    def _polygon(self, number: str, grow: float = 1.0) -> str:
        x, y = self.at[number]
        return " ".join(f"{x + cx * self.u * grow:.1f},{y + cy * self.u * grow:.1f}" for cx, cy in CORNERS)

    def _kind(self, number: str) -> str:
        return self.board.kind(number)

    def _on_map(self, number: str) -> bool:
        return self.plane == AMERICAS or self.board.tables.scale[self.board.index[number]] != OFF_MAP

    def _water(self) -> str:
        u, land = self.u, self.paths.get("land", "")
        glow = "".join(
            f'<path d="{land}" fill="none" stroke="{SHALLOW}" stroke-width="{w * u:.1f}" stroke-opacity=".28" stroke-linejoin="round"/>' for w in (1.5, 0.95, 0.5)
        )
        sea = "".join(f'<polygon points="{self._polygon(n, 1.03)}"/>' for n in self.hexes if self._on_map(n))
        return (
            f'<defs><clipPath id="{self.clip}"><path d="{land}" clip-rule="evenodd"/></clipPath>'
            f'<clipPath id="sheet-{self.letters}">{sea}</clipPath>'
            f'<filter id="soft-{self.letters}" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="{0.16 * u:.1f}"/></filter></defs>'
            f'<rect width="{self.width:.0f}" height="{self.height:.0f}" fill="#d8cfba"/>'
            f'<g fill="{SEA}">{sea}</g><g clip-path="url(#sheet-{self.letters})">{glow}</g>'
        )

    def _land(self) -> str:
        """Terrain colours flow into one another; coasts cut them sharply."""
        by_colour: dict[str, list[str]] = defaultdict(list)
        islands = []
        for n in self.hexes:
            if self._kind(n) not in ("land", "coastal"):
                continue
            colour = TERRAIN_COLOUR[self.board.terrain(n)]
            if not self._on_map(n):
                continue
            by_colour[colour].append(self._polygon(n, 1.04))
            if self._kind(n) == "coastal" and not self._has_coastline(n):
                islands.append((n, colour))
        fields = "".join(
            f'<g fill="{colour}">' + "".join(f'<polygon points="{p}"/>' for p in polygons) + "</g>" for colour, polygons in sorted(by_colour.items())
        )
        inland = "".join(f'<polygon points="{self._polygon(n, 1.02)}"/>' for n in self.hexes if self._kind(n) == "land" and self._on_map(n))
        base = f'<g fill="{TERRAIN_COLOUR["clear"]}">{inland}</g>'
        lakes = self.paths.get("lake", "")
        whole = "".join(f'<polygon points="{self._polygon(n)}"/>' for n in self.hexes if self._kind(n) == "lake")
        return (
            base
            + f'<g clip-path="url(#sheet-{self.letters})"><g clip-path="url(#{self.clip})"><g filter="url(#soft-{self.letters})">{fields}</g></g>'
            + "".join(self._island(n, colour) for n, colour in islands)
            + f'<g fill="{SHALLOW}" stroke="{DEEP}" stroke-width="{0.02 * self.u:.2f}"><path d="{lakes}"/>{whole}</g>'
            + f'<path d="{self.paths.get("land", "")}" fill="none" stroke="#5d7f94" stroke-width="{0.03 * self.u:.2f}"/></g>'
        )

    def _has_coastline(self, number: str) -> bool:
        x, y = self.at[number]
        return any(self._dry_under(x + dx * self.u, y + dy * self.u) for dx, dy in ((0, 0), (0.25, 0), (-0.25, 0), (0, 0.25), (0, -0.25)))

    def _island(self, number: str, colour: str) -> str:
        x, y = self.at[number]
        return (
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{0.2 * self.u:.1f}" ry="{0.14 * self.u:.1f}" fill="{colour}" stroke="#5d7f94" '
            f'stroke-width="{0.03 * self.u:.2f}"/>'
        )

    def _relief(self) -> str:
        marks = [
            terrain(self.board.terrain(n), n, *self.at[n], self.u)
            for n in sorted(self.hexes, key=lambda n: self.at[n][1])
            if self._kind(n) in ("land", "coastal") and self._on_map(n) and (self._kind(n) == "land" or self._dry_under(*self.at[n]))
        ]
        return f'<g clip-path="url(#sheet-{self.letters})">{"".join(marks)}</g>'

    def _grid(self) -> str:
        u, t, index = self.u, self.board.tables, self.board.index
        land, dots, numbers, border = [], [], [], []
        for n in self.hexes:
            x, y = self.at[n]
            kind = self._kind(n)
            if not self._on_map(n):
                fill = SEA if kind == "sea" else TERRAIN_COLOUR[t.terrain[index[n]]]
                border.append(f'<polygon points="{self._polygon(n, 0.96)}" fill="{fill}"/>')
            elif kind != "sea":
                land.append(f'<polygon points="{self._polygon(n)}"/>')
            if kind == "sea":
                size = 0.07 if self.plane == AMERICAS or not self._on_map(n) else 0.032
                colour = {"orange": "#e08a1e", "red": RED}.get(t.dot[index[n]], "#4c7d9d")
                dots.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * u:.2f}" fill="{colour}"/>')
            else:
                numbers.append(f'<text x="{x:.1f}" y="{y - 0.38 * u:.1f}">{n[1:]}</text>')
        line = "#7c5c99" if self.plane == AMERICAS else "#6a655a"
        return (
            f'<g fill="none" stroke="{line}" stroke-opacity=".45" stroke-width="{0.022 * u:.2f}">{"".join(land)}</g>'
            f'<g stroke="#7c5c99" stroke-width="{0.05 * u:.2f}">{"".join(border)}</g>{"".join(dots)}'
            f'<g font-size="{0.11 * u:.1f}" fill="#5b564c" fill-opacity=".75" text-anchor="middle" font-family="DejaVu Sans, sans-serif">{"".join(numbers)}</g>'
        )

    def _ends(self, a: str, b: str) -> tuple[float, float, float, float] | None:
        """The hexside between two neighbours of the grid."""
        if a not in self.at or b not in self.at or not (self._on_map(a) and self._on_map(b)):
            return None
        here, there = spot(a), spot(b)
        corners = SIDE.get((there.x - here.x, there.row - here.row))
        if corners is None:
            return None
        x, y = self.at[a]
        (x1, y1), (x2, y2) = CORNERS[corners[0]], CORNERS[corners[1]]
        return x + x1 * self.u, y + y1 * self.u, x + x2 * self.u, y + y2 * self.u

    def _hexsides(self) -> str:
        u = self.u
        lines: dict[str, list[str]] = defaultdict(list)
        for pair, (kinds, _) in sorted(self.board.tables.sides.items()):
            ends = self._ends(pair[:5], pair[6:])
            if ends:
                for kind in kinds:
                    lines[kind].append("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*ends))
        style = (
            ("lake", f'stroke="{SHALLOW}" stroke-width="{0.16 * u:.1f}"'),
            ("river", f'stroke="#3f7fb0" stroke-width="{0.075 * u:.2f}"'),
            ("canal", f'stroke="#3f7fb0" stroke-width="{0.1 * u:.2f}" stroke-dasharray="{0.12 * u:.1f} {0.06 * u:.1f}"'),
            ("alpine", f'stroke="#4a3524" stroke-width="{0.12 * u:.2f}"'),
            ("straits", f'stroke="{RED}" stroke-width="{0.09 * u:.2f}" stroke-dasharray="{0.05 * u:.1f} {0.08 * u:.1f}"'),
            ("fort", f'stroke="#6b4f2a" stroke-width="{0.17 * u:.2f}" stroke-dasharray="{0.05 * u:.1f} {0.05 * u:.1f}"'),
        )
        return "".join(f'<path d="{"".join(lines[kind])}" fill="none" stroke-linecap="round" {look}/>' for kind, look in style if lines[kind])

    def _borders(self) -> str:
        """Red between countries, dark blue between sea areas."""
        t, index, u = self.board.tables, self.board.index, self.u
        red, blue = [], []
        positions = {(spot(n).x, spot(n).row): n for n in self.hexes if self._on_map(n)}
        for (x, row), n in positions.items():
            for dx, dy in STEPS[:3]:
                other = positions.get((x + dx, row + dy))
                ends = self._ends(n, other) if other else None
                if other is None or ends is None:
                    continue
                i, j = index[n], index[other]
                line = "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*ends)
                if t.country[i] and t.country[j] and t.country[i] != t.country[j]:
                    red.append(line)
                elif t.kind[i] == "sea" and t.kind[j] == "sea" and t.seas[i] != t.seas[j]:
                    blue.append(line)
        return (
            f'<path d="{"".join(blue)}" fill="none" stroke="#274f7d" stroke-width="{0.055 * u:.2f}" stroke-linecap="round" stroke-opacity=".8"/>'
            f'<path d="{"".join(red)}" fill="none" stroke="{RED}" stroke-width="{0.07 * u:.2f}" stroke-linecap="round" stroke-opacity=".75"/>'
        )

    def _tracks(self) -> str:
        rail, road = [], []
        for pair, (kind, _) in sorted(self.board.tables.tracks.items()):
            a, b = pair[:5], pair[6:]
            if a in self.at and b in self.at:
                (x1, y1), (x2, y2) = self.at[a], self.at[b]
                (rail if kind == "rail" else road).append(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}")
        u = self.u
        d = "".join(rail)
        return (
            f'<path d="{"".join(road)}" fill="none" stroke="#9a6a34" stroke-width="{0.05 * u:.2f}" stroke-dasharray="{0.12 * u:.1f} {0.07 * u:.1f}"/>'
            f'<path d="{d}" fill="none" stroke="{INK}" stroke-opacity=".75" stroke-width="{0.035 * u:.2f}"/>'
            f'<path d="{d}" fill="none" stroke="{INK}" stroke-opacity=".75" stroke-width="{0.11 * u:.2f}" stroke-dasharray="{0.025 * u:.2f} {0.14 * u:.2f}"/>'
        )

    def _links(self) -> str:
        """Lines between the map and the hexes in its border."""
        grey, blue = [], []
        for pair, (kind, _) in sorted(self.board.tables.links.items()):
            a, b = pair[:5], pair[6:]
            if a in self.at and b in self.at and kind not in ("join", "edge"):
                (x1, y1), (x2, y2) = self.at[a], self.at[b]
                (blue if kind == "blue" else grey).append(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}")
        u = self.u
        return (
            f'<path d="{"".join(grey)}" fill="none" stroke="#77736b" stroke-opacity=".55" stroke-width="{0.045 * u:.2f}"/>'
            f'<path d="{"".join(blue)}" fill="none" stroke="#2f66a0" stroke-opacity=".7" stroke-width="{0.05 * u:.2f}"/>'
        )

    def _sea_names(self) -> str:
        u, out = self.u, []
        for sea in self.board.sea_areas.values():
            if sea.box not in self.at:
                continue
            x, y = self.at[sea.box]
            size = 0.34 * u if self.plane != AMERICAS else 0.3 * u
            out.append(
                f'<text x="{x:.1f}" y="{y - 0.42 * u:.1f}" font-size="{size:.1f}" font-style="italic" fill="{BLUE_INK}" text-anchor="middle" '
                f'letter-spacing="{0.03 * u:.2f}" stroke="{SHALLOW}" stroke-opacity=".75" stroke-width="{0.07 * u:.2f}" paint-order="stroke">{escape(sea.name.upper())}</text>'
            )
            w, h = 0.42 * u, 0.42 * u
            for k in range(5):
                left = x + (k - 2.5) * w
                out.append(
                    f'<rect x="{left:.1f}" y="{y - 0.3 * u:.1f}" width="{w:.1f}" height="{h:.1f}" fill="#e6f1f6" fill-opacity=".82" stroke="{BLUE_INK}" stroke-width="{0.03 * u:.2f}"/>'
                    f'<text x="{left + w / 2:.1f}" y="{y + 0.02 * u:.1f}" font-size="{0.25 * u:.1f}" fill="{BLUE_INK}" text-anchor="middle">{k}</text>'
                )
        return "".join(out)

    def _country_names(self) -> str:
        """Each country's name across its middle, larger for larger countries."""
        groups: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for n in self.hexes:
            country = self.board.country_of(n)
            if country and self._on_map(n):
                groups[country].append(self.at[n])
        out = []
        for name, spots in sorted(groups.items()):
            if len(spots) < 4:
                continue
            cx, cy = sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)
            x, y = min(spots, key=lambda p: (p[0] - cx) ** 2 + (p[1] - cy) ** 2)
            span = max(p[0] for p in spots) - min(p[0] for p in spots) + self.u
            size = min(self.u * (0.3 + 0.07 * math.sqrt(len(spots))), 1.15 * span / max(4, len(name)))
            out.append(
                f'<text x="{x:.1f}" y="{y + 0.45 * self.u:.1f}" font-size="{size:.1f}" fill="#5a1f16" fill-opacity=".5" font-weight="bold" '
                f'letter-spacing="{0.12 * size:.1f}" text-anchor="middle">{escape(name.upper())}</text>'
            )
        return "".join(out)

    def _places(self) -> str:
        marks, labels = [], []
        here: dict[str, int] = Counter()
        order = sorted(self.board.places.values(), key=lambda p: (not p.kind.startswith("capital"), not p.objective, -p.factories, p.name))
        for place in order:
            if place.hex not in self.at:
                continue
            x, y = self.at[place.hex]
            rank = here[place.hex]
            here[place.hex] += 1
            if rank > 2:
                continue
            dy = rank * 0.26 * self.u
            if rank == 0:
                marks.append(place_mark(place, x, y, self.u))
            size = (0.25 if place.kind == "capital_major" else 0.21 if place.kind.startswith("capital") or place.objective else 0.17) * self.u
            text = place.name.upper() if place.kind == "capital_major" else place.name.split(" (")[0]
            weight = "bold" if place.kind.startswith("capital") or place.objective else "normal"
            labels.append(
                f'<text x="{x:.1f}" y="{y - 0.17 * self.u - dy:.1f}" font-size="{size * (1 - 0.15 * rank):.1f}" font-weight="{weight}" fill="{RED if place.objective else INK}">{escape(text)}</text>'
            )
        halo = f'stroke="#f6f1e2" stroke-opacity=".8" stroke-width="{0.05 * self.u:.2f}" paint-order="stroke" stroke-linejoin="round"'
        return f'{"".join(marks)}<g text-anchor="middle" {halo}>{"".join(labels)}</g>'

    def _frame(self) -> str:
        title = " and ".join(SHEETS[letter].name for letter in self.letters)
        if self.plane == EUROPE and len(self.letters) == 2:
            title = "Europe"
        if self.plane == PACIFIC and len(self.letters) == 2:
            title = "Asia and the Pacific"
        u = self.u
        return (
            f'<rect x="{0.15 * u:.1f}" y="{0.15 * u:.1f}" width="{self.width - 0.3 * u:.1f}" height="{self.height - 0.3 * u:.1f}" fill="none" stroke="{INK}" stroke-width="{0.08 * u:.2f}"/>'
            f'<rect x="{0.3 * u:.1f}" y="{0.3 * u:.1f}" width="{self.width - 0.6 * u:.1f}" height="{self.height - 0.6 * u:.1f}" fill="none" stroke="{INK}" stroke-width="{0.025 * u:.2f}"/>'
            f'<text x="{0.7 * u:.1f}" y="{1.0 * u:.1f}" font-size="{0.62 * u:.1f}" letter-spacing="{0.1 * u:.1f}" fill="{INK}">{escape(title.upper())}</text>'
        )

