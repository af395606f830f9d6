"""The fitted grids are monotone, smooth and complete, whatever their cells are."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldfire.tables import Chart
from worldfire.tables.axis import parse_bounds
from worldfire.tables.collection import load_tables

TABLES = load_tables()
LAND = [TABLES.chart("land_1d10_blitzkrieg"), TABLES.chart("land_1d10_assault")]

# How good a land result is for the attacker: each loss of the defender, what happens to the rest, each own loss.
_FATE = {"": 0, "-": 0, "R": 3, "S": 4, "B": 5}


def land_worth(result: str) -> float:
    attacker, defender = result.removeprefix("~").split("/")
    own = {"-": 0.0, "*": -1.0, "†": -0.5}.get(attacker)
    if own is None:
        own = float(attacker.lstrip("†"))
    match = re.fullmatch(r"(\d*)([RSB-]?)", defender)
    assert match is not None, result
    return 4 * int(match[1] or 0) + _FATE[match[2]] - own


@pytest.mark.parametrize("chart", LAND, ids=lambda chart: chart.name)
def test_a_better_roll_or_better_odds_never_hurt(chart: Chart) -> None:
    grid = [[land_worth(chart.at(r, c)) for c in chart.columns.labels] for r in chart.rows.labels]
    # one step along the ladder may cost the attacker a unit (2/1 after 1/-) but never more than it brings
    for line in (*grid, *zip(*grid, strict=True)):
        assert all(later >= earlier - 1 for earlier, later in pairwise(line))
        assert line[-1] >= line[0]


@settings(deadline=None)
@given(st.sampled_from(LAND), st.integers(-20, 40), st.fractions(min_value=0, max_value=50, max_denominator=20))
def test_land_look_ups_never_fail(chart: Chart, roll: int, odds: object) -> None:
    assert chart.at(roll, odds)  # type: ignore[arg-type]


@pytest.mark.parametrize("chart", LAND, ids=lambda chart: chart.name)
def test_land_grids_are_smooth(chart: Chart) -> None:
    """A step of one column equals about a step of two on the die: nowhere does a result jump over several others."""
    grid = [[land_worth(chart.at(r, c)) for c in chart.columns.labels] for r in chart.rows.labels]
    for line in (*grid, *zip(*grid, strict=True)):
        assert all(abs(later - earlier) <= 6 for earlier, later in pairwise(line))


def test_two_dice_are_monotone() -> None:
    chart = TABLES.chart("land_2d10")
    for column in chart.columns.labels:
        worth = [land_worth(chart.at(row, column)) for row in chart.rows.labels]
        assert all(later >= earlier - 2 for earlier, later in pairwise(worth))
        assert worth[-1] == max(worth)


def test_every_result_code_occurs() -> None:
    blitzkrieg, assault = ({cell.value for cell in chart.cells.values()} for chart in LAND)
    assert {"†/B", "*/1B", "*/2B"} <= blitzkrieg
    assert {"†1/2S", "*/2S", "-/2", "3/-"} <= assault
    text = "".join(blitzkrieg | assault)
    assert all(code in text for code in "RSB*†-")
    assert {cell.value for cell in TABLES.chart("air_to_air").cells.values()} == {
        "AX",
        "DX",
        "AA",
        "DA",
        "AC",
        "DC",
        "-",
    }
    seen = {
        cell.value
        for name in TABLES.charts
        if name.startswith("weather_")
        for cell in TABLES.chart(name).cells.values()
    }
    assert {"fine", "rain", "storm", "snow", "blizzard", "0", "1", "2", "3"} <= seen


def test_air_to_air_favours_the_stronger_side() -> None:
    """Every column to the right shoots down at least as many aircraft."""
    chart = TABLES.chart("air_to_air")
    ways = {roll: 10 - abs(roll - 11) for roll in range(2, 21)}
    kills = [sum(n for roll, n in ways.items() if chart.at(roll, c).endswith("X")) for c in chart.columns.labels]
    assert kills == sorted(kills)
    assert all(later - earlier <= 20 for earlier, later in pairwise(kills))
    for column in chart.columns.labels:  # destroying lies at the ends, clearing through and nothing in the middle
        results = [chart.at(roll, column) for roll in range(2, 21)]
        rank = {"X": 2, "A": 1, "C": 0, "-": 0}
        worth = [rank[result[-1]] for result in results]
        turn = worth.index(0)
        assert worth[:turn] == sorted(worth[:turn], reverse=True)
        tail = worth[len(worth) - worth[::-1].index(0) :]
        assert tail == sorted(tail)


def naval_worth(result: str) -> int:
    sunk, damaged, aborted = (int(part[:-1]) for part in result.split())
    return 4 * sunk + 2 * damaged + aborted


def test_naval_results_grow_with_factors_and_targets() -> None:
    chart = TABLES.chart("naval_results")
    grid = [[naval_worth(chart.at(r, c)) for c in chart.columns.labels] for r in chart.rows.labels]
    for line in (*grid, *zip(*grid, strict=True)):
        assert all(later >= earlier - 1 for earlier, later in pairwise(line))
        assert line[-1] > line[0]


@pytest.mark.parametrize("kind", ["surface", "anti-air", "air-to-sea", "ASW", "SUB"])
def test_naval_columns_leave_no_gap(kind: str) -> None:
    chart = TABLES.chart("naval_columns")
    bands = [parse_bounds(chart.at(kind, column)) for column in chart.columns.labels]
    for earlier, later in pairwise(bands):
        assert earlier is not None
        assert later is not None
        assert earlier.high is not None
        assert later.low == earlier.high + 1
    assert bands[-1] is not None
    assert bands[-1].high is None


def expected_points(result: str) -> float:
    """About how many points so many dice give when the best or the worst of them count."""
    count, dice = (int(part) for part in result.split("/"))
    best = [11 * (dice + 1 - i) / (dice + 1) for i in range(1, dice + 1)]
    chosen = best[: abs(count)] if count > 0 else best[::-1][: abs(count)]
    return sum(chosen)


def test_anti_aircraft_fire_grows() -> None:
    chart = TABLES.chart("anti_air_results")
    for row in chart.rows.labels:
        points = [expected_points(chart.at(row, column)) for column in chart.columns.labels]
        assert all(later >= earlier - 1.5 for earlier, later in pairwise(points)), row


def test_strategic_bombardment_grows() -> None:
    chart = TABLES.chart("strategic_bombardment")
    grid = [
        [int(chart.at(r, c).rstrip("*").replace("-", "0")) for c in chart.columns.labels] for r in chart.rows.labels
    ]
    for line in (*grid, *zip(*grid, strict=True)):
        assert all(0 <= later - earlier <= 1 for earlier, later in pairwise(line))


def test_war_comes_closer_with_entry_and_tension() -> None:
    chart = TABLES.chart("its_war")
    grid = [[int(chart.at(r, c)) for c in chart.columns.labels] for r in chart.rows.labels]
    for line in (*grid, *zip(*grid, strict=True)):
        assert all(0 <= later - earlier <= 1 for earlier, later in pairwise(line))


@settings(deadline=None)
@given(st.sampled_from(sorted(TABLES.charts)), st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_numbers_always_find_a_cell_in_a_numbered_grid(name: str, row: int, column: int) -> None:
    chart = TABLES.chart(name)
    if (
        chart.rows.bounds is not None
        and chart.columns.bounds is not None
        and len(chart.cells) == len(chart.rows.labels) * len(chart.columns.labels)
    ):
        assert chart.at(row, column)


def test_only_lists_and_sparse_tables_have_empty_places() -> None:
    full = {
        name
        for name, chart in TABLES.charts.items()
        if len(chart.cells) == len(chart.rows.labels) * len(chart.columns.labels)
    }
    grids = {
        name
        for name in TABLES.charts
        if name.startswith(("land_1d10_b", "land_1d10_a", "air_to", "weather_", "naval_c", "naval_r"))
    }
    assert grids <= full


def test_the_set_has_a_name_and_a_digest() -> None:
    assert TABLES.name == "Worldfire tables 1 (reconstructed)"
    assert len(TABLES.digest) == 64
