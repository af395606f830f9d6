"""The land and air war of Fatal Alliances: its modules in the order of its sections."""

from __future__ import annotations

from worldfire.engine.ruleset import Module, Option
from worldfire.titles.fa import (
    aftermath,
    airspace,
    artillery,
    ashore,
    bonus_points,
    broadsides,
    commitments,
    divisions,
    engineers,
    factors,
    flying,
    forts,
    gas,
    giving_up,
    hq_support,
    land_roll,
    losses,
    marching,
    morale,
    mutiny,
    offensive_builds,
    offensives,
    pilots,
    rail,
    railway_gun,
    refuge,
    rushing,
    special_units,
    spotters,
    start,
    stranded,
    territorials,
    trenches,
    zeppelins,
    zones,
)
from worldfire.titles.fa.options import (
    o01_reserves,
    o02_overseas_supply,
    o03_straits,
    o04_emergency_supply,
    o06_isolated,
    o07_home_front,
    o08_bounce,
    o09_fire_support,
    o10_unlimited_forts,
)

OPTIONS: tuple[Option, ...] = (
    o01_reserves.OPTION,
    o02_overseas_supply.OPTION,
    o03_straits.OPTION,
    o04_emergency_supply.OPTION,
    o06_isolated.OPTION,
    o07_home_front.OPTION,
    o08_bounce.OPTION,
    o09_fire_support.OPTION,
    o10_unlimited_forts.OPTION,
)

MODULES: tuple[Module, ...] = (
    zones.MODULE,  # 2.2, 2.3
    giving_up.MODULE,  # 4.3
    spotters.MODULE,  # 11.7, 11.12.4
    artillery.MODULE,  # 21.4: its steps are followed by those of 18
    railway_gun.MODULE,  # 11.6, 21.4
    marching.MODULE,  # 11.9.2, 21.5
    ashore.MODULE,  # 11.10
    factors.MODULE,  # 11.12.1, 11.12.2
    broadsides.MODULE,  # 11.12.2, 19.2
    hq_support.MODULE,  # 11.12.3
    land_roll.MODULE,  # 11.12.5.1-3
    losses.MODULE,  # 11.12.5.4, 11.12.5.8
    aftermath.MODULE,  # 11.12.5.4, 11.12.5.7
    stranded.MODULE,  # 2.3.1.2
    flying.MODULE,  # 11.13, 11.14
    airspace.MODULE,  # 9.1, 16.1.1, 20.1
    refuge.MODULE,  # 20.5.3
    zeppelins.MODULE,  # 11.14.2
    bonus_points.MODULE,  # 13.5.3.1
    morale.MODULE,  # 14
    gas.MODULE,  # 21.10: its die is thrown first
    mutiny.MODULE,  # 14.2
    pilots.MODULE,  # 16.4
    divisions.MODULE,  # 21.2
    offensives.MODULE,  # 11.14.1, 18
    rail.MODULE,  # 11.8, after what 18.2 frees
    offensive_builds.MODULE,  # 16.4.2, 18
    commitments.MODULE,  # 19.2
    engineers.MODULE,  # 21.3
    trenches.MODULE,  # 21.6
    territorials.MODULE,  # 21.5
    forts.MODULE,  # 21.7
    rushing.MODULE,  # 21.3, 21.7
    special_units.MODULE,  # 21.8, 21.9, 21.14
    start.MODULE,  # 22.2
)
