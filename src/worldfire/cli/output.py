"""How the command line answers: a table for people, JSON for programs, and errors that suggest what was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, NoReturn, ParamSpec, TypeVar

import msgspec
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from worldfire.engine.errors import WorldfireError
from worldfire.tables import Provenance

P = ParamSpec("P")
R = TypeVar("R")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
PackOption = Annotated[
    Path | None, typer.Option("--pack", envvar="WORLDFIRE_PACK", help="A directory of tables that replace ours.")
]

TitleOption = Annotated[str, typer.Option("--title", help="Which game of the family.")]
OptionsOption = Annotated[
    str,
    typer.Option(
        "--options",
        help="Optional rules by number, or parts of them: 8,26,27 or 8/jets. `classic`: two ships a counter.",
    ),
]

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


def option_keys(text: str) -> tuple[str, ...]:
    """The options of `--options 8,26,27`."""
    return tuple(key.strip() for key in text.split(",") if key.strip())


def tinted(text: str, provenance: Provenance) -> str:
    """Text in the colour of its provenance."""
    return f"[{TINTS[provenance]}]{escape(text)}[/]"


def legend(used: Iterable[Provenance]) -> str:
    """What the colours mean, best first."""
    present = set(used)
    return "  ".join(tinted(provenance, provenance) for provenance in Provenance if provenance in present)


def emit_json(content: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(content, enc_hook=str), indent=2).decode())


def console() -> Console:
    """A fresh console each time: it must see the terminal, or the test, that is there now."""
    return Console(highlight=False)


def progress_console() -> Console:
    """Progress and complaints go to the error stream, so that what a program reads stays clean."""
    return Console(stderr=True, highlight=False)


def emit_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], foot: str = "") -> None:
    """A table; cells are rich markup. A narrow screen folds what is too wide: nothing is cut off."""
    table = Table(header_style="bold", box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(escape(column), overflow="fold")
    for row in rows:
        table.add_row(*row)
    screen = console()
    screen.print(f"[bold]{escape(title)}[/]")
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


def clear_errors(command: Callable[P, R]) -> Callable[P, R]:
    """A command that tells the errors it knows in one sentence; its `json` argument says how."""

    @wraps(command)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (WorldfireError, OSError) as error:
            refuse(str(error), as_json=bool(kwargs.get("json")), kind=type(error).__name__)

    return told
