"""11.10.6 Overrun: land units destroy what they enter upon.

Land units are overrun by declaring it: odds of at least 7:1, supply and armour are asked first. Aircraft and naval units
suffer it from any land unit that moves or advances into their hex; what becomes of them is a procedure, because dice
are thrown and their owners choose where the survivors go.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing, ThingId, Things
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.seams import AnyOf
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import main_home
from worldfire.forces.pools import repair_pool
from worldfire.forces.things import COUNTER, FACE_DOWN, PLACE, board_of, counter_of, move, turn_face_down
from worldfire.forces.who import (
    CONTROLLER,
    NOBODY,
    SEAT,
    SIDE,
    change_country,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_3_stacking import aircraft, naval_room, naval_units
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import can_take_control, change_hands, control_violation
from worldfire.rules.s08_weather import terrain_at, weather_at
from worldfire.rules.s11_04_sea_passages import may_pass, seas_from_port
from worldfire.rules.s11_10_entry import (
    crossing_violation,
    foes_at,
    gate_violation,
    is_enemy_hex,
    land_counter,
    land_foes_at,
)
from worldfire.rules.s11_15_battle import deciders
from worldfire.rules.s11_15_factors import (
    ARMOUR,
    FORTS_DESTROYED,
    GUNS,
    MECHANISED,
    Reckoning,
    attack_factors,
    count_kinds,
    defence_factors,
    is_fort_hexside,
    is_open,
    land_attack,
)
from worldfire.rules.s11_15_odds import final_step, odds_name
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Destroyed, Return, destroy_aircraft, tray_of
from worldfire.rules.s15_surprise import is_surprised_by
from worldfire.tables.counters import LandType, NavalCounter

#: the step of the odds that an overrun needs
OVERRUN_ODDS = Figure("odds to one of an overrun", "11.10.6")
TIMES_RANGE = Figure("times its range of an overrun naval unit", "11.10.6")
#: without any of these nobody overruns
_ARMOURED = ARMOUR | MECHANISED
#: what becomes of a naval unit in port
CAPTURED, DESTROYED, ESCAPES = "captured", "destroyed", "escapes"


#: are there convoy points of the other side's powers in this port? (game, side that takes it, port)
CONVOYS_IN_PORT = AnyOf[[int, int]]("11.10.6 convoy points in a port that is overrun")


class Overrun(Event, frozen=True):
    """Land units were overrun; `odds` is what the overrunning units had after the weather."""

    place: PlaceId
    units: tuple[ThingId, ...]
    odds: int


class FortDestroyed(Event, frozen=True):
    place: PlaceId


class NavalUnitOverrun(Event, frozen=True):
    """A face-down or surprised naval unit was caught in port: captured, destroyed or escapes."""

    unit: ThingId
    roll: int
    result: str


# --------------------------------------------------------------------------------------------------- overrunning land units


@clause("11.10.6/overrunning land units", "2.4.1", "11.10.6")
def overrun_violation(
    game: Position, units: tuple[int, ...], place: int, *, set_out_in_supply: bool = True
) -> Violation | None:
    """The first reason why these units, all in one hex, may not overrun the land units in the hex."""
    first = units[0]
    origin = game.state[PLACE][first]
    defenders = land_foes_at(game, first, place)
    if not defenders:
        return refused("11.10.6", "nobody-to-overrun", place=Place(place))
    for unit in units:
        found = crossing_violation(game, unit, origin, place)
        if found is not None:
            return found
    found = gate_violation(game, units, place)
    if found is not None:
        return found
    partisans = all(land_counter(game, unit).type is LandType.PART for unit in defenders)
    if not is_enemy_hex(game, first, place) and not partisans:
        return refused("11.10.6", "overrun-not-an-enemy-hex", place=Place(place))
    if not is_open(game, place):
        if place in ground_of(game).cities:
            return refused("11.10.6", "overrun-city", place=Place(place))
        return refused("11.10.6", "overrun-terrain", place=Place(place), terrain=terrain_at(game, place))
    if is_fort_hexside(game, origin, place):
        return refused("11.10.6", "overrun-fort", place=Place(place))
    if not set_out_in_supply:
        return refused("2.4.1", "overrun-set-out-unsupplied", units=Things(units))
    unsupplied = tuple(unit for unit in units if not in_supply(game, unit))
    if unsupplied:
        return refused("2.4.1", "overrun-supply", units=Things(unsupplied))
    return (
        _armour_violation(game, units, defenders)
        or _odds_violation(game, units, place, defenders)
        or control_violation(game, place, units)
    )


@clause("11.10.6/overrunning land units")
def brings_armour(game: Position, units: tuple[int, ...]) -> bool:
    """Is there armour or MECH among them? Without it nobody is overrun."""
    counters = game.state[COUNTER]
    return not game.ruleset.once(_armoured_prints).isdisjoint([counters[unit] for unit in units])


def _armoured_prints(ruleset: Ruleset) -> frozenset[int]:
    """Rows of the counters with armour or MECH."""
    return frozenset(row for row, counter in enumerate(ruleset.tables.counters) if counter.type in _ARMOURED)


@rule("11.10.6/overrunning land units", "11.10.6/overrun aa at divisions")
def _armour_violation(game: Position, units: tuple[int, ...], defenders: tuple[int, ...]) -> Violation | None:
    """An overrun needs armour or MECH, and more of it than the defenders have."""
    if not brings_armour(game, units):
        return refused("11.10.6", "overrun-without-armour", units=Things(units))
    armour, mechanised = count_kinds(game, units, ARMOUR), count_kinds(game, units, MECHANISED)
    against = count_kinds(game, defenders, ARMOUR | GUNS)
    if against:
        return None if armour > against else _too_little("overrun-too-little-armour", armour, against)
    against = count_kinds(game, defenders, MECHANISED)
    return None if armour or mechanised > against else _too_little("overrun-too-few-mech", mechanised, against)


def _too_little(key: str, count: Fraction, against: Fraction) -> Violation:
    return refused("11.10.6", key, count=Number(count), against=against)


def overrun_odds(game: Position, units: tuple[int, ...], place: int) -> int:
    """The step of the ladder, one die and no aircraft; always enough against 0 factors."""
    return _odds(game, _reckoning(game, units, place))


def _odds(game: Position, reckoning: Reckoning) -> int:
    if defence_factors(game, reckoning) <= 0:
        return OVERRUN_ODDS(game)
    return final_step(land_attack(game, reckoning), game.ruleset.tables.source)


def _reckoning(game: Position, units: tuple[int, ...], place: int) -> Reckoning:
    defenders = land_foes_at(game, units[0], place)
    return Reckoning(place, units, defenders, overrun=True)


def _odds_violation(game: Position, units: tuple[int, ...], place: int, defenders: tuple[int, ...]) -> Violation | None:
    reckoning = Reckoning(place, units, defenders, overrun=True)
    odds = _odds(game, reckoning)
    if odds >= OVERRUN_ODDS(game):
        return None
    return refused(
        "11.10.6",
        "overrun-odds",
        attack=attack_factors(game, reckoning),
        defence=defence_factors(game, reckoning),
        conditions=weather_at(game, place),
        odds=odds_name(odds),
        needed=odds_name(OVERRUN_ODDS(game)),
    )


@clause("11.10.6/overrunning land units")
def overrun_multiplier(game: Position, units: tuple[int, ...], place: int) -> int:
    """The hex costs double if its land units total more than 0 factors; aircraft and ships alone cost nothing more."""
    if defence_factors(game, _reckoning(game, units, place)) <= 0:
        return 1
    return int(chart_named(game, "terrain_movement_extras").number("overrun", "multiply"))


@clause("11.10.6", "17.5")
def before_an_overrun(game: Game, units: tuple[int, ...], place: int) -> Call | None:
    """What has to be settled before the overrun; who settles it carries the overrun out."""
    return None


@rule("11.10.6/overrunning land units")
def overrun_land_units(game: Game, units: tuple[int, ...], place: int) -> None:
    """Destroy every enemy land unit in the hex; the overrunning units have not entered it yet."""
    odds = overrun_odds(game, units, place)
    victims = land_foes_at(game, units[0], place)
    game.say(Overrun(place=place, units=victims, odds=odds))
    destroy(game, *victims)


def destroy(game: Game, *things: int) -> None:
    """All are told before the first is taken away, so that the supply of none hangs on another's loss (2.4.1)."""
    for thing in things:
        game.say(Destroyed(thing=thing))
    for thing in things:
        move(game, thing, tray_of(game, thing))


# ------------------------------------------------------------------------------------------------------- entering a hex


@rule("11.10.1", "2.5.3", "11.10.2/special hexes and hexsides", "11.10.6")
def enter(game: Game, units: tuple[int, ...], place: int) -> Call | None:
    """Units come into a hex without enemy land units: it changes hands, and what lies there is overrun."""
    first = units[0]
    enemy = is_enemy_hex(game, first, place)
    caught = _caught(game, units, place)
    for unit in units:
        move(game, unit, place)
    if enemy:
        if fort_falls(game, place) and any(can_take_control(game, unit) for unit in units):
            game.set(FORTS_DESTROYED, (*game.state.get(FORTS_DESTROYED), place))
            game.say(FortDestroyed(place=place))
        change_hands(game, place, units)
    return caught


def _caught(game: Position, units: tuple[int, ...], place: int) -> Call | None:
    """What is owed to the enemy's aircraft and naval units in a hex that the units enter."""
    foes = foes_at(game, units[0], place)
    planes, ships = aircraft(game, foes), naval_units(game, foes)
    if not planes and not ships and not CONVOYS_IN_PORT(game, side_of(game, units[0]), place):
        return None
    surprised = tuple(thing for thing in (*planes, *ships) if is_surprised_by(game, thing, units))
    return Call(OVERRUN.name, Caught(units[0], planes, ships, surprised))


@rule("13.1.3", "11.10.6")
def overrun_where_it_stands(game: Position, partisan: int) -> Call | None:
    """A partisan has risen: enemy aircraft and naval units in its hex are overrun."""
    return _caught(game, (partisan,), game.state[PLACE][partisan])


@clause("11.10.2/special hexes and hexsides")
def fort_falls(game: Position, place: int) -> bool:
    """Is there a fort that falls with the hex?"""
    return any(is_fort_hexside(game, beside, place) for beside in board_of(game).adjacent[place])


@clause("11.10.6")
def would_catch(game: Position, unit: int, place: int) -> bool:
    """Does entering the hex overrun aircraft or naval units? Then a path ends there, for dice and owners come first."""
    return bool(foes_at(game, unit, place)) or CONVOYS_IN_PORT(game, side_of(game, unit), place)


@clause("11.10.3", "11.10.4", "11.10.5")
def step_violation(game: Position, unit: int, origin: int, place: int) -> Violation | None:
    """Why the unit may not go from one hex to the next, movement points apart."""
    return crossing_violation(game, unit, origin, place) or presence_violation(game, unit, place)


@clause("11.10.3")
def presence_violation(game: Position, unit: int, place: int) -> Violation | None:
    """Why the unit may not be in the hex, wherever it comes from: politics, or enemy land units."""
    return gate_violation(game, (unit,), place) or enemies_there_violation(game, unit, place)


@rule("11.10.3")
def enemies_there_violation(game: Position, unit: int, place: int) -> Violation | None:
    if land_foes_at(game, unit, place):
        return refused("11.10.3", "enemy-units-there", place=Place(place))
    return None


# ------------------------------------------------------------------------------------------------ aircraft and naval units


class Caught(msgspec.Struct):
    """What was in the hex when land units came in; `by` is one of them, NOBODY if a conquest gave the hex to `captor`."""

    by: int
    planes: tuple[int, ...]
    ships: tuple[int, ...]
    surprised: tuple[int, ...]
    #: ships that have escaped and must find a port
    afloat: tuple[int, ...] = ()
    captor: int = NOBODY
    #: the rule that gave the hex away has everything there surprised (17.4.5)
    unawares: bool = False
    #: nobody is there to take a prize: what would be captured is destroyed
    no_prize: bool = False


@step("11.10.6", also=("11.10.6/overrunning aircraft units", "15.1/aircraft units"))
def aircraft_are_overrun(game: Game, caught: Caught) -> Control:
    """Face-down and surprised aircraft are destroyed, the others fly off and are turned face-down."""
    flying = []
    for plane in caught.planes:
        if game.state[FACE_DOWN][plane] or plane in caught.surprised:
            destroy_aircraft(game, plane)
        else:
            flying.append(plane)
    return Call(RETURN_TO_BASE.name, Return(tuple(flying))) if flying else None


@step("11.10.6", also=("11.10.6/overrunning naval units",))
def next_naval_unit(game: Game, caught: Caught) -> Control:
    """Who is face-down or surprised must roll; the others get away."""
    while caught.ships:
        first = caught.ships[0]
        if game.state[FACE_DOWN][first] or first in caught.surprised:
            captor = game.state[SEAT][captor_of(game, caught)]
            concerns = () if captor == NOBODY else (game.seats[captor],)
            return Roll("naval overrun", owner_of(game, caught, first), concerns=concerns)
        caught.ships, caught.afloat = caught.ships[1:], (*caught.afloat, first)
    return Goto("next_refuge")


@step("11.10.6", also=("11.10.6/overrunning naval units",))
def roll_for_naval_unit(game: Game, caught: Caught) -> Control:
    ship, caught.ships = caught.ships[0], caught.ships[1:]
    result = fate(game, caught, game.total)
    game.say(NavalUnitOverrun(unit=ship, roll=game.total, result=result))
    if result == ESCAPES:
        caught.afloat += (ship,)
    elif result == CAPTURED:
        _capture(game, ship, captor_of(game, caught))
    else:
        destroy(game, ship)
    return Goto("next_naval_unit")


@rule("11.10.6/overrunning naval units")
def fate(game: Position, caught: Caught, die: int) -> str:
    """What a die does to a naval unit in port; partisans and neutrals destroy what others would capture."""
    result = str(chart_named(game, "naval_overrun").at(die, "result"))
    partisan = caught.by != NOBODY and land_counter(game, caught.by).type is LandType.PART
    neutral = game.state[SIDE][captor_of(game, caught)] == NOBODY
    return DESTROYED if result == CAPTURED and (partisan or neutral or caught.no_prize) else result


@clause("13.7.1/effect of conquest", "11.10.6/overrunning naval units")
def is_lost_port(game: Position, side: int, port: int) -> bool:
    """Is the port in which naval units of the side lie somebody else's?"""
    holder = game.state[CONTROLLER][port]
    return NOBODY not in (side, holder) and side_of_power(game, holder) != side


def captor_of(game: Position, caught: Caught) -> int:
    """The power to which captured ships go."""
    return caught.captor if caught.by == NOBODY else power_of(game, caught.by)


def owner_of(game: Position, caught: Caught, ship: int) -> str:
    """Whoever plays the ship; somebody on the other side plays a minor country that has no seat."""
    return deciders(game, (ship,), NOBODY, game.state[SIDE][captor_of(game, caught)])[0]


def _capture(game: Game, ship: int, captor: int) -> None:
    """It belongs to the overrunning major power, in the name of its main home country, and waits for repair."""
    change_country(game, ship, main_home(game, captor))
    move(game, ship, repair_pool(game, captor))


@clause("11.10.6/overrunning naval units", "13.4")
def refuges(game: Position, ship: int) -> tuple[int, ...]:
    """Friendly ports with room within twice the ship's range, through passages that the enemy does not hold shut."""
    board, ground, counter = board_of(game), ground_of(game), counter_of(game, ship)
    assert isinstance(counter, NavalCounter)
    power = power_of(game, ship)
    far = dict.fromkeys(seas_from_port(game, power, game.state[PLACE][ship]), 1)
    queue = deque(far)
    while queue:
        here = queue.popleft()
        if far[here] >= TIMES_RANGE(game) * counter.range:
            continue
        for there in board.sea_areas[here].borders:
            if there not in far and may_pass(game, power, here, there):
                far[there] = far[here] + 1
                queue.append(there)
    side, controllers = side_of(game, ship), game.state[CONTROLLER]
    return tuple(
        port
        for port in sorted(ground.ports)
        if side_of_power(game, controllers[port]) == side
        and not far.keys().isdisjoint(seas_from_port(game, power, port))
        and naval_room(game, port) > 0
    )


@step("11.10.6", also=("11.10.6/overrunning naval units",))
def next_refuge(game: Game, caught: Caught) -> Control:
    """Who finds no port is destroyed; for the others their owners choose one."""
    while caught.afloat:
        if refuges(game, caught.afloat[0]):
            return Goto("choose_refuge")
        destroy(game, caught.afloat[0])
        caught.afloat = caught.afloat[1:]
    return Goto("overrun_is_over")


def _refuge_shape(game: Position, caught: Caught, seat: str) -> Shape | Violation:
    return One(refuges(game, caught.afloat[0]))


def _flee(game: Game, caught: Caught, seat: str, port: Noun) -> Control:
    ship, caught.afloat = caught.afloat[0], caught.afloat[1:]
    move(game, ship, port)
    turn_face_down(game, ship)
    return Goto("next_refuge")


FLEE_TO = Verb("flee-to", "11.10.6", _flee, _refuge_shape, items=Place)


@step("11.10.6", FLEE_TO)
def choose_refuge(game: Game, caught: Caught) -> Control:
    ship = caught.afloat[0]
    return one(owner_of(game, caught, ship), FLEE_TO, rule="11.10.6", prompt="naval-refuge", unit=Thing(ship))


@step("11.10.6")
def overrun_is_over(game: Game, caught: Caught) -> Control:
    return None


OVERRUN = procedure(
    "overrun of aircraft and naval units",
    "11.10.6",
    aircraft_are_overrun,
    next_naval_unit,
    roll_for_naval_unit,
    next_refuge,
    choose_refuge,
    overrun_is_over,
    locals=Caught,
)


MODULE = Module(procedures=(OVERRUN,), seams=(CONVOYS_IN_PORT,))
