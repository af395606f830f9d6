"""Fatal Alliances III, the Great War: what the title is made of.

`sequence` is its sequence of play, `changes` what it answers otherwise than the common book, in the order of its own sections;
every other module is one thing that only this game has. It is not offered to anybody before it is a game.
"""

from __future__ import annotations

from worldfire.engine.ruleset import Module, Option, Title
from worldfire.forces import enmity, flights, journal, markers, participants, partisans, situation, things, turn, who
from worldfire.rules import (
    s02_1_sea_areas,
    s02_2_zones_of_control,
    s02_3_overstacking,
    s02_3_stacking,
    s02_4_fronts,
    s02_4_supply,
    s02_4_supply_limits,
    s02_4_supply_sources,
    s02_5_control,
    s04_2_1_convoys,
    s04_reinforcements,
    s05_agreements,
    s05_lending,
    s06_initiative,
    s08_weather,
    s09_02_pacts,
    s09_06_aligning,
    s09_war,
    s10_actions,
    s11_03_naval_air_missions,
    s11_04_2_joint_forces,
    s11_04_2_sailing,
    s11_04_6_interception,
    s11_04_bases,
    s11_04_naval_movement,
    s11_04_naval_units,
    s11_04_under_way,
    s11_05_2_initiating,
    s11_05_4_committing,
    s11_05_6_surprise_points,
    s11_05_8_aborts,
    s11_05_8_damage,
    s11_05_8_results,
    s11_05_8_surface_combat,
    s11_05_9_air_to_sea,
    s11_05_10_submarine_combat,
    s11_05_naval_air_combat,
    s11_05_naval_combat,
    s11_07_strategic_bombardment,
    s11_08_ground_strike,
    s11_09_rail,
    s11_10_6_overrun,
    s11_10_6_ships_in_port,
    s11_10_entry,
    s11_10_land_movement,
    s11_12_debarking,
    s11_13_invasions,
    s11_15_2_shore_bombardment,
    s11_15_4_ground_support,
    s11_15_factors,
    s11_15_land_combat,
    s11_15_resolution,
    s11_16_off_transports,
    s11_16_rebase,
    s11_17_reorganisation,
    s12_end_of_action,
    s13_01_partisans,
    s13_02_pact_markers,
    s13_04_return_to_base,
    s13_05_final_reorganisation,
    s13_06_1_by_sea,
    s13_06_1_network,
    s13_06_1_routes,
    s13_06_3_bonus_points,
    s13_06_4_lend_lease,
    s13_06_4_promises,
    s13_06_5_naval_production,
    s13_06_production,
    s13_07_1_the_fallen,
    s13_07_2_support,
    s13_07_5_giving_back,
    s13_07_5_liberation,
    s13_07_5_reversion,
    s13_07_6_surrender,
    s13_07_7_standing_down,
    s13_07_conquest,
    s13_09_victory,
    s14_2_missions,
    s14_air_combat,
    s14_air_missions,
    s15_surprise,
    s18_2_foreign_troops,
    s18_3_permissions,
    s19_4_1_minor_fleets,
    s19_4_minor_units,
    s24_1_6_putting_to_sea,
    s24_1_bidding,
    s24_1_scene,
    s24_1_set_up,
)
from worldfire.tables.counters import Kit
from worldfire.tables.sections import load_numbers
from worldfire.titles import set_pieces
from worldfire.titles.fa import (
    affairs,
    at_home,
    changes,
    land_war,
    latent,
    neutral_basing,
    opening,
    potential_homes,
    reinforcements,
    sea,
    sides_at_war,
)
from worldfire.titles.fa.marks import LOOK
from worldfire.titles.fa.names import NATIONS
from worldfire.titles.fa.pages import POLITICS
from worldfire.titles.fa.names import NATIONS, TAKEN_ALONG
from worldfire.titles.fa.sequence import SEQUENCE
from worldfire.titles.tables import printed_figures
from worldfire.titles.title import GameTitle, begin, sizes

#: rules that differ give another version; games carry it
VERSION = "2"

#: of the common book, in its order: all but port attacks, air transport, paradrops, replacement ships, markers on borders,
#: mutual peace and what belongs to the nations of another war
COMMON: tuple[Module, ...] = (
    things.MODULE,
    who.MODULE,
    participants.MODULE,
    partisans.MODULE,
    situation.MODULE,
    turn.MODULE,
    markers.MODULE,
    enmity.MODULE,
    journal.MODULE,
    flights.MODULE,
    set_pieces.MODULE,
    SEQUENCE.module,
    s02_1_sea_areas.MODULE,
    s02_2_zones_of_control.MODULE,
    s02_3_stacking.MODULE,
    s02_3_overstacking.MODULE,
    s02_4_fronts.MODULE,
    s02_4_supply.MODULE,
    s02_4_supply_limits.MODULE,
    s02_4_supply_sources.MODULE,
    s02_5_control.MODULE,
    s04_reinforcements.MODULE,
    s04_2_1_convoys.MODULE,
    s05_lending.MODULE,
    s05_agreements.MODULE,
    s06_initiative.MODULE,
    s08_weather.MODULE,
    s09_02_pacts.MODULE,
    s09_war.MODULE,
    s09_06_aligning.MODULE,
    s10_actions.MODULE,
    s11_04_bases.MODULE,
    s11_03_naval_air_missions.MODULE,
    s11_04_naval_units.MODULE,
    s11_04_2_sailing.MODULE,
    s11_04_under_way.MODULE,
    s11_04_naval_movement.MODULE,
    s11_04_2_joint_forces.MODULE,
    s11_04_6_interception.MODULE,
    s11_05_naval_combat.MODULE,
    s11_05_2_initiating.MODULE,
    s11_05_4_committing.MODULE,
    s11_05_6_surprise_points.MODULE,
    s11_05_8_surface_combat.MODULE,
    s11_05_8_results.MODULE,
    s11_05_8_damage.MODULE,
    s11_05_8_aborts.MODULE,
    s11_05_naval_air_combat.MODULE,
    s11_05_9_air_to_sea.MODULE,
    s11_05_10_submarine_combat.MODULE,
    s11_07_strategic_bombardment.MODULE,
    s11_08_ground_strike.MODULE,
    s11_09_rail.MODULE,
    s11_10_entry.MODULE,
    s11_10_land_movement.MODULE,
    s11_10_6_overrun.MODULE,
    s11_10_6_ships_in_port.MODULE,
    s11_12_debarking.MODULE,
    s11_13_invasions.MODULE,
    s11_15_land_combat.MODULE,
    s11_15_2_shore_bombardment.MODULE,
    s11_15_4_ground_support.MODULE,
    s11_15_factors.MODULE,
    s11_15_resolution.MODULE,
    s11_16_rebase.MODULE,
    s11_16_off_transports.MODULE,
    s11_17_reorganisation.MODULE,
    s12_end_of_action.MODULE,
    s13_01_partisans.MODULE,
    s13_02_pact_markers.MODULE,  # what pacts remember
    s13_04_return_to_base.MODULE,
    s13_05_final_reorganisation.MODULE,
    s13_06_1_routes.MODULE,
    s13_06_1_network.MODULE,
    s13_06_1_by_sea.MODULE,
    s13_06_3_bonus_points.MODULE,
    s13_06_production.MODULE,
    s13_06_4_lend_lease.MODULE,
    s13_06_4_promises.MODULE,
    s13_06_5_naval_production.MODULE,
    s13_07_1_the_fallen.MODULE,
    s13_07_conquest.MODULE,
    s13_07_2_support.MODULE,
    s13_07_5_giving_back.MODULE,
    s13_07_5_reversion.MODULE,
    s13_07_5_liberation.MODULE,
    s13_07_6_surrender.MODULE,
    s13_07_7_standing_down.MODULE,
    s13_09_victory.MODULE,
    s14_air_missions.MODULE,
    s14_air_combat.MODULE,
    s14_2_missions.MODULE,
    s15_surprise.MODULE,
    s18_2_foreign_troops.MODULE,
    s18_3_permissions.MODULE,
    s19_4_minor_units.MODULE,
    s19_4_1_minor_fleets.MODULE,
    s24_1_bidding.MODULE,
    s24_1_set_up.MODULE,
    s24_1_6_putting_to_sea.MODULE,
    s24_1_scene.MODULE,
)

#: its own, in the order of its book
OWN: tuple[Module, ...] = (
    changes.MODULE,
    neutral_basing.MODULE,  # 2.4.3
    potential_homes.MODULE,  # 2.5.1
    reinforcements.MODULE,  # 4.2.1
    sides_at_war.MODULE,  # 9.3
    latent.MODULE,  # 9.1, 15.3
    opening.MODULE,  # 22.3
    *land_war.MODULES,
    *at_home.MODULES,  # 13.5, 14
    *affairs.MODULES,
    *sea.MODULES,  # 11.2 to 11.5, 11.10, 11.11, 13.3, 13.5.6
)

#: in the order of their numbers
OPTIONS: tuple[Option, ...] = tuple(
    sorted((*land_war.OPTIONS, *sea.OPTIONS, *affairs.OPTIONS), key=lambda option: int(option.key))
)

TITLE = Title(
    name="fa",
    version=VERSION,
    turn_begins=turn.TurnBegan,
    begin=begin,
    sizes=sizes,
    place=things.PLACE,
    modules=(*COMMON, *OWN),
    options=OPTIONS,
    trays=s04_reinforcements.trays,
    printed=printed_figures,
)

FA = GameTitle(
    rules=TITLE,
    nations=NATIONS,
    sequence=SEQUENCE,
    taken_along=TAKEN_ALONG,
    bids=False,
    numbers=load_numbers(TITLE.name),
    kits=(Kit.FA,),
    playable=frozenset({"1914", "1917"}),
    look=LOOK,
    politics=POLITICS,
)
