"""Charts: a value for a row and a column, each with its provenance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from importlib.resources.abc import Traversable

from worldfire.tables.axis import Axis, Number
from worldfire.tables.files import DataError, Problem, read_rows
from worldfire.tables.provenance import Provenance

CHART_COLUMNS = ("row", "column", "value", "provenance", "source")


@cache
def _exact(printed: str) -> Fraction:
    return Fraction(printed)


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed value and how we know it."""

    value: str
    provenance: Provenance
    source: str


class ChartLookupError(LookupError):
    """A name that a chart does not have, with those it might have meant."""

    def __init__(self, chart: str, edge: str, key: object, labels: tuple[str, ...]) -> None:
        self.near = get_close_matches(str(key), labels, n=3)
        hint = f"; did you mean {', '.join(self.near)}?" if self.near else ""
        super().__init__(f"chart {chart!r} has no {edge} {key!r}{hint}")


@dataclass(frozen=True)
class Chart:
    """A chart as printed: rows and columns by their labels, in printed order. A chart may have empty places."""

    name: str
    rows: Axis
    columns: Axis
    cells: Mapping[tuple[str, str], Cell]
    lines: Mapping[tuple[str, str], int] = field(default_factory=dict)  # where each cell stands in its file
    #: look-ups already made: finding the label of a number takes far longer than reading the cell
    _found: dict[tuple[str | Number, str | Number], Cell] = field(default_factory=dict, compare=False, repr=False)

    def cell(self, row: str | Number, column: str | Number) -> Cell:
        """The cell; a number beyond the edge of a numbered axis reads the edge."""
        known = self._found.get((row, column))
        if known is not None:
            return known
        found = self.cells.get((self._label(self.rows, "row", row), self._label(self.columns, "column", column)))
        if found is None:
            raise ChartLookupError(self.name, "cell", f"{row} / {column}", ())
        self._found[row, column] = found
        return found

    def at(self, row: str | Number, column: str | Number) -> str:
        return self.cell(row, column).value

    def number(self, row: str | Number, column: str | Number) -> Fraction:
        """The value as an exact number; charts print fractions such as 0.25, and rounding is the rules' business."""
        return _exact(self.at(row, column))

    def shares(self) -> dict[Provenance, float]:
        """Which part of the cells is attested, public, fitted …"""
        counts = Counter(cell.provenance for cell in self.cells.values())
        return {provenance: counts[provenance] / len(self.cells) for provenance in Provenance if counts[provenance]}

    def _label(self, axis: Axis, edge: str, key: str | Number) -> str:
        label = axis.find(key)
        if label is None:
            raise ChartLookupError(self.name, edge, key, axis.labels)
        return label


def load_chart(path: Traversable) -> Chart:
    """Read one chart; rows and columns keep the order in which they first appear."""
    rows = read_rows(path, CHART_COLUMNS)
    problems: list[Problem] = []
    cells: dict[tuple[str, str], Cell] = {}
    lines: dict[tuple[str, str], int] = {}
    for row in rows:
        key = (row["row"], row["column"])
        problems += [row.problem(c, "must not be empty") for c in CHART_COLUMNS if not row[c]]
        if key in cells:
            problems.append(row.problem("row", f"the cell {row['row']} / {row['column']} is given twice"))
        try:
            provenance = Provenance(row["provenance"])
        except ValueError:
            problems.append(row.problem("provenance", f"{row['provenance']!r} is not one of {', '.join(Provenance)}"))
            continue
        cells[key] = Cell(row["value"], provenance, row["source"])
        lines[key] = row.line
    axes = [Axis(tuple(dict.fromkeys(row[edge] for row in rows))) for edge in ("row", "column")]
    problems += [Problem(path.name, 0, "", reason) for axis in axes if (reason := axis.overlap())]
    if not cells and not problems:
        problems.append(Problem(path.name, 0, "", "the chart is empty"))
    if problems:
        raise DataError(problems)
    return Chart(path.name.removesuffix(".csv"), axes[0], axes[1], cells, lines)
