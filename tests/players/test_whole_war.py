"""The cadet plays the whole Global War, and its course is one that can be believed: the bars are judged by figures alone."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.advice.course import Chronicler, Course
from worldfire.advice.course_figures import Figures, figures_of, powers_of
from worldfire.players.table import MOST_CAMPAIGN_PICKS, PLAYERS, play_out, seeded_campaign
from worldfire.titles.campaigns import CAMPAIGN

SEEDS = (1, 2, 3)
MAJOR = ("china", "commonwealth", "france", "germany", "italy", "japan", "usa", "ussr")
WESTERN = ("commonwealth", "france", "usa")


def whole_war(seed: int) -> Course:
    game = seeded_campaign("global-war", seed, length=CAMPAIGN)
    chronicler = Chronicler(game)

    def watch(_: object) -> bool:
        chronicler.look()
        return False

    play_out(game, Random(seed), PLAYERS["cadet"], MOST_CAMPAIGN_PICKS, watch, game.seats)
    return chronicler.course()


def year(turn: str) -> int:
    return int(turn.rpartition(" ")[2])


def faults(course: Course) -> list[str]:
    """What nobody would believe, or should have been done better."""
    figures = figures_of(course)
    return [*_of_conquest(course, figures), *_of_supply(figures), *_of_spending(course, figures)]


def _of_conquest(course: Course, figures: Figures) -> list[str]:
    fell = {str(one.facts["country"]): year(one.turn) for one in reversed(figures.conquests)}  # for the first time
    fought = [
        turn.name for turn in course.turns if "france" in turn.powers and turn.powers["france"].losses.units["land"]
    ]
    return [
        *(["Poland does not fall in 1939"] if fell.get("Poland") != 1939 else []),
        *(["nobody fights in France by 1941"] if not fought or year(fought[0]) > 1941 else []),
    ]


def _of_supply(figures: Figures) -> list[str]:
    london, carrying = figures.capitals["London"], figures.convoys["commonwealth"]
    return [
        *([f"London is supplied in {london.share:.0%}"] if london.share < 0.9 else []),
        *([f"Commonwealth convoys carry in {carrying.share:.0%}"] if carrying.share < 1 else []),
    ]


def _of_spending(course: Course, figures: Figures) -> list[str]:
    spent = {name: figures.production[name].share for name in powers_of(course) if name in MAJOR}
    return [f"{name} spends {share:.0%}" for name, share in spent.items() if share is not None and share < 0.8]


def met_in_time(course: Course) -> tuple[bool, bool]:
    """Is Japan at war with a western power by 1942, and the USA with anybody by 1943?"""
    japan = [turn.name for turn in course.turns if any("japan" in pair and {*pair} & {*WESTERN} for pair in turn.wars)]
    usa = figures_of(course).first_war.get("usa")
    return bool(japan) and year(japan[0]) <= 1942, usa is not None and year(usa) <= 1943


@pytest.mark.soak
def test_the_cadets_global_war_can_be_believed() -> None:
    courses = {seed: whole_war(seed) for seed in SEEDS}
    assert {seed: faults(course) for seed, course in courses.items()} == {seed: [] for seed in SEEDS}
    for course in courses.values():
        assert course.ended.why in ("automatic", "objectives")
        assert course.ended.winner
        assert {*course.ended.ranking} >= {*course.ended.winner}
    met = [met_in_time(course) for course in courses.values()]
    assert sum(japan for japan, _ in met) >= 2
    assert sum(usa for _, usa in met) >= 2
