"""`worldfire bench`: the bars of the design, measured, beside other engines in the same run."""

from __future__ import annotations

from rich.table import Table

from worldfire.bench import Figure, measure
from worldfire.cli.output import Json, clear_errors, console, emit_json


@clear_errors
def bench(json: Json = False) -> None:
    """Measure the engine, and the yardsticks that are installed (`make bench` installs them)."""
    figures = measure(quiet=json)
    if json:
        emit_json(figures)
    else:
        emit_figures(figures)


def emit_figures(figures: list[Figure]) -> None:
    """Each figure beside its bar."""
    table = Table("what", "measured", "bar", "ratio to the bar", "holds")
    for figure in figures:
        table.add_row(figure.name, figure.shown, figure.bar_shown, figure.ratio_shown, figure.verdict)
    console().print(table)
