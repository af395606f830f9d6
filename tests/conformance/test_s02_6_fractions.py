"""2.6 Fractions: exact until the end, then to the nearest whole number, a half up."""

from __future__ import annotations

from fractions import Fraction

import pytest
from situations import Force, RoundBegan, battle, totals

from worldfire.rules.s02_6_fractions import rounded, rounded_tenths
from worldfire.titles import ruleset


@pytest.mark.rule("2.6", example="WF1-056")
def test_a_negative_half_rounds_towards_nought() -> None:
    assert rounded(Fraction(-3, 2)) == -1
    assert rounded_tenths(-15) == -1


@pytest.mark.rule("2.6", example="WF1-057")
def test_half_the_range_of_a_bf_109e3() -> None:
    tables = ruleset("wif").tables
    fighter = tables.counters[tables.index["ge-ftr-bf-109e3-wif"]]
    assert fighter.range == 3
    assert rounded(Fraction(fighter.range, 2)) == 2


@pytest.mark.rule("2.6", example="WF1-058")
@pytest.mark.parametrize(("multiple", "points"), [(Fraction(5, 4), 26), (Fraction(3, 2), 32)])
def test_german_build_points(multiple: Fraction, points: int) -> None:
    assert rounded(21 * multiple) == points


@pytest.mark.rule("2.6")
@pytest.mark.parametrize(
    ("value", "whole"),
    [
        ("2.4", 2),
        ("2.5", 3),
        ("2.6", 3),
        ("-2.4", -2),
        ("-2.5", -2),
        ("-2.6", -3),
        ("0.5", 1),
        ("-0.5", 0),
        ("0", 0),
        ("7", 7),
    ],
)
def test_the_nearest_whole_number(value: str, whole: int) -> None:
    assert rounded(Fraction(value)) == whole
    assert rounded_tenths(int(10 * Fraction(value))) == whole


@pytest.mark.rule("2.6")
@pytest.mark.rule("14.3.2")
@pytest.mark.parametrize(
    ("backing", "values"),
    [
        ((), (1, -1)),
        (("LaGG-3",), (1, -1)),  # 7.4 − 6: 1.4 and −1.4
        (("LaGG-3", "I-16"), (2, -2)),  # 7.7 − 6: 1.7 and −1.7
        (("LaGG-3", "G.50"), (2, -2)),  # 7.8 − 6
        (("Bf-109E7",), (2, -2)),  # 7.6 − 6: 1.6
    ],
)
def test_air_to_air_values_are_rounded_once_at_the_end(backing: tuple[str, ...], values: tuple[int, int]) -> None:
    here = battle(Force(("Bf-109G2", *backing)), Force(("Yak-9M",)), throws=totals(12, 12))
    here.arrange()
    assert here.said(RoundBegan)[0].values == values


@pytest.mark.rule("2.6")
@pytest.mark.rule("14.3.2")
def test_an_exact_half_favours_both_sides() -> None:
    """6.5 − 6: a half up for the one, minus a half up to nought for the other; so 1 and 0."""
    here = battle(Force(("Yak-9M",)), Force(("Bf-109E7", "Hurricane")), throws=totals(12, 12))
    here.arrange()
    assert here.said(RoundBegan)[0].strengths == (60, 65)
    assert here.said(RoundBegan)[0].values == (0, 1)
