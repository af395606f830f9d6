"""`worldfire units`, `chart` and `pack`: look at the tables a game is played with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape

from worldfire.cli.output import MISUSE, PackOption, TitleOption, console, emit_json, emit_table, legend, refuse, tinted
from worldfire.engine.errors import RulesetError
from worldfire.tables import ChartLookupError, DataError, Provenance
from worldfire.tables.axis import Axis, Number, parse_bounds
from worldfire.tables.chart import Chart
from worldfire.tables.collection import Tables, UnknownNameError, load_tables
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter
from worldfire.tables.pack import check_pack, load_pack
from worldfire.tables.pools import Unit, available, check_units
from worldfire.titles import TITLES, USUAL, title_named

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
pack_app = typer.Typer(help="Data packs: your own tables in place of ours.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the main application."""
    app.command("units")(units)
    app.command("chart")(chart)
    app.add_typer(pack_app, name="pack")


def tables_in_use(pack: Path | None, *, as_json: bool, title: str = USUAL) -> Tables:
    """Our tables of a title, or ours with the pack's; a bad pack is refused with everything wrong about it."""
    if pack is None:
        try:
            return load_tables(title_named(title).reference)
        except RulesetError as error:
            refuse(str(error), as_json=as_json, near=list(TITLES))
    try:
        return load_pack(pack)
    except DataError as error:
        refuse(str(error), as_json=as_json, kind="pack")


def units(
    *,
    power: Annotated[str | None, typer.Option(help="Only this power's, such as germany.")] = None,
    type_: Annotated[str | None, typer.Option("--type", help="Only this type, such as ARM, FTR or BB.")] = None,
    year: Annotated[int | None, typer.Option(help="Only what the force pool has by this year.")] = None,
    kit: Annotated[str | None, typer.Option(help="Only this kit, such as WiF or SiF.")] = None,
    classic: Annotated[bool, typer.Option(help="The Classic fleet, two ships a counter.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Check all counters instead of listing them.")] = False,
    title: TitleOption = USUAL,
    pack: PackOption = None,
    as_json: AsJson = False,
) -> None:
    """List the counters."""
    tables = tables_in_use(pack, as_json=as_json, title=title)
    everything: tuple[Unit, ...] = (*tables.land, *tables.air, *tables.naval, *tables.naval_classic)
    if check:
        _report_check(everything, tables.title, as_json=as_json)
        return
    fleet = tables.naval_classic if classic else tables.naval
    pool: tuple[Unit, ...] = (*tables.land, *tables.air, *fleet)
    try:
        wanted_power = _meant("power", power, {unit.power for unit in pool})
        wanted_type = _meant("type", type_, {kind for unit in pool for kind in _types(unit)})
        wanted_kit = _meant("kit", kit, {str(unit.kit) for unit in everything})
    except UnknownNameError as error:
        refuse(str(error), as_json=as_json, kind=error.kind, near=error.near)
    found = [
        unit
        for unit in pool
        if (wanted_power is None or unit.power == wanted_power)
        and (wanted_type is None or wanted_type in _types(unit))
        and (wanted_kit is None or unit.kit == wanted_kit)
        and (year is None or available(unit, year))
    ]
    if as_json:
        emit_json({"tables": tables.name, "digest": tables.digest, "units": [msgspec.to_builtins(u) for u in found]})
        return
    for shape, heading in ((LandCounter, "Land units"), (AirCounter, "Aircraft"), (NavalCounter, "Naval units")):
        listed = [unit for unit in found if isinstance(unit, shape)]
        if listed:
            _print_units(heading, listed)
    console().print(f"{len(found)} counters of {tables.name}  {legend(unit.provenance for unit in found)}")


def _types(unit: Unit) -> tuple[str, ...]:
    """What a player would call the unit: naval units by class as well as by type."""
    return (unit.type, unit.ship_class) if isinstance(unit, NavalCounter) else (unit.type,)


def _meant(kind: str, name: str | None, known: set[str]) -> str | None:
    """The known name that was typed, whatever its case; UnknownNameError with the nearest if there is none."""
    if name is None:
        return None
    by_case = {each.casefold(): each for each in known}
    if name.casefold() not in by_case:
        raise UnknownNameError(kind, name, sorted(known))
    return by_case[name.casefold()]


# What a player compares, under headings short enough for a terminal.
_COLUMNS: dict[type, dict[str, str]] = {
    LandCounter: {
        "designation": "unit",
        "type": "type",
        "size": "size",
        "strength": "str",
        "movement": "mov",
        "reorganisation": "reorg",
        "cost": "cost",
        "turns": "turns",
    },
    AirCounter: {
        "designation": "aircraft",
        "type": "type",
        "air_to_air": "a2a",
        "air_to_sea": "a2s",
        "tactical": "tac",
        "strategic": "strat",
        "range": "range",
        "cost": "cost",
        "cost_with_pilots": "pilots",
        "turns": "turns",
    },
    NavalCounter: {
        "name": "ship",
        "ship_class": "class",
        "attack": "att",
        "defence": "def",
        "anti_air": "AA",
        "shore_bombardment": "shore",
        "air_component": "air",
        "convoy_points": "CP",
        "movement": "mov",
        "range": "range",
        "cost_first": "1st",
        "cost_second": "2nd",
        "turns": "turns",
    },
}
_COMMON = {"power": "power", "home": "home"}
_LAST = {"available": "from", "kit": "kit", "abilities": "abilities"}


def _print_units(title: str, listed: list[Any]) -> None:
    """One row for each counter. A column that says the same for all of them, or nothing, is left out."""
    every = _COMMON | _COLUMNS[type(listed[0])] | _LAST
    shown = {field: heading for field, heading in every.items() if _tells(listed, field)}
    rows = [[_cell(unit, field) for field in shown] for unit in listed]
    emit_table(title, list(shown.values()), rows)


def _tells(listed: list[Any], field: str) -> bool:
    values = {getattr(unit, field) for unit in listed}
    return any(value not in {None, "", frozenset()} for value in values) and (
        len(values) > 1 or len(listed) == 1 or field not in _COMMON
    )


def _cell(unit: Any, field: str) -> str:
    value = getattr(unit, field)
    if field == "abilities":
        return escape(", ".join(sorted(value)))
    text = "" if value is None else str(value)
    if field in _COMMON or field in _LAST:
        return escape(text)
    stated = {note.partition(":")[0] for note in unit.attested}
    return tinted(text, Provenance.ATTESTED if field in stated else unit.provenance)


def _report_check(everything: tuple[Unit, ...], title: str, *, as_json: bool) -> None:
    game = TITLES[title]
    reasons = check_units(everything, game.nations.major_powers if game.data_title == title else ())
    if as_json:
        emit_json({"counters": len(everything), "problems": list(reasons)})
    else:
        for reason in reasons:
            typer.echo(reason)
        typer.echo(f"{len(everything)} counters checked, {len(reasons)} problems")
    if reasons:
        raise typer.Exit(1)


def chart(
    name: Annotated[
        str | None, typer.Argument(help="The chart, such as land-1d10-assault; none: list them all.")
    ] = None,
    row: Annotated[str | None, typer.Option(help="Look up this row; numbers find their band.")] = None,
    column: Annotated[str | None, typer.Option(help="Look up this column.")] = None,
    title: TitleOption = USUAL,
    pack: PackOption = None,
    as_json: AsJson = False,
) -> None:
    """Show a chart, or one cell of it."""
    tables = tables_in_use(pack, as_json=as_json, title=title)
    if name is None:
        _list_charts(tables, as_json=as_json)
        return
    try:
        shown = tables.chart(name)
    except UnknownNameError as error:
        refuse(str(error), as_json=as_json, kind=error.kind, near=error.near)
    if (row is None) != (column is None):
        refuse("a look-up needs both --row and --column", as_json=as_json)
    if row is not None and column is not None:
        _look_up(shown, row, column, as_json=as_json)
    elif as_json:
        emit_json(_chart_content(tables, shown))
    else:
        _print_chart(tables, shown)


def _list_charts(tables: Tables, *, as_json: bool) -> None:
    entries = [
        {"name": entry.name.replace("_", "-"), "title": entry.title, "section": entry.section, "group": entry.group}
        for entry in tables.index.values()
    ]
    if as_json:
        emit_json({"tables": tables.name, "digest": tables.digest, "charts": entries})
        return
    rows = [(e["name"], escape(e["title"]), e["section"], e["group"]) for e in entries]
    emit_table(tables.name, ("name", "title", "section", "group"), rows)


def _key(text: str, axis: Axis) -> str | Number:
    """What the user typed as a label, or as a number if the chart has no such label."""
    bounds = parse_bounds(text)
    return text if text in axis.labels or bounds is None or bounds.low is None else bounds.low


def _look_up(shown: Chart, row: str, column: str, *, as_json: bool) -> None:
    try:
        cell = shown.cell(_key(row, shown.rows), _key(column, shown.columns))
    except ChartLookupError as error:
        refuse(str(error), as_json=as_json, kind="cell", near=error.near)
    if as_json:
        emit_json({"value": cell.value, "provenance": cell.provenance, "source": cell.source})
    else:
        console().print(f"{tinted(cell.value, cell.provenance)}  {cell.provenance}: {escape(cell.source)}")


def _chart_content(tables: Tables, shown: Chart) -> dict[str, Any]:
    entry = tables.index[shown.name]
    return {
        "name": shown.name.replace("_", "-"),
        "title": entry.title,
        "section": entry.section,
        "tables": tables.name,
        "rows": list(shown.rows.labels),
        "columns": list(shown.columns.labels),
        "cells": [
            {"row": r, "column": c, "value": cell.value, "provenance": cell.provenance, "source": cell.source}
            for (r, c), cell in shown.cells.items()
        ],
    }


def _print_chart(tables: Tables, shown: Chart) -> None:
    entry = tables.index[shown.name]
    rows = []
    for label in shown.rows.labels:
        cells = [shown.cells.get((label, column)) for column in shown.columns.labels]
        rows.append([_short(label), *("" if cell is None else tinted(cell.value, cell.provenance) for cell in cells)])
    foot = f"{tables.name}  {legend(cell.provenance for cell in shown.cells.values())}"
    emit_table(f"{entry.title} ({entry.section})", ("", *map(_short, shown.columns.labels)), rows, foot)


def _short(label: str) -> str:
    """A label for a narrow screen: `14+` for 14 or more, `≤2` for 2 or less."""
    if label.endswith(" or less"):
        return f"≤{label.removesuffix(' or less')}"
    return escape(label.replace(" or more", "+"))


@pack_app.command("check")
def pack_check(
    directory: Annotated[Path, typer.Argument(help="The directory with pack.yaml.")], as_json: AsJson = False
) -> None:
    """Check a pack against the schema and against what the rulebook states; changes nothing."""
    problems = check_pack(directory)
    if as_json:
        listed = [msgspec.to_builtins(problem) for problem in problems]
        digest = None if problems else load_pack(directory).digest
        emit_json({"pack": str(directory), "problems": listed, "digest": digest})
    else:
        for problem in problems:
            typer.echo(str(problem))
        typer.echo(f"{len(problems)} problems" if problems else f"usable, digest {load_pack(directory).digest}")
    if problems:
        raise typer.Exit(MISUSE)


@pack_app.command("digest")
def pack_digest(pack: PackOption = None, as_json: AsJson = False) -> None:
    """Name and digest of the tables in use."""
    tables = tables_in_use(pack, as_json=as_json)
    if as_json:
        emit_json({"tables": tables.name, "digest": tables.digest})
    else:
        typer.echo(f"{tables.name}  {tables.digest}")
