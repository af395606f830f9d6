"""What only this title makes headlines of: Vichy, claims and occupations, and the way of the USA into the war."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.events import Event
from worldfire.titles.wif.nations.claims import BordersClaimed, ClaimAnswered
from worldfire.titles.wif.nations.enforced_peace import PeaceEnforced
from worldfire.titles.wif.nations.factions import FactionGone, FactionReturns
from worldfire.titles.wif.nations.freed import CzechoslovakiaRestored, RepublicProclaimed
from worldfire.titles.wif.nations.pact import BalticStatesOccupied, EastPolandOccupied
from worldfire.titles.wif.nations.us_entry.occupying import UsOccupied
from worldfire.titles.wif.nations.us_entry.options import EntryOptionChosen, EntryOptionGained
from worldfire.titles.wif.nations.us_entry.pools import NeverAtWar
from worldfire.titles.wif.nations.us_entry.war import WarAttempted
from worldfire.titles.wif.nations.vichy.collapse import VichyCollapsed
from worldfire.titles.wif.nations.vichy.creation import GroupDecided, VichyDeclared
from worldfire.titles.wif.nations.vichy.standing import VichyHostile

HEADLINES: Mapping[type[Event], str] = {
    VichyDeclared: "government",
    GroupDecided: "government",
    VichyHostile: "government",
    VichyCollapsed: "government",
    FactionGone: "government",
    FactionReturns: "government",
    BordersClaimed: "claim",
    ClaimAnswered: "claim",
    EastPolandOccupied: "claim",
    BalticStatesOccupied: "claim",
    PeaceEnforced: "peace",
    CzechoslovakiaRestored: "liberation",
    RepublicProclaimed: "liberation",
    EntryOptionChosen: "entry",
    EntryOptionGained: "entry",
    WarAttempted: "entry",
    UsOccupied: "entry",
    NeverAtWar: "entry",
}
