"""`worldfire fuzz`: random legal games that look for faults in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import track

from worldfire.cli.output import Json, clear_errors, console, emit_json, progress_console, refuse
from worldfire.engine.errors import SaveError
from worldfire.players.fuzzer import FUZZERS, Finding, Visits, fuzz_campaign, fuzz_exercise, reachable, write_findings
from worldfire.tables.campaign import find_campaign
from worldfire.titles import USUAL, ruleset
from worldfire.titles.campaigns import usual_options
from worldfire.titles.exercises import exercise_names, load_exercise


@clear_errors
def fuzz(
    exercise: Annotated[str, typer.Option(help="The exercise to play.")] = "night-raid",
    campaign: Annotated[str, typer.Option(help="The campaign to play instead, to its victory check.")] = "",
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    players: Annotated[str, typer.Option(help=f"Who plays a campaign: {', '.join(FUZZERS)}.")] = "random",
    jobs: Annotated[int, typer.Option(help="How many processes play at once.")] = 1,
    debug: Annotated[bool, typer.Option(help="Prove after every action that caches are what a rebuild gives.")] = False,
    coverage: Annotated[bool, typer.Option(help="List the steps, verbs and seams that no game visited.")] = True,
    out: Annotated[Path, typer.Option(help="Where findings are written.")] = Path("findings"),
    reproduce: Annotated[Path | None, typer.Option(help="Play the game of this finding again.")] = None,
    json: Json = False,
) -> None:
    """Play random legal games; every fault becomes a file that shows it again."""
    if reproduce is not None:
        found = _read(reproduce)
        seed, games = found.seed, 1
        exercise, campaign = (found.what, "") if found.what in exercise_names() else ("", found.what)
    if players not in FUZZERS:
        refuse(f"there is no player {players!r}; there are {', '.join(FUZZERS)}", as_json=json, near=list(FUZZERS))
    what = find_campaign(campaign).id if campaign else exercise
    play = partial(_campaign_game, what, players, debug) if campaign else partial(_exercise_game, what)
    options = usual_options() if campaign else load_exercise(what).options
    visits: Visits = set()
    findings: list[Finding] = []
    files: list[str] = []
    results = _results(play, range(seed, seed + games), jobs)
    for finding, visited in track(results, f"{what} ", games, console=progress_console(), disable=json, transient=True):
        visits |= visited
        if finding is not None:
            findings.append(finding)
            files += [] if reproduce else [str(path) for path in write_findings([finding], out)]
    missed = sorted(reachable(ruleset(USUAL, options)) - visits) if coverage else []
    if json:
        emit_json({"games": games, "findings": findings, "files": files, "never_visited": missed})
    else:
        console().print(f"{games} games of {what}: {len(findings)} findings")
        for finding in findings:
            console().print(f"  seed {finding.seed}: {finding.kind}: {finding.message}", soft_wrap=True, markup=False)
        for kind, *names in missed:
            console().print(f"  never visited: {kind} {' / '.join(names)}", markup=False)
    if findings:
        raise typer.Exit(1)


#: what came of a seed
Result = tuple[Finding | None, Visits]


def _exercise_game(name: str, seed: int) -> Result:
    visits: Visits = set()
    return fuzz_exercise(load_exercise(name), seed, visits), visits


def _campaign_game(name: str, players: str, debug: bool, seed: int) -> Result:
    visits: Visits = set()
    return fuzz_campaign(name, seed, visits, FUZZERS[players], debug=debug), visits


def _results(play: partial[Result], seeds: range, jobs: int) -> Iterator[Result]:
    """One after the other here, or as several processes finish them; in the order of the seeds either way."""
    if jobs <= 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, seeds)


def _read(path: Path) -> Finding:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Finding)
    except msgspec.MsgspecError as error:
        raise SaveError(f"{path} is not a finding: {error}") from error
