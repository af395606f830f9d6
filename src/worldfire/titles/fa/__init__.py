"""Fatal Alliances III, the Great War: as yet only its section numbers, its sequence, and a few of its figures and answers.

It is played on the board and with the counters of World in Flames, by whoever knows its name; it is not offered to anybody.
Its own board, counters and charts are there (`data/{board,counters,charts}/fa`, `GameTitle.reference`) for its rules to come.
"""

from __future__ import annotations

from worldfire.engine.ruleset import Title
from worldfire.forces import things, turn
from worldfire.options import o05_ships_in_flames
from worldfire.rules import s04_reinforcements, s11_11_air_transport, s11_14_paradrop
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT
from worldfire.rules.s02_4_supply import WHITE_PRINT_DEFENCE
from worldfire.tables.sections import load_numbers
from worldfire.titles.fa import changes, land_war
from worldfire.titles.fa.sequence import SEQUENCE
from worldfire.titles.tables import printed_figures
from worldfire.titles.title import GameTitle, begin, sizes
from worldfire.titles.wif import MODULES, WIF
from worldfire.titles.wif.ashore import without_war_at_sea
from worldfire.titles.wif.nations import enforced_peace
from worldfire.titles.wif.nations.names import NATIONS
from worldfire.titles.wif.nations.us_entry import module as us_entry
from worldfire.titles.wif.sequence import SEQUENCE as WIF_SEQUENCE

#: what Fatal Alliances does not have; its war at sea is not written
_ABSENT = (
    WIF_SEQUENCE.module,
    s11_11_air_transport.MODULE,
    s11_14_paradrop.MODULE,
    enforced_peace.MODULE,
    us_entry.MODULE,
)

TITLE = Title(
    name="fa",
    version="1",
    turn_begins=turn.TurnBegan,
    begin=begin,
    sizes=sizes,
    place=things.PLACE,
    modules=(
        *(module for module in without_war_at_sea(MODULES) if module not in _ABSENT),
        SEQUENCE.module,
        o05_ships_in_flames.OPTION,  # ships are one a counter in Fatal Alliances, as in the kit whose counters are used
        changes.MODULE,
        *land_war.MODULES,
    ),
    trays=s04_reinforcements.trays,
    printed=printed_figures,
    figures={
        CONVOY_POINTS_A_UNIT.name: 2,  # fa:2.3.1.3
        WHITE_PRINT_DEFENCE.name: 2,  # fa:2.4.4.1
    },
)

FA = GameTitle(
    rules=TITLE,
    nations=NATIONS,
    sequence=SEQUENCE,
    data=WIF.name,
    numbers=load_numbers(TITLE.name),
    playable=frozenset({"barbarossa"}),
)
