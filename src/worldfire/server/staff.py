"""Staff work: force pools and the production circle, statistics of a game, and the charts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from worldfire.engine.views import Seat, view
from worldfire.forces.pools import CIRCLE
from worldfire.forces.things import COUNTER, PLACE
from worldfire.forces.who import COUNTRY, POWER, POWER_NAMES
from worldfire.server.catalogue import TitleQuery, title_asked_for
from worldfire.server.offering import named_place
from worldfire.server.problems import Problem
from worldfire.server.reading import Reader
from worldfire.server.records import may_look
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.server.workbench import Bench, Position
from worldfire.tables.campaign import turn_name
from worldfire.tables.collection import Tables, UnknownNameError
from worldfire.titles import title_named

#: events by which a unit is lost
LOSSES = ("Destroyed", "CarrierPlaneLost")


class SeatQuery(Body):
    seat: str | None = None


class Pool(msgspec.Struct):
    pool: str
    power: str
    units: list[int]


class Space(msgspec.Struct):
    turn: str
    units: list[int]


class Pools(msgspec.Struct):
    pools: list[Pool]
    circle: list[Space]


class Loss(msgspec.Struct):
    turn: str
    power: str
    unit: int
    counter: str


class Statistics(msgspec.Struct):
    #: power → units lost
    losses: dict[str, int]
    lost: list[Loss]
    #: power → turn → build points made
    production: dict[str, dict[str, int]]
    #: seat → how often each face of the ten-sided die fell
    dice: dict[str, dict[str, int]]


class ChartTitle(msgspec.Struct):
    id: str
    title: str
    section: str
    group: str


class ChartList(msgspec.Struct):
    charts: list[ChartTitle]
    tables: str
    digest: str


class ChartCell(msgspec.Struct):
    value: str
    provenance: str
    source: str


class ChartPage(msgspec.Struct):
    id: str
    title: str
    section: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    #: row → column → cell; a chart may have empty places
    cells: dict[str, dict[str, ChartCell]]


async def pools(ask: Ask) -> Pools:
    table = await ask.house.table(ask.game)
    may_look(ask, table, ask.query.seat)
    return await ask.house.read(table, lambda sight: _pools(sight.reader(ask.query.seat)))


def _pools(reader: Reader) -> Pools:
    """Every named place with units in it; the spaces of the circle apart, in the order of their turns."""
    found: dict[int, list[int]] = {}
    for unit, place in enumerate(reader.column(PLACE)):
        if place is not None and named_place(reader, place) is not None:
            found.setdefault(place, []).append(unit)
    answer = Pools([], [])
    powers, country, names = reader.column(POWER), reader.column(COUNTRY), reader.state.get(POWER_NAMES)
    for place, units in sorted(found.items()):
        name = named_place(reader, place) or ""
        if name.startswith(CIRCLE):
            answer.circle.append(Space(name.removeprefix(CIRCLE), units))
        else:
            answer.pools.append(Pool(name, names[powers[country[units[0]]]], units))
    return answer


async def statistics(ask: Ask) -> Statistics:
    table = await ask.house.table(ask.game)
    may_look(ask, table, ask.query.seat)
    return await ask.house.labour(ask, count_up, table.position(), ask.query.seat)


def count_up(bench: Bench, position: Position, seat: Seat) -> Statistics:
    """In a process of its own: the whole log is read."""
    game = bench.game_with_log(position)
    return _statistics(Reader(view(game, seat), game.ruleset))


def _statistics(reader: Reader) -> Statistics:
    """From what the seat may read in the log; what was taken back does not count."""
    names, powers, country = reader.state.get(POWER_NAMES), reader.column(POWER), reader.column(COUNTRY)
    counters = reader.ruleset.tables.counters
    undone = {seq for entry in reader.view.log if entry.verb == "undo" for seq in entry.noun}
    found = Statistics({}, [], {}, {})
    turn = ""
    for entry in reader.view.log:
        if entry.seq in undone:
            continue
        for event in entry.events:
            kind = event["event"]
            if kind == "TurnBegan":
                turn = turn_name(event["turn"])
            elif kind in LOSSES:
                unit = event.get("thing", event.get("carrier"))
                power = names[powers[country[unit]]]
                found.losses[power] = found.losses.get(power, 0) + 1
                found.lost.append(Loss(turn, power, unit, counters[reader.column(COUNTER)[unit]].id))
            elif kind == "BuildPointsMade":
                by_turn = found.production.setdefault(names[event["power"]], {})
                by_turn[turn] = by_turn.get(turn, 0) + int(event["points"])
            elif kind == "Rolled":
                faces = Counter(found.dice.get(event["by"], {}))
                faces.update(str(face) for face in event["dice"])
                found.dice[event["by"]] = dict(faces)
    return found


# ---------------------------------------------------------------------------------------------------------------- charts


def _tables(title: str) -> Tables:
    return title_named(title).tables().source


async def charts(ask: Ask) -> ChartList:
    title = title_named(title_asked_for(ask))
    tables = await ask.house.run(_tables, title.name)
    entries = [
        ChartTitle(entry.name.replace("_", "-"), entry.title, title.own_number(entry.section), entry.group)
        for entry in tables.index.values()
        if entry.name in tables.charts
    ]
    return ChartList(entries, tables.name, tables.digest)


async def chart(ask: Ask) -> ChartPage:
    title = title_named(title_asked_for(ask))
    tables = await ask.house.run(_tables, title.name)
    try:
        found = tables.chart(ask.path("chart"))
    except UnknownNameError as error:
        raise Problem(404, "not-found", str(error), field="chart") from error
    entry = tables.index[found.name]
    cells: dict[str, dict[str, Any]] = {}
    for (row, column), cell in found.cells.items():
        cells.setdefault(row, {})[column] = ChartCell(cell.value, str(cell.provenance), cell.source)
    name = found.name.replace("_", "-")
    return ChartPage(name, entry.title, title.own_number(entry.section), found.rows.labels, found.columns.labels, cells)


ENDPOINTS = (
    Endpoint("GET", "/api/games/{game}/pools", "Force pools and production circle", pools, Pools, query=SeatQuery),
    Endpoint(
        "GET", "/api/games/{game}/statistics", "Losses, production, dice", statistics, Statistics, query=SeatQuery
    ),
    Endpoint("GET", "/api/charts", "The charts", charts, ChartList, query=TitleQuery),
    Endpoint(
        "GET", "/api/charts/{chart}", "One chart with the provenance of its cells", chart, ChartPage, query=TitleQuery
    ),
)
