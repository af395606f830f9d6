"""The tables of a game by the names that the rules use: its data, its board, its nations, and campaigns laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from worldfire.board import loading
from worldfire.board.model import Board
from worldfire.forces.ground import Ground
from worldfire.forces.layout import Layout, make_layout
from worldfire.forces.nations import Nations
from worldfire.tables import Chart
from worldfire.tables.campaign import find_campaign
from worldfire.tables.collection import Tables
from worldfire.tables.counters import AirCounter, Kit, LandCounter, NavalCounter


@dataclass(frozen=True)
class GameTables:
    source: Tables
    nations: Nations
    _layouts: dict[tuple[str, tuple[Kit, ...]], Layout] = field(default_factory=dict, compare=False, repr=False)

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
    def air_to_air(self) -> Chart:
        return self.source.chart("air_to_air")

    @cached_property
    def aircraft_stacking(self) -> Chart:
        return self.source.chart("aircraft_stacking")

    @cached_property
    def board(self) -> Board:
        """The sheets; exercises never ask for them."""
        return loading.load()

    @cached_property
    def ground(self) -> Ground:
        return Ground.of(self.board)

    def layout(self, campaign: str, kits: tuple[Kit, ...]) -> Layout:
        """A campaign laid out for these kits; made once."""
        known = self._layouts.get((campaign, kits))
        if known is None:
            found = find_campaign(campaign, self.source)
            known = make_layout(found, self.counters, self.ground, self.nations, frozenset(kits))
            self._layouts[campaign, kits] = known
        return known
