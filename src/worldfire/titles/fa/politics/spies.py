"""15.2 Spies: at any time they look into an entry pool, at the end of the turn they spoil the other side's plans.

The owner of a pool withholds one marker of his choice; only the side that paid sees the others.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.facts import Facts
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Side, SideId
from worldfire.forces.turn import other_side
from worldfire.forces.who import NOBODY
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s03_sequence import PLAY
from worldfire.titles.fa.entry.pools import OWNERS, EntryPool, PoolName, markers_in, seat_of_pool, values_of
from worldfire.titles.fa.politics.points import (
    change_points,
    pay,
    payment_violation,
    points_of,
    price_of,
    seat_that_spends,
    side_spent_for,
)
from worldfire.titles.fa.who_first import EachSide

SPIES = "spies"
_SECTION = "fa:15.2"
PERCENT_SPOILED = Figure("percent of the other side's political points that spies spoil", _SECTION)

#: side → the seat that has paid for the last look into a pool
SPYMASTERS: Field[tuple[str, ...]] = Field("spymasters", ("", ""))


def _only_the_spymaster(side: int) -> Field[tuple[str, tuple[int, ...]]]:
    def visible(state: Facts, row: int, seat: str | None) -> bool:
        return seat is not None and state.get(SPYMASTERS)[side] == seat

    return Field(f"report of spies {side}", ("", ()), visible=visible)


#: side → (pool, markers) that its spies have last seen
REPORTS = tuple(_only_the_spymaster(side) for side in (0, 1))


class SpiesLook(Event, frozen=True):
    """Spies of the side have looked into a pool; only it knows what they saw."""

    side: SideId
    pool: PoolName


class SpiesSpoil(Event, frozen=True):
    """Spies of the side have spoiled so many of the other side's political points."""

    side: SideId
    points: int


# --------------------------------------------------------------------------------------------------- looking into a pool


class Spying(msgspec.Struct):
    pool: str
    side: int


@rule(_SECTION)
def pools_to_spy_on(game: Position, seat: str) -> tuple[str, ...]:
    """Those with more than the one marker that is withheld, and of somebody else."""
    return tuple(pool for pool in OWNERS if markers_in(game, pool) > 1 and seat_of_pool(game, pool) != seat)


def _pools(game: Position, nothing: object, seat: str) -> Shape | Violation:
    side = side_spent_for(game, seat)
    if side == NOBODY:
        return refused(_SECTION, "only-the-spender-decides")
    pools = pools_to_spy_on(game, seat)
    if not pools:
        return refused(_SECTION, "no-pool-to-spy-on")
    return payment_violation(game, side, price_of(game, SPIES)) or One(pools)


def _spy(game: Game, nothing: object, seat: str, noun: Noun) -> Control:
    side = side_spent_for(game, seat)
    pay(game, side, price_of(game, SPIES))
    known = game.state.get(SPYMASTERS)
    game.set(SPYMASTERS, tuple(seat if whose == side else master for whose, master in enumerate(known)))
    game.say(SpiesLook(side=side, pool=noun))
    return Call(SPYING.name, Spying(noun, side))


SPY_ON_POOL = Announcement(Verb("spy-on-pool", _SECTION, _spy, _pools, items=EntryPool), PLAY)


def _markers(game: Position, spying: Spying, seat: str) -> Shape | Violation:
    return One(tuple(sorted(set(values_of(game, spying.pool)))))


def _withhold(game: Game, spying: Spying, seat: str, noun: Noun) -> Control:
    seen = list(values_of(game, spying.pool))
    seen.remove(noun)
    game.set(REPORTS[spying.side], (spying.pool, tuple(seen)))
    return None


WITHHOLD = Verb("withhold-marker", _SECTION, _withhold, _markers, private=True)


@step(_SECTION, WITHHOLD)
def one_marker_is_withheld(game: Game, spying: Spying) -> Control:
    """Which one nobody else learns; so its owner is asked even if all say the same."""
    return one(
        seat_of_pool(game, spying.pool),
        WITHHOLD,
        rule=_SECTION,
        prompt="withhold-marker",
        always=True,
        pool=EntryPool(spying.pool),
    )


SPYING = procedure("spies", _SECTION, one_marker_is_withheld, locals=Spying)


# ------------------------------------------------------------------------------------------------ at the end of the turn


class Spoiling(msgspec.Struct):
    """Sides that have been asked."""

    asked: tuple[int, ...] = ()


@rule(_SECTION, "fa:2.6")
def points_spoiled(game: Position, side: int) -> int:
    """A tenth of what the other side has saved."""
    return rounded(Fraction(points_of(game, other_side(side)) * PERCENT_SPOILED(game), 100))


@rule(_SECTION)
def may_spoil(game: Position, side: int) -> bool:
    """Does it have what spies cost, and is there anything to spoil?"""
    return points_spoiled(game, side) > 0 and payment_violation(game, side, price_of(game, SPIES)) is None


#: the side with the initiative first
SPOILERS = EachSide("spies", may_spoil)


def _side(game: Position, spoiling: Spoiling) -> int:
    return SPOILERS.next(game, spoiling.asked)


def _spoil(game: Game, spoiling: Spoiling, seat: str, noun: Noun) -> Control:
    side = _side(game, spoiling)
    spoiling.asked += (side,)
    pay(game, side, price_of(game, SPIES))
    points = points_spoiled(game, side)
    change_points(game, other_side(side), -points)
    game.say(SpiesSpoil(side=side, points=points))
    return Goto("next_side_sends_spies")


def _send_none(game: Game, spoiling: Spoiling, seat: str, noun: Noun) -> Control:
    spoiling.asked += (_side(game, spoiling),)
    return Goto("next_side_sends_spies")


SEND_SPIES = Verb("send-spies", _SECTION, _spoil)
SEND_NO_SPIES = Verb("send-no-spies", _SECTION, _send_none)


@step(_SECTION, SEND_NO_SPIES, SEND_SPIES)
def next_side_sends_spies(game: Game, spoiling: Spoiling) -> Control:
    side = _side(game, spoiling)
    if side == NOBODY:
        return End()
    seat, points = seat_that_spends(game, side), Number(points_spoiled(game, side))
    return one(seat, SEND_NO_SPIES, SEND_SPIES, rule=_SECTION, prompt="send-spies", side=Side(side), points=points)


SPOILING = procedure("spies at the end of the turn", _SECTION, next_side_sends_spies, locals=Spoiling)
