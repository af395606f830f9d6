"""The land and air war of Fatal Alliances: its modules in the order of its sections."""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.titles.fa import (
    aftermath,
    artillery,
    ashore,
    cooperation,
    divisions,
    engineers,
    factors,
    gas,
    hq_support,
    land_roll,
    losses,
    morale,
    mutiny,
    offensives,
    spotters,
    trenches,
    zones,
)

MODULES: tuple[Module, ...] = (
    zones.MODULE,  # 2.2, 2.3
    spotters.MODULE,  # 11.7, 11.12.4
    artillery.MODULE,  # 21.4: its steps are followed by those of 18
    ashore.MODULE,  # 11.10
    factors.MODULE,  # 11.12.1, 11.12.2
    hq_support.MODULE,  # 11.12.3
    land_roll.MODULE,  # 11.12.5.1-3
    losses.MODULE,  # 11.12.5.4, 11.12.5.8
    aftermath.MODULE,  # 11.12.5.4, 11.12.5.7
    morale.MODULE,  # 14
    gas.MODULE,  # 21.10: its die is thrown first
    mutiny.MODULE,  # 14.2
    divisions.MODULE,  # 21.2
    offensives.MODULE,  # 11.14.1, 18
    cooperation.MODULE,  # 19.1
    engineers.MODULE,  # 21.3
    trenches.MODULE,  # 21.6
)
