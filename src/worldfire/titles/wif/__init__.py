"""World in Flames, Collector's Edition: what the title is made of. So far exercises are played, and campaigns set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from worldfire.board import loading
from worldfire.board.model import Board
from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Module, Title
from worldfire.forces import enmity, flights, journal, participants, partisans, situation, things, turn, who
from worldfire.forces.ground import Ground
from worldfire.forces.nations import Nations
from worldfire.options import WIF_OPTIONS
from worldfire.rules import (
    s02_2_zones_of_control,
    s02_3_overstacking,
    s02_3_stacking,
    s02_4_supply,
    s02_4_supply_limits,
    s02_4_supply_sources,
    s02_5_control,
    s04_reinforcements,
    s06_initiative,
    s08_weather,
    s09_06_aligning,
    s09_war,
    s10_actions,
    s11_05_naval_air_combat,
    s11_07_strategic_bombardment,
    s11_08_ground_strike,
    s11_09_rail,
    s11_10_6_overrun,
    s11_10_entry,
    s11_10_land_movement,
    s11_11_air_transport,
    s11_14_paradrop,
    s11_15_2_shore_bombardment,
    s11_15_4_ground_support,
    s11_15_factors,
    s11_15_land_combat,
    s11_15_resolution,
    s11_16_rebase,
    s11_17_reorganisation,
    s12_end_of_action,
    s13_01_partisans,
    s13_05_final_reorganisation,
    s13_06_4_lend_lease,
    s13_06_production,
    s13_07_5_liberation,
    s13_07_conquest,
    s13_09_victory,
    s14_2_missions,
    s14_air_combat,
    s14_air_missions,
    s15_surprise,
    s18_2_commitments,
    s18_2_foreign_troops,
)
from worldfire.tables import Chart
from worldfire.tables.archive import releases
from worldfire.tables.campaign import find_campaign
from worldfire.tables.collection import Tables, archived_overlay, load_tables, read_tables
from worldfire.tables.counters import AirCounter, Kit, LandCounter, NavalCounter
from worldfire.tables.pack import load_pack
from worldfire.titles.wif import bidding, exercise, passages, scene, sequence, set_up
from worldfire.titles.wif.layout import Layout, make_layout
from worldfire.titles.wif.nations import borders, china, italy, usa, ussr
from worldfire.titles.wif.nations.names import NATIONS
from worldfire.titles.wif.upgrades import UPGRADES

#: rules that differ give another version; games carry it
VERSION = "3"


@dataclass(frozen=True, eq=False)
class GameTables:
    """The title's tables by the names that the rules use."""

    source: Tables
    nations: Nations = NATIONS
    #: the tables of the board, if not today's
    board_texts: Mapping[str, bytes] | None = field(default=None, repr=False)
    _layouts: dict[tuple[str, tuple[Kit, ...]], Layout] = field(default_factory=dict, repr=False)

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
        return loading.load() if self.board_texts is None else loading.load_texts(dict(self.board_texts))

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


@cache
def game_tables(pack: Path | None = None, digest: str = "", board: str = "") -> GameTables:
    """Our own tables, or ours with those of a pack laid over them.

    Where a game names other ones by their digest, or another board, these are looked for among those of earlier releases.
    """
    source = load_tables("wif") if pack is None else load_pack(pack)
    todays_tables, todays_board = digest in ("", source.digest), not board or board == loading.load().digest
    if todays_tables and todays_board:
        return GameTables(source) if not digest and not board else game_tables(pack)
    if not todays_tables:
        archived = archived_overlay("wif", digest, source.overlay)
        if archived is None:
            raise RulesetError(f"tables {digest[:12]}: neither today’s ({source.digest[:12]}) nor an earlier release’s")
        source = read_tables("wif", archived, source.name)
    return GameTables(source, board_texts=None if todays_board else archived_board(board))


def archived_board(digest: str) -> Mapping[str, bytes]:
    """The tables of a board that an earlier release had."""
    for release in releases():
        texts = {name: release.files[f"board/{name}.csv"].read_bytes() for name in loading.TABLES}
        if loading.digest_of(texts) == digest:
            return texts
    raise RulesetError(f"board {digest[:12]}: neither today’s nor an earlier release’s")


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


#: in the order of the book; subscribers to one event and contributions to one seam come in this order too
MODULES: tuple[Module, ...] = (
    things.MODULE,
    who.MODULE,
    participants.MODULE,
    partisans.MODULE,
    situation.MODULE,
    turn.MODULE,
    enmity.MODULE,
    journal.MODULE,
    flights.MODULE,
    exercise.MODULE,
    bidding.MODULE,
    set_up.MODULE,
    scene.MODULE,
    sequence.MODULE,
    s02_2_zones_of_control.MODULE,
    s02_3_stacking.MODULE,
    s02_3_overstacking.MODULE,
    s02_4_supply.MODULE,
    s02_4_supply_limits.MODULE,
    s02_4_supply_sources.MODULE,
    s02_5_control.MODULE,
    s04_reinforcements.MODULE,
    s06_initiative.MODULE,
    s08_weather.MODULE,
    s09_war.MODULE,
    s09_06_aligning.MODULE,
    s10_actions.MODULE,
    s11_05_naval_air_combat.MODULE,
    s11_07_strategic_bombardment.MODULE,
    s11_08_ground_strike.MODULE,
    s11_09_rail.MODULE,
    s11_10_entry.MODULE,
    s11_10_land_movement.MODULE,
    s11_10_6_overrun.MODULE,
    s11_11_air_transport.MODULE,
    s11_14_paradrop.MODULE,
    s11_15_land_combat.MODULE,
    s11_15_2_shore_bombardment.MODULE,
    s11_15_4_ground_support.MODULE,
    s11_15_factors.MODULE,
    s11_15_resolution.MODULE,
    s11_16_rebase.MODULE,
    s11_17_reorganisation.MODULE,
    s12_end_of_action.MODULE,
    s13_01_partisans.MODULE,
    s13_05_final_reorganisation.MODULE,
    s13_06_production.MODULE,
    s13_06_4_lend_lease.MODULE,
    s13_07_conquest.MODULE,
    s13_07_5_liberation.MODULE,
    s13_09_victory.MODULE,
    s14_air_missions.MODULE,
    s14_air_combat.MODULE,
    s14_2_missions.MODULE,
    s15_surprise.MODULE,
    s18_2_commitments.MODULE,
    s18_2_foreign_troops.MODULE,
    passages.MODULE,
    borders.MODULE,
    china.MODULE,
    italy.MODULE,
    ussr.MODULE,
    usa.MODULE,
)

TITLE = Title(
    name="wif",
    version=VERSION,
    upgrades=UPGRADES,
    begin=_begin,
    sizes=_sizes,
    place=things.PLACE,
    modules=MODULES,
    trays=s04_reinforcements.trays,
    options=WIF_OPTIONS,
)
