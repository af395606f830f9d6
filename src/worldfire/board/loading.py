"""Loads the board from its tables, through a compiled cache that is keyed by their digest."""

from __future__ import annotations

import csv
import hashlib
import io
import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from worldfire.board.grid import COMMON_GRID, STEPS, Grid, Sheet, Spot
from worldfire.board.model import (
    EUROPEAN,
    OFF_MAP,
    PACIFIC_SCALE,
    WORLD,
    Board,
    Boundary,
    Compiled,
    Country,
    Place,
    SeaArea,
    key,
)

TABLES = (
    "hexes",
    "hexsides",
    "links",
    "tracks",
    "places",
    "seas",
    "sea_borders",
    "countries",
    "regions",
    "control",
    "parts",
    "names",
    "canals",
    "direct_ports",
    "also_on",
    "corrections",
)
SHEETS_TABLE, BOUNDARIES, POTENTIAL_HOMES = "sheets", "boundaries", "potential_homes"
#: only boards that differ in these things have them: sheets that are not those of the common grid; what lies on the boundary
#: of two sea areas; regions that may become home country of somebody else
OWN_TABLES = (SHEETS_TABLE, BOUNDARIES, POTENTIAL_HOMES)
CORRECTABLE = ("kind", "terrain", "country", "zone", "seas", "dot", "scale")
FORMAT = "6"
"""Changes whenever the compiled form does, so that an old cache is never read."""
_SALT = b"4"
"""Part of a board's digest, which games remember: it never changes."""

#: what the sheets' own chart prints for aircraft, and its row for each scale
AIR_COSTS = "aircraft_range_cost.csv"
ROW_OF_SCALE = {EUROPEAN: "Europe", PACIFIC_SCALE: "Pacific", OFF_MAP: "off-map", WORLD: "World"}
COMMON = "wif"

_loaded: dict[str, Board] = {}


class BoardError(Exception):
    """The tables of the board contradict themselves."""


def load(title: str = COMMON) -> Board:
    """The board that comes with the package for a title."""
    return load_texts(read(title), title)


def load_texts(texts: dict[str, bytes], title: str = COMMON) -> Board:
    """The board of these tables, by their names; the title's chart says what aircraft pay for its hexes."""
    digest = digest_of(texts)
    if digest not in _loaded:
        _loaded[digest] = Board.from_tables(
            _from_cache(digest) or _compile_and_cache(texts, digest), printed_air_costs(title)
        )
    return _loaded[digest]


def has_board(title: str) -> bool:
    """Does the title have sheets of its own?"""
    return files("worldfire").joinpath("data", "board", title).is_dir()


def read(title: str) -> dict[str, bytes]:
    """The tables of a title's board, by their names."""
    root = files("worldfire").joinpath("data", "board", title)
    texts = {name: root.joinpath(f"{name}.csv").read_bytes() for name in TABLES}
    own = {name: root.joinpath(f"{name}.csv") for name in OWN_TABLES}
    return texts | {name: file.read_bytes() for name, file in own.items() if file.is_file()}


def digest_of(texts: dict[str, bytes]) -> str:
    """By this a game knows the board that it was begun on."""
    total = hashlib.blake2b(_SALT, digest_size=16)
    for name in (*TABLES, *(name for name in OWN_TABLES if name in texts)):
        total.update(name.encode() + b"\0" + texts[name])
    return total.hexdigest()


@cache
def printed_air_costs(title: str = COMMON) -> Mapping[str, int]:
    """The range points that a hex takes by its scale, as the chart has them; a game may count otherwise (forces/airways)."""
    text = files("worldfire").joinpath("data", "charts", title, AIR_COSTS).read_bytes()
    printed = {row["row"]: int(row["value"]) for row in _rows(text)}
    return {scale: printed[row] for scale, row in ROW_OF_SCALE.items() if row in printed}


def cache_directory() -> Path:
    """Where compiled boards are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "worldfire"


def _from_cache(digest: str) -> Compiled | None:
    try:
        return msgspec.msgpack.decode(
            (cache_directory() / f"board-{FORMAT}-{digest}.msgpack").read_bytes(), type=Compiled
        )
    except (OSError, msgspec.DecodeError):
        return None


def _compile_and_cache(texts: dict[str, bytes], digest: str) -> Compiled:
    compiled = compile_tables(texts, digest)
    try:
        directory = cache_directory()
        directory.mkdir(parents=True, exist_ok=True)
        fresh = directory / f"board-{FORMAT}-{digest}.{os.getpid()}.tmp"
        fresh.write_bytes(msgspec.msgpack.encode(compiled))
        fresh.replace(directory / f"board-{FORMAT}-{digest}.msgpack")
    except OSError:
        pass  # a read-only home costs time at the next start, nothing else
    return compiled


def _rows(text: bytes) -> Iterator[dict[str, str]]:
    return csv.DictReader(io.StringIO(text.decode("utf-8")))


def _split(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split("|")))


def compile_tables(texts: dict[str, bytes], digest: str = "") -> Compiled:
    """Compile the tables, corrections last."""
    hexes = {row["hex"]: row for row in _rows(texts["hexes"])}
    _correct(hexes, list(_rows(texts["corrections"])))
    ordered = [hexes[n] for n in sorted(hexes)]
    numbers = [row["hex"] for row in ordered]
    index = {n: i for i, n in enumerate(numbers)}
    sheets = [_sheet(row) for row in _rows(texts.get(SHEETS_TABLE, b""))]
    grid = Grid(sheets) if sheets else COMMON_GRID
    links = {key(row["a"], row["b"]): (row["kind"], row["source"]) for row in _rows(texts["links"])}
    sides = {
        key(row["a"], row["b"]): (tuple(filter(None, row["kinds"].split("+"))), row["source"])
        for row in _rows(texts["hexsides"])
    }
    tracks = {key(row["a"], row["b"]): (row["kind"], row["source"]) for row in _rows(texts["tracks"])}
    for name, table in (("links", links), ("hexsides", sides), ("tracks", tracks)):
        for pair in table:
            if pair[:5] not in index or pair[6:] not in index:
                raise BoardError(f"{name}.csv names an unknown hex: {pair}")
    regions: dict[str, list[str]] = {}
    for row in _rows(texts["regions"]):
        regions.setdefault(row["region"], []).append(row["hex"])
    return Compiled(
        numbers=numbers,
        scale=[row["scale"] for row in ordered],
        kind=[row["kind"] for row in ordered],
        terrain=[row["terrain"] for row in ordered],
        country=[row["country"] for row in ordered],
        zone=[row["zone"] for row in ordered],
        seas=[_split(row["seas"]) for row in ordered],
        dot=[row["dot"] for row in ordered],
        lon=[float(row["lon"]) for row in ordered],
        lat=[float(row["lat"]) for row in ordered],
        source=[row["source"] for row in ordered],
        exceptions={row["hex"]: dict(_assignments(row["exceptions"], " ")) for row in ordered if row["exceptions"]},
        adjacent=_adjacency(ordered, index, links, grid),
        sides=sides,
        links=links,
        tracks=tracks,
        places=[_place(row) for row in _rows(texts["places"])],
        sea_areas=_sea_areas(texts, ordered),
        countries=[_country(row) for row in _rows(texts["countries"])],
        regions={name: tuple(found) for name, found in regions.items()},
        control=[(row["campaign"], row["what"], row["controller"], row["source"]) for row in _rows(texts["control"])],
        parts=_parts(texts, ordered),
        names={row["name"]: row["hex"] or row["place"] for row in _rows(texts["names"])},
        canals={row["name"]: tuple(row["hexes"].split()) for row in _rows(texts["canals"])},
        direct_ports={row["port"]: _split(row["sea"]) for row in _rows(texts["direct_ports"])},
        also_on={row["hex"]: row["sheet"] for row in _rows(texts["also_on"])},
        digest=digest,
        sheets=sheets,
        boundaries=[_boundary(row) for row in _rows(texts.get(BOUNDARIES, b""))],
        potential_homes=_potential_homes(texts.get(POTENTIAL_HOMES, b"")),
    )


def _sheet(row: dict[str, str]) -> Sheet:
    return Sheet(
        row["letter"],
        row["plane"],
        int(row["shift"]),
        int(row["origin"]),
        int(row["rise"]),
        row["name"],
        int(row["eastwards"]),
        row["gridded"] == "1",
        float(row["width"]),
    )


def _boundary(row: dict[str, str]) -> Boundary:
    return Boundary((row["a"], row["b"]), row["kind"], row["port"], int(row["value"]), row["source"])


def _potential_homes(text: bytes) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in _rows(text):
        found[row["region"]] = (*found.get(row["region"], ()), row["country"])
    return found


def _assignments(text: str, separator: str) -> Iterator[tuple[str, str]]:
    for assignment in filter(None, text.split(separator)):
        name, sign, value = assignment.partition("=")
        if not sign:
            raise BoardError(f"'{assignment}' is not of the form attribute=value")
        yield name, value


def _correct(hexes: dict[str, dict[str, str]], corrections: list[dict[str, str]]) -> None:
    """What an owner of the printed map wrote down: ``W1536,terrain=clear``."""
    for row in corrections:
        if row["hex"] not in hexes:
            raise BoardError(f"corrections.csv names an unknown hex: {row['hex']}")
        hex_row = hexes[row["hex"]]
        for name, value in _assignments(row["set"], ";"):
            if name not in CORRECTABLE:
                raise BoardError(
                    f"corrections.csv cannot set '{name}' in {row['hex']}: choose from {', '.join(CORRECTABLE)}"
                )
            hex_row[name] = value
            hex_row["exceptions"] += f" {name}={row['source'] or 'attested'}"


def _adjacency(
    ordered: list[dict[str, str]], index: dict[str, int], links: dict[str, tuple[str, str]], grid: Grid
) -> list[tuple[int, ...]]:
    """The grid within each plane, then the links; off-map hexes in a sheet's border have links only."""
    at = {}
    for i, row in enumerate(ordered):
        if row["scale"] != OFF_MAP or grid.sheets[row["hex"][0]].gridded:
            at[grid.spot(row["hex"])] = i
    found: list[list[int]] = [[] for _ in ordered]
    for (plane, x, row_number), i in at.items():
        for dx, dy in STEPS:
            other = at.get(Spot(plane, x + dx, row_number + dy))
            if other is not None:
                found[i].append(other)
    for pair in links:
        a, b = index[pair[:5]], index[pair[6:]]
        if b not in found[a]:
            found[a].append(b)
            found[b].append(a)
    return [tuple(around) for around in found]


def _place(row: dict[str, str]) -> Place:
    sources = {
        name: row[column]
        for name, column in (
            ("place", "source"),
            ("hex", "hex_source"),
            ("port", "port_source"),
            ("factories", "factory_source"),
            ("resources", "resource_source"),
        )
        if row[column]
    }
    return Place(
        row["name"],
        row["hex"],
        row["kind"],
        row["country"],
        row["port"],
        row["iced"] == "1",
        _split(row["seas"]),
        int(row["blue"]),
        int(row["red"]),
        int(row["resources"]),
        int(row["oil"]),
        row["objective"] == "1",
        float(row["lon"]),
        float(row["lat"]),
        sources,
    )


def _sea_areas(texts: dict[str, bytes], ordered: list[dict[str, str]]) -> list[SeaArea]:
    borders: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in _rows(texts["sea_borders"]):
        borders.setdefault(row["a"], {})[row["b"]] = _split(row["gate"])
        borders.setdefault(row["b"], {})[row["a"]] = _split(row["gate"])
    sheets: dict[str, set[str]] = {}
    for hex_row in ordered:
        if hex_row["kind"] == "sea":
            for sea in _split(hex_row["seas"]):
                sheets.setdefault(sea, set()).add(hex_row["hex"][0])
    return [
        SeaArea(
            row["name"],
            tuple(sorted(sheets.get(row["name"], ()))),
            row["box"],
            row["zone"],
            row["controller"],
            row["source"],
            borders.get(row["name"], {}),
        )
        for row in _rows(texts["seas"])
    ]


def _country(row: dict[str, str]) -> Country:
    sources = {"country": row["source"], "partisans": row["partisans_source"]}
    return Country(
        row["country"], row["kind"], row["controller"], row["capital"], int(row["partisans"]), row["group"], sources
    )


def _parts(texts: dict[str, bytes], ordered: list[dict[str, str]]) -> dict[str, tuple[str, ...]]:
    """The hexes in play where a campaign uses only a part of the sheets."""
    parts = {}
    for row in _rows(texts["parts"]):
        without = set(_split(row["without"]))
        parts[row["campaign"]] = tuple(
            h["hex"]
            for h in ordered
            if h["hex"][0] in row["sheets"]
            and int(h["hex"][3:]) >= int(row["south_row"])
            and h["country"] not in without
        )
    return parts
