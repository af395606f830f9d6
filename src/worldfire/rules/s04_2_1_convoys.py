"""4.2.1 Convoy points as reinforcements: they arrive in ports at home, and one of them in a country of the power's choice."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Bounds, Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import powers_in_order
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.lots import Lots
from worldfire.forces.nations import main_home
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import place_index, things_at
from worldfire.forces.turn import controls, seat_of_power
from worldfire.forces.who import CONQUEROR, COUNTRY_NAMES, HOME_COUNTRY, NOBODY, POWER, SIDE
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT, convoy_points_at, naval_limit, naval_units
from worldfire.rules.s04_reinforcements import REINFORCEMENTS
from worldfire.rules.s11_04_naval_units import convoy_points_of, least_convoys, part_of_convoys_violation
from worldfire.rules.s13_01_3_partisan_effects import held_by_partisans
from worldfire.rules.s19_4_minor_units import home_of


class ConvoysArrived(Event, frozen=True):
    power: PowerId
    points: int
    place: PlaceId


class ConvoysDelayed(Event, frozen=True):
    """There is no port for them: they will arrive next turn."""

    power: PowerId
    points: int


class ConvoysArriving(msgspec.Struct):
    """How many powers have been looked at, whose convoy points arrive now, and how many offers abroad it has had."""

    done: int = 0
    power: int = NOBODY
    offered: int = 0


# ------------------------------------------------------------------------------------------------------------ where they go


def circle_now(game: Position, ahead: int = 0) -> int:
    return place_index(game, circle_space(game.state.get(TURN) + ahead))


@rule("2.3.1/naval unit limits")
def room_for_convoys(game: Position, port: int) -> int:
    """How many more convoy points fit into the port beside the ships there."""
    units = naval_limit(game, port) - len(naval_units(game, things_at(game, port)))
    return max(0, units * CONVOY_POINTS_A_UNIT(game) - convoy_points_at(game, port))


def ports_in(game: Position, power: int, countries: set[int]) -> tuple[int, ...]:
    """Ports with room that the power controls in these home countries."""
    home, side = game.state[HOME_COUNTRY], game.state[SIDE][power]
    return tuple(
        port
        for port in sorted(ground_of(game).ports)
        if home[port] in countries
        and controls(game, power, port)
        and not held_by_partisans(game, port, side)
        and room_for_convoys(game, port) >= least_convoys(game)
    )


@rule("4.2.1")
def home_ports(game: Position, power: int) -> tuple[int, ...]:
    return ports_in(game, power, {home_of(game, main_home(game, power))})


@clause("4.2.1", "4.2.1/option not 7")
def ports_abroad(game: Position, power: int) -> tuple[tuple[int, ...], ...]:
    """Groups of ports, in each of which one convoy point a turn may arrive: those of aligned minor countries."""
    state, minors = game.state, ground_of(game).minors
    names = state.get(COUNTRY_NAMES)
    aligned = {
        country
        for country, owner in enumerate(state[POWER])
        if owner == power and state[CONQUEROR][country] == NOBODY and names[country] in minors
    }
    return (ports_in(game, power, aligned),)


# ------------------------------------------------------------------------------------------------------------ one abroad


def _waiting(game: Position, arriving: ConvoysArriving) -> int:
    return convoy_points_of(game, arriving.power, circle_now(game))


def _arrive(game: Game, power: int, points: int, place: int) -> None:
    game.add(CONVOY_POINTS, power, circle_now(game), -points)
    game.add(CONVOY_POINTS, power, place, points)
    game.say(ConvoysArrived(power=power, points=points, place=place))


def _abroad_shape(game: Position, arriving: ConvoysArriving, seat: str) -> Shape | Violation:
    return One(ports_abroad(game, arriving.power)[arriving.offered])


@rule("4.2.1/option not 7")
def _place_abroad(game: Game, arriving: ConvoysArriving, seat: str, noun: Noun) -> Control:
    """One of them; where there are only units of five, one such unit."""
    _arrive(game, arriving.power, least_convoys(game), noun)
    arriving.offered += 1
    return Goto("one_point_abroad")


def _keep_at_home(game: Game, arriving: ConvoysArriving, seat: str, noun: Noun) -> Control:
    arriving.offered += 1
    return Goto("one_point_abroad")


PLACE_ABROAD = Verb("place-convoy-abroad", "4.2.1", _place_abroad, _abroad_shape, items=Place)
NONE_ABROAD = Verb("place-no-convoy-abroad", "4.2.1", _keep_at_home)


# ------------------------------------------------------------------------------------------------------------ the others


def _home_shape(game: Position, arriving: ConvoysArriving, seat: str) -> Shape | Violation:
    each = least_convoys(game)
    rooms = {port: room_for_convoys(game, port) // each * each for port in home_ports(game, arriving.power)}
    points = min(_waiting(game, arriving) // each * each, sum(rooms.values()))
    return Lots(tuple(Bounds(port, 0, min(room, points)) for port, room in rooms.items()), points, points, each=each)


def _home_violation(game: Position, arriving: ConvoysArriving, seat: str, noun: Noun) -> Violation | None:
    """What would be too few to sail again does not arrive by itself."""
    found = (part_of_convoys_violation(game, points) for _, points in noun)
    return next((violation for violation in found if violation is not None), None)


def _place_at_home(game: Game, arriving: ConvoysArriving, seat: str, noun: Noun) -> Control:
    for port, points in noun:
        if points:
            _arrive(game, arriving.power, points, port)
    return Goto("the_rest_waits")


PLACE_CONVOYS = Verb("place-convoys", "4.2.1", _place_at_home, _home_shape, _home_violation, items=Place)


@step("4.2.1")
def next_convoys_arrive(game: Game, arriving: ConvoysArriving) -> Control:
    powers = powers_in_order(game)
    if arriving.done == len(powers):
        return End()
    arriving.power, arriving.offered = powers[arriving.done], 0
    arriving.done += 1
    return None if _waiting(game, arriving) else Goto("next_convoys_arrive")


@step("4.2.1", PLACE_ABROAD, NONE_ABROAD)
def one_point_abroad(game: Game, arriving: ConvoysArriving) -> Control:
    groups = ports_abroad(game, arriving.power)
    if arriving.offered >= len(groups) or _waiting(game, arriving) < least_convoys(game):
        return Goto("convoys_at_home")
    if not groups[arriving.offered]:
        arriving.offered += 1
        return Goto("one_point_abroad")
    return one(
        seat_of_power(game, arriving.power),
        PLACE_ABROAD,
        NONE_ABROAD,
        rule="4.2.1",
        prompt="place-convoy-abroad",
        power=Power(arriving.power),
    )


@step("4.2.1", PLACE_CONVOYS)
def convoys_at_home(game: Game, arriving: ConvoysArriving) -> Control:
    points = _waiting(game, arriving)
    if not points or not home_ports(game, arriving.power):
        return None
    return one(
        seat_of_power(game, arriving.power),
        PLACE_CONVOYS,
        rule="4.2.1",
        prompt="place-convoys",
        power=Power(arriving.power),
        points=Number(points),
    )


@step("4.2.1")
def the_rest_waits(game: Game, arriving: ConvoysArriving) -> Control:
    points = _waiting(game, arriving)
    if points:
        game.add(CONVOY_POINTS, arriving.power, circle_now(game), -points)
        game.add(CONVOY_POINTS, arriving.power, circle_now(game, ahead=1), points)
        game.say(ConvoysDelayed(power=arriving.power, points=points))
    return Goto("next_convoys_arrive")


CONVOYS_ARRIVE = procedure(
    "convoys arrive",
    "4.2.1",
    next_convoys_arrive,
    one_point_abroad,
    convoys_at_home,
    the_rest_waits,
    locals=ConvoysArriving,
)


@step("4.2.1")
def convoys_as_reinforcements(game: Game, stage: msgspec.Struct) -> Control:
    """Before the ships, which also need room in port."""
    return Call(CONVOYS_ARRIVE.name, ConvoysArriving())


MODULE = Module(
    procedures=(CONVOYS_ARRIVE,),
    changes=(Insert(REINFORCEMENTS.name, convoys_as_reinforcements, before="next_power_places"),),
)
