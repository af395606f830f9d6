"""The naval combat chart (11.5) and the strategic bombardment table (11.7), by the book's own examples."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldfire.rules.s11_05_naval_tables import (
    FlakDice,
    FlakLosses,
    Hit,
    NavalResult,
    Row,
    column_of,
    damage_chance,
    flak_dice,
    flak_losses,
    inflicted,
    next_worse,
    shifted,
)
from worldfire.rules.s11_07_bombing_table import (
    Altitude,
    Bombardment,
    BombingResult,
    Time,
    bombing_factors,
    bombing_modifier,
    bombing_result,
)
from worldfire.tables.collection import load_tables

TABLES = load_tables()


@pytest.mark.rule("11.5.8", example="WF1-129")
def test_the_baltic() -> None:
    assert inflicted(column_of(Row.SURFACE, 15, TABLES), 3, TABLES) == NavalResult(1, 0, 1)
    assert inflicted(column_of(Row.SURFACE, 7, TABLES), 3, TABLES) == NavalResult(0, 1, 2)
    assert damage_chance(3) == Fraction(3, 10)  # a 5 is above the Gneisenau's defence: the X becomes a D
    assert next_worse(Hit.DESTROY) is Hit.DAMAGE
    assert damage_chance(3, damaged=True) == Fraction(4, 10)  # then a 4 is not


@pytest.mark.rule("11.5.8")
def test_the_baltic_with_screening() -> None:
    assert inflicted(column_of(Row.SURFACE, 13, TABLES), 3, TABLES) == NavalResult(0, 2, 1)


@pytest.mark.rule("11.5.9", example="WF1-134")
def test_anti_aircraft_columns() -> None:
    column = shifted(column_of(Row.ANTI_AIR, 48, TABLES), 2, TABLES)
    assert flak_dice(column, 6, TABLES) == FlakDice(dice=3, counted=2, highest=True)


@pytest.mark.rule("11.5.9", example="WF1-136")
def test_anti_aircraft_losses() -> None:
    assert flak_losses(6 + 10, TABLES) == FlakLosses(destroyed=1, aborted=1, stopped_factors=1)


@pytest.mark.rule("11.5.9", example="WF1-138")
def test_la_spezia() -> None:
    column = column_of(Row.ANTI_AIR, Fraction(21, 2), TABLES)
    assert flak_dice(column, 3, TABLES) == FlakDice(dice=2, counted=1, highest=False)
    assert flak_losses(2, TABLES) == FlakLosses(0, 0, 2)
    assert column_of(Row.AIR_TO_SEA, Fraction(7 - 2, 2), TABLES) == column_of(Row.AIR_TO_SEA, 3, TABLES)


@pytest.mark.rule("11.5.10", example="WF1-139")
def test_submarine_combat() -> None:
    assert inflicted(column_of(Row.ASW, 7, TABLES), 3, TABLES) == NavalResult(0, 2, 1)
    column = shifted(column_of(Row.SUB, 8, TABLES), 2, TABLES)
    assert column == column_of(Row.SUB, 15, TABLES) == column_of(Row.SUB, 19, TABLES)
    assert inflicted(column, 4, TABLES) == NavalResult(1, 1, 3)


@pytest.mark.rule("22.10")
def test_frogmen() -> None:
    column = shifted(column_of(Row.AIR_TO_SEA, 3, TABLES), 3, TABLES)
    assert column == column_of(Row.AIR_TO_SEA, 7, TABLES)
    assert inflicted(column, 4, TABLES) == NavalResult(1, 1, 1)


@pytest.mark.rule("11.5.8")
@settings(deadline=None)
@given(st.sampled_from(list(Row)), st.integers(0, 500), st.integers(-20, 20), st.integers(0, 60))
def test_columns_end_at_the_right_and_fall_off_at_the_left(row: Row, factors: int, shifts: int, ships: int) -> None:
    column = shifted(column_of(row, factors, TABLES), shifts, TABLES)
    assert 0 <= column <= 14
    result = inflicted(column, ships, TABLES)
    if column == 0 or ships == 0:
        assert result == NavalResult()


@pytest.mark.rule("11.7", example="WF1-142")
def test_lille() -> None:
    raid = Bombardment(factors=Fraction(20))
    assert bombing_modifier(raid) == 1
    assert bombing_result(bombing_factors(raid), 8 + 1, TABLES) == BombingResult(points=4, asterisks=1)


@pytest.mark.rule("11.7")
def test_weather_night_and_altitude() -> None:
    assert bombing_factors(Bombardment(factors=Fraction(21), weather="rain", time=Time.NIGHT)) == 5
    assert bombing_factors(Bombardment(factors=Fraction(21), weather="snow")) == 11
    assert bombing_modifier(Bombardment(factors=Fraction(9), time=Time.NIGHT)) == 0
    assert bombing_modifier(Bombardment(factors=Fraction(9), opposed=True)) == 0
    assert bombing_modifier(Bombardment(factors=Fraction(9), altitude=Altitude.HIGH)) == -1
    assert bombing_result(0, 10, TABLES) == BombingResult(0, 0)
