"""Plays Barbarossa with two players given by their modules, the sides swapped, and prints how each has conducted it:

`python -m tools.cadet_games --a worldfire.players.cadet --b old_cadet --games 20`

A frozen copy of the cadet on PYTHONPATH is an opponent to measure a change against. With `--resume FILE` every game is
written down when it is over, a run that was stopped goes on, and `--games 0` prints what the file holds.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import mean

import msgspec

from worldfire.players.arena import confidence
from worldfire.players.conduct import Conduct, Report, at_least, watch
from worldfire.players.run_file import RunFile
from worldfire.players.table import Pick, seeded_campaign
from worldfire.titles.campaigns import campaign_named

CAMPAIGN = "barbarossa"
SEATS = ("germany", "ussr")
SIDES = ("axis", "allies")


class Contest(msgspec.Struct, frozen=True):
    """Who plays whom; how often is left open, so that more games can be added."""

    a: str
    b: str
    first_seed: int
    side: str


class Played(msgspec.Struct, frozen=True):
    """A game and its modules, the Axis first."""

    modules: tuple[str, str]
    report: Report


def play(seed: int, modules: tuple[str, str]) -> Played:
    """One game; the modules play Axis and Allies."""
    picks: list[Pick] = [import_module(module).pick for module in modules]
    game = seeded_campaign(CAMPAIGN, seed, length="campaign")
    return Played(modules, watch(game, Random(seed), dict(zip(SEATS, picks, strict=True)), seed))


def _figures(conducts: list[Conduct]) -> dict[str, str]:
    """What is printed of all the games that a player had this side in."""
    seconds = sorted(second for conduct in conducts for second in conduct.seconds)
    attacks = sum(conduct.attacks.total() for conduct in conducts) or 1
    flown = sum((one.aircraft_flown for one in conducts), Counter[str]())
    able = sum((one.aircraft_turns for one in conducts), Counter[str]())
    by_type = " ".join(f"{kind} {flown[kind] / able[kind]:.0%}" for kind in sorted(able))
    down, chiefs = (sum(getattr(one, name) for one in conducts) for name in ("headquarters_down", "headquarters"))
    crushing = sum(at_least(one.attacks, Fraction(7)) for one in conducts)
    even = attacks - sum(at_least(one.attacks, Fraction(3, 2)) for one in conducts)
    return {
        "empty cities": f"{mean(one.empty_cities for one in conducts):.2f}",
        "lone HQs": f"{mean(one.lone_headquarters for one in conducts):.2f}",
        "HQs down": f"{down / max(1, chiefs):.0%}",
        "unsupplied": f"{sum(one.unsupplied for one in conducts) / sum(one.impulses for one in conducts):.1f}"
        f" (most {max(one.most_unsupplied for one in conducts)})",
        "flown": f"{flown.total() / max(1, able.total()):.0%} ({by_type})",
        "attacks": f"{attacks / len(conducts):.0f}, {crushing / attacks:.0%} at 7:1 or more, {even / attacks:.0%} even",
        "built": _average(conducts, "built"),
        "lost": _average(conducts, "lost"),
        "impulse, 95 %": f"{seconds[int(0.95 * len(seconds))]:.2f} s" if seconds else "",
    }


def _average(conducts: list[Conduct], name: str) -> str:
    kinds = sorted({kind for one in conducts for kind in getattr(one, name)})
    found = {kind: mean(getattr(one, name)[kind] for one in conducts) for kind in kinds}
    return " ".join(f"{kind} {number:.1f}" for kind, number in found.items())


def _pairing(number: int, contest: Contest) -> tuple[int, tuple[str, str]]:
    """The seed, and who plays Axis and Allies: every seed from both sides, if A plays both."""
    a, b = contest.a, contest.b
    if contest.side == "both" and a != b:
        return contest.first_seed + number // 2, (a, b) if number % 2 == 0 else (b, a)
    return contest.first_seed + number, (b, a) if contest.side == "allies" else (a, b)


def _play_all(contest: Contest, games: int, jobs: int, run: RunFile[Played]) -> None:
    """Those of the games that have not been played yet."""
    played = {(one.report.seed, one.modules) for one in run.done}
    pairs = [pair for pair in (_pairing(number, contest) for number in range(games)) if pair not in played]
    if not pairs:
        return
    with ProcessPoolExecutor(jobs) as workers:
        for done in as_completed([workers.submit(play, seed, modules) for seed, modules in pairs]):
            run.note(done.result())


def _tell_wins(games: list[Played], a: str, needed: int) -> None:
    """Who has won, if the Axis needs so many cities: the players do not ask how many it is."""
    winners = [0 if game.report.scores[-1] >= needed else 1 for game in games]
    axis = winners.count(0)
    wins = sum(game.modules[winner] == a for game, winner in zip(games, winners, strict=True))
    low, high = confidence(wins, len(games) - wins)
    print(f"needed {needed}: Axis {axis} of {len(games)}; {a} wins {wins} ({low:.0%} to {high:.0%})")


def _tell(games: list[Played], modules: list[str]) -> None:
    for side, name in enumerate(SIDES):
        for module in modules:
            mine = [game.report for game in games if game.modules[side] == module]
            if not mine:
                continue
            print(f"{module} as {name}: {len(mine)} games, Axis score {mean(report.scores[-1] for report in mine):.1f}")
            for label, figure in _figures([report.conduct[side] for report in mine]).items():
                print(f"    {label:14} {figure}")


def _needed_now() -> int:
    score = campaign_named(CAMPAIGN).score
    assert score is not None
    return score.value.needed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", default="worldfire.players.cadet")
    parser.add_argument("--b", default="worldfire.players.cadet")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--needed", type=int, nargs="*", default=[_needed_now()], help="cities for the Axis to win")
    parser.add_argument("--side", choices=("both", *SIDES), default="both", help="what A plays")
    parser.add_argument("--resume", type=Path, help="a file for the games that are over")
    wanted = parser.parse_args()
    contest = Contest(wanted.a, wanted.b, wanted.first_seed, wanted.side)
    run = RunFile(wanted.resume, contest, Played)
    _play_all(contest, wanted.games, wanted.jobs, run)
    _tell(run.done, sorted({wanted.a, wanted.b}))
    for needed in wanted.needed:
        _tell_wins(run.done, wanted.a, needed)
    for game in sorted(run.done, key=lambda game: (game.report.seed, game.modules)):
        print(f"seed {game.report.seed}, Axis {game.modules[0]}: {game.report.winner}, scores {game.report.scores}")


if __name__ == "__main__":
    main()
