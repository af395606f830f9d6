"""The board as one document for the page: columns, laid out as on the table, made once."""

from __future__ import annotations

import csv
import io
import math
from functools import cache
from importlib.resources import files
from typing import TypedDict

import msgspec

from worldfire.board.model import Board, Place
from worldfire.server.wire import plain
from worldfire.titles import title_named

ROW = math.sqrt(3) / 2
GAP = 3.0


class Frame(msgspec.Struct, frozen=True):
    """Where a plane lies: its left edge and its top in the layout, and what these are in its own grid."""

    plane: str
    width: float
    left: float
    top: float
    grid_left: float
    grid_top: float
    right: float
    bottom: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Hex widths eastwards and northwards in the plane → the layout, y growing downwards."""
        across = self.left + (x - self.grid_left) * self.width
        down = self.top + (self.grid_top - y) * self.width
        return round(across, 3), round(down, 3)


class SheetShown(TypedDict):
    letter: str
    name: str
    plane: str
    width: float


class HexesShown(TypedDict):
    """The hexes in columns, in the order in which the engine counts them."""

    key: list[str]
    sheet: list[str]
    x: list[float]
    y: list[float]
    kind: list[str]
    terrain: list[str]
    country: list[str]
    zone: list[str]
    scale: list[str]
    seas: list[tuple[str, ...]]
    dot: list[str]


class PlaceShown(TypedDict):
    name: str
    hex: str
    kind: str
    country: str
    port: str
    iced: bool
    resources: int
    oil: int
    objective: bool
    factories: int
    capital: bool


class SeaShown(TypedDict):
    name: str
    sheets: tuple[str, ...]
    box: str
    zone: str
    borders: list[str]
    #: the middle of its hexdots; None: it has none
    at: tuple[float, float] | None


class CountryShown(TypedDict):
    name: str
    kind: str
    controller: str
    capital: str


class Outline(TypedDict):
    plane: str
    kind: str
    points: list[float]


class BoardDocument(TypedDict):
    digest: str
    sheets: list[SheetShown]
    planes: list[Frame]
    hexes: HexesShown
    #: two hexes and what lies between them
    hexsides: list[tuple[str, str, list[str]]]
    tracks: list[tuple[str, str, str]]
    links: list[tuple[str, str, str]]
    places: list[PlaceShown]
    seas: list[SeaShown]
    countries: list[CountryShown]
    outlines: list[Outline]
    names: dict[str, str]
    borders: list[tuple[str, str]]


class GlobeDocument(TypedDict):
    """Where everything is in the world, for one map of all sheets; degrees, east and north positive."""

    #: of each hex, in the order of the board's
    lon: list[float]
    lat: list[float]
    #: rings of longitude and latitude in turn
    coasts: list[list[float]]


def _frames(board: Board) -> dict[str, Frame]:
    """The planes one below the other, and to their left those whose few hexes are drawn larger."""
    widths = board.grid.widths()
    bounds: dict[str, list[float]] = {}
    for number in board.tables.numbers:
        here = board.grid.spot(number)
        x, y = here.x / 2, here.row * ROW
        box = bounds.setdefault(here.plane, [x, x, y, y])
        box[:] = [min(box[0], x), max(box[1], x), min(box[2], y), max(box[3], y)]

    def frame(plane: str, left: float, top: float) -> Frame:
        west, east, south, north = bounds[plane]
        width = widths[plane]
        right, bottom = left + (east - west) * width, top + (north - south) * width
        return Frame(plane, width, left, top, west, north, right, bottom)

    def pile(planes: list[str], left: float, top: float) -> list[Frame]:
        found: list[Frame] = []
        for plane in planes:
            found.append(frame(plane, left, top))
            top = found[-1].bottom + GAP
        return found

    enlarged = [plane for plane, width in widths.items() if width > 1]
    beside = pile(enlarged, 0, 0)
    main = pile([plane for plane in widths if plane not in enlarged], beside[-1].right + GAP * 2 if beside else 0, 0)
    middle = (main[-1].bottom - beside[-1].bottom) / 2 if beside else 0
    return {one.plane: one for one in (*pile(enlarged, 0, middle), *main)}


@cache
def board_document(title: str) -> tuple[str, bytes]:
    """(digest, the JSON of the board that the title is played on)."""
    board = title_named(title).tables().board
    return board.digest, msgspec.json.encode(_document(board, title_named(title).data_title), enc_hook=plain)


@cache
def globe_document(title: str) -> tuple[str, bytes]:
    """(digest, the JSON of where the board's hexes and the world's coasts are)."""
    board = title_named(title).tables().board
    found: GlobeDocument = {"lon": board.tables.lon, "lat": board.tables.lat, "coasts": _coasts()}
    return board.digest, msgspec.json.encode(found)


def _coasts() -> list[list[float]]:
    text = files("worldfire").joinpath("data", "board", "world_coasts.csv").read_text(encoding="utf-8")
    rings = (row["points"].replace(",", " ").split() for row in csv.DictReader(io.StringIO(text)))
    return [[int(value) / 100 for value in ring] for ring in rings]


def _document(board: Board, title: str) -> BoardDocument:
    tables, frames, widths = board.tables, _frames(board), board.grid.widths()
    spots = [board.grid.spot(number) for number in tables.numbers]
    layout = [frames[here.plane].at(here.x / 2, here.row * ROW) for here in spots]
    return {
        "digest": board.digest,
        "sheets": [
            {"letter": sheet.letter, "name": sheet.name, "plane": sheet.plane, "width": widths[sheet.plane]}
            for sheet in board.grid.sheets.values()
        ],
        "planes": list(frames.values()),
        "hexes": {
            "key": tables.numbers,
            "sheet": [number[0] for number in tables.numbers],
            "x": [x for x, _ in layout],
            "y": [y for _, y in layout],
            "kind": tables.kind,
            "terrain": tables.terrain,
            "country": tables.country,
            "zone": tables.zone,
            "scale": tables.scale,
            "seas": tables.seas,
            "dot": tables.dot,
        },
        "hexsides": [(side[:5], side[6:], list(kinds)) for side, (kinds, _) in tables.sides.items()],
        "tracks": [(side[:5], side[6:], kind) for side, (kind, _) in tables.tracks.items()],
        "links": [(side[:5], side[6:], kind) for side, (kind, _) in tables.links.items()],
        "places": [_place(place) for place in tables.places],
        "seas": [_sea(board, frames, sea.name) for sea in tables.sea_areas],
        "countries": [
            {"name": country.name, "kind": country.kind, "controller": country.controller, "capital": country.capital}
            for country in tables.countries
        ],
        "outlines": _outlines(frames, title),
        "names": tables.names,
        "borders": _borders(board),
    }


def _place(place: Place) -> PlaceShown:
    return {
        "name": place.name,
        "hex": place.hex,
        "kind": place.kind,
        "country": place.country,
        "port": place.port,
        "iced": place.iced,
        "resources": place.resources,
        "oil": place.oil,
        "objective": place.objective,
        "factories": place.factories,
        "capital": place.kind.startswith("capital"),
    }


def _sea(board: Board, frames: dict[str, Frame], name: str) -> SeaShown:
    """A sea area with the middle of its hexdots, where its name can stand."""
    sea = board.sea_areas[name]
    dots = [board.grid.spot(board.number(here)) for here in board.hexdots.get(name, ())]
    middle = None
    if dots:
        on_one = [dot for dot in dots if dot.plane == dots[0].plane]
        x, y = sum(dot.x for dot in on_one) / 2 / len(on_one), sum(dot.row for dot in on_one) * ROW / len(on_one)
        middle = frames[dots[0].plane].at(x, y)
    return {
        "name": name,
        "sheets": sea.sheets,
        "box": sea.box,
        "zone": sea.zone,
        "borders": sorted(sea.borders),
        "at": middle,
    }


def _outlines(frames: dict[str, Frame], title: str) -> list[Outline]:
    """Coasts and lakes as rings in the layout: x and y in turn."""
    text = files("worldfire").joinpath("data", "board", title, "outlines.csv").read_text(encoding="utf-8")
    found: list[Outline] = []
    for row in csv.DictReader(io.StringIO(text)):
        frame = frames[row["plane"]]
        pairs = (pair.split(",") for pair in row["points"].split())
        ring = [value for x, y in pairs for value in frame.at(int(x) / 100, int(y) / 100)]
        found.append({"plane": row["plane"], "kind": row["kind"], "points": ring})
    return found


def _borders(board: Board) -> list[tuple[str, str]]:
    """Hexsides between two countries."""
    tables = board.tables
    return [
        (tables.numbers[here], tables.numbers[there])
        for here, around in enumerate(board.adjacent)
        for there in around
        if here < there
        and tables.country[here]
        and tables.country[there]
        and tables.country[here] != tables.country[there]
        and not board.link(tables.numbers[here], tables.numbers[there])
    ]
