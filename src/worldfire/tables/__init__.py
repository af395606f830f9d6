"""Schemas, loading, provenance and look-up of the game's tables. Knows no rule and imports nothing of the package."""

from worldfire.tables.axis import Axis, Number
from worldfire.tables.chart import Cell, Chart, ChartLookupError, load_chart
from worldfire.tables.files import DataError, Problem, find_data
from worldfire.tables.provenance import Provenance

__all__ = [
    "Axis",
    "Cell",
    "Chart",
    "ChartLookupError",
    "DataError",
    "Number",
    "Problem",
    "Provenance",
    "find_data",
    "load_chart",
]
