"""Checks that the board agrees with itself. Each finding is a sentence that an owner of the printed map can act on."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import NamedTuple

from worldfire.board.loading import COMMON
from worldfire.board.model import Board
from worldfire.board.paths import rail_path

#: 13.6.2: the printed maps have no more in one hex
FACTORIES_IN_A_HEX = 3


class Expected(NamedTuple):
    """What the sheets of a title must have besides agreeing with themselves."""

    objectives: int
    #: railways, from town to town; one that is said to stay in a country never leaves it: whoever holds it needs nobody's leave
    lines: tuple[tuple[str, tuple[str, ...]], ...]


def expected(title: str) -> Expected:
    """As the title's own table says."""
    text = files("worldfire").joinpath("data", "board", title, "checks.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    lines = tuple((row["within"], tuple(row["what"].split("|"))) for row in rows if row["check"] == "railway")
    return Expected(sum(int(row["what"]) for row in rows if row["check"] == "objectives"), lines)


Check = Callable[[Board], Iterator[str]]


def findings(board: Board, title: str = COMMON) -> list[str]:
    """Everything that is wrong with the title's board; an empty list is a sound one."""
    wanted = expected(title)
    of_the_title = (*objectives_exist(board, wanted.objectives), *railways_run(board, wanted.lines))
    return [*(sentence for check in CHECKS for sentence in check(board)), *of_the_title]


def adjacency_is_symmetric(board: Board) -> Iterator[str]:
    for i, around in enumerate(board.adjacent):
        for j in around:
            if i not in board.adjacent[j]:
                yield f"{board.number(i)} touches {board.number(j)}, but not the other way round"


def seas_are_complete(board: Board) -> Iterator[str]:
    t = board.tables
    for number, kind, seas in zip(t.numbers, t.kind, t.seas, strict=True):
        if kind == "sea" and len(seas) != 1:
            yield f"hexdot {number} belongs to {len(seas)} sea areas"
        if kind == "coastal" and not seas:
            yield f"coastal hex {number} touches no sea area"
        for name in seas:
            if name not in board.sea_areas:
                yield f"{number} names an unknown sea area: {name}"
    for sea in board.sea_areas.values():
        if board.kind(sea.box) != "sea" or sea.name not in board.seas_of(sea.box):
            yield f"the sea-box of {sea.name} is not in it: {sea.box}"
        for other in sea.borders:
            if sea.name not in board.sea_areas[other].borders:
                yield f"{sea.name} borders {other}, but not the other way round"


def ports_touch_their_seas(board: Board) -> Iterator[str]:
    for place in board.places.values():
        if not place.port:
            continue
        if board.kind(place.hex) != "coastal":
            yield f"port {place.name} is not in a coastal hex"
        for sea in place.seas:
            if sea not in board.seas_of(place.hex):
                yield f"port {place.name} does not touch {sea}"
        if not place.seas:
            yield f"port {place.name} touches no sea"


def places_are_on_land(board: Board) -> Iterator[str]:
    for place in board.places.values():
        if place.hex not in board:
            yield f"{place.name} is in an unknown hex: {place.hex}"
        elif not board.is_land(board.index[place.hex]):
            yield f"{place.name} is at sea: {place.hex}"


def countries_hold_their_capitals(board: Board) -> Iterator[str]:
    owned = set(board.tables.country)
    for country in board.countries.values():
        if country.kind == "territory" or country.name not in owned:
            continue
        if country.capital not in board.places:
            yield f"{country.name} has no capital: '{country.capital}'"
        elif board.country_of(board.places[country.capital].hex) != country.name:
            yield f"{country.capital} is not in {country.name}"
    for number, country_name in zip(board.tables.numbers, board.tables.country, strict=True):
        if board.is_land(board.index[number]) and country_name not in board.countries:
            yield f"{number} belongs to no known country: '{country_name}'"


def objectives_exist(board: Board, wanted: int) -> Iterator[str]:
    count = sum(place.objective for place in board.places.values())
    if count != wanted:
        yield f"{count} objectives instead of {wanted}"


def railways_run(board: Board, lines: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    for country, towns in lines:
        own = frozenset(here for here, name in enumerate(board.tables.country) if name == country)
        for a, b in itertools.pairwise(towns):
            if (
                rail_path(board, board.places[a].hex, board.places[b].hex, own.__contains__ if country else None)
                is None
            ):
                yield f"no railway from {a} to {b}" + (f" that stays in {country}" if country else "")


def factories_fit_into_their_hexes(board: Board) -> Iterator[str]:
    here: dict[str, int] = {}
    for place in board.places.values():
        here[place.hex] = here.get(place.hex, 0) + place.blue_factories + place.red_factories
    for number, count in here.items():
        if count > FACTORIES_IN_A_HEX:
            yield f"{number} holds {count} factories, more than {FACTORIES_IN_A_HEX}"


def tracks_run_over_land(board: Board) -> Iterator[str]:
    for pair in board.tables.tracks:
        a, b = pair[:5], pair[6:]
        if not (board.is_land(board.index[a]) and board.is_land(board.index[b])):
            yield f"the track {pair} runs into the sea"
        if not board.are_adjacent(a, b):
            yield f"the track {pair} joins hexes that do not touch"
        if "all-sea" in board.side(a, b):
            yield f"the track {pair} crosses an all-sea hexside"


def land_is_described(board: Board) -> Iterator[str]:
    t = board.tables
    for i, number in enumerate(t.numbers):
        if board.is_land(i) != bool(t.terrain[i]):
            yield f"{number} is {t.kind[i]} with terrain '{t.terrain[i]}'"
        if not t.zone[i]:
            yield f"{number} has no weather zone"
        if not t.source[i]:
            yield f"{number} does not say where it comes from"


CHECKS: tuple[Check, ...] = (
    adjacency_is_symmetric,
    seas_are_complete,
    ports_touch_their_seas,
    places_are_on_land,
    countries_hold_their_capitals,
    factories_fit_into_their_hexes,
    tracks_run_over_land,
    land_is_described,
)
