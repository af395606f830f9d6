"""13.2 The US entry step: the regular markers (13.2.1.1), then options and their tension (13.2.2)."""

from __future__ import annotations

import re

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.seams import SumOf
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.markers import blindly, carry
from worldfire.forces.participants import YEAR
from worldfire.rules.s13_03_points import markers_for, needs_a_die
from worldfire.titles.fa.entry.drawing import DRAWING, Drawing
from worldfire.titles.fa.entry.effects import effect_of
from worldfire.titles.fa.entry.kinds import OptionNumber, WarOption
from worldfire.titles.fa.entry.options import (
    all_options,
    level_of,
    option_violation,
    take_option,
    tension_needed,
    tension_of,
)
from worldfire.titles.fa.entry.pools import (
    US_ENTRY,
    US_TENSION,
    USA,
    EntryMarkersCame,
    markers_in,
    number_of,
    prove,
    seat_of_pool,
    watches_the_war,
)

#: further markers that the USA draws each turn (13.2.1.1)
FURTHER_MARKERS = SumOf[[], int]("fa:13.2.1.1 further markers of the USA each turn")


_SINCE = re.compile(r"per turn from \S+ (\d+)")


class TensionRises(Event, frozen=True):
    option: OptionNumber
    points: int


class EntryStep(msgspec.Struct):
    """Did the options that were chosen move markers? The one at work, and the markers that it still moves."""

    picked: tuple[bool, ...] = ()
    option: int = 0
    left: int = 0
    moved: int = 0


@rule("fa:13.2.1.1")
def regular_markers(game: Position) -> int:
    """More from 1916 on, and more again from 1917: the last row of the chart that has begun."""
    chart, year = chart_named(game, "us_draws"), game.state.get(YEAR)
    rows = [(row, _SINCE.search(row)) for row in chart.rows.labels]
    begun = [row for row, since in rows if since is not None and int(since[1]) <= year]
    return int(chart.number(begun[-1] if begun else "per turn to 1915", "markers")) + FURTHER_MARKERS(game)


@step("fa:13.2.1.1", also=("fa:13.2",))
def draw_regular_markers(game: Game, entry: EntryStep) -> Control:
    if not watches_the_war(game, USA):
        return End()
    return Call(DRAWING.name, Drawing(((US_ENTRY, regular_markers(game)),)))


# --------------------------------------------------------------------------------------------------------------- options


def _options(game: Position, entry: EntryStep, seat: str) -> Shape | Violation:
    found = tuple(option for option in all_options(game) if option_violation(game, option, entry.picked) is None)
    return One(found) if found else refused("fa:13.2.2", "no-war-option")


def _why_not(game: Position, entry: EntryStep, seat: str, noun: Noun) -> Violation | None:
    return option_violation(game, noun, entry.picked) if noun in all_options(game) else None


def _choose(game: Game, entry: EntryStep, seat: str, noun: Noun) -> Control:
    entry.option = noun
    return None


def _no_more(game: Game, entry: EntryStep, seat: str, noun: Noun) -> Control:
    return End()


CHOOSE_WAR_OPTION = Verb("choose-war-option", "fa:13.2.2", _choose, _options, explain=_why_not, items=WarOption)
NO_MORE_WAR_OPTIONS = Verb("no-more-war-options", "fa:13.2.2", _no_more)


@step("fa:13.2.2", NO_MORE_WAR_OPTIONS, CHOOSE_WAR_OPTION)
def choose_a_war_option(game: Game, entry: EntryStep) -> Control:
    """The USA is always asked: that it could choose nothing would tell something."""
    return one(
        seat_of_pool(game, US_ENTRY),
        NO_MORE_WAR_OPTIONS,
        CHOOSE_WAR_OPTION,
        rule="fa:13.2.2",
        prompt="choose-war-option",
        always=True,
    )


@step("fa:13.2.2")
def prove_and_take(game: Game, entry: EntryStep) -> Control:
    """As many markers as prove the levels are turned over; then the option costs tension."""
    option = entry.option
    prove(game, US_ENTRY, level_of(game, option))
    if tension_needed(game, option):
        prove(game, US_TENSION, tension_needed(game, option))
    take_option(game, option)
    points = tension_of(game, option)
    game.say(TensionRises(option=option, points=points))
    if needs_a_die(game, points):
        return Roll("US tension", seat_of_pool(game, US_ENTRY))
    entry.left = markers_for(game, points, 1)
    return Goto("next_marker_of_tension")


@step("fa:13.2.2")
def read_the_die_of_tension(game: Game, entry: EntryStep) -> Control:
    entry.left = markers_for(game, tension_of(game, entry.option), game.total)
    return None


@step("fa:13.2.2")
def next_marker_of_tension(game: Game, entry: EntryStep) -> Control:
    if not entry.left or not markers_in(game, US_ENTRY):
        return Goto("the_option_has_its_effect")
    return blindly(game, "entry marker", seat_of_pool(game, US_ENTRY), number_of(game, US_ENTRY))


@step("fa:13.2.2")
def marker_is_tension_now(game: Game, entry: EntryStep) -> Control:
    carry(game, game.result, number_of(game, US_ENTRY), number_of(game, US_TENSION))
    game.say(EntryMarkersCame(pool=US_TENSION, count=1))
    entry.left, entry.moved = entry.left - 1, entry.moved + 1
    return Goto("next_marker_of_tension")


@step("fa:13.2.2", also=("fa:13.2.2.1",))
def the_option_has_its_effect(game: Game, entry: EntryStep) -> Control:
    entry.picked, entry.left, entry.moved = (*entry.picked, bool(entry.moved)), 0, 0
    return effect_of(game, entry.option)


@step("fa:13.2.2")
def perhaps_another_option(game: Game, entry: EntryStep) -> Control:
    return Goto("choose_a_war_option")


US_ENTRY_STEP = procedure(
    "US entry",
    "fa:13.2",
    draw_regular_markers,
    choose_a_war_option,
    prove_and_take,
    read_the_die_of_tension,
    next_marker_of_tension,
    marker_is_tension_now,
    the_option_has_its_effect,
    perhaps_another_option,
    locals=EntryStep,
)
