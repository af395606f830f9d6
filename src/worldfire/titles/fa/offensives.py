"""fa:18 Offensive points: actions without limits, an HQ that leads an offensive, and HQs turned face-up.

They are spent when an impulse begins, after the actions are chosen. Who leads an offensive on land doubles attackers, lets
guns throw a die more and supports a combat without being spent; he is turned face-down when the impulse is over.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from worldfire.board.paths import flood_air
from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import InTurn, power_in_turn, somebody_is_left, turn_is_over
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.things import (
    FACE_DOWN,
    IN_FLIGHT,
    PLACE,
    all_such,
    board_of,
    counter_of,
    turn_face_down,
    turn_face_up,
)
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import NOBODY, POWERS, power_of
from worldfire.rules.s02_3_stacking import is_headquarters_counter
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s03_sequence import IMPULSE_OF_A_SIDE, step_name
from worldfire.rules.s10_actions import AIR, LAND, LIMIT, NAVAL, UNLIMITED, action_of, passed
from worldfire.rules.s11_05_2_initiating import only_aircraft_initiate
from worldfire.rules.s11_08_ground_strike import GROUND_STRIKE, MORE_DICE
from worldfire.rules.s11_15_factors import Reckoning
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, LandCombat
from worldfire.rules.s11_17_reorganisation import (
    COST,
    POINTS_OF_SOURCE,
    action_suits,
    payers,
    range_is_motorised,
    range_of,
)
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s14_2_missions import Mission
from worldfire.tables.counters import LandCounter, NavalCounter
from worldfire.titles.fa.artillery import Batteries
from worldfire.titles.fa.factors import IN_ATTACK
from worldfire.titles.fa.hq_support import HqSupports, support_spends, value_of_hq
from worldfire.titles.fa.lists import Listed

UNLIMITED_ACTIONS = Figure("offensive points for unlimited actions", "fa:18.2")
UNLIMITED_ACTIONS_OF_LESSER = Figure("offensive points for unlimited actions of a lesser power", "fa:18.2")
BENEFITS = Figure("offensive points for the benefits of an HQ", "fa:18.3")
FOR_EACH_POINT = Figure("offensive points for each point of the value of that HQ", "fa:18.3")
TO_TURN_UP = Figure("offensive points to turn an HQ face-up beside its value", "fa:18.4")
HELPED = Figure("units that an offensive helps for each point of its HQ", "fa:18.3.2")
#: powers that pay less for unlimited actions
LESSER = Listed("powers that pay less for unlimited actions", "fa:18.2")

#: what each power has in hand
OFFENSIVE_POINTS = Column(POWERS, "offensive_points")
#: powers whose actions are not limited in this impulse
FREE_HAND: Field[tuple[int, ...]] = Field("unlimited_actions", ())
#: (power, HQ, "land" or "naval"): who leads an offensive in this impulse
LEADERS: Field[tuple[tuple[int, int, str], ...]] = Field("offensive_leaders", ())
#: (power, number): units that its offensive has helped in this impulse
HELPED_SO_FAR: Field[tuple[tuple[int, int], ...]] = Field("helped_by_offensives", ())
#: HQs that have supported a combat as leaders, and are not spent by it
UNSPENT: Field[tuple[int, ...]] = Field("unspent_leaders", ())


class OffensivePointsSpent(Event, frozen=True):
    power: PowerId
    number: int
    left: int


class OffensiveLed(Event, frozen=True):
    unit: ThingId
    kind: str


class UnitsHelped(Event, frozen=True):
    """An offensive doubles attackers, or gives guns another die."""

    units: tuple[ThingId, ...]


# --------------------------------------------------------------------------------------------------------------- prices


@rule("fa:18.2")
def price_of_free_hand(game: Position, power: int) -> int:
    lesser = power_name(game, power) in LESSER(game)
    return UNLIMITED_ACTIONS_OF_LESSER(game) if lesser else UNLIMITED_ACTIONS(game)


@rule("fa:18.3")
def price_of_leading(game: Position, headquarters: int) -> int:
    return BENEFITS(game) + FOR_EACH_POINT(game) * value_of_hq(game, headquarters)


@rule("fa:18.4")
def price_of_turning_up(game: Position, headquarters: int) -> int:
    return TO_TURN_UP(game) + value_of_hq(game, headquarters)


def _spend(game: Game, power: int, number: int) -> None:
    left = game.state[OFFENSIVE_POINTS][power] - number
    game.write(OFFENSIVE_POINTS, power, left)
    game.say(OffensivePointsSpent(power=power, number=number, left=left))


# ------------------------------------------------------------------------------------------------------------- the step


class Spending(InTurn):
    """Powers that have spent what they want; `roused`: the power in turn has begun to turn HQs face-up."""

    roused: bool = False


@clause("fa:18.3", "fa:18.4")
def is_hq_of(game: Position, headquarters: int, power: int) -> bool:
    """May the power spend its points on this HQ?"""
    return power_of(game, headquarters) == power


def _headquarters(game: Position, power: int, *, face_down: bool) -> tuple[int, ...]:
    """In supply, ashore or aboard: who is to land may be chosen before."""

    def look() -> tuple[int, ...]:
        return tuple(
            unit
            for unit in all_such(game, is_headquarters_counter)
            if is_hq_of(game, unit, power)
            and _is_on_the_map(game, unit)
            and bool(game.state[FACE_DOWN][unit]) is face_down
            and in_supply(game, unit)
        )

    return game.recall(("HQs for offensives", power, face_down), look)


def _is_on_the_map(game: Position, unit: int) -> bool:
    """In a hex, or aboard a ship."""
    place = game.state[PLACE][unit]
    return IN_FLIGHT < place < 0 or is_hex(game, place)


def _points(game: Position, power: int) -> int:
    return game.state[OFFENSIVE_POINTS][power]


@rule("fa:18.2")
def may_have_free_hand(game: Position, power: int) -> bool:
    free = power in game.state.get(FREE_HAND)
    return not free and not passed(game, power) and _points(game, power) >= price_of_free_hand(game, power)


@rule("fa:18.3", "fa:18.3.1", "fa:18.3.2")
def possible_leaders(game: Position, power: int, kind: str) -> tuple[int, ...]:
    """Face-up HQs in supply that the power can pay for; one HQ and one kind in an impulse, in an action of that kind."""
    leaders = game.state.get(LEADERS)
    led = any(leader == power for leader, _, _ in leaders)
    fitting = action_of(game, power) == kind or (power in game.state.get(FREE_HAND) and not passed(game, power))
    if led or not fitting:
        return ()
    busy = {unit for _, unit, _ in leaders}
    able = tuple(unit for unit in able_to_lead(game, power) if unit not in busy)
    if kind == NAVAL:
        return tuple(unit for unit in able if game.state[PLACE][unit] in ground_of(game).ports)
    return able


def able_to_lead(game: Position, power: int) -> tuple[int, ...]:
    """Face-up HQs in supply that the power can pay for, whatever it does this impulse."""
    ready, points = _headquarters(game, power, face_down=False), _points(game, power)
    return tuple(unit for unit in ready if points >= price_of_leading(game, unit))


@rule("fa:18.4")
def to_turn_up(game: Position, power: int) -> tuple[int, ...]:
    down = _headquarters(game, power, face_down=True)
    return tuple(unit for unit in down if _points(game, power) >= price_of_turning_up(game, unit))


def _can_spend(game: Position, power: int) -> bool:
    if not _points(game, power):
        return False
    return (
        may_have_free_hand(game, power)
        or any(possible_leaders(game, power, kind) for kind in (LAND, NAVAL))
        or bool(to_turn_up(game, power))
    )


def _free_hand_shape(game: Position, spending: Spending, seat: str) -> Shape | Violation:
    power = power_in_turn(game, spending)
    possible = may_have_free_hand(game, power) and not spending.roused
    return (
        One((power_name(game, power),)) if possible else refused("fa:18.2", "no-unlimited-actions", power=Power(power))
    )


def _buy_free_hand(game: Game, spending: Spending, seat: str, noun: Noun) -> Control:
    power = power_in_turn(game, spending)
    _spend(game, power, price_of_free_hand(game, power))
    game.set(FREE_HAND, (*game.state.get(FREE_HAND), power))
    return Goto("next_power_spends")


def _leaders_shape(game: Position, spending: Spending, kind: str) -> Shape | Violation:
    power = power_in_turn(game, spending)
    found = () if spending.roused else possible_leaders(game, power, kind)
    return One(found) if found else refused("fa:18.3", "no-hq-can-lead", power=Power(power))


def _land_shape(game: Position, spending: Spending, seat: str) -> Shape | Violation:
    return _leaders_shape(game, spending, LAND)


def _naval_shape(game: Position, spending: Spending, seat: str) -> Shape | Violation:
    return _leaders_shape(game, spending, NAVAL)


def _lead(game: Game, spending: Spending, unit: int, kind: str) -> Control:
    power = power_in_turn(game, spending)
    _spend(game, power, price_of_leading(game, unit))
    game.set(LEADERS, (*game.state.get(LEADERS), (power, unit, kind)))
    game.say(OffensiveLed(unit=unit, kind=kind))
    return Goto("next_power_spends")


def _lead_on_land(game: Game, spending: Spending, seat: str, noun: Noun) -> Control:
    return _lead(game, spending, noun, LAND)


def _lead_at_sea(game: Game, spending: Spending, seat: str, noun: Noun) -> Control:
    return _lead(game, spending, noun, NAVAL)


def _rouse_shape(game: Position, spending: Spending, seat: str) -> Shape | Violation:
    power = power_in_turn(game, spending)
    found = to_turn_up(game, power)
    return One(found) if found else refused("fa:18.4", "no-hq-to-turn-up", power=Power(power))


def _rouse(game: Game, spending: Spending, seat: str, noun: Noun) -> Control:
    _spend(game, power_in_turn(game, spending), price_of_turning_up(game, noun))
    turn_face_up(game, noun)
    spending.roused = True
    return Goto("next_power_spends")


def _finish(game: Game, spending: Spending, seat: str, noun: Noun) -> Control:
    turn_is_over(game, spending)
    spending.roused = False
    return Goto("next_power_spends")


BUY_FREE_HAND = Verb("buy-unlimited-actions", "fa:18.2", _buy_free_hand, _free_hand_shape)
LEAD_ON_LAND = Verb("lead-offensive", "fa:18.3.2", _lead_on_land, _land_shape, items=Thing)
LEAD_AT_SEA = Verb("lead-naval-offensive", "fa:18.3.1", _lead_at_sea, _naval_shape, items=Thing)
ROUSE = Verb("turn-hq-up", "fa:18.4", _rouse, _rouse_shape, items=Thing)
FINISH_SPENDING = Verb("save-offensive-points", "fa:18.1", _finish)


@step("fa:18.1")
def next_power_spends(game: Game, spending: Spending) -> Control:
    """Nobody is asked who has nothing to spend, or nothing to spend it on."""
    before = spending.done
    found = somebody_is_left(game, spending, lambda power: _can_spend(game, power))
    if spending.done != before:
        spending.roused = False
    return None if found else End()


@step("fa:18.1", FINISH_SPENDING, BUY_FREE_HAND, LEAD_ON_LAND, LEAD_AT_SEA, ROUSE)
def spend_points(game: Game, spending: Spending) -> Control:
    power = power_in_turn(game, spending)
    return one(
        seat_of_power(game, power),
        FINISH_SPENDING,
        BUY_FREE_HAND,
        LEAD_ON_LAND,
        LEAD_AT_SEA,
        ROUSE,
        rule="fa:18.1",
        prompt="spend-offensive-points",
        power=Power(power),
        number=Number(_points(game, power)),
    )


OFFENSIVES = procedure("offensive points", "fa:18.1", next_power_spends, spend_points, locals=Spending)


@step("fa:18.1")
def begin_offensives(game: Game, nothing: None) -> Control:
    return Call(OFFENSIVES.name, Spending())


@rule("fa:18.3")
def offensives_are_over(game: Game, event: LastImpulseTested) -> None:
    """Who led one is turned face-down when the impulse ends, aboard a ship too."""
    for _, unit, _ in game.state.get(LEADERS):
        if _is_on_the_map(game, unit):
            turn_face_down(game, unit)
    if game.state.get(LEADERS):
        game.set(LEADERS, ())
        game.set(HELPED_SO_FAR, ())
        game.set(UNSPENT, ())
    if game.state.get(FREE_HAND):
        game.set(FREE_HAND, ())


# ------------------------------------------------------------------------------------------------------- 18.2 free hand


@rule("fa:18.2")
def without_limits(game: Position, most: int, power: int, row: str) -> int:
    """Everything but rail moves, which are those of a land action."""
    if power not in game.state.get(FREE_HAND):
        return most
    if row != "rail movement":
        return UNLIMITED
    chart = game.ruleset.tables.source.chart(f"activities_{LAND}")
    printed: str = chart.at(row, power_name(game, power))
    return UNLIMITED if printed == "unlimited" else max(most, int(printed))


@rule("fa:18.2", "fa:11.14.3")
def suits_every_action(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    return usual(game, unit) or power_of(game, unit) in game.state.get(FREE_HAND)


@rule("fa:18.2", "fa:11.4.2")
def unless_its_hand_is_free(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Whoever may do everything fights with his ships in an air action too."""
    return usual(game, power) and power not in game.state.get(FREE_HAND)


# ------------------------------------------------------------------------------------------------------------ 18.3 help


def leader_of(game: Position, power: int, kind: str) -> int | None:
    """The HQ that leads the power's offensive of this kind, where it can help: on the map."""
    for owner, unit, led in game.state.get(LEADERS):
        if (owner, led) == (power, kind) and is_hex(game, game.state[PLACE][unit]):
            return unit
    return None


@rule("fa:18.3.2")
def help_left(game: Position, power: int) -> int:
    leader = leader_of(game, power, LAND)
    helped = sum(number for owner, number in game.state.get(HELPED_SO_FAR) if owner == power)
    return 0 if leader is None else max(0, units_helped_by(game, leader) - helped)


def units_helped_by(game: Position, leader: int) -> int:
    return HELPED(game) * value_of_hq(game, leader)


@rule("fa:18.3")
def in_range_of(game: Position, leader: int, unit: int) -> bool:
    """No further than its value, in hexes and hexdots; a World hex counts four. Aboard a ship it helps nobody."""
    here = game.state[PLACE][leader]
    return is_hex(game, here) and game.state[PLACE][unit] in game.ruleset.once(_reach, here, value_of_hq(game, leader))


def _reach(ruleset: Ruleset, start: int, steps: int) -> frozenset[int]:
    return frozenset(flood_air(board_of(ruleset), start, steps))


def _note_help(game: Game, power: int, number: int) -> None:
    game.set(HELPED_SO_FAR, (*game.state.get(HELPED_SO_FAR), (power, number)))


class Doubled(msgspec.Struct):
    """Attackers with doubled factors in this land combat step, and powers that have named theirs."""

    units: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()


class Directed(msgspec.Struct):
    """Guns with another die in this ground strike, and powers that have named theirs."""

    units: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()


def _helpable(game: Position, power: int, units: tuple[int, ...]) -> tuple[int, ...]:
    leader = leader_of(game, power, LAND)
    if leader is None or not help_left(game, power):
        return ()
    own = (unit for unit in units if power_of(game, unit) == power or unit == leader)
    return tuple(unit for unit in own if in_range_of(game, leader, unit))


def _next_helper(game: Position, asked: tuple[int, ...], units: tuple[int, ...]) -> int | None:
    powers = (power for power, _, _ in game.state.get(LEADERS) if power not in asked)
    return next((power for power in powers if _helpable(game, power, units)), None)


def _attackers(game: Position, combat: LandCombat) -> tuple[int, ...]:
    return tuple(unit for attack in combat.attacks for unit in attack.units)


def _guns(game: Position, mission: Mission) -> tuple[int, ...]:
    return tuple(gun for gun, _ in game.annex(Batteries).laid)


def _double_shape(game: Position, combat: LandCombat, seat: str) -> Shape | Violation:
    units = _attackers(game, combat)
    return _help_shape(game, game.annex(Doubled).asked, units)


def _direct_shape(game: Position, mission: Mission, seat: str) -> Shape | Violation:
    return _help_shape(game, game.annex(Directed).asked, _guns(game, mission))


def _help_shape(game: Position, asked: tuple[int, ...], units: tuple[int, ...]) -> Shape | Violation:
    power = _next_helper(game, asked, units)
    if power is None:
        return refused("fa:18.3.2", "nobody-to-help")
    found = _helpable(game, power, units)
    return Set(found, 0, min(len(found), help_left(game, power)))


def _help(game: Game, annex: Doubled | Directed, units: tuple[int, ...], noun: Noun) -> None:
    power = _next_helper(game, annex.asked, units)
    assert power is not None
    annex.asked += (power,)
    annex.units += noun
    if noun:
        _note_help(game, power, len(noun))
        game.say(UnitsHelped(units=noun))


def _double(game: Game, combat: LandCombat, seat: str, noun: Noun) -> Control:
    _help(game, game.annex(Doubled), _attackers(game, combat), noun)
    return Goto("leaders_double_attackers")


def _direct(game: Game, mission: Mission, seat: str, noun: Noun) -> Control:
    _help(game, game.annex(Directed), _guns(game, mission), noun)
    return Goto("leaders_direct_guns")


DOUBLE_UNITS = Verb("double-units", "fa:18.3.2", _double, _double_shape, items=Thing)
DIRECT_GUNS = Verb("direct-guns", "fa:18.3.2", _direct, _direct_shape, items=Thing)


@step("fa:18.3.2", DOUBLE_UNITS)
def leaders_double_attackers(game: Game, combat: LandCombat) -> Control:
    """When attacks are declared; each unit once."""
    power = _next_helper(game, game.annex(Doubled).asked, _attackers(game, combat))
    if power is None:
        return None
    left = Number(help_left(game, power))
    return one(seat_of_power(game, power), DOUBLE_UNITS, rule="fa:18.3.2", prompt="double-units", most=left)


@step("fa:18.3.2", DIRECT_GUNS)
def leaders_direct_guns(game: Game, mission: Mission) -> Control:
    """When guns are laid for a ground strike."""
    power = _next_helper(game, game.annex(Directed).asked, _guns(game, mission))
    if power is None:
        return None
    left = Number(help_left(game, power))
    return one(seat_of_power(game, power), DIRECT_GUNS, rule="fa:18.3.2", prompt="direct-guns", most=left)


@rule("fa:18.3.2")
def doubled(game: Position, factor: Fraction, reckoning: Reckoning, unit: int) -> Fraction:
    annex = game.find_annex(Doubled)
    return factor * 2 if annex is not None and unit in annex.units else factor


@rule("fa:18.3.2", "fa:11.7.1")
def another_die(game: Position, bomber: int, target: int) -> int:
    annex = game.find_annex(Directed)
    return int(annex is not None and bomber in annex.units)


@rule("fa:18.3.2")
def leader_supports(game: Game, event: HqSupports) -> None:
    """It counts as one unit helped; the HQ is not spent by it."""
    power = next((owner for owner, unit, _ in game.state.get(LEADERS) if unit == event.unit), NOBODY)
    if power != NOBODY and leader_of(game, power, LAND) == event.unit and help_left(game, power):
        _note_help(game, power, 1)
        game.set(UNSPENT, (*game.state.get(UNSPENT), event.unit))


@rule("fa:18.3.2")
def unless_it_leads(usual: Callable[[Position, int], bool], game: Position, headquarters: int) -> bool:
    return usual(game, headquarters) and headquarters not in game.state.get(UNSPENT)


# ------------------------------------------------------------------------------------------------------- reorganisation


@rule("fa:11.14.1")
def on_foot(game: object) -> bool:
    """An HQ's range is counted in movement points of infantry."""
    return False


@rule("fa:11.14.1")
def as_far_as_printed(game: Position, headquarters: int) -> int:
    return value_of_hq(game, headquarters)


@rule("fa:18.3.2", "fa:18.3.1")
def twice_the_points(game: Position, points: int, source: int) -> int:
    """Units of its offensive cost half: its points go twice as far."""
    return 2 * points if _kind_led(game, source) else points


def _kind_led(game: Position, source: int) -> str:
    return next((kind for _, unit, kind in game.state.get(LEADERS) if unit == source), "")


@rule("fa:18.3.2", "fa:18.3.1")
def full_price_for_others(game: Position, cost: int, unit: int, sources: tuple[int, ...]) -> int:
    """What is not of its offensive costs as much as ever."""
    return 2 * cost if any(_leads_others(game, source, unit) for source in sources) else cost


def _leads_others(game: Position, source: int, unit: int) -> bool:
    """Does the source lead an offensive, and not one of such units?"""
    counter = counter_of(game, unit)
    own = LAND if isinstance(counter, LandCounter) else NAVAL if isinstance(counter, NavalCounter) else AIR
    return _kind_led(game, source) not in ("", own)


@rule("fa:18.3.2", "fa:18.3.1")
def leaders_are_dear_only_where_they_pay(
    game: Position, unit: int, sources: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    plain = tuple(source for source in sources if not _leads_others(game, source, unit))
    return (plain, sources) if plain and plain != sources else (sources,)


MODULE = Module(
    schema=Schema(columns=(OFFENSIVE_POINTS,), fields=(FREE_HAND, LEADERS, HELPED_SO_FAR, UNSPENT)),
    procedures=(OFFENSIVES,),
    subscribes=((LastImpulseTested, offensives_are_over), (HqSupports, leader_supports)),
    changes=(
        Insert(IMPULSE_OF_A_SIDE, begin_offensives, before=step_name("naval air missions")),
        LIMIT.attach(without_limits, reads=(FREE_HAND,)),
        action_suits.wrapped_by(suits_every_action, reads=(FREE_HAND,)),
        only_aircraft_initiate.wrapped_by(unless_its_hand_is_free, reads=(FREE_HAND,)),
        Annex(LAND_COMBAT.name, Doubled),
        Insert(LAND_COMBAT.name, leaders_double_attackers, after="attacks_stand"),
        IN_ATTACK.attach(doubled),
        Annex(GROUND_STRIKE.name, Directed),
        Insert(GROUND_STRIKE.name, leaders_direct_guns, after="attackers_lay_guns"),
        MORE_DICE.attach(another_die),
        support_spends.wrapped_by(unless_it_leads, reads=(UNSPENT,)),
        range_is_motorised.replaced_by(on_foot),
        range_of.replaced_by(as_far_as_printed),
        POINTS_OF_SOURCE.attach(twice_the_points, reads=(LEADERS,)),
        COST.attach(full_price_for_others, reads=(LEADERS,)),
        payers.replaced_by(leaders_are_dear_only_where_they_pay, reads=(LEADERS,)),
    ),
)
