"""Draws the sheets as a player would like to have them on the wall: SVG, and PNG made from it."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from worldfire.board.glyphs import BLUE_INK, INK, RED, TERRAIN_COLOUR, place_mark, terrain
from worldfire.board.grid import STEPS
from worldfire.board.legend import height as legend_height
from worldfire.board.legend import legend
from worldfire.board.loading import COMMON
from worldfire.board.model import Board, Place
from worldfire.board.svg import Point, document, group, line, points, ring, stroke, tag, text

WHOLE = "world"
TITLES = {"WE": "Europe", "AP": "Asia and the Pacific"}
ROW = math.sqrt(3) / 2
MARGIN = 1.4
ENLARGED = 0.95  # a sheet whose few hexes hold many places, as much larger as the page draws it, less this

SEA, SHALLOW, DEEP, COAST, PAPER, PURPLE = "#8fb8d0", "#c4dfea", "#6f9fbe", "#5d7f94", "#d8cfba", "#7c5c99"
HEXDOT = {"": "#4c7d9d", "large": "#4c7d9d", "orange": "#e08a1e", "red": RED}
MARKED_REGIONS = (
    "Vichy France",
    "East Poland",
    "Bessarabia",
    "Transylvania",
    "South Dobruja",
    "Finnish borderlands",
    "Ukraine",
    "Occupied China",
)

CORNERS = [(0.5 * math.sin(math.radians(60 * k)) / ROW, -0.5 * math.cos(math.radians(60 * k)) / ROW) for k in range(6)]
SIDE = {(2, 0): (1, 2), (1, 1): (0, 1), (-1, 1): (5, 0), (-2, 0): (4, 5), (-1, -1): (3, 4), (1, -1): (2, 3)}
"""Which corners bound the hexside towards each neighbour."""
PROBES = [
    (0.0, 0.0),
    *((r * math.cos(k * math.pi / 4), r * math.sin(k * math.pi / 4)) for r in (0.22, 0.4) for k in range(8)),
]
"""Where to look for land in a coastal hex."""


def sheet_choices(board: Board) -> tuple[str, ...]:
    """What can be drawn: each sheet by its letter, or all of them."""
    return (*board.grid.sheets, WHOLE)


def render(board: Board, sheet: str, out: Path, scale: float = 36.0, title: str = COMMON) -> None:
    """Draw one sheet, or the world, to a file whose suffix says how."""
    if sheet == WHOLE:
        picture = world(board, scale, title)
    else:
        width = board.grid.sheets[sheet].width
        picture = Sheet(board, sheet, scale * width * ENLARGED if width > 1 else scale, title).svg()
    if out.suffix == ".svg":
        out.write_text(picture, encoding="utf-8")
        return
    import resvg_py  # noqa: PLC0415  (only PNG needs it)

    out.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=picture)))


def world(board: Board, scale: float, title: str) -> str:
    """All sheets on one canvas: those that are enlarged to the left, the planes of the others one below the other."""
    planes: dict[str, str] = {}
    for sheet in board.grid.sheets.values():
        planes[sheet.plane] = planes.get(sheet.plane, "") + sheet.letter
    widths = board.grid.widths()
    beside = [Sheet(board, planes[plane], scale * 1.05, title) for plane in planes if widths[plane] > 1]
    main = [Sheet(board, planes[plane], scale * 0.5, title) for plane in planes if widths[plane] == 1]
    left = max((one.width for one in beside), default=0) + 2 * scale
    broad = max(one.width for one in main)
    tallest = max(sum(one.height + scale for one in column) for column in (beside, main))
    width, height = left + broad + scale, tallest + scale
    parts: list[tuple[float, float, Sheet]] = []
    for column, x, room in ((beside, scale, 0.0), (main, left, broad)):
        y = (height - sum(one.height + scale for one in column) + scale) / 2
        for one in column:
            parts.append((x + max(0.0, room - one.width) / 2, y, one))
            y += one.height + scale
    sheets = [group([sheet.body()], transform=f"translate({x:.1f} {y:.1f})") for x, y, sheet in parts]
    return document(width, height, tag("rect", width=width, height=height, fill="#e9e2d0") + "".join(sheets))


def _prominence(place: Place) -> tuple[bool, bool, bool, int, str]:
    """Capitals first, then objectives, then cities by their factories."""
    return not place.kind.startswith("capital"), not place.objective, place.kind != "city", -place.factories, place.name


class Sheet:
    """One sheet, or two that share a plane, laid out in pixels."""

    def __init__(self, board: Board, letters: str, scale: float, title: str) -> None:
        self.board, self.letters, self.u, self.title = board, letters, scale, title
        sheet = board.grid.sheets[letters[0]]
        self.plane, self.name, self.coarse = sheet.plane, sheet.name, sheet.width > 1
        self.hexes = [n for n in board.tables.numbers if n[0] in letters]
        spots = {n: board.grid.spot(n) for n in self.hexes}
        self.left = min(s.x for s in spots.values()) / 2 - MARGIN
        self.top = max(s.row for s in spots.values()) * ROW + MARGIN
        self.width = (max(s.x for s in spots.values()) / 2 + MARGIN - self.left) * scale
        self.height = (self.top - min(s.row for s in spots.values()) * ROW + MARGIN) * scale
        self.at = {n: self._pixels(s.x / 2, s.row * ROW) for n, s in spots.items()}
        self.inside = [n for n in self.hexes if self._on_map(n)]
        self.positions = {(spots[n].x, spots[n].row): n for n in self.inside}
        self.rings: list[tuple[tuple[float, float, float, float], list[Point]]] = []
        self.land, self.lakes = self._outlines()

    def svg(self) -> str:
        """The sheet with the meaning of its signs below."""
        strip = legend(self.height, self.width, self.u)
        return document(self.width, self.height + legend_height(self.width, self.u), self.body() + strip)

    def body(self) -> str:
        """Everything, from the sea floor to the names."""
        layers = (
            self._water,
            self._land,
            self._relief,
            self._grid,
            self._hexsides,
            self._borders,
            self._tracks,
            self._links,
            self._sea_names,
            self._country_names,
            self._places,
            self._frame,
        )
        return "".join(layer() for layer in layers)

    def _pixels(self, x: float, y: float) -> Point:
        return (x - self.left) * self.u, (self.top - y) * self.u

    def _on_map(self, number: str) -> bool:
        return self.board.in_grid(self.board.index[number])

    def _outlines(self) -> tuple[str, str]:
        """Coasts and lakes of this plane as path data."""
        source = files("worldfire").joinpath("data", "board", self.title, "outlines.csv").read_text(encoding="utf-8")
        found: dict[str, list[str]] = defaultdict(list)
        for row in csv.DictReader(io.StringIO(source)):
            if row["plane"] != self.plane:
                continue
            pairs = (pair.split(",") for pair in row["points"].split())
            shore = [self._pixels(int(x) / 100, int(y) / 100) for x, y in pairs]
            xs, ys = [p[0] for p in shore], [p[1] for p in shore]
            if max(xs) < 0 or min(xs) > self.width or max(ys) < 0 or min(ys) > self.height:
                continue
            found[row["kind"]].append(ring(shore))
            if row["kind"] == "land":
                self.rings.append(((min(xs), min(ys), max(xs), max(ys)), shore))
        return "".join(found["land"]), "".join(found["lake"])

    def _dry_under(self, x: float, y: float) -> bool:
        inside = False
        for (left, top, right, bottom), shore in self.rings:
            if not (left <= x <= right and top <= y <= bottom):
                continue
            for (x1, y1), (x2, y2) in zip(shore, shore[1:] + shore[:1], strict=True):
                if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                    inside = not inside
        return inside

    def _has_coastline(self, number: str) -> bool:
        x, y = self.at[number]
        return any(self._dry_under(x + px * self.u, y + py * self.u) for px, py in PROBES)

    def _hexagon(self, number: str, grow: float = 1.0, **attributes: object) -> str:
        x, y = self.at[number]
        corners = ((x + cx * self.u * grow, y + cy * self.u * grow) for cx, cy in CORNERS)
        return tag("polygon", points=points(corners), **attributes)

    def _water(self) -> str:
        """The sea, lighter towards the coasts; also the clip paths that later layers use."""
        u, kind = self.u, self.board.kind
        hexagons = [self._hexagon(n, 1.03) for n in self.inside]
        blur = tag("feGaussianBlur", stdDeviation=0.16 * u)
        definitions = tag(
            "defs",
            tag("clipPath", tag("path", d=self.land, clip_rule="evenodd"), id=f"land-{self.letters}"),
            tag("clipPath", *hexagons, id=f"sheet-{self.letters}"),
            tag("filter", blur, id=f"soft-{self.letters}", x="-5%", y="-5%", width="110%", height="110%"),
        )
        glow = [
            stroke([self.land], SHALLOW, w * u, stroke_opacity=0.28, stroke_linejoin="round") for w in (1.5, 0.95, 0.5)
        ]
        inland = [self._hexagon(n, 1.02) for n in self.inside if kind(n) == "land"]
        return (
            definitions
            + tag("rect", width=self.width, height=self.height, fill=PAPER)
            + group(hexagons, fill=SEA)
            + group(glow, clip_path=f"url(#sheet-{self.letters})")
            + group(inland, fill=TERRAIN_COLOUR["clear"])
        )

    def _land(self) -> str:
        """Terrain colours flow into one another; coasts cut them sharply."""
        fields: dict[str, list[str]] = defaultdict(list)
        islands = []
        for n in self.inside:
            colour = TERRAIN_COLOUR.get(self.board.terrain(n))
            if colour is None:
                continue
            fields[colour].append(self._hexagon(n, 1.04))
            if self.board.kind(n) == "coastal" and not self._has_coastline(n):
                style = {"fill": colour, "stroke": COAST, "stroke_width": 0.03 * self.u}
                islands += [tag("path", d=strip, **style) for strip in self._strips(n)] or [self._island(n, style)]
        painted = [group(hexagons, fill=colour) for colour, hexagons in sorted(fields.items())]
        soft = group(painted, filter=f"url(#soft-{self.letters})")
        whole = [self._hexagon(n) for n in self.inside if self.board.kind(n) == "lake"]
        lakes = group([tag("path", d=self.lakes), *whole], fill=SHALLOW, stroke=DEEP, stroke_width=0.02 * self.u)
        coast = stroke([self.land], COAST, 0.03 * self.u)
        return group(
            [group([soft], clip_path=f"url(#land-{self.letters})"), *islands, lakes, coast],
            clip_path=f"url(#sheet-{self.letters})",
        )

    def _strips(self, number: str) -> list[str]:
        """What a coastal hex has of the mainland beside it, where the outlines leave it all to the sea."""
        strips = []
        for other in self.board.neighbours(number):
            ends = self._ends(number, other)
            dry = self.board.kind(other) == "land" or (
                self.board.kind(other) == "coastal" and other in self.at and self._has_coastline(other)
            )
            if ends is None or not dry or "all-sea" in self.board.side(number, other):
                continue
            (x1, y1), (x2, y2) = ends
            x, y = self.at[number]
            bulge = f"{x + 0.15 * (x1 + x2 - 2 * x):.1f} {y + 0.15 * (y1 + y2 - 2 * y):.1f}"
            strips.append(f"M{x1:.1f} {y1:.1f}Q{bulge} {x2:.1f} {y2:.1f}Z")
        return strips

    def _island(self, number: str, style: Mapping[str, object]) -> str:
        x, y = self.at[number]
        return tag("ellipse", cx=x, cy=y, rx=0.2 * self.u, ry=0.14 * self.u, **style)

    def _relief(self) -> str:
        marks = [
            terrain(self.board.terrain(n), n, *self.at[n], self.u)
            for n in sorted(self.inside, key=lambda n: self.at[n][1])
            if self.board.kind(n) == "land" or (self.board.kind(n) == "coastal" and self._dry_under(*self.at[n]))
        ]
        return group(marks, clip_path=f"url(#sheet-{self.letters})")

    def _grid(self) -> str:
        """Hexes on land, dots at sea, the purple hexes of the border, and the numbers."""
        u, t = self.u, self.board.tables
        land, dots, numbers, border = [], [], [], []
        for n in self.hexes:
            (x, y), i = self.at[n], self.board.index[n]
            at_sea, on_map = t.kind[i] == "sea", self._on_map(n)
            if not on_map:
                border.append(self._hexagon(n, 0.96, fill=SEA if at_sea else TERRAIN_COLOUR[t.terrain[i]]))
            elif not at_sea:
                land.append(self._hexagon(n))
            if at_sea:
                large = self.coarse or not on_map or t.dot[i] == "large"
                dots.append(tag("circle", cx=x, cy=y, r=(0.07 if large else 0.032) * u, fill=HEXDOT[t.dot[i]]))
            else:
                numbers.append(text(n[1:], x, y - 0.38 * u))
        outline = PURPLE if self.coarse else "#6a655a"
        figures = {
            "font_size": 0.11 * u,
            "fill": "#5b564c",
            "fill_opacity": 0.75,
            "font_family": "DejaVu Sans, sans-serif",
        }
        return (
            group(land, fill="none", stroke=outline, stroke_opacity=0.45, stroke_width=0.022 * u)
            + group(border, stroke=PURPLE, stroke_width=0.05 * u)
            + "".join(dots)
            + group(numbers, text_anchor="middle", **figures)
        )

    def _ends(self, a: str, b: str) -> tuple[Point, Point] | None:
        """The two corners of the hexside between neighbours of the grid."""
        if a not in self.at or b not in self.at or not (self._on_map(a) and self._on_map(b)):
            return None
        here, there = self.board.grid.spot(a), self.board.grid.spot(b)
        ends = SIDE.get((there.x - here.x, there.row - here.row))
        if ends is None:
            return None
        x, y = self.at[a]
        (x1, y1), (x2, y2) = CORNERS[ends[0]], CORNERS[ends[1]]
        return (x + x1 * self.u, y + y1 * self.u), (x + x2 * self.u, y + y2 * self.u)

    def _side(self, a: str, b: str) -> str | None:
        """The hexside between two neighbours of the grid, as path data."""
        ends = self._ends(a, b)
        return None if ends is None else line(*ends)

    def _hexsides(self) -> str:
        u = self.u
        sides: dict[str, list[str]] = defaultdict(list)
        for pair, (kinds, _) in sorted(self.board.tables.sides.items()):
            side = self._side(pair[:5], pair[6:])
            for kind in kinds if side else ():
                sides[kind].append(str(side))
        looks = (
            ("lake", SHALLOW, 0.16, ""),
            ("river", "#3f7fb0", 0.075, ""),
            ("canal", "#3f7fb0", 0.1, f"{0.12 * u:.1f} {0.06 * u:.1f}"),
            ("alpine", "#4a3524", 0.12, ""),
            ("straits", RED, 0.09, f"{0.05 * u:.1f} {0.08 * u:.1f}"),
            ("fort", "#6b4f2a", 0.17, f"{0.05 * u:.1f} {0.05 * u:.1f}"),
        )
        return "".join(
            stroke(sides[kind], colour, width * u, stroke_linecap="round", stroke_dasharray=dashes or "none")
            for kind, colour, width, dashes in looks
            if sides[kind]
        )

    def _borders(self) -> str:
        """Red between countries, dashed around what changes hands, dark blue between sea areas."""
        t, index, u = self.board.tables, self.board.index, self.u
        red: list[str] = []
        blue: list[str] = []
        dashed: list[str] = []
        marked = [set(t.regions.get(name, ())) for name in (*MARKED_REGIONS, *t.potential_homes)]
        for (x, row), n in self.positions.items():
            for dx, dy in STEPS[:3]:
                other = self.positions.get((x + dx, row + dy))
                side = self._side(n, other) if other else None
                if other is None or side is None or "all-sea" in self.board.side(n, other):
                    continue
                i, j = index[n], index[other]
                if t.country[i] and t.country[j]:
                    if t.country[i] != t.country[j]:
                        red.append(side)
                    elif any((n in region) != (other in region) for region in marked):
                        dashed.append(side)
                elif t.kind[i] == t.kind[j] == "sea" and t.seas[i] != t.seas[j]:
                    blue.append(side)
        return (
            stroke(blue, "#274f7d", 0.055 * u, stroke_linecap="round", stroke_opacity=0.8)
            + stroke(dashed, RED, 0.06 * u, stroke_opacity=0.7, stroke_dasharray=f"{0.14 * u:.1f} {0.1 * u:.1f}")
            + stroke(red, RED, 0.07 * u, stroke_linecap="round", stroke_opacity=0.75)
        )

    def _between(self, pair: str) -> str | None:
        """A line from hex to hex, where both are on this sheet."""
        a, b = pair[:5], pair[6:]
        return line(self.at[a], self.at[b]) if a in self.at and b in self.at else None

    def _tracks(self) -> str:
        found: dict[str, list[str]] = defaultdict(list)
        for pair, (kind, _) in sorted(self.board.tables.tracks.items()):
            found[kind].append(self._between(pair) or "")
        u = self.u
        return (
            stroke(found["road"], "#9a6a34", 0.05 * u, stroke_dasharray=f"{0.12 * u:.1f} {0.07 * u:.1f}")
            + stroke(found["rail"], INK, 0.035 * u, stroke_opacity=0.75)
            + stroke(
                found["rail"], INK, 0.11 * u, stroke_opacity=0.75, stroke_dasharray=f"{0.025 * u:.2f} {0.14 * u:.2f}"
            )
        )

    def _links(self) -> str:
        """Communication lines between the map and the hexes in its border."""
        found: dict[str, list[str]] = defaultdict(list)
        for pair, (kind, _) in sorted(self.board.tables.links.items()):
            if kind in ("grey", "blue"):
                found[kind].append(self._between(pair) or "")
        return stroke(found["grey"], "#77736b", 0.045 * self.u, stroke_opacity=0.55) + stroke(
            found["blue"], "#2f66a0", 0.05 * self.u, stroke_opacity=0.7
        )

    def _sea_names(self) -> str:
        u, out = self.u, []
        halo = {"stroke": SHALLOW, "stroke_opacity": 0.75, "stroke_width": 0.07 * u, "paint_order": "stroke"}
        for sea in self.board.sea_areas.values():
            if sea.box not in self.at:
                continue
            x, y = self.at[sea.box]
            half = max(1.6, 0.15 * len(sea.name)) * u
            x = min(max(x, half), self.width - half)
            roomy = self._on_map(sea.box)
            size = (0.34 if roomy and not self.coarse else 0.24) * u
            out.append(text(sea.name.upper(), x, y - 0.42 * u, font_size=size, letter_spacing=0.03 * u, **halo))
            box = (0.28 if self.coarse else 0.42) * u
            for section in range(5) if roomy else ():  # the border has no room for boxes
                left = x + (section - 2.5) * box
                frame = {"fill": "#e6f1f6", "fill_opacity": 0.82, "stroke": BLUE_INK, "stroke_width": 0.03 * u}
                out.append(tag("rect", x=left, y=y - 0.3 * u, width=box, height=box, **frame))
                out.append(text(str(section), left + box / 2, y - 0.3 * u + 0.76 * box, font_size=0.6 * box))
        return group(out, text_anchor="middle", fill=BLUE_INK, font_style="italic")

    def _country_names(self) -> str:
        """Each country's name across its middle, larger for larger countries."""
        lands: dict[str, list[Point]] = defaultdict(list)
        for n in self.inside:
            lands[self.board.country_of(n)].append(self.at[n])
        out = []
        for name, spots in sorted(lands.items()):
            if not name or len(spots) < 4:
                continue
            cx, cy = sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)
            x, y = min(spots, key=lambda p: (p[0] - cx) ** 2 + (p[1] - cy) ** 2)
            span = max(p[0] for p in spots) - min(p[0] for p in spots) + self.u
            size = min(self.u * (0.3 + 0.07 * math.sqrt(len(spots))), 1.15 * span / max(4, len(name)))
            out.append(text(name.upper(), x, y + 0.45 * self.u, font_size=size, letter_spacing=0.12 * size))
        return group(out, text_anchor="middle", fill="#5a1f16", fill_opacity=0.5, font_weight="bold")

    def _places(self) -> str:
        """Symbols, then names: at most three in a hex, objectives in red."""
        u = self.u
        marks, labels = [], []
        crowd: Counter[str] = Counter()
        for place in sorted(
            self.board.places.values(),
            key=_prominence,
        ):
            rank = crowd[place.hex]
            crowd[place.hex] += 1
            if place.hex not in self.at or rank > 2:
                continue
            x, y = self.at[place.hex]
            if rank == 0:
                marks.append(place_mark(place, x, y, u))
            capital = place.kind.startswith("capital")
            size = (0.25 if place.kind == "capital_major" else 0.21 if capital or place.objective else 0.17) * u
            if not self._on_map(place.hex):
                size = min(size, 0.15 * u)  # hexes in the border stand shoulder to shoulder
            words = place.name.split(" (")[0]
            labels.append(
                text(
                    words.upper() if place.kind == "capital_major" else words,
                    x,
                    y - (0.17 + 0.26 * rank) * u,
                    font_size=size * (1 - 0.15 * rank),
                    font_weight="bold" if capital or place.objective else "normal",
                    fill=RED if place.objective else INK,
                )
            )
        halo = {"stroke": "#f6f1e2", "stroke_opacity": 0.8, "stroke_width": 0.05 * u, "paint_order": "stroke"}
        return "".join(marks) + group(labels, text_anchor="middle", stroke_linejoin="round", **halo)

    def _frame(self) -> str:
        u, out = self.u, []
        for inset, width in ((0.15, 0.08), (0.3, 0.025)):
            size = {"width": self.width - 2 * inset * u, "height": self.height - 2 * inset * u}
            out.append(tag("rect", x=inset * u, y=inset * u, fill="none", stroke=INK, stroke_width=width * u, **size))
        title = TITLES.get(self.letters, self.name).upper()
        return "".join(out) + text(title, 0.7 * u, 1.0 * u, font_size=0.62 * u, letter_spacing=0.1 * u, fill=INK)
