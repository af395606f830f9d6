"""`worldfire verify`: is a game what it claims to be?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from worldfire.cli.output import Json, PackOption, clear_errors, console, emit_json, progress_console
from worldfire.engine.verify import verify as verify_bytes
from worldfire.titles import rulesets


@clear_errors
def verify(
    file: Annotated[Path, typer.Argument(help="A saved game.")], pack: PackOption = None, json: Json = False
) -> None:
    """Replay a game from its file: hash chain, legality, every roll and every digest.

    A stretch that was played by rules which are not installed is checked without them, and told apart.
    """
    verdict = verify_bytes(file.read_bytes(), rulesets(pack))
    if json:
        emit_json(verdict)
    elif verdict.ok:
        console().print(f"{file}: {verdict.text}")
        for stretch in verdict.stretches:
            if not stretch.replayed:
                what = f"entries {stretch.first} to {stretch.last}: hashes, dice and shape only"
                console().print(f"[yellow]{what}[/yellow] ({stretch.why})", soft_wrap=True)
        if verdict.sealed:
            console().print(f"[yellow]{verdict.sealed} rolls come from secrets that are not revealed yet[/yellow]")
        console().print(f"digest {verdict.digest}")
    else:
        progress_console().print(f"[red]{file}:[/red] {verdict.text}", soft_wrap=True)
    if not verdict.ok:
        raise typer.Exit(1)
