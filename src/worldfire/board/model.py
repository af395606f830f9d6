"""What the board is made of. A hex is a small integer; everything about it stands in columns of the board."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import msgspec

from worldfire.board.grid import COMMON_GRID, Grid, Sheet, Spot, steps_between
from worldfire.engine.citations import rule

EUROPEAN, PACIFIC_SCALE, OFF_MAP, WORLD = "European", "Pacific", "off-map", "World"


def folded(name: str) -> str:
    """A name without its accents and capitals, as people type it."""
    if not name.isascii():
        name = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return name.casefold()


class Place(msgspec.Struct, frozen=True):
    """A city, port or resource with what is printed beside it."""

    name: str
    hex: str
    kind: str
    country: str
    port: str
    iced: bool
    seas: tuple[str, ...]
    blue_factories: int
    red_factories: int
    resources: int
    oil: int
    objective: bool
    lon: float
    lat: float
    sources: dict[str, str]

    @property
    def factories(self) -> int:
        return self.blue_factories + self.red_factories


class SeaArea(msgspec.Struct, frozen=True):
    """A sea area with its sea-box."""

    name: str
    sheets: tuple[str, ...]
    box: str
    zone: str
    controller: str
    source: str
    borders: dict[str, tuple[str, ...]]  # adjacent sea area -> the places that gate the passage


class Boundary(msgspec.Struct, frozen=True):
    """What a line between two sea areas is beyond a border."""

    seas: tuple[str, str]
    kind: str  # dashed: crossing it costs nothing; mine: the minefield of a port protects it
    port: str
    value: int
    source: str


class Country(msgspec.Struct, frozen=True):
    """A home country or territory when the war begins."""

    name: str
    kind: str  # major, home (of the Commonwealth), minor, territory
    controller: str
    capital: str
    partisans: int
    group: str
    sources: dict[str, str]


class Compiled(msgspec.Struct, array_like=True):
    """The tables, compiled: what the cache on disk holds."""

    numbers: list[str]
    scale: list[str]
    kind: list[str]
    terrain: list[str]
    country: list[str]
    zone: list[str]
    seas: list[tuple[str, ...]]
    dot: list[str]
    lon: list[float]
    lat: list[float]
    source: list[str]
    exceptions: dict[str, dict[str, str]]
    adjacent: list[tuple[int, ...]]
    sides: dict[str, tuple[tuple[str, ...], str]]
    links: dict[str, tuple[str, str]]
    tracks: dict[str, tuple[str, str]]
    places: list[Place]
    sea_areas: list[SeaArea]
    countries: list[Country]
    regions: dict[str, tuple[str, ...]]
    control: list[tuple[str, str, str, str]]
    parts: dict[str, tuple[str, ...]]
    names: dict[str, str]
    canals: dict[str, tuple[str, ...]]
    direct_ports: dict[str, tuple[str, ...]]
    also_on: dict[str, str]
    digest: str
    #: its own; none: those of the common grid
    sheets: list[Sheet] = []
    boundaries: list[Boundary] = []
    #: region → the countries whose home it may become
    potential_homes: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True)
class Hex:
    """Everything about one hex, for people; the engine reads the columns."""

    hex: str
    sheet: str
    scale: str
    kind: str
    terrain: str
    country: str
    regions: tuple[str, ...]
    zone: str
    seas: tuple[str, ...]
    dot: str
    lon: float
    lat: float
    sources: dict[str, str]
    places: tuple[Place, ...]
    neighbours: tuple[dict[str, object], ...]


def key(a: str, b: str) -> str:
    """The name of a hexside: its two hexes, the smaller first."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


@dataclass
class Board:
    """The sheets as one graph. ``adjacent[i]`` holds the hexes and hexdots next to hex ``i``."""

    tables: Compiled
    index: dict[str, int] = field(repr=False)
    adjacent: list[tuple[int, ...]] = field(repr=False)
    air_cost: list[int] = field(repr=False)
    places: dict[str, Place] = field(repr=False)
    sea_areas: dict[str, SeaArea] = field(repr=False)
    countries: dict[str, Country] = field(repr=False)
    rails: dict[int, tuple[int, ...]] = field(repr=False)
    whole: bool = True
    #: does an aircraft fly to the next hex however short its range?
    one_hex_always: bool = False
    #: does a step take only what the hex entered takes, also where the scale changes?
    only_what_is_entered: bool = False

    @classmethod
    def from_tables(cls, tables: Compiled, air_costs: Mapping[str, int]) -> Board:
        """`air_costs`: the range points that a hex or hexdot takes, by its scale."""
        index = {number: i for i, number in enumerate(tables.numbers)}
        rails: dict[int, list[int]] = {}
        for side, (kind, _) in tables.tracks.items():
            if kind == "rail":
                a, b = index[side[:5]], index[side[6:]]
                rails.setdefault(a, []).append(b)
                rails.setdefault(b, []).append(a)
        return cls(
            tables,
            index,
            tables.adjacent,
            [air_costs[scale] for scale in tables.scale],
            {place.name: place for place in tables.places},
            {sea.name: sea for sea in tables.sea_areas},
            {country.name: country for country in tables.countries},
            {a: tuple(sorted(ends)) for a, ends in rails.items()},
        )

    @property
    def digest(self) -> str:
        """The digest of the tables that this board was compiled from."""
        return self.tables.digest

    @property
    def canals(self) -> dict[str, tuple[str, ...]]:
        """The hexes beside each canal, whose control decides who may pass."""
        return self.tables.canals

    @property
    def direct_ports(self) -> dict[str, tuple[str, ...]]:
        """Ports that ships may also enter from a sea that they do not lie on (11.4.2)."""
        return self.tables.direct_ports

    @property
    def campaigns(self) -> set[str]:
        """The campaigns whose start the tables know."""
        return {row[0] for row in self.tables.control} | set(self.tables.parts)

    def canonical(self, number: str) -> str:
        """The number under which the board keeps a hex: column 32 of the Pacific sheet repeats Asia's first."""
        return f"A01{number[3:]}" if number.startswith("P32") else number

    def sheets_of(self, number: str) -> tuple[str, ...]:
        """The sheets that print a hex; Asia's first column is the Pacific's last."""
        own = number[0]
        second = "P" if number.startswith("A01") else self.tables.also_on.get(number, "")
        return (own, second) if second else (own,)

    @rule("1.2.3")
    def find(self, name: str) -> str | None:
        """The hex of a number, a place or another name for one, however it is accented or capitalised."""
        number = self.canonical(name.upper())
        if number in self.index:
            return number
        target = self._names.get(folded(name), "")
        place = self.places.get(target)
        return place.hex if place is not None else target if target in self.index else None

    def place(self, name: str) -> Place | None:
        """A city, port or resource by any of its names."""
        return self.places.get(self._names.get(folded(name), ""))

    @cached_property
    def _names(self) -> dict[str, str]:
        """Folded name → place or hex number; the places' own names win."""
        others = {folded(name): target for name, target in self.tables.names.items()}
        return others | {folded(name): name for name in self.places}

    def __len__(self) -> int:
        return len(self.tables.numbers)

    def __contains__(self, number: str) -> bool:
        return number in self.index

    def number(self, i: int) -> str:
        return self.tables.numbers[i]

    def kind(self, number: str) -> str:
        return self.tables.kind[self.index[number]]

    def terrain(self, number: str) -> str:
        return self.tables.terrain[self.index[number]]

    def country_of(self, number: str) -> str:
        return self.tables.country[self.index[number]]

    def seas_of(self, number: str) -> tuple[str, ...]:
        return self.tables.seas[self.index[number]]

    def is_land(self, i: int) -> bool:
        """Whether land units could stand there."""
        return self.tables.kind[i] in ("land", "coastal")

    @rule("2.1.1")
    def side(self, a: str, b: str) -> tuple[str, ...]:
        """What runs along the hexside: river, lake, canal, alpine, straits, fort, all-sea."""
        return self.tables.sides.get(key(a, b), ((), ""))[0]

    def track(self, a: str, b: str) -> str:
        """``rail``, ``road`` or nothing across the hexside."""
        return self.tables.tracks.get(key(a, b), ("", ""))[0]

    def link(self, a: str, b: str) -> str:
        """The kind of an adjacency that the plain grid does not give: join, rail, road, grey, edge, touch, blue."""
        return self.tables.links.get(key(a, b), ("", ""))[0]

    def are_adjacent(self, a: str, b: str) -> bool:
        return self.index[b] in self.adjacent[self.index[a]]

    @rule("2.1.1")
    def neighbours(self, number: str) -> tuple[str, ...]:
        return tuple(self.tables.numbers[i] for i in self.adjacent[self.index[number]])

    def places_in(self, number: str) -> tuple[Place, ...]:
        return self._places_by_hex.get(number, ())

    @cached_property
    def _places_by_hex(self) -> dict[str, tuple[Place, ...]]:
        found: dict[str, tuple[Place, ...]] = {}
        for place in self.tables.places:
            found[place.hex] = (*found.get(place.hex, ()), place)
        return found

    @cached_property
    def hexdots(self) -> dict[str, tuple[int, ...]]:
        """Sea area → its hexdots."""
        found: dict[str, list[int]] = {name: [] for name in self.sea_areas}
        for here, seas in enumerate(self.tables.seas):
            if self.tables.kind[here] == "sea":
                for sea in seas:
                    found.setdefault(sea, []).append(here)
        return {sea: tuple(hexes) for sea, hexes in found.items()}

    def air_step(self, here: int, there: int) -> int:
        """Range points from a hex to the next: by the scale of the hex entered; where it changes, the greater of the two."""
        entered = self.air_cost[there]
        return entered if self.only_what_is_entered else max(self.air_cost[here], entered)

    @cached_property
    def air_steps(self) -> list[tuple[tuple[int, tuple[int, ...]], ...]]:
        """Hex → (range points, the hexes next to it that take so many)."""
        found = []
        for here, near in enumerate(self.adjacent):
            by_cost: dict[int, list[int]] = {}
            for there in near:
                by_cost.setdefault(self.air_step(here, there), []).append(there)
            found.append(tuple((cost, tuple(places)) for cost, places in by_cost.items()))
        return found

    def with_air_costs(
        self, air_costs: Mapping[str, int], *, one_hex_always: bool = False, only_what_is_entered: bool = False
    ) -> Board:
        """The same sheets where aircraft pay this by the scale; itself if they do already, with the flights it remembers."""
        found = [air_costs[scale] for scale in self.tables.scale]
        changed = replace(
            self, air_cost=found, one_hex_always=one_hex_always, only_what_is_entered=only_what_is_entered
        )
        return self if changed == self else changed

    @cached_property
    def floods(self) -> dict[tuple[int, int], dict[int, int]]:
        """(start, range points) → what an aircraft reaches, with its cost: filled by `paths.flights` as it is asked."""
        return {}

    def regions_of(self, number: str) -> tuple[str, ...]:
        return self._regions_by_hex.get(number, ())

    @cached_property
    def _regions_by_hex(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for name, hexes in self.tables.regions.items():
            for number in hexes:
                found[number] = (*found.get(number, ()), name)
        return found

    def region(self, name: str) -> tuple[str, ...]:
        """The hexes of a marked part of a country, such as ``East Poland``."""
        return self.tables.regions[name]

    @cached_property
    def _hexes_by_country(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for number, country in zip(self.tables.numbers, self.tables.country, strict=True):
            found.setdefault(country, []).append(number)
        return found

    def hexes_of(self, country: str) -> list[str]:
        return list(self._hexes_by_country.get(country, ()))

    def hex(self, number: str) -> Hex:
        """Everything about one hex."""
        i, t = self.index[number], self.tables
        around: tuple[dict[str, object], ...] = tuple(
            {
                "hex": other,
                "side": self.side(number, other),
                "track": self.track(number, other),
                "link": self.link(number, other),
            }
            for other in self.neighbours(number)
        )
        return Hex(
            number,
            self.grid.sheets[number[0]].name,
            t.scale[i],
            t.kind[i],
            t.terrain[i],
            t.country[i],
            self.regions_of(number),
            t.zone[i],
            t.seas[i],
            t.dot[i],
            t.lon[i],
            t.lat[i],
            {"hex": t.source[i], **t.exceptions.get(number, {})},
            self.places_in(number),
            around,
        )

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.tables.sheets) if self.tables.sheets else COMMON_GRID

    def in_grid(self, i: int) -> bool:
        """The off-map hexes in a sheet's border are not."""
        return self.tables.scale[i] != OFF_MAP or self.grid.sheets[self.tables.numbers[i][0]].gridded

    def spot(self, i: int) -> Spot | None:
        """Where a hex lies in the grid of its plane, if it lies in one."""
        return self._spots[i]

    @cached_property
    def _spots(self) -> list[Spot | None]:
        return [self.grid.spot(number) if self.in_grid(i) else None for i, number in enumerate(self.tables.numbers)]

    def formula_distance(self, a: int, b: int) -> int | None:
        """Hexes between two places of one plane, or None where only a search can tell.

        Where a part of the sheets is out of play a way may have to bend round it, so no formula holds.
        """
        here, there = self.spot(a), self.spot(b)
        if not self.whole or here is None or there is None or here.plane != there.plane:
            return None
        return steps_between(here.x - there.x, here.row - there.row)

    def restricted(self, numbers: Iterable[str]) -> Board:
        """The same board with only these hexes in play: nothing leads out of them."""
        kept = {self.index[number] for number in numbers}
        adjacent = [
            tuple(j for j in around if j in kept) if i in kept else () for i, around in enumerate(self.adjacent)
        ]
        rails = {a: tuple(b for b in ends if b in kept) for a, ends in self.rails.items() if a in kept}
        return Board(
            self.tables,
            {self.tables.numbers[i]: i for i in sorted(kept)},
            adjacent,
            self.air_cost,
            {n: p for n, p in self.places.items() if self.index[p.hex] in kept},
            self.sea_areas,
            self.countries,
            rails,
            whole=False,
        )

    def in_play(self, campaign: str) -> Board:
        """The part of the board that a campaign uses."""
        numbers = self.tables.parts.get(campaign)
        return self if numbers is None else self.restricted(numbers)

    def controller(self, number: str, campaign: str = "Global War") -> str:
        """Who holds a hex when the campaign starts; a neutral country holds its own."""
        country = self.country_of(number)
        here = {f"country:{country}", *(f"region:{r}" for r in self.regions_of(number))}
        here.update(f"place:{place.name}" for place in self.places_in(number))
        special = [
            (what.split(":")[0], who) for name, what, who, _ in self.tables.control if name == campaign and what in here
        ]
        if special:
            return max(special, key=lambda pair: ("country", "region", "place").index(pair[0]))[1]
        entry = self.countries.get(country)
        return entry.controller or country if entry else country
