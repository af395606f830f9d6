"""`worldfire arena`: two computer players against each other, the sides swapped from game to game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from worldfire.cli.output import (
    Json,
    OptionsOption,
    TitleOption,
    clear_errors,
    console,
    emit_json,
    option_keys,
    progress_console,
    refuse,
)
from worldfire.players.arena import Contest, Outcome, Standing, matches, play_matches, standing
from worldfire.players.cluster import play_on_ray
from worldfire.players.run_file import RunFile
from worldfire.players.table import PLAYERS
from worldfire.tables.collection import UnknownNameError
from worldfire.titles import USUAL
from worldfire.titles.campaigns import campaign_named


@clear_errors
def arena(
    campaign: Annotated[str, typer.Option(help="The campaign to play.")],
    a: Annotated[str, typer.Option(help="The first player: random, default or cadet.")],
    b: Annotated[str, typer.Option(help="The second player.")],
    title: TitleOption = USUAL,
    options: OptionsOption = "",
    games: Annotated[int, typer.Option(min=1, help="How many games; every second one with the sides swapped.")] = 40,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="How many games to play at a time: one, or with --ray as many as it has cores."),
    ] = None,
    ray: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on the Ray cluster there; `local` starts one on this machine.")
    ] = "",
    resume: Annotated[
        Path | None, typer.Option(help="Keep results in this file, and skip games that are already in it.")
    ] = None,
    json: Json = False,
) -> None:
    """Let two computer players fight a campaign out and print how often each has won."""
    for name in (a, b):
        if name not in PLAYERS:
            refuse(f"there is no player {name!r}; there are {', '.join(PLAYERS)}", as_json=json, near=list(PLAYERS))
    try:
        found = campaign_named(campaign, title)
    except UnknownNameError as error:
        refuse(str(error), as_json=json, kind=error.kind, near=error.near)
    contest = Contest(found.id, a, b, option_keys(options), title)
    wanted = matches(contest, games)
    played = RunFile(resume, contest, Outcome)
    done = [outcome.match for outcome in played.done]
    ahead = [match for match in wanted if match not in done]
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=progress_console(),
    ) as progress:
        task = progress.add_task(f"{a} 0 : 0 {b}", total=len(ahead))
        outcomes = play_on_ray(tuple(ahead), ray, jobs) if ray else play_matches(tuple(ahead), jobs or 1)
        for outcome in outcomes:
            played.note(outcome)
            progress.update(task, advance=1, description=_so_far(standing(played.done), a, b))
    _tell(standing([outcome for outcome in played.done if outcome.match in wanted]), as_json=json)


def _so_far(result: Standing, a: str, b: str) -> str:
    return f"{a} {result.a_wins} : {result.b_wins} {b}, {result.a_share_low:.0%} to {result.a_share_high:.0%}"


def _tell(result: Standing, *, as_json: bool) -> None:
    figures = msgspec.structs.asdict(result)
    if as_json:
        emit_json(figures)
        return
    for key, value in figures.items():
        console().print(
            f"[bold]{key:20}[/bold] {value:.6g}" if isinstance(value, float) else f"[bold]{key:20}[/bold] {value}"
        )
