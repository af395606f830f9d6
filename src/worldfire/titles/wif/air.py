"""What the title takes from the sections on aircraft and support: 11.7, 11.8, 11.11, 11.14 to 11.17, 13.5, 14 and 15."""

from __future__ import annotations

from worldfire.forces import flights
from worldfire.rules import (
    s02_4_supply,
    s09_war,
    s11_07_strategic_bombardment,
    s11_08_ground_strike,
    s11_11_air_transport,
    s11_14_paradrop,
    s11_15_2_shore_bombardment,
    s11_15_4_ground_support,
    s11_15_factors,
    s11_15_land_combat,
    s11_16_rebase,
    s11_17_reorganisation,
    s12_end_of_action,
    s13_05_final_reorganisation,
    s13_06_production,
    s14_2_missions,
    s14_air_combat,
    s14_air_missions,
    s15_surprise,
)
from worldfire.titles.wif import sequence

SCHEMA = (
    flights.SCHEMA
    + s11_07_strategic_bombardment.SCHEMA
    + s11_15_2_shore_bombardment.SCHEMA
    + s11_15_4_ground_support.SCHEMA
    + s11_17_reorganisation.SCHEMA
    + s15_surprise.SCHEMA
)

PROCEDURES = (
    *s14_air_missions.PROCEDURES,
    *s14_air_combat.PROCEDURES,
    *s14_2_missions.PROCEDURES,
    *s11_07_strategic_bombardment.PROCEDURES,
    *s11_08_ground_strike.PROCEDURES,
    *s11_11_air_transport.PROCEDURES,
    *s11_14_paradrop.PROCEDURES,
    *s11_15_2_shore_bombardment.PROCEDURES,
    *s11_15_4_ground_support.PROCEDURES,
    *s11_16_rebase.PROCEDURES,
    *s11_17_reorganisation.PROCEDURES,
    *s13_05_final_reorganisation.PROCEDURES,
)

SEAMS = (
    *s14_air_combat.SEAMS,
    *s14_2_missions.SEAMS,
    *s11_07_strategic_bombardment.SEAMS,
    *s11_08_ground_strike.SEAMS,
    *s11_11_air_transport.SEAMS,
    *s11_14_paradrop.SEAMS,
    *s11_15_2_shore_bombardment.SEAMS,
    *s11_17_reorganisation.SEAMS,
    *s13_05_final_reorganisation.SEAMS,
)

ATTACHES = (
    s13_06_production.PRODUCTION_LOST.attach(s11_07_strategic_bombardment.production_lost),
    s13_06_production.OIL_LOST.attach(s11_07_strategic_bombardment.oil_lost),
    s02_4_supply.ALWAYS_SUPPLIED.attach(s11_14_paradrop.dropped_units_are_supplied),
    s11_15_land_combat.LANDINGS.attach(s11_14_paradrop.must_attack),
    s11_15_land_combat.SHORE_BOMBARDMENT.attach(s11_15_2_shore_bombardment.commit_shore_bombardment),
    s11_15_factors.BOMBARDING_ATTACK.attach(s11_15_2_shore_bombardment.bombardment_of_the_attack),
    s11_15_factors.BOMBARDING_DEFENCE.attach(s11_15_2_shore_bombardment.bombardment_of_the_defence),
    s11_15_factors.POWERS_IN_SUPPORT.attach(s11_15_2_shore_bombardment.bombarding_powers),
    s11_15_land_combat.GROUND_SUPPORT.attach(s11_15_4_ground_support.fly_ground_support),
    s11_15_factors.SUPPORTING_ATTACK.attach(s11_15_4_ground_support.support_of_the_attack),
    s11_15_factors.SUPPORTING_DEFENCE.attach(s11_15_4_ground_support.support_of_the_defence),
    s11_15_factors.POWERS_IN_SUPPORT.attach(s11_15_4_ground_support.supporting_powers),
)

SUBSCRIBES = (
    (s09_war.WarDeclared, s15_surprise.war_declared),
    (s12_end_of_action.LastImpulseTested, s15_surprise.impulse_finished),
    (s12_end_of_action.LastImpulseTested, s11_14_paradrop.landings_are_over),
    (s12_end_of_action.ImpulseBegan, s11_15_2_shore_bombardment.forget_bombardment),
    (s12_end_of_action.ImpulseBegan, s11_15_4_ground_support.forget_ground_support),
    (sequence.TurnBegan, s11_07_strategic_bombardment.repair),
)
