"""The tables of a game by the names that the rules use: its data, its board, its nations, and campaigns laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from worldfire.board import loading
from worldfire.board.model import Board
from worldfire.engine.errors import RulesetError
from worldfire.forces.ground import Ground
from worldfire.forces.layout import Layout, make_layout
from worldfire.forces.nations import Nations
from worldfire.tables import Chart
from worldfire.tables.archive import releases
from worldfire.tables.campaign import find_campaign
from worldfire.tables.chart import load_chart
from worldfire.tables.collection import Tables, archived_overlay, load_tables, read_tables
from worldfire.tables.counters import AirCounter, Kit, LandCounter, NavalCounter
from worldfire.tables.files import find_data
from worldfire.tables.pack import load_pack

FIGURES = "figures"
#: charts whose cells are figures too
CHARTS_OF_FIGURES = ("supply_path", "supply_cost", "aircraft_range_cost")


@dataclass(frozen=True, eq=False)
class GameTables:
    source: Tables
    nations: Nations
    #: the tables of the board, if not today's
    board_texts: Mapping[str, bytes] | None = field(default=None, repr=False)
    _layouts: dict[tuple[str, tuple[Kit, ...]], Layout] = field(default_factory=dict, repr=False)

    def is_same_as(self, other: GameTables) -> bool:
        return (self.source.name, self.digest, self.board_texts) == (other.source.name, other.digest, other.board_texts)

    @property
    def digest(self) -> str:
        return self.source.digest

    @cached_property
    def counters(self) -> tuple[LandCounter | AirCounter | NavalCounter, ...]:
        """Every unit; a thing's counter is its row here."""
        return (*self.source.land, *self.source.air, *self.source.naval, *self.source.naval_classic)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Counter id → its row."""
        return {counter.id: row for row, counter in enumerate(self.counters)}

    @cached_property
    def figures(self) -> Mapping[str, int]:
        """The numbers that the book states, by their names.

        Those of a whole chart are called by its name, row and column. What an earlier release did not state yet is today's:
        rules that are newer than a game's tables may ask for it.
        """
        charts = [load_chart(find_data(f"charts/{self.source.title}/{FIGURES}.csv"))]
        charts += [self.source.charts[FIGURES]] if FIGURES in self.source.charts else []
        found = {name: int(cell.value) for chart in charts for (name, _), cell in chart.cells.items()}
        for name in CHARTS_OF_FIGURES:
            cells = self.source.chart(name).cells
            called = name.replace("_", " ")
            found |= {f"{called}: {row}, {column}": int(cell.value) for (row, column), cell in cells.items()}
        return found

    @cached_property
    def air_to_air(self) -> Chart:
        return self.source.chart("air_to_air")

    @cached_property
    def aircraft_stacking(self) -> Chart:
        return self.source.chart("aircraft_stacking")

    @cached_property
    def board(self) -> Board:
        """The sheets; exercises never ask for them."""
        title = self.source.title
        return loading.load(title) if self.board_texts is None else loading.load_texts(dict(self.board_texts), title)

    @cached_property
    def ground(self) -> Ground:
        return Ground.of(self.board, self.nations.offshoots)

    def layout(self, campaign: str, kits: tuple[Kit, ...]) -> Layout:
        """A campaign laid out for these kits; made once."""
        known = self._layouts.get((campaign, kits))
        if known is None:
            found = find_campaign(campaign, self.source)
            used = frozenset(kits)
            ships = self.source.classic_ships
            known = make_layout(found, self.counters, self.ground, self.nations, used, ships)
            self._layouts[campaign, kits] = known
        return known


def find_tables(
    title: str, nations: Nations, pack: Path | None = None, digest: str = "", board: str = ""
) -> GameTables:
    """Our own tables, or ours with those of a pack laid over them.

    Where a game names other ones by their digest, or another board, these are looked for among those of earlier releases.
    """
    source = load_tables(title) if pack is None else load_pack(pack)
    if digest not in ("", source.digest):
        archived = archived_overlay(title, digest, source.overlay)
        if archived is None:
            raise RulesetError(f"tables {digest[:12]}: neither today’s ({source.digest[:12]}) nor an earlier release’s")
        source = read_tables(title, archived, source.name)
    todays_board = not board or board == loading.load(title).digest
    return GameTables(source, nations, None if todays_board else archived_board(title, board))


def archived_board(title: str, digest: str) -> Mapping[str, bytes]:
    """The tables of a title's board that an earlier release had; the first ones had one board only, in no folder of its own."""
    for release in releases():
        for folder in (f"board/{title}", "board"):
            found = (
                (name, release.files.get(f"{folder}/{name}.csv")) for name in (*loading.TABLES, *loading.OWN_TABLES)
            )
            texts = {name: file.read_bytes() for name, file in found if file is not None}
            if texts and loading.digest_of(texts) == digest:
                return texts
    raise RulesetError(f"board {digest[:12]}: neither today’s nor an earlier release’s")


def printed_figures(tables: GameTables) -> Mapping[str, int]:
    return tables.figures
