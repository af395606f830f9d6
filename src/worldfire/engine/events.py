"""What happened. Whatever changes the game says so; log text, animation and statistics are made from events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from worldfire.engine.kinds import Meaning, SeatName, ThingId, kinds_of

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


@cache
def kinds_of_event(name: str) -> Mapping[str, type[Meaning]]:
    """Field → what it stands for, of an event that a log knows by its name only; nothing for events that are no more."""
    return {
        field: kind for event in _events(Event) if event.__name__ == name for field, kind in kinds_of(event).items()
    }


def _events(base: type[Event]) -> Iterator[type[Event]]:
    for event in base.__subclasses__():
        yield event
        yield from _events(event)
