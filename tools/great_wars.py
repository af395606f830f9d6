"""Plays campaigns of the Great War with cadets on both sides and prints what balance is judged by:

`python -m tools.great_wars --campaign 1917 --games 20 --jobs 1 --resume FILE`

With `--resume` every game is written down when it is over, a run that was stopped goes on, and `--games 0` prints what the
file holds. With `--diary DIRECTORY` each game tells its turns there while it is played, and a game that breaks is kept.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec

from worldfire.advice.course import Chronicler, Course, CourseTurn
from worldfire.advice.course_figures import figures_of
from worldfire.engine.game import Game
from worldfire.engine.save import save
from worldfire.forces.turn import power_name
from worldfire.players.arena import confidence
from worldfire.players.run_file import RunFile
from worldfire.players.table import MOST_CAMPAIGN_PICKS, PLAYERS, play_out, seeded_campaign
from worldfire.titles.campaigns import CAMPAIGN
from worldfire.titles.fa.morale_step import MoraleReckoned

TITLE = "fa"
#: the front in the west, and the powers that are asked about
WEST, BLOCKADED, BREAKS = "germany france", "germany", "russia"
#: a power that never breaks is counted after the last turn
NEVER = 1920.0
#: a diary keeps the game after every third turn
EVERY = 3


class Contest(msgspec.Struct, frozen=True):
    campaign: str


class War(msgspec.Struct, frozen=True):
    """One game, as far as balance is concerned."""

    seed: int
    winner: str
    why: str
    score: int | None
    last_turn: str
    #: power → the turn after which its morale was gone
    broken: dict[str, str]
    #: year → part of the western front with trenches
    west: dict[str, float]
    #: year → resources that Germany missed
    blockade: dict[str, int]
    seconds: float


def play(campaign: str, diary: Path | None, seed: int) -> War:
    began = process_time()
    game = seeded_campaign(campaign, seed, TITLE, length=CAMPAIGN)
    chronicler = Chronicler(game)
    scribe = Scribe(game, chronicler, None if diary is None else diary / f"{campaign}-{seed}")
    try:
        play_out(game, Random(seed), PLAYERS["cadet"], MOST_CAMPAIGN_PICKS, scribe.watch, game.seats)
    finally:
        scribe.close()
    return war_of(seed, chronicler.course(), process_time() - began)


def war_of(seed: int, course: Course, seconds: float) -> War:
    own = figures_of(course).own
    return War(
        seed,
        course.ended.winner[0],
        course.ended.why,
        course.ended.score,
        course.ended.last_turn,
        own["morale_broken"],
        own["fronts"].get(WEST, {}).get("entrenched", {}),
        own["blockade"].get(BLOCKADED, {}),
        seconds,
    )


class Scribe:
    """Hears the game for the chronicler and writes down each turn when it is over."""

    def __init__(self, game: Game, chronicler: Chronicler, path: Path | None) -> None:
        self._game, self._chronicler, self._path = game, chronicler, path
        self._told = self._picks = self._heard = 0

    def watch(self, _: Game) -> bool:
        self._picks += 1
        self._chronicler.look()
        if self._path is not None:
            self._listen()
        turns = self._chronicler.turns
        while self._told < len(turns) and turns[self._told].over:
            self._write(turns[self._told])
            self._told += 1
        return False

    def _listen(self) -> None:
        """What makes up a power's morale is told at once: before the turn in which it happens."""
        for entry in self._game.entries.since(self._heard):
            self._heard += 1
            for event in entry.events:
                if isinstance(event, MoraleReckoned):
                    reasons = ", ".join(f"{why} {points}" for why, points in event.reasons)
                    self._print(f"   morale of {power_name(self._game, event.power)}: {event.points} by {reasons}")

    def _write(self, turn: CourseTurn) -> None:
        if self._path is None:
            return
        self._print(*_lines(turn), f"   picks {self._picks}, {process_time():.0f} s")
        if turn.turn % EVERY == 0:
            save(self._game, self._path.with_name(f"{self._path.name}-{turn.turn}.wf"))

    def _print(self, *lines: str) -> None:
        assert self._path is not None
        with self._path.with_suffix(".txt").open("a", encoding="utf-8") as file:
            print(*lines, sep="\n", file=file)

    def close(self) -> None:
        if self._path is not None:
            save(self._game, self._path.with_suffix(".wf"))


def _lines(turn: CourseTurn) -> list[str]:
    own = turn.own
    powers = {name: power for name, power in turn.powers.items() if power.side and power.standing == "active"}
    return [
        f"== {turn.name}",
        *(f"   {headline.text}" for headline in turn.headlines),
        f"   morale {_row(own['morale'])}  points {_row(own['political_points'])}  offensive {_row(own['offensive_points'])}",
        f"   objectives {own['central_objectives']:g}  trade {own['trade']}",
        "   fronts " + "; ".join(f"{pair} {of['entrenched']}/{of['hexes']}" for pair, of in own["fronts"].items()),
        *(
            f"   {name}: bp {power.available}/{power.spent} built {_row(power.built.points)} lost {_row(power.losses.points)}"
            f" map {_row(power.on_map)} idle {power.idle} sea {power.by_sea} convoys {power.convoys_at_sea}"
            for name, power in powers.items()
        ),
    ]


def _row(of: dict[str, Any]) -> str:
    return ",".join(f"{name[:4]} {number}" for name, number in of.items() if number is not None)


def _play_all(contest: Contest, seeds: list[int], jobs: int, diary: Path | None, run: RunFile[War]) -> None:
    played = {war.seed for war in run.done}
    left = [seed for seed in seeds if seed not in played]
    one = partial(play, contest.campaign, diary)
    if jobs == 1:
        for seed in left:
            run.note(one(seed))
        return
    with ProcessPoolExecutor(jobs) as workers:
        for done in as_completed([workers.submit(one, seed) for seed in left]):
            run.note(done.result())


def date_of(turn: str | None) -> float:
    """The year with its sixths."""
    if turn is None:
        return NEVER
    months, _, year = turn.rpartition(" ")
    return int(year) + ("Jan", "Mar", "May", "Jul", "Sep", "Nov").index(months[:3]) / 6


def _tell(wars: list[War]) -> None:
    for war in sorted(wars, key=lambda war: war.seed):
        print(
            f"seed {war.seed}: {war.winner} ({war.why}, {war.score}) after {war.last_turn}, {war.seconds:.0f} s;"
            f" broken {war.broken}; west {war.west}; blockade {war.blockade}"
        )
    if not wars:
        return
    for side, wins in sorted(Counter(war.winner for war in wars).items()):
        low, high = confidence(wins, len(wars) - wins)
        print(f"{side} wins {wins} of {len(wars)}: {wins / len(wars):.0%} ({low:.0%} to {high:.0%})")
    print(f"{BREAKS}: morale gone in the median {median(date_of(war.broken.get(BREAKS)) for war in wars):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--campaign", default="1914")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="a file for the games that are over")
    parser.add_argument("--diary", type=Path, help="a directory for the turns of each game")
    wanted = parser.parse_args()
    contest = Contest(wanted.campaign)
    if wanted.diary is not None:
        wanted.diary.mkdir(parents=True, exist_ok=True)
    run = RunFile(wanted.resume, contest, War)
    seeds = list(range(wanted.first_seed, wanted.first_seed + wanted.games))
    _play_all(contest, seeds, wanted.jobs, wanted.diary, run)
    _tell(run.done)


if __name__ == "__main__":
    main()
