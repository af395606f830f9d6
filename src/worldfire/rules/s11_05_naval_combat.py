"""11.5 Naval combat in a sea area, in the order of 11.5.1: rounds, until nobody finds anybody or one side is gone.

It is begun in the naval combat steps (`s11_05_2_initiating`) or by an interception (11.4.6). Each round is a frame of its own:
aircraft fly in, submarines are committed, both sides search, surprise points are reckoned, the type of combat is chosen and
fought, and whoever has to or wants to leaves. What the types do is in the modules of their sections.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import (
    Call,
    Control,
    Decision,
    End,
    Goto,
    Verb,
    joint,
    one,
    procedure,
    step,
    window,
)
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import SumOf
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Destination, SeaArea, SeaAreaId, SideId
from worldfire.forces.things import PLACE
from worldfire.forces.turn import other_side, seats_of_side
from worldfire.forces.who import NOBODY, power_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT, NavalCombat
from worldfire.rules.s11_05_3_naval_air_interception import WATCH, fly_in, fly_in_shape
from worldfire.rules.s11_05_4_committing import (
    Force,
    Forces,
    Stack,
    at_war_with_each_other,
    can_take_part,
    committed,
    in_section,
    is_submarine_unit,
    powers_of_force,
    present,
    seats_of_force,
    sections_of,
    who_commits_submarines,
)
from worldfire.rules.s11_05_5_search import convoys_are_found, modified_search_number, modified_search_roll
from worldfire.rules.s11_05_6_surprise_points import number_of_highest_section, reckon_surprise
from worldfire.rules.s11_05_8_aborts import ABORTING, Aborting
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s11_05_8_surface_combat import SURFACE_COMBAT, SurfaceCombat, ships_attack
from worldfire.rules.s11_05_9_air_to_sea import AIR_TO_SEA, AirToSea, can_fly, fliers
from worldfire.rules.s11_05_10_submarine_combat import SUBMARINE_COMBAT, SubmarineCombat, submarines_attack
from worldfire.rules.s11_05_round import (
    COMBAT_OVER,
    COMBAT_TYPES,
    FOUGHT_ON,
    NAVAL_AIR,
    SUBMARINE,
    SURFACE,
    NavalRound,
    can_pay,
    note_die,
    pay,
    scene_of,
    search_die,
    sides_in_order,
    with_force,
)

AVOID, CHOOSE_TYPE = "avoid combat", "choose combat type"

#: what is added to a side's search die besides weather and convoys. (game, round, side)
SEARCH_ROLL = SumOf[[NavalRound, int], int]("11.5.5 added to a search roll")


class Searched(Event, frozen=True):
    """A side's search: its die as modified, and the sections of its own that take part."""

    side: SideId
    place: SeaAreaId
    die: int
    roll: int
    found: tuple[PlaceId, ...]


class CombatAvoided(Event, frozen=True):
    side: SideId
    place: SeaAreaId


class CombatTypeChosen(Event, frozen=True):
    """What kind of combat the round is; `side`: who made it so, NOBODY where nobody called for another."""

    side: SideId
    kind: str


class SideLeftCombat(Event, frozen=True):
    """11.5.11: a side aborts a naval combat with all that it has there."""

    side: SideId
    place: SeaAreaId


class NavalCombatOver(Event, frozen=True):
    place: SeaAreaId
    rounds: int


# ---------------------------------------------------------------------------------------------------------- the combat


@step("11.5.1", also=("11.5.1/combat sequence", "11.5.11", "11.4.6/end of interception"))
def next_round(game: Game, combat: NavalCombat) -> Control:
    """As long as units of both sides that are at war with each other are there."""
    forces = can_take_part(game, combat)
    if forces[0].is_empty or forces[1].is_empty:
        return Goto("damaged_units_abort")
    fight = NavalRound(combat.sea, combat.last_call)
    if combat.movers and not combat.rounds:
        fight.movers, fight.interceptor = combat.movers, combat.by_side
        fight.dice = (combat.roll, 0) if combat.by_side == 0 else (0, combat.roll)
        fight.submarines = (combat.submarines, False) if combat.by_side == 0 else (False, combat.submarines)
    combat.rounds += 1
    return Call(ROUND.name, fight)


@step("11.5.1", also=("11.5.11",))
def after_the_round(game: Game, combat: NavalCombat) -> Control:
    return Goto("next_round") if game.result == FOUGHT_ON else None


@step("11.5.8", also=("11.5.8/combat results",))
def damaged_units_abort(game: Game, combat: NavalCombat) -> Control:
    """At the end of the combat in this sea area, not of each round."""
    game.say(NavalCombatOver(place=section_at(game, combat.sea, 0), rounds=combat.rounds))
    units: list[int] = []
    stacks: list[Stack] = []
    for side in (0, 1):
        there = present(game, combat, side)
        units += [unit for unit in there.units if game.state[DAMAGED][unit]]
        stacks += [stack for stack in there.convoys if stack.damaged]
    return Call(ABORTING.name, Aborting(combat.sea, Force(tuple(units), tuple(stacks)), combat.last_call))


NAVAL_COMBAT_IN_AN_AREA = procedure(
    NAVAL_COMBAT, "11.5", next_round, after_the_round, damaged_units_abort, locals=NavalCombat
)


# ------------------------------------------------------------------------------------------ 11.5.3 naval air interception


def _combat(game: Position) -> NavalCombat:
    return game.enclosing(NavalCombat)


def _flying_in(game: Position, fight: NavalRound, seat: str) -> Shape | Violation:
    return fly_in_shape(game, _combat(game), seat)


def _fly_in(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    fly_in(game, noun)
    return None


FLY_TO_SEA = Verb("fly-to-sea", "11.5.3", _fly_in, _flying_in, items=Thing, to=Destination)


@step("11.5.3", FLY_TO_SEA, also=("11.5.1",))
def fly_aircraft_in(game: Game, fight: NavalRound) -> Control:
    """Both sides, the active one first."""
    first, second = sides_in_order(game)
    return window(
        (*seats_of_side(game, first), *seats_of_side(game, second)),
        FLY_TO_SEA,
        rule="11.5.3",
        prompt="fly-to-sea",
        watch=WATCH,
        concerns=(fight.sea, *_seats_there(game)),
        place=SeaArea(section_at(game, fight.sea, 0)),
    )


def _seats_there(game: Position) -> tuple[str, ...]:
    """Whose units are in the sea area: whoever wants to be asked only about his own is asked then."""
    first, second = (seats_of_force(game, present(game, _combat(game), side)) for side in (0, 1))
    return (*first, *second)


# ------------------------------------------------------------------------------------------------ 11.5.4 committing units


def _commit(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    first, second = fight.submarines
    fight.submarines = (True, second) if seat in seats_of_side(game, 0) else (first, True)
    return None


def _hold(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    return None


COMMIT_SUBMARINES = Verb("commit-submarines-to-combat", "11.5.4", _commit)
HOLD_SUBMARINES = Verb("keep-submarines-out", "11.5.4", _hold)


def _ask_for_submarines(game: Position, fight: NavalRound, side: int) -> Control:
    """In the first round of an interception the interceptor has said it already."""
    seats = who_commits_submarines(game, _combat(game), side)
    if side == fight.interceptor or not seats:
        return None
    verbs = (COMMIT_SUBMARINES, HOLD_SUBMARINES)
    place = SeaArea(section_at(game, fight.sea, 0))
    return joint(seats, *verbs, rule="11.5.4", prompt="commit-submarines-to-combat", place=place)


@step("11.5.4", COMMIT_SUBMARINES, HOLD_SUBMARINES)
def active_side_commits(game: Game, fight: NavalRound) -> Control:
    return _ask_for_submarines(game, fight, sides_in_order(game)[0])


@step("11.5.4", COMMIT_SUBMARINES, HOLD_SUBMARINES)
def inactive_side_commits(game: Game, fight: NavalRound) -> Control:
    return _ask_for_submarines(game, fight, sides_in_order(game)[1])


# ------------------------------------------------------------------------------------------------------ 11.5.5 searching


def _committed(game: Position, fight: NavalRound) -> Forces:
    return committed(game, _combat(game), fight.submarines)


def _rolls(game: Position, fight: NavalRound, side: int) -> Control:
    return search_die(game, _committed(game, fight), side)


@step("11.5.5")
def search(game: Game, fight: NavalRound) -> Control:
    """Nobody searches if, without submarines, nobody is left to fight."""
    first, second = _committed(game, fight)
    if first.is_empty or second.is_empty:
        return End(COMBAT_OVER)
    fight.powers = (powers_of_force(game, first), powers_of_force(game, second))
    return None


@step("11.5.5", also=("11.4.6/fighting your way through",))
def active_side_searches(game: Game, fight: NavalRound) -> Control:
    """The roll of an interception counts as the search roll of the first round."""
    side = sides_in_order(game)[0]
    return Goto("inactive_side_searches") if side == fight.interceptor else _rolls(game, fight, side)


@step("11.5.5")
def active_side_has_rolled(game: Game, fight: NavalRound) -> Control:
    note_die(game, fight, sides_in_order(game)[0])
    return None


@step("11.5.5", also=("11.4.6/fighting your way through",))
def inactive_side_searches(game: Game, fight: NavalRound) -> Control:
    side = sides_in_order(game)[1]
    return Goto("who_is_included") if side == fight.interceptor else _rolls(game, fight, side)


@step("11.5.5")
def inactive_side_has_rolled(game: Game, fight: NavalRound) -> Control:
    note_die(game, fight, sides_in_order(game)[1])
    return None


@rule("11.5.5")
def search_roll(game: Position, fight: NavalRound, forces: Forces, side: int) -> int:
    """With the weather; enemy convoys lower it, though not in the first round of an interception."""
    place = section_at(game, fight.sea, 0)
    roll = modified_search_roll(game, place, fight.dice[side]) + SEARCH_ROLL(game, fight, side)
    if fight.interceptor != NOBODY:
        return roll
    return roll + convoys_are_found(game, place, forces[other_side(side)].convoy_points)


@rule("11.5.5", "11.4.6/fighting your way through")
def _found_by_search(game: Game, fight: NavalRound, forces: Forces, side: int) -> Force:
    """The committed units in sections whose number the roll reaches, and in an interception those who were moving."""
    force, roll = forces[side], search_roll(game, fight, forces, side)
    found = tuple(
        place for place in sections_of(game, force) if roll <= modified_search_number(game, place, force.units)
    )
    here = section_at(game, fight.sea, 0)
    game.say(Searched(side=side, place=here, die=fight.dice[side], roll=roll, found=found))
    fight.rolls = (roll, fight.rolls[1]) if side == 0 else (fight.rolls[0], roll)
    fight.found = (found, fight.found[1]) if side == 0 else (fight.found[0], found)
    units = tuple(unit for unit in force.units if game.state[PLACE][unit] in found or _moves(fight, unit))
    convoys = (stack if stack.place in found else _moving_part(fight, stack) for stack in force.convoys)
    return Force(units, tuple(stack for stack in convoys if stack.points))


def _moves(fight: NavalRound, unit: int) -> bool:
    return any(sailor.ship == unit for sailor in fight.movers)


def _moving_part(fight: NavalRound, stack: Stack) -> Stack:
    """How many of these convoy points are in the intercepted task force; it fights where it was put."""
    alike = (sailor for sailor in fight.movers if sailor.is_convoy and sailor.damaged == stack.damaged)
    return stack.of(min(stack.points, sum(sailor.points for sailor in alike if sailor.power == stack.power)))


@step("11.5.5", also=("9.8",))
def who_is_included(game: Game, fight: NavalRound) -> Control:
    """Nobody finds anybody: the combat is over. If one side alone finds the other, it takes sections."""
    forces = _committed(game, fight)
    found = {side: _found_by_search(game, fight, forces, side) for side in sides_in_order(game)}
    first, second = found[0], found[1]
    if first.is_empty and second.is_empty:
        return End(COMBAT_OVER)
    fight.forces = (first, second)
    if first.is_empty or second.is_empty:
        return None if _sections_to_take(game, fight) else End(COMBAT_OVER)
    return Goto("reckon_points")


def _finder(fight: NavalRound) -> int:
    return 0 if fight.forces[1].is_empty else 1


@rule("11.5.5/only one side succeeds", "9.8")
def _sections_to_take(game: Position, fight: NavalRound) -> tuple[int, ...]:
    """Sections with committed enemy units that somebody who is included is at war with."""
    finder = _finder(fight)
    prey = _committed(game, fight)[other_side(finder)]
    return tuple(
        place
        for place in sections_of(game, prey)
        if not any(
            force.is_empty
            for force in at_war_with_each_other(game, (fight.forces[finder], in_section(game, prey, place)))
        )
    )


def _takeable(game: Position, fight: NavalRound, seat: str) -> Shape | Violation:
    places = _sections_to_take(game, fight)
    return Set(places, 1, len(places))


def _take(game: Game, fight: NavalRound, seat: str, places: Noun) -> Control:
    prey = other_side(_finder(fight))
    there = _committed(game, fight)[prey]
    units = tuple(unit for unit in there.units if game.state[PLACE][unit] in places)
    stacks = tuple(stack for stack in there.convoys if stack.place in places)
    fight.forces = with_force(fight.forces, prey, Force(units, stacks))
    return None


TAKE_SECTIONS = Verb("take-sections", "11.5.5", _take, _takeable, items=Place)


@step("11.5.5", TAKE_SECTIONS, also=("11.5.5/only one side succeeds",))
def take_sections(game: Game, fight: NavalRound) -> Control:
    """The enemy units in one section or more are included; one's own there are not thereby."""
    seats = seats_of_force(game, fight.forces[_finder(fight)])
    place = SeaArea(section_at(game, fight.sea, 0))
    return joint(seats, TAKE_SECTIONS, rule="11.5.5", prompt="take-sections", place=place)


# ------------------------------------------------------------------------------------------------- 11.5.6 surprise points


@step("11.5.6", also=("9.8",))
def reckon_points(game: Game, fight: NavalRound) -> Control:
    """Whoever is at war with none of those included fights none of them."""
    fight.forces = at_war_with_each_other(game, fight.forces)
    if any(force.is_empty for force in fight.forces):
        return End(COMBAT_OVER)
    fight.seats = (seats_of_force(game, fight.forces[0]), seats_of_force(game, fight.forces[1]))
    forces = _committed(game, fight)
    first, second = (number_of_highest_section(game, fight, forces, side) for side in (0, 1))
    reckon_surprise(game, fight, (first, second))
    return None


def _avoid(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    pay(game, fight, AVOID)
    game.say(CombatAvoided(side=fight.rich, place=scene_of(game, fight)))
    return End(COMBAT_OVER)


def _accept(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    return None


ACCEPT_COMBAT = Verb("accept-combat", "11.5.6", _accept)
AVOID_COMBAT = Verb("avoid-combat", "11.5.6", _avoid)


def _ask_the_rich(fight: NavalRound, *verbs: Verb, prompt: str, points: int) -> Decision:
    rule_of = verbs[0].rule
    return joint(fight.seats[fight.rich], *verbs, rule=rule_of, prompt=prompt, points=Number(points))


@step("11.5.6", ACCEPT_COMBAT, AVOID_COMBAT, also=("11.5.6/spending surprise points",))
def avoid_combat(game: Game, fight: NavalRound) -> Control:
    if not can_pay(game, fight, fight.rich, AVOID):
        return None
    return _ask_the_rich(fight, ACCEPT_COMBAT, AVOID_COMBAT, prompt="avoid-combat", points=fight.points)


# ------------------------------------------------------------------------------------------------ 11.5.7 the combat type


@clause("11.5.7/the choice")
def types_on_sale(game: Position, fight: NavalRound) -> tuple[str, ...]:
    """The combat types that surprise points buy."""
    return COMBAT_TYPES


def _types(game: Position, fight: NavalRound, seat: str) -> Shape | Violation:
    return One(types_on_sale(game, fight))


def _choose_type(game: Game, fight: NavalRound, seat: str, kind: Noun) -> Control:
    """A type that does not involve any combat leads back to the aircraft that may fly in; in a storm, to who leaves."""
    pay(game, fight, CHOOSE_TYPE)
    fight.kind = kind
    game.say(CombatTypeChosen(side=fight.rich, kind=kind))
    if kind == NAVAL_AIR and not can_fly(game, fight):
        return Goto("active_side_may_leave")
    if kind == NAVAL_AIR and not any(fliers(game, fight, side) for side in (0, 1)):
        return End(FOUGHT_ON)
    if kind == SUBMARINE and not any(submarines_attack(game, fight, side) for side in (0, 1)):
        return End(FOUGHT_ON)
    if kind == SURFACE and not any(ships_attack(game, fight, side) for side in (0, 1)):
        return End(FOUGHT_ON)
    return Goto("fight_the_round")


CHOOSE_COMBAT_TYPE = Verb("choose-combat-type", "11.5.7", _choose_type, _types)
LEAVE_TYPE_OPEN = Verb("leave-type-open", "11.5.7", _accept)


@step("11.5.7", LEAVE_TYPE_OPEN, CHOOSE_COMBAT_TYPE, also=("11.5.7/the choice", "11.5.9"))
def choose_combat_type(game: Game, fight: NavalRound) -> Control:
    if not can_pay(game, fight, fight.rich, CHOOSE_TYPE) or not types_on_sale(game, fight):
        return None
    return _ask_the_rich(fight, LEAVE_TYPE_OPEN, CHOOSE_COMBAT_TYPE, prompt="choose-combat-type", points=fight.points)


def _call(game: Game, fight: NavalRound, kind: str, side: int) -> Control:
    fight.kind = kind
    game.say(CombatTypeChosen(side=side, kind=kind))
    return Goto("fight_the_round")


def _side_of_seat(game: Position, seat: str) -> int:
    return 0 if seat in seats_of_side(game, 0) else 1


def _call_naval_air(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    return _call(game, fight, NAVAL_AIR, _side_of_seat(game, seat))


def _call_submarine(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    return _call(game, fight, SUBMARINE, _side_of_seat(game, seat))


CALL_NAVAL_AIR = Verb("call-naval-air-combat", "11.5.7", _call_naval_air)
CALL_SUBMARINE = Verb("call-submarine-combat", "11.5.7", _call_submarine)
CALL_NOTHING = Verb("call-for-nothing", "11.5.7", _accept)


@rule("11.5.7/the choice")
def _may_call_naval_air(game: Position, fight: NavalRound, side: int) -> bool:
    return can_fly(game, fight) and bool(fliers(game, fight, side))


def _ask_for_naval_air(game: Position, fight: NavalRound, side: int) -> Control:
    if not _may_call_naval_air(game, fight, side):
        return None
    return joint(fight.seats[side], CALL_NAVAL_AIR, CALL_NOTHING, rule="11.5.7", prompt="call-naval-air-combat")


def _ask_for_submarine(game: Position, fight: NavalRound, side: int) -> Control:
    if not submarines_attack(game, fight, side):
        return None
    return joint(fight.seats[side], CALL_SUBMARINE, CALL_NOTHING, rule="11.5.7", prompt="call-submarine-combat")


@step("11.5.7", CALL_NAVAL_AIR, CALL_NOTHING, also=("11.5.7/the choice",))
def active_side_calls_naval_air(game: Game, fight: NavalRound) -> Control:
    return _ask_for_naval_air(game, fight, sides_in_order(game)[0])


@step("11.5.7", CALL_NAVAL_AIR, CALL_NOTHING, also=("11.5.7/the choice",))
def inactive_side_calls_naval_air(game: Game, fight: NavalRound) -> Control:
    return _ask_for_naval_air(game, fight, sides_in_order(game)[1])


@step("11.5.7", CALL_SUBMARINE, CALL_NOTHING, also=("11.5.7/the choice",))
def active_side_calls_submarine(game: Game, fight: NavalRound) -> Control:
    return _ask_for_submarine(game, fight, sides_in_order(game)[0])


@step("11.5.7", CALL_SUBMARINE, CALL_NOTHING, also=("11.5.7/the choice",))
def inactive_side_calls_submarine(game: Game, fight: NavalRound) -> Control:
    return _ask_for_submarine(game, fight, sides_in_order(game)[1])


@step("11.5.7", also=("11.5.7/the choice",))
def it_is_surface_combat(game: Game, fight: NavalRound) -> Control:
    fight.kind = SURFACE
    game.say(CombatTypeChosen(side=NOBODY, kind=SURFACE))
    return None


@step("11.5.1", also=("11.5.8", "11.5.9", "11.5.10"))
def fight_the_round(game: Game, fight: NavalRound) -> Control:
    if fight.kind == SURFACE:
        return Call(SURFACE_COMBAT.name, SurfaceCombat())
    if fight.kind == NAVAL_AIR:
        return Call(AIR_TO_SEA.name, AirToSea())
    return Call(SUBMARINE_COMBAT.name, SubmarineCombat(sides_in_order(game)[0]))


@step("11.5.10")
def other_submarines(game: Game, fight: NavalRound) -> Control:
    """If both sides have submarines and convoy points there are two combats, the active side's first."""
    if fight.kind != SUBMARINE:
        return None
    return Call(SUBMARINE_COMBAT.name, SubmarineCombat(sides_in_order(game)[1]))


# ------------------------------------------------------------------------------------------------------ 11.5.8 the aborts


@step("11.5.8", also=("11.5.8/combat results",))
def those_hit_abort(game: Game, fight: NavalRound) -> Control:
    """At the end of the round."""
    if fight.aborted.is_empty:
        return None
    return Call(ABORTING.name, Aborting(fight.sea, fight.aborted, fight.last_call))


# ------------------------------------------------------------------------------------------- 11.5.11 leaving the sea area


@clause("11.5.11")
def who_would_leave(game: Position, fight: NavalRound, side: int) -> Force:
    """Everything there of the powers that had somebody committed, but for submarines that were not."""
    there, powers = present(game, _combat(game), side), fight.powers[side]
    units = (unit for unit in there.units if fight.submarines[side] or not is_submarine_unit(game, unit))
    return Force(
        tuple(unit for unit in units if power_of(game, unit) in powers),
        tuple(stack for stack in there.convoys if stack.power in powers),
    )


def _leave(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    side = _side_of_seat(game, seat)
    fight.leaving += (side,)
    fight.asked = 0
    game.say(SideLeftCombat(side=side, place=section_at(game, fight.sea, 0)))
    return Goto("inactive_side_may_leave" if side == sides_in_order(game)[0] else "they_leave")


def _stay(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    fight.asked += 1
    active = _side_of_seat(game, seat) == sides_in_order(game)[0]
    return Goto("active_side_may_leave" if active else "inactive_side_may_leave")


LEAVE_COMBAT = Verb("leave-combat", "11.5.11", _leave)
STAY_IN_COMBAT = Verb("stay-in-combat", "11.5.11", _stay)


def _ask_to_leave(game: Position, fight: NavalRound, side: int) -> Control:
    """One player after another; whoever leaves takes his side along."""
    seats = seats_of_force(game, who_would_leave(game, fight, side))
    if fight.asked >= len(seats):
        return None
    place = SeaArea(section_at(game, fight.sea, 0))
    verbs = (STAY_IN_COMBAT, LEAVE_COMBAT)
    return one(seats[fight.asked], *verbs, rule="11.5.11", prompt="leave-combat", place=place)


@step("11.5.11", STAY_IN_COMBAT, LEAVE_COMBAT)
def active_side_may_leave(game: Game, fight: NavalRound) -> Control:
    return _ask_to_leave(game, fight, sides_in_order(game)[0])


@step("11.5.11")
def now_the_inactive_side(game: Game, fight: NavalRound) -> Control:
    fight.asked = 0
    return None


@step("11.5.11", STAY_IN_COMBAT, LEAVE_COMBAT)
def inactive_side_may_leave(game: Game, fight: NavalRound) -> Control:
    return _ask_to_leave(game, fight, sides_in_order(game)[1])


@step("11.5.11")
def they_leave(game: Game, fight: NavalRound) -> Control:
    parts = [who_would_leave(game, fight, side) for side in fight.leaving]
    units = tuple(unit for force in parts for unit in force.units)
    stacks = tuple(stack for force in parts for stack in force.convoys)
    return Call(ABORTING.name, Aborting(fight.sea, Force(units, stacks), fight.last_call))


@step("11.5.1", also=("11.5.11",))
def round_is_over(game: Game, fight: NavalRound) -> Control:
    return End(FOUGHT_ON)


ROUND = procedure(
    "naval combat round",
    "11.5.1",
    fly_aircraft_in,  # step 2
    active_side_commits,  # step 3
    inactive_side_commits,
    search,  # step 4
    active_side_searches,
    active_side_has_rolled,
    inactive_side_searches,
    inactive_side_has_rolled,
    who_is_included,
    take_sections,
    reckon_points,  # 11.5.6
    avoid_combat,
    choose_combat_type,  # step 5
    active_side_calls_naval_air,
    inactive_side_calls_naval_air,
    active_side_calls_submarine,
    inactive_side_calls_submarine,
    it_is_surface_combat,
    fight_the_round,  # step 6
    other_submarines,
    those_hit_abort,
    active_side_may_leave,  # step 7
    now_the_inactive_side,
    inactive_side_may_leave,
    they_leave,
    round_is_over,  # step 8
    locals=NavalRound,
)


MODULE = Module(procedures=(NAVAL_COMBAT_IN_AN_AREA, ROUND), seams=(SEARCH_ROLL,))
