"""Fatal Alliances III, the Great War: what the title is made of.

Read `sequence` first, the table of its sequence of play, and `who_first`, which side comes first in each step; then
docs/changes-fa.md, what it answers otherwise than the common book, section by section. `names` says who is who, `lists` and
`data/charts/fa` hold what the book counts and lists. Every other module is one thing that only this game has:

2 to 5    zones, stranded, neutral_basing, potential_homes, reinforcements, giving_up, lending, trade
9, 13.2   pacts, own_units, sides_at_war, declaring, latent, latecomers; `entry`: the USA and the Commonwealth come in
11 at sea `sea`: borders, minefields, neutral ports, Scapa Flow, searching, screening, U-boats, seizure, strategic warfare
11 ashore rail, marching, ashore, factors, broadsides, hq_support, land_roll, losses, aftermath, commitments (19.2)
11, 16    in the air: spotters, flying, airspace (20.1), refuge (20.5.3), zeppelins, pilots
13        risings, independence (20.3), peace, victory
13.5      production, common_pools (22.1), stores, gearing, saved_points, bonus_points, factories (21.1), rushing
14        morale, morale_events, morale_step, great_capitals, home_front, mutiny, conditional_surrender, secession, break_up;
          `civil_war`
15        `politics`: flags, points, influence, actions, events; japan, expedition and under_germany (15.3.1)
18        offensives, offensive_builds
21        divisions, engineers, artillery, railway_gun, territorials, trenches, forts, gas, special_units; africa, colonies
22        opening, start; `options`: those that touch only rules of this title

`land_war`, `at_home`, `affairs` and `sea` put them together in the order of the book; `changes` has what is too small for a
module of its own. What players see and computer players think: `pages`, `marks`, `annals`; `war_plan`, `judgement`.
How games of earlier versions go on: `upgrades`.
"""

from __future__ import annotations

from worldfire.engine.ruleset import Module, Option, Title
from worldfire.forces import things, turn
from worldfire.rules import (
    s04_1_3_replacement_ships,
    s04_reinforcements,
    s09_02_making_pacts,
    s11_02_port_attack,
    s11_02_port_combat,
    s11_11_air_transport,
    s11_14_paradrop,
    s13_02_entry_markers,
)
from worldfire.tables.counters import Kit
from worldfire.tables.sections import load_numbers
from worldfire.titles.common_book import common_book
from worldfire.titles.fa import (
    affairs,
    at_home,
    changes,
    land_war,
    latent,
    neutral_basing,
    opening,
    potential_homes,
    reinforcements,
    sea,
    sides_at_war,
)
from worldfire.titles.fa.annals import ANNALS
from worldfire.titles.fa.judgement import JUDGEMENT
from worldfire.titles.fa.marks import LOOK
from worldfire.titles.fa.names import NATIONS, TAKEN_ALONG
from worldfire.titles.fa.pages import CARDS, POLITICS
from worldfire.titles.fa.sequence import SEQUENCE
from worldfire.titles.fa.upgrades import UPGRADES
from worldfire.titles.fa.war_plan import WAR_PLAN
from worldfire.titles.tables import printed_figures
from worldfire.titles.title import Card, GameTitle, begin, sizes

#: rules that differ give another version; games carry it. The first that anybody was offered is 1
VERSION = "6"

#: of the common book all but port attacks, air transport, paradrops, replacement ships and markers on borders
LEFT_OUT: tuple[Module, ...] = (
    s04_1_3_replacement_ships.MODULE,
    s09_02_making_pacts.MODULE,
    s11_02_port_attack.MODULE,
    s11_02_port_combat.MODULE,
    s11_11_air_transport.MODULE,
    s11_14_paradrop.MODULE,
    s13_02_entry_markers.MODULE,
)

#: its own, in the order of its book
OWN: tuple[Module, ...] = (
    changes.MODULE,
    neutral_basing.MODULE,  # 2.4.3
    potential_homes.MODULE,  # 2.5.1
    reinforcements.MODULE,  # 4.2.1
    sides_at_war.MODULE,  # 9.3
    latent.MODULE,  # 9.1, 15.3
    opening.MODULE,  # 22.3
    *land_war.MODULES,
    *at_home.MODULES,  # 13.5, 14
    *affairs.MODULES,
    *sea.MODULES,  # 11.2 to 11.5, 11.10, 11.11, 13.3, 13.5.6
)

#: in the order of their numbers
OPTIONS: tuple[Option, ...] = tuple(
    sorted((*land_war.OPTIONS, *sea.OPTIONS, *affairs.OPTIONS), key=lambda option: int(option.key))
)

TITLE = Title(
    name="fa",
    version=VERSION,
    turn_begins=turn.TurnBegan,
    begin=begin,
    sizes=sizes,
    place=things.PLACE,
    modules=(*common_book(SEQUENCE, without=LEFT_OUT), *OWN),
    options=OPTIONS,
    trays=s04_reinforcements.trays,
    printed=printed_figures,
    upgrades=UPGRADES,
)

FA = GameTitle(
    rules=TITLE,
    nations=NATIONS,
    sequence=SEQUENCE,
    taken_along=TAKEN_ALONG,
    bids=False,
    numbers=load_numbers(TITLE.name),
    kits=(Kit.FA,),
    card=Card("Fatal Alliances", "The First World War: trenches, blockade, politics and the morale of nations."),
    playable=("1914", "1917"),
    war_plan=WAR_PLAN,
    judgement=JUDGEMENT,
    annals=ANNALS,
    look=LOOK,
    politics=POLITICS,
    cards=CARDS,
)
