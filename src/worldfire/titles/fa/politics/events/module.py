"""15.4 Political events as a module of the title."""

from __future__ import annotations

from worldfire.engine.changes import Insert
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema
from worldfire.rules.s09_war import DECLARING_WAR, WarDeclared
from worldfire.rules.s13_01_partisans import PartisanPlaced
from worldfire.rules.s19_4_1_minor_fleets import convoys_of_minor
from worldfire.titles.fa.entry.step import FURTHER_MARKERS, US_ENTRY_STEP
from worldfire.titles.fa.politics.events.america import (
    CHANGES,
    POINTS_EVENT,
    RAID_IS_OVER,
    UNPUNISHED,
    VILLA_EVENT,
    Unpunished,
    chihuahua_is_returned,
    mexico_resents_the_occupation,
    the_usa_occupies_chihuahua,
)
from worldfire.titles.fa.politics.events.calling import (
    CALLING,
    ENTRY_STEP,
    EVENTS_PLAYED,
    WAR_STEP,
    Calling,
    PoliticalEvent,
    all_events,
)
from worldfire.titles.fa.politics.events.east import (
    LEGION_EVENT,
    LENIN_EVENT,
    RAISE_LEGION,
    RECRUIT,
    RECRUITS_EVENT,
    RECRUITS_LEFT,
    lenin_brings_a_marker,
)
from worldfire.titles.fa.politics.events.neutrals import (
    PRESSING,
    PRESSURE_EVENT,
    REFLAG_EVENT,
    REFLAGGED,
    REFLAGGING,
    fewer_norwegian_convoys,
)
from worldfire.titles.fa.politics.events.telegram import (
    HOME_FRONT_EVENT,
    HOME_FRONT_MOBILISED,
    SINKING,
    TELEGRAM,
    ZIMMERMANN_EVENT,
    u_boats_are_noticed,
)
from worldfire.titles.fa.politics.events.uprisings import (
    CHANGES as CHANGES_OF_UPRISINGS,
)
from worldfire.titles.fa.politics.events.uprisings import (
    JIHAD_CALLED,
    JIHAD_EVENT,
    LAWRENCE_EVENT,
    RAISING,
    RIDING,
    SENUSSI_EVENT,
    horsemen_no_more,
    horsemen_stir_the_land,
)
from worldfire.titles.fa.politics.income import POLITICS_BEGIN
from worldfire.titles.fa.risings import MORE_UNREST
from worldfire.titles.fa.sea.u_boats import UnrestrictedWarfareDeclared

#: in the order of the book
EVENTS: tuple[PoliticalEvent, ...] = (
    ZIMMERMANN_EVENT,
    LENIN_EVENT,
    VILLA_EVENT,
    POINTS_EVENT,
    JIHAD_EVENT,
    SENUSSI_EVENT,
    LAWRENCE_EVENT,
    LEGION_EVENT,
    RECRUITS_EVENT,
    PRESSURE_EVENT,
    REFLAG_EVENT,
    HOME_FRONT_EVENT,
)


def events_of_the_book(game: Position) -> tuple[PoliticalEvent, ...]:
    return EVENTS


@step("fa:15.4")
def events_of_the_war_step(game: Game, declaring: object) -> Control:
    return Call(CALLING.name, Calling(WAR_STEP))


@step("fa:15.4")
def villa_goes_unpunished(game: Game, entry: object) -> Control:
    return Call(UNPUNISHED.name, Unpunished())


@step("fa:15.4")
def events_of_the_entry_step(game: Game, entry: object) -> Control:
    return Call(CALLING.name, Calling(ENTRY_STEP))


MODULE = Module(
    schema=Schema(fields=(EVENTS_PLAYED, HOME_FRONT_MOBILISED, RECRUITS_LEFT, RAID_IS_OVER, REFLAGGED, RIDING)),
    procedures=(CALLING, TELEGRAM, SINKING, UNPUNISHED, JIHAD_CALLED, RAISING, PRESSING, REFLAGGING),
    announcements=(RAISE_LEGION, RECRUIT),
    sweeps=(the_usa_occupies_chihuahua,),
    subscribes=(
        (UnrestrictedWarfareDeclared, u_boats_are_noticed),
        (WarDeclared, chihuahua_is_returned),
        (PartisanPlaced, horsemen_no_more),
    ),
    changes=(
        all_events.replaced_by(events_of_the_book),
        Insert(DECLARING_WAR.name, events_of_the_war_step, before="wars_of_the_campaign"),
        Insert(US_ENTRY_STEP.name, villa_goes_unpunished, before="neutral_ports_are_noticed"),
        Insert(US_ENTRY_STEP.name, events_of_the_entry_step, before="villa_goes_unpunished"),
        FURTHER_MARKERS.attach(lenin_brings_a_marker),
        MORE_UNREST.attach(horsemen_stir_the_land, reads=(RIDING,)),
        POLITICS_BEGIN.attach(mexico_resents_the_occupation),
        *CHANGES,
        *CHANGES_OF_UPRISINGS,
        convoys_of_minor.wrapped_by(fewer_norwegian_convoys),
    ),
)
