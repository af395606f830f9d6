"""``worldfire map``: look things up on the board, measure, check, draw."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from worldfire.board import Board, load
from worldfire.board.check import findings
from worldfire.board.model import folded
from worldfire.board.paths import distance, flight, sea_path
from worldfire.board.provenance import ORDER, counts
from worldfire.board.render import render, sheet_choices
from worldfire.cli.output import Json, TitleOption, console, emit_json, refuse
from worldfire.engine.errors import WorldfireError
from worldfire.forces.airways import airways
from worldfire.titles import USUAL, ruleset, title_named

app = typer.Typer(help="Look things up on the board, measure, check, draw.", no_args_is_help=True)


@app.command("hex")
def show_hex(
    number: Annotated[str, typer.Argument(help="A hex number such as W1536, or a place.")],
    title: TitleOption = USUAL,
    as_json: Json = False,
) -> None:
    """Everything about one hex."""
    board = _board(title, as_json)
    found = board.hex(_find(board, number, as_json))
    if as_json:
        emit_json(found)
        return
    table = Table(title=f"{found.hex} · {found.sheet}", show_header=False)
    for label, value in (
        ("kind", f"{found.kind}, {found.scale} scale"),
        ("terrain", found.terrain),
        ("country", ", ".join((found.country, *found.regions))),
        ("weather zone", found.zone),
        ("sea areas", ", ".join(found.seas)),
        ("hexdot", found.dot),
        ("places", "; ".join(_describe_place(p) for p in found.places)),
        ("neighbours", "\n".join(_describe_side(n) for n in found.neighbours)),
        ("sources", ", ".join(f"{name} {source}" for name, source in found.sources.items())),
    ):
        if value:
            table.add_row(label, value)
    console().print(table)


@app.command("place")
def show_place(
    name: Annotated[str, typer.Argument(help="A city, port or island.")],
    title: TitleOption = USUAL,
    as_json: Json = False,
) -> None:
    """Where a place is and what is printed beside it."""
    board = _board(title, as_json)
    number = _find(board, name, as_json)
    place = board.place(name)
    facts: dict[str, object] = {"name": name, "hex": number}
    if place is not None:
        facts = {**msgspec.to_builtins(place), "name": name if name in board.tables.names else place.name}
    facts["country"] = board.country_of(number)
    if as_json:
        emit_json(facts)
    else:
        console().print(
            f"[bold]{facts['name']}[/bold] is in {number}, {facts['country']}"
            + (f": {_describe_place(place)}" if place else "")
        )


@app.command("distance")
def show_distance(a: str, b: str, title: TitleOption = USUAL, as_json: Json = False) -> None:
    """Hexes and hexdots between two hexes or places, or sea areas from one to another."""
    board = _board(title, as_json)
    if a in board.sea_areas and b in board.sea_areas:
        _show_sea_path(board, a, b, as_json)
        return
    start, end = _find(board, a, as_json), _find(board, b, as_json)
    steps = distance(board, start, end)
    if steps is None:
        refuse(f"there is no way from {a} to {b}", as_json=as_json)
    if as_json:
        emit_json({"from": start, "to": end, "distance": steps})
    else:
        console().print(f"{start} to {end}: {steps} hexes")


def _show_sea_path(board: Board, a: str, b: str, as_json: bool) -> None:
    path = sea_path(board, a, b)
    if path is None:
        refuse(f"there is no way from {a} to {b}", as_json=as_json)
    if as_json:
        emit_json({"from": a, "to": b, "distance": len(path) - 1, "path": path})
    else:
        console().print(f"{' – '.join(path)}: {len(path) - 1} sea areas")


@app.command("air-range")
def show_air_range(a: str, b: str, title: TitleOption = USUAL, as_json: Json = False) -> None:
    """Range points that an aircraft spends between two hexes or places."""
    board = _board(title, as_json)
    start, end = _find(board, a, as_json), _find(board, b, as_json)
    found = flight(airways(ruleset(title)), start, end)
    if found is None:
        refuse(f"there is no way from {a} to {b}", as_json=as_json)
    points, path = found
    if as_json:
        emit_json({"from": start, "to": end, "range": points, "path": path})
    else:
        console().print(f"{start} to {end}: {points} range points")


@app.command("check")
def check(title: TitleOption = USUAL, as_json: Json = False) -> None:
    """Whether the board agrees with itself; exit code 1 if it does not."""
    board = _board(title, as_json)
    wrong = findings(board, title_named(title).reference)
    if as_json:
        emit_json({"hexes": len(board), "digest": board.digest, "findings": wrong})
    else:
        for sentence in wrong:
            console().print(sentence)
        console().print(
            f"{len(board)} hexes, {len(board.places)} places, {len(board.sea_areas)} sea areas: {len(wrong)} findings"
        )
    if wrong:
        raise typer.Exit(1)


@app.command("sources")
def show_sources(title: TitleOption = USUAL, as_json: Json = False) -> None:
    """How much of the board is attested, and how much is reconstruction."""
    board = _board(title, as_json)
    found = counts(board)
    if as_json:
        emit_json({"digest": board.digest, "counts": found})
        return
    table = Table("", *ORDER)
    for label, by_source in found.items():
        table.add_row(label, *(str(by_source[source]) for source in ORDER))
    console().print(table)


@app.command("render")
def draw(
    sheet: Annotated[str, typer.Option(help="The letter of a sheet, such as W or E, or world.")],
    out: Annotated[Path, typer.Option(help="A file that ends in .svg or .png.")],
    scale: Annotated[float, typer.Option(help="Pixels per hex, from side to side.")] = 36.0,
    title: TitleOption = USUAL,
    as_json: Json = False,
) -> None:
    """Draw a sheet."""
    board = _board(title, as_json)
    if sheet not in sheet_choices(board):
        refuse(f"no sheet '{sheet}': choose one of {', '.join(sheet_choices(board))}", as_json=as_json)
    if out.suffix not in (".svg", ".png"):
        refuse(f"cannot draw '{out}': the name must end in .svg or .png", as_json=as_json)
    try:
        render(board, sheet, out, scale, title_named(title).reference)
    except OSError as error:
        refuse(f"cannot write '{out}': {error.strerror or error}", as_json=as_json)
    if as_json:
        emit_json({"sheet": sheet, "out": str(out), "bytes": out.stat().st_size})
    else:
        console().print(f"drew sheet {sheet} to {out}")


def _board(title: str, as_json: bool) -> Board:
    """The title's own sheets, or where it has none those that it is played on."""
    try:
        return load(title_named(title).reference)
    except WorldfireError as error:
        refuse(str(error), as_json=as_json)


def _find(board: Board, name: str, as_json: bool) -> str:
    number = board.find(name)
    if number is not None:
        return number
    names = {folded(known): known for known in (*board.places, *board.tables.names, *board.index)}
    near = [names[found] for found in difflib.get_close_matches(folded(name), names, n=3, cutoff=0.6)]
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    refuse(f"no hex or place {name!r}{hint}", as_json=as_json, kind="place", near=near)


def _describe_place(place: object) -> str:
    facts = msgspec.to_builtins(place)
    words = [facts["name"], facts["kind"].replace("_", " ")]
    if facts["port"]:
        words.append(f"{facts['port']} port on {' and '.join(facts['seas'])}" + (" (iced in)" if facts["iced"] else ""))
    for key, label in (("blue_factories", "blue"), ("red_factories", "red")):
        if facts[key]:
            words.append(f"{facts[key]} {label} factor{'y' if facts[key] == 1 else 'ies'}")
    for key in ("resources", "oil"):
        if facts[key]:
            words.append(f"{facts[key]} {key}")
    if facts["objective"]:
        words.append("objective")
    return ", ".join(words)


def _describe_side(side: dict[str, object]) -> str:
    kinds = side["side"]
    words = [*(kinds if isinstance(kinds, tuple) else ()), str(side["track"]), str(side["link"])]
    return " ".join([str(side["hex"]), *(w for w in words if w)])


if __name__ == "__main__":
    app()
