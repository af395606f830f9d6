"""6 The initiative stage: who has the initiative, and which side has the first impulse."""

from __future__ import annotations

import msgspec

from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, joint, one, procedure, step
from worldfire.engine.rolls import BREAK_TIE, Tie
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Owner, Side, SideId
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import FIRST_SIDE, INITIATIVE, INITIATIVE_GIVEN
from worldfire.forces.turn import (
    INITIATIVE_SIDE,
    PRODUCED,
    is_active,
    other_side,
    powers_of_side,
    seat_of_power,
    seats_of_side,
    side_name,
)
from worldfire.forces.who import SIDE_NAMES
from worldfire.tables.chart import Chart


class InitiativeStage(msgspec.Struct):
    """The dice of both sides, by the number of the side, and who has been asked about a re-roll."""

    dice: tuple[int, ...] = ()
    rerolled: bool = False
    asked: int = 0


class InitiativeRolled(Event, frozen=True):
    """The modified rolls of both sides, by the number of the side, and who is ahead."""

    totals: tuple[int, int]
    side: SideId


class InitiativeMarkerMoved(Event, frozen=True):
    space: str


class InitiativeWon(Event, frozen=True):
    side: SideId


class FirstSideChosen(Event, frozen=True):
    side: SideId


# -------------------------------------------------------------------------------------------------------- the track itself


def _track(game: Game) -> Chart:
    chart: Chart = game.ruleset.tables.source.chart("initiative_track")
    return chart


def _on_track(game: Game, side: int) -> str:
    """What the initiative track calls the side."""
    return nations_of(game).on_track[side_name(game, side)]


def _begins_the_track(game: Game, side: int) -> bool:
    """The track runs from the end of one side to that of the other."""
    return side_name(game, side) == next(iter(nations_of(game).on_track))


@clause("6.1")
def modifier(game: Game, side: int) -> int:
    """What the marker's space adds to the side's roll."""
    return int(_track(game).at(game.state.get(INITIATIVE), f"{_on_track(game, side)} modifier"))


@clause("6.1")
def may_demand_reroll(game: Game, side: int) -> bool:
    column = f"{_on_track(game, side)} re-roll"
    return _track(game).at(game.state.get(INITIATIVE), column) == "yes"


@clause("6.1", "12")
def move_marker_towards(game: Game, side: int) -> None:
    """One space towards the end of this side; at the end it stays."""
    spaces = _track(game).rows
    there = spaces.shifted(game.state.get(INITIATIVE), -1 if _begins_the_track(game, side) else 1)
    if there != game.state.get(INITIATIVE):
        game.set(INITIATIVE, there)
        game.say(InitiativeMarkerMoved(space=there))


# ------------------------------------------------------------------------------------------------ 6.1 determining initiative


@step("6", also=("24.1",))
def given_by_the_campaign(game: Game, stage: InitiativeStage) -> Control:
    """In the first turn nobody rolls: the campaign says who has the initiative and which side moves first."""
    if not game.state.get(INITIATIVE_GIVEN):
        return None
    game.set(INITIATIVE_GIVEN, False)
    game.say(InitiativeWon(side=game.state.get(INITIATIVE_SIDE)))
    game.say(FirstSideChosen(side=game.state.get(FIRST_SIDE)))
    return End()


@step("6.1")
def next_side_rolls(game: Game, stage: InitiativeStage) -> Control:
    side = len(stage.dice)
    return Roll("initiative", seats_of_side(game, side)[0])


@step("6.1")
def note_the_roll(game: Game, stage: InitiativeStage) -> Control:
    stage.dice += (game.total,)
    if len(stage.dice) < len(game.state.get(SIDE_NAMES)):
        return Goto("next_side_rolls")
    first, second = _totals(game, stage)
    game.say(InitiativeRolled(totals=(first, second), side=_ahead(game, stage)))
    return None


def _totals(game: Game, stage: InitiativeStage) -> tuple[int, int]:
    return stage.dice[0] + modifier(game, 0), stage.dice[1] + modifier(game, 1)


def _ahead(game: Game, stage: InitiativeStage) -> int:
    """The higher modified roll; a tie is lost by the side that has had the initiative."""
    first, second = _totals(game, stage)
    if first == second:
        return other_side(game.state.get(INITIATIVE_SIDE))
    return 0 if first > second else 1


def _seats_with_active_powers(game: Game, side: int) -> tuple[str, ...]:
    powers = (power for power in powers_of_side(game, side) if is_active(game, power))
    return tuple(dict.fromkeys(seat_of_power(game, power) for power in powers))


def _demand(game: Game, stage: InitiativeStage, seat: str, noun: Noun) -> Control:
    side = 0 if seat in seats_of_side(game, 0) else 1
    stage.rerolled = True
    stage.dice = ()
    move_marker_towards(game, other_side(side))
    return Goto("next_side_rolls")


def _accept(game: Game, stage: InitiativeStage, seat: str, noun: Noun) -> Control:
    stage.asked += 1
    return Goto("may_demand_a_reroll")


DEMAND_REROLL = Verb("demand-re-roll", "6.1", _demand)
ACCEPT_ROLL = Verb("accept-roll", "6.1", _accept)


@step("6.1", ACCEPT_ROLL, DEMAND_REROLL, also=("2.7/re-rolls",))
def may_demand_a_reroll(game: Game, stage: InitiativeStage) -> Control:
    """Any active major power of a side that the track allows it may demand one; a re-roll is never rolled again."""
    if stage.rerolled:
        return None
    asked = [seat for side in (0, 1) if may_demand_reroll(game, side) for seat in _seats_with_active_powers(game, side)]
    if stage.asked >= len(asked):
        return None
    first, second = _totals(game, stage)
    return one(
        asked[stage.asked],
        ACCEPT_ROLL,
        DEMAND_REROLL,
        rule="6.1",
        prompt="initiative-re-roll",
        first=Number(first),
        second=Number(second),
        side=Side(_ahead(game, stage)),
    )


@step("6.1")
def turn_the_marker(game: Game, stage: InitiativeStage) -> Control:
    side = _ahead(game, stage)
    game.set(INITIATIVE_SIDE, side)
    game.say(InitiativeWon(side=side))
    return None


# ---------------------------------------------------------------------------------------------------- 6.2 effect of initiative


def _sides(game: Game, stage: InitiativeStage, seat: str) -> Shape | Violation:
    names = game.state.get(SIDE_NAMES)
    return One(names)


def _choose_first(game: Game, stage: InitiativeStage, seat: str, noun: Noun) -> Control:
    side = game.state.get(SIDE_NAMES).index(noun)
    game.set(FIRST_SIDE, side)
    game.say(FirstSideChosen(side=side))
    return None


CHOOSE_FIRST_SIDE = Verb("choose-first-side", "6.2", _choose_first, _sides, items=Owner)


@step("6.2", CHOOSE_FIRST_SIDE)
def choose_first_side(game: Game, stage: InitiativeStage) -> Control:
    """The winners decide which side has the first impulse; if they disagree, the most productive of them (6.2)."""
    seats = seats_of_side(game, game.state.get(INITIATIVE_SIDE))
    dispute = Call(HIGHEST_PRODUCTION.name, Dispute(seats))
    return joint(seats, CHOOSE_FIRST_SIDE, rule="6.2", prompt="choose-first-side", tie_break=dispute)


class Dispute(msgspec.Struct):
    """Seats of the side that cannot agree."""

    seats: tuple[str, ...]


@step("6.2")
def highest_production_decides(game: Game, dispute: Dispute) -> Control:
    """The active major power with the highest production last turn; dice decide between equals (2.7)."""
    side = game.state.get(INITIATIVE_SIDE)
    active = [power for power in powers_of_side(game, side) if is_active(game, power)]
    produced = game.state[PRODUCED]
    best = max((produced[power] for power in active), default=0)
    seats = tuple(dict.fromkeys(seat_of_power(game, power) for power in active if produced[power] == best))
    deciding = tuple(seat for seat in seats if seat in dispute.seats) or dispute.seats
    return End(deciding[0]) if len(deciding) == 1 else Call(BREAK_TIE.name, Tie(deciding))


HIGHEST_PRODUCTION = procedure("most productive power", "6.2", highest_production_decides, locals=Dispute)

INITIATIVE_STAGE = procedure(
    "initiative",
    "6",
    given_by_the_campaign,
    next_side_rolls,  # 6.1
    note_the_roll,
    may_demand_a_reroll,
    turn_the_marker,
    choose_first_side,  # 6.2
    locals=InitiativeStage,
)


MODULE = Module(procedures=(INITIATIVE_STAGE, HIGHEST_PRODUCTION))
