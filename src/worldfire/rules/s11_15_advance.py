"""11.15.5 Advancing after combat: into the defenders' hex, after a breakthrough one hex further, with overruns."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Verb
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.things import PLACE, board_of, things_at, turn_face_down
from worldfire.rules.s02_3_stacking import land_units, limit_after_combat
from worldfire.rules.s02_5_control import control_violation
from worldfire.rules.s11_10_6_overrun import (
    before_an_overrun,
    enter,
    overrun_land_units,
    overrun_multiplier,
    overrun_violation,
    step_violation,
)
from worldfire.rules.s11_10_entry import entry_cost, gate_violation, land_counter, land_foes_at
from worldfire.rules.s11_10_land_movement import Moves, Stack
from worldfire.rules.s11_15_battle import Battle, attackers, defenders, has_landed, origin_of
from worldfire.rules.s11_15_odds import Fate
from worldfire.rules.s18_2_commitments import of_own_will_violation
from worldfire.tables.counters import LandType

#: who may lead an advance into a second hex, and who may go with them
LEADERS = frozenset({LandType.HQ_A, LandType.ARM, LandType.MECH})
FOLLOWERS = frozenset({LandType.MOT, LandType.CAV})
#: what the first hex must have cost them
POINTS_TO_GO_ON = Figure("movement points of the first hex of a breakthrough", "11.15.5")


class Advanced(Event, frozen=True):
    """Attackers advanced after combat."""

    units: tuple[ThingId, ...]
    to: PlaceId


@clause("11.15.5/advancing after combat")
def may_advance(game: Position, battle: Battle) -> tuple[int, ...]:
    """Surviving attackers beside a target that is now empty of enemy land units; who landed is in it already."""
    if battle.notional or defenders(game, battle):
        return ()
    return tuple(
        unit
        for unit in attackers(game, battle)
        if not has_landed(battle, unit) and gate_violation(game, (unit,), battle.target) is None
    )


@clause("11.15.5/advancing after combat")
def may_go_further(game: Position, battle: Battle) -> tuple[int, ...]:
    """Those in the target that may go on after a breakthrough."""
    return _can_go_on(game, battle, tuple(unit for unit in battle.advanced if game.state[PLACE][unit] == battle.target))


@rule("11.15.5/advancing after combat")
def _can_go_on(game: Position, battle: Battle, units: tuple[int, ...]) -> tuple[int, ...]:
    """After a breakthrough into a hex that cost 1 point: armour and MECH, and MOT and CAV of the same hex with them."""
    if battle.fate is not Fate.BREAKTHROUGH:
        return ()
    quick = tuple(
        unit
        for unit in units
        if entry_cost(game, unit, origin_of(battle, unit), battle.target) == POINTS_TO_GO_ON(game)
    )
    led = {origin_of(battle, unit) for unit in quick if land_counter(game, unit).type in LEADERS}
    return tuple(
        unit
        for unit in quick
        if land_counter(game, unit).type in LEADERS
        or (land_counter(game, unit).type in FOLLOWERS and origin_of(battle, unit) in led)
    )


# ------------------------------------------------------------------------------------------------------- the first hex


def _advance_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    units = may_advance(game, battle)
    return Set(units, 1, len(units)) if units else refused("11.15.5", "nobody-can-advance")


def _advance_violation(game: Position, battle: Battle, seat: str, noun: Noun) -> Violation | None:
    """2.3.1: as many as the hex holds, and after a breakthrough those who can go on; the gate of the hex lets them in."""
    there = land_units(game, things_at(game, battle.target))
    room = limit_after_combat(game, battle.target, (*there, *noun)) - len(there)
    if len(noun) > room + len(_can_go_on(game, battle, noun)):
        return refused("2.3.1", "too-many-land-units", place=Place(battle.target), most=Number(room))
    return (
        gate_violation(game, noun, battle.target)
        or of_own_will_violation(game, noun, battle.target)
        or control_violation(game, battle.target, noun)
    )


def _advance(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    """Whoever has fewer movement points than the hex costs is turned face-down."""
    spent = [unit for unit in noun if _exceeds(game, unit, origin_of(battle, unit), battle.target)]
    battle.advanced = noun
    game.say(Advanced(units=noun, to=battle.target))
    caught = enter(game, noun, battle.target)
    for unit in spent:
        turn_face_down(game, unit)
    return caught


def _exceeds(game: Position, unit: int, origin: int, place: int) -> bool:
    return entry_cost(game, unit, origin, place) > (land_counter(game, unit).movement or 0)


ADVANCE = Verb("advance", "11.15.5", _advance, _advance_shape, _advance_violation, items=Thing)


# ------------------------------------------------------------------------------------------------------- the second hex


def _further_shape(game: Position, battle: Battle, seat: str) -> Shape | Violation:
    """Units that attacked from the same hex go together; where there is no way for all of them, one by one."""
    by_origin: dict[int, tuple[int, ...]] = {}
    for unit in may_go_further(game, battle):
        origin = origin_of(battle, unit)
        by_origin[origin] = (*by_origin.get(origin, ()), unit)
    stacks = []
    for units in by_origin.values():
        alone = ((unit,) for unit in units) if len(units) > 1 else ()
        stacks += _onward(game, battle, seat, units) or [
            stack for unit in alone for stack in _onward(game, battle, seat, unit)
        ]
    return Moves(tuple(stacks)) if stacks else refused("11.15.5", "nobody-can-advance")


def _onward(game: Position, battle: Battle, seat: str, units: tuple[int, ...]) -> list[Stack]:
    """The units as a stack, if there is any hex that all of them can go on to."""
    near = tuple(
        (place, battle.target)
        for place in board_of(game).adjacent[battle.target]
        if _further_violation(game, battle, seat, (units, (place,))) is None
    )
    return [Stack(battle.target, units, near)] if near else []


@rule("11.15.5/advancing after combat", "11.10.6")
def _further_violation(game: Position, battle: Battle, seat: str, noun: Noun) -> Violation | None:
    units, path = noun
    if len(path) != 1 or not is_hex(game, path[0]):
        return refused("11.15.5", "advance-one-hex-only")
    able = may_go_further(game, battle)
    for unit in units:
        if unit not in able:
            return refused("11.15.5", "not-in-the-breakthrough")
    if len({origin_of(battle, unit) for unit in units}) > 1:
        return refused("11.15.5", "advance-with-its-own-stack")
    if not any(land_counter(game, unit).type in LEADERS for unit in units):
        return refused("11.15.5", "advance-needs-armour")
    place = path[0]
    if land_foes_at(game, units[0], place):
        return overrun_violation(game, units, place)
    for unit in units:
        found = step_violation(game, unit, battle.target, place)
        if found is not None:
            return found
    return (
        gate_violation(game, units, place)
        or _room_violation(game, units, place)
        or control_violation(game, place, units)
    )


def _room_violation(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    there = (*land_units(game, things_at(game, place)), *units)
    most = limit_after_combat(game, place, there)
    return refused("2.3.1", "too-many-land-units", place=Place(place), most=Number(most)) if len(there) > most else None


def _go_further(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    """Ignoring ZoCs; turned face-down where the hex costs 2 or more, an overrun doubling it."""
    units, (place,) = noun
    overrunning = bool(land_foes_at(game, units[0], place))
    first = before_an_overrun(game, units, place) if overrunning else None
    return go_further(game, battle, units, place) if first is None else first


def go_further(game: Game, battle: Battle, units: tuple[int, ...], place: int) -> Call | None:
    overrunning = bool(land_foes_at(game, units[0], place))
    times = overrun_multiplier(game, units, place) if overrunning else 1
    spent = [unit for unit in units if entry_cost(game, unit, battle.target, place, times) > 1]
    if overrunning:
        overrun_land_units(game, units, place)
    battle.further += units
    game.say(Advanced(units=units, to=place))
    caught: Call | None = enter(game, units, place)
    for unit in spent:
        turn_face_down(game, unit)
    return caught


def _stop(game: Game, battle: Battle, seat: str, noun: Noun) -> Control:
    return Goto("crowding_of_the_advance")


ADVANCE_FURTHER = Verb("advance-further", "11.15.5", _go_further, _further_shape, _further_violation, items=Thing)
STOP_ADVANCING = Verb("stop-advancing", "11.15.5", _stop)
