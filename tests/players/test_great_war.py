"""The cadet plays the whole Great War, and its course is one that can be believed: the bars are judged by figures alone."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from worldfire.advice.course import Chronicler, Course
from worldfire.advice.course_figures import figures_of
from worldfire.players.table import MOST_CAMPAIGN_PICKS, PLAYERS, play_out, seeded_campaign
from worldfire.titles.campaigns import CAMPAIGN

SEEDS = (1, 2, 3)
WEST = "germany france"
#: a power whose morale never breaks is counted after the last turn
NEVER = 1920


def great_war(seed: int) -> Course:
    game = seeded_campaign("1914", seed, "fa", length=CAMPAIGN)
    chronicler = Chronicler(game)

    def watch(_: object) -> bool:
        chronicler.look()
        return False

    play_out(game, Random(seed), PLAYERS["cadet"], MOST_CAMPAIGN_PICKS, watch, game.seats)
    return chronicler.course()


def year(turn: str) -> int:
    return int(turn.rpartition(" ")[2])


def fights_in_1916(course: Course) -> bool:
    return any(year(turn.name) == 1916 and WEST in turn.own["fronts"] for turn in course.turns)


def entrenched_by_1915(course: Course) -> bool:
    """In some turn of 1915 at the latest three fifths of the western front have trenches."""
    fronts = [turn.own["fronts"].get(WEST) for turn in course.turns if year(turn.name) <= 1915]
    return any(front and front["entrenched"] >= 0.6 * front["hexes"] for front in fronts)


def is_blockaded(course: Course) -> bool:
    """Germany misses resources that it should have had by 1917."""
    lost = figures_of(course).own["blockade"].get("germany", {})
    return any(number for of_year, number in lost.items() if int(of_year) <= 1917)


@pytest.mark.soak
def test_the_cadets_great_war_can_be_believed() -> None:
    courses = [great_war(seed) for seed in SEEDS]
    assert all(course.ended.winner for course in courses)
    assert sum(map(fights_in_1916, courses)) >= 2
    assert sum(map(entrenched_by_1915, courses)) >= 2
    assert sum(map(is_blockaded, courses)) >= 2
    broken = [figures_of(course).own["morale_broken"].get("russia") for course in courses]
    assert 1916 <= median(NEVER if turn is None else year(turn) for turn in broken) <= 1918
