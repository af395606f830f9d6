"""Data packs: a directory of tables that replaces some of ours, for those who own the printed game.

A pack mirrors our data directory and says in `pack.yaml` what it is and which files it brings:

    name: My printed charts
    title: wif
    files:
      - charts/wif/land_1d10_assault.csv

Nothing of a pack is used unless all of it is right: same columns, values that the chart can hold, and no contradiction
to what the rulebook itself states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import yaml

from worldfire.tables.axis import Axis, Number
from worldfire.tables.campaign import check_campaign, read_campaign
from worldfire.tables.chart import Chart, load_chart
from worldfire.tables.collection import (
    CLASSIC_SHIPS,
    Overlay,
    Tables,
    load_tables,
    read_classic_ships,
    read_tables,
    value_problems,
)
from worldfire.tables.counters import (
    AirCounter,
    Counter,
    LandCounter,
    Marker,
    NavalCounter,
    read_counters,
)
from worldfire.tables.files import DataError, Problem
from worldfire.tables.provenance import Provenance

MANIFEST = "pack.yaml"


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `pack.yaml` says."""

    name: str
    title: str
    files: tuple[str, ...]


def read_manifest(directory: Path) -> Manifest:
    """The pack's description; DataError if it is missing or malformed."""
    try:
        content = yaml.safe_load((directory / MANIFEST).read_text(encoding="utf-8"))
        return msgspec.convert(content, Manifest)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise DataError([Problem(MANIFEST, 0, "", str(error))]) from error


def check_pack(directory: Path) -> tuple[Problem, ...]:
    """Everything wrong with a pack, named by file, line and column; empty if it may be used."""
    try:
        manifest = read_manifest(directory)
    except DataError as error:
        return error.problems
    known = set(Overlay().paths(manifest.title))
    if not known:
        return (Problem(MANIFEST, 0, "title", f"there are no tables for {manifest.title!r}"),)
    ours = load_tables(manifest.title)
    return tuple(problem for file in manifest.files for problem in _file_problems(directory, file, ours, known))


def load_pack(directory: Path) -> Tables:
    """Our tables with the pack's in their place; DataError, and nothing replaced, if anything is wrong with it."""
    problems = check_pack(directory)
    if problems:
        raise DataError(problems)
    manifest = read_manifest(directory)
    overlay = Overlay(directory, frozenset(manifest.files))
    ours = load_tables(manifest.title)
    return read_tables(manifest.title, overlay, name=f"{ours.name} with {manifest.name}")


def _file_problems(directory: Path, file: str, ours: Tables, known: set[str]) -> Iterator[Problem]:
    path = directory / file
    if file not in known:
        yield Problem(file, 0, "", "replaces none of our tables")
        return
    if not path.is_file():
        yield Problem(file, 0, "", f"{MANIFEST} names this file, but it is missing")
        return
    section, _, rest = file.partition("/")
    stem = rest.rpartition("/")[2].removesuffix(".csv")
    try:
        if section == "charts" and stem in ours.charts:
            chart = load_chart(path)
            yield from _named(file, value_problems(chart, ours.index[stem]))
            yield from _contradicted_cells(file, chart, ours.charts[stem])
        elif section == "counters":
            yield from _counter_problems(file, path, stem, ours)
        elif section == "campaigns":
            yield from (Problem(file, 0, "", reason) for reason in check_campaign(read_campaign(path), ours))
        else:
            yield Problem(file, 0, "", "a pack replaces charts, counters and campaigns only")
    except DataError as error:
        yield from _named(file, iter(error.problems))


def _named(file: str, problems: Iterator[Problem]) -> Iterator[Problem]:
    """The same problems with the path inside the pack instead of the bare file name."""
    return (Problem(file, problem.line, problem.column, problem.message) for problem in problems)


def _contradicted_cells(file: str, chart: Chart, ours: Chart) -> Iterator[Problem]:
    """Attested cells of ours that the pack denies. Where its bands differ from ours, the first number of ours asks."""
    for (row, column), cell in ours.cells.items():
        if cell.provenance is not Provenance.ATTESTED:
            continue
        label_row, label_column = _ask(chart.rows, ours.rows, row), _ask(chart.columns, ours.columns, column)
        theirs = chart.cells.get((label_row or "", label_column or ""))
        where = f"{row} / {column}"
        if theirs is None:
            yield Problem(file, 0, "row", f"{where} is missing; the rulebook has {cell.value!r} there ({cell.source})")
        elif theirs.value != cell.value:
            line = chart.lines[label_row or "", label_column or ""]
            message = f"{where} is {theirs.value!r}, but the rulebook has {cell.value!r} ({cell.source})"
            yield Problem(file, line, "value", message)


def _ask(theirs: Axis, ours: Axis, label: str) -> str | None:
    if label in theirs.labels or ours.bounds is None or theirs.bounds is None:
        return theirs.find(label)
    bounds = ours.bounds[ours.labels.index(label)]
    number: Number | None = bounds.low if bounds.low is not None else bounds.high
    return None if number is None else theirs.find(number)


def _counter_problems(file: str, path: Path, stem: str, ours: Tables) -> Iterator[Problem]:
    readers: dict[str, tuple[Callable[[], tuple[Counter, ...]], tuple[Counter, ...]]] = {
        "land": (lambda: read_counters(path, LandCounter), ours.land),
        "air": (lambda: read_counters(path, AirCounter), ours.air),
        "naval": (lambda: read_counters(path, NavalCounter), ours.naval),
        "naval_classic": (lambda: read_counters(path, NavalCounter), ours.naval_classic),
    }
    if stem == CLASSIC_SHIPS:
        read_classic_ships(path)
        return
    if stem not in readers:
        read_counters(path, Marker)  # markers state no factors; being well formed is all that is asked
        return
    read, mine = readers[stem]
    theirs = {counter.id: (line, counter) for line, counter in enumerate(read(), start=2)}
    for counter in mine:
        for note in counter.attested:
            factor, _, example = note.partition(":")
            line, found = theirs.get(counter.id, (0, None))
            value = getattr(counter, factor)
            if found is None:
                yield Problem(file, 0, "id", f"{counter.id} is missing; the rulebook speaks of it ({example})")
                break
            if getattr(found, factor) != value:
                message = f"{counter.id} has {getattr(found, factor)}, but the rulebook has {value} ({example})"
                yield Problem(file, line, factor, message)
