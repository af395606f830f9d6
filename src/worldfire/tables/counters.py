"""Counters as printed: what a unit is before it stands anywhere."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from worldfire.tables.files import DataError, Problem, Row, find_data, read_rows
from worldfire.tables.provenance import Provenance


class Kit(StrEnum):
    """The set of counters that a unit comes with; options of the rulebook name them so."""

    WIF = "WiF"  # Classic
    PIF = "PiF"  # Planes in Flames
    SIF = "SiF"  # Ships in Flames
    CVPIF = "CVPiF"  # Carrier Planes in Flames
    CLIF = "CliF"  # Cruisers in Flames
    COIF = "CoiF"  # Convoys in Flames
    DIF = "DiF"  # Divisions in Flames (Asia Aflame)
    TIF = "TiF"  # Territories in Flames (Africa Aflame)


class AirType(StrEnum):
    FTR = "FTR"
    LND = "LND"
    NAV = "NAV"
    ATR = "ATR"
    CVP = "CVP"
    VWEAP = "VWEAP"
    ABOMB = "ABOMB"


class AirAbility(StrEnum):
    """What colours, circles and symbols on an aircraft counter say (14.2, 14.3, 11.7, 11.8, option 8)."""

    UNARMED = "unarmed"  # bracketed air-to-air rating
    JET = "jet"  # green rating
    NIGHT_FIGHTER = "night-fighter"  # black circle
    TWIN_ENGINED = "twin-engined"  # orange rating
    HIGH_ALTITUDE = "high-altitude"  # white cloud
    LOW_ALTITUDE = "low-altitude"  # black cloud
    EXTENDED_RANGE = "extended-range"
    FLYING_BOAT = "flying-boat"
    AMPHIBIAN = "amphibian"
    TANK_BUSTER = "tank-buster"  # red circle
    WHITE_RANGE_CIRCLE = "white-range-circle"  # may fly air transport without being an ATR
    NO_PARADROP = "no-paradrop"
    LARGE_TRANSPORT = "large-transport"
    SUB_HUNTER = "sub-hunter"
    WHITE_SKULL = "white-skull"
    BLACK_SKULL = "black-skull"


class AirCounter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An aircraft counter. A factor that is not printed is None (may not do it) and not 0 (may, for nothing)."""

    id: str
    power: str
    home: str
    type: AirType
    designation: str
    name: str = ""
    air_to_air: int | None = None
    air_to_sea: int | None = None
    tactical: int | None = None
    strategic: int | None = None
    range: int | None = None
    cost: int  # without the pilots option
    cost_with_pilots: int
    turns: int
    available: str
    kit: Kit
    abilities: frozenset[AirAbility] = frozenset()
    carrier_classes: dict[int, int] = {}  # from this year on, a carrier plane of this class (14.4)
    lend_lease_from: str = ""
    lend_lease_to: tuple[str, ...] = ()
    provenance: Provenance
    attested: tuple[str, ...] = ()  # the factors that a worked example states, and its id
    source: str

    @property
    def unarmed(self) -> bool:
        return AirAbility.UNARMED in self.abilities

    @property
    def year(self) -> int | None:
        """The year in which the counter joins the force pool; None if something else decides."""
        return int(self.available) if self.available.isdigit() else None


_C = TypeVar("_C", bound=msgspec.Struct)
_LISTS = frozenset({"abilities", "lend_lease_to", "attested"})
_MAPS = frozenset({"carrier_classes"})
_WHERE = re.compile(r" - at `\$\.(\w+)")


def _field(column: str, text: str) -> Any:
    if column in _LISTS:
        return text.split(";")
    if column in _MAPS:
        pairs = (part.partition(":") for part in text.split(";"))
        return {key: value for key, _, value in pairs}
    return text


def convert_row(row: Row, shape: type[_C]) -> _C:
    """The row as a counter of this shape; empty fields take the shape's default."""
    fields = {column: _field(column, text) for column, text in row.values.items() if text}
    try:
        return msgspec.convert(fields, shape, strict=False)
    except msgspec.ValidationError as error:
        where = _WHERE.search(str(error))
        raise DataError([row.problem(where[1] if where else "", _WHERE.sub("", str(error)))]) from error


def read_counters(path: Traversable, shape: type[_C]) -> tuple[_C, ...]:
    """Every counter of the file, in its order; ids must be unique."""
    problems: list[Problem] = []
    seen: set[str] = set()
    counters: list[_C] = []
    for row in read_rows(path, shape.__struct_fields__):
        if row["id"] in seen:
            problems.append(row.problem("id", f"{row['id']!r} is given twice"))
        seen.add(row["id"])
        try:
            counters.append(convert_row(row, shape))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return tuple(counters)


@cache
def load_air(title: str = "wif") -> tuple[AirCounter, ...]:
    """Every aircraft counter of the title."""
    return read_counters(find_data(f"counters/{title}/air.csv"), AirCounter)
