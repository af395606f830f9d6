"""Exact odds of combats for programs: figures in, chances out. Nothing is simulated; every roll is counted.

Every number may be an int, a `Fraction` or text such as "20.5"; every chance is a `Fraction`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from worldfire.advice.odds import (
    AirOdds,
    BombingOdds,
    FlakOdds,
    LandOdds,
    LandSizes,
    NavalOdds,
    air_odds,
    bombing_odds,
    flak_odds,
    land_odds,
    naval_odds,
)
from worldfire.rules.s11_05_naval_tables import Row
from worldfire.rules.s11_07_bombing_table import Bombardment
from worldfire.rules.s11_15_odds import LandAttack
from worldfire.tables.collection import Tables
from worldfire.titles import USUAL, ruleset, title_named

Exact = int | str | Fraction

__all__ = ["AirOdds", "BombingOdds", "FlakOdds", "LandOdds", "NavalOdds", "air", "bombing", "flak", "land", "naval"]


def land(
    attack: Exact,
    defence: Exact,
    *,
    attackers: int | None = None,
    defenders: int | None = None,
    options: Iterable[str] = (),
    title: str = USUAL,
    **described: Any,
) -> LandOdds:
    """A land attack (11.15) of so many factors against so many.

    `attackers` and `defenders` are the units there are to lose, if that is known. `described` is anything else that
    `LandAttack` has a field for: `weather="snow"`, `table="blitzkrieg"`, `defending_armour=1` …
    """
    wanted = LandAttack(attack=Fraction(attack), defence=Fraction(defence), **described)
    return land_odds(ruleset(title, options), wanted, LandSizes(attackers, defenders))


def air(active: Exact, inactive: Exact, *, surprise: tuple[int, int] = (0, 0), title: str = USUAL) -> AirOdds:
    """One round of air-to-air combat (14.3) between these strengths, the active side's first."""
    return air_odds((Fraction(active), Fraction(inactive)), _tables(title), surprise=surprise)


def naval(
    factors: Exact,
    ships: int,
    *,
    row: Row = Row.SURFACE,
    shifts: int = 0,
    defences: Sequence[int] = (),
    title: str = USUAL,
) -> NavalOdds:
    """One side's fire at so many ships in a round of naval combat (11.5.8); with their defences also what becomes of them."""
    return naval_odds(row, Fraction(factors), ships, _tables(title), shifts=shifts, defences=tuple(defences))


def flak(factors: Exact, bombers: int, *, shifts: int = 0, title: str = USUAL) -> FlakOdds:
    """Anti-aircraft fire at land-based bombers (11.5.9)."""
    return flak_odds(Fraction(factors), bombers, _tables(title), shifts=shifts)


def bombing(factors: Exact, *, most: int | None = None, title: str = USUAL, **described: Any) -> BombingOdds:
    """Strategic bombardment (11.7); `most` is what the hex can lose, `described` any other field of `Bombardment`."""
    return bombing_odds(Bombardment(factors=Fraction(factors), **described), _tables(title), most)


def _tables(title: str) -> Tables:
    return title_named(title).tables().source
