"""World in Flames, Collector's Edition: what the title is made of. So far its exercises are played, no campaign yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from worldfire.engine.game import Game
from worldfire.engine.ruleset import Title
from worldfire.forces import participants, things, who
from worldfire.options import WIF_OPTIONS
from worldfire.rules import s11_05_naval_air_combat, s14_air_combat, s14_air_missions
from worldfire.tables import Chart, find_data, load_chart
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter, load_units
from worldfire.titles.wif import exercise

#: rules that differ give another version; games carry it
VERSION = "1"


@dataclass(frozen=True)
class Tables:
    """Charts and counters by the names that the rules use."""

    counters: tuple[AirCounter | LandCounter | NavalCounter, ...]
    air_to_air: Chart
    digest: str

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Counter id → its row."""
        return {counter.id: row for row, counter in enumerate(self.counters)}


_FILES = (
    "counters/wif/land.csv",
    "counters/wif/air.csv",
    "counters/wif/naval.csv",
    "counters/wif/naval_classic.csv",
    "charts/wif/air_to_air.csv",
)


@cache
def load_tables() -> Tables:
    seal = sha256()
    for name in _FILES:
        seal.update(find_data(name).read_bytes())
    return Tables(load_units("wif"), load_chart(find_data("charts/wif/air_to_air.csv")), seal.hexdigest())


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
