"""The log in words: what a seat may read of each entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from worldfire.engine.views import SeenEntry
from worldfire.server.offering import hex_of
from worldfire.server.reading import Reader
from worldfire.titles.wif.telling import PLACE_ARGUMENTS, THING_ARGUMENTS, tell_event
from worldfire.words import say

#: entries that are remembered
REMEMBERED = 200


class Dice(msgspec.Struct):
    kind: str
    dice: tuple[int, ...]
    text: str


class Happening(msgspec.Struct, omit_defaults=True):
    type: str
    text: str
    hex: str | None = None
    units: tuple[int, ...] = ()


class Told(msgspec.Struct):
    seq: int
    seat: str
    #: None: the choice is secret
    verb: str | None
    text: str
    #: the section that the verb belongs to; none for words of the kernel and secret choices
    rule: str
    rolls: tuple[Dice, ...]
    events: tuple[Happening, ...]


class Chronicle:
    """Entries that were told to one seat before: telling is dearer than remembering. Secret choices are told anew."""

    def __init__(self) -> None:
        self._told: dict[int, Told] = {}

    def tell(self, reader: Reader, entry: SeenEntry) -> Told:
        known = self._told.get(entry.seq)
        if known is None or known.verb is None:
            known = self._told[entry.seq] = tell_entry(reader, entry)
            self._told.pop(entry.seq - REMEMBERED, None)
        return known


def tell_entry(reader: Reader, entry: SeenEntry) -> Told:
    verb = "secret-choice" if entry.verb is None else entry.verb
    known = reader.ruleset.verbs.get(verb)
    return Told(
        entry.seq,
        entry.seat,
        entry.verb,
        say(f"verb-{verb}"),
        known.rule if known else "",
        tuple(_dice(outcome) for outcome in entry.outcomes),
        tuple(_happening(reader, event) for event in entry.events),
    )


def _dice(outcome: Any) -> Dice:
    values = tuple(outcome.values)
    return Dice(outcome.kind, values, f"{outcome.kind}: {', '.join(map(str, values)) or '?'}")


def _happening(reader: Reader, event: dict[str, Any]) -> Happening:
    return Happening(
        event["event"],
        tell_event(reader.as_game, event),
        next(_hexes(reader, event), None),
        tuple(_units(event)),
    )


def _hexes(reader: Reader, event: dict[str, Any]) -> Iterator[str]:
    for name in PLACE_ARGUMENTS:
        value = event.get(name)
        last = value[-1] if isinstance(value, list | tuple) and value else value
        if isinstance(last, int):
            found = hex_of(reader, last)
            if found is not None:
                yield found


def _units(event: dict[str, Any]) -> Iterator[int]:
    for name in THING_ARGUMENTS:
        value = event.get(name)
        if isinstance(value, int):
            yield value
        elif isinstance(value, list | tuple):
            yield from (thing for thing in value if isinstance(thing, int))
