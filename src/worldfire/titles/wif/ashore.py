"""World in Flames for games that began before its ships could sail: the same rules without those of the war at sea.

A campaign's set-up records whether there is a war at sea in it (`war_at_sea`). One that began without goes on without: its
ships stay where they were put, and nothing that travels by sea is stopped by anybody.
"""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.rules import (
    s02_1_sea_areas,
    s04_1_3_replacement_ships,
    s04_2_1_convoys,
    s05_agreements,
    s05_lending,
    s09_02_making_pacts,
    s11_02_port_attack,
    s11_02_port_combat,
    s11_03_naval_air_missions,
    s11_04_2_joint_forces,
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
from worldfire.titles.wif.nations import free_france, red_sea, soviet_trade, trade, us_lending, vichy

#: what the war at sea brought
OF_THE_WAR_AT_SEA: tuple[Module, ...] = (
    s02_1_sea_areas.MODULE,
    s04_1_3_replacement_ships.MODULE,
    s04_2_1_convoys.MODULE,
    s05_lending.MODULE,
    s05_agreements.MODULE,
    s11_02_port_attack.MODULE,
    s11_02_port_combat.MODULE,
    s11_03_naval_air_missions.MODULE,
    s11_04_naval_units.MODULE,
    s11_04_2_sailing.MODULE,
    s11_04_under_way.MODULE,
    s11_04_naval_movement.MODULE,
    s11_04_2_joint_forces.MODULE,
    s11_04_6_interception.MODULE,
    s11_05_naval_combat.MODULE,
    s11_05_2_initiating.MODULE,
    s11_05_6_surprise_points.MODULE,
    s11_05_8_surface_combat.MODULE,
    s11_05_8_results.MODULE,
    s11_05_8_damage.MODULE,
    s11_05_8_aborts.MODULE,
    s11_05_9_air_to_sea.MODULE,
    s11_05_10_submarine_combat.MODULE,
    s11_10_6_ships_in_port.MODULE,
    s11_12_debarking.MODULE,
    s11_13_invasions.MODULE,
    s11_16_off_transports.MODULE,
    s13_04_return_to_base.MODULE,
    s09_02_making_pacts.MODULE,
    s13_06_1_network.MODULE,
    s13_06_1_by_sea.MODULE,
    s13_06_4_promises.MODULE,
    s13_06_5_naval_production.MODULE,
    s19_4_1_minor_fleets.MODULE,
    s24_1_6_putting_to_sea.MODULE,
    red_sea.MODULE,
    free_france.MODULE,
    us_lending.MODULE,
    trade.MODULE,
    soviet_trade.MODULE,
    *vichy.MODULES,
)


def without_war_at_sea(modules: tuple[Module, ...]) -> tuple[Module, ...]:
    return tuple(module for module in modules if module not in OF_THE_WAR_AT_SEA)
