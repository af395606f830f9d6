"""11.7: strategic bombardment: from strategic factors to points lost."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.rules.s02_6_fractions import rounded
from worldfire.tables.collection import Tables

WET = frozenset({"rain", "snow"})
GROUNDED = frozenset({"storm", "blizzard"})  # 14.2.3: no such mission flies there


class Altitude(StrEnum):
    """Low includes medium; high altitude comes with option 8."""

    LOW = "low"
    HIGH = "high"


class Time(StrEnum):
    """Night missions come with option 8."""

    DAY = "day"
    NIGHT = "night"


class Bombardment(msgspec.Struct, frozen=True, kw_only=True):
    """Bombers over their target, after air-to-air combat and anti-aircraft fire."""

    factors: Fraction
    weather: str = "fine"
    altitude: Altitude = Altitude.LOW
    time: Time = Time.DAY
    #: somebody opposed it: an air-to-air (option 3: or anti-aircraft) combat was fought this impulse
    opposed: bool = False


class BombingResult(msgspec.Struct, frozen=True):
    """Points lost, and with options 32 and 33 what is destroyed for good."""

    points: int
    asterisks: int


@rule("11.7")
def bombing_factors(mission: Bombardment) -> int:
    """Halved in rain or snow and again by night, rounded at the end (2.6)."""
    factors = mission.factors
    if mission.weather in WET:
        factors /= 2
    if mission.time is Time.NIGHT:
        factors /= 2
    return rounded(factors)


@rule("11.7")
def bombing_modifier(mission: Bombardment) -> int:
    """+1 for a low altitude day mission that nobody fought; −1 at high altitude."""
    if mission.altitude is Altitude.HIGH:
        return -1
    return int(mission.time is Time.DAY and not mission.opposed)


@rule("11.7")
def bombing_result(factors: int, modified_roll: int, tables: Tables) -> BombingResult:
    """What the table gives; without a factor there is nothing to look up."""
    if factors <= 0:
        return BombingResult(0, 0)
    text = tables.charts["strategic_bombardment"].at(modified_roll, factors)
    points = text.rstrip("*")
    return BombingResult(0 if points == "-" else int(points), text.count("*"))
