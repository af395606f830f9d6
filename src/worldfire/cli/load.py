"""`worldfire load`: many games at once on a server of this machine."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from worldfire.cli.bench import emit_figures
from worldfire.cli.output import Json, emit_json, emit_table, progress_console


def load(
    games: Annotated[int, typer.Option(help="Open games, with two people each.")] = 200,
    rate: Annotated[float, typer.Option(help="Actions a second in all.")] = 50,
    minutes: Annotated[float, typer.Option(help="How long.")] = 0.5,
    kills: Annotated[
        bool, typer.Option("--kills", help="Kill the server at random moments; nothing may be lost.")
    ] = False,
    beside: Annotated[
        bool, typer.Option("--beside", help="Then once more while others verify, import and replay whole games.")
    ] = False,
    json: Json = False,
) -> None:
    """Put a server under load: how long until the other player sees an action, and is everything kept?

    A bar that is missed is a failure.
    """
    from worldfire.server.load import Load, put_under_load  # noqa: PLC0415  (the other commands start quicker without)

    plan = Load(games=games, rate=rate, seconds=60 * minutes, kills=kills, beside=beside)
    report = put_under_load(plan, lambda text: progress_console().print(f"worldfire: {text}"))
    figures = report.figures(plan)
    if json:
        emit_json(report)
    else:
        rows = [(name.replace("_", " "), str(value)) for name, value in msgspec.structs.asdict(report).items()]
        emit_table("The server under load", ("what", "figure"), rows)
        emit_figures(figures)
    missed = sum(not figure.holds for figure in figures)
    if missed:
        progress_console().print(f"[red]bars missed: {missed}[/red]")
        raise typer.Exit(1)
