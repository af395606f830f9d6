"""What the live connection of a page says: the whole table, what has changed of it, and what goes on beside the game."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from worldfire.server.allying import AllyNow
from worldfire.server.chronicle import Told
from worldfire.server.fights import Combat, Declared
from worldfire.server.offering import Decision, Offer
from worldfire.server.papers import Message, Notice
from worldfire.server.presenting import Convoys, DiceNow, PowerNow, SequenceStep, Table, TurnNow, Unit
from worldfire.server.problems import Fault
from worldfire.titles.looks import Marks


class TableMessage(Table, tag_field="type", tag="table"):
    """The table as a whole, for a page that comes or has missed too much."""


class Delta(msgspec.Struct, kw_only=True, tag_field="type", tag="delta"):
    """What a page must change that shows an older table; `control` is "" where nobody holds the hex any more."""

    entries: int
    over: bool | UnsetType = UNSET
    result: Any = UNSET
    turn: TurnNow | UnsetType = UNSET
    sequence: tuple[SequenceStep, ...] | UnsetType = UNSET
    powers: tuple[PowerNow, ...] | UnsetType = UNSET
    wars: tuple[tuple[str, str], ...] | UnsetType = UNSET
    decision: Decision | UnsetType | None = UNSET
    announcements: dict[str, Offer] | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    waiting: tuple[str, ...] | UnsetType = UNSET
    combat: Combat | UnsetType | None = UNSET
    attacks: list[Declared] | UnsetType = UNSET
    convoys: list[Convoys] | UnsetType = UNSET
    marks: Marks | UnsetType = UNSET
    dice: DiceNow | UnsetType = UNSET
    allies: tuple[AllyNow, ...] | UnsetType = UNSET
    units: dict[str, Unit] | UnsetType = UNSET
    control: dict[str, str] | UnsetType = UNSET
    log: tuple[Told, ...] | UnsetType = UNSET


class ChatMessage(Message, frozen=True, tag_field="type", tag="chat"):
    """Somebody said something."""


class Presence(msgspec.Struct, tag_field="type", tag="presence"):
    """The seats whose players are there."""

    seats: list[str]


class NoticeMessage(Notice, frozen=True, tag_field="type", tag="notice"):
    """A notice about any game of the listener."""


class ErrorMessage(msgspec.Struct, tag_field="type", tag="error"):
    """Why the connection is closed."""

    error: Fault


def whole_table(table: Table) -> TableMessage:
    return TableMessage(**msgspec.structs.asdict(table))


LiveMessage = TableMessage | Delta | ChatMessage | Presence | NoticeMessage | ErrorMessage
