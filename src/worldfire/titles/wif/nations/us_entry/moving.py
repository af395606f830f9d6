"""13.3.2, 13.3.3 Points of tension and of entry as markers: one for each ten, and another on a die for what is left over.

Markers are always chosen blindly. The tension of an option moves them from an entry pool to the tension pool beside it; an
entry action adds them from the common pool, or takes them back.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.markers import COMMON, blindly, carry, next_year_joins
from worldfire.forces.who import NOBODY, SIDE
from worldfire.rules.s13_03_points import markers_for, needs_a_die
from worldfire.titles.wif.nations.us_entry.kinds import ActionId, EntryAction, EntryOption, OptionNumber
from worldfire.titles.wif.nations.us_entry.pools import (
    ENTRY,
    TENSION,
    EntryTarget,
    MarkersMoved,
    MarkersReturned,
    foes,
    markers_in,
    never_again,
    number_of,
    targets_in_play,
    the_usa,
    us_seat,
    with_markers,
)

#: 13.3.3: turns for which the USA gets no regular markers, because there was none to take
DRAWS_LOST: Field[int] = Field("us_draws_lost", 0)
#: 13.3.3: Allied powers that cost the USA a marker which it did not have
BARRED_BY_USA: Field[tuple[int, ...]] = Field("barred_by_usa", ())


class TensionRaised(Event, frozen=True):
    """What an option costs; 0 is a declaration of war."""

    option: OptionNumber
    points: int


class EntryActionNoted(Event, frozen=True):
    """Somebody has done what the chart of US entry actions lists."""

    action: ActionId
    power: PowerId
    points: int


class DrawLost(Event, frozen=True):
    """There was no marker to take: the USA loses the regular markers of so many turns in all."""

    turns: int


class BarredByUsa(Event, frozen=True):
    """An ally who claims nothing, and neither gives to the USA, gets from it nor co-operates with it any more."""

    power: PowerId


# --------------------------------------------------------------------------------------------------------- 13.3.2 tension


class Raising(msgspec.Struct):
    """The option (0: a declaration of war), whom it is aimed at, its printed cost, and by how much the USA may change it."""

    option: int
    target: str
    points: int
    change: int = 0
    #: at war the USA may leave the markers where they are
    voluntary: bool = False
    left: int = 0
    moved: int = 0
    pool: str = ""


def _tension_shape(game: Position, raising: Raising, seat: str) -> Shape | Violation:
    least = max(0, raising.points - raising.change)
    return One(tuple(range(least, raising.points + raising.change + 1)))


def _set_tension(game: Game, raising: Raising, seat: str, noun: Noun) -> Control:
    raising.points, raising.change = noun, 0
    return None


SET_TENSION = Verb("set-tension", "13.3.2", _set_tension, _tension_shape)


@step("13.3.2", SET_TENSION)
def change_the_tension(game: Game, raising: Raising) -> Control:
    """Options 14, 26 and 35 let the USA do so before it rolls."""
    if not raising.change:
        return None
    option = EntryOption(raising.option)
    return one(us_seat(game), SET_TENSION, rule="13.3.2", prompt="set-tension", always=True, option=option)


@step("13.3.2")
def roll_for_tension(game: Game, raising: Raising) -> Control:
    game.say(TensionRaised(option=raising.option, points=raising.points))
    if needs_a_die(game, raising.points):
        return Roll("US tension", us_seat(game))
    raising.left = markers_for(game, raising.points, 1)
    return Goto("move_or_not")


@step("13.3.2")
def read_the_tension_die(game: Game, raising: Raising) -> Control:
    raising.left = markers_for(game, raising.points, game.total)
    return None


def _move(game: Game, raising: Raising, seat: str, noun: Noun) -> Control:
    raising.voluntary = False
    return None


def _leave(game: Game, raising: Raising, seat: str, noun: Noun) -> Control:
    return End(0)


MOVE_MARKERS = Verb("move-markers", "13.3.2", _move)
LEAVE_MARKERS = Verb("leave-markers", "13.3.2", _leave)


@step("13.3.2", MOVE_MARKERS, LEAVE_MARKERS)
def move_or_not(game: Game, raising: Raising) -> Control:
    """For options that a war brings, no marker has to be moved."""
    if not raising.voluntary:
        return None
    if not raising.left or not with_markers(game, ENTRY):
        return End(0)
    return one(
        us_seat(game),
        MOVE_MARKERS,
        LEAVE_MARKERS,
        rule="13.3.2",
        prompt="move-markers-or-not",
        option=EntryOption(raising.option),
    )


def _sources(game: Position, raising: Raising, seat: str) -> Shape | Violation:
    return One(with_markers(game, ENTRY))


def _from_pool(game: Game, raising: Raising, seat: str, noun: Noun) -> Control:
    raising.pool = noun
    return Goto("choose_blindly")


TAKE_FROM = Verb("take-marker-from", "13.3.2", _from_pool, _sources, items=EntryTarget)


@step("13.3.2", TAKE_FROM)
def next_marker(game: Game, raising: Raising) -> Control:
    """From the pool of whom the option is aimed at; where it is aimed at nobody, from whichever the USA likes."""
    if not raising.left:
        return End(raising.moved)
    if raising.target:
        raising_pool_is_empty = not markers_in(game, ENTRY, raising.target)
        return Goto("nothing_to_move") if raising_pool_is_empty else Goto("choose_the_aimed_pool")
    if not with_markers(game, ENTRY):
        return End(raising.moved)
    option = EntryOption(raising.option)
    return one(us_seat(game), TAKE_FROM, rule="13.3.2", prompt="take-marker-from", option=option)


@step("13.3.2")
def choose_the_aimed_pool(game: Game, raising: Raising) -> Control:
    raising.pool = raising.target
    return None


@step("13.3.2")
def choose_blindly(game: Game, raising: Raising) -> Control:
    return blindly(game, "US entry marker", us_seat(game), number_of(game, ENTRY, raising.pool))


@step("13.3.2")
def marker_becomes_tension(game: Game, raising: Raising) -> Control:
    carry(game, game.result, number_of(game, ENTRY, raising.pool), number_of(game, TENSION, raising.pool))
    game.say(MarkersMoved(pool=TENSION, target=raising.pool, count=1))
    raising.left -= 1
    raising.moved += 1
    return Goto("next_marker")


@step("13.3.2")
def nothing_to_move(game: Game, raising: Raising) -> Control:
    """Then the USA never declares war on the powers of that pool."""
    never_again(game, foes(game, raising.target))
    return End(raising.moved)


RAISING_TENSION = procedure(
    "US tension",
    "13.3.2",
    change_the_tension,
    roll_for_tension,
    read_the_tension_die,
    move_or_not,
    next_marker,
    choose_the_aimed_pool,
    choose_blindly,
    marker_becomes_tension,
    nothing_to_move,
    locals=Raising,
)


# --------------------------------------------------------------------------------------------------- 13.3.3 entry actions


class Noticing(msgspec.Struct):
    """An action of the chart, who did it, whose pools it concerns ("": the USA chooses), and its points."""

    action: str
    power: int
    target: str
    points: int
    left: int = 0
    pool: str = ""


@step("13.3.3")
def roll_for_the_action(game: Game, noticing: Noticing) -> Control:
    game.say(EntryActionNoted(action=noticing.action, power=noticing.power, points=noticing.points))
    if needs_a_die(game, abs(noticing.points)):
        return Roll("US entry", us_seat(game))
    noticing.left = markers_for(game, abs(noticing.points), 1)
    return Goto("next_marker_of_action")


@step("13.3.3")
def read_the_action_die(game: Game, noticing: Noticing) -> Control:
    noticing.left = markers_for(game, abs(noticing.points), game.total)
    return None


def _pools_of_action(game: Position, noticing: Noticing) -> tuple[str, ...]:
    if noticing.target:
        return (noticing.target,)
    found = targets_in_play(game) if noticing.points > 0 else with_markers(game, ENTRY)
    return found or targets_in_play(game)[:1]


def _pool_shape(game: Position, noticing: Noticing, seat: str) -> Shape | Violation:
    return One(_pools_of_action(game, noticing))


def _choose_pool(game: Game, noticing: Noticing, seat: str, noun: Noun) -> Control:
    noticing.pool = noun
    return None


CHOOSE_POOL = Verb("choose-entry-pool", "13.3.3", _choose_pool, _pool_shape, items=EntryTarget)


@step("13.3.3", CHOOSE_POOL, also=("13.3.1/action entry markers",))
def next_marker_of_action(game: Game, noticing: Noticing) -> Control:
    """Into the pool that the chart names, or out of it; where it names none, the USA chooses."""
    if not noticing.left:
        return End()
    seat, action, power = us_seat(game), EntryAction(noticing.action), Power(noticing.power)
    if noticing.points > 0:
        return one(seat, CHOOSE_POOL, rule="13.3.3", prompt="add-marker-to", action=action, power=power)
    return one(seat, CHOOSE_POOL, rule="13.3.3", prompt="give-back-marker-from", action=action, power=power)


@step("13.3.3")
def draw_for_the_action(game: Game, noticing: Noticing) -> Control:
    if noticing.points > 0:
        next_year_joins(game)
        return blindly(game, "US entry marker", us_seat(game), COMMON)
    if not markers_in(game, ENTRY, noticing.pool):
        return Goto("nothing_to_take")
    return blindly(game, "US entry marker", us_seat(game), number_of(game, ENTRY, noticing.pool))


@step("13.3.3")
def marker_changes_pools(game: Game, noticing: Noticing) -> Control:
    noticing.left -= 1
    own, adds = number_of(game, ENTRY, noticing.pool), noticing.points > 0
    carry(game, game.result, *((COMMON, own) if adds else (own, COMMON)))
    event = MarkersMoved if adds else MarkersReturned
    if game.result:
        game.say(event(pool=ENTRY, target=noticing.pool, count=1))
    return Goto("next_marker_of_action")


@step("13.3.3")
def nothing_to_take(game: Game, noticing: Noticing) -> Control:
    noticing.left -= 1
    lose_a_draw(game, noticing.power)
    return Goto("next_marker_of_action")


@rule("13.3.3")
def lose_a_draw(game: Game, culprit: int) -> None:
    """A turn's regular markers are lost; an ally who caused it has nothing more to do with the USA."""
    game.set(DRAWS_LOST, game.state.get(DRAWS_LOST) + 1)
    game.say(DrawLost(turns=game.state.get(DRAWS_LOST)))
    usa, barred = the_usa(game), game.state.get(BARRED_BY_USA)
    ally = culprit not in (NOBODY, usa, *barred) and game.state[SIDE][culprit] == game.state[SIDE][usa]
    if ally:
        game.set(BARRED_BY_USA, (*barred, culprit))
        game.say(BarredByUsa(power=culprit))


NOTICING = procedure(
    "US entry action",
    "13.3.3",
    roll_for_the_action,
    read_the_action_die,
    next_marker_of_action,
    draw_for_the_action,
    marker_changes_pools,
    nothing_to_take,
    locals=Noticing,
)
