"""11.12 Debarking land units at sea: from a face-up TRS or AMPH in a sea-box to a friendly coast of its sea area.

Invasions (11.13) and aircraft that leave a TRS (11.16) leave their transports in the same way: `leaves_at_sea` notes the
ship, and the end of the step turns it face-down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import STAY, InTurn, ordered, power_in_turn, somebody_is_left, turn_is_over
from worldfire.forces.kinds import Destination, Power
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    aboard,
    at_sea,
    counter_of,
    move,
    sea_of_section,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import CONTROLLER, power_of, side_of, side_of_power
from worldfire.rules.s02_3_stacking import is_headquarters_counter
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.rules.s02_5_control import enter_hex
from worldfire.rules.s08_weather import port_iced_in
from worldfire.rules.s10_actions import STANDS_BY, count_activity, may_do
from worldfire.rules.s11_04_5_naval_transport import (
    Debarked,
    coast_of,
    has_headquarters,
    is_transport,
    landing_violation,
)
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_10_entry import hex_cost, land_counter
from worldfire.rules.s11_11_air_transport import partisans_with
from worldfire.rules.s11_15_resolution import occupy
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s13_01_3_partisan_effects import closed_by_partisans
from worldfire.rules.s15_surprise import leaves_its_transport
from worldfire.tables.counters import LandCounter, LandType, NavalCounter, NavalType

ACTIVITY = "debark at sea"

#: units that debarked this impulse: they are in supply until it is over
DEBARKED: Field[tuple[int, ...]] = Field("debarked_at_sea", ())
#: transports at sea that something has left in this step
LEFT: Field[tuple[int, ...]] = Field("transports_left", ())


# --------------------------------------------------------------------------------------------------- leaving a ship at sea


def transport_of(game: Position, unit: int) -> int:
    """The ship that carries the unit."""
    return aboard(game.state[PLACE][unit])


def cargo_at_sea(game: Position, power: int) -> Iterator[int]:
    """What the power has aboard ships at sea, its own or an ally's."""
    for ship, _ in at_sea(game):
        if isinstance(counter_of(game, ship), NavalCounter):
            yield from (unit for unit in things_at(game, aboard(ship)) if power_of(game, unit) == power)


def is_cargo_at_sea(game: Position, thing: object) -> bool:
    """Is this the number of something aboard a ship in a sea-box?"""
    if type(thing) is not int or not 0 <= thing < len(game.state[PLACE]):
        return False
    ship = transport_of(game, thing)
    carried = 0 <= ship < len(game.state[PLACE]) and isinstance(counter_of(game, ship), NavalCounter)
    return carried and bool(sea_of_section(game, game.state[PLACE][ship]))


@clause("11.12", "11.4.5/debarking at sea")
def leaving_violation(game: Position, unit: int) -> Violation | None:
    """Why the unit cannot leave its ship at sea, wherever it would go: both must be face-up."""
    ship = transport_of(game, unit)
    if not is_transport(game, ship):
        return refused("11.4.5", "leaves-a-transport-only", unit=Thing(unit), transport=Thing(ship))
    if game.state[FACE_DOWN][ship]:
        return refused("11.4.5", "transport-cannot-unload", transport=Thing(ship))
    if game.state[FACE_DOWN][unit]:
        return refused("11.4.5", "cargo-cannot-leave", unit=Thing(unit))
    return STANDS_BY(game, unit)


@rule("11.4.5/debarking at sea")
def leaves_at_sea(game: Game, unit: int) -> None:
    """Its ship has unloaded, and its victims know who brought it (15)."""
    ship = transport_of(game, unit)
    leaves_its_transport(game, unit)
    if ship not in game.state.get(LEFT):
        game.set(LEFT, (*game.state.get(LEFT), ship))


@rule("11.4.5/debarking at sea", "11.12", "11.13")
def transports_turn_face_down(game: Game) -> None:
    """At the end of the step in which something left them."""
    for ship in game.state.get(LEFT):
        turn_face_down(game, ship)
    if game.state.get(LEFT):
        game.set(LEFT, ())


# -------------------------------------------------------------------------------------------------------- 11.12 where to


@rule("11.12", "13.1.3", "18.2")
def coast_violation(game: Position, unit: int, place: int) -> Violation | None:
    """Why the unit may not debark there from the sea area that its ship is in."""
    ship = transport_of(game, unit)
    if place not in coast_of(game, sea_of_section(game, game.state[PLACE][ship])):
        return refused("11.12", "not-on-its-sea-area", unit=Thing(unit), place=Place(place))
    friendly = side_of_power(game, game.state[CONTROLLER][place]) == side_of(game, unit)
    if not friendly and not partisans_with(game, unit, place):
        return refused("11.12", "debark-on-a-friendly-coast", place=Place(place))
    return (
        landing_violation(game, (unit,), place)
        or closed_by_partisans(game, unit, place)
        or beach_violation(game, unit, ship, place)
    )


@clause("11.12")
def beach_violation(game: Position, unit: int, ship: int, place: int) -> Violation | None:
    """HQs, MAR and whoever comes from an AMPH need no port."""
    counter = counter_of(game, unit)
    anywhere = counter.type is LandType.MAR or is_headquarters_counter(counter)
    if anywhere or naval_counter(game, ship).type is NavalType.AMPH or is_quay(game, unit, place):
        return None
    return refused("11.12", "no-port-to-debark", unit=Thing(unit), place=Place(place))


@rule("11.12", "11.16", "8.2.1/iced-in ports")
def is_quay(game: Position, unit: int, place: int) -> bool:
    """An open port, or a hex with an HQ that the unit co-operates with."""
    open_port = place in ground_of(game).ports and not port_iced_in(game, place)
    return open_port or has_headquarters(game, unit, place)


@rule("11.12")
def is_land_cargo(game: Position, unit: int) -> bool:
    return isinstance(counter_of(game, unit), LandCounter)


# ------------------------------------------------------------------------------------------------------- 11.12 going ashore


@rule("11.12")
def tired_by(game: Position, unit: int, place: int) -> bool:
    """Does the hex cost more movement points than the unit has?"""
    return hex_cost(game, unit, place) > (land_counter(game, unit).movement or 0)


@rule("11.12", "2.5.3", "13.1.3", "10.2")
def debark(game: Game, unit: int, place: int) -> None:
    """It ends its move there: one land move. A hex that its partisans held for it is its own now."""
    ship, tired = transport_of(game, unit), tired_by(game, unit, place)
    leaves_at_sea(game, unit)
    move(game, unit, place)
    game.say(Debarked(thing=unit, transport=ship, to=place))
    game.set(DEBARKED, (*game.state.get(DEBARKED), unit))
    enter_hex(game, place, (unit,))
    if tired:
        turn_face_down(game, unit)
    count_activity(game, power_of(game, unit), ACTIVITY)


@rule("11.15.1/invasion & paradrop combats (and notional units)", "11.15.5/advancing after combat")
def landing_tires(
    usual: Callable[[Game, tuple[int, ...], int], Call | None], game: Game, landed: tuple[int, ...], place: int
) -> Call | None:
    """Who takes the hex that he landed in, fighting or not, is turned face-down where it costs more than he has."""
    tired = [unit for unit in landed if tired_by(game, unit, place)]
    caught = usual(game, landed, place)
    for unit in tired:
        turn_face_down(game, unit)
    return caught


@rule("11.12", "2.4.1")
def debarked_units_are_supplied(game: Position, unit: int) -> bool:
    """In the impulse in which they debark."""
    return unit in game.state.get(DEBARKED)


@rule("11.12")
def impulse_is_over(game: Game, event: LastImpulseTested) -> None:
    if game.state.get(DEBARKED):
        game.set(DEBARKED, ())


# ---------------------------------------------------------------------------------------------------------------- the step


class Debarking(InTurn):
    """The powers that have finished."""


def _able(game: Position, power: int) -> dict[int, tuple[int, ...]]:
    """Unit → where it may debark now; who waits for an HQ is asked again when that is ashore."""
    return game.recall(("able to debark", power), lambda: _look_for_cargo(game, power))


def _look_for_cargo(game: Position, power: int) -> dict[int, tuple[int, ...]]:
    if may_do(game, power, ACTIVITY) is not None:
        return {}
    found: dict[int, tuple[int, ...]] = {}
    for unit in cargo_at_sea(game, power):
        if is_land_cargo(game, unit) and leaving_violation(game, unit) is None:
            coast = coast_of(game, sea_of_section(game, game.state[PLACE][transport_of(game, unit)]))
            hexes = tuple(place for place in coast if coast_violation(game, unit, place) is None)
            found |= {unit: hexes} if hexes else {}
    return found


#: how many a random answer lands at most
FEW = 2


def _debark_shape(game: Position, debarking: Debarking, seat: str) -> Shape | Violation:
    able = _able(game, power_in_turn(game, debarking))
    if not able:
        return refused("11.12", "nobody-can-debark")
    return Orders(tuple(Choices(unit, (STAY, *hexes)) for unit, hexes in sorted(able.items())), most=FEW)


def _debark_violation(game: Position, debarking: Debarking, seat: str, noun: Noun) -> Violation | None:
    orders = ordered(noun)
    found = may_do(game, power_in_turn(game, debarking), ACTIVITY, len(orders))
    return found or together_ashore(game, orders, landing_violation)


def together_ashore(
    game: Position,
    orders: tuple[tuple[int, int], ...],
    violation: Callable[[Position, tuple[int, ...], int], Violation | None],
) -> Violation | None:
    """Why those that go to one hex may not go there together."""
    for place in sorted({place for _, place in orders}):
        found = violation(game, tuple(unit for unit, to in orders if to == place), place)
        if found is not None:
            return found
    return None


def _debark(game: Game, debarking: Debarking, seat: str, noun: Noun) -> Control:
    """Nobody named: the power has finished."""
    for unit, place in ordered(noun):
        debark(game, unit, place)
    if not ordered(noun):
        turn_is_over(game, debarking)
    return Goto("next_power_debarks")


def _why_not_debark(game: Position, debarking: Debarking, seat: str, noun: Noun) -> Violation | None:
    power = power_in_turn(game, debarking)
    for unit, place in pairs_named(game, noun):
        if not is_cargo_at_sea(game, unit) or not is_land_cargo(game, unit):
            return refused("11.12", "not-land-cargo-at-sea")
        if power_of(game, unit) != power:
            return refused("11.12", "not-its-cargo", unit=Thing(unit), power=Power(power))
        found = leaving_violation(game, unit) or coast_violation(game, unit, place)
        if found is not None:
            return found
    return None


def pairs_named(game: Position, noun: Noun) -> tuple[tuple[int, int], ...]:
    """What an answer orders, as far as it is units and hexes at all."""
    if not isinstance(noun, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in noun):
        return ()
    numbers = (pair for pair in noun if type(pair[0]) is int and type(pair[1]) is int)
    return tuple((unit, place) for unit, place in numbers if place != STAY and is_hex(game, place))


def _finish(game: Game, debarking: Debarking, seat: str, noun: Noun) -> Control:
    turn_is_over(game, debarking)
    return Goto("next_power_debarks")


DEBARK = Verb(
    "debark",
    "11.12",
    _debark,
    _debark_shape,
    _debark_violation,
    explain=_why_not_debark,
    items=Thing,
    to=Destination,
)
FINISH_DEBARKING = Verb("finish-debarking", "11.12", _finish)


@step("11.12", also=("10.2",))
def next_power_debarks(game: Game, debarking: Debarking) -> Control:
    """Nobody is asked who has no land move or no cargo left."""
    return None if somebody_is_left(game, debarking, lambda power: bool(_able(game, power))) else End()


@step("11.12", DEBARK, FINISH_DEBARKING)
def choose_who_debarks(game: Game, debarking: Debarking) -> Control:
    power = power_in_turn(game, debarking)
    seat = seat_of_power(game, power)
    return one(seat, DEBARK, FINISH_DEBARKING, rule="11.12", prompt="debark", power=Power(power))


DEBARKING = procedure("debark at sea", "11.12", next_power_debarks, choose_who_debarks, locals=Debarking)


MODULE = Module(
    schema=Schema(fields=(DEBARKED, LEFT)),
    procedures=(DEBARKING,),
    subscribes=((LastImpulseTested, impulse_is_over),),
    sweeps=(transports_turn_face_down,),
    changes=(
        ALWAYS_SUPPLIED.attach(debarked_units_are_supplied, reads=(DEBARKED,)),
        occupy.wrapped_by(landing_tires),
    ),
)
