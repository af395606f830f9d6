"""13.2.3 Entry actions: what others do brings the USA and the Commonwealth nearer to the war, or further from it.

Each of the two rolls for itself. The chart `us_entry_actions` says what a line is worth and how often it counts.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.schema import Field
from worldfire.forces.charts import chart_named
from worldfire.forces.kinds import PowerId
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import power_named
from worldfire.rules.s13_03_points import markers_for, needs_a_die
from worldfire.titles.fa.entry.drawing import DRAWING, RETURNING, Drawing, Returning
from worldfire.titles.fa.entry.kinds import ActionNumber
from worldfire.titles.fa.entry.pools import COMMONWEALTH, ENTRY_OF, USA, watches_the_war

CHART = "us_entry_actions"
#: how often a line counts
ONCE, EACH, UNTIL_A_MARKER_MOVES = "once", "each", "until a marker moves"
OBSERVERS = (USA, COMMONWEALTH)

#: lines that count no more
ACTIONS_DONE: Field[tuple[str, ...]] = Field("entry_actions_done", ())


class EntryActionSeen(Event, frozen=True):
    """Somebody has done what the chart of entry actions lists."""

    action: ActionNumber
    power: PowerId
    points: int


class Noticing(msgspec.Struct):
    """A line of the chart, its points, who watches and still has to roll, and how many markers the one at work is due."""

    action: str
    points: int
    observers: tuple[str, ...] = OBSERVERS
    left: int = 0


@rule("fa:13.2.3", "fa:13.2.3.1")
def notice(game: Game, action: str, *, points: int | None = None, only: tuple[str, ...] = OBSERVERS) -> Call | None:
    """Roll for a line that has come true, unless it has counted before or nobody watches any more."""
    observers = tuple(name for name in only if watches_the_war(game, name))
    if not observers or action in game.state.get(ACTIONS_DONE):
        return None
    if repeat_of(game, action) == ONCE:
        close_action(game, action)
    return Call(NOTICING.name, Noticing(action, value_of(game, action) if points is None else points, observers))


def value_of(game: Position, action: str) -> int:
    return int(chart_named(game, CHART).number(action, "value"))


def repeat_of(game: Position, action: str) -> str:
    return chart_named(game, CHART).at(action, "repeat")


def close_action(game: Game, action: str) -> None:
    game.set(ACTIONS_DONE, (*game.state.get(ACTIONS_DONE), action))


@step("fa:13.2.3", also=("fa:13.2.1.2",))
def next_observer_rolls(game: Game, noticing: Noticing) -> Control:
    """One marker for each ten points, another on a die for what is left over."""
    if not noticing.observers:
        return End()
    power, points = power_named(game, noticing.observers[0]), noticing.points
    game.say(EntryActionSeen(action=noticing.action, power=power, points=points))
    if needs_a_die(game, abs(points)):
        return Roll("entry action", seat_of_power(game, power))
    noticing.left = markers_for(game, abs(points), 1)
    return Goto("markers_move")


@step("fa:13.2.3")
def read_the_die(game: Game, noticing: Noticing) -> Control:
    noticing.left = markers_for(game, abs(noticing.points), game.total)
    return None


@step("fa:13.2.3")
def markers_move(game: Game, noticing: Noticing) -> Control:
    observer, noticing.observers = noticing.observers[0], noticing.observers[1:]
    if not noticing.left:
        return Goto("next_observer_rolls")
    if repeat_of(game, noticing.action) == UNTIL_A_MARKER_MOVES and noticing.action not in game.state.get(ACTIONS_DONE):
        close_action(game, noticing.action)
    due = ((ENTRY_OF[observer], noticing.left),)
    if noticing.points > 0:
        return Call(DRAWING.name, Drawing(due))
    return Call(RETURNING.name, Returning(due))


@step("fa:13.2.3")
def observer_is_done(game: Game, noticing: Noticing) -> Control:
    return Goto("next_observer_rolls")


NOTICING = procedure(
    "entry action",
    "fa:13.2.3",
    next_observer_rolls,
    read_the_die,
    markers_move,
    observer_is_done,
    locals=Noticing,
)
