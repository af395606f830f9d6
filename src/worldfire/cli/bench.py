"""`worldfire bench`: the bars of the design, measured, beside other engines in the same run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from worldfire.bench import Figure, Yardsticks, measure
from worldfire.bench.history import remember
from worldfire.cli.output import Json, clear_errors, console, emit_json, progress_console


@clear_errors
def bench(
    json: Json = False,
    out: Annotated[Path | None, typer.Option(help="Also write the figures to this file, as JSON.")] = None,
    history: Annotated[
        Path | None, typer.Option(help="Add a line to this file: every figure in actions of the yardsticks.")
    ] = None,
) -> None:
    """Measure the engine beside the yardsticks (`make bench` installs them). A bar that is missed is a failure."""
    measured = measure(quiet=json)
    if json:
        emit_json(measured.figures)
    else:
        emit_figures(measured.figures, measured.yardsticks)
    if out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(measured.figures), indent=2) + b"\n")
    if history is not None:
        remember(measured, history)
    if measured.missed:
        progress_console().print(f"[red]bars missed: {len(measured.missed)}[/red]")
        raise typer.Exit(1)


def emit_figures(figures: Iterable[Figure], yardsticks: Yardsticks | None = None) -> None:
    """Each figure beside its bar and, if there are yardsticks, as a part of their rates or in their actions."""
    beside = ("× catanatron", "× chess") if yardsticks is not None else ()
    table = Table("what", "measured", "bar", "ratio to the bar", *beside, "holds")
    for figure in figures:
        ratios = yardsticks.ratios(figure).values() if yardsticks is not None else ()
        shown = ("" if ratio is None else f"{ratio:.3g}" for ratio in ratios)
        table.add_row(figure.name, figure.shown, figure.bar_shown, figure.ratio_shown, *shown, figure.verdict)
    console().print(table)
