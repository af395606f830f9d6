"""`worldfire simulate`: computer players play a game to its end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from worldfire.cli.output import Json, PackOption, clear_errors, console, emit_json, refuse
from worldfire.engine.save import save
from worldfire.players.table import PLAYERS, play_out, seeded_campaign, seeded_game
from worldfire.tables.collection import UnknownNameError
from worldfire.titles.exercises import load_exercise


@clear_errors
def simulate(
    exercise: Annotated[str | None, typer.Option(help="The exercise to play.")] = None,
    campaign: Annotated[str | None, typer.Option(help="The campaign to play; so far its set-up.")] = None,
    players: Annotated[str, typer.Option(help="Who plays: random or default.")] = "random",
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Write the finished game to this file.")] = None,
    pack: PackOption = None,
    json: Json = False,
) -> None:
    """Play an exercise or a campaign with computer players and print how it ended."""
    if (exercise is None) == (campaign is None):
        refuse("name an exercise or a campaign to play", as_json=json)
    if players not in PLAYERS:
        refuse(f"there is no player {players!r}; there are {', '.join(PLAYERS)}", as_json=json, near=list(PLAYERS))
    try:
        if campaign is not None:
            game = seeded_campaign(campaign, seed, pack=pack)
        else:
            game = seeded_game(load_exercise(exercise or ""), seed, pack=pack)
    except UnknownNameError as error:
        refuse(str(error), as_json=json, kind=error.kind, near=error.near)
    picks = play_out(game, Random(seed), PLAYERS[players])
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
