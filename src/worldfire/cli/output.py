"""How the command line answers: a table for people, JSON for programs, and errors that suggest what was meant."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from worldfire.tables import Provenance

MISUSE = 2  # exit code for a name or an argument that cannot be meant

TINTS = {
    Provenance.ATTESTED: "bold green",
    Provenance.PUBLIC: "cyan",
    Provenance.RECALLED: "yellow",
    Provenance.HISTORICAL: "magenta",
    Provenance.CALIBRATED: "blue",
    Provenance.FITTED: "dim",
    Provenance.DERIVED: "dim italic",
}


def tinted(text: str, provenance: Provenance) -> str:
    """Text in the colour of its provenance."""
    return f"[{TINTS[provenance]}]{escape(text)}[/]"


def legend(used: Iterable[Provenance]) -> str:
    """What the colours mean, best first."""
    present = set(used)
    return "  ".join(tinted(provenance, provenance) for provenance in Provenance if provenance in present)


def emit_json(content: Any) -> None:
    typer.echo(json.dumps(content, ensure_ascii=False, indent=2, default=str))


def console() -> Console:
    """A fresh console each time: it must see the terminal, or the test, that is there now."""
    return Console()


def emit_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], foot: str = "") -> None:
    """A table; cells are rich markup."""
    table = Table(title=title, title_justify="left", header_style="bold")
    for column in columns:
        table.add_column(escape(column))
    for row in rows:
        table.add_row(*row)
    screen = console()
    screen.print(table)
    if foot:
        screen.print(foot)


def refuse(
    message: str, *, as_json: bool, kind: str = "usage", near: Sequence[str] = (), code: int = MISUSE
) -> NoReturn:
    """Say what is wrong and leave with the exit code for misuse."""
    if as_json:
        emit_json({"error": {"kind": kind, "message": message, "near": list(near)}})
    else:
        typer.echo(f"error: {message}", err=True)
    raise typer.Exit(code)
