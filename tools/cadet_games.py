"""Plays Barbarossa with two players given by their modules, the sides swapped, and prints how each has conducted it:

`python -m tools.cadet_games --a worldfire.players.cadet --b old_cadet --games 20`

A frozen copy of the cadet on PYTHONPATH is an opponent to measure a change against.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from fractions import Fraction
from importlib import import_module
from random import Random
from statistics import mean

from worldfire.players.arena import confidence
from worldfire.players.conduct import Conduct, Report, at_least, watch
from worldfire.players.table import Pick, seeded_campaign

CAMPAIGN = "barbarossa"
SEATS = ("germany", "ussr")
SIDES = ("axis", "allies")


def play(seed: int, modules: tuple[str, str]) -> tuple[tuple[str, str], Report]:
    """One game; the modules play Axis and Allies."""
    picks: list[Pick] = [import_module(module).pick for module in modules]
    game = seeded_campaign(CAMPAIGN, seed, length="campaign")
    return modules, watch(game, Random(seed), dict(zip(SEATS, picks, strict=True)), seed)


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


def _pairing(number: int, a: str, b: str, side: str) -> tuple[int, tuple[str, str]]:
    """The seed, from 0, and who plays Axis and Allies: every seed from both sides, if A plays both."""
    if side == "both" and a != b:
        return number // 2, (a, b) if number % 2 == 0 else (b, a)
    return number, (b, a) if side == "allies" else (a, b)


def _tell_wins(games: list[tuple[tuple[str, str], Report]], a: str, needed: int) -> None:
    """Who has won, if the Axis needs so many cities: the players do not ask how many it is."""
    winners = [0 if report.scores[-1] >= needed else 1 for _, report in games]
    axis = winners.count(0)
    wins = sum(modules[winner] == a for (modules, _), winner in zip(games, winners, strict=True))
    low, high = confidence(wins, len(games) - wins)
    print(f"needed {needed}: Axis {axis} of {len(games)}; {a} wins {wins} ({low:.0%} to {high:.0%})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--a", default="worldfire.players.cadet")
    parser.add_argument("--b", default="worldfire.players.cadet")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--needed", type=int, nargs="*", default=[16], help="cities with which the Axis would win")
    parser.add_argument("--side", choices=("both", *SIDES), default="both", help="what A plays")
    wanted = parser.parse_args()
    pairs = [_pairing(number, wanted.a, wanted.b, wanted.side) for number in range(wanted.games)]
    games: list[tuple[tuple[str, str], Report]] = []
    with ProcessPoolExecutor(wanted.jobs) as workers:
        for done in as_completed([workers.submit(play, wanted.first_seed + seed, pair) for seed, pair in pairs]):
            games.append(done.result())
    for side, name in enumerate(SIDES):
        for module in sorted({wanted.a, wanted.b}):
            mine = [report for modules, report in games if modules[side] == module]
            if not mine:
                continue
            print(f"{module} as {name}: {len(mine)} games, Axis score {mean(report.scores[-1] for report in mine):.1f}")
            for label, figure in _figures([report.conduct[side] for report in mine]).items():
                print(f"    {label:14} {figure}")
    for needed in wanted.needed:
        _tell_wins(games, wanted.a, needed)
    for modules, report in sorted(games, key=lambda game: (game[1].seed, game[0])):
        print(f"seed {report.seed}, Axis {modules[0]}: {report.winner}, scores {report.scores}")


if __name__ == "__main__":
    main()
