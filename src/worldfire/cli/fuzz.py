"""`worldfire fuzz`: random legal games that look for faults in the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import track

from worldfire.cli.output import Json, clear_errors, console, emit_json, progress_console
from worldfire.engine.errors import SaveError
from worldfire.players.fuzzer import Finding, Visits, fuzz_game, reachable, write_findings
from worldfire.players.table import seeded_game
from worldfire.titles import ruleset, ruleset_for
from worldfire.titles.exercises import load_exercise


@clear_errors
def fuzz(
    exercise: Annotated[str, typer.Option(help="The exercise to play.")] = "night-raid",
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    out: Annotated[Path, typer.Option(help="Where findings are written.")] = Path("findings"),
    reproduce: Annotated[Path | None, typer.Option(help="Play the game of this finding again.")] = None,
    json: Json = False,
) -> None:
    """Play random legal games; every fault becomes a file that shows it again."""
    if reproduce is not None:
        found = _read(reproduce)
        exercise, seed, games = found.what, found.seed, 1
    played = load_exercise(exercise)
    visits: Visits = set()
    findings: list[Finding] = []
    for number in track(
        range(seed, seed + games), description=f"{exercise} ", console=progress_console(), disable=json, transient=True
    ):
        finding = fuzz_game(seeded_game(played, number, visits=visits), number, exercise, ruleset_for)
        if finding is not None:
            findings.append(finding)
    files = [] if reproduce else [str(path) for path in write_findings(findings, out)] if findings else []
    missed = sorted(reachable(ruleset(played.title, played.options)) - visits)
    if json:
        emit_json({"games": games, "findings": findings, "files": files, "never_visited": missed})
    else:
        console().print(f"{games} games of {exercise}: {len(findings)} findings")
        for finding in findings:
            console().print(f"  seed {finding.seed}: {finding.kind}: {finding.message}", soft_wrap=True)
        for kind, *names in missed:
            console().print(f"  never visited: {kind} {' / '.join(names)}")
    if findings:
        raise typer.Exit(1)


def _read(path: Path) -> Finding:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Finding)
    except msgspec.MsgspecError as error:
        raise SaveError(f"{path} is not a finding: {error}") from error
