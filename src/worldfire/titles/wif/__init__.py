"""World in Flames, Collector's Edition: what the title is made of. So far exercises are played, and campaigns set up."""

from __future__ import annotations

from worldfire.engine.ruleset import Module, Title
from worldfire.forces import enmity, flights, journal, participants, partisans, situation, things, turn, who
from worldfire.options import (
    o05_ships_in_flames,
    o06_cruisers_in_flames,
    o08_planes_in_flames,
    o26_fractional_odds,
    o27_two_dice,
    o44_bounce_combat,
)
from worldfire.rules import (
    s02_2_zones_of_control,
    s02_3_overstacking,
    s02_3_stacking,
    s02_4_fronts,
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
    s13_06_3_bonus_points,
    s13_06_4_lend_lease,
    s13_06_production,
    s13_07_5_liberation,
    s13_07_conquest,
    s13_09_victory,
    s14_2_missions,
    s14_air_combat,
    s14_air_missions,
    s15_surprise,
    s18_2_foreign_troops,
    s24_1_bidding,
    s24_1_scene,
    s24_1_set_up,
)
from worldfire.titles import set_pieces
from worldfire.titles.tables import printed_figures
from worldfire.titles.title import Card, GameTitle, begin, sizes
from worldfire.titles.wif import passages
from worldfire.titles.wif.nations import borders, china, italy, usa, ussr
from worldfire.titles.wif.nations.names import NATIONS
from worldfire.titles.wif.sequence import SEQUENCE
from worldfire.titles.wif.upgrades import UPGRADES

#: rules that differ give another version; games carry it
VERSION = "3"

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
    set_pieces.MODULE,
    SEQUENCE.module,
    s02_2_zones_of_control.MODULE,
    s02_3_stacking.MODULE,
    s02_3_overstacking.MODULE,
    s02_4_fronts.MODULE,
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
    s13_06_3_bonus_points.MODULE,
    s13_06_production.MODULE,
    s13_06_4_lend_lease.MODULE,
    s13_07_conquest.MODULE,
    s13_07_5_liberation.MODULE,
    s13_09_victory.MODULE,
    s14_air_missions.MODULE,
    s14_air_combat.MODULE,
    s14_2_missions.MODULE,
    s15_surprise.MODULE,
    s18_2_foreign_troops.MODULE,
    s24_1_bidding.MODULE,
    s24_1_set_up.MODULE,
    s24_1_scene.MODULE,
    passages.MODULE,
    borders.MODULE,
    china.MODULE,
    italy.MODULE,
    ussr.MODULE,
    usa.MODULE,
)

#: in the order of their numbers
OPTIONS = (
    o05_ships_in_flames.OPTION,
    o06_cruisers_in_flames.OPTION,
    o08_planes_in_flames.OPTION,
    o26_fractional_odds.OPTION,
    o27_two_dice.OPTION,
    o44_bounce_combat.OPTION,
)

TITLE = Title(
    name="wif",
    version=VERSION,
    upgrades=UPGRADES,
    turn_begins=turn.TurnBegan,
    begin=begin,
    sizes=sizes,
    place=things.PLACE,
    modules=MODULES,
    trays=s04_reinforcements.trays,
    printed=printed_figures,
    options=OPTIONS,
)

WIF = GameTitle(
    rules=TITLE,
    nations=NATIONS,
    sequence=SEQUENCE,
    card=Card("World in Flames", "The Second World War, on land, in the air and at sea."),
    presets={"ships": ("5", "6"), "classic": ()},  # ships one a counter, or the squadrons of the standard game
    playable=frozenset({"barbarossa"}),
)
