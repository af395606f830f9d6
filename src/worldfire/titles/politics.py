"""What a title adds to the page of politics: who enters the war how, what minor countries will do, what ends an agreement.

Each part is worked out from a position that shows no more than the seat may know, so nothing that it reads can tell more. A
title without politics of its own leaves the parts as they are here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from worldfire.engine.events import Event
from worldfire.engine.position import Position
from worldfire.engine.violation import Violation

#: a seat, or nobody in particular
Looker = str | None
Teller = Callable[[Position, Violation], str]


class MarkerPool(msgspec.Struct, frozen=True):
    """Hidden markers: how many, which everybody sees; what they say and the level that follows, if the seat may know."""

    #: against whom; "": everybody
    target: str
    kind: Literal["entry", "tension"]
    count: int
    values: list[int] | None = None
    level: int | None = None
    #: what the seat's spies last saw of it
    reported: list[int] | None = None
    #: draws that it only pays a debt with
    owed: int = 0


class EntryOptionShown(msgspec.Struct, frozen=True):
    number: int
    name: str
    #: "": at everybody
    target: str
    level: int
    #: points of tension that it costs
    tension: int
    #: by how much these may be changed now
    change: int
    #: markers that surely move to the tension pool, and the chance of one more
    surely: int
    chance: float
    #: what must have come first, in words
    needs: list[str]
    chosen: bool
    #: what it brings, in words
    effect: str
    #: why it cannot be chosen now, as far as the seat may know
    refused: str = ""


class DieReason(msgspec.Struct, frozen=True):
    """Something that changes a die."""

    text: str
    die: int


class WarAttempt(msgspec.Struct, frozen=True):
    """An attempt to declare war: the highest die that succeeds and the chance of it, if the seat may know."""

    target: str
    powers: list[str]
    reasons: list[DieReason]
    highest: int | None = None
    chance: float | None = None


class EntryShown(msgspec.Struct, frozen=True):
    """How a power that is not in the war yet comes nearer to it."""

    power: str
    rule: str
    war_rule: str
    #: it still draws markers
    entering: bool
    #: the seat plays it
    own: bool
    pools: list[MarkerPool]
    options: list[EntryOptionShown]
    attempts: list[WarAttempt]
    #: powers on which it may never declare war again
    never: list[str]
    #: what else there is to say, in words
    notes: list[str] = []


class Benefit(msgspec.Struct, frozen=True):
    """What a country grants from a box of the track on, in words."""

    box: int
    text: str


class FlagShown(msgspec.Struct, frozen=True):
    """Where a country stands between the sides; each figure by side."""

    country: str
    #: of its capital; "": it has none on the map
    hex: str
    #: the box in which a flag of it lies, on the part of each side
    boxes: dict[str, int]
    #: the side that it has joined, "" if none
    joined: str
    #: may attempts be bought there now?
    open: bool
    #: a die of this or less moves the flag towards the side
    numbers: dict[str, int]
    #: the faces of the side's own die that bring it free attempts there
    bonus: dict[str, list[int]]
    #: attempts that have been revealed in this step
    attempts: dict[str, int]
    #: what it grants the side, in words
    grants: dict[str, list[str]]


class TrackShown(msgspec.Struct, frozen=True):
    """The track on which flags are pulled to and fro, and what the sides pull them with."""

    rule: str
    #: of the first side, then of the second
    sides: list[str]
    #: boxes on each part
    boxes: int
    points: dict[str, int]
    #: the power that spends them
    spenders: dict[str, str]
    #: of the first attempt in a country, of two, of three …
    prices: list[int]
    #: free attempts in each country that the side's die names
    free: int
    benefits: list[Benefit]
    flags: list[FlagShown]


class MoraleReason(msgspec.Struct, frozen=True):
    text: str
    points: int


class MoraleEffect(msgspec.Struct, frozen=True):
    """The highest die on which troops of this level refuse to attack, and give up before combat; 0: they never do."""

    level: int
    refuse: int
    surrender: int


class PowerMorale(msgspec.Struct, frozen=True):
    power: str
    side: str
    #: none: it is not counted any more
    level: int | None
    highest: int
    refuse: int
    surrender: int
    #: what has counted this turn so far, in tenths of a level
    reasons: list[MoraleReason]
    points: int
    #: where it would stand if it were adjusted now, and with which chance one level further
    next: int | None
    further: int | None
    chance: float


class MoraleShown(msgspec.Struct, frozen=True):
    rule: str
    effect_rule: str
    powers: list[PowerMorale]
    effects: list[MoraleEffect]


class Joining(msgspec.Struct, frozen=True):
    """The powers that a minor country would follow, on which condition, and whether that is met."""

    powers: list[str]
    text: str
    met: bool
    rule: str


class ClaimShown(msgspec.Struct, frozen=True):
    """A region that a neighbour may claim; `answer` is empty until it has been."""

    region: str
    claimant: str
    country: str
    answer: Literal["", "allowed", "denied"]
    rule: str


class GroupShown(msgspec.Struct, frozen=True):
    """Possessions that decide together, and by whom each is ruled."""

    name: str
    #: country → the power that has it
    countries: dict[str, str]
    #: before it is decided: the chance that they stay with those who fight on
    chance: float | None = None


class OffshootShown(msgspec.Struct, frozen=True):
    """A government that may come of a power, or has."""

    name: str
    parent: str
    rule: str
    stands: bool
    #: who installed it, or could now
    installer: str
    hostile_to: list[str]
    groups: list[GroupShown]
    #: hexes that it holds, or those of its home country if it were installed
    hexes: list[str]


class Tally(msgspec.Struct, frozen=True):
    """Objectives that decide a campaign for or against one side."""

    side: str
    #: fractions are written as such
    held: str
    needed: int
    #: the hexes that count
    places: tuple[int, ...] = ()


def _no_tally(game: Position) -> Tally | None:
    return None


def _no_entry(game: Position, seat: Looker, tell: Teller) -> list[EntryShown]:
    return []


def _no_track(game: Position) -> TrackShown | None:
    return None


def _no_morale(game: Position) -> MoraleShown | None:
    return None


def _no_joining(game: Position, country: int) -> list[Joining]:
    return []


def _no_claims(game: Position) -> list[ClaimShown]:
    return []


def _nothing_ends_it(game: Position, giver: int, recipient: int) -> str:
    return ""


def _nobody_notices(game: Position, power: int, enemy: int) -> str:
    return ""


def _no_offshoots(game: Position) -> list[OffshootShown]:
    return []


@dataclass(frozen=True)
class Politics:
    #: objectives of one side, where these decide; none: every player counts his own
    tally: Callable[[Position], Tally | None] = _no_tally
    #: (game, seat, how a refusal is told)
    entry: Callable[[Position, Looker, Teller], list[EntryShown]] = _no_entry
    track: Callable[[Position], TrackShown | None] = _no_track
    morale: Callable[[Position], MoraleShown | None] = _no_morale
    #: (game, minor country)
    joining: Callable[[Position, int], list[Joining]] = _no_joining
    claims: Callable[[Position], list[ClaimShown]] = _no_claims
    #: (game, giver, recipient) → what ends or lessens their agreement, in words
    trade_ends: Callable[[Position, int, int], str] = _nothing_ends_it
    offshoots: Callable[[Position], list[OffshootShown]] = _no_offshoots
    #: events of its own that a history of the war tells → the kind of news that they are
    headlines: Mapping[type[Event], str] = field(default_factory=dict)
    #: (game, power, enemy) → what a power that is not in the war makes of this declaration of war, in words
    notice_of_war: Callable[[Position, int, int], str] = _nobody_notices
