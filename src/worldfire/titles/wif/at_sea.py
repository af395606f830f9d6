"""World in Flames with its war at sea, as far as it is written: the same game with the naval modules added.

It is not offered to anybody. Exercises of the sea are played with it, and its campaigns by whoever knows its name; once all
naval rules are there, their modules join those of the game itself and this title goes.
"""

from __future__ import annotations

from dataclasses import replace

from worldfire.engine.ruleset import Module
from worldfire.rules import (
    s02_1_sea_areas,
    s04_1_3_replacement_ships,
    s04_2_1_convoys,
    s05_lending,
    s11_02_port_attack,
    s11_02_port_combat,
    s11_03_naval_air_missions,
    s11_04_2_sailing,
    s11_04_6_interception,
    s11_04_naval_movement,
    s11_04_naval_units,
    s11_04_under_way,
    s11_05_2_initiating,
    s11_05_6_surprise_points,
    s11_05_8_aborts,
    s11_05_8_damage,
    s11_05_8_results,
    s11_05_8_surface_combat,
    s11_05_9_air_to_sea,
    s11_05_10_submarine_combat,
    s11_05_naval_combat,
    s11_10_6_ships_in_port,
    s11_12_debarking,
    s11_13_invasions,
    s11_16_off_transports,
    s13_04_return_to_base,
    s13_06_1_by_sea,
    s13_06_1_network,
    s13_06_4_promises,
    s13_06_5_naval_production,
    s19_4_1_minor_fleets,
    s24_1_6_putting_to_sea,
)
from worldfire.titles.title import GameTitle
from worldfire.titles.wif import MODULES, TITLE, WIF
from worldfire.titles.wif.nations import free_france, red_sea, soviet_trade, trade, us_lending
from worldfire.titles.wif.nations.names import NATIONS

NAVAL_MODULES: tuple[Module, ...] = (
    s02_1_sea_areas.MODULE,
    s11_04_naval_units.MODULE,
    s11_04_2_sailing.MODULE,
    s11_04_under_way.MODULE,
    s11_03_naval_air_missions.MODULE,
    s11_04_naval_movement.MODULE,
    s11_04_6_interception.MODULE,
    s11_05_2_initiating.MODULE,
    s11_05_6_surprise_points.MODULE,
    s11_05_8_damage.MODULE,
    s11_05_8_results.MODULE,
    s11_05_8_surface_combat.MODULE,
    s11_05_8_aborts.MODULE,
    s11_05_9_air_to_sea.MODULE,
    s11_05_10_submarine_combat.MODULE,
    s11_05_naval_combat.MODULE,
    s11_02_port_combat.MODULE,
    s11_02_port_attack.MODULE,
    s11_12_debarking.MODULE,
    s11_13_invasions.MODULE,
    s11_16_off_transports.MODULE,
    s13_04_return_to_base.MODULE,
    s11_10_6_ships_in_port.MODULE,
    s13_06_4_promises.MODULE,
    s05_lending.MODULE,
    s13_06_1_network.MODULE,
    s13_06_1_by_sea.MODULE,
    s13_06_5_naval_production.MODULE,
    s04_1_3_replacement_ships.MODULE,
    s04_2_1_convoys.MODULE,
    s19_4_1_minor_fleets.MODULE,
    trade.MODULE,
    soviet_trade.MODULE,
    us_lending.MODULE,
    free_france.MODULE,
    red_sea.MODULE,
    s24_1_6_putting_to_sea.MODULE,
)

TITLE_AT_SEA = replace(TITLE, name="wif-sea", version="1", upgrades=(), modules=(*MODULES, *NAVAL_MODULES))

WIF_AT_SEA = GameTitle(
    rules=TITLE_AT_SEA,
    nations=NATIONS,
    sequence=WIF.sequence,
    data=WIF.name,
    presets=WIF.presets,
    playable=WIF.playable | {"guadalcanal"},
)
