"""World in Flames, Collector's Edition: what the title is made of. So far its exercises are played, no campaign yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from worldfire.engine.game import Game
from worldfire.engine.ruleset import Title
from worldfire.forces import participants, things, who
from worldfire.options import WIF_OPTIONS
from worldfire.rules import s11_05_naval_air_combat, s14_air_combat, s14_air_missions
from worldfire.tables import Chart
from worldfire.tables.collection import Tables, load_tables
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter
from worldfire.tables.pack import load_pack
from worldfire.titles.wif import exercise

#: rules that differ give another version; games carry it
VERSION = "1"


@dataclass(frozen=True)
class GameTables:
    """The title's tables by the names that the rules use."""

    source: Tables

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


@cache
def game_tables(pack: Path | None = None) -> GameTables:
    """Our own tables, or ours with those of a pack laid over them."""
    return GameTables(load_tables("wif") if pack is None else load_pack(pack))


def _sizes(tables: Any, setup: Any) -> Mapping[str, int]:
    return exercise.sizes(exercise.read_setup(setup))


def _begin(game: Game, setup: Any) -> None:
    exercise.begin(game, exercise.read_setup(setup))


TITLE = Title(
    name="wif",
    version=VERSION,
    schema=things.SCHEMA + who.SCHEMA + participants.SCHEMA,
    procedures=(
        *exercise.PROCEDURES,
        *s11_05_naval_air_combat.PROCEDURES,
        *s14_air_missions.PROCEDURES,
        *s14_air_combat.PROCEDURES,
    ),
    begin=_begin,
    sizes=_sizes,
    place=things.PLACE,
    options=WIF_OPTIONS,
    seams=(*s14_air_missions.SEAMS, *s14_air_combat.SEAMS),
)
