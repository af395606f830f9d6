"""A roll is a frame: before and after the throw lie two seams where re-rolls and modifiers attach.

Rules that roll do not know of them. The kernel makes the frame only if something is attached; otherwise a roll costs one
call. Also here: how allies who cannot agree break the tie (2.7), and draws that must wait for a tray to be sorted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from worldfire.engine.events import Rolled, TieBroken
from worldfire.engine.procedures import Control, End, Goto, Procedure, Roll, procedure, step
from worldfire.engine.seams import EachOf
from worldfire.engine.violation import Violation, refused

if TYPE_CHECKING:
    from worldfire.engine.game import Game


class Throw(msgspec.Struct):
    """A roll on its way: what was asked, how the dice lie, what has been done to them."""

    kind: str
    by: str
    dice: int
    sides: int
    concerns: tuple[str, ...] = ()
    fallen: tuple[int, ...] = ()
    modifier: int = 0
    rerolled: bool = False
    #: how many of those attached have been heard
    heard: int = 0


#: Everybody attached is asked in turn for a control: a decision or a call to be done, or None.
BEFORE_ROLL = EachOf[[Throw], Control]("before a roll")
AFTER_ROLL = EachOf[[Throw], Control]("after a roll")


def reroll_violation(throw: Throw) -> Violation | None:
    """2.7: re-rolled dice may not be re-rolled."""
    return refused("2.7", "dice-already-rerolled") if throw.rerolled else None


def modify_violation(throw: Throw) -> Violation | None:
    """2.7: modified dice may not be modified again."""
    return refused("2.7", "dice-already-modified") if throw.modifier else None


def reroll(game: Game, throw: Throw) -> None:
    """Throw the dice again; a modifier they had goes on to count (2.7)."""
    throw.rerolled = True
    throw.fallen = game.throw(throw.kind, throw.by, throw.dice, throw.sides)
    game.say(Rolled(kind=throw.kind, by=throw.by, dice=throw.fallen, modifier=throw.modifier))


def modify(game: Game, throw: Throw, modifier: int) -> None:
    throw.modifier = modifier
    game.say(Rolled(kind=throw.kind, by=throw.by, dice=throw.fallen, modifier=modifier))


def _hear(game: Game, throw: Throw, seam: EachOf[[Throw], Control], onward: str) -> Control:
    """What the next of those attached wants; when all were heard, onward."""
    attached = seam.one_by_one(game)
    return Goto(onward) if throw.heard == len(attached) else attached[throw.heard](game, throw)


@step("2.7")
def before_the_throw(game: Game, throw: Throw) -> Control:
    return _hear(game, throw, BEFORE_ROLL, "throw_the_dice")


@step("2.7")
def next_before_the_throw(game: Game, throw: Throw) -> Control:
    throw.heard += 1
    return Goto("before_the_throw")


@step("2.7")
def throw_the_dice(game: Game, throw: Throw) -> Control:
    throw.heard = 0
    throw.fallen = game.throw(throw.kind, throw.by, throw.dice, throw.sides)
    game.say(Rolled(kind=throw.kind, by=throw.by, dice=throw.fallen, modifier=throw.modifier))
    return None


@step("2.7")
def after_the_throw(game: Game, throw: Throw) -> Control:
    return _hear(game, throw, AFTER_ROLL, "let_the_dice_lie")


@step("2.7")
def next_after_the_throw(game: Game, throw: Throw) -> Control:
    throw.heard += 1
    return Goto("after_the_throw")


@step("2.7")
def let_the_dice_lie(game: Game, throw: Throw) -> Control:
    return End((throw.fallen, throw.modifier))


ROLL = procedure(
    "a roll",
    "2.7",
    before_the_throw,
    next_before_the_throw,
    throw_the_dice,
    after_the_throw,
    next_after_the_throw,
    let_the_dice_lie,
    locals=Throw,
)


class Tie(msgspec.Struct):
    """Seats that still compete for the choice, and what those who have rolled so far got."""

    seats: tuple[str, ...]
    rolled: tuple[int, ...] = ()


@step("2.7")
def next_seat_rolls(game: Game, tie: Tie) -> Control:
    return Roll("tie", tie.seats[len(tie.rolled)])


@step("2.7")
def highest_roll_chooses(game: Game, tie: Tie) -> Control:
    tie.rolled += (game.total,)
    if len(tie.rolled) < len(tie.seats):
        return Goto("next_seat_rolls")
    best = max(tie.rolled)
    highest = tuple(seat for seat, roll in zip(tie.seats, tie.rolled, strict=True) if roll == best)
    if len(highest) > 1:  # equal highest rolls: those roll again
        tie.seats, tie.rolled = highest, ()
        return Goto("next_seat_rolls")
    game.say(TieBroken(winner=highest[0]))
    return End(highest[0])


BREAK_TIE = procedure("breaking a tie", "2.7", next_seat_rolls, highest_roll_chooses, locals=Tie)


class Drawing(msgspec.Struct):
    """A draw that must wait until the tray of its pool is sorted."""

    kind: str
    by: str
    place: int
    count: int
    seen_by: tuple[str, ...] | None


@step("4.2")
def sort_the_tray(game: Game, drawing: Drawing) -> Control:
    return game.tray_to_sort(drawing.place)


@step("4.2")
def draw_from_the_pool(game: Game, drawing: Drawing) -> Control:
    return End(game.draw(drawing.kind, drawing.by, drawing.place, drawing.count, drawing.seen_by))


DRAW = procedure("a draw", "4.2", sort_the_tray, draw_from_the_pool, locals=Drawing)

PROCEDURES: tuple[Procedure, ...] = (ROLL, BREAK_TIE, DRAW)
