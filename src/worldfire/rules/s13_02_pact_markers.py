"""13.2 Entry markers on the common borders of pacts: offensive ones face-down, defensive ones face-up, and what is on record.

Each is a pool of `forces.markers`. Taking one out of the common pool, and what happens when that has run out, is here too.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Pick, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.kinds import PowerId
from worldfire.forces.markers import (
    COMMON,
    EVERYBODY,
    blindly,
    carry,
    count_in,
    empty_into_common,
    has_pool,
    next_year_joins,
    open_pool,
    pool_number,
    use_markers,
    values_in,
)
from worldfire.forces.situation import PACTS
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import NOBODY, SeatChanged
from worldfire.rules.s02_6_fractions import rounded


class Stance(StrEnum):
    """What a marker on a border is good for (9.2)."""

    #: its number down: only its owner may look
    OFFENSIVE = "offensive"
    #: its number up
    DEFENSIVE = "defensive"


TURNED = {Stance.OFFENSIVE: Stance.DEFENSIVE, Stance.DEFENSIVE: Stance.OFFENSIVE}

#: (owner, against whom, stance, total): numbers of markers that went back to the common pool and still count
RECORDED_MARKERS: Field[tuple[tuple[int, int, str, int], ...]] = Field("recorded_markers", ())


class MarkerTaken(Event, frozen=True):
    """A power has drawn a marker; only its owner may know the number."""

    power: PowerId
    against: PowerId


class MarkerReturned(Event, frozen=True):
    """The pool had run out: a marker goes back to it, and its number is written down for all to see."""

    power: PowerId
    against: PowerId
    value: int


# ------------------------------------------------------------------------------------------------------ what lies where


def _name(game: Position, stance: Stance, power: int, other: int) -> str:
    return f"{stance} markers of {power_name(game, power)} against {power_name(game, other)}"


def _hand_name(game: Position, power: int) -> str:
    return f"marker in the hand of {power_name(game, power)}"


def _opened(game: Game, name: str, seat: str) -> int:
    if not has_pool(game, name):
        open_pool(game, name, seat)
    return pool_number(game, name)


def hand_of(game: Game, power: int) -> int:
    """Where a marker lies that its owner has taken and may look at, before he makes it offensive or defensive."""
    return _opened(game, _hand_name(game, power), seat_of_power(game, power))


def pact_pool(game: Game, stance: Stance, power: int, other: int) -> int:
    """The power's markers of this kind on its border with the other."""
    seat = EVERYBODY if stance is Stance.DEFENSIVE else seat_of_power(game, power)
    return _opened(game, _name(game, stance, power, other), seat)


@rule("13.2")
def marker_values(game: Position, power: int, other: int, stance: Stance) -> tuple[int, ...]:
    """Their numbers: of offensive ones only for whoever may look at them."""
    name = _name(game, stance, power, other)
    return values_in(game, pool_number(game, name)) if has_pool(game, name) else ()


def marker_count(game: Position, power: int, other: int, stance: Stance) -> int:
    name = _name(game, stance, power, other)
    return count_in(game, pool_number(game, name)) if has_pool(game, name) else 0


@rule("9.2/entry marker totals", "13.2")
def marker_total(game: Position, power: int, other: int, stance: Stance) -> int:
    """On this border, with what is on record."""
    return sum(marker_values(game, power, other, stance)) + recorded(game, power, other, stance)


@rule("13.2")
def recorded(game: Position, power: int, other: int, stance: Stance) -> int:
    """What has been written down for this power on this border."""
    kept = game.state.get(RECORDED_MARKERS)
    return sum(total for who, at, kind, total in kept if (who, at, kind) == (power, other, stance))


def record(game: Game, power: int, other: int, stance: Stance, change: int) -> None:
    """Add to what is written down, or take from it."""
    total = recorded(game, power, other, stance) + change
    kept = game.state.get(RECORDED_MARKERS)
    others = tuple(row for row in kept if row[:3] != (power, other, stance))
    game.set(RECORDED_MARKERS, (*others, (power, other, str(stance), total)) if total else others)


@rule("9.2/effect of neutrality pacts")
def clear_border(game: Game, power: int, other: int) -> None:
    """The pact is no more: the power's markers go back to the common pool, and nothing of them stays on record."""
    for stance in Stance:
        name = _name(game, stance, power, other)
        if has_pool(game, name):
            empty_into_common(game, (pool_number(game, name),))
        record(game, power, other, stance, -recorded(game, power, other, stance))


@rule("13.2")
def another_seat_looks(game: Game, event: SeatChanged) -> None:
    """Who plays a power may look at its markers, and nobody who played it before."""
    names = [_hand_name(game, event.power)]
    names += [_name(game, Stance.OFFENSIVE, event.power, other) for pair in game.state.get(PACTS) for other in pair]
    for name in names:
        if has_pool(game, name):
            open_pool(game, name, event.seat)


# ------------------------------------------------------------------------------------------------------- running out


class RunningOut(msgspec.Struct):
    """(owner, against whom, stance) of what still gives up markers, and how many the first has left to give."""

    piles: tuple[tuple[int, int, str], ...] = ()
    left: int = NOBODY


def _piles(game: Position) -> tuple[tuple[int, int, str], ...]:
    pairs = sorted({pair for one, other in game.state.get(PACTS) for pair in ((one, other), (other, one))})
    found = ((*pair, stance) for pair in pairs for stance in Stance)
    return tuple(
        (power, other, str(stance)) for power, other, stance in found if marker_count(game, power, other, stance)
    )


@step("13.2")
def who_gives_markers_up(game: Game, out: RunningOut) -> Control:
    out.piles = _piles(game)
    return None


@step("13.2")
def next_marker_goes_back(game: Game, out: RunningOut) -> Control:
    """Half of each kind on each border, chosen at random where all can see it."""
    while out.piles:
        power, other, kind = out.piles[0]
        held = marker_count(game, power, other, Stance(kind))
        if out.left == NOBODY:
            out.left = rounded(Fraction(held, 2))
        if out.left:
            return Pick("marker to give up", seat_of_power(game, power), held)
        out.piles, out.left = out.piles[1:], NOBODY
    return End()


@step("13.2")
def it_goes_back(game: Game, out: RunningOut) -> Control:
    power, other, kind = out.piles[0]
    pool = pact_pool(game, Stance(kind), power, other)
    value = values_in(game, pool)[game.result[0]]
    carry(game, game.result, pool, COMMON)
    record(game, power, other, Stance(kind), value)
    game.say(MarkerReturned(power=power, against=other, value=value))
    out.left -= 1
    return Goto("next_marker_goes_back")


RUNNING_OUT = procedure(
    "entry markers run out", "13.2", who_gives_markers_up, next_marker_goes_back, it_goes_back, locals=RunningOut
)

# ------------------------------------------------------------------------------------------------------ taking a marker


class TakingMarker(msgspec.Struct):
    """Who takes one, and for which border. The procedure ends with whether there was one to be had."""

    power: int
    against: int


@step("13.2")
def fill_the_pool(game: Game, taking: TakingMarker) -> Control:
    """The markers of the year; when all are used, those of the next; and then half of what lies on the borders."""
    use_markers(game)
    next_year_joins(game)
    return None if count_in(game, COMMON) else Call(RUNNING_OUT.name, RunningOut())


@step("13.2")
def draw_a_marker(game: Game, taking: TakingMarker) -> Control:
    if not count_in(game, COMMON):
        return End(False)
    return blindly(game, "entry marker", seat_of_power(game, taking.power), COMMON)


@step("13.2")
def take_it(game: Game, taking: TakingMarker) -> Control:
    carry(game, game.result, COMMON, hand_of(game, taking.power))
    game.say(MarkerTaken(power=taking.power, against=taking.against))
    return End(True)


TAKING = procedure("taking an entry marker", "13.2", fill_the_pool, draw_a_marker, take_it, locals=TakingMarker)

MODULE = Module(
    schema=Schema(fields=(RECORDED_MARKERS,)),
    procedures=(RUNNING_OUT, TAKING),
    subscribes=((SeatChanged, another_seat_looks),),
)
