"""10 Choosing actions: an action for each major power, the activities that it allows, and their limits."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema, memo
from worldfire.engine.seams import AllOf, Chain
from worldfire.engine.shapes import Assign, Choices, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.kinds import Owner, Power, PowerId
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import TURN, Pairs
from worldfire.forces.turn import (
    ACTIONS,
    COUNTED,
    active_side,
    chart_name,
    is_active,
    power_name,
    powers_of_seat,
    powers_of_side,
    seats_of_side,
)
from worldfire.forces.who import FALLEN_POWER, POWER_NAMES
from worldfire.rules.s02_6_fractions import rounded

PASS, NAVAL, AIR, LAND, COMBINED = "pass", "naval", "air", "land", "combined"
ACTION_TYPES = (PASS, NAVAL, AIR, LAND, COMBINED)
#: 10.1: what a neutral major power may choose
NEUTRAL_TYPES = (PASS, COMBINED)
UNLIMITED = 10**6

#: (power, turn): the campaign lets it take a land action in this turn even if it is neutral (9.1, 24.3.1, 24.4.7)
LAND_THOUGH_NEUTRAL: Field[Pairs] = Field("land_though_neutral", ())

#: 10.2: activity → the limit that it counts against. What is missing here counts against none.
LIMIT_OF = {
    "port attack": "air missions",
    "naval air mission": "air missions",
    "strategic bombardment": "air missions",
    "ground strike": "air missions",
    "air transport": "air missions",
    "paradrop": "air missions",
    "rebase": "air missions",
    "air supply": "air missions",
    "naval movement": "naval moves",
    "naval combat": "naval combats",
    "rail movement": "rail moves",
    "land movement": "land moves",
    "air transport of a unit": "land moves",
    "paradrop of a unit": "land moves",
    "debark at sea": "land moves",
    "invasion of a unit": "land moves",
    "land combat": "land attacks",
    "invasions": "land attacks",
}
#: limit → the row of the charts that gives it
_ROW_OF_LIMIT = {
    "air missions": "air missions",
    "naval moves": "naval movement",
    "naval combats": "naval combat",
    "rail moves": "rail movement",
    "land moves": "land movement",
    "land attacks": "land combat",
}
#: activities that the charts list in a row of their own, beside the limit that they count against
_OWN_ROW = {"debark at sea": "debark at sea", "invasions": "invasions", "invasion of a unit": "invasions"}

#: 10.2, 16.2, 24: the limit of a power, changed: (limit, power, row)
LIMIT = Chain[int, [int, str]]("10.2 limit")
#: why a unit does nothing with the action that its power chose. (game, unit)
STANDS_BY = AllOf[[int], Violation]("10.1 unit that stands by")


def half_limit(limit: int) -> int:
    """Half of it, rounded up (2.6); a tick stays a tick."""
    return limit if limit == UNLIMITED else rounded(Fraction(limit, 2))


class ActionChosen(Event, frozen=True):
    power: PowerId
    action: str


class ActivityCounted(Event, frozen=True):
    """An activity counted against a limit; `count` is what has been used of it this impulse."""

    power: PowerId
    activity: str
    limit: str
    count: int


# ------------------------------------------------------------------------------------------------------ 10.1 action types


class Choosing(msgspec.Struct):
    """How many seats have chosen."""

    seats: int = 0


@clause("10.1", "9.1")
def action_types(game: Position, power: int) -> tuple[str, ...]:
    """A neutral major power passes or combines, unless the campaign gives it a land action in this turn."""
    if is_active(game, power):
        return ACTION_TYPES
    given = (power, game.state.get(TURN)) in game.state.get(LAND_THOUGH_NEUTRAL)
    return tuple(kind for kind in ACTION_TYPES if kind in NEUTRAL_TYPES or (given and kind == LAND))


@clause("10.1", "17.4.2")
def chooses_action(game: Position, power: int) -> bool:
    """Does the power choose for itself?"""
    return True


def _choices(game: Position, choosing: Choosing, seat: str) -> Shape | Violation:
    powers = (power for power in powers_of_seat(game, seat, active_side(game)) if chooses_action(game, power))
    return Assign(tuple(Choices(power_name(game, power), action_types(game, power)) for power in powers))


def _why_not_choose(game: Position, choosing: Choosing, seat: str, noun: Noun) -> Violation | None:
    names = game.state.get(POWER_NAMES)
    for choice in noun if isinstance(noun, tuple) else ():
        if isinstance(choice, tuple) and len(choice) == 2 and choice[0] in names and choice[1] in ACTION_TYPES:
            power = names.index(choice[0])
            if choice[1] not in action_types(game, power):
                return refused("10.1", "neutral-power-acts", power=Power(power), action=choice[1])
    return None


def _choose(game: Game, choosing: Choosing, seat: str, noun: Noun) -> Control:
    names = game.state.get(POWER_NAMES)
    for name, action in noun:
        choose_action(game, names.index(name), action)
    choosing.seats += 1
    return Goto("next_seat_chooses")


CHOOSE_ACTIONS = Verb("choose-actions", "10.1", _choose, _choices, explain=_why_not_choose, items=Owner)


def choose_action(game: Game, power: int, action: str) -> None:
    chosen = game.state.get(ACTIONS)
    game.set(ACTIONS, (*chosen[:power], action, *chosen[power + 1 :]))
    game.say(ActionChosen(power=power, action=action))


@step("10", CHOOSE_ACTIONS, also=("10.1",))
def next_seat_chooses(game: Game, choosing: Choosing) -> Control:
    """Every major power of the side chooses, neutral ones too; the choices are open."""
    seats = seats_of_side(game, active_side(game))
    if choosing.seats == len(seats):
        return None
    return one(seats[choosing.seats], CHOOSE_ACTIONS, rule="10.1", prompt="choose-actions")


CHOOSING = procedure("choose actions", "10", next_seat_chooses, locals=Choosing)


@rule("10.2")
def new_impulse(game: Game) -> None:
    """Nobody has chosen an action yet, and nothing counts against its limits."""
    powers = len(game.state.get(POWER_NAMES))
    game.set(ACTIONS, ("",) * powers)
    for column in COUNTED.values():
        for power in range(powers):
            game.write(column, power, 0)


def action_of(game: Position, power: int) -> str:
    """What the power chose this impulse; "" if its side is not active."""
    if game.state[FALLEN_POWER][power]:
        return LAND  # 13.1.3: so its partisans move and fight
    actions = game.state.get(ACTIONS)
    return actions[power] if actions else ""


@rule("11.1")
def passed(game: Position, power: int) -> bool:
    return action_of(game, power) == PASS


@rule("11.1")
def acting_powers(game: Position) -> tuple[int, ...]:
    """The major powers of the active side that did not pass."""
    return tuple(power for power in powers_of_side(game, active_side(game)) if action_of(game, power) not in ("", PASS))


# ---------------------------------------------------------------------------------------------------- 10.2 activity limits


@clause("10.2")
def limit(game: Position, power: int, row: str) -> int:
    """How much of this row of the charts the power may do with its action; UNLIMITED for a tick."""
    action, name = action_of(game, power), chart_name(game, power)
    if not action:  # the inactive side answers with what counts against nobody's limit: patrols, interceptions, support
        most = 0 if row in (*_ROW_OF_LIMIT.values(), *_OWN_ROW.values(), "reorganisation") else UNLIMITED
    elif action == PASS:
        most = 0
    elif action == COMBINED and row == "air missions":  # the number that rises with the years
        most = int(chart_named(game, "air_missions_by_year").at(game.state.get(YEAR), name))
    else:
        printed = chart_named(game, f"activities_{action}").at(row, name)
        most = UNLIMITED if printed == "unlimited" else int(printed)
    return LIMIT(game, most, power, row)


#: what the charts say of the actions that were chosen
LIMITS = memo("limits of activities", (ACTIONS, FALLEN_POWER, POWER_NAMES, YEAR), asks=(limit, LIMIT))


@clause("10.2", "17.4.2")
def account_of(game: Position, power: int) -> int:
    """The major power against whose limits the activities of this one count."""
    return power


def row_of_limit(counted: str) -> str:
    """The row of the charts that gives this limit."""
    return _ROW_OF_LIMIT[counted]


@rule("10.2", "10.2/what counts against a limit")
def left_of(game: Position, power: int, activity: str) -> int:
    """How many more of this activity the power may do this impulse. `power` is the major power, also for a minor's unit."""
    return game.recall(("left of", power, activity), lambda: _left_of(game, account_of(game, power), activity))


def _left_of(game: Position, power: int, activity: str) -> int:
    counted = LIMIT_OF.get(activity)
    if counted is None:
        return _known_limit(game, power, activity)
    own_row = _OWN_ROW.get(activity)
    own = None if own_row is None else _known_limit(game, power, own_row)
    if own in (0, UNLIMITED):
        return own
    row = _known_limit(game, power, _ROW_OF_LIMIT[counted])
    most = own if own is not None and not row else row  # its own number stands where the common row gives nothing
    return most - game.state[COUNTED[counted]][power]


def _known_limit(game: Position, power: int, row: str) -> int:
    """The same for the whole impulse."""
    return game.recall((power, row), lambda: limit(game, power, row), LIMITS)


@rule("10.2", "11.1")
def may_do(game: Position, power: int, activity: str, n: int = 1) -> Violation | None:
    """Why the power may not do this activity (so many times more) with the action that it chose, if it may not."""
    if passed(game, power):
        return refused("11.1", "power-has-passed", power=Power(power))
    left = left_of(game, power, activity)
    if left >= n:
        return None
    counted = LIMIT_OF.get(activity)
    if left <= 0 and (counted is None or not game.state[COUNTED[counted]][account_of(game, power)]):
        return refused(
            "10.2", "activity-not-in-action", power=Power(power), activity=activity, action=action_of(game, power)
        )
    return refused("10.2", "activity-limit-reached", power=Power(power), activity=activity, left=Number(max(left, 0)))


@rule("10.2/what counts against a limit")
def count_activity(game: Game, power: int, activity: str, n: int = 1) -> None:
    """Note that the power (for its minors' units as well) has done it; what counts against no limit is not noted."""
    counted, power = LIMIT_OF.get(activity), account_of(game, power)
    if counted is None:
        return
    column = COUNTED[counted]
    game.write(column, power, game.state[column][power] + n)
    game.say(ActivityCounted(power=power, activity=activity, limit=counted, count=game.state[column][power]))


MODULE = Module(
    schema=Schema(fields=(LAND_THOUGH_NEUTRAL,), derived=(LIMITS,)),
    procedures=(CHOOSING,),
    seams=(LIMIT, STANDS_BY),
)
