"""World in Flames with its war at sea, as far as it is written: the same game with the naval modules added.

It is not offered to anybody. Exercises of the sea are played with it, and its campaigns by whoever knows its name; once all
naval rules are there, their modules join those of the game itself and this title goes.
"""

from __future__ import annotations

from dataclasses import replace

from worldfire.engine.ruleset import Module
from worldfire.rules import (
    s02_1_sea_areas,
    s11_04_6_interception,
    s11_04_naval_movement,
    s11_04_naval_units,
    s11_04_under_way,
    s13_04_return_to_base,
)
from worldfire.titles.title import GameTitle
from worldfire.titles.wif import MODULES, TITLE, WIF
from worldfire.titles.wif.nations.names import NATIONS

NAVAL_MODULES: tuple[Module, ...] = (
    s02_1_sea_areas.MODULE,
    s11_04_naval_units.MODULE,
    s11_04_under_way.MODULE,
    s11_04_naval_movement.MODULE,
    s13_04_return_to_base.MODULE,
)

#: written, but nothing without naval combat (11.5), which they call
WAITING_FOR_COMBAT: tuple[Module, ...] = (s11_04_6_interception.MODULE,)

TITLE_AT_SEA = replace(TITLE, name="wif-sea", version="1", upgrades=(), modules=(*MODULES, *NAVAL_MODULES))

WIF_AT_SEA = GameTitle(
    rules=TITLE_AT_SEA,
    nations=NATIONS,
    sequence=WIF.sequence,
    data=WIF.name,
    presets=WIF.presets,
)
