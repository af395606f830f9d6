"""9.2 Making and confirming neutrality pacts in the mutual peace step (13.7.3), with the trade that the partners agree on.

Each power may propose a pact to powers of the other side with which it is not at war, and say what each will give the other
as long as the pact lasts. The partner accepts the whole, or declines.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Amounts, Bounds, Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.in_turn import powers_in_order
from worldfire.forces.kinds import Owner, Power, PowerId
from worldfire.forces.turn import other_side, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import NOBODY, SIDE, power_named
from worldfire.rules.s05_lending import most_to_lend
from worldfire.rules.s09_02_pacts import PactMade, have_pact, pact_violation, sign_pact
from worldfire.rules.s13_06_4_promises import Promise, trade_agreements

#: (giver, recipient, resources, build points): what partners of a pact give each other each turn
PACT_TRADE: Field[tuple[tuple[int, int, int, int], ...]] = Field("pact_trade", ())

#: what is given and taken, in the order of the terms
GIVE_RESOURCES, GIVE_POINTS = "give resources", "give build points"
TAKE_RESOURCES, TAKE_POINTS = "take resources", "take build points"
Terms = tuple[int, int, int, int]
NO_TERMS: Terms = (0, 0, 0, 0)


class PactDeclined(Event, frozen=True):
    """A power did not want the pact that it was offered."""

    power: PowerId
    target_power: PowerId


class PactTradeAgreed(Event, frozen=True):
    """What the power will give the other each turn, until the pact is broken."""

    power: PowerId
    recipient: PowerId
    resources: int
    points: int


class MakingPacts(msgspec.Struct):
    """Whose turn it is to propose, and what lies on the table."""

    asked: int = 0
    #: pairs that were declined in this step
    declined: tuple[tuple[int, int], ...] = ()
    partner: int = NOBODY
    terms: Terms = NO_TERMS


# --------------------------------------------------------------------------------------------------------- proposing


def _partners(game: Position, making: MakingPacts, power: int) -> tuple[int, ...]:
    others = powers_of_side(game, other_side(game.state[SIDE][power]))
    return tuple(
        other
        for other in others
        if pact_violation(game, power, other) is None and not {(power, other), (other, power)} & {*making.declined}
    )


def _proposer(game: Position, making: MakingPacts) -> int:
    return powers_in_order(game)[making.asked]


def _partners_shape(game: Position, making: MakingPacts, seat: str) -> Shape | Violation:
    return One(tuple(power_name(game, other) for other in _partners(game, making, _proposer(game, making))))


def _propose(game: Game, making: MakingPacts, seat: str, noun: Noun) -> Control:
    making.partner, making.terms = power_named(game, noun), NO_TERMS
    return Goto("say_the_terms")


def _propose_nothing(game: Game, making: MakingPacts, seat: str, noun: Noun) -> Control:
    making.asked += 1
    return Goto("next_power_proposes")


PROPOSE_NOTHING = Verb("propose-no-pact", "9.2", _propose_nothing)
PROPOSE_PACT = Verb("propose-pact", "9.2", _propose, _partners_shape, items=Owner)


@step("9.2/other major powers")
def next_power_proposes(game: Game, making: MakingPacts) -> Control:
    """The side with the initiative first; who could make a pact with nobody is not asked."""
    powers = powers_in_order(game)
    while making.asked < len(powers) and not _partners(game, making, powers[making.asked]):
        making.asked += 1
    return End() if making.asked == len(powers) else None


@step("9.2/other major powers", PROPOSE_NOTHING, PROPOSE_PACT, also=("13.7.3",))
def propose_a_pact(game: Game, making: MakingPacts) -> Control:
    power = _proposer(game, making)
    seat = seat_of_power(game, power)
    return one(seat, PROPOSE_NOTHING, PROPOSE_PACT, rule="9.2", prompt="propose-pact", power=Power(power))


# ------------------------------------------------------------------------------------------------------------ the terms


class TermsOfTrade(Amounts, frozen=True, tag="Amounts"):
    """What is proposed at random is little: one thing of one kind, or nothing."""

    def sample(self, rng: Random) -> Noun:
        chosen = rng.choice((None, *(bounds.item for bounds in self.items if bounds.most)))
        return tuple((bounds.item, int(bounds.item == chosen)) for bounds in self.items)


def _terms_shape(game: Position, making: MakingPacts, seat: str) -> Shape | Violation:
    power, other = _proposer(game, making), making.partner
    bounds = (
        Bounds(GIVE_RESOURCES, 0, most_to_lend(game, power, points=False)),
        Bounds(GIVE_POINTS, 0, most_to_lend(game, power, points=True)),
        Bounds(TAKE_RESOURCES, 0, most_to_lend(game, other, points=False)),
        Bounds(TAKE_POINTS, 0, most_to_lend(game, other, points=True)),
    )
    return TermsOfTrade(bounds, 0, sum(bound.most for bound in bounds))


@rule("5", "9.2/effect of neutrality pacts")
def _terms_violation(game: Position, making: MakingPacts, seat: str, noun: Noun) -> Violation | None:
    """Nobody gives and gets the same: resources for build points, or one without the other."""
    given = dict(noun)
    both = (given[GIVE_RESOURCES] and given[TAKE_RESOURCES]) or (given[GIVE_POINTS] and given[TAKE_POINTS])
    return refused("5", "gives-and-gets-the-same", target_power=Power(making.partner)) if both else None


def _say_terms(game: Game, making: MakingPacts, seat: str, noun: Noun) -> Control:
    given = dict(noun)
    making.terms = (given[GIVE_RESOURCES], given[GIVE_POINTS], given[TAKE_RESOURCES], given[TAKE_POINTS])
    return None


SAY_TERMS = Verb("say-terms", "9.2", _say_terms, _terms_shape, _terms_violation)


@step("9.2/effect of neutrality pacts", SAY_TERMS, also=("5.1",))
def say_the_terms(game: Game, making: MakingPacts) -> Control:
    """A trade agreement on any terms is part of the pact, or none."""
    power = _proposer(game, making)
    return one(
        seat_of_power(game, power),
        SAY_TERMS,
        rule="9.2",
        prompt="pact-terms",
        power=Power(power),
        target_power=Power(making.partner),
    )


def _decline(game: Game, making: MakingPacts, seat: str, noun: Noun) -> Control:
    power = _proposer(game, making)
    making.declined += ((power, making.partner),)
    game.say(PactDeclined(power=making.partner, target_power=power))
    return Goto("next_power_proposes")


def _accept(game: Game, making: MakingPacts, seat: str, noun: Noun) -> Control:
    power, other = _proposer(game, making), making.partner
    sign_pact(game, power, other)
    give_resources, give_points, take_resources, take_points = making.terms
    kept = _of_other_pairs(game, power, other)
    rows = ((power, other, give_resources, give_points), (other, power, take_resources, take_points))
    agreed = tuple(row for row in rows if row[2] or row[3])
    game.set(PACT_TRADE, (*kept, *agreed))
    for giver, recipient, resources, points in agreed:
        game.say(PactTradeAgreed(power=giver, recipient=recipient, resources=resources, points=points))
    return Goto("next_power_proposes")


DECLINE_PACT = Verb("decline-pact", "9.2", _decline)
ACCEPT_PACT = Verb("accept-pact", "9.2", _accept)


@step("9.2/other major powers", DECLINE_PACT, ACCEPT_PACT)
def answer_the_proposal(game: Game, making: MakingPacts) -> Control:
    power, other = _proposer(game, making), making.partner
    give_resources, give_points, take_resources, take_points = making.terms
    return one(
        seat_of_power(game, other),
        DECLINE_PACT,
        ACCEPT_PACT,
        rule="9.2",
        prompt="answer-pact",
        power=Power(power),
        target_power=Power(other),
        resources=Number(give_resources),
        points=Number(give_points),
        own_resources=Number(take_resources),
        own_points=Number(take_points),
    )


MAKING_PACTS = procedure(
    "neutrality pacts",
    "9.2",
    next_power_proposes,
    propose_a_pact,
    say_the_terms,
    answer_the_proposal,
    locals=MakingPacts,
)


@rule("9.2/effect of neutrality pacts", "5.1")
def trade_of_pacts(usual: Callable[[Position], tuple[Promise, ...]], game: Position) -> tuple[Promise, ...]:
    """What partners agreed on is given each turn until their pact is broken, with what they give each other anyway."""
    found = list(usual(game))
    for giver, recipient, resources, points in game.state.get(PACT_TRADE):
        if not have_pact(game, giver, recipient):
            continue
        anyway = [one for one in found if (one.giver, one.recipient) == (giver, recipient)]
        found = [one for one in found if one not in anyway]
        resources_too, points_too = sum(one.resources for one in anyway), sum(one.points for one in anyway)
        found.append(Promise(giver, recipient, resources + resources_too, points + points_too))
    return tuple(found)


@rule("9.2/effect of neutrality pacts")
def old_trade_is_forgotten(game: Game, event: PactMade) -> None:
    """A pact that follows a broken one brings back nothing that was agreed under that."""
    if not event.confirmed:
        game.set(PACT_TRADE, _of_other_pairs(game, event.power, event.target_power))


def _of_other_pairs(game: Position, power: int, other: int) -> tuple[tuple[int, int, int, int], ...]:
    return tuple(row for row in game.state.get(PACT_TRADE) if {*row[:2]} != {power, other})


MODULE = Module(
    schema=Schema(fields=(PACT_TRADE,)),
    procedures=(MAKING_PACTS,),
    subscribes=((PactMade, old_trade_is_forgotten),),
    changes=(trade_agreements.wrapped_by(trade_of_pacts),),
)
