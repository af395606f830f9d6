"""14.3 Air-to-air combat, in the order of the book.

A combat has an active and an inactive side (0 and 1 below), each with a line of fighters and a line of bombers. The
mission rules call it with who flies as what. Bounce combat (option 44) and the clauses of option 8 attach at the seams.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Decision, End, Goto, Roll, Verb, joint, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import Chain, SumOf
from worldfire.engine.shapes import Noun, One, Order, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.kinds import ShiftPair, SideId, StrengthPair
from worldfire.forces.participants import Participant, participant
from worldfire.forces.things import NO_PLANES, PLACE, turn_face_down
from worldfire.forces.who import CONTROLLER, NOBODY, power_of, seats_of
from worldfire.rules.s02_6_fractions import rounded_tenths
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return, destroy_aircraft

ACTIVE, INACTIVE = 0, 1
#: no fighter and no bomber
NOBODY_IN_FRONT = (-1, -1)

#: a line for each side, front aircraft first
Lines = tuple[tuple[int, ...], tuple[int, ...]]


class AirCombat(msgspec.Struct):
    """An air-to-air combat: who is in the lines, and who is through."""

    #: where the aircraft are: the target hex, or the sea-box sections
    places: tuple[int, ...]
    fighters: Lines
    bombers: Lines
    #: the seats that decide for each side: whoever brought aircraft, whatever became of them
    seats: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    cleared: Lines = ((), ())
    #: 14.4: (carrier, what it allots to its plane's air-to-air rating)
    shares: tuple[tuple[int, int], ...] = ()
    #: 11.5.9: what surprise points add to each side's air-to-air value for the whole combat
    surprise: tuple[int, int] = (0, 0)
    #: 11.5.9: voluntary aborts go back to the sea-box section
    naval: bool = False
    #: what the mission announced: "night", "high altitude" (11.7, option 8)
    conditions: tuple[str, ...] = ()
    #: a procedure of the mission that is called when the lines stand, before the first round
    before_first_round: str = ""
    #: transports that must abort to a hex already chosen (11.11)
    bound_for: tuple[tuple[int, int], ...] = ()
    #: the sides of the game that are active and inactive here, for those who read of it
    sides: tuple[int, int] = (ACTIVE, INACTIVE)
    #: 9.8: only who is at war with somebody on the other side has a part in it
    by_war: bool = False
    #: 9.8, 11.17.1: or everybody on either side, if one of them is at war with the holder of this hex
    over: int = NOBODY
    round: int = 0
    #: who has voluntarily aborted
    gave_up: tuple[bool, bool] = (False, False)
    #: the aircraft in front when the round began: (fighter or −1, bomber or −1) of each side
    fronts: tuple[tuple[int, int], tuple[int, int]] = (NOBODY_IN_FRONT, NOBODY_IN_FRONT)


class Arranged(Event, frozen=True):
    side: SideId
    fighters: tuple[ThingId, ...]
    bombers: tuple[ThingId, ...]


class RoundBegan(Event, frozen=True):
    """Strengths are in tenths; values are what each side looks up."""

    round: int
    strengths: StrengthPair
    values: ShiftPair


class AirResult(Event, frozen=True):
    """What a roll gives on the air combat table after every modification."""

    side: SideId
    value: int
    roll: int
    result: str


class Aborted(Event, frozen=True):
    aircraft: ThingId


class ClearedThrough(Event, frozen=True):
    aircraft: ThingId


class SideAborted(Event, frozen=True):
    side: SideId


# -------------------------------------------------------------------------------------------- who is in the combat


def other(side: int) -> int:
    return 1 - side


def _still_there(game: Position, combat: AirCombat, line: tuple[int, ...]) -> tuple[int, ...]:
    """Something above this frame may have removed them: aircraft elsewhere and carriers without planes are gone."""
    if not line:
        return line
    columns, places = game.state.columns, combat.places
    place, no_planes = columns[PLACE.key], columns[NO_PLANES.key]
    return tuple([thing for thing in line if place[thing] in places and not no_planes[thing]])


def fighters(game: Position, combat: AirCombat, side: int) -> tuple[int, ...]:
    return _still_there(game, combat, combat.fighters[side])


def bombers(game: Position, combat: AirCombat, side: int) -> tuple[int, ...]:
    return _still_there(game, combat, combat.bombers[side])


def aircraft(game: Position, combat: AirCombat, side: int) -> tuple[int, ...]:
    """Everything that the side still has in the combat; bombers cleared through are not."""
    return fighters(game, combat, side) + bombers(game, combat, side)


def _is_there(game: Position, combat: AirCombat, side: int) -> bool:
    """Has the side anything left in the combat?"""
    return bool(fighters(game, combat, side) or bombers(game, combat, side))


def front(line: tuple[int, ...]) -> int:
    return line[0] if line else -1


def in_combat(game: Position, combat: AirCombat, thing: int) -> Participant:
    return participant(game, thing, dict(combat.shares).get(thing, 0))


def _is_in(lines: Lines, thing: int) -> bool:
    return thing in lines[ACTIVE] or thing in lines[INACTIVE]


def _leave_lines(combat: AirCombat, *leaving: int) -> None:
    combat.fighters = _without(combat.fighters, leaving)
    combat.bombers = _without(combat.bombers, leaving)


def to_the_rear(combat: AirCombat, side: int, thing: int) -> None:
    """Put a fighter, if it is still in the line-up, behind the others."""
    if thing in combat.fighters[side]:
        line = (*(ahead for ahead in combat.fighters[side] if ahead != thing), thing)
        combat.fighters = _with_line(combat.fighters, side, line)


def _without(lines: Lines, leaving: tuple[int, ...]) -> Lines:
    active, inactive = lines
    return (
        tuple([thing for thing in active if thing not in leaving]),
        tuple([thing for thing in inactive if thing not in leaving]),
    )


def _with_line(lines: Lines, side: int, line: tuple[int, ...]) -> Lines:
    return (line, lines[INACTIVE]) if side == ACTIVE else (lines[ACTIVE], line)


def ask_side(game: Position, combat: AirCombat, side: int, *verbs: Verb, prompt: str) -> Decision:
    """Whoever still has aircraft in the combat on that side decides, together (2.7); if nobody has, all who came."""
    seats = combat.seats[side]
    if len(seats) > 1:
        seats = seats_of(game, aircraft(game, combat, side)) or seats
    return joint(seats, *verbs, rule=verbs[0].rule, prompt=prompt)


def side_of_seat(combat: AirCombat, seat: str) -> int:
    """The side that a seat decides for; no seat plays powers of both sides."""
    return ACTIVE if seat in combat.seats[ACTIVE] else INACTIVE


# ----------------------------------------------------------------------------------------------- 14.3, 14.3.1 arrangement


@step("14.3")
def is_there_a_combat(game: Game, combat: AirCombat) -> Control:
    """Only if both sides have aircraft and either has a fighter; bombers that meet nobody are through."""
    combat.seats = (
        seats_of(game, combat.fighters[ACTIVE] + combat.bombers[ACTIVE]),
        seats_of(game, combat.fighters[INACTIVE] + combat.bombers[INACTIVE]),
    )
    any_fighter = fighters(game, combat, ACTIVE) or fighters(game, combat, INACTIVE)
    if any_fighter and both_fight(game, combat):
        return None
    for side in (ACTIVE, INACTIVE):
        clear_all(game, combat, side)
    return Goto("combat_over")


def _lines(game: Position, combat: AirCombat, seat: str) -> Shape | Violation:
    side = side_of_seat(combat, seat)
    return Order((fighters(game, combat, side), bombers(game, combat, side)))


def _arrange(game: Game, combat: AirCombat, seat: str, noun: Noun) -> Control:
    side = side_of_seat(combat, seat)
    combat.fighters = _with_line(combat.fighters, side, noun[0])
    combat.bombers = _with_line(combat.bombers, side, noun[1])
    game.say(Arranged(side=combat.sides[side], fighters=noun[0], bombers=noun[1]))
    return None


ARRANGE = Verb("arrange", "14.3.1", _arrange, _lines, items=Thing)


@step("14.3.1", ARRANGE)
def active_side_arranges(game: Game, combat: AirCombat) -> Control:
    return ask_side(game, combat, ACTIVE, ARRANGE, prompt="air-arrange")


@step("14.3.1", ARRANGE)
def inactive_side_arranges(game: Game, combat: AirCombat) -> Control:
    return ask_side(game, combat, INACTIVE, ARRANGE, prompt="air-arrange")


# ------------------------------------------------------------------------------------------- 14.3.2 strengths and values


@clause("14.3.2")
def front_rating(game: Position, combat: AirCombat, thing: int) -> int:
    """The rating of an aircraft that leads its line."""
    is_fighter = _is_in(combat.fighters, thing)
    return in_combat(game, combat, thing).air_to_air + FRONT_RATING(game, combat, thing, is_fighter)


@clause("14.3.2")
def strength(game: Position, combat: AirCombat, side: int) -> int:
    """In tenths: the front fighter and something of each other; without fighters the front bomber alone."""
    line = fighters(game, combat, side) or bombers(game, combat, side)[:1]
    backing = (backing_strength(game, combat, thing) for thing in line[1:])
    return int(10 * front_rating(game, combat, line[0]) + sum(backing))


@clause("14.3.2")
def backing_strength(game: Position, combat: AirCombat, thing: int) -> int:
    """What a fighter behind the front one adds, in tenths: a tenth of its rating."""
    return int(BACKING_RATING(game, in_combat(game, combat, thing).air_to_air, combat, thing))


@rule("14.3.2", "14.3.2/combat values", "11.5.9")
def combat_values(combat: AirCombat, strengths: tuple[int, int]) -> tuple[int, int]:
    """Own strength less the opponent's, with what surprise adds (11.5.9), rounded at the end (2.6)."""
    lead = strengths[ACTIVE] - strengths[INACTIVE]
    return (
        rounded_tenths(lead + 10 * combat.surprise[ACTIVE]),
        rounded_tenths(-lead + 10 * combat.surprise[INACTIVE]),
    )


@clause("14.3.2")
def may_roll(game: Position, combat: AirCombat, leader: int) -> bool:
    """An unarmed bomber that leads its side does not roll: its rating only reduces the opponent's value."""
    return not (_is_in(combat.bombers, leader) and in_combat(game, combat, leader).unarmed)


# ------------------------------------------------------------------------------------------------------ 14.3.2 rounds


@step("14.3.2")
def before_the_first_round(game: Game, combat: AirCombat) -> Control:
    return Call(combat.before_first_round) if combat.before_first_round else None


@rule("9.8")
def fight_each_other(game: Position, one: int, another: int, over: int = NOBODY) -> bool:
    """Are the two at war, by their powers or their countries, or one of them with the holder of this hex?"""
    if unit_at_war(game, one, power_of(game, another)) or unit_at_war(game, another, power_of(game, one)):
        return True
    holder = NOBODY if over == NOBODY else game.state[CONTROLLER][over]
    return holder != NOBODY and any(unit_at_war(game, thing, holder) for thing in (one, another))


@rule("9.8")
def with_enemies(game: Position, line: tuple[int, ...], foes: tuple[int, ...], over: int = NOBODY) -> tuple[int, ...]:
    """Those of the line that have somebody to fight among these."""
    return tuple(thing for thing in line if any(fight_each_other(game, thing, foe, over) for foe in foes))


@step("9.8")
def without_enemies(game: Game, combat: AirCombat) -> Control:
    """Whoever is left with nobody he is at war with is out of it: his bombers are through, his fighters go home."""
    active, inactive = aircraft(game, combat, ACTIVE), aircraft(game, combat, INACTIVE)
    if not combat.by_war or not (active and inactive):
        return None
    fighting = (
        *with_enemies(game, active, inactive, combat.over),
        *with_enemies(game, inactive, active, combat.over),
    )
    peaceful = tuple(thing for thing in (*active, *inactive) if thing not in fighting)
    for side in (ACTIVE, INACTIVE):
        for thing in bombers(game, combat, side):
            if thing in peaceful:
                clear_through(game, combat, side, thing)
    leaving = tuple(thing for thing in peaceful if _is_in(combat.fighters, thing))
    if not fighting:
        return Goto("combat_over")
    return abort_aircraft(game, combat, leaving) if leaving else None


@step("14.3.2")
def start_of_round(game: Game, combat: AirCombat) -> Control:
    """A side without fighters lets all opposing bombers through; then the values of the round are fixed."""
    for side in (ACTIVE, INACTIVE):
        if not fighters(game, combat, side):
            clear_all(game, combat, other(side))
    fronts = (_fronts(game, combat, ACTIVE), _fronts(game, combat, INACTIVE))
    if NOBODY_IN_FRONT in fronts:
        return Goto("combat_over")
    combat.round += 1
    combat.fronts = fronts
    strengths = (strength(game, combat, ACTIVE), strength(game, combat, INACTIVE))
    values = combat_values(combat, strengths)
    game.say(RoundBegan(round=combat.round, strengths=strengths, values=values))
    return open_fire(game, combat, values, (leader(combat, ACTIVE), leader(combat, INACTIVE)))


def both_fight(game: Position, combat: AirCombat) -> bool:
    """The combat lasts while both sides have aircraft that are not destroyed, aborted or cleared through."""
    return _is_there(game, combat, ACTIVE) and _is_there(game, combat, INACTIVE)


def _fronts(game: Position, combat: AirCombat, side: int) -> tuple[int, int]:
    return (front(fighters(game, combat, side)), front(bombers(game, combat, side)))


def leader(combat: AirCombat, side: int) -> int:
    """The aircraft that a side's strength is reckoned from: the front fighter, or without one the front bomber."""
    fighter, bomber = combat.fronts[side]
    return fighter if fighter >= 0 else bomber


def _abort(game: Game, combat: AirCombat, seat: str, noun: Noun) -> Control:
    side = side_of_seat(combat, seat)
    combat.gave_up = (combat.gave_up[ACTIVE] or side == ACTIVE, combat.gave_up[INACTIVE] or side == INACTIVE)
    game.say(SideAborted(side=combat.sides[side]))
    leaving = aircraft(game, combat, side)
    if not combat.naval:
        return abort_aircraft(game, combat, leaving)
    _leave_lines(combat, *leaving)
    for thing in leaving:  # 14.3.2: in naval air combat they stay in their sea-box section, face-down
        turn_face_down(game, thing)
    return None


def _fight_on(game: Game, combat: AirCombat, seat: str, noun: Noun) -> Control:
    return None


ABORT = Verb("abort", "14.3.2", _abort)
FIGHT_ON = Verb("fight-on", "14.3.2", _fight_on)


@step("14.3.2", FIGHT_ON, ABORT)
def active_side_may_abort(game: Game, combat: AirCombat) -> Control:
    if not both_fight(game, combat):
        return None
    return ask_side(game, combat, ACTIVE, FIGHT_ON, ABORT, prompt="air-abort")


@step("14.3.2", FIGHT_ON, ABORT)
def inactive_side_may_abort(game: Game, combat: AirCombat) -> Control:
    """Both sides may abort the same combat: the inactive side is asked even if the active side has just gone."""
    if not _is_there(game, combat, INACTIVE) or not (combat.gave_up[ACTIVE] or _is_there(game, combat, ACTIVE)):
        return None
    return ask_side(game, combat, INACTIVE, FIGHT_ON, ABORT, prompt="air-abort")


@step("14.3.2")
def next_round(game: Game, combat: AirCombat) -> Control:
    return Goto("without_enemies")


@step("14.3.2")
def combat_over(game: Game, combat: AirCombat) -> Control:
    """Bombers cleared through carry out the mission. The result: those who are through, and those still in the air."""
    return End((combat.cleared, (aircraft(game, combat, ACTIVE), aircraft(game, combat, INACTIVE))))


AIR_COMBAT = procedure(
    "air-to-air combat",
    "14.3",
    is_there_a_combat,  # 14.3
    active_side_arranges,  # 14.3.1
    inactive_side_arranges,
    before_the_first_round,  # 11.5.9: surprise points
    without_enemies,  # 9.8
    start_of_round,  # 14.3.2: values, then steps 1 to 4 (EXCHANGE_OF_FIRE)
    active_side_may_abort,  # step 5
    inactive_side_may_abort,  # step 6
    next_round,
    combat_over,
    locals=AirCombat,
)


# ------------------------------------------------------------------------------------ 14.3.2 resolving: steps 1 to 4


class Exchange(msgspec.Struct):
    """One exchange of fire, of a round or of a bounce: the values are fixed when it begins."""

    values: tuple[int, int]
    #: whose ratings the values come from
    leaders: tuple[int, int]
    #: which of them are fighters: they may be gone when their side's turn to roll comes
    led_by_fighter: tuple[bool, bool]
    rolls: tuple[bool, bool]
    #: in a bounce the results can only affect the leaders
    duel: bool = False
    #: nobody is left to fire at, because of a combat inside this one
    broken_off: bool = False


#: 14.3.2: what is added to the rating of the aircraft in front: (combat, aircraft, is it a fighter)
FRONT_RATING = SumOf[[AirCombat, int, bool], int]("14.3.2 front rating")
#: 14.3.2: the rating that a fighter behind the front one contributes a tenth of: (combat, aircraft)
BACKING_RATING = Chain[int, [AirCombat, int]]("14.3.2 backing rating")
#: 14.3.2: the result that the table gives, changed by who fights whom: (combat, exchange, side that rolled)
RESULT = Chain[str, [AirCombat, Exchange, int]]("14.3.2 result")


def open_fire(
    game: Position, combat: AirCombat, values: tuple[int, int], leaders: tuple[int, int], *, duel: bool = False
) -> Call:
    """Begin an exchange with these values between the sides that these aircraft lead."""
    led = (leaders[ACTIVE] in combat.fighters[ACTIVE], leaders[INACTIVE] in combat.fighters[INACTIVE])
    rolls = (may_roll(game, combat, leaders[ACTIVE]), may_roll(game, combat, leaders[INACTIVE]))
    return Call(EXCHANGE_OF_FIRE.name, Exchange(values, leaders, led, rolls, duel))


def _rolls(game: Game, exchange: Exchange, side: int) -> Control:
    combat = game.enclosing(AirCombat)
    return Roll("air-to-air", combat.seats[side][0], dice=2, concerns=combat.seats[other(side)])


def _look_up(game: Game, exchange: Exchange, side: int) -> Control:
    """Cross-index the roll with the side's value; the opponent suffers the result at once."""
    combat = game.enclosing(AirCombat)
    roll, value = game.total, exchange.values[side]
    printed: str = game.ruleset.tables.air_to_air.at(roll, value)
    result = RESULT(game, printed, combat, exchange, side)
    game.say(AirResult(side=combat.sides[side], value=value, roll=roll, result=result))
    return None if result == NO_EFFECT else Call(AIR_RESULT.name, Result(side, result))


@step("14.3.2", also=("14.3.2/resolving the combat",))
def inactive_side_rolls(game: Game, exchange: Exchange) -> Control:
    return _rolls(game, exchange, INACTIVE) if exchange.rolls[INACTIVE] else Goto("active_side_rolls")


@step("14.3.2", also=("14.3.2/resolving the combat",))
def inactive_sides_result(game: Game, exchange: Exchange) -> Control:
    return _look_up(game, exchange, INACTIVE)


@step("14.3.2", also=("14.3.2/resolving the combat",))
def active_side_rolls(game: Game, exchange: Exchange) -> Control:
    """With the value it had before its losses, even if it has nothing left."""
    return _rolls(game, exchange, ACTIVE) if exchange.rolls[ACTIVE] and not exchange.broken_off else End()


@step("14.3.2", also=("14.3.2/resolving the combat",))
def active_sides_result(game: Game, exchange: Exchange) -> Control:
    return _look_up(game, exchange, ACTIVE)


EXCHANGE_OF_FIRE = procedure(
    "exchange of fire",
    "14.3.2",
    inactive_side_rolls,  # step 1
    inactive_sides_result,  # step 2
    active_side_rolls,  # step 3
    active_sides_result,  # step 4
    locals=Exchange,
)


# -------------------------------------------------------------------------------------------- 14.3.3 combat results

NO_EFFECT = "-"
#: best first for the side that rolled
RESULTS = ("AX", "DX", "AA", "DA", "AC", "DC", NO_EFFECT)


class Result(msgspec.Struct):
    """A result to be implemented: `side` rolled it, the other side suffers it."""

    side: int
    result: str

    @property
    def chooser(self) -> int:
        """A…: the side that rolled chooses; D…: the side that suffers."""
        return self.side if self.result[0] == "A" else other(self.side)


def _targets(game: Position, result: Result, seat: str) -> Shape | Violation:
    """X and A hit the front fighter or bomber; C clears any bomber. In a duel only the opponent can be hit."""
    combat, exchange = game.enclosing(AirCombat), game.enclosing(Exchange)
    victim = other(result.side)
    if result.result[1] == "C":
        exposed = bombers(game, combat, victim)
    else:
        exposed = tuple([thing for thing in _fronts(game, combat, victim) if thing >= 0])
    if exchange.duel:
        opponent, line_up = exchange.leaders[victim], aircraft(game, combat, victim)
        exposed = tuple(
            thing for thing in (opponent,) if thing in line_up and (result.result[1] != "C" or thing in exposed)
        )
    return One(exposed) if exposed else refused("14.3.3", "nothing-to-hit", result=result.result)


@rule("14.3.3")
def _shoot_down(game: Game, result: Result, seat: str, thing: Noun) -> Control:
    """AX, DX: destroyed, with whatever it carries."""
    _leave_lines(game.enclosing(AirCombat), thing)
    destroy_aircraft(game, thing)
    return None


@rule("14.3.3")
def _drive_off(game: Game, result: Result, seat: str, thing: Noun) -> Control:
    """AA, DA: aborted."""
    return abort_aircraft(game, game.enclosing(AirCombat), (thing,))


@rule("14.3.3")
def _clear(game: Game, result: Result, seat: str, thing: Noun) -> Control:
    """AC, DC: through to the target."""
    clear_through(game, game.enclosing(AirCombat), other(result.side), thing)
    return None


SHOOT_DOWN = Verb("shoot-down", "14.3.3", _shoot_down, _targets, items=Thing)
DRIVE_OFF = Verb("drive-off", "14.3.3", _drive_off, _targets, items=Thing)
CLEAR_THROUGH = Verb("clear-through", "14.3.3", _clear, _targets, items=Thing)
_VERB = {"X": SHOOT_DOWN, "A": DRIVE_OFF, "C": CLEAR_THROUGH}


@step("14.3.3", SHOOT_DOWN, DRIVE_OFF, CLEAR_THROUGH, also=("14.3.3/table: air combat results",))
def implement(game: Game, result: Result) -> Control:
    """The right side chooses; a result that nothing can suffer (no bomber to clear) is ignored."""
    if result.result not in RESULTS[:-1]:
        return None
    verb = _VERB[result.result[1]]
    combat = game.enclosing(AirCombat)
    if isinstance(_targets(game, result, ""), Violation):
        return None
    return ask_side(game, combat, result.chooser, verb, prompt=f"air-{verb.name}")


AIR_RESULT = procedure("air combat result", "14.3.3", implement, locals=Result)


@rule("14.3.3")
def clear_through(game: Game, combat: AirCombat, side: int, thing: int) -> None:
    """Out of the line-up and on to the target."""
    _leave_lines(combat, thing)
    combat.cleared = _with_line(combat.cleared, side, (*combat.cleared[side], thing))
    game.say(ClearedThrough(aircraft=thing))


@rule("14.3.2")
def clear_all(game: Game, combat: AirCombat, side: int) -> None:
    for thing in bombers(game, combat, side):
        clear_through(game, combat, side, thing)


@rule("14.3.3")
def abort_aircraft(game: Game, combat: AirCombat, leaving: tuple[int, ...]) -> Control:
    """They return face-down: carrier planes to their section, others to a friendly hex that the owner picks."""
    _leave_lines(combat, *leaving)
    for thing in leaving:
        game.say(Aborted(aircraft=thing))
    return Call(RETURN_TO_BASE.name, Return(leaving, combat.bound_for))


MODULE = Module(
    procedures=(AIR_COMBAT, EXCHANGE_OF_FIRE, AIR_RESULT),
    seams=(FRONT_RATING, BACKING_RATING, RESULT),
)
