"""The war at sea of the Great War: one module for each thing that only this game has, in the order of its sections."""

from __future__ import annotations

from worldfire.engine.ruleset import Module, Option
from worldfire.titles.fa.options import o05_presence
from worldfire.titles.fa.sea import (
    borders,
    combat,
    crews,
    limited_sources,
    minefields,
    naval_offensive,
    neutral_ports,
    prizes,
    scapa_flow,
    screening,
    searching,
    seizure,
    special_ships,
    strategic_warfare,
    trade_route,
    transport,
    u_boats,
)

MODULES: tuple[Module, ...] = (
    borders.MODULE,  # 2.1.2, 11.3.2.4, 11.3.3
    limited_sources.MODULE,  # 2.4.3
    neutral_ports.MODULE,  # 2.4.3, 13.3
    trade_route.MODULE,  # 5.1.11
    minefields.MODULE,  # 11.3.2.5
    crews.MODULE,  # 14.2
    transport.MODULE,  # 11.3.4, 11.11
    searching.MODULE,  # 11.3.5.1, 11.4.4
    scapa_flow.MODULE,  # 11.3.5.6
    combat.MODULE,  # 11.4.6 to 11.4.9
    screening.MODULE,  # 11.4.7
    prizes.MODULE,  # 11.9.6.2
    u_boats.MODULE,  # 13.2.3.1 (27)
    special_ships.MODULE,  # 13.2.3.1 (OE1, OE2, C1)
    seizure.MODULE,  # 5.1.11, 13.5.1.3
    strategic_warfare.MODULE,  # 13.5.6
    naval_offensive.MODULE,  # 18.3.1
)

OPTIONS: tuple[Option, ...] = (o05_presence.OPTION,)
