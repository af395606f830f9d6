"""Counters as printed: what a unit is before it stands anywhere."""

from __future__ import annotations

import re
from enum import StrEnum
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from worldfire.tables.files import DataError, Problem, Row, read_rows
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
    FA = "FA"  # Fatal Alliances III


class AirType(StrEnum):
    FTR = "FTR"
    LND = "LND"
    NAV = "NAV"
    ATR = "ATR"
    CVP = "CVP"
    VWEAP = "VWEAP"
    ABOMB = "ABOMB"
    ZEPPELIN = "ZEPPELIN"
    BALLOON = "BALLOON"


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
    # of the Great War
    ACE = "ace"
    SEARCH = "search"  # adds to the search number of its section
    NAVAL = "naval"  # zeppelins of the navy and of the army
    ARMY = "army"
    OBSERVER = "observer"  # balloons that direct artillery
    NOT_AT_SEA = "not-at-sea"  # asterisk
    PILOTLESS = "pilotless"  # needs no pilot of the pool


class LandType(StrEnum):
    """Types of 11.10 and 22, and the facilities that are built and stand on the map."""

    HQ_A = "HQ-A"
    HQ_I = "HQ-I"
    ARM = "ARM"
    MECH = "MECH"
    MOT = "MOT"
    INF = "INF"
    CAV = "CAV"
    MTN = "MTN"
    MAR = "MAR"
    PARA = "PARA"
    GAR = "GAR"
    MIL = "MIL"
    TERR = "TERR"
    PART = "PART"
    ART = "ART"
    AA = "AA"
    AT = "AT"
    ENG = "ENG"
    SKI = "SKI"
    ACV = "ACV"
    FORT = "FORT"
    SYNTH = "SYNTH"
    GAS = "GAS"


class Size(StrEnum):
    CORPS = "corps"  # corps and armies: the book treats them alike
    DIVISION = "division"
    FACILITY = "facility"


class LandAbility(StrEnum):
    """What print, boxes and circles on a land counter say."""

    WHITE_PRINT = "white-print"
    WINTERISED = "winterised"  # 11.10.2: MTN, SKI, Swedish, Finnish, Norwegian, white print Soviet
    SS = "ss"
    GUARDS = "guards"
    GUARDS_BANNER = "guards-banner"
    CITY_BASED_VOLUNTEER = "city-based-volunteer"
    NATIONALIST = "nationalist"
    COMMUNIST = "communist"
    REPUBLICAN = "republican"
    MARINE = "marine"
    AIRLANDING = "airlanding"
    TOWED = "towed"
    MOTORISED = "motorised"
    SELF_PROPELLED = "self-propelled"
    RAIL = "rail"
    LIGHT = "light"
    HEAVY = "heavy"
    RED_CIRCLE = "red-circle"
    PINK_CIRCLE = "pink-circle"
    GREY_CIRCLE = "grey-circle"
    THREE_SIDED = "three-sided"
    TWO_SIDED = "two-sided"
    ONE_SIDED = "one-sided"
    ANZAC = "anzac"
    CAVALRY = "cavalry"  # partisans on horseback
    EMPIRE_OF_CHINA = "empire-of-china"
    SET_ASIDE = "set-aside"  # comes only by an event


class NavalType(StrEnum):
    SCS = "SCS"
    CV = "CV"
    SUB = "SUB"
    ASW = "ASW"
    TRS = "TRS"
    AMPH = "AMPH"
    CONV = "CONV"
    FROG = "FROG"
    SPC = "SPC"  # seaplane carrier


class NavalAbility(StrEnum):
    REPLACEABLE = "replaceable"  # 4.1.3
    REPLACEMENT = "replacement"
    ESCORT_CARRIER = "escort-carrier"
    SERVICE_SQUADRON = "service-squadron"
    INFANTRY_CLASS_ONLY = "infantry-class-only"
    SCHNORKEL = "schnorkel"
    WALTHER = "walther"
    MISSILE = "missile"
    MILCHCOW = "milchcow"
    SUPPLY = "supply"
    FROGMEN = "frogmen"
    MINISUB = "minisub"
    VIOLET_CIRCLE = "violet-circle"
    SET_ASIDE = "set-aside"  # comes only by an event


class Counter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every unit's counter has. A factor that is not printed is None (may not do it), not 0 (may, for nothing)."""

    id: str
    power: str
    home: str
    available: str = ""  # a year, `Res`, `Ge`, a city, or nothing: always there
    kit: Kit
    provenance: Provenance
    attested: tuple[str, ...] = ()  # `factor:example` for each factor that the book itself states
    source: str

    @property
    def year(self) -> int | None:
        """The year in which the counter joins the force pool; None if something else decides."""
        return int(self.available) if self.available.isdigit() else None


class AirCounter(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    abilities: frozenset[AirAbility] = frozenset()
    carrier_classes: dict[int, int] = {}  # from this year on, a carrier plane of this class (14.4)
    lend_lease_from: str = ""
    lend_lease_to: tuple[str, ...] = ()

    @property
    def unarmed(self) -> bool:
        """14.3.2: the rating is bracketed; it only reduces the opponent's value."""
        return AirAbility.UNARMED in self.abilities


class LandCounter(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    type: LandType
    size: Size
    designation: str
    strength: int | None = None
    reorganisation: int | None = None  # HQs only
    movement: int | None = None
    cost: int | None = None  # partisans are not built
    turns: int | None = None
    gearing: str
    abilities: frozenset[LandAbility] = frozenset()


class NavalCounter(Counter, frozen=True, kw_only=True, forbid_unknown_fields=True):
    type: NavalType
    ship_class: str
    name: str = ""
    attack: int
    defence: int
    anti_air: int
    shore_bombardment: int | None = None
    air_component: int | None = None  # carriers; the attack factor of frogmen
    movement: int
    range: int
    cost_first: int
    cost_second: int | None = None  # convoys have one cycle and are paid by the point
    turns: int
    convoy_points: int | None = None
    reverse_points: int | None = None
    service_value: int | None = None  # service squadrons (22.13)
    sunk: str = ""  # the day the ship was lost in history
    abilities: frozenset[NavalAbility] = frozenset()


class Marker(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A marker of 1.3. Without a count it is not limited by the counter mix."""

    id: str
    name: str
    power: str = ""
    value: int | None = None
    reverse: int | None = None
    count: int | None = None
    option: str = ""
    section: str
    provenance: Provenance
    source: str


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
