"""All tables of a title as one value: name, version, charts, counters, digest. A data pack may replace any file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources.abc import Traversable

from worldfire.tables.archive import Release, releases
from worldfire.tables.chart import Chart, load_chart
from worldfire.tables.counters import (
    AirCounter,
    LandCounter,
    Marker,
    NavalCounter,
    read_counters,
)
from worldfire.tables.files import DataError, Problem, data_root, find_data, read_rows

SET_NAME = "Worldfire tables 1 (reconstructed)"
SECTIONS = ("charts", "counters", "campaigns")
CLASSIC_SHIPS = "classic_ships"
_CLASSIC_COLUMNS = ("counter", "ship")
_INDEX_COLUMNS = ("name", "title", "section", "group", "pattern")


@dataclass(frozen=True, slots=True)
class ChartEntry:
    """What the index says about a chart: its title, the section that uses it, and what its cells may hold."""

    name: str
    title: str
    section: str
    group: str
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class Tables:
    """The data that one game is played with."""

    name: str
    title: str
    index: Mapping[str, ChartEntry]
    charts: Mapping[str, Chart]
    land: tuple[LandCounter, ...]
    air: tuple[AirCounter, ...]
    naval: tuple[NavalCounter, ...]
    naval_classic: tuple[NavalCounter, ...]
    #: counter of the Classic fleet → its ships of the Ships kit, the leading one first
    classic_ships: Mapping[str, tuple[str, ...]]
    markers: tuple[Marker, ...]
    digest: str
    #: where the files of these tables are found
    overlay: Overlay = field(repr=False, compare=False)

    def chart(self, name: str) -> Chart:
        """A chart by its name; hyphens and underscores are the same."""
        found = self.charts.get(name.replace("-", "_"))
        if found is None:
            raise UnknownNameError("chart", name, [known.replace("_", "-") for known in self.charts])
        return found


class UnknownNameError(LookupError):
    """A name that nothing has, with the nearest that something has."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        self.kind, self.name = kind, name
        by_case = {each.casefold(): each for each in known}
        self.near = [by_case[each] for each in get_close_matches(name.casefold(), by_case, n=3, cutoff=0.5)]
        hint = f"; did you mean {', '.join(self.near)}?" if self.near else ""
        super().__init__(f"there is no {kind} {name!r}{hint}")


class Overlay:
    """Our data directory, or that of an earlier release, with a pack's files laid over it.

    Paths are relative to the data directory. A file that the earlier release did not have yet is today's: rules that are
    newer than a game's tables may ask for it.
    """

    def __init__(
        self,
        pack: Traversable | None = None,
        replaced: frozenset[str] = frozenset(),
        release: Release | None = None,
    ) -> None:
        self._pack = pack
        self.replaced = replaced
        self.release = release
        self._digests: dict[str, str] = {}

    def find(self, relative: str) -> Traversable:
        if self._pack is not None and relative in self.replaced:
            return find_data(relative, self._pack)
        if self.release is not None and relative in self.release.files:
            return self.release.files[relative]
        return find_data(relative)

    def over(self, release: Release) -> Overlay:
        """The same pack, laid over the tables of an earlier release."""
        return Overlay(self._pack, self.replaced, release)

    def paths(self, title: str) -> Iterator[str]:
        """Every file of the title, in a fixed order."""
        for section in SECTIONS:
            if self.release is not None:
                start = f"{section}/{title}/"
                yield from sorted(path for path in self.release.files if path.startswith(start))
                continue
            folder = data_root() / section / title
            if folder.is_dir():
                yield from sorted(f"{section}/{title}/{entry.name}" for entry in folder.iterdir() if entry.is_file())

    def digest(self, title: str) -> str:
        """One number for all the data in use: games remember it and do not silently go on with other data."""
        if title not in self._digests:
            total = hashlib.sha256()
            for relative in self.paths(title):
                content = self.find(relative).read_bytes()
                total.update(f"{relative}\0{len(content)}\0".encode())
                total.update(content)
            self._digests[title] = total.hexdigest()
        return self._digests[title]


def read_index(path: Traversable) -> dict[str, ChartEntry]:
    """The charts of a title in the order in which a player would look for them."""
    entries: dict[str, ChartEntry] = {}
    problems: list[Problem] = []
    for row in read_rows(path, _INDEX_COLUMNS):
        try:
            pattern = re.compile(row["pattern"])
        except re.error as error:
            problems.append(row.problem("pattern", str(error)))
            continue
        entries[row["name"]] = ChartEntry(row["name"], row["title"], row["section"], row["group"], pattern)
    if problems:
        raise DataError(problems)
    return entries


def value_problems(chart: Chart, entry: ChartEntry) -> Iterator[Problem]:
    """Cells that hold what this chart cannot mean."""
    for key, cell in chart.cells.items():
        if not entry.pattern.fullmatch(cell.value):
            message = f"{cell.value!r} is no value of this chart (expected {entry.pattern.pattern})"
            yield Problem(f"{chart.name}.csv", chart.lines.get(key, 0), "value", message)


def read_tables(title: str, overlay: Overlay, name: str = SET_NAME) -> Tables:
    """Read and check everything; raises DataError with all that is wrong."""
    index = read_index(overlay.find(f"charts/{title}/_index.csv"))
    if overlay.release is not None:
        index = read_index(find_data(f"charts/{title}/_index.csv")) | index  # charts that are newer than the game
    charts: dict[str, Chart] = {}
    problems: list[Problem] = []
    for chart_name, entry in index.items():
        try:
            chart = load_chart(overlay.find(f"charts/{title}/{chart_name}.csv"))
        except DataError as error:
            problems += error.problems
            continue
        problems += value_problems(chart, entry)
        charts[chart_name] = chart
    if problems:
        raise DataError(problems)
    counters = f"counters/{title}"
    return Tables(
        name=name,
        title=title,
        index=index,
        charts=charts,
        land=read_counters(overlay.find(f"{counters}/land.csv"), LandCounter),
        air=read_counters(overlay.find(f"{counters}/air.csv"), AirCounter),
        naval=read_counters(overlay.find(f"{counters}/naval.csv"), NavalCounter),
        naval_classic=read_counters(overlay.find(f"{counters}/naval_classic.csv"), NavalCounter),
        classic_ships=_read_classic_ships(title, overlay),
        markers=read_counters(overlay.find(f"{counters}/markers.csv"), Marker),
        digest=overlay.digest(title),
        overlay=overlay,
    )


def read_classic_ships(path: Traversable) -> dict[str, tuple[str, ...]]:
    """Which ships a counter of the Classic fleet stands for (1.2.1)."""
    found: dict[str, tuple[str, ...]] = {}
    for row in read_rows(path, _CLASSIC_COLUMNS):
        found[row["counter"]] = (*found.get(row["counter"], ()), row["ship"])
    return found


def _read_classic_ships(title: str, overlay: Overlay) -> dict[str, tuple[str, ...]]:
    """Earlier releases did not say it: their Classic counters have no ships."""
    path = f"counters/{title}/{CLASSIC_SHIPS}.csv"
    unknown = overlay.release is not None and path not in overlay.release.files
    return {} if unknown else read_classic_ships(overlay.find(path))


@cache
def load_tables(title: str = "wif") -> Tables:
    """Our own tables of the title."""
    return read_tables(title, Overlay())


def archived_overlay(title: str, digest: str, overlay: Overlay) -> Overlay | None:
    """The tables with this digest out of those of earlier releases, with the files of the same pack laid over them."""
    candidates = (_over(overlay, release) for release in releases())
    return next((found for found in candidates if found.digest(title) == digest), None)


@cache
def _over(overlay: Overlay, release: Release) -> Overlay:
    """Made once, because it remembers its digests."""
    return overlay.over(release)
