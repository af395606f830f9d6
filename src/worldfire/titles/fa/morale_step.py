"""fa:13.5.7, 14.1 The morale step: each power's points are added up; ten are a level, and a die decides about the rest.

The side with the worse initiative goes first.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.charts import chart_named
from worldfire.forces.kinds import PowerId
from worldfire.forces.turn import is_active, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import NOBODY
from worldfire.titles.fa.home_front import SPENT_AT_HOME
from worldfire.titles.fa.morale import MORALE, TENTHS, morale
from worldfire.titles.fa.morale_events import LOSSES, MORALE_POINTS, SUCCESSES
from worldfire.titles.fa.victory import beaten_by_its_morale
from worldfire.titles.fa.who_first import sides_in_order

GAINED_A_TURN = Figure("levels of morale gained in a turn at most", "fa:14.1")
START = "morale_start"
FIRST_YEAR = "1914"


class MoraleReckoned(Event, frozen=True):
    """What added up to a power's points, as (reason, points)."""

    power: PowerId
    reasons: tuple[tuple[str, int], ...]
    points: int


class MoraleChanged(Event, frozen=True):
    power: PowerId
    before: int
    after: int


class MoraleBroken(Event, frozen=True):
    """A power's people will not go on."""

    power: PowerId


class MoraleStep(msgspec.Struct):
    """Powers that have adjusted their morale, and the points of the one that does so now, with the die for the rest."""

    settled: tuple[int, ...] = ()
    points: int = 0
    die: int | None = None


@clause("fa:14.3")
def recovers(game: Position, power: int) -> bool:
    """Is it at peace since it surrendered, and may find new heart?"""
    return False


@rule("fa:13.5.7")
def powers_in_morale_order(game: Position) -> tuple[int, ...]:
    """Those of the side without the initiative first; neutral powers, and those whose morale is not counted, not at all."""
    powers = (power for side in sides_in_order(game, "morale") for power in powers_of_side(game, side))
    return tuple(
        power
        for power in powers
        if (is_active(game, power) and morale(game, power) is not None) or recovers(game, power)
    )


@rule("fa:14.1", "fa:14.3")
def reasons_of(game: Game, power: int) -> tuple[tuple[str, int], ...]:
    """What lifts and lowers its morale; at peace nothing lowers it."""
    found = tuple(reason(game, power) for reason in MORALE_POINTS.one_by_one(game))
    return tuple((why, points) for why, points in found if points > 0 or (points and is_active(game, power)))


@clause("fa:14.1")
def highest_morale(game: Position, power: int) -> int:
    """That of 1914."""
    chart = chart_named(game, START)
    return int(chart.at(FIRST_YEAR, power_name(game, power)))


@rule("fa:14.1")
def new_level(game: Position, power: int, points: int, die: int | None) -> int:
    """Whole levels by tens; the die, if it is no higher than the rest, moves one more. Gains have their bounds."""
    before = morale(game, power) or 0
    levels, rest = divmod(abs(points), TENTHS)
    levels += die is not None and die <= rest
    if points < 0:
        return max(before - levels, 0)
    return max(before, min(before + min(levels, GAINED_A_TURN(game)), highest_morale(game, power)))


def _turn_of(game: Position, work: MoraleStep) -> int:
    """NOBODY if all are through; a power that breaks may take others out of the order, or end the war (13.7.1.1)."""
    if beaten_by_its_morale(game) is not None:
        return NOBODY
    return next((power for power in powers_in_morale_order(game) if power not in work.settled), NOBODY)


@step("fa:13.5.7")
def next_power_s_morale(game: Game, work: MoraleStep) -> Control:
    power = _turn_of(game, work)
    if power == NOBODY:
        return Goto("forget_the_turn")
    reasons = reasons_of(game, power)
    work.points, work.die = sum(points for _, points in reasons), None
    game.say(MoraleReckoned(power=power, reasons=reasons, points=work.points))
    return Roll("morale", seat_of_power(game, power)) if abs(work.points) % TENTHS else Goto("morale_moves")


@step("fa:14.1")
def the_rest_is_rolled_for(game: Game, work: MoraleStep) -> Control:
    work.die = game.total
    return None


@step("fa:14.1")
def morale_moves(game: Game, work: MoraleStep) -> Control:
    power = _turn_of(game, work)
    before, after = morale(game, power) or 0, new_level(game, power, work.points, work.die)
    work.settled += (power,)
    _forget(game, power)
    if after != before:
        game.write(MORALE, power, after * TENTHS)
        game.say(MoraleChanged(power=power, before=before, after=after))
    if after or not is_active(game, power):
        return Goto("next_power_s_morale")
    game.say(MoraleBroken(power=power))
    if beaten_by_its_morale(game) is not None:
        return Goto("forget_the_turn")
    return when_morale_breaks(game, power) or Goto("next_power_s_morale")


@clause("fa:14.3")
def when_morale_breaks(game: Game, power: int) -> Call | None:
    """The power offers its surrender; whoever is not accepted fights on, and morale no longer matters to it."""
    return None


@step("fa:14.3")
def after_the_offer(game: Game, work: MoraleStep) -> Control:
    return Goto("next_power_s_morale")


def _forget(game: Game, power: int) -> None:
    for column in (LOSSES, SUCCESSES, SPENT_AT_HOME):
        game.write(column, power, 0)


@step("fa:14")
def forget_the_turn(game: Game, work: MoraleStep) -> Control:
    """Of those who had no morale to adjust; what came of the step itself counts next turn."""
    for power in (power for side in (0, 1) for power in powers_of_side(game, side)):
        if power not in work.settled:
            _forget(game, power)
    return End()


MORALE_STEP = procedure(
    "morale",
    "fa:13.5.7",
    next_power_s_morale,
    the_rest_is_rolled_for,
    morale_moves,
    after_the_offer,
    forget_the_turn,
    locals=MoraleStep,
)

MODULE = Module(procedures=(MORALE_STEP,))
