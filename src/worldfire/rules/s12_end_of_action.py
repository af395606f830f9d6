"""7 and 12 The action stage: impulses that alternate between the sides, and the test after each whether it was the last."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Roll, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import SumOf
from worldfire.forces.charts import chart_named
from worldfire.forces.kinds import SideId
from worldfire.forces.situation import FIRST_SIDE
from worldfire.forces.turn import (
    ACTIVE_SIDE,
    IMPULSE,
    IMPULSE_BOX,
    MAPS,
    WEATHER_ADVANCE,
    active_side,
    other_side,
    powers_of_side,
    seats_of_side,
)
from worldfire.rules.s06_initiative import move_marker_towards
from worldfire.rules.s10_actions import passed

#: 12: games on so few maps have their own column of modifiers
FEW_MAPS = Figure("maps of a small game", "12")

#: 12, option 34: what else is added to the die: ()
END_MODIFIER = SumOf[[], int]("12 end modifier")


class ImpulseBegan(Event, frozen=True):
    side: SideId
    impulse: int


class LastImpulseTested(Event, frozen=True):
    """The modified roll and the number that ends the action stage; both are 0 where an impulse could not be the last."""

    roll: int
    needed: int
    ended: bool


@rule("7")
def next_impulse(game: Game) -> None:
    """The first side begins; then the sides alternate. The side whose impulse it is is the active side."""
    begun = game.state.get(IMPULSE)
    side = game.state.get(FIRST_SIDE) if not begun else other_side(game.state.get(ACTIVE_SIDE))
    game.set(ACTIVE_SIDE, side)
    game.set(IMPULSE, begun + 1)
    game.say(ImpulseBegan(side=side, impulse=begun + 1))


def opens_a_pair(game: Position) -> bool:
    """The first side's impulse opens a pair, for which the weather is rolled (8)."""
    return game.state.get(ACTIVE_SIDE) == game.state.get(FIRST_SIDE)


# ----------------------------------------------------------------------------------------------------- 12 last impulse test


@clause("12")
def might_pass(game: Position, power: int) -> bool:
    """Does it count who of the side did not pass?"""
    return True


@clause("12")
def end_modifier(game: Position) -> int:
    """For the powers of the side, neutral and active, that chose a pass."""
    powers = tuple(power for power in powers_of_side(game, active_side(game)) if might_pass(game, power))
    passes = sum(passed(game, power) for power in powers)
    column = "die, one or two maps" if game.state.get(MAPS) <= FEW_MAPS(game) else "die"
    found = END_MODIFIER(game)
    if passes == len(powers):
        return found + int(chart_named(game, "last_impulse").at("whole side passed", column))
    if passes and passes == len(powers) - 1:
        return found + int(chart_named(game, "last_impulse").at("all but one passed", column))
    return found


@clause("12")
def may_be_the_last(game: Position) -> bool:
    """Is it tested whether this impulse was the last?"""
    return True


@step("12")
def roll_to_end(game: Game, nothing: None) -> Control:
    if not may_be_the_last(game):
        game.say(LastImpulseTested(roll=0, needed=0, ended=False))
        return _go_on(game)
    return Roll("last impulse", seats_of_side(game, active_side(game))[0])


@rule("8.2.2")
def _go_on(game: Game) -> Control:
    """The marker advances as far as the weather says."""
    last_box = len(chart_named(game, "impulse_track").rows.labels)
    game.set(IMPULSE_BOX, min(game.state.get(IMPULSE_BOX) + game.state.get(WEATHER_ADVANCE), last_box))
    return End(False)


@step("12", also=("8.2.2",))
def end_or_advance(game: Game, nothing: None) -> Control:
    """At or below the end number impulses are over; otherwise the marker advances as far as the weather says."""
    track = chart_named(game, "impulse_track")
    box = game.state.get(IMPULSE_BOX)
    roll = game.total + end_modifier(game)
    needed = int(track.at(box, "end number"))
    ended = roll <= needed
    game.say(LastImpulseTested(roll=roll, needed=needed, ended=ended))
    if not ended:
        return _go_on(game)
    if active_side(game) == game.state.get(FIRST_SIDE):  # it had both the first and the last impulse
        move_marker_towards(game, other_side(active_side(game)))
    return End(ended)


LAST_IMPULSE_TEST = procedure("last impulse test", "12", roll_to_end, end_or_advance)


MODULE = Module(
    procedures=(LAST_IMPULSE_TEST,),
    seams=(END_MODIFIER,),
)
