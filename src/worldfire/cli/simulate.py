"""`worldfire simulate`: computer players play a game to its end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from worldfire.cli.output import Json, PackOption, clear_errors, console, emit_json
from worldfire.engine.save import save
from worldfire.players.table import play_out, seeded_game
from worldfire.titles.exercises import load_exercise


@clear_errors
def simulate(
    exercise: Annotated[str, typer.Option(help="The exercise to play.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Write the finished game to this file.")] = None,
    pack: PackOption = None,
    json: Json = False,
) -> None:
    """Play an exercise with computer players and print how it ended."""
    game = seeded_game(load_exercise(exercise), seed, pack=pack)
    picks = play_out(game, Random(seed))
    if out is not None:
        save(game, out)
    outcome = {
        "result": game.state.result,
        "digest": game.state.digest(),
        "picks": picks,
        "file": str(out) if out else None,
    }
    if json:
        emit_json(outcome)
        return
    for key, value in outcome.items():
        console().print(f"[bold]{key:8}[/bold] {value}", soft_wrap=True)
