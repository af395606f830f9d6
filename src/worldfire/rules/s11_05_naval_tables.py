"""11.5.8 to 11.5.10: the naval combat chart: columns, results, anti-aircraft dice and what a damage roll does."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.rules.s02_6_fractions import rounded
from worldfire.tables.axis import parse_bounds
from worldfire.tables.collection import Tables

OFF_THE_LEFT = 0  # a column moved off the left-hand end inflicts nothing


class Row(StrEnum):
    """The rows of the chart that turn factors into a column."""

    SURFACE = "surface"
    AIR_TO_SEA = "air-to-sea"
    ASW = "ASW"
    SUB = "SUB"
    ANTI_AIR = "anti-air"


class NavalResult(msgspec.Struct, frozen=True):
    """How many ships the enemy must have destroyed, damaged and aborted."""

    destroyed: int = 0
    damaged: int = 0
    aborted: int = 0


class Hit(StrEnum):
    """A result on one ship, worst first."""

    DESTROY = "X"
    DAMAGE = "D"
    ABORT = "A"
    HALF_ABORT = "1/2 A"


class FlakDice(msgspec.Struct, frozen=True):
    """Anti-aircraft fire rolls so many dice; so many of them count, the highest or the lowest."""

    dice: int
    counted: int
    highest: bool


@rule("11.5.8")
def column_of(row: Row, factors: Fraction | int, tables: Tables) -> int:
    """The column for a total of factors, 1 being the leftmost; no factors at all have none."""
    total = rounded(factors)
    chart = tables.charts["naval_columns"]
    column = OFF_THE_LEFT
    for place, label in enumerate(chart.columns.labels, start=1):
        bounds = parse_bounds(chart.at(row, label))
        if bounds is not None and bounds.low is not None and total >= bounds.low:
            column = place
    return column


@rule("11.5.8")
def shifted(column: int, shifts: int, tables: Tables) -> int:
    """Surprise points move the column, but not off the right-hand end."""
    last = len(tables.charts["naval_columns"].columns.labels)
    return max(OFF_THE_LEFT, min(column + shifts, last))


@rule("11.5.8")
def inflicted(column: int, enemy_ships: int, tables: Tables) -> NavalResult:
    """What a column does to so many enemy ships."""
    if column == OFF_THE_LEFT or enemy_ships <= 0:
        return NavalResult()
    text = tables.charts["naval_results"].at(enemy_ships, column)
    destroyed, damaged, aborted = (int(number) for number in re.findall(r"\d+", text))
    return NavalResult(destroyed, damaged, aborted)


@rule("11.5.8")
def next_worse(hit: Hit) -> Hit | None:
    """What a result becomes when the roll is above the target's defence."""
    return {Hit.DESTROY: Hit.DAMAGE, Hit.DAMAGE: Hit.ABORT, Hit.ABORT: Hit.HALF_ABORT, Hit.HALF_ABORT: None}[hit]


@rule("11.5.8")
def damage_chance(defence: int, *, damaged: bool = False) -> Fraction:
    """The chance that a target suffers the result itself: a die of its defence or less, 1 more if it is damaged."""
    return Fraction(max(0, min(10, defence + damaged)), 10)


@rule("11.5.9")
def flak_dice(column: int, bombers: int, tables: Tables) -> FlakDice:
    """The dice that anti-aircraft fire rolls against so many bombers."""
    if column == OFF_THE_LEFT or bombers <= 0:
        return FlakDice(0, 0, highest=True)
    counted, dice = tables.charts["anti_air_results"].at(bombers, column).split("/")
    return FlakDice(dice=int(dice), counted=abs(int(counted)), highest=not counted.startswith("-"))


class FlakLosses(msgspec.Struct, frozen=True):
    """Points of anti-aircraft fire spent on land-based bombers."""

    destroyed: int
    aborted: int
    stopped_factors: int


@rule("11.5.9")
def flak_losses(points: int, tables: Tables) -> FlakLosses:
    """Every 10 points destroy a bomber, 5 more abort one, and each point left stops a factor."""
    chart = tables.charts["anti_air_losses"]
    destroy = int(chart.at("destroy a land-based bomber", "points"))
    abort = int(chart.at("abort a land-based bomber", "points"))
    destroyed, left = divmod(points, destroy)
    aborted, stopped = divmod(left, abort)
    return FlakLosses(destroyed, aborted, stopped)
