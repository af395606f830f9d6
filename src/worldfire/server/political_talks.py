"""Proposals between players that lie on the table now (5, 9.2, 13.7.3), as everybody may read them.

Terms of a peace that are still being drawn up are shown to nobody but the seat that draws them up.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.views import Seat
from worldfire.forces.in_turn import powers_in_order
from worldfire.forces.printed import place_name
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import COUNTRY_NAMES, NOBODY
from worldfire.rules.s05_agreements import Proposal, name_of, proposals
from worldfire.rules.s09_02_making_pacts import MakingPacts
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_07_3_peace import Paper, Talks, terms_are_drawn_up
from worldfire.titles.telling import tell_rule


class Gift(msgspec.Struct, frozen=True):
    """What one would give the other."""

    power: str
    hexes: list[str]
    countries: list[str]
    resources: int = 0
    points: int = 0
    #: all hexes that it is about, those of the countries too
    places: list[str] = []


class ProposalShown(msgspec.Struct, frozen=True):
    kind: Literal["peace", "pact", "lending"]
    rule: str
    #: who speaks, and to whom
    by: str
    to: str
    #: a minor country with which there would be peace at the old borders
    minor: str
    gives: tuple[Gift, Gift]
    #: the word by which it is accepted or declined at any time; none: its decision asks for that
    name: str = ""


def proposals_shown(game: Position, seat: Seat) -> list[ProposalShown]:
    found = []
    for frame in game.state.frames:
        if isinstance(frame.locals, Talks):
            talks = frame.locals
            drawing_up = frame.step == terms_are_drawn_up.name and seat == talks.seat
            found.append(_peace(game, talks, talks.draft if drawing_up else _put(talks)))
        elif isinstance(frame.locals, MakingPacts) and frame.locals.partner != NOBODY:
            found.append(_pact(game, frame.locals))
    return [*found, *(_lending(game, one) for one in proposals(game))]


def _put(talks: Talks) -> Paper:
    return Paper(talks.hexes, talks.countries, talks.hexes_back, talks.countries_back)


def _peace(game: Position, talks: Talks, paper: Paper) -> ProposalShown:
    names, speaker = game.state.get(COUNTRY_NAMES), talks.speaker
    return ProposalShown(
        kind="peace",
        rule=tell_rule(game, "13.7.3"),
        by=power_name(game, speaker),
        to=power_name(game, talks.other if speaker == talks.power else talks.power),
        minor="" if talks.minor == NOBODY else names[talks.minor],
        gives=(
            _given(game, talks.power, paper.hexes, paper.countries),
            _given(game, talks.other, paper.hexes_back, paper.countries_back),
        ),
    )


def _given(game: Position, power: int, hexes: tuple[int, ...], countries: tuple[int, ...]) -> Gift:
    names, board = game.state.get(COUNTRY_NAMES), board_of(game)
    whole = (place for country in countries for place in hexes_of(game, country))
    return Gift(
        power_name(game, power),
        [place_name(game, place) for place in hexes],
        [names[country] for country in countries],
        places=[board.number(place) for place in (*hexes, *whole)],
    )


def _pact(game: Position, making: MakingPacts) -> ProposalShown:
    proposer, partner = powers_in_order(game)[making.asked], making.partner
    resources, points, back, points_back = making.terms
    return ProposalShown(
        kind="pact",
        rule=tell_rule(game, "9.2"),
        by=power_name(game, proposer),
        to=power_name(game, partner),
        minor="",
        gives=(
            Gift(power_name(game, proposer), [], [], resources, points),
            Gift(power_name(game, partner), [], [], back, points_back),
        ),
    )


def _lending(game: Position, one: Proposal) -> ProposalShown:
    by, to = power_name(game, one.power), power_name(game, one.ally)
    return ProposalShown(
        kind="lending",
        rule=tell_rule(game, "5"),
        by=by,
        to=to,
        minor="",
        gives=(Gift(by, [], [], one.resources, one.points), Gift(to, [], [], one.resources_back, one.points_back)),
        name=name_of(game, one),
    )
