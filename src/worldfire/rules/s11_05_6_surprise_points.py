"""11.5.6 Surprise points: who has them, choosing a target for three of them, and shifting a column for two."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Seat
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Decision, End, Verb, joint, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Amounts, Bounds, Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import SideId
from worldfire.forces.turn import other_side, seat_of_power
from worldfire.forces.who import NOBODY, seat_of
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s02_3_stacking import naval_units_of_convoys
from worldfire.rules.s11_04_naval_units import whose_convoys
from worldfire.rules.s11_05_4_committing import (
    Force,
    Forces,
    seats_of_force,
    sections_of,
)
from worldfire.rules.s11_05_5_search import modified_search_number
from worldfire.rules.s11_05_naval_tables import OFF_THE_LEFT, shifted
from worldfire.rules.s11_05_round import (
    NavalRound,
    NavalTarget,
    TargetName,
    can_pay,
    included,
    pay,
    price,
    read_stack,
    told_target,
)
from worldfire.rules.s15_surprise import are_surprised, is_surprised_by

TARGET, COLUMN = "select a target", "shift a column"


class SurprisePoints(Event, frozen=True):
    """What each side has, and the difference that one of them may spend."""

    side: SideId
    first: int
    second: int
    surplus: int


class TargetSelected(Event, frozen=True):
    """A side spent surprise points to select the target."""

    side: SideId
    target: TargetName


class ColumnsShifted(Event, frozen=True):
    side: SideId
    raised: int
    lowered: int


# ----------------------------------------------------------------------------------------------------------- who has them


@rule("11.5.6")
def number_of_highest_section(game: Position, fight: NavalRound, forces: Forces, side: int) -> int | None:
    """The modified search number of the highest section with somebody included who is not surprised; None without one.

    `forces` are those committed: what searches in a section counts, as for the search roll.
    """
    places = sections_of(game, alert(game, fight, side))
    if not places:
        return None
    highest = max(places, key=lambda place: section_number(game, place))
    return modified_search_number(game, highest, forces[side].units)


@rule("15.1/naval units")
def alert(game: Position, fight: NavalRound, side: int) -> Force:
    """The side's included that are not surprised by all whom they fight; convoy points go by their power."""
    force, enemies = fight.forces[side], fight.forces[other_side(side)]
    return Force(
        tuple(unit for unit in force.units if not is_surprised_by(game, unit, enemies.units)),
        tuple(
            stack
            for stack in force.convoys
            if not are_surprised(game, whose_convoys(game, stack.power, stack.place), enemies.units)
        ),
    )


@rule("11.5.6", "15.1/naval units")
def reckon_surprise(game: Game, fight: NavalRound, numbers: tuple[int | None, int | None]) -> None:
    """Each side has its search number and the opponent's die, or nothing if all are surprised.

    Whoever has more may spend the difference.
    """
    first, second = (
        0 if number is None else number + fight.dice[other_side(side)] for side, number in enumerate(numbers)
    )
    fight.surprise, fight.points = (first, second), abs(first - second)
    fight.rich = NOBODY if first == second else int(second > first)
    if fight.points:
        game.say(SurprisePoints(side=fight.rich, first=first, second=second, surplus=fight.points))


# ------------------------------------------------------------------------------------------------------ selecting a target


class Picking(msgspec.Struct):
    """A target is chosen by a side; the other one may pay for choosing it instead."""

    side: int
    candidates: tuple[int | str, ...]
    #: what the other side may choose, if it pays
    others: tuple[int | str, ...]
    chosen: int | str = ""


def _candidates(game: Position, pick: Picking, seat: str) -> Shape | Violation:
    return One(pick.candidates)


def _pick(game: Game, pick: Picking, seat: str, target: Noun) -> Control:
    pick.chosen = target
    return None


PICK_TARGET = Verb("pick-target", "11.5.8", _pick, _candidates, items=NavalTarget)


@step("11.5.8", PICK_TARGET, also=("11.5.8/combat results",))
def pick_target(game: Game, pick: Picking) -> Control:
    """Those whose units may be hit choose together, or all who attack them; if they cannot agree, an opponent decides.

    That is the one with the most units in the combat.
    """
    fight = game.enclosing(NavalRound)
    owners = {_owner(game, target) for target in pick.candidates}
    own_side = fight.seats[pick.side]
    seats = tuple(seat for seat in own_side if seat in owners) or own_side
    tie = Call(DISAGREEMENT.name, Disagreement(seats, _largest(game, fight, other_side(pick.side))))
    return joint(seats, PICK_TARGET, rule="11.5.8", prompt="pick-target", tie_break=tie)


def _owner(game: Position, target: int | str) -> str:
    stack = read_stack(target)
    if stack is not None:
        return seat_of_power(game, stack.power)
    assert isinstance(target, int)
    return seat_of(game, target)


def _overruling(game: Position, pick: Picking, seat: str) -> Shape | Violation:
    return One(tuple(target for target in pick.others if target != pick.chosen))


def _overrule(game: Game, pick: Picking, seat: str, target: Noun) -> Control:
    fight = game.enclosing(NavalRound)
    pay(game, fight, TARGET)
    game.say(TargetSelected(side=fight.rich, target=target))
    pick.chosen = target
    return None


def _let_stand(game: Game, pick: Picking, seat: str, noun: Noun) -> Control:
    return None


OVERRULE_TARGET = Verb("overrule-target", "11.5.6", _overrule, _overruling, items=NavalTarget)
LEAVE_TARGET = Verb("leave-target", "11.5.6", _let_stand)


@step("11.5.6", OVERRULE_TARGET, LEAVE_TARGET, also=("11.5.6/spending surprise points",))
def overrule_target(game: Game, pick: Picking) -> Control:
    """Points may be spent until the die is rolled, so whoever has them sees first what the other side has chosen."""
    fight, payer = game.enclosing(NavalRound), other_side(pick.side)
    if not can_pay(game, fight, payer, TARGET) or all(target == pick.chosen for target in pick.others):
        return None
    return ask_for_another_target(fight, payer, pick, rule="11.5.6")


def ask_for_another_target(fight: NavalRound, payer: int, pick: Picking, *, rule: str) -> Decision:
    points, unit, verbs = Number(fight.points), told_target(pick.chosen), (LEAVE_TARGET, OVERRULE_TARGET)
    return joint(fight.seats[payer], *verbs, rule=rule, prompt="overrule-target", points=points, unit=unit)


@step("11.5.8")
def target_is_chosen(game: Game, pick: Picking) -> Control:
    return End(pick.chosen)


CHOOSING_A_TARGET = procedure(
    "choosing a target", "11.5.8", pick_target, overrule_target, target_is_chosen, locals=Picking
)


class Disagreement(msgspec.Struct):
    """Seats that propose different targets, and the opponent who decides."""

    seats: tuple[str, ...]
    by: str


@rule("11.5.8/combat results")
def _largest(game: Position, fight: NavalRound, side: int) -> str:
    """The opponent with the most units in the combat, ships, aircraft and convoy points by the unit."""
    force = included(game, fight, side)

    def units(seat: str) -> int:
        own = Force(
            tuple(unit for unit in force.units if seat in seats_of_force(game, Force((unit,)))),
            tuple(stack for stack in force.convoys if seat in seats_of_force(game, Force((), (stack,)))),
        )
        return len(own.units) + naval_units_of_convoys(game, own.convoy_points)

    return max(fight.seats[side], key=units)


def _proposers(game: Position, tie: Disagreement, seat: str) -> Shape | Violation:
    return One(tie.seats)


def _decide(game: Game, tie: Disagreement, seat: str, proposer: Noun) -> Control:
    return End(proposer)


DECIDE_BETWEEN = Verb("decide-between", "11.5.8", _decide, _proposers, items=Seat)


@step("11.5.8", DECIDE_BETWEEN, also=("11.5.8/combat results",))
def opponent_decides(game: Game, tie: Disagreement) -> Control:
    return one(tie.by, DECIDE_BETWEEN, rule="11.5.8", prompt="decide-between")


DISAGREEMENT = procedure("owners who disagree", "11.5.8", opponent_decides, locals=Disagreement)


# ----------------------------------------------------------------------------------------------------- shifting a column


class Shifting(msgspec.Struct):
    """The columns of side 0 and side 1 on the naval combat chart."""

    columns: tuple[int, int]


def _room(game: Position, shifting: Shifting) -> tuple[int, int]:
    """How far the side with points can raise its own column, and lower the other one."""
    fight = game.enclosing(NavalRound)
    if fight.rich == NOBODY:
        return (0, 0)
    most = fight.points // price(game, COLUMN)
    own, theirs = shifting.columns[fight.rich], shifting.columns[other_side(fight.rich)]
    last = shifted(own, most, game.ruleset.tables.source)
    return (last - own if own != OFF_THE_LEFT else 0, min(most, theirs))


def _shifts(game: Position, shifting: Shifting, seat: str) -> Shape | Violation:
    up, down = _room(game, shifting)
    most = game.enclosing(NavalRound).points // price(game, COLUMN)
    if not up and not down:
        return refused("11.5.6", "no-surprise-points")
    return Amounts((Bounds("raise-own", 0, up), Bounds("lower-theirs", 0, down)), 0, most)


def _shift(game: Game, shifting: Shifting, seat: str, noun: Noun) -> Control:
    fight = game.enclosing(NavalRound)
    raised, lowered = (number for _, number in noun)
    pay(game, fight, COLUMN, raised + lowered)
    changes = (raised, -lowered) if fight.rich == 0 else (-lowered, raised)
    first, second = (
        shifted(column, change, game.ruleset.tables.source)
        for column, change in zip(shifting.columns, changes, strict=True)
    )
    shifting.columns = (first, second)
    if raised or lowered:
        game.say(ColumnsShifted(side=fight.rich, raised=raised, lowered=lowered))
    return None


SHIFT_COLUMNS = Verb("shift-columns", "11.5.6", _shift, _shifts)


@step("11.5.6", SHIFT_COLUMNS, also=("11.5.6/spending surprise points", "11.5.8"))
def spend_on_columns(game: Game, shifting: Shifting) -> Control:
    """Two points raise one's own column by one, or lower the opponent's."""
    if not any(_room(game, shifting)):
        return None
    fight = game.enclosing(NavalRound)
    points = Number(fight.points)
    return joint(fight.seats[fight.rich], SHIFT_COLUMNS, rule="11.5.6", prompt="shift-columns", points=points)


@step("11.5.8")
def columns_stand(game: Game, shifting: Shifting) -> Control:
    return End(shifting.columns)


SHIFTING_COLUMNS = procedure("shifting columns", "11.5.6", spend_on_columns, columns_stand, locals=Shifting)


MODULE = Module(procedures=(CHOOSING_A_TARGET, DISAGREEMENT, SHIFTING_COLUMNS))
