"""World in Flames, Collector's Edition: what the title is made of. So far exercises are played, and campaigns set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from worldfire.board import loading
from worldfire.board.model import Board
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Title
from worldfire.forces import enmity, journal, participants, partisans, situation, things, turn, who
from worldfire.forces.ground import Ground
from worldfire.options import WIF_OPTIONS
from worldfire.rules import (
    s02_2_zones_of_control,
    s02_3_overstacking,
    s02_3_stacking,
    s02_4_supply,
    s02_5_control,
    s04_reinforcements,
    s06_initiative,
    s08_weather,
    s09_06_aligning,
    s09_war,
    s10_actions,
    s11_05_naval_air_combat,
    s11_09_rail,
    s11_10_6_overrun,
    s11_10_entry,
    s11_10_land_movement,
    s11_15_factors,
    s11_15_land_combat,
    s11_15_resolution,
    s12_end_of_action,
    s13_01_3_partisan_effects,
    s13_01_partisans,
    s13_06_3_bonus_points,
    s13_06_4_lend_lease,
    s13_06_production,
    s13_07_5_liberation,
    s13_07_conquest,
    s13_09_victory,
    s18_2_commitments,
    s18_2_foreign_troops,
    s19_6_borders,
)
from worldfire.tables import Chart
from worldfire.tables.campaign import find_campaign
from worldfire.tables.collection import Tables, load_tables
from worldfire.tables.counters import AirCounter, Kit, LandCounter, NavalCounter
from worldfire.tables.pack import load_pack
from worldfire.titles.wif import air, bidding, exercise, scene, sequence, set_up
from worldfire.titles.wif.layout import Layout, make_layout

#: rules that differ give another version; games carry it
VERSION = "2"


@dataclass(frozen=True)
class GameTables:
    """The title's tables by the names that the rules use."""

    source: Tables
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
            known = make_layout(find_campaign(campaign, self.source), self.counters, self.ground, frozenset(kits))
            self._layouts[campaign, kits] = known
        return known


@cache
def game_tables(pack: Path | None = None) -> GameTables:
    """Our own tables, or ours with those of a pack laid over them."""
    return GameTables(load_tables("wif") if pack is None else load_pack(pack))


def _sizes(tables: Any, setup: Any) -> Mapping[str, int]:
    if set_up.is_campaign(setup):
        wanted = set_up.read_setup(setup)
        return set_up.sizes(tables.layout(wanted.campaign, wanted.kits))
    return exercise.sizes(exercise.read_setup(setup))


def _begin(game: Game, setup: Any) -> None:
    if set_up.is_campaign(setup):
        set_up.begin(game, set_up.read_setup(setup))
    else:
        exercise.begin(game, exercise.read_setup(setup))


TITLE = Title(
    name="wif",
    version=VERSION,
    schema=things.SCHEMA
    + who.SCHEMA
    + participants.SCHEMA
    + partisans.SCHEMA
    + situation.SCHEMA
    + turn.SCHEMA
    + enmity.SCHEMA
    + journal.SCHEMA
    + s02_2_zones_of_control.SCHEMA
    + s02_3_overstacking.SCHEMA
    + s02_4_supply.SCHEMA
    + s04_reinforcements.SCHEMA
    + s09_06_aligning.SCHEMA
    + s09_war.SCHEMA
    + s11_09_rail.SCHEMA
    + s11_15_factors.SCHEMA
    + s13_01_partisans.SCHEMA
    + s13_06_3_bonus_points.SCHEMA
    + s13_06_production.SCHEMA
    + s13_07_conquest.SCHEMA
    + s13_09_victory.SCHEMA
    + s18_2_commitments.SCHEMA
    + s18_2_foreign_troops.SCHEMA
    + air.SCHEMA
    + bidding.SCHEMA,
    procedures=(
        *exercise.PROCEDURES,
        *bidding.PROCEDURES,
        *set_up.PROCEDURES,
        *scene.PROCEDURES,
        *s02_3_overstacking.PROCEDURES,
        *s02_5_control.PROCEDURES,
        *sequence.PROCEDURES,
        *s04_reinforcements.PROCEDURES,
        *s06_initiative.PROCEDURES,
        *s08_weather.PROCEDURES,
        *s09_06_aligning.PROCEDURES,
        *s09_war.PROCEDURES,
        *s10_actions.PROCEDURES,
        *s11_05_naval_air_combat.PROCEDURES,
        *s11_09_rail.PROCEDURES,
        *s11_10_land_movement.PROCEDURES,
        *s11_10_6_overrun.PROCEDURES,
        *s11_15_land_combat.PROCEDURES,
        *s11_15_resolution.PROCEDURES,
        *s12_end_of_action.PROCEDURES,
        *s13_01_partisans.PROCEDURES,
        *s13_06_4_lend_lease.PROCEDURES,
        *s13_06_production.PROCEDURES,
        *s13_07_conquest.PROCEDURES,
        *s13_07_5_liberation.PROCEDURES,
        *s13_09_victory.PROCEDURES,
        *s18_2_foreign_troops.PROCEDURES,
        *s19_6_borders.PROCEDURES,
        *air.PROCEDURES,
    ),
    begin=_begin,
    sizes=_sizes,
    place=things.PLACE,
    trays=s04_reinforcements.trays,
    options=WIF_OPTIONS,
    changes=(
        s02_4_supply.ALWAYS_SUPPLIED.attach(s13_01_3_partisan_effects.partisans_are_always_supplied),
        s13_06_production.FACTORIES.attach(s11_09_rail.standing_factories),
        s10_actions.LIMIT.attach(s13_07_conquest.half_activities),
        s13_06_production.FACTORIES.attach(s13_01_3_partisan_effects.factories_under_partisans),
        *air.ATTACHES,
    ),
    subscribes=(
        *s02_5_control.SUBSCRIBES,
        *s13_01_partisans.SUBSCRIBES,
        *air.SUBSCRIBES,
        *s13_06_3_bonus_points.SUBSCRIBES,
        *s18_2_foreign_troops.SUBSCRIBES,
        *s13_07_conquest.SUBSCRIBES,
        *s19_6_borders.SUBSCRIBES,
    ),
    sweeps=(*s02_3_overstacking.SWEEPS, *s18_2_foreign_troops.SWEEPS),
    seams=(
        *s02_2_zones_of_control.SEAMS,
        *s02_3_stacking.SEAMS,
        *s02_4_supply.SEAMS,
        *s02_5_control.SEAMS,
        *s08_weather.SEAMS,
        *s10_actions.SEAMS,
        *s11_09_rail.SEAMS,
        *s11_10_entry.SEAMS,
        *s11_15_factors.SEAMS,
        *s11_15_land_combat.SEAMS,
        *s12_end_of_action.SEAMS,
        *s13_06_production.SEAMS,
        *air.SEAMS,
    ),
)
