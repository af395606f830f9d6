"""The page of politics: wars, pacts, minor countries, trade, proposals and victory, from what a seat may know.

Everything is read from the seat's view. What belongs to a single title (US entry, Vichy, who joins whom) the title adds.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.views import Seat
from worldfire.forces.enmity import at_war
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.turn import armies_of_side, is_active, power_name, seat_of_power, side_name
from worldfire.forces.who import FALLEN_POWER, SIDE
from worldfire.rules.s09_02_pacts import have_pact
from worldfire.server.political_minors import (
    LendingRoom,
    MinorShown,
    TradeShown,
    lending_shown,
    minors_shown,
    trade_shown,
)
from worldfire.server.political_pacts import PactShown, pacts_shown
from worldfire.server.political_talks import ProposalShown, proposals_shown
from worldfire.server.political_victory import VictoryShown, victory_shown
from worldfire.server.problems import Problem
from worldfire.server.reading import Reader
from worldfire.server.records import SeatQuery, may_look
from worldfire.server.wire import Ask, Endpoint
from worldfire.titles import title_of
from worldfire.titles.politics import ClaimShown, EntryShown, MoraleShown, OffshootShown, TrackShown
from worldfire.titles.telling import tell_reason, tell_rule


class PowerShown(msgspec.Struct, frozen=True):
    name: str
    side: str
    seat: str
    standing: Literal["active", "neutral", "fallen"]


class Relation(msgspec.Struct, frozen=True):
    """Two major powers of different sides."""

    one: str
    other: str
    state: Literal["war", "pact", "peace"]


class PoliticsPage(msgspec.Struct, frozen=True):
    #: the sides, their powers, and how each power of the one stands to each of the other
    sides: list[str]
    powers: list[PowerShown]
    relations: list[Relation]
    pacts: list[PactShown]
    #: of each power that comes nearer to the war by markers
    entry: list[EntryShown]
    #: of titles where flags are pulled to and fro
    track: TrackShown | None
    #: of titles where nations grow weary
    morale: MoraleShown | None
    minors: list[MinorShown]
    claims: list[ClaimShown]
    trade: list[TradeShown]
    #: what may be lent, by this section
    lending: list[LendingRoom]
    lending_rule: str
    offshoots: list[OffshootShown]
    proposals: list[ProposalShown]
    victory: VictoryShown | None


async def politics(ask: Ask) -> PoliticsPage:
    table = await ask.house.table(ask.game)
    may_look(ask, table, ask.query.seat)
    return await ask.house.read(table, lambda sight: page_of_politics(sight.reader(ask.query.seat), ask.query.seat))


def page_of_politics(reader: Reader, seat: Seat) -> PoliticsPage:
    if not reader.state.get(CAMPAIGN):
        raise Problem(422, "wrong-question", "this exercise has no politics", field="game")
    title = title_of(reader).politics
    return PoliticsPage(
        sides=[side_name(reader, side) for side in (0, 1)],
        powers=[_power(reader, power) for side in (0, 1) for power in armies_of_side(reader, side)],
        relations=_relations(reader),
        pacts=pacts_shown(reader, seat),
        entry=title.entry(reader, seat, tell_reason),
        track=title.track(reader),
        morale=title.morale(reader),
        minors=minors_shown(reader),
        claims=title.claims(reader),
        trade=trade_shown(reader),
        lending=lending_shown(reader),
        lending_rule=tell_rule(reader, "5"),
        offshoots=title.offshoots(reader),
        proposals=proposals_shown(reader, seat),
        victory=victory_shown(reader),
    )


def _power(game: Position, power: int) -> PowerShown:
    standing: Literal["active", "neutral", "fallen"] = "active" if is_active(game, power) else "neutral"
    if game.state[FALLEN_POWER][power]:
        standing = "fallen"
    return PowerShown(
        power_name(game, power),
        side_name(game, game.state[SIDE][power]),
        seat_of_power(game, power),
        standing,
    )


def _relations(game: Position) -> list[Relation]:
    return [
        Relation(power_name(game, one), power_name(game, other), _state(game, one, other))
        for one in armies_of_side(game, 0)
        for other in armies_of_side(game, 1)
    ]


def _state(game: Position, one: int, other: int) -> Literal["war", "pact", "peace"]:
    if at_war(game, one, other):
        return "war"
    return "pact" if have_pact(game, one, other) else "peace"


ENDPOINTS = (
    Endpoint("GET", "/api/games/{game}/politics", "The page of politics", politics, PoliticsPage, query=SeatQuery),
)
