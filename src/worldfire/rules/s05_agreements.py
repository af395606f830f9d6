"""5 Lending agreed on in writing: allies propose, amend, accept, decline and end it whenever they like.

The book knows only the announcement of the lending stage. What two allies have signed is announced for the giver there, turn
by turn, as far as the rules then allow, until one of them ends it; beyond it everybody announces what he likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Phrase, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Amounts, Bounds, Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Owner, Power, PowerId
from worldfire.forces.turn import power_name, powers_of_seat, powers_of_side, seat_of_power
from worldfire.forces.who import FALLEN_POWER, SIDE, SIDE_NAMES, power_named
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s05_lending import AGREED
from worldfire.rules.s24_1_scene import SCENE

#: (proposer, ally, resources and build points that he gives, resources and build points that he wants)
PROPOSED: Field[tuple[tuple[int, int, int, int, int, int], ...]] = Field("lending_proposed", ())
#: of a kind, in one proposal: more than anybody has
MOST = 99
KINDS = ("resources", "points")


class Proposal(NamedTuple):
    """What lies between two allies until it is answered."""

    power: int
    ally: int
    resources: int
    points: int
    resources_back: int
    points_back: int


class LendingProposed(Event, frozen=True):
    power: PowerId
    target_power: PowerId
    resources: int
    points: int
    resources_back: int
    points_back: int
    #: it takes the place of one that lay between them
    amended: bool


class LendingAgreed(Event, frozen=True):
    power: PowerId
    target_power: PowerId
    resources: int
    points: int
    resources_back: int
    points_back: int


class LendingDeclined(Event, frozen=True):
    """By him to whom it was proposed, or taken back by him who did."""

    power: PowerId
    target_power: PowerId


class LendingEnded(Event, frozen=True):
    power: PowerId
    target_power: PowerId


class LoanTerm(Word):
    """“usa commonwealth points”: how much the first gives the second."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: str) -> Phrase | None:
        giver, recipient, kind = value.split()
        return Phrase(f"loan-{kind}", {"giver": Owner(giver), "recipient": Owner(recipient)})


def terms_phrase(power: Owner, ally: Owner, there: int, points: int, back: int, points_back: int) -> Phrase:
    """Who gives what; who gives nothing is not spoken of."""
    ways = ("there" if there or points else "") + ("back" if back or points_back else "")
    numbers = {"resources": there, "points": points, "resources_back": back, "points_back": points_back}
    told = {name: Number(number) for name, number in numbers.items()}
    both = {"mixed": Number(bool(there and points)), "mixed_back": Number(bool(back and points_back))}
    return Phrase(f"lending-{ways}", {"power": power, "target_power": ally, **told, **both})


# ------------------------------------------------------------------------------------------------------ who is spoken to


def _own(game: Position, seat: str) -> tuple[int, ...]:
    sides = range(len(game.state.get(SIDE_NAMES)))
    return tuple(power for side in sides for power in powers_of_seat(game, seat, side))


def _pairs(game: Position, seat: str) -> Iterator[tuple[int, int]]:
    """A power of the seat's, and one of its side that somebody else plays: with oneself nobody has to agree."""
    fallen = game.state[FALLEN_POWER]
    for power in _own(game, seat):
        for ally in powers_of_side(game, game.state[SIDE][power]):
            if seat_of_power(game, ally) != seat and not fallen[ally] and not fallen[power]:
                yield power, ally


def proposals(game: Position) -> tuple[Proposal, ...]:
    return tuple(Proposal(*row) for row in game.state.get(PROPOSED))


def _others(game: Position, power: int, ally: int) -> tuple[Proposal, ...]:
    return tuple(one for one in proposals(game) if {one.power, one.ally} != {power, ally})


# ------------------------------------------------------------------------------------------------------------- proposing


class LoanTerms(Amounts, frozen=True, tag="Amounts"):
    """What is proposed at random is one thing of one kind."""

    def sample(self, rng: Random) -> Noun:
        chosen = rng.choice(self.items).item
        return tuple((bounds.item, int(bounds.item == chosen)) for bounds in self.items)


def _terms_shape(game: Position, nothing: None, seat: str) -> Shape | Violation:
    items = []
    for power, ally in _pairs(game, seat):
        names = power_name(game, power), power_name(game, ally)
        for giver, recipient in (names, names[::-1]):
            items += [Bounds(f"{giver} {recipient} {kind}", 0, MOST) for kind in KINDS]
    return LoanTerms(tuple(items), 1, 4 * MOST) if items else refused("5", "no-ally-to-lend-to")


def _read(game: Position, seat: str, noun: Noun) -> tuple[Proposal, ...]:
    """One for each pair of allies that the terms speak of, as the seat proposes it."""
    given = {(*item.split(),): number for item, number in noun}
    found = []
    for power, ally in _pairs(game, seat):
        there, back = (
            (power_name(game, power), power_name(game, ally)),
            (power_name(game, ally), power_name(game, power)),
        )
        numbers = [given.get((*way, kind), 0) for way in (there, back) for kind in KINDS]
        if any(numbers):
            found.append(Proposal(power, ally, *numbers))
    return tuple(found)


@rule("5")
def _terms_violation(game: Position, nothing: None, seat: str, noun: Noun) -> Violation | None:
    """To one ally at a time, and nobody gives resources to whoever gives him some."""
    found = _read(game, seat, noun)
    if len(found) != 1:
        return refused("5", "lending-with-one-ally")
    one = found[0]
    if (one.resources and one.resources_back) or (one.points and one.points_back):
        return refused("5", "gives-and-gets-the-same", target_power=Power(one.ally))
    return None


def _propose(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    (one,) = _read(game, seat, noun)
    others = _others(game, one.power, one.ally)
    amended = len(others) < len(proposals(game))
    game.set(PROPOSED, (*others, one))
    game.say(
        LendingProposed(
            power=one.power,
            target_power=one.ally,
            resources=one.resources,
            points=one.points,
            resources_back=one.resources_back,
            points_back=one.points_back,
            amended=amended,
        )
    )
    return None


# ------------------------------------------------------------------------------------------------------------- answering


def name_of(game: Position, one: Proposal) -> str:
    """By all that it says: nobody signs what was amended while he read it."""
    return " ".join((power_name(game, one.power), power_name(game, one.ally), *map(str, one[2:])))


def _named(game: Position, noun: Noun) -> Proposal:
    return next(one for one in proposals(game) if name_of(game, one) == noun)


def _to_accept(game: Position, nothing: None, seat: str) -> Shape | Violation:
    found = tuple(name_of(game, one) for one in proposals(game) if seat_of_power(game, one.ally) == seat)
    return One(found) if found else refused("5", "no-lending-proposed")


def _to_decline(game: Position, nothing: None, seat: str) -> Shape | Violation:
    own = (one for one in proposals(game) if seat in (seat_of_power(game, one.ally), seat_of_power(game, one.power)))
    found = tuple(name_of(game, one) for one in own)
    return One(found) if found else refused("5", "no-lending-proposed")


def _kept(game: Position, power: int, ally: int) -> tuple[tuple[int, int, int, int], ...]:
    return tuple(row for row in game.state.get(AGREED) if {*row[:2]} != {power, ally})


def _accept(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    """It takes the place of what the two had agreed on before."""
    one = _named(game, noun)
    rows = (
        (one.power, one.ally, one.resources, one.points),
        (one.ally, one.power, one.resources_back, one.points_back),
    )
    game.set(PROPOSED, _others(game, one.power, one.ally))
    game.set(AGREED, (*_kept(game, one.power, one.ally), *(row for row in rows if row[2] or row[3])))
    game.say(
        LendingAgreed(
            power=one.power,
            target_power=one.ally,
            resources=one.resources,
            points=one.points,
            resources_back=one.resources_back,
            points_back=one.points_back,
        )
    )
    return None


def _decline(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    one = _named(game, noun)
    game.set(PROPOSED, _others(game, one.power, one.ally))
    to_him = seat_of_power(game, one.ally) == seat
    power, other = (one.ally, one.power) if to_him else (one.power, one.ally)
    game.say(LendingDeclined(power=power, target_power=other))
    return None


def _to_end(game: Position, nothing: None, seat: str) -> Shape | Violation:
    found = dict.fromkeys(
        f"{power_name(game, power)} {power_name(game, ally)}"
        for power, ally in _pairs(game, seat)
        if len(_kept(game, power, ally)) < len(game.state.get(AGREED))
    )
    return One(tuple(found)) if found else refused("5", "no-lending-agreed")


def _end(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    power, ally = (power_named(game, name) for name in noun.split())
    game.set(AGREED, _kept(game, power, ally))
    game.say(LendingEnded(power=power, target_power=ally))
    return None


class Terms(Word):
    """“usa commonwealth 0 3 2 0”: a proposal."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: str) -> Phrase | None:
        power, ally, *numbers = value.split()
        return terms_phrase(Owner(power), Owner(ally), *map(int, numbers))


class Pairing(Word):
    """“usa commonwealth”: an agreement by its two powers."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: str) -> Phrase | None:
        power, ally = value.split()
        return Phrase("lending-between", {"power": Owner(power), "target_power": Owner(ally)})


PROPOSE_LENDING = Verb("propose-lending", "5", _propose, _terms_shape, _terms_violation, items=LoanTerm)
ACCEPT_LENDING = Verb("accept-lending", "5", _accept, _to_accept, items=Terms)
DECLINE_LENDING = Verb("decline-lending", "5", _decline, _to_decline, items=Terms)
END_LENDING = Verb("end-lending", "5", _end, _to_end, items=Pairing)

#: at any time in the war, or in what is played of it
_SCOPE = (PLAY, SCENE.name)

MODULE = Module(
    schema=Schema(fields=(PROPOSED,)),
    announcements=tuple(
        Announcement(verb, _SCOPE) for verb in (PROPOSE_LENDING, ACCEPT_LENDING, DECLINE_LENDING, END_LENDING)
    ),
)
