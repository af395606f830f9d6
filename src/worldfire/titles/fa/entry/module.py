"""9.4, 13.2 The entry of the USA and the Commonwealth as a module of the title."""

from __future__ import annotations

from worldfire.engine.changes import Insert
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema
from worldfire.forces.who import ControlChanged
from worldfire.rules.s03_sequence import IMPULSE_OF_A_SIDE, PLAY, step_name
from worldfire.rules.s09_war import (
    DECLARING_WAR,
    UsEntryAction,
    UsEntryAlignment,
    WarDeclared,
    declaration_violation,
    us_entry_roll_is_due,
)
from worldfire.rules.s11_05_8_damage import ConvoysSunk
from worldfire.rules.s11_07_strategic_bombardment import Bombed
from worldfire.rules.s13_06_1_by_sea import GoodsSeized
from worldfire.rules.s24_1_set_up import BEGINNING
from worldfire.titles.fa.entry.deeds import (
    DECLARATIONS_DUE,
    alignment_is_noticed,
    another_declaration,
    are_the_americas_invaded,
    declarations_are_noticed,
    every_declaration_counts,
    is_the_kingdom_invaded,
    note_war,
    place_is_occupied,
)
from worldfire.titles.fa.entry.drawing import (
    BELGIUM_ATTACKED,
    DRAWING,
    RETURNING,
    begin_entry,
    belgium_is_attacked,
    belligerents_return_their_markers,
    markers_at_the_start,
    the_commonwealth_draws,
)
from worldfire.titles.fa.entry.effects import FREE_ATTEMPT
from worldfire.titles.fa.entry.noticing import ACTIONS_DONE, NOTICING
from worldfire.titles.fa.entry.options import OPTIONS_CHOSEN, options_of_the_campaign
from worldfire.titles.fa.entry.outrages import (
    BASING,
    bombing_is_noticed,
    convoys_are_sunk,
    flag_of_the_robbed,
    gas_is_noticed,
    goods_are_seized,
    japan_is_empowered,
    neutral_ports_are_noticed,
)
from worldfire.titles.fa.entry.pools import CW_MAY_DECLARE, ENTRY_DEBT, ENTRY_IN_USE
from worldfire.titles.fa.entry.step import FURTHER_MARKERS, US_ENTRY_STEP
from worldfire.titles.fa.entry.war import ATTEMPTING, reluctant_violation, usa_attempts_to_enter
from worldfire.titles.fa.gas import GasReleased
from worldfire.titles.fa.sea.special_ships import ShipsExchanged

MODULE = Module(
    schema=Schema(
        fields=(
            ENTRY_IN_USE,
            ENTRY_DEBT,
            CW_MAY_DECLARE,
            BELGIUM_ATTACKED,
            OPTIONS_CHOSEN,
            ACTIONS_DONE,
            DECLARATIONS_DUE,
        )
    ),
    procedures=(DRAWING, RETURNING, NOTICING, US_ENTRY_STEP, FREE_ATTEMPT, ATTEMPTING, BASING),
    seams=(FURTHER_MARKERS,),
    subscribes=(
        (WarDeclared, belgium_is_attacked),
        (WarDeclared, belligerents_return_their_markers),
        (UsEntryAction, note_war),
        (UsEntryAlignment, alignment_is_noticed),
        (ControlChanged, place_is_occupied),
        (GoodsSeized, goods_are_seized),
        (GasReleased, gas_is_noticed),
        (ConvoysSunk, convoys_are_sunk),
        (Bombed, bombing_is_noticed),
        (ShipsExchanged, flag_of_the_robbed),
        (ControlChanged, japan_is_empowered),
    ),
    changes=(
        BEGINNING.attach(begin_entry),
        BEGINNING.attach(options_of_the_campaign),
        Insert(PLAY, markers_at_the_start, before="begin_turn"),  # 22.3
        Insert(US_ENTRY_STEP.name, neutral_ports_are_noticed, before="draw_regular_markers"),  # 13.2.3.1 (31)
        Insert(DECLARING_WAR.name, usa_attempts_to_enter, before="next_power_declares_on_minors"),  # 9.4.2
        Insert(DECLARING_WAR.name, declarations_are_noticed, before="next_minor_is_allocated"),  # 13.2.3
        Insert(DECLARING_WAR.name, another_declaration, before="next_minor_is_allocated"),
        Insert(IMPULSE_OF_A_SIDE, is_the_kingdom_invaded, after=step_name("land combat")),  # 13.2.3.1
        Insert(IMPULSE_OF_A_SIDE, are_the_americas_invaded, after="is_the_kingdom_invaded"),
        Insert(IMPULSE_OF_A_SIDE, the_commonwealth_draws, after=step_name("reorganisation")),  # 13.2.1.1
        us_entry_roll_is_due.replaced_by(every_declaration_counts),
        declaration_violation.wrapped_by(reluctant_violation),  # 9.4
    ),
)
