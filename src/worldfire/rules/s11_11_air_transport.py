"""11.11 Air transport: ATRs carry some land units to a friendly hex, or pick them up there."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.seams import Law, Seam
from worldfire.engine.shapes import Choices, Noun, One, Send, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import (
    TARGET,
    Flight,
    bombers,
    flight_of,
    fly_on,
    in_flight,
    targets_in_flight,
)
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    aboard,
    board_of,
    counter_of,
    move,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import other_side, powers_of_side, seat_of_power
from worldfire.forces.who import CONTROLLER, NOBODY, power_of, seat_of, side_of, side_of_power
from worldfire.rules.s02_3_stacking import land_units, stacking_violation
from worldfire.rules.s10_actions import may_do
from worldfire.rules.s14_1_range import friendly_hex_violation, landing_violation
from worldfire.rules.s14_2_missions import (
    COUNTER,
    FIGHTS,
    INTERCEPTORS,
    STAY,
    WAVE,
    Fights,
    Kind,
    Mission,
    Wave,
    fight_air_to_air,
    fly_the_attackers,
    intercept_in_turn,
    is_transport,
    load,
    new_kind,
    opponent_flies_patrols,
    opponent_intercepts,
    setting_out,
    suffer_anti_aircraft_fire,
)
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return, bases, destroy_aircraft
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import LandCounter, LandType

#: options 2, 8, 14, 51: what else this aircraft may carry. (game, transport, unit) → true
ALSO_CARRIED = Seam("11.11 also carried", Law.ANY)
CARRIED = frozenset({LandType.PARA, LandType.MTN})


class Loaded(Event, frozen=True):
    unit: int
    aircraft: int


class Unloaded(Event, frozen=True):
    unit: int
    place: int


# ------------------------------------------------------------------------------------------------------ the transport


@rule("11.11/the transport")
def cargo_violation(game: Game, transport: int, unit: int) -> Violation | None:
    """Face-up PARA or MTN units of the same player; a transport carries one."""
    counter = counter_of(game, unit)
    fits = isinstance(counter, LandCounter) and counter.type in CARRIED
    if not fits and not ALSO_CARRIED(game, transport, unit):
        return refused("11.11", "cargo-does-not-fit", unit=unit)
    if game.state[FACE_DOWN][unit]:
        return refused("11.11", "cargo-face-down", unit=unit)
    if seat_of(game, unit) != seat_of(game, transport):
        return refused("11.11", "cargo-of-another-player", unit=unit)
    return cooperation_violation(game, transport, unit)


def cargo_at(game: Game, transport: int, place: int) -> tuple[int, ...]:
    """Units in the hex that the transport may take along."""
    return tuple(unit for unit in things_at(game, place) if cargo_violation(game, transport, unit) is None)


def _cargo(game: Game, transport: int) -> tuple[int, ...]:
    return (NOBODY, *cargo_at(game, transport, game.state[PLACE][transport]))


def _targets(game: Game, mission: Mission) -> frozenset[int]:
    """The hexes of the active side. (A hexdot as a way station gains nothing that the rulings allow.)"""
    controllers, board = game.state[CONTROLLER], board_of(game)
    friends = {holder for holder in set(controllers) if side_of_power(game, holder) == mission.side}
    return frozenset(place for place in range(len(board)) if controllers[place] in friends and board.is_land(place))


KIND = new_kind(
    Kind(
        "air transport",
        "11.11",
        is_transport,
        _targets,
        friendly_hex_violation,
        activity="air transport",
        cargo=_cargo,
        cargo_activity="air transport of a unit",
    )
)


def transports(game: Game, mission: Mission) -> tuple[int, ...]:
    """The mission's transports in flight."""
    return bombers(game, in_flight(game, mission.side))


# -------------------------------------------------------------------------------------------- 3 picking up at the target


class Turns(msgspec.Struct):
    """The powers of the active side decide one after another."""

    asked: tuple[int, ...] = ()


def _power_to_ask(game: Game, turns: Turns) -> int:
    mission = game.enclosing(Mission)
    return next((power for power in powers_of_side(game, mission.side) if power not in turns.asked), NOBODY)


def _pick_up_offer(game: Game, power: int) -> tuple[Choices, ...]:
    """Each empty transport in a hex where it may stack, with what it may take up there."""
    mission = game.enclosing(Mission)
    found = []
    for transport in transports(game, mission):
        place = game.state[TARGET][transport]
        if power_of(game, transport) != power or things_at(game, aboard(transport)):
            continue
        if landing_violation(game, transport, place) is None:
            units = cargo_at(game, transport, place)
            if units:
                found.append(Choices(transport, (STAY, *units)))
    return tuple(found)


def _pick_up_shape(game: Game, turns: Turns, seat: str) -> Shape | Violation:
    offer = _pick_up_offer(game, _power_to_ask(game, turns))
    return Send(offer, most=len(offer)) if offer else refused("11.11", "nothing-to-pick-up")


@rule("11.11", "10.2")
def _pick_up_violation(game: Game, turns: Turns, seat: str, noun: Noun) -> Violation | None:
    units = [unit for _, unit in noun if unit != STAY]
    twice = next((unit for unit in units if units.count(unit) > 1), None)
    if twice is not None:
        return refused("11.11", "cargo-taken-twice", unit=twice)
    return may_do(game, _power_to_ask(game, turns), KIND.cargo_activity, len(units)) if units else None


def _pick_up(game: Game, turns: Turns, seat: str, noun: Noun) -> Control:
    mission = game.enclosing(Mission)
    for transport, unit in noun:
        if unit != STAY:
            load(game, mission, transport, unit)
            game.say(Loaded(unit=unit, aircraft=transport))
    turns.asked += (_power_to_ask(game, turns),)
    return Goto("pick_up")


PICK_UP = Verb("pick-up", "11.11", _pick_up, _pick_up_shape, _pick_up_violation)


@step("11.11", PICK_UP)
def pick_up(game: Game, turns: Turns) -> Control:
    power = _power_to_ask(game, turns)
    if power == NOBODY:
        return End()
    if not _pick_up_offer(game, power):
        return Goto("nothing_to_pick_up")
    return one(seat_of_power(game, power), PICK_UP, rule="11.11", prompt="pick-up", power=power)


@step("11.11")
def nothing_to_pick_up(game: Game, turns: Turns) -> Control:
    turns.asked += (_power_to_ask(game, turns),)
    return Goto("pick_up")


PICKING_UP = procedure("picking up cargo", "11.11", pick_up, nothing_to_pick_up, locals=Turns)


@step("11.11")
def pick_up_cargo(game: Game, mission: Mission) -> Control:
    return Call(PICKING_UP.name, Turns())


# ------------------------------------------------------------------------------------------------ 8 unloading at the target


@rule("11.11")
def unloading_violation(game: Game, transport: int) -> Violation | None:
    """A friendly hex in which the transport and its cargo may stack with what is there before."""
    place = game.state[TARGET][transport]
    found = friendly_hex_violation(game, transport, place)
    if found is not None:
        return found
    side = side_of(game, transport)
    friends = tuple(unit for unit in things_at(game, place) if side_of(game, unit) == side)
    return stacking_violation(game, place, (*friends, transport, *things_at(game, aboard(transport))))


def _loaded(game: Game, power: int) -> tuple[int, ...]:
    mission = game.enclosing(Mission)
    return tuple(
        transport
        for transport in transports(game, mission)
        if power_of(game, transport) == power
        and things_at(game, aboard(transport))
        and unloading_violation(game, transport) is None
    )


def _unload_shape(game: Game, turns: Turns, seat: str) -> Shape | Violation:
    able = _loaded(game, _power_to_ask(game, turns))
    return Set(able, 0, len(able)) if able else refused("11.11", "nothing-to-unload")


@rule("11.11", "2.3.1")
def _unload_violation(game: Game, turns: Turns, seat: str, noun: Noun) -> Violation | None:
    """All who unload in one hex must fit into it together."""
    for place in {game.state[TARGET][transport] for transport in noun}:
        here = [transport for transport in noun if game.state[TARGET][transport] == place]
        cargo = tuple(unit for transport in here for unit in things_at(game, aboard(transport)))
        side = side_of(game, here[0])
        friends = tuple(unit for unit in things_at(game, place) if side_of(game, unit) == side)
        found = stacking_violation(game, place, (*land_units(game, friends), *cargo))
        if found is not None:
            return found
    return None


def _unload(game: Game, turns: Turns, seat: str, noun: Noun) -> Control:
    for transport in noun:
        unload(game, game.enclosing(Mission), transport)
    turns.asked += (_power_to_ask(game, turns),)
    return Goto("unload_some")


@rule("11.11/the transport")
def unload(game: Game, mission: Mission, transport: int) -> None:
    """Cargo stays face-up, unless it commenced out of supply; that of an aborted transport has come down already."""
    place = game.state[TARGET][transport]
    for unit in things_at(game, aboard(transport)):
        move(game, unit, place)
        game.say(Unloaded(unit=unit, place=place))
        if unit in mission.unsupplied:
            turn_face_down(game, unit)


UNLOAD = Verb("unload", "11.11", _unload, _unload_shape, _unload_violation)


@step("11.11", UNLOAD)
def unload_some(game: Game, turns: Turns) -> Control:
    power = _power_to_ask(game, turns)
    if power == NOBODY:
        return End()
    if not _loaded(game, power):
        return Goto("nothing_to_unload")
    return one(seat_of_power(game, power), UNLOAD, rule="11.11", prompt="unload", power=power)


@step("11.11")
def nothing_to_unload(game: Game, turns: Turns) -> Control:
    turns.asked += (_power_to_ask(game, turns),)
    return Goto("unload_some")


UNLOADING = procedure("unloading cargo", "11.11", unload_some, nothing_to_unload, locals=Turns)


@step("11.11")
def unload_cargo(game: Game, mission: Mission) -> Control:
    return Call(UNLOADING.name, Turns())


# -------------------------------------------------------------------------------------- 9 home, and perhaps intercepted there


@step("11.11", also=("14.2.4",))
def fighters_return(game: Game, mission: Mission) -> Control:
    """Everybody but the transports, and patrols that have not fought in this step."""
    waiting = set(transports(game, mission))
    for thing in in_flight(game, other_side(mission.side)):
        if flight_of(game, thing) is Flight.PATROL and game.state[TARGET][thing] not in mission.fought:
            waiting.add(thing)
    everybody = in_flight(game, mission.side) + in_flight(game, other_side(mission.side))
    return Call(RETURN_TO_BASE.name, Return(tuple(thing for thing in everybody if thing not in waiting)))


class Homeward(msgspec.Struct):
    """Transports that have still to choose where they return."""

    left: tuple[int, ...]


@step("11.11")
def transports_return(game: Game, mission: Mission) -> Control:
    return Call(CHOOSING_HOMES.name, Homeward(transports(game, mission)))


def _homes(game: Game, transport: int) -> tuple[int, ...]:
    """Its bases, less those that others on the way home will fill."""
    mission = game.enclosing(Mission)
    found = []
    for place in bases(game, transport):
        coming = tuple(other for other, base in mission.bound_for if base == place)
        friends = tuple(unit for unit in things_at(game, place) if side_of(game, unit) == mission.side)
        cargo = tuple(unit for other in (transport, *coming) for unit in things_at(game, aboard(other)))
        if stacking_violation(game, place, (*friends, *coming, transport, *cargo)) is None:
            found.append(place)
    return tuple(found)


def _home_shape(game: Game, homeward: Homeward, seat: str) -> Shape | Violation:
    homes = _homes(game, homeward.left[0])
    return One(homes) if homes else refused("14.2.4", "no-base-in-range", unit=homeward.left[0])


def _head_home(game: Game, homeward: Homeward, seat: str, base: Noun) -> Control:
    first = homeward.left[0]
    mission = game.enclosing(Mission)
    mission.bound_for += ((first, base),)
    fly_on(game, first, base)
    homeward.left = homeward.left[1:]
    return Goto("next_transport")


HEAD_HOME = Verb("head-home", "11.11", _head_home, _home_shape)


@step("11.11", also=("14.2.4",))
def next_transport(game: Game, homeward: Homeward) -> Control:
    while homeward.left:
        if _homes(game, homeward.left[0]):
            return None
        destroy_aircraft(game, homeward.left[0])
        homeward.left = homeward.left[1:]
    return End()


@step("11.11", HEAD_HOME)
def choose_home(game: Game, homeward: Homeward) -> Control:
    first = homeward.left[0]
    return one(seat_of(game, first), HEAD_HOME, rule="11.11", prompt="head-home", unit=first)


CHOOSING_HOMES = procedure("transports choose their bases", "11.11", next_transport, choose_home, locals=Homeward)


@step("11.11", also=("14.2.5/intercepting",))
def opponent_intercepts_at_base(game: Game, mission: Mission) -> Control:
    return Call(WAVE.name, Wave(INTERCEPTORS, other_side(mission.side)))


@step("11.11", also=("14.2.5/intercepting",))
def intercept_at_base_in_turn(game: Game, mission: Mission) -> Control:
    return Call(WAVE.name, Wave(COUNTER, mission.side))


@step("11.11", also=("14.3",))
def fight_at_base(game: Game, mission: Mission) -> Control:
    return Call(FIGHTS.name, Fights(targets_in_flight(game)))


@step("11.11")
def suffer_fire_at_base(game: Game, mission: Mission) -> Control:
    return suffer_anti_aircraft_fire.run(game, mission)


@step("11.11/the transport")
def remaining_cargo_unloads(game: Game, mission: Mission) -> Control:
    for transport in transports(game, mission):
        unload(game, mission, transport)
    return None


@step("11.11", also=("14.2.4",))
def all_return(game: Game, mission: Mission) -> Control:
    """Transports land where they were going, fighters return."""
    everybody = in_flight(game, mission.side) + in_flight(game, other_side(mission.side))
    return Call(RETURN_TO_BASE.name, Return(everybody, mission.bound_for))


AIR_TRANSPORT = procedure(
    KIND.name,
    KIND.rule,
    setting_out(KIND),
    opponent_flies_patrols,  # 1
    fly_the_attackers,  # 2
    pick_up_cargo,  # 3
    opponent_intercepts,  # 4
    intercept_in_turn,  # 5
    fight_air_to_air,  # 6
    suffer_anti_aircraft_fire,  # 7
    unload_cargo,  # 8
    fighters_return,  # 9
    transports_return,
    opponent_intercepts_at_base,  # 10
    intercept_at_base_in_turn,  # 11
    fight_at_base,  # 12
    suffer_fire_at_base,  # 13
    remaining_cargo_unloads,  # 14
    all_return,  # 15
    locals=Mission,
)

PROCEDURES = (AIR_TRANSPORT, PICKING_UP, UNLOADING, CHOOSING_HOMES)
SEAMS = (ALSO_CARRIED,)
EVENTS = (Loaded, Unloaded)
