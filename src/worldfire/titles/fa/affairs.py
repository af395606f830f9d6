"""Affairs of state: trade (5.1), entry (9.3, 9.4, 13.2), partisans (13.1), peace, victory, politics (13.6, 13.7, 15)."""

from __future__ import annotations

from worldfire.engine.ruleset import Module, Option
from worldfire.titles.fa import (
    break_up,
    declaring,
    expedition,
    independence,
    japan,
    latecomers,
    pacts,
    peace,
    risings,
    secession,
    trade,
    under_germany,
    victory,
)
from worldfire.titles.fa.civil_war import (
    borderlands,
    collapse,
    defection,
    ending,
    garrisons,
    mustering,
    running,
    uprisings,
)
from worldfire.titles.fa.entry import escorts, northern_ireland, permissions, repairs
from worldfire.titles.fa.entry import module as entry
from worldfire.titles.fa.options import o11_automatic_entry
from worldfire.titles.fa.politics import absorbing, back_on_the_track, benefits, concessions, unrest
from worldfire.titles.fa.politics import module as politics
from worldfire.titles.fa.politics.events import module as events

#: in the order of the book
MODULES: tuple[Module, ...] = (
    trade.MODULE,  # 5.1
    entry.MODULE,  # 9.4, 13.2
    permissions.MODULE,  # 13.2.2.1
    repairs.MODULE,  # 13.2.2.1, option 34
    escorts.MODULE,
    northern_ireland.MODULE,
    pacts.MODULE,  # 9.2
    declaring.MODULE,  # 9.3, 9.6
    risings.MODULE,  # 13.1
    independence.MODULE,  # 13.1.1, 20.3
    peace.MODULE,  # 13.6
    victory.MODULE,  # 13.7
    politics.MODULE,  # 15
    benefits.MODULE,  # 15.1.1
    absorbing.MODULE,  # 15.2
    concessions.MODULE,  # 15.2.1
    back_on_the_track.MODULE,  # 14.3, 15.3.5
    japan.MODULE,  # 15.3.1, 15.3.2
    expedition.MODULE,
    under_germany.MODULE,
    events.MODULE,  # 15.4
    latecomers.MODULE,  # 9.7, 21.9, 22.1
    unrest.MODULE,  # 14.2, 15.2, 15.4
    secession.MODULE,  # 14.2
    mustering.MODULE,  # 14.4
    collapse.MODULE,
    running.MODULE,
    defection.MODULE,
    uprisings.MODULE,
    garrisons.MODULE,
    borderlands.MODULE,
    ending.MODULE,
    break_up.MODULE,  # 14.5
)

OPTIONS: tuple[Option, ...] = (o11_automatic_entry.OPTION,)
