"""The land and air war of Fatal Alliances: its modules in the order of its sections."""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.titles.fa import aftermath, artillery, divisions, land_roll, losses, morale, spotters, trenches, zones

MODULES: tuple[Module, ...] = (
    morale.MODULE,  # 14
    zones.MODULE,  # 2.2, 2.3
    divisions.MODULE,  # 21.2
    land_roll.MODULE,  # 11.12.5.1-3
    trenches.MODULE,  # 21.6
    spotters.MODULE,  # 11.7, 11.12.4
    artillery.MODULE,  # 21.4
    losses.MODULE,  # 11.12.5.4, 8
    aftermath.MODULE,  # 11.12.5.4, 7
)
