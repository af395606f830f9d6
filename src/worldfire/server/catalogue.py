"""What can be played: campaigns, exercises, computer players; and every counter of a title."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec

from worldfire.advice.briefing import Briefing, briefing
from worldfire.players.table import PLAYERS
from worldfire.server.optional import FleetKind, OptionKind, fleets_of, options_of
from worldfire.server.problems import not_found
from worldfire.server.wire import Ask, Body, plain
from worldfire.tables.campaign import Campaign
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter
from worldfire.tables.looks import Colours, load_colours
from worldfire.titles import TITLES, USUAL, offered_titles, title_named
from worldfire.titles.campaigns import campaign_named, seats_of_powers
from worldfire.titles.exercises import Exercise, exercise_names, load_exercise
from worldfire.titles.looks import MarkKind
from worldfire.titles.title import Card, GameTitle
from worldfire.words import knows, proper, say


class TitleQuery(Body):
    title: str = USUAL


class CatalogueQuery(Body):
    #: a title by its name, whether or not it is offered yet; none: all that are offered
    title: str | None = None


def title_asked_for(ask: Ask) -> str:
    """One of ours: each has a board, counters and charts, whether or not it is offered as a game yet."""
    title: str = ask.query.title
    if title not in TITLES:
        raise not_found("title", title)
    return title


class SeatKind(msgspec.Struct):
    id: str
    name: str
    side: str
    powers: tuple[str, ...]


class CampaignKind(msgspec.Struct):
    id: str
    name: str
    title: str
    seats: tuple[SeatKind, ...]
    playable: bool
    summary: str
    #: what somebody reads who wants to begin at once
    quick: str
    #: side or power → the same for whoever takes it
    callings: dict[str, str]
    first_turn: str
    last_turn: str
    turns: int
    sheets: tuple[str, ...]
    briefing: Briefing
    #: who plays which powers together, for fewer players than powers: power → seat; the fewest players first
    seatings: tuple[dict[str, str], ...]
    #: do objectives decide it? Then the players may bid for the powers
    bidding: bool


class ExerciseKind(msgspec.Struct):
    id: str
    name: str
    title: str
    summary: str
    teaches: str
    seats: tuple[SeatKind, ...]


class PlayerKind(msgspec.Struct):
    id: str
    name: str
    summary: str


class TitleKind(msgspec.Struct):
    """A game of the family. One that is not offered yet has no more than its short name."""

    id: str
    name: str
    summary: str
    #: what its guided lessons teach; empty: it has none
    lessons: str = ""


class Catalogue(msgspec.Struct):
    titles: tuple[TitleKind, ...]
    campaigns: tuple[CampaignKind, ...]
    exercises: tuple[ExerciseKind, ...]
    players: tuple[PlayerKind, ...]
    options: dict[str, tuple[OptionKind, ...]]
    #: title → which fleets a game of it can be played with, the usual one first; none: nothing sails in it
    fleets: dict[str, tuple[FleetKind, ...]]


#: two players have a side each
OPPONENTS = 2


def catalogue(only: str | None = None) -> Catalogue:
    if only is not None and only not in TITLES:
        raise not_found("title", only)
    titles = offered_titles() if only is None else (title_named(only),)
    return Catalogue(
        tuple(_title(title) for title in titles),
        tuple(_campaign(title, campaign) for title in titles for campaign in _as_offered(title)),
        tuple(_exercise(name, title.name) for title in titles for name in exercise_names(title.name)),
        tuple(_player(name) for name in PLAYERS),
        {title.name: options_of(title) for title in titles},
        {title.name: fleets_of(title) for title in titles},
    )


def _title(title: GameTitle) -> TitleKind:
    card, lessons = title.card or Card(title.name.upper(), ""), f"lessons-{title.name}"
    return TitleKind(title.name, card.name, card.summary, say(lessons) if knows(lessons) else "")


def _as_offered(title: GameTitle) -> Iterator[Campaign]:
    """Those that can be played first, in the title's order."""
    known = title.campaigns()
    yield from (known[name] for name in title.playable)
    yield from (campaign for name, campaign in known.items() if name not in title.playable)


def _campaign(title: GameTitle, campaign: Campaign) -> CampaignKind:
    sides = {power: side for side, powers in campaign.sides.value.items() for power in powers}
    seats = seats_of_powers(campaign)
    dates = f"{campaign.first_turn.value} to {campaign.last_turn.value}"
    summary, quick = f"{campaign.players.value}. {dates}, {campaign.section}.", f"campaign-{campaign.id}-quick"
    return CampaignKind(
        campaign.id,
        campaign.name,
        title.name,
        tuple(SeatKind(power, proper(power), sides.get(power, ""), (power,)) for power in seats),
        campaign.id in title.playable,
        summary,
        say(quick) if knows(quick) else summary,
        {who: say(f"{quick}-{who}") for who in (*campaign.sides.value, *sides) if knows(f"{quick}-{who}")},
        campaign.first_turn.value,
        campaign.last_turn.value,
        campaign.turns.value,
        campaign.sheets.value,
        briefing(campaign),
        tuple(_seatings(title, tuple(seats)))[::-1],
        title.bids and campaign.score is None and set(seats) == set(sides),
    )


def _seatings(title: GameTitle, powers: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """A seat for each power, then one seat less at a time, until two players have a side each."""
    seats = {power: power for power in powers}
    yield dict(seats)
    for power, beside in title.taken_along:
        if power in seats and beside in seats and len(set(seats.values())) > OPPONENTS:
            seats = {one: seats[beside] if seat == seats[power] else seat for one, seat in seats.items()}
            yield dict(seats)


def _exercise(name: str, title: str) -> ExerciseKind:
    exercise = load_exercise(name, title)
    seats: dict[str, SeatKind] = {}
    for power, seat, side in _powers(exercise):
        known = seats.get(seat)
        powers = (*known.powers, power) if known else (power,)
        seats[seat] = SeatKind(seat, proper(seat), side, powers)
    return ExerciseKind(name, proper(name), title, exercise.summary, exercise.teaches, tuple(seats.values()))


def _powers(exercise: Exercise) -> Iterator[tuple[str, str, str]]:
    """(power, its seat, its side): of a set-piece as it says itself, of a scene as its campaign has it."""
    if "campaign" not in exercise.setup:
        yield from ((power["name"], power["seat"], power["side"]) for power in exercise.setup["powers"])
        return
    sides = campaign_named(exercise.setup["campaign"], exercise.title).sides.value.items()
    side_of = {power: side for side, powers in sides for power in powers}
    for power, seat in exercise.setup["seats"].items():
        yield power, seat, side_of.get(power, "")


def _player(name: str) -> PlayerKind:
    key = f"player-{name}"
    return PlayerKind(name, proper(name), say(key) if knows(key) else "")


# ------------------------------------------------------------------------------------------------------------- its look


class LookDocument(msgspec.Struct):
    """How a title looks: what pages draw of it that is not printed on its counters."""

    title: str
    colours: dict[str, Colours]
    #: kinds of marks that lie on its map
    marks: dict[str, MarkKind]
    #: what players are to know about its map
    caveat: str


@cache
def look_of(title: str) -> LookDocument:
    look = title_named(title).look
    marks = {kind: msgspec.structs.replace(mark, name=say(f"mark-{kind}")) for kind, mark in look.marks.items()}
    return LookDocument(title, load_colours(title), marks, say(look.caveat) if look.caveat else "")


# ------------------------------------------------------------------------------------------------------------- counters


class CounterFace(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What is printed on a counter; a factor that is not printed is left out."""

    kind: Literal["land", "air", "naval"]
    name: str
    nation: str
    type: str
    provenance: str
    home: str = ""
    year: int | None = None
    abilities: tuple[str, ...] = ()
    cost: int | None = None
    turns: int | None = None
    # land and naval units
    move: int | None = None
    # land units
    size: str | None = None
    combat: int | None = None
    reorg: int | None = None
    # aircraft and naval units
    range: int | None = None
    # aircraft
    nickname: str = ""
    air_to_air: int | None = None
    air_to_sea: int | None = None
    tactical: int | None = None
    strategic: int | None = None
    unarmed: bool = False
    # naval units
    ship_class: str | None = None
    attack: int | None = None
    defence: int | None = None
    anti_air: int | None = None
    shore_bombardment: int | None = None
    air_component: int | None = None
    cost_second: int | None = None


class CounterSheet(msgspec.Struct):
    counters: dict[str, CounterFace]


@cache
def counters_document(title: str) -> tuple[str, bytes]:
    """(digest, every counter of the title by its id)."""
    tables = title_named(title).tables()
    content = CounterSheet({counter.id: _counter(counter) for counter in tables.counters})
    return tables.digest, msgspec.json.encode(content, enc_hook=plain)


def _counter(counter: AirCounter | LandCounter | NavalCounter) -> CounterFace:
    if isinstance(counter, LandCounter):
        face = CounterFace(
            kind="land",
            name=counter.designation,
            nation=counter.power,
            type=str(counter.type),
            provenance=str(counter.provenance),
            size=str(counter.size),
            combat=counter.strength,
            move=counter.movement,
            reorg=counter.reorganisation,
            cost=counter.cost,
        )
    elif isinstance(counter, AirCounter):
        face = CounterFace(
            kind="air",
            name=counter.designation,
            nation=counter.power,
            type=str(counter.type),
            provenance=str(counter.provenance),
            nickname=counter.name,
            air_to_air=counter.air_to_air,
            air_to_sea=counter.air_to_sea,
            tactical=counter.tactical,
            strategic=counter.strategic,
            range=counter.range,
            cost=counter.cost,
            unarmed=counter.unarmed,
        )
    else:
        face = CounterFace(
            kind="naval",
            name=counter.name or counter.ship_class,
            nation=counter.power,
            type=str(counter.type),
            provenance=str(counter.provenance),
            ship_class=counter.ship_class,
            attack=counter.attack,
            defence=counter.defence,
            anti_air=counter.anti_air,
            shore_bombardment=counter.shore_bombardment,
            air_component=counter.air_component,
            move=counter.movement,
            range=counter.range,
            cost=counter.cost_first,
            cost_second=counter.cost_second,
        )
    face.home, face.year, face.turns = counter.home, counter.year, counter.turns
    face.abilities = tuple(sorted(str(ability) for ability in counter.abilities))
    return face
