"""What happened. Whatever changes the game says so; log text, animation and statistics are made from events."""

from __future__ import annotations

import msgspec

from worldfire.engine.kinds import SeatName, ThingId

#: `seen_by` of an event that everybody may know
EVERYBODY = None


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event", kw_only=True):
    """Base of all events; a title declares its own. `seen_by` restricts who may learn of it (None: everybody)."""

    seen_by: tuple[str, ...] | None = EVERYBODY


class Rolled(Event, frozen=True):
    """Dice were thrown: `dice` as they fell, `by` the seat whose roll it is."""

    kind: str
    by: SeatName
    dice: tuple[int, ...]
    modifier: int = 0


class Drawn(Event, frozen=True):
    """Things were drawn at random from a place; `things` are hidden from whom `seen_by` leaves out."""

    kind: str
    by: SeatName
    things: tuple[ThingId, ...]


class TieBroken(Event, frozen=True):
    """Allies could not agree and a seat won the choice (2.7)."""

    winner: SeatName
