"""Every figure that the rulebook states or forces comes out of the charts. The figures stand in attested.csv."""

from __future__ import annotations

import csv
from pathlib import Path

from worldfire.tables import Provenance
from worldfire.tables.axis import Number, parse_bounds
from worldfire.tables.collection import load_tables

with (Path(__file__).parent / "attested.csv").open(encoding="utf-8") as stream:
    ATTESTED = list(csv.DictReader(stream))


def key(text: str, labels: tuple[str, ...]) -> str | Number:
    """A label as it stands; anything else that is a number is looked up as one."""
    bounds = parse_bounds(text)
    if text in labels or bounds is None or bounds.low is None:
        return text
    return bounds.low


def found(fact: dict[str, str]) -> str:
    """What the charts say where the fact stands."""
    name, _, line = fact["chart"].partition(":")
    chart = load_tables().chart(name)
    if line:  # which column of the naval combat chart do so many factors give?
        bands = {column: parse_bounds(chart.at(line, column)) for column in chart.columns.labels}
        factors = int(fact["row"])
        (column,) = [
            c for c, b in bands.items() if b and b.low and b.low <= factors and (b.high is None or factors <= b.high)
        ]
        return column
    return chart.at(key(fact["row"], chart.rows.labels), key(fact["column"], chart.columns.labels))


def test_attested() -> None:
    """All of them at once: so many tests would cost a hundred times what they look up."""
    assert [(found(fact), fact) for fact in ATTESTED if found(fact) != fact["value"]] == []


def asked(fact: dict[str, str]) -> tuple[str, str, str]:
    """The cell that a fact speaks of, by its labels."""
    name, _, line = fact["chart"].partition(":")
    chart = load_tables().chart(name)
    if line:
        return name, line, fact["value"]
    row = chart.rows.find(key(fact["row"], chart.rows.labels))
    column = chart.columns.find(key(fact["column"], chart.columns.labels))
    return name, row or "", column or ""


def test_no_cell_is_called_attested_without_standing_here() -> None:
    listed = {asked(fact) for fact in ATTESTED}
    called = {
        (name, *place)
        for name, chart in load_tables().charts.items()
        for place, cell in chart.cells.items()
        if cell.provenance is Provenance.ATTESTED
    }
    assert called - listed == set()
    assert len(ATTESTED) >= 1000
