"""`worldfire simulate`: computer players play a game to its end."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from worldfire.advice.course import Chronicler
from worldfire.advice.course_figures import figures_of
from worldfire.cli.output import (
    Json,
    OptionsOption,
    PackOption,
    TitleOption,
    clear_errors,
    console,
    emit_json,
    option_keys,
    refuse,
)
from worldfire.cli.war_page import war_page
from worldfire.engine.game import Game
from worldfire.engine.save import save
from worldfire.forces.situation import TURN
from worldfire.forces.turn import TurnBegan
from worldfire.players.fuzzer import has_played
from worldfire.players.table import (
    COURTEOUS,
    MOST_CAMPAIGN_PICKS,
    PLAYERS,
    Watch,
    play_out,
    seeded_campaign,
    seeded_game,
)
from worldfire.rules.s13_09_victory import scores
from worldfire.tables.collection import UnknownNameError
from worldfire.titles import USUAL
from worldfire.titles.campaigns import CAMPAIGN, SET_UP, usual_length
from worldfire.titles.exercises import load_exercise

#: words of `--until` → how far the game goes; none: as far as the campaign's rules go
LENGTHS = {"": None, "set-up": SET_UP, "end": CAMPAIGN}


@clear_errors
def simulate(
    exercise: Annotated[str | None, typer.Option(help="The exercise to play.")] = None,
    campaign: Annotated[str | None, typer.Option(help="The campaign to play.")] = None,
    title: TitleOption = USUAL,
    options: OptionsOption = "",
    players: Annotated[str, typer.Option(help=f"Who plays: {', '.join(PLAYERS)}.")] = "random",
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 1,
    until: Annotated[
        str,
        typer.Option(help="Stop a campaign after its set-up (set-up), or play it to its end (end)."),
    ] = "",
    turns: Annotated[int, typer.Option(help="Of a campaign play only so many turns; 0: all of it.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write the finished game to this file.")] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write the course of a campaign by turn to this file, as a page with charts.")
    ] = None,
    pack: PackOption = None,
    json: Json = False,
) -> None:
    """Play an exercise or a campaign with computer players and print how it ended.

    With `--report` and `--json` the course of the war is printed as well: `course` by turn, `figures` over all turns.
    """
    if (exercise is None) == (campaign is None):
        refuse("name an exercise or a campaign to play", as_json=json)
    if players not in PLAYERS:
        refuse(f"there is no player {players!r}; there are {', '.join(PLAYERS)}", as_json=json, near=list(PLAYERS))
    if until not in LENGTHS:
        refuse(
            f"a game is played until its set-up or its end, not until {until!r}", as_json=json, near=["set-up", "end"]
        )
    if campaign is None and (report is not None or turns):
        refuse("only a campaign has turns to report on", as_json=json)
    start = time.perf_counter()
    try:
        if campaign is not None:
            length = LENGTHS[until] or usual_length(campaign, title)
            game = seeded_campaign(campaign, seed, title, options=option_keys(options), pack=pack, length=length)
        else:
            game = seeded_game(load_exercise(exercise or "", title), seed, option_keys(options), pack=pack)
    except UnknownNameError as error:
        refuse(str(error), as_json=json, kind=error.kind, near=error.near)
    chronicler = None if report is None else Chronicler(game)
    watch, courteous = _watch(game, chronicler, turns), game.seats if players in COURTEOUS else ()
    picks = play_out(game, Random(seed), PLAYERS[players], MOST_CAMPAIGN_PICKS, watch, courteous)
    if out is not None:
        save(game, out)
    told = {**outcome(game), "picks": picks, "file": str(out) if out else None, "seconds": time.perf_counter() - start}
    course = {}
    if report is not None and chronicler is not None:
        war = chronicler.course()
        report.write_text(war_page(war, f"played by {players}, seed {seed}"), encoding="utf-8")
        told["report"] = str(report)
        course = {"course": war, "figures": figures_of(war)}
    if json:
        emit_json({**told, **course})
        return
    for key, value in told.items():
        console().print(f"[bold]{key:8}[/bold] {value}", soft_wrap=True)


def _watch(game: Game, chronicler: Chronicler | None, turns: int) -> Watch | None:
    """Hear what happens for the report, and stop after so many turns; nobody watches a game without either."""
    if chronicler is None and not turns:
        return None
    first = game.state.get(TURN)

    def watch(game: Game) -> bool:
        if chronicler is not None:
            chronicler.look()
        return has_played(first, turns, game)

    return watch


def outcome(game: Game) -> dict[str, Any]:
    """How a game ended: who won and by what, how many turns were begun, and the fingerprint of the last state."""
    turns = sum(isinstance(event, TurnBegan) for entry in game.entries for event in entry.events)
    result = game.state.result
    won = (
        {"winner": result["winner"], "scores": scores(game)} if isinstance(result, dict) and "winner" in result else {}
    )
    return {
        **won,
        **({"turns": turns} if turns else {}),
        "result": result,
        "digest": game.state.digest(),
        "entries": len(game.entries),
    }
