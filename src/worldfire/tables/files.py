"""Finding data files and reading them strictly: whatever is wrong is named by file, line and column."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml

#: written in C, where PyYAML was built with it: ten times quicker
_YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(text: str) -> Any:
    """The plain values of a YAML text."""
    return yaml.load(text, _YAML_LOADER)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with one data file. Line 0 speaks of the file as a whole."""

    file: str
    line: int
    column: str
    message: str

    def __str__(self) -> str:
        place = self.file if not self.line else f"{self.file}:{self.line}"
        return f"{place}: {self.column}: {self.message}" if self.column else f"{place}: {self.message}"


class DataError(ValueError):
    """A data file cannot be used; `problems` lists everything found wrong, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: its text by column, and where it stands."""

    file: str
    line: int
    values: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    def problem(self, column: str, message: str) -> Problem:
        return Problem(self.file, self.line, column, message)


def data_root() -> Traversable:
    """The directory of our own tables."""
    return files("worldfire") / "data"


def find_data(relative: str, root: Traversable | None = None) -> Traversable:
    """The file at this path below the data directory (or below `root`)."""
    found = root or data_root()
    for part in relative.split("/"):
        found = found / part
    if not found.is_file():
        raise DataError([Problem(relative, 0, "", "there is no such data file")])
    return found


def read_rows(path: Traversable, columns: Sequence[str]) -> list[Row]:
    """The lines of a CSV file that has exactly these columns; surrounding blanks are a mistake, not data."""
    problems: list[Problem] = []
    rows = list(_rows(path, columns, problems))
    if problems:
        raise DataError(problems)
    return rows


def _rows(path: Traversable, columns: Sequence[str], problems: list[Problem]) -> Iterator[Row]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problems.append(Problem(path.name, 0, "", f"cannot be read: {error}"))
        return
    reader = csv.reader(io.StringIO(text), strict=True)
    header = next(reader, [])
    wrong = [f"unknown column {name!r}" for name in header if name not in columns]
    wrong += [f"missing column {name!r}" for name in columns if name not in header]
    wrong += [f"column {name!r} appears twice" for name in sorted({n for n in header if header.count(n) > 1})]
    problems += [Problem(path.name, 1, "header", message) for message in wrong]
    if wrong:
        return
    try:
        for fields in reader:
            if len(fields) != len(header):
                found = f"{len(fields)} fields where the header has {len(header)}"
                problems.append(Problem(path.name, reader.line_num, "", found))
                continue
            row = Row(path.name, reader.line_num, dict(zip(header, fields, strict=True)))
            problems += [row.problem(c, "blanks around the value") for c, v in row.values.items() if v != v.strip()]
            yield row
    except csv.Error as error:
        problems.append(Problem(path.name, reader.line_num, "", f"not CSV: {error}"))
