"""11.4.6 Interception: who may try it, the unit that is turned, the roll, and whether the task force stops or fights through.

It is called for every sea area that a task force enters, and ends with what came of it and the section where the task force
then is. What is fought is the business of `naval combat in a sea area` (11.5).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step, window
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import SumOf
from worldfire.engine.shapes import NOTHING, Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.kinds import SeaArea, SeaAreaId
from worldfire.forces.things import FACE_DOWN, counter_of, things_at, turn_face_down
from worldfire.forces.turn import other_side, powers_of_side, seat_of_power
from worldfire.forces.who import NOBODY, power_of, seat_of
from worldfire.rules.s02_1_sea_areas import at_sea_of_side, section_at, section_number
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s10_actions import passed
from worldfire.rules.s11_04_1_naval_moves import Moves, count_moves, moves_of_parting, moves_violation
from worldfire.rules.s11_04_2_sailing import Hand, along, patrol_violation
from worldfire.rules.s11_04_naval_units import (
    Sailor,
    is_submarine,
    naval_counter,
    power_of_sailor,
    put_sailor,
    side_of_sailor,
)
from worldfire.rules.s11_04_under_way import (
    FAILED,
    FOUGHT,
    INTERCEPTION,
    INTERCEPTORS,
    NAVAL_COMBAT,
    NAVAL_MOVE,
    STOPPED,
    UNOPPOSED,
    Interception,
    NavalCombat,
    Voyage,
)
from worldfire.rules.s11_05_5_search import NO_FLYING, modified_search_number, modified_search_roll
from worldfire.rules.s13_04_return_to_base import ReturnToBase
from worldfire.tables.counters import NavalType

WATCH = "interception"

#: what is added to the die of an attempt besides the weather. (game, attempt)
INTERCEPTION_ROLL = SumOf[[Interception], int]("11.4.6 added to an interception roll")


class InterceptionTried(Event, frozen=True):
    """A die of `needed` or less finds the task force."""

    place: SeaAreaId
    die: int
    roll: int
    needed: int
    success: bool


# --------------------------------------------------------------------------------------------------------------- who may try


def _hunters_side(game: Position, attempt: Interception) -> int:
    return other_side(side_of_sailor(game, attempt.hands[0].sailor))


@clause("11.4.6", "9.8")
def hunts(game: Position, unit: int, sailor: Sailor) -> bool:
    """May the unit try to intercept such a naval unit? Nobody does whom he is not at war with."""
    return unit_at_war(game, unit, power_of_sailor(game, sailor))


@clause("11.4.6", "13.4")
def hunters(game: Position, attempt: Interception) -> Iterator[int]:
    """The other side's ships and aircraft in the sea area that are at war with a moving unit.

    In storm or blizzard aircraft take no part; at the end of a turn only those do who stay at sea.
    """
    side = _hunters_side(game, attempt)
    homeward = game.enclosing(ReturnToBase).homeward if attempt.last_call else ()
    for present in at_sea_of_side(game, attempt.sea, side):
        flying = () if weather_at(game, present.section) in NO_FLYING else present.aircraft
        for unit in (*present.ships, *flying):
            if unit not in homeward and any(hunts(game, unit, hand.sailor) for hand in attempt.hands):
                yield unit


def _is_submarine(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type is NavalType.SUB


@rule("11.4.6/how to intercept", "11.1")
def _of_seat(game: Position, attempt: Interception, seat: str) -> Iterator[int]:
    """Those of the seat with which it may try; ships of a power that has passed this impulse only fight in a combat."""
    for unit in hunters(game, attempt):
        if seat_of(game, unit) == seat and (attempt.last_call or not passed(game, power_of(game, unit))):
            yield unit


@rule("11.4.6/how to intercept")
def can_be_turned(game: Position, attempt: Interception, seat: str) -> tuple[int, ...]:
    """Face-up units of the seat, one of which it turns face-down to intercept; a submarine may be, committed or not."""
    return tuple(unit for unit in _of_seat(game, attempt, seat) if not game.state[FACE_DOWN][unit])


@rule("11.4.6/how to intercept")
def has_turned_one(game: Position, attempt: Interception, seat: str) -> bool:
    """Is a unit that the seat turned before in this impulse still in the sea-box?"""
    turned = game.state.get(INTERCEPTORS)
    return any(unit in turned for unit in _of_seat(game, attempt, seat))


def _seats(game: Position, attempt: Interception) -> tuple[str, ...]:
    powers = powers_of_side(game, _hunters_side(game, attempt))
    return tuple(dict.fromkeys(seat_of_power(game, power) for power in powers))


def _turn_shape(game: Position, attempt: Interception, seat: str) -> Shape | Violation:
    if has_turned_one(game, attempt, seat):
        return refused("11.4.6", "one-is-turned-already")
    units = can_be_turned(game, attempt, seat)
    return One(units) if units else refused("11.4.6", "nobody-to-turn")


def _again_shape(game: Position, attempt: Interception, seat: str) -> Shape | Violation:
    return NOTHING if has_turned_one(game, attempt, seat) else refused("11.4.6", "nobody-turned-yet")


def _intercept(game: Game, attempt: Interception, seat: str, unit: Noun) -> Control:
    turn_face_down(game, unit)
    game.set(INTERCEPTORS, (*game.state.get(INTERCEPTORS), unit))
    attempt.by = seat
    return Goto("commit_submarines")


def _intercept_again(game: Game, attempt: Interception, seat: str, noun: Noun) -> Control:
    attempt.by = seat
    return Goto("commit_submarines")


INTERCEPT = Verb("intercept", "11.4.6", _intercept, _turn_shape, items=Thing)
INTERCEPT_AGAIN = Verb("intercept-again", "11.4.6", _intercept_again, _again_shape)


@step("11.4.6", INTERCEPT, INTERCEPT_AGAIN, also=("11.4.6/how to intercept",))
def try_to_intercept(game: Game, attempt: Interception) -> Control:
    """Nobody intercepts submarines; otherwise each opponent in turn may, and one attempt is made for the whole side."""
    if is_submarine(game, attempt.hands[0].sailor):
        return Goto("let_pass")
    return window(
        _seats(game, attempt),
        INTERCEPT,
        INTERCEPT_AGAIN,
        rule="11.4.6",
        prompt="intercept",
        watch=WATCH,
        concerns=(attempt.sea,),
        place=SeaArea(section_at(game, attempt.sea, 0)),
    )


@step("11.4.6")
def let_pass(game: Game, attempt: Interception) -> Control:
    return End((UNOPPOSED, section_at(game, attempt.sea, 0)))


# -------------------------------------------------------------------------------------------------------- committing submarines


def _submarines(game: Position, attempt: Interception) -> tuple[int, ...]:
    return tuple(unit for unit in hunters(game, attempt) if _is_submarine(game, unit))


@rule("11.4.6/how to intercept", "11.5.4")
def _who_commits(game: Position, attempt: Interception) -> str:
    """The player with the most submarine factors there decides for all of the side's; he who intercepts, if it is even."""
    factors: dict[str, int] = {}
    for unit in _submarines(game, attempt):
        seat = seat_of(game, unit)
        factors[seat] = factors.get(seat, 0) + naval_counter(game, unit).attack
    return max(factors, key=lambda seat: (factors[seat], seat == attempt.by))


def _commit(game: Game, attempt: Interception, seat: str, noun: Noun) -> Control:
    attempt.submarines = True
    return None


def _hold(game: Game, attempt: Interception, seat: str, noun: Noun) -> Control:
    return None


COMMIT_SUBMARINES = Verb("commit-submarines", "11.4.6", _commit)
HOLD_SUBMARINES = Verb("hold-submarines", "11.4.6", _hold)


@step("11.4.6", COMMIT_SUBMARINES, HOLD_SUBMARINES, also=("11.4.6/how to intercept",))
def commit_submarines(game: Game, attempt: Interception) -> Control:
    """All of them or none."""
    if not _submarines(game, attempt):
        return None
    seat = _who_commits(game, attempt)
    place = SeaArea(section_at(game, attempt.sea, 0))
    return one(seat, COMMIT_SUBMARINES, HOLD_SUBMARINES, rule="11.4.6", prompt="commit-submarines", place=place)


# --------------------------------------------------------------------------------------------------------------------- the roll


@rule("11.4.6/how to intercept")
def committed(game: Position, attempt: Interception) -> tuple[int, ...]:
    """Aircraft and surface ships always; submarines if they were."""
    return tuple(unit for unit in hunters(game, attempt) if attempt.submarines or not _is_submarine(game, unit))


@rule("11.4.6/how to intercept")
def needed(game: Position, attempt: Interception) -> int:
    """The modified search number of the highest section with a committed unit; nothing finds anybody without one."""
    units = committed(game, attempt)
    best = max(
        (section for section in sections(game, attempt.sea) if any(unit in units for unit in things_at(game, section))),
        key=lambda section: section_number(game, section),
        default=None,
    )
    return 0 if best is None else modified_search_number(game, best, units)


@step("11.4.6", also=("11.4.6/how to intercept",))
def roll_to_intercept(game: Game, attempt: Interception) -> Control:
    return Roll("interception", attempt.by, concerns=(attempt.seat,))


@step("11.4.6", also=("11.4.6/interception attempt fails", "11.4.6/successful interception"))
def is_it_found(game: Game, attempt: Interception) -> Control:
    here = section_at(game, attempt.sea, 0)
    roll, enough = modified_search_roll(game, here, game.total), needed(game, attempt)
    roll += INTERCEPTION_ROLL(game, attempt)
    attempt.roll = game.total
    found = roll <= enough and bool(committed(game, attempt))  # what is added may bring any die down to 0
    game.say(InterceptionTried(place=here, die=game.total, roll=roll, needed=enough, success=found))
    return None if found else End((FAILED, here))


# --------------------------------------------------------------------------------------------------------- who is not meant


@rule("9.8")
def _spared(game: Position, attempt: Interception) -> tuple[Hand, ...]:
    """Those of the task force who are at war with nobody who intercepts."""
    finders = committed(game, attempt)

    def is_meant(hand: Hand) -> bool:
        return any(hunts(game, unit, hand.sailor) for unit in finders)

    return tuple(hand for hand in attempt.hands if not is_meant(hand))


def _hunted(game: Position, attempt: Interception) -> tuple[Hand, ...]:
    spared = _spared(game, attempt)
    return tuple(hand for hand in attempt.hands if hand not in spared)


def _parting(game: Position, attempt: Interception) -> Moves:
    """What it costs that the others go on alone; on the way home nothing is counted."""
    staying, going_on = (
        tuple(hand.sailor for hand in part) for part in (_hunted(game, attempt), _spared(game, attempt))
    )
    return {} if attempt.homeward else moves_of_parting(game, staying, going_on)


def _leave_them(game: Game, attempt: Interception, seat: str, noun: Noun) -> Control:
    """They sail the rest of the way as a task force of their own, before the others stop or fight."""
    spared, hunted = _spared(game, attempt), _hunted(game, attempt)
    count_moves(game, _parting(game, attempt))
    voyage = game.enclosing(Voyage)
    attempt.hands = voyage.hands = hunted
    return Call(NAVAL_MOVE, _of_their_own(game, msgspec.structs.replace(voyage, hands=spared)))


@rule("9.8", "18.2/foreign troop commitments")
def _of_their_own(game: Position, voyage: Voyage) -> Voyage:
    """On the same way; or waiting for orders, if it leads where only the whole task force might go."""
    landfall = along(game, voyage.hands, voyage.came_from, voyage.here, voyage.ahead)
    if isinstance(landfall, Violation):
        return msgspec.structs.replace(voyage, ahead=(), goal=NOBODY, plan=())
    return voyage


def _stay_with_them(game: Game, attempt: Interception, seat: str, noun: Noun) -> Control:
    return None


LEAVE_THEM = Verb("leave-the-hunted", "9.8", _leave_them)
STAY_WITH_THEM = Verb("stay-with-the-hunted", "9.8", _stay_with_them)


@step("9.8", STAY_WITH_THEM, LEAVE_THEM, also=("11.4.6/successful interception",))
def others_may_go_on(game: Game, attempt: Interception) -> Control:
    """Who is at war with nobody who intercepts may go on; who stays is left out of any combat."""
    if not _spared(game, attempt) or moves_violation(game, _parting(game, attempt)) is not None:
        return None
    place = Place(section_at(game, attempt.sea, 0))
    return one(attempt.seat, STAY_WITH_THEM, LEAVE_THEM, rule="9.8", prompt="leave-the-hunted", place=place)


# -------------------------------------------------------------------------------------------------------- to stop or to fight


def _sections_open(game: Position, attempt: Interception, seat: str) -> Shape | Violation:
    """Sections that all of them have the movement points for."""
    fits = (place for place in sections(game, attempt.sea) if patrol_violation(game, attempt.hands, place) is None)
    return One(tuple(fits))


def _stop_here(game: Game, attempt: Interception, seat: str, section: Noun) -> Control:
    _put(game, attempt, section)
    return End((STOPPED, section))


def _fight(game: Game, attempt: Interception, seat: str, section: Noun) -> Control:
    return _combat(game, attempt, section)


def _combat(game: Game, attempt: Interception, section: int) -> Call:
    _put(game, attempt, section)
    attempt.section = section
    combat = NavalCombat(
        attempt.sea,
        _hunters_side(game, attempt),
        tuple(hand.sailor for hand in attempt.hands),
        attempt.roll,
        attempt.submarines,
        attempt.last_call,
    )
    return Call(NAVAL_COMBAT, combat)


def _put(game: Game, attempt: Interception, section: int) -> None:
    for hand in attempt.hands:
        put_sailor(game, hand.sailor, section_at(game, attempt.sea, 0), section)


STOP_HERE = Verb("stop-here", "11.4.6", _stop_here, _sections_open, items=Place)
FIGHT_THROUGH = Verb("fight-through", "11.4.6", _fight, _sections_open, items=Place)


@step(
    "11.4.6",
    STOP_HERE,
    FIGHT_THROUGH,
    also=("11.4.6/successful interception", "11.4.6/fighting your way through", "13.4"),
)
def stop_or_fight(game: Game, attempt: Interception) -> Control:
    """Who returns to base may not stop: it fights from the 0 section."""
    if attempt.homeward:
        return _combat(game, attempt, section_at(game, attempt.sea, 0))
    place = SeaArea(section_at(game, attempt.sea, 0))
    return one(attempt.seat, STOP_HERE, FIGHT_THROUGH, rule="11.4.6", prompt="stop-or-fight", place=place)


@step("11.4.6", also=("11.4.6/end of interception",))
def fought_through(game: Game, attempt: Interception) -> Control:
    return End((FOUGHT, attempt.section))


INTERCEPTING = procedure(
    INTERCEPTION,
    "11.4.6",
    try_to_intercept,
    let_pass,
    commit_submarines,
    roll_to_intercept,
    is_it_found,
    others_may_go_on,
    stop_or_fight,
    fought_through,
    locals=Interception,
)


MODULE = Module(procedures=(INTERCEPTING,), seams=(INTERCEPTION_ROLL,))
