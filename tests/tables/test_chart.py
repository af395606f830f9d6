"""Charts: labels, edges, strict reading, and the air-to-air table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldfire.tables import Axis, Chart, ChartLookupError, DataError, Provenance, find_data, load_chart
from worldfire.tables.axis import Bounds, parse_bounds


def air_to_air() -> Chart:
    return load_chart(find_data("charts/wif/air_to_air.csv"))


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [
        ("7", 7, 7),
        ("+1", 1, 1),
        ("-2", -2, -2),
        ("-3,4", -4, -3),
        ("+2,3", 2, 3),
        ("-7 or less", None, -7),
        ("+8 or more", 8, None),
        ("10-14", 10, 14),
        ("3:2", Fraction(3, 2), Fraction(3, 2)),
        ("0.25", Fraction(1, 4), Fraction(1, 4)),
    ],
)
def test_printed_labels_become_bounds(label: str, low: int | None, high: int | None) -> None:
    assert parse_bounds(label) == Bounds(low, high)  # type: ignore[arg-type]


def test_a_name_is_no_number() -> None:
    assert parse_bounds("Jul/Aug") is None


@settings(deadline=None)
@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_numbers_beyond_the_edges_read_the_edge(roll: int, value: int) -> None:
    chart = air_to_air_chart
    inside = chart.cell(max(2, min(roll, 20)), max(-7, min(value, 8)))
    assert chart.cell(roll, value) == inside


air_to_air_chart = air_to_air()


def test_shifts_stop_at_the_edges() -> None:
    axis = Axis(("1-2", "3-4", "5-9"))
    assert axis.shifted(7, -1) == "3-4"
    assert axis.shifted(7, +3) == "5-9"
    assert axis.shifted(1, -3) == "1-2"


def test_an_unknown_name_suggests_the_near_ones() -> None:
    chart = Chart("months", Axis(("Jan/Feb", "Mar/Apr")), Axis(("1",)), {})
    with pytest.raises(ChartLookupError, match="did you mean Jan/Feb"):
        chart.at("Jan/Fbe", 1)


@pytest.mark.rule("14.3.3", example="WF2-138")
@pytest.mark.parametrize(
    ("roll", "value", "result"),
    [(6, -2, "DA"), (18, 3, "AX"), (16, -4, "AA"), (10, 5, "AC"), (4, -2, "DX"), (9, 2, "-")],
)
def test_eastern_mediterranean(roll: int, value: int, result: str) -> None:
    cell = air_to_air().cell(roll, value)
    assert (cell.value, cell.provenance) == (result, Provenance.ATTESTED)


@pytest.mark.rule("14.3.3", example="WF2-139")
def test_kursk() -> None:
    assert air_to_air().at(11, -1) == "DC"
    assert air_to_air().at(2, 1) == "DX"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "chart.csv"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("row,column,value,provenance\n", "chart.csv:1: header: missing column 'source'"),
        ("row,column,value,provenance,source,note\n", "unknown column 'note'"),
        ("row,column,value,provenance,source\n1,2,x,guessed,s\n", "chart.csv:2: provenance: 'guessed' is not one of"),
        ("row,column,value,provenance,source\n1,2,x,fitted\n", "chart.csv:2: 4 fields"),
        ("row,column,value,provenance,source\n1,2,,fitted,s\n", "chart.csv:2: value: must not be empty"),
        ("row,column,value,provenance,source\n1,2, x,fitted,s\n", "chart.csv:2: value: blanks"),
        ("row,column,value,provenance,source\n1,2,x,fitted,s\n1,2,y,fitted,s\n", "chart.csv:3: row: the cell 1 / 2"),
        ("row,column,value,provenance,source\n1-3,2,x,fitted,s\n3-4,2,y,fitted,s\n", "'1-3' and '3-4' overlap"),
        ("row,column,value,provenance,source\n", "empty"),
    ],
)
def test_mistakes_are_named_by_file_line_and_column(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        load_chart(written(tmp_path, text))
    assert message in str(caught.value)


def test_a_missing_file_says_so() -> None:
    with pytest.raises(DataError, match=r"charts/wif/nothing\.csv: there is no such data file"):
        find_data("charts/wif/nothing.csv")
