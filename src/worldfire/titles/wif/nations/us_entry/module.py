"""13.3, 9.4 US entry as a module of the title."""

from __future__ import annotations

from worldfire.engine.changes import Insert
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema
from worldfire.forces.turn import TurnBegan
from worldfire.forces.who import ControlChanged
from worldfire.rules.s02_3_stacking import HARBOUR
from worldfire.rules.s03_sequence import IMPULSE_OF_A_SIDE, PLAY, step_name
from worldfire.rules.s04_reinforcements import REINFORCEMENTS
from worldfire.rules.s09_02_pacts import PactMade
from worldfire.rules.s09_war import (
    DECLARING_WAR,
    UsEntryAction,
    UsEntryAlignment,
    WarDeclared,
    declaration_violation,
    declarer_violation,
)
from worldfire.rules.s11_04_bases import PORT_WITH_TERMS
from worldfire.rules.s11_10_entry import CLOSED_HEX
from worldfire.rules.s13_06_1_by_sea import GoodsSeized
from worldfire.rules.s13_06_production import UnitBuilt
from worldfire.rules.s13_07_conquest import CountryConquered
from worldfire.rules.s24_1_set_up import BEGINNING, bases_among
from worldfire.titles.wif.nations.us_entry.building import CHANGES as OF_BUILDING
from worldfire.titles.wif.nations.us_entry.building import HELPED, US_STARTED, note_what_is_started, nothing_is_started
from worldfire.titles.wif.nations.us_entry.burma_road import CHANGES as OF_THE_BURMA_ROAD
from worldfire.titles.wif.nations.us_entry.burma_road import CLOSE_ROAD
from worldfire.titles.wif.nations.us_entry.closed_places import CHANGES as OF_CLOSED_PLACES
from worldfire.titles.wif.nations.us_entry.closed_places import (
    ENTERED_BY_AXIS,
    READS,
    closed_to_land_and_air,
    closed_to_ships,
    enemy_opens_a_place,
    has_terms,
)
from worldfire.titles.wif.nations.us_entry.conditions import BURMA_ROAD_CLOSED, DECLARED, note_declaration
from worldfire.titles.wif.nations.us_entry.deeds import (
    country_was_conquered,
    goods_were_seized,
    hex_was_taken,
    is_the_kingdom_invaded,
    japan_goes_too_far,
    marshalls_are_not_armed_yet,
    minor_was_aligned,
    pact_was_made,
)
from worldfire.titles.wif.nations.us_entry.escorts import CHANGES as OF_ESCORTS
from worldfire.titles.wif.nations.us_entry.interning import CHANGES as OF_INTERNING
from worldfire.titles.wif.nations.us_entry.mining import MINING, commonwealth_may_mine
from worldfire.titles.wif.nations.us_entry.moving import (
    BARRED_BY_USA,
    DRAWS_LOST,
    NOTICING,
    RAISING_TENSION,
    BarredByUsa,
)
from worldfire.titles.wif.nations.us_entry.noticing import ACTIONS_NOTED, DECLARATIONS_DUE, note_war
from worldfire.titles.wif.nations.us_entry.occupying import CHANGES as OF_OCCUPYING
from worldfire.titles.wif.nations.us_entry.occupying import OCCUPYING, us_occupies
from worldfire.titles.wif.nations.us_entry.options import CHOSEN_THIS_TURN
from worldfire.titles.wif.nations.us_entry.pearl_harbor import CHANGES as OF_PEARL_HARBOR
from worldfire.titles.wif.nations.us_entry.permissions import (
    CALLING_GUARD,
    CANAL,
    CLOSE_SUEZ,
    SUEZ_CLOSED,
    barred_do_not_cooperate,
    us_calls_its_guard,
)
from worldfire.titles.wif.nations.us_entry.permissions import CHANGES as OF_PERMISSIONS
from worldfire.titles.wif.nations.us_entry.pools import NEVER_AT_WAR
from worldfire.titles.wif.nations.us_entry.reflagging import REFLAGGING
from worldfire.titles.wif.nations.us_entry.step import (
    DEALING,
    START_MARKERS,
    US_ENTRY,
    begin_us_entry,
    us_markers_at_the_start,
)
from worldfire.titles.wif.nations.us_entry.war import (
    AFTERMATH,
    ATTEMPTING,
    COSTS_DUE,
    MUST_ATTEMPT,
    OPTIONS_GAINED,
    guarantee_is_called,
    us_attempts,
    us_declaration_violation,
    us_declarer_violation,
    us_takes_notice,
    whatever_is_left,
)
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE

MODULE = Module(
    schema=Schema(
        fields=(
            NEVER_AT_WAR,
            START_MARKERS,
            CHOSEN_THIS_TURN,
            ACTIONS_NOTED,
            DECLARATIONS_DUE,
            DECLARED,
            BURMA_ROAD_CLOSED,
            DRAWS_LOST,
            BARRED_BY_USA,
            MUST_ATTEMPT,
            COSTS_DUE,
            OPTIONS_GAINED,
            ENTERED_BY_AXIS,
            US_STARTED,
            HELPED,
            SUEZ_CLOSED,
        )
    ),
    procedures=(
        DEALING,
        US_ENTRY,
        RAISING_TENSION,
        NOTICING,
        ATTEMPTING,
        AFTERMATH,
        OCCUPYING,
        CALLING_GUARD,
        REFLAGGING,
        MINING,
    ),
    subscribes=(
        (WarDeclared, note_declaration),
        (WarDeclared, guarantee_is_called),
        (WarDeclared, barred_do_not_cooperate),
        (BarredByUsa, barred_do_not_cooperate),
        (UsEntryAction, note_war),
        (UsEntryAlignment, minor_was_aligned),
        (PactMade, pact_was_made),
        (CountryConquered, country_was_conquered),
        (ControlChanged, hex_was_taken),
        (ControlChanged, enemy_opens_a_place),
        (GoodsSeized, goods_were_seized),
        (UnitBuilt, note_what_is_started),
        (TurnBegan, nothing_is_started),
    ),
    announcements=(CLOSE_ROAD, CLOSE_SUEZ),
    permissions=(CANAL,),
    sweeps=(whatever_is_left, japan_goes_too_far),
    changes=(
        BEGINNING.attach(begin_us_entry),
        bases_among.wrapped_by(marshalls_are_not_armed_yet),
        Insert(PLAY, us_markers_at_the_start, before="begin_turn"),
        Insert(DECLARING_WAR.name, us_attempts, before="next_power_declares"),
        Insert(DECLARING_WAR.name, us_takes_notice, before="next_minor_is_allocated"),
        Insert(DECLARING_WAR.name, us_occupies, after="alignments_are_noticed"),
        Insert(REINFORCEMENTS.name, us_calls_its_guard, before="next_power_places"),
        Insert(IMPULSE_OF_A_SIDE, commonwealth_may_mine, before=step_name("port attack")),
        Insert(IMPULSE_OF_A_SIDE, is_the_kingdom_invaded, after=step_name("land combat")),
        declarer_violation.wrapped_by(us_declarer_violation),
        declaration_violation.wrapped_by(us_declaration_violation),
        *OF_PEARL_HARBOR,
        CLOSED_HEX.attach(closed_to_land_and_air, reads=READS),
        HARBOUR.attach(closed_to_ships),
        PORT_WITH_TERMS.attach(has_terms, reads=(US_ENTRY_IN_USE,)),
        *OF_CLOSED_PLACES,
        *OF_BUILDING,
        *OF_OCCUPYING,
        *OF_PERMISSIONS,
        *OF_THE_BURMA_ROAD,
        *OF_ESCORTS,
        *OF_INTERNING,
    ),
)
