"""The facts of the printed map as predicates: each takes the board and the arguments of a line of ``map_facts.csv``."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from worldfire.board import Board, Place
from worldfire.board.grid import SHEETS
from worldfire.board.paths import NO_ENTRY, air_range, distance, rail_path, reach, sea_path
from worldfire.tables.collection import load_tables
from worldfire.tables.counters import Kit, LandType

FACTS = Path(__file__).with_name("map_facts.csv")


class Fact(NamedTuple):
    id: str
    line: str
    certainty: str
    kind: str
    predicate: str
    arguments: tuple[str, ...]


def read_facts() -> list[Fact]:
    with FACTS.open(encoding="utf-8", newline="") as file:
        return [
            Fact(
                r["id"],
                r["line"],
                r["certainty"],
                r["kind"],
                r["predicate"],
                tuple(r["arguments"].split("|")) if r["arguments"] else (),
            )
            for r in csv.DictReader(file)
        ]


PREDICATES: dict[str, Callable[..., bool]] = {}


def fact(function: Callable[..., bool]) -> Callable[..., bool]:
    """Registers a predicate under its name, underscores written as hyphens."""
    PREDICATES[function.__name__.replace("_", "-")] = function
    return function


def holds(board: Board, item: Fact) -> bool:
    return PREDICATES[item.predicate](board, *item.arguments)


def at(board: Board, where: str) -> str:
    """The hex of a number or a place name."""
    number = board.find(where)
    if number is None:
        raise KeyError(where)
    return number


def of_country(board: Board, country: str) -> list[Place]:
    return [p for p in board.places.values() if board.country_of(p.hex) == country]


def touching(board: Board, a: list[str], country: str) -> bool:
    return any(board.country_of(n) == country for h in a for n in board.neighbours(h))


def seas_next_to(board: Board, number: str) -> list[str]:
    return [n for n in board.neighbours(number) if board.kind(n) == "sea"]


@fact
def hex(board: Board, name: str, number: str) -> bool:
    return at(board, name) == number


@fact
def ruled(board: Board, name: str, number: str) -> bool:
    """The book contradicts itself; this is the ruling of docs/rulings-map.md."""
    return at(board, name) == number


@fact
def hex_not(board: Board, name: str, number: str) -> bool:
    return at(board, name) != number


@fact
def exists(board: Board, number: str) -> bool:
    return number in board


@fact
def on_sheet(board: Board, name: str, letter: str) -> bool:
    return at(board, name)[0] == letter


@fact
def two_sheets(board: Board, number: str, other: str) -> bool:
    return board.canonical(other) == number and board.sheets_of(number) == (number[0], other[0])


PREDICATES["also-on"] = lambda board, number, sheet: sheet in board.sheets_of(number)


@fact
def adjacent(board: Board, a: str, b: str) -> bool:
    return board.are_adjacent(at(board, a), at(board, b))


PREDICATES["not_adjacent"] = lambda board, a, b: not board.are_adjacent(at(board, a), at(board, b))
PREDICATES["distance"] = lambda board, a, b, n: distance(board, at(board, a), at(board, b)) == int(n)
PREDICATES["near"] = lambda board, a, b, n: (distance(board, at(board, a), at(board, b)) or 99) <= int(n)
PREDICATES["farther"] = lambda board, a, b, n: (distance(board, at(board, a), at(board, b)) or 0) > int(n)


PREDICATES["air"] = lambda board, a, b, n: air_range(board, at(board, a), at(board, b)) == int(n)
PREDICATES["air-max"] = lambda board, a, b, n: (air_range(board, at(board, a), at(board, b)) or 99) <= int(n)
PREDICATES["objective"] = lambda board, name: board.places[name].objective
PREDICATES["victory-city"] = PREDICATES["objective"]
PREDICATES["place"] = lambda board, name: name in board.places
PREDICATES["sea"] = lambda board, name: name in board.sea_areas
PREDICATES["land"] = lambda board, where: board.kind(at(board, where)) in ("land", "coastal")
PREDICATES["coastal"] = lambda board, where: board.kind(at(board, where)) == "coastal"
PREDICATES["inland"] = lambda board, where: board.kind(at(board, where)) == "land"
PREDICATES["terrain"] = lambda board, where, terrain: board.terrain(at(board, where)) == terrain
PREDICATES["terrain-not"] = lambda board, where, terrain: board.terrain(at(board, where)) != terrain
PREDICATES["terrain-in"] = lambda board, where, kinds: board.terrain(at(board, where)) in kinds.split("+")


@fact
def neighbour_not(board: Board, number: str, terrain: str) -> bool:
    return any(board.kind(n) != "sea" and board.terrain(n) != terrain for n in board.neighbours(number))


@fact
def city(board: Board, name: str) -> bool:
    return board.places[name].kind in ("city", "capital_minor", "capital_major")


@fact
def no_city(board: Board, number: str) -> bool:
    return not any(p.kind in ("city", "capital_minor", "capital_major") for p in board.places_in(number))


@fact
def no_port(board: Board, number: str) -> bool:
    return not any(p.port for p in board.places_in(number))


@fact
def side(board: Board, a: str, b: str, kinds: str) -> bool:
    return set(kinds.split("+")) <= set(board.side(a, b))


@fact
def side_any(board: Board, a: str, b: str, kinds: str) -> bool:
    return bool(set(kinds.split("+")) & set(board.side(a, b)))


@fact
def side_not(board: Board, a: str, b: str, kind: str) -> bool:
    return kind not in board.side(a, b)


@fact
def has_side(board: Board, number: str, kind: str) -> bool:
    return any(kind in board.side(number, n) for n in board.neighbours(number))


@fact
def canal(board: Board, name: str) -> bool:
    return any(canal_hex in board for canal_hex in board.canals[name])


@fact
def forts(board: Board) -> bool:
    return any("fort" in kinds for kinds, _ in board.tables.sides.values())


@fact
def lakes(board: Board) -> bool:
    return "lake" in board.tables.kind and any("lake" in kinds for kinds, _ in board.tables.sides.values())


@fact
def capital(board: Board, name: str, country: str) -> bool:
    if country.startswith("region:"):
        region = country.removeprefix("region:")
        return at(board, name) in board.region(region)
    return board.countries[country].capital == name and board.country_of(at(board, name)) == country


PREDICATES["country"] = lambda board, where, country: board.country_of(at(board, where)) == country
PREDICATES["country-not"] = lambda board, where, country: board.country_of(at(board, where)) != country
PREDICATES["country-kind"] = lambda board, country, kind: board.countries[country].kind == kind
PREDICATES["controller"] = lambda board, country, power: board.countries[country].controller == power
PREDICATES["held"] = lambda board, where, power: board.controller(at(board, where)) == power
PREDICATES["group"] = lambda board, country, group: board.countries[country].group == group
PREDICATES["partisans"] = lambda board, country, n: board.countries[country].partisans == int(n)
PREDICATES["region-of"] = lambda board, where, region: at(board, where) in board.region(region)
PREDICATES["not-region"] = lambda board, where, region: at(board, where) not in board.region(region)
PREDICATES["country-size"] = lambda board, country, n: len(board.hexes_of(country)) >= int(n)
PREDICATES["country-hexes"] = lambda board, country, hexes: board.hexes_of(country) == sorted(hexes.split("+"))
PREDICATES["country-on"] = lambda board, country, sheet: {h[0] for h in board.hexes_of(country)} == {sheet}
PREDICATES["countries-touch"] = lambda board, a, b: touching(board, board.hexes_of(a), b)
PREDICATES["region-touches"] = lambda board, region, b: touching(board, list(board.region(region)), b)
PREDICATES["not-touching"] = lambda board, where, country: not touching(board, [where], country)
PREDICATES["country-sea"] = lambda board, country, sea: any(sea in board.seas_of(h) for h in board.hexes_of(country))


@fact
def region_country(board: Board, region: str, country: str) -> bool:
    return all(board.country_of(h) == country for h in board.region(region))


@fact
def island_country(board: Board, country: str) -> bool:
    """No territory lies on an island beside the country, apart from those the book names."""
    named = {"Crete", "Dodecanese", "Turkey", "Albania", "Bulgaria", "Yugoslavia"}
    return all(
        board.country_of(n) in named | {country, ""} for h in board.hexes_of(country) for n in board.neighbours(h)
    )


@fact
def landlocked(board: Board, number: str) -> bool:
    return all(board.kind(n) in ("land", "coastal") for n in board.neighbours(number))


@fact
def communist(board: Board, names: str) -> bool:
    cities = {p.name for p in board.places.values() if p.hex in board.region("Communist China") and p.kind == "city"}
    return cities == set(names.split("+"))


PREDICATES["port"] = lambda board, name: bool(board.places[name].port)
PREDICATES["port-size"] = lambda board, name, size: board.places[name].port == size
PREDICATES["port-sea"] = lambda board, name, sea: sea in board.places[name].seas
PREDICATES["port-not-sea"] = lambda board, name, sea: sea not in board.places[name].seas
PREDICATES["port-seas"] = lambda board, name, seas: set(board.places[name].seas) == set(seas.split("+"))
PREDICATES["direct"] = lambda board, name, sea: sea in board.direct_ports.get(name, ())
PREDICATES["sea-of"] = lambda board, where, sea: sea in board.seas_of(at(board, where))
PREDICATES["not-sea-of"] = lambda board, where, sea: sea not in board.seas_of(at(board, where))
PREDICATES["sea-hex"] = lambda board, number, sea: board.kind(number) == "sea" and board.seas_of(number) == (sea,)
PREDICATES["sea-adjacent"] = lambda board, a, b: b in board.sea_areas[a].borders and a in board.sea_areas[b].borders
PREDICATES["sea-not-adjacent"] = lambda board, a, b: b not in board.sea_areas[a].borders
PREDICATES["sea-neighbours"] = lambda board, a, seas: set(board.sea_areas[a].borders) == set(seas.split("+"))
PREDICATES["sea-steps"] = lambda board, a, b, n: len(sea_path(board, a, b) or ()) == int(n) + 1
PREDICATES["sea-steps-max"] = lambda board, a, b, n: 0 < len(sea_path(board, a, b) or ()) <= int(n) + 1
PREDICATES["gate"] = lambda board, a, b, place: place in board.sea_areas[a].borders[b]
PREDICATES["sea-zone"] = lambda board, sea, zone: board.sea_areas[sea].zone == zone
PREDICATES["sea-zone-not"] = lambda board, sea, zone: board.sea_areas[sea].zone != zone
PREDICATES["sea-sheets"] = lambda board, sea, sheets: set(board.sea_areas[sea].sheets) == set(sheets.split("+"))
PREDICATES["sea-has-port"] = lambda board, sea: any(sea in p.seas for p in board.places.values())
PREDICATES["sea-controllers"] = lambda board: (
    sum(bool(s.controller) for s in board.sea_areas.values()) > len(board.sea_areas) / 2
)


@fact
def sea_zones(board: Board) -> bool:
    return all(s.zone for s in board.sea_areas.values())


@fact
def two_sheet_seas(board: Board) -> bool:
    """Of the sheets in the box, only the Red Sea is on two; the Mozambique Channel's other sheet is an option."""
    joined = {frozenset("WE"), frozenset("AP")}
    return all(
        len(s.sheets) < 2 or frozenset(s.sheets) in joined or s.name == "Red Sea" for s in board.sea_areas.values()
    )


@fact
def port_steps(board: Board, port: str, sea: str, areas: str) -> bool:
    routes = [sea_path(board, start, sea) for start in board.places[port].seas]
    return min(len(route) for route in routes if route) == int(areas)


@fact
def sea_near(board: Board, sea: str, country: str, n: str) -> bool:
    dots = [
        h
        for h, s, k in zip(board.tables.numbers, board.tables.seas, board.tables.kind, strict=True)
        if k == "sea" and sea in s
    ]
    return min(distance(board, a, b) or 99 for a in dots for b in board.hexes_of(country)) <= int(n)


def nearest_dot(board: Board, where: str, sea: str) -> int:
    """Plain range points to the nearest hexdot of the sea area."""
    return min(air_range(board, at(board, where), board.number(dot)) or 99 for dot in board.hexdots[sea])


PREDICATES["air-to-sea"] = lambda board, where, sea, points: nearest_dot(board, where, sea) == int(points)
PREDICATES["air-to-sea-max"] = lambda board, where, sea, points: nearest_dot(board, where, sea) <= int(points)


@fact
def touches_sea(board: Board, number: str, sea: str, n: str) -> bool:
    return sum(sea in board.seas_of(dot) for dot in seas_next_to(board, number)) == int(n)


@fact
def touches(board: Board, number: str, country: str, n: str) -> bool:
    return sum(board.country_of(h) == country for h in board.neighbours(number)) == int(n)


PREDICATES["rail-hex"] = lambda board, where: board.index[at(board, where)] in board.rails
PREDICATES["not-rail"] = lambda board, where: board.index[at(board, where)] not in board.rails
PREDICATES["rail-side"] = lambda board, a, b: board.track(at(board, a), at(board, b)) == "rail"
PREDICATES["no-rail-side"] = lambda board, a, b: board.track(at(board, a), at(board, b)) != "rail"
PREDICATES["rail-ends"] = lambda board, where, n: len(board.rails.get(board.index[where], ())) == int(n)
PREDICATES["rail-path"] = lambda board, a, b: rail_path(board, at(board, a), at(board, b)) is not None


@fact
def no_track(board: Board, number: str) -> bool:
    return not any(board.track(number, n) for n in board.neighbours(number))


def supply_costs(board: Board, start: str) -> dict[int, int]:
    """Supply hexes (2.4.2) from a hex: by scale, one more for desert."""
    scale = {"European": 1, "Pacific": 2, "off-map": 4}
    t = board.tables
    enter = [
        scale[s] + ("desert" in e) if k != "sea" else NO_ENTRY
        for s, e, k in zip(t.scale, t.terrain, t.kind, strict=True)
    ]
    return reach(board, board.index[start], 8, enter)


PREDICATES["supply"] = lambda board, a, b, n: supply_costs(board, a).get(board.index[b]) == int(n)
PREDICATES["supply-max"] = lambda board, a, b, n: supply_costs(board, a).get(board.index[b], 99) <= int(n)
PREDICATES["supply-to-rail"] = lambda board, a, n: (
    min(c for i, c in supply_costs(board, a).items() if i in board.rails) == int(n)
)


@fact
def track_path(board: Board, a: str, b: str, kind: str) -> bool:
    """A chain of tracks, with at least one of the kind unless any will do."""
    start, end = at(board, a), at(board, b)
    seen, frontier, kinds = {start}, [start], set()
    while frontier:
        here = frontier.pop()
        for there in board.neighbours(here):
            track = board.track(here, there)
            if track and there not in seen:
                kinds.add(track)
                seen.add(there)
                frontier.append(there)
    return end in seen and (kind == "any" or kind in kinds)


PREDICATES["factories"] = lambda board, name, n: board.places[name].factories == int(n)
PREDICATES["factories-min"] = lambda board, name, n: board.places[name].factories >= int(n)
PREDICATES["blue-min"] = lambda board, name, n: board.places[name].blue_factories >= int(n)
PREDICATES["red"] = lambda board, name, n: board.places[name].red_factories == int(n)
PREDICATES["oil"] = lambda board, name, n: board.places[name].oil == int(n)
PREDICATES["oil-min"] = lambda board, name, n: board.places[name].oil >= int(n)
PREDICATES["place-resources"] = lambda board, name, n: board.places[name].resources == int(n)
PREDICATES["hex-resource"] = lambda board, number: any(p.resources or p.oil for p in board.places_in(number))
PREDICATES["country-factories"] = lambda board, country, n: (
    sum(p.factories for p in of_country(board, country)) == int(n)
)
PREDICATES["country-factories-min"] = lambda board, country, n: (
    sum(p.factories for p in of_country(board, country)) >= int(n)
)
PREDICATES["resources"] = lambda board, country, n: (
    sum(p.resources + p.oil for p in of_country(board, country)) == int(n)
)
PREDICATES["resources-min"] = lambda board, country, n: (
    sum(p.resources + p.oil for p in of_country(board, country)) >= int(n)
)
PREDICATES["region-factories"] = lambda board, region: any(
    p.factories and p.hex in board.region(region) for p in board.places.values()
)


@fact
def factory_hexes(board: Board, country: str, hexes: str) -> bool:
    return {p.hex for p in of_country(board, country) if p.factories} <= set(hexes.split("+"))


PREDICATES["sheet"] = lambda board, letter: any(n[0] == letter for n in board.tables.numbers)
PREDICATES["scale"] = lambda board, where, scale: board.hex(at(board, where)).scale == scale
PREDICATES["zone"] = lambda board, where, zone: board.hex(at(board, where)).zone == zone
PREDICATES["zone-exists"] = lambda board, zone: zone in board.tables.zone
PREDICATES["same-zone"] = lambda board, *hexes: len({board.hex(h).zone for h in hexes}) == 1


@fact
def sheet_scale(board: Board, letter: str, scale: str) -> bool:
    """Every hex inside the border; the border itself holds off-map hexes."""
    found = {s for n, s in zip(board.tables.numbers, board.tables.scale, strict=True) if n[0] == letter}
    return scale in found and found <= {scale, "off-map"}


@fact
def sheet_order(board: Board) -> bool:
    return list(SHEETS) == ["W", "E", "A", "P", "M"]


@fact
def asian_off_map_zones(board: Board) -> bool:
    """An off-map hex on the coast of the Asian sheet shares the zone of a sea that it touches."""
    return all(
        any(board.sea_areas[sea].zone == zone for sea in seas)
        for n, scale, seas, zone in zip(
            board.tables.numbers, board.tables.scale, board.tables.seas, board.tables.zone, strict=True
        )
        if n[0] == "A" and scale == "off-map" and seas
    )


PREDICATES["link"] = lambda board, a, b, kind: board.link(a, b) == kind
PREDICATES["dot"] = lambda board, number, colour: board.hex(number).dot == colour
PREDICATES["dots"] = lambda board, colour: colour in board.tables.dot


def coloured(board: Board, sea: str, colour: str) -> list[str]:
    t = board.tables
    return [n for n, s, d in zip(t.numbers, t.seas, t.dot, strict=True) if sea in s and d == colour]


@fact
def dots_of(board: Board, sea: str, colour: str, n: str) -> bool:
    return len(coloured(board, sea, colour)) >= int(n)


@fact
def dot_link(board: Board, sea: str, colour: str, other: str) -> bool:
    far = set(coloured(board, other, colour))
    return any(far & set(board.neighbours(dot)) for dot in coloured(board, sea, colour))


@fact
def hex_dot(board: Board, number: str, colour: str, sea: str) -> bool:
    return bool(set(coloured(board, sea, colour)) & set(board.neighbours(number)))


@fact
def northern_dots(board: Board, sea: str, other: str, n: str) -> bool:
    """Exactly the northernmost dots of one sea are linked with the other."""
    far = set(coloured(board, other, "orange"))
    own = sorted(coloured(board, sea, "orange"), key=lambda h: -int(h[3:]))
    return [bool(far & set(board.neighbours(d))) for d in own] == [i < int(n) for i in range(len(own))]


@fact
def blue_lines_at_sea(board: Board) -> bool:
    """A blue line never joins two land hexes."""
    return all(
        "sea" in (board.kind(pair[:5]), board.kind(pair[6:]))
        for pair, (kind, _) in board.tables.links.items()
        if kind == "blue"
    )


@fact
def on_join(board: Board, number: str) -> bool:
    return any(board.link(number, n) == "join" for n in board.neighbours(number))


@fact
def closest_capital(board: Board, name: str, capital: str) -> bool:
    majors = [c.capital for c in board.countries.values() if c.kind == "major"]
    ranges = {c: air_range(board, at(board, name), at(board, c)) or 999 for c in majors}
    return min(ranges, key=ranges.__getitem__) == capital


PREDICATES["mountain-city"] = lambda board: any(
    p.kind == "city" and "mountain" in board.terrain(p.hex) for p in board.places.values()
)
PREDICATES["iced"] = lambda board: any(p.iced for p in board.places.values())
PREDICATES["campaign"] = lambda board, name: name in board.campaigns
PREDICATES["sea-boxes"] = lambda board: all(sea.box for sea in board.sea_areas.values())


@fact
def off_map_in_the_border(board: Board) -> bool:
    """No off-map hex of the European sheets has a number inside the rows and columns of the grid."""
    t = board.tables
    off_map = [n for n, scale in zip(t.numbers, t.scale, strict=True) if scale == "off-map" and n[0] in "WE"]
    return bool(off_map) and all(not 2 <= int(n[3:]) <= 51 or int(n[1:3]) > 33 for n in off_map)


@fact
def hexdots_under_the_chart(board: Board) -> bool:
    """The southern edge of Asia has no hole."""
    return all(f"A{column:02d}{row:02d}" in board for column in range(1, 31) for row in range(1, 12))


@fact
def base_at(board: Board, where: str, points: str, power: str) -> bool:
    """The power holds a city or port from which a flight takes just so many points."""
    bases = {p.hex for p in board.places.values() if p.kind != "resource" and board.controller(p.hex) == power}
    return any(air_range(board, base, where) == int(points) for base in bases)


@fact
def militia_cities(board: Board) -> bool:
    """Every MIL of the game's own sheets names a city of the board, or the city where it is raised."""
    militia = [unit for unit in load_tables().land if unit.type is LandType.MIL and unit.kit is Kit.WIF]
    homes = [board.place(unit.designation) or board.place(unit.available) for unit in militia]
    return bool(homes) and all(home is not None and home.kind.startswith(("city", "capital")) for home in homes)
