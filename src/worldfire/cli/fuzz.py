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
from worldfire.engine.errors import SaveError
from worldfire.engine.ruleset import Ruleset
from worldfire.players.fuzzer import FUZZERS, Finding, Job, Visits, reachable, write_findings
from worldfire.players.fuzzer import fuzz as fuzz_one
from worldfire.players.run_file import RunFile
from worldfire.titles import USUAL, ruleset
from worldfire.titles.campaigns import campaign_named, usual_options
from worldfire.titles.exercises import load_exercise


class Played(msgspec.Struct, frozen=True):
    """What came of a seed. `fresh`: the steps, verbs and seams that no game before it had visited."""

    seed: int
    finding: Finding | None
    fresh: tuple[tuple[str, ...], ...]


@clear_errors
def fuzz(
    exercise: Annotated[str, typer.Option(help="The exercise to play.")] = "night-raid",
    campaign: Annotated[str, typer.Option(help="The campaign to play instead, to its victory check.")] = "",
    title: TitleOption = USUAL,
    options: OptionsOption = "",
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    players: Annotated[str, typer.Option(help=f"Who plays: {', '.join(FUZZERS)}.")] = "random",
    turns: Annotated[int, typer.Option(help="Of a campaign only so many turns; 0: all of it.")] = 0,
    jobs: Annotated[int, typer.Option(help="How many processes play at once.")] = 1,
    debug: Annotated[bool, typer.Option(help="Prove after every action that caches are what a rebuild gives.")] = False,
    coverage: Annotated[bool, typer.Option(help="List the steps, verbs and seams that no game visited.")] = True,
    out: Annotated[Path, typer.Option(help="Where findings are written.")] = Path("findings"),
    reproduce: Annotated[Path | None, typer.Option(help="Play the game of this finding again.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Keep results in this file, and skip games that are already in it.")
    ] = None,
    json: Json = False,
) -> None:
    """Play random legal games; every fault becomes a file that shows it again."""
    if players not in FUZZERS:
        refuse(f"there is no player {players!r}; there are {', '.join(FUZZERS)}", as_json=json, near=list(FUZZERS))
    if reproduce is not None:
        job, seed, games = _read(reproduce)
        job = msgspec.structs.replace(job, debug=job.debug or debug)
    elif campaign:
        job = Job(campaign_named(campaign, title).id, "campaign", option_keys(options), players, title, debug, turns)
    else:
        job = Job(load_exercise(exercise, title).name, "exercise", option_keys(options), players, title, debug)
    rules = _rules(job)
    run = RunFile(resume, job, Played)
    known = {played.seed for played in run.done}
    visits: Visits = {visited for played in run.done for visited in played.fresh}
    wanted = [number for number in range(seed, seed + games) if number not in known]
    results = _results(partial(_play, job), wanted, jobs)
    for number, finding, visited in track(
        results, f"{job.what} ", len(wanted), console=progress_console(), disable=json, transient=True
    ):
        run.note(Played(number, finding, tuple(sorted(visited - visits))))
        if finding is not None and not reproduce:
            list(write_findings([finding], out))  # at once: the run may be stopped
        visits |= visited
    done = [played for played in run.done if seed <= played.seed < seed + games]
    findings = [played.finding for played in done if played.finding is not None]
    files = [] if reproduce else [str(path) for path in write_findings(findings, out)]
    missed = sorted(reachable(rules) - visits) if coverage else []
    if json:
        emit_json({"job": job, "games": len(done), "findings": findings, "files": files, "never_visited": missed})
    else:
        console().print(f"{len(done)} games of {job.what}: {len(findings)} findings")
        for finding in findings:
            console().print(f"  seed {finding.seed}: {finding.kind}: {finding.message}", soft_wrap=True, markup=False)
        for kind, *names in missed:
            console().print(f"  never visited: {kind} {' / '.join(names)}", markup=False)
    if findings:
        raise typer.Exit(1)


def _rules(job: Job) -> Ruleset:
    if job.kind == "exercise":
        return ruleset(job.title, load_exercise(job.what, job.title).with_options(job.options).options)
    return ruleset(job.title, usual_options(job.options, job.title))


#: a seed and what came of it
Result = tuple[int, Finding | None, Visits]


def _play(job: Job, seed: int) -> Result:
    visits: Visits = set()
    return seed, fuzz_one(job, seed, visits), visits


def _results(play: partial[Result], seeds: list[int], jobs: int) -> Iterator[Result]:
    """One after the other here, or as several processes finish them; in the order of the seeds either way."""
    if jobs <= 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, seeds)


def _read(path: Path) -> tuple[Job, int, int]:
    """What the finding is of, its seed, and that it is one game."""
    try:
        finding = msgspec.json.decode(path.read_bytes(), type=Finding)
    except msgspec.MsgspecError as error:
        raise SaveError(f"{path} is not a finding: {error}") from error
    if finding.job is None:
        raise SaveError(f"{path} does not say which game it is of")
    return finding.job, finding.seed, 1
