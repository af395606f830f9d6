"""What only this title makes headlines of: powers that break, empires that fall apart, and the way of two into the war."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.events import Event
from worldfire.titles.fa.break_up import EmpireBrokenUp
from worldfire.titles.fa.conditional_surrender import SurrenderAccepted, SurrenderRefused
from worldfire.titles.fa.entry.drawing import CommonwealthIsReady
from worldfire.titles.fa.entry.options import WarOptionChosen
from worldfire.titles.fa.entry.war import EntryAttempted
from worldfire.titles.fa.independence import FreedomLost, IndependenceDeclared
from worldfire.titles.fa.japan import DemandsAnswered, JapanGoesToWar
from worldfire.titles.fa.morale_step import MoraleBroken
from worldfire.titles.fa.secession import CountrySecedes
from worldfire.titles.fa.sides_at_war import DrawnIntoWar

HEADLINES: Mapping[type[Event], str] = {
    DrawnIntoWar: "war",
    JapanGoesToWar: "war",
    SurrenderAccepted: "peace",
    SurrenderRefused: "peace",
    MoraleBroken: "government",
    EmpireBrokenUp: "government",
    CountrySecedes: "government",
    IndependenceDeclared: "liberation",
    FreedomLost: "conquest",
    DemandsAnswered: "claim",
    CommonwealthIsReady: "entry",
    WarOptionChosen: "entry",
    EntryAttempted: "entry",
}
