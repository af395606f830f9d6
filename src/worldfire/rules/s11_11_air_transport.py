"""11.11 Air transport: ATRs carry some land units to a friendly hex, or pick them up there."""

from __future__ import annotations

from itertools import combinations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Step, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.engine.shapes import Choices, Noun, One, Send, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import TARGET, Flight, bombers, flight_of, fly_on, in_flight
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import InTurn, power_in_turn, somebody_is_left, turn_is_over
from worldfire.forces.kinds import Power
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    aboard,
    board_of,
    counter_of,
    move,
    on_the_map,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import other_side, seat_of_power
from worldfire.forces.who import hexes_of_side, power_of, seat_of, side_of
from worldfire.rules.s02_3_stacking import land_units, stacking_violation
from worldfire.rules.s02_5_control import enter_hex
from worldfire.rules.s10_actions import may_do
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s14_1_range import base_violation, friendly_hex_violation, landing_violation, room_violation
from worldfire.rules.s14_2_missions import (
    STAY,
    Kind,
    Mission,
    cargo_limit_violation,
    fight_air_to_air,
    fly_the_attackers,
    intercept_in_turn,
    load,
    may_carry,
    new_kind,
    opponent_flies_patrols,
    opponent_intercepts,
    setting_out,
    suffer_anti_aircraft_fire,
)
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return, bases, lose_homeless
from worldfire.rules.s15_surprise import leaves_its_transport
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s18_3_permissions import TRANSPORT
from worldfire.tables.counters import LandCounter, LandType

#: options 2, 8, 14, 51: what else this aircraft may carry. (game, transport, unit) → true
ALSO_CARRIED = AnyOf[[int, int]]("11.11 also carried")
CARRIED = frozenset({LandType.PARA, LandType.MTN})
#: each unit carried is one such activity, a land move of its own power (10.2)
CARRYING = "air transport of a unit"


class Loaded(Event, frozen=True):
    unit: ThingId
    aircraft: ThingId


class Unloaded(Event, frozen=True):
    unit: ThingId
    place: PlaceId


# ------------------------------------------------------------------------------------------------------ the transport


@clause("11.11/the transport", "18.1")
def passenger_violation(game: Position, transport: int, unit: int) -> Violation | None:
    """Who flies along is face-up, co-operates with the transport, and belongs to its player or to one who has agreed."""
    if game.state[FACE_DOWN][unit]:
        return refused("11.11", "cargo-face-down", unit=Thing(unit))
    owner = seat_of(game, unit)
    if not TRANSPORT.granted(game, owner, seat_of(game, transport)):
        return TRANSPORT.wanting(owner, "18.1", "cargo-of-another-player", unit=Thing(unit))
    return cooperation_violation(game, transport, unit)


@clause("11.11/the transport")
def load_violation(game: Position, transport: int, load: tuple[int, ...]) -> Violation | None:
    """What an ATR can carry at once: a PARA or a MTN."""
    if len(load) > 1:
        return refused("11.11", "transport-is-full", aircraft=Thing(transport))
    for unit in load:
        counter = counter_of(game, unit)
        fits = isinstance(counter, LandCounter) and counter.type in CARRIED
        if not fits and not ALSO_CARRIED(game, transport, unit):
            return refused("11.11", "cargo-does-not-fit", unit=Thing(unit))
    return None


@clause("11.11/the transport")
def capacity_violation(game: Position, transport: int, load: tuple[int, ...]) -> Violation | None:
    """What this transport can carry at once: what any ATR can."""
    return load_violation(game, transport, load)


@rule("11.11/the transport", "10.2")
def cargo_violation(game: Position, transport: int, load: tuple[int, ...]) -> Violation | None:
    """What fits into the transport, face-up; each unit is a land move of its own power."""
    found = capacity_violation(game, transport, load)
    if found is not None:
        return found
    for unit in load:
        found = passenger_violation(game, transport, unit) or may_do(game, power_of(game, unit), CARRYING)
        if found is not None:
            return found
    return None


def cargo_at(game: Position, transport: int, place: int) -> tuple[int, ...]:
    """Units in the hex that the transport may take along with what it carries already."""
    aboard_already = things_at(game, aboard(transport))
    return tuple(
        unit
        for unit in land_units(game, things_at(game, place))
        if capacity_violation(game, transport, (*aboard_already, unit)) is None
        and cargo_violation(game, transport, (unit,)) is None
    )


def _cargo(game: Position, transport: int) -> tuple[tuple[int, ...], ...]:
    """Nothing, one of the units that it stands with, or as many of them as it can carry."""
    units = cargo_at(game, transport, game.state[PLACE][transport])
    pairs = (pair for pair in combinations(units, 2) if capacity_violation(game, transport, pair) is None)
    return ((), *((unit,) for unit in units), *pairs)


def _targets(game: Position, mission: Mission) -> frozenset[int]:
    """The hexes of the active side, and those of its partisans. (At a hexdot nothing can be loaded or unloaded.)"""
    board = board_of(game)
    held = frozenset(place for place in hexes_of_side(game, mission.side) if board.is_land(place))
    risen = {
        place for unit, place in on_the_map(game) if is_partisan(game, unit) and side_of(game, unit) == mission.side
    }
    return held | risen


@rule("11.11", "13.1.3")
def target_violation(game: Position, transport: int, place: int) -> Violation | None:
    """A friendly hex, or one with a partisan that it co-operates with."""
    return None if partisans_with(game, transport, place) else friendly_hex_violation(game, transport, place)


@rule("13.1.3")
def partisans_with(game: Position, unit: int, place: int) -> tuple[int, ...]:
    """Partisans in the hex that co-operate with the unit."""
    partisans = (other for other in things_at(game, place) if is_partisan(game, other))
    return tuple(other for other in partisans if cooperation_violation(game, unit, other) is None)


@rule("11.11")
def is_wanted(game: Position, mission: Mission) -> bool:
    """Somewhere there is a unit that could be carried; nobody is asked to fly empty transports about."""
    side = mission.side
    units = [unit for unit, _ in on_the_map(game) if side_of(game, unit) == side and not game.state[FACE_DOWN][unit]]
    transports = [unit for unit in units if may_carry(game, unit, KIND.name)]
    return any(
        isinstance(counter_of(game, unit), LandCounter)
        and any(capacity_violation(game, transport, (unit,)) is None for transport in transports)
        and may_do(game, power_of(game, unit), CARRYING) is None
        for unit in units
    )


KIND = new_kind(
    Kind(
        "air transport",
        "11.11",
        lambda game, thing: may_carry(game, thing, "air transport"),
        _targets,
        target_violation,
        activity="air transport",
        cargo=_cargo,
        cargo_activity=CARRYING,
        load_violation=cargo_violation,
        is_wanted=is_wanted,
    )
)


def transports(game: Position, mission: Mission) -> tuple[int, ...]:
    """The mission's transports in flight."""
    return bombers(game, in_flight(game, mission.side))


def transports_of(game: Position, power: int) -> tuple[int, ...]:
    mission = game.enclosing(Mission)
    return tuple(transport for transport in transports(game, mission) if power_of(game, transport) == power)


# -------------------------------------------------------------------------------------------- 3 picking up at the target


@rule("11.11", "2.3.1")
def stopover_violation(game: Position, transport: int, place: int) -> Violation | None:
    """Items 3 and 8 of the list: where it loads and unloads, the transport could stack with what it carries, even now."""
    return landing_violation(game, transport, place) or room_violation(game, transport, place)


def _pick_up_offer(game: Position, power: int) -> tuple[Choices, ...]:
    """Each empty transport in a hex where it may stack, with what it may take up there."""
    found = []
    for transport in transports_of(game, power):
        place = game.state[TARGET][transport]
        units = cargo_at(game, transport, place)
        if units and stopover_violation(game, transport, place) is None:
            found.append(Choices(transport, (STAY, *units)))
    return tuple(found)


def _pick_up_shape(game: Position, turns: InTurn, seat: str) -> Shape | Violation:
    offer = _pick_up_offer(game, power_in_turn(game, turns))
    return Send(offer, most=len(offer))


@rule("11.11", "10.2")
def _pick_up_violation(game: Position, turns: InTurn, seat: str, noun: Noun) -> Violation | None:
    return cargo_limit_violation(game, KIND, [unit for _, unit in noun if unit != STAY])


def _pick_up(game: Game, turns: InTurn, seat: str, noun: Noun) -> Control:
    """Whoever has loaded and has still room is asked once more."""
    mission, loading = game.enclosing(Mission), tuple(transport for transport, unit in noun if unit != STAY)
    for transport, unit in noun:
        if unit != STAY:
            load(game, mission, transport, unit)
            game.say(Loaded(unit=unit, aircraft=transport))
    if not any(choices.item in loading for choices in _pick_up_offer(game, power_in_turn(game, turns))):
        turn_is_over(game, turns)
    return Goto("next_power_picks_up")


def _why_not_pick_up(game: Position, turns: InTurn, seat: str, noun: Noun) -> Violation | None:
    """What keeps a transport from taking a unit up: it has something aboard, cannot land there, or the unit cannot fly."""
    mine = transports_of(game, power_in_turn(game, turns))
    for pair in noun if isinstance(noun, tuple) else ():
        if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] not in mine or not _is_thing(game, pair[1]):
            continue
        transport, unit = pair
        place = game.state[TARGET][transport]
        if game.state[PLACE][unit] != place:
            return refused("11.11", "cargo-elsewhere", unit=Thing(unit), aircraft=Thing(transport))
        found = (
            capacity_violation(game, transport, (*things_at(game, aboard(transport)), unit))
            or stopover_violation(game, transport, place)
            or cargo_violation(game, transport, (unit,))
        )
        if found is not None:
            return found
    return None


def _is_thing(game: Position, item: object) -> bool:
    return type(item) is int and 0 <= item < len(game.state[PLACE])


PICK_UP = Verb(
    "pick-up", "11.11", _pick_up, _pick_up_shape, _pick_up_violation, explain=_why_not_pick_up, items=Thing, to=Thing
)


@step("11.11")
def next_power_picks_up(game: Game, turns: InTurn) -> Control:
    return None if somebody_is_left(game, turns, lambda power: bool(_pick_up_offer(game, power))) else End()


@step("11.11", PICK_UP)
def pick_up(game: Game, turns: InTurn) -> Control:
    power = power_in_turn(game, turns)
    return one(seat_of_power(game, power), PICK_UP, rule="11.11", prompt="pick-up", power=Power(power))


PICKING_UP = procedure("picking up cargo", "11.11", next_power_picks_up, pick_up, locals=InTurn)


@step("11.11")
def pick_up_cargo(game: Game, mission: Mission) -> Control:
    return Call(PICKING_UP.name, InTurn())


# ------------------------------------------------------------------------------------------------ 8 unloading at the target


@rule("11.11", "13.1.3")
def unloading_violation(game: Position, transport: int) -> Violation | None:
    """A hex in which the transport and its cargo may stack with what is there before.

    Where friendly partisans hold a hex of the enemy the cargo may unload, though the transport may not yet land.
    """
    place = game.state[TARGET][transport]
    cargo = things_at(game, aboard(transport))
    if cargo and all(partisans_with(game, unit, place) for unit in cargo):
        together = (*_friends(game, transport, place), *cargo)
        return gate_violation(game, cargo, place) or stacking_violation(game, place, together)
    return stopover_violation(game, transport, place)


def _friends(game: Position, unit: int, place: int) -> tuple[int, ...]:
    side = side_of(game, unit)
    return tuple(other for other in things_at(game, place) if side_of(game, other) == side)


def _loaded(game: Position, power: int) -> tuple[int, ...]:
    return tuple(
        transport
        for transport in transports_of(game, power)
        if things_at(game, aboard(transport)) and unloading_violation(game, transport) is None
    )


def _unload_shape(game: Position, turns: InTurn, seat: str) -> Shape | Violation:
    """Transports with all they carry; of one that carries several units, each of these by itself as well."""
    able = _loaded(game, power_in_turn(game, turns))
    several = (cargo for transport in able if len(cargo := things_at(game, aboard(transport))) > 1)
    items = (*able, *(unit for cargo in several for unit in cargo))
    return Set(items, 0, len(items))


def _units_meant(game: Position, thing: int) -> tuple[int, ...]:
    """What unloads by this item of the noun: all that the transport carries, or the one unit."""
    return things_at(game, aboard(thing)) or (thing,)


@rule("11.11", "2.3.1")
def _unload_violation(game: Position, turns: InTurn, seat: str, noun: Noun) -> Violation | None:
    """All who unload in one hex must fit into it together."""
    cargo = {unit: aboard(game.state[PLACE][unit]) for thing in noun for unit in _units_meant(game, thing)}
    for place in {game.state[TARGET][transport] for transport in cargo.values()}:
        here = tuple(unit for unit, transport in cargo.items() if game.state[TARGET][transport] == place)
        friends = land_units(game, _friends(game, cargo[here[0]], place))
        found = stacking_violation(game, place, (*friends, *here))
        if found is not None:
            return found
    return None


def _unload(game: Game, turns: InTurn, seat: str, noun: Noun) -> Control:
    mission = game.enclosing(Mission)
    for unit in dict.fromkeys(unit for thing in noun for unit in _units_meant(game, thing)):
        unload_unit(game, mission, unit, game.state[TARGET][aboard(game.state[PLACE][unit])])
    turn_is_over(game, turns)
    return Goto("next_power_unloads")


@rule("11.11/the transport", "13.1.3")
def unload_unit(game: Game, mission: Mission, unit: int, place: int) -> None:
    """Cargo stays face-up, unless it commenced out of supply; that of an aborted transport has come down already.

    A hex of the enemy that its partisans held for it is now its own.
    """
    leaves_its_transport(game, unit)
    move(game, unit, place)
    game.say(Unloaded(unit=unit, place=place))
    enter_hex(game, place, (unit,))
    if unit in mission.unsupplied:
        turn_face_down(game, unit)


def _why_not_unload(game: Position, turns: InTurn, seat: str, noun: Noun) -> Violation | None:
    mine = transports_of(game, power_in_turn(game, turns))
    for transport in noun if isinstance(noun, tuple) else ():
        if transport in mine and not things_at(game, aboard(transport)):
            return refused("11.11", "transport-is-empty", aircraft=Thing(transport))
        found = unloading_violation(game, transport) if transport in mine else None
        if found is not None:
            return found
    return None


UNLOAD = Verb("unload", "11.11", _unload, _unload_shape, _unload_violation, explain=_why_not_unload, items=Thing)


@step("11.11")
def next_power_unloads(game: Game, turns: InTurn) -> Control:
    return None if somebody_is_left(game, turns, lambda power: bool(_loaded(game, power))) else End()


@step("11.11", UNLOAD)
def unload_some(game: Game, turns: InTurn) -> Control:
    power = power_in_turn(game, turns)
    return one(seat_of_power(game, power), UNLOAD, rule="11.11", prompt="unload", power=Power(power))


UNLOADING = procedure("unloading cargo", "11.11", next_power_unloads, unload_some, locals=InTurn)


@step("11.11")
def unload_cargo(game: Game, mission: Mission) -> Control:
    return Call(UNLOADING.name, InTurn())


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


def _home_shape(game: Position, homeward: Homeward, seat: str) -> Shape | Violation:
    homes = bases(game, homeward.left[0])
    return One(homes) if homes else refused("14.2.4", "no-base-in-range", unit=Thing(homeward.left[0]))


def _head_home(game: Game, homeward: Homeward, seat: str, base: Noun) -> Control:
    first = homeward.left[0]
    mission = game.enclosing(Mission)
    mission.bound_for += ((first, base),)
    fly_on(game, first, base)
    homeward.left = homeward.left[1:]
    return Goto("next_transport")


def _why_not_home(game: Position, homeward: Homeward, seat: str, noun: Noun) -> Violation | None:
    first = homeward.left[0]
    if type(noun) is not int or not is_hex(game, noun):
        return None
    return base_violation(game, first, noun)


HEAD_HOME = Verb("head-home", "11.11", _head_home, _home_shape, explain=_why_not_home, items=Place)


@step("11.11", also=("14.2.4",))
def next_transport(game: Game, homeward: Homeward) -> Control:
    while homeward.left:
        if bases(game, homeward.left[0]):
            return None
        lose_homeless(game, homeward.left[0])
        homeward.left = homeward.left[1:]
    return End()


@step("11.11", HEAD_HOME)
def choose_home(game: Game, homeward: Homeward) -> Control:
    first = homeward.left[0]
    return one(seat_of(game, first), HEAD_HOME, rule="11.11", prompt="head-home", unit=Thing(first))


CHOOSING_HOMES = procedure("transports choose their bases", "11.11", next_transport, choose_home, locals=Homeward)


def at_base(one_of_the_list: Step) -> Step:
    """The same item of the list once more, where the transports come home."""
    return Step(f"{one_of_the_list.name}_at_base", one_of_the_list.rule, one_of_the_list.run)


@step("11.11/the transport")
def remaining_cargo_unloads(game: Game, mission: Mission) -> Control:
    for transport in transports(game, mission):
        for unit in things_at(game, aboard(transport)):
            unload_unit(game, mission, unit, game.state[TARGET][transport])
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
    at_base(opponent_intercepts),  # 10
    at_base(intercept_in_turn),  # 11
    at_base(fight_air_to_air),  # 12
    at_base(suffer_anti_aircraft_fire),  # 13
    remaining_cargo_unloads,  # 14
    all_return,  # 15
    locals=Mission,
)


MODULE = Module(
    procedures=(AIR_TRANSPORT, PICKING_UP, UNLOADING, CHOOSING_HOMES),
    seams=(ALSO_CARRIED,),
    permissions=(TRANSPORT,),
)
