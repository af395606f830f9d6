"""The log in words: what a seat may read of each entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from worldfire.engine.chance import Outcome
from worldfire.engine.events import kinds_of_event
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.views import SeenEntry
from worldfire.server.offering import hex_of, section_of
from worldfire.server.reading import Reader
from worldfire.titles.telling import tell_event, tell_if_known, tell_rule, tell_verb
from worldfire.words import proper, say

#: the kernel's events of a throw and of a draw
THROWN, DRAWN = "Rolled", "Drawn"
#: events that say on what the next dice are thrown
BASES = ("OddsReckoned", "RoundBegan", "Bounced")
#: the event that says what the dice of a ground strike had to be
STRIKE, STRIKE_ROLL = "GroundStrike", "ground-strike"
#: events that tell from where to where somebody went
WAYS = frozenset({"Marched", "Moved"})
#: entries that are remembered
REMEMBERED = 200


class Dice(msgspec.Struct, omit_defaults=True):
    """Dice that were thrown, or things that were drawn by chance."""

    kind: str
    #: faces; of a draw, which of the pool
    dice: tuple[int, ...]
    #: what it is for, with its section and table; on what it was thrown, and what came of it
    text: str
    drawn: bool = False
    #: what each die had to be, where the event after the throw says it
    needed: str = ""


class Happening(msgspec.Struct, omit_defaults=True):
    type: str
    text: str
    hex: str | None = None
    #: the sea area that it is about
    sea: str | None = None
    units: tuple[int, ...] = ()
    #: of those who went from place to place: hexes, and sections of sea-boxes as “~Coral Sea 3”
    path: tuple[str, ...] = ()


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
    happenings = tuple(_happening(reader, event) for event in entry.events)
    known = reader.ruleset.verbs.get(verb)
    return Told(
        entry.seq,
        entry.seat,
        entry.verb,
        tell_verb(reader, verb),
        tell_rule(reader, known.rule) if known else "",
        _dice_of(reader, entry, happenings),
        happenings,
    )


def _dice_of(reader: Reader, entry: SeenEntry, told: Sequence[Happening]) -> tuple[Dice, ...]:
    """Every throw and draw of the entry, with the events that tell what it was for and what came of it."""
    found: list[Dice] = []
    start = 0
    for outcome in entry.outcomes:
        at = next((n for n in range(start, len(told)) if _tells_of(entry.events[n], outcome)), None)
        if at is not None:
            start = at + 1
        about = tell_if_known(reader, f"roll-{outcome.kind.replace(' ', '-')}")
        found.append(_dice(about, outcome, entry.events, told, at))
    return tuple(found)


def _tells_of(event: dict[str, Any], outcome: Outcome) -> bool:
    """The kernel says an event for each throw, and one for each draw."""
    if event["event"] not in (THROWN, DRAWN) or event["kind"] != outcome.kind:
        return False
    return bool(event["things"]) if event["event"] == DRAWN else tuple(event["dice"]) == outcome.values


def _dice(
    about: str, outcome: Outcome, events: Sequence[dict[str, Any]], told: Sequence[Happening], at: int | None
) -> Dice:
    """`about` says what such dice are for."""
    values = tuple(outcome.values)
    if at is None or events[at]["event"] == DRAWN:  # whose event a seat may not see is a draw
        chance = say("drawn-by-chance", count=len(values) or "?", among=outcome.sides)
        return Dice(outcome.kind, values, _sentences(chance, "" if at is None else told[at].text), drawn=True)
    before = told[at - 1].text if at and told[at - 1].type in BASES else ""
    after = next((event.text for event in told[at + 1 :] if event.type != THROWN), "")
    rolled = told[at].text
    if len(values) > 1:
        rolled = say("roll-total", by=proper(events[at]["by"]), dice=" + ".join(map(str, values)), total=sum(values))
    struck = next((event for event in events[at + 1 :] if event["event"] == STRIKE), None)
    needed = say("dice-at-most", most=struck["factor"]) if struck and outcome.kind == STRIKE_ROLL else ""
    return Dice(outcome.kind, values, _sentences(about, before, rolled, after), needed=needed)


def _sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _happening(reader: Reader, event: dict[str, Any]) -> Happening:
    return Happening(
        event["event"],
        tell_event(reader, event),
        next(_hexes(reader, event), None),
        _sea(reader, event),
        tuple(_units(event)),
        _path(reader, event) if event["event"] in WAYS else (),
    )


def _path(reader: Reader, event: dict[str, Any]) -> tuple[str, ...]:
    """The hexes, and the sections of sea-boxes, that somebody went along, in their order."""
    found: list[str] = []
    for name in ("origin", "path", "to"):
        value = event.get(name)
        places = value if isinstance(value, list | tuple) else () if value is None else (value,)
        found += [stop for stop in (_stop(reader, place) for place in places) if stop is not None]
    return tuple(found)


def _stop(reader: Reader, place: int) -> str | None:
    at_sea = section_of(reader, place)
    return hex_of(reader, place) if at_sea is None else f"~{at_sea[0]} {at_sea[1]}"


def _sea(reader: Reader, event: dict[str, Any]) -> str | None:
    """The sea area, of what happens in one."""
    place = event.get("to", event.get("place"))
    at_sea = section_of(reader, place) if isinstance(place, int) else None
    return None if at_sea is None else at_sea[0]


def _hexes(reader: Reader, event: dict[str, Any]) -> Iterator[str]:
    """Hexes that the event names, the last first: where something went comes after where it was; paths at the end."""
    named = [event[name] for name, kind in kinds_of_event(event["event"]).items() if kind is Place and name in event]
    single = [place for place in reversed(named) if isinstance(place, int)]
    ends = [path[-1] for path in named if not isinstance(path, int) and path]
    for place in (*single, *ends):
        found = hex_of(reader, place)
        if found is not None:
            yield found


def _units(event: dict[str, Any]) -> Iterator[int]:
    for name, kind in kinds_of_event(event["event"]).items():
        if kind is Thing and name in event:
            value = event[name]
            yield from (value,) if isinstance(value, int) else value
