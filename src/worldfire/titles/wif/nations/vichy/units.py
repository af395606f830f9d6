"""17.3 The units when France is divided: strangers leave, French units take sides, and half of Vichy's army is lost."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Draw, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import CIRCLE, DOCKS, FORCE_POOL, REMOVED, circle_space, pool_of
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import (
    HEXES,
    PLACE,
    PLACE_NAMES,
    aboard,
    counter_of,
    move,
    on_the_map,
    place_index,
    sea_of_section,
    things_at,
)
from worldfire.forces.turn import power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    COUNTRY,
    FALLEN_POWER,
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    change_country,
    power_of,
    seat_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_3_stacking import aircraft_room, land_room, stacking_violation
from worldfire.rules.s04_reinforcements import SCRAPPED, Scrapped, militia_city
from worldfire.rules.s11_04_naval_units import Sailor, print_of, take_convoys_away
from worldfire.rules.s13_06_5_naval_production import hand_convoys_over
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.tables.counters import LandCounter, LandType, NavalCounter
from worldfire.titles.wif.nations.vichy.refuges import Open, bases_for_aircraft, nearest_ports, ports_for_ship
from worldfire.titles.wif.nations.vichy.standing import (
    INSTALLER,
    french_country,
    french_power,
    holder_at,
    make_hostile,
    vichy_country,
    vichy_power,
)

DE_GAULLE = "fr-hq-a-de-gaulle"


class FrenchUnitsDestroyed(Event, frozen=True):
    """By an ally in whose hexes they were."""

    power: PowerId
    units: tuple[ThingId, ...]


class UnitsAreVichy(Event, frozen=True):
    units: tuple[ThingId, ...]


class ArmyHalved(Event, frozen=True):
    """The units that Vichy loses when it is created."""

    units: tuple[ThingId, ...]


class PoolHalved(Event, frozen=True):
    """Units that leave the game from the French force pools."""

    units: tuple[ThingId, ...]


class ShipWithoutRefuge(Event, frozen=True):
    thing: ThingId


class Dividing(msgspec.Struct):
    """Allied powers that have been asked, units that have no hex, what was destroyed, and force pools still to be halved."""

    asked: tuple[int, ...] = ()
    homeless: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    pools: tuple[int, ...] = ()


# ------------------------------------------------------------------------------------------------------------ who is where


def _is_ship(game: Position, unit: int) -> bool:
    return isinstance(counter_of(game, unit), NavalCounter)


def _is_french(game: Position, unit: int) -> bool:
    return power_of(game, unit) in (french_power(game), vichy_power(game)) and not is_partisan(game, unit)


def _is_vichys(game: Position, place: int) -> bool:
    return holder_at(game, place) == vichy_power(game)


def _is_open_to_the_french(game: Position, place: int) -> bool:
    return holder_at(game, place) in (french_power(game), vichy_power(game))


def _open_to_french(game: Position) -> Open:
    return lambda place: _is_open_to_the_french(game, place)


def _friendly_to(game: Position, power: int) -> Open:
    side = game.state[SIDE][power]
    return lambda place: side_of_power(game, holder_at(game, place)) == side and not _is_vichys(game, place)


def _pool_name(game: Position, unit: int) -> str:
    place, hexes = game.state[PLACE][unit], game.state.get(HEXES)
    return game.state.get(PLACE_NAMES)[place - hexes] if place >= hexes else ""


def _installers_seat(game: Position) -> str:
    return seat_of_power(game, game.state.get(INSTALLER))


def _sink(game: Game, ship: int) -> None:
    """Destroyed with its cargo, but nobody has fought it."""
    for thing in (*things_at(game, aboard(ship)), ship):
        move(game, thing, pool_of(game, thing))
    game.say(ShipWithoutRefuge(thing=ship))


def _sail_to(game: Game, ship: int, port: int) -> None:
    move(game, ship, port)
    for cargo in things_at(game, aboard(ship)):
        move(game, cargo, port)


# ----------------------------------------------------------------------------------------------------- 17.3.1 strangers


@step("17.3.1", also=("17.3",))
def strangers_leave(game: Game, dividing: Dividing) -> Control:
    """Land units, partisans apart, and aircraft that are not French."""
    gone = tuple(
        unit
        for unit, place in on_the_map(game)
        if _is_vichys(game, place)
        and not _is_french(game, unit)
        and not _is_ship(game, unit)
        and not is_partisan(game, unit)
    )
    send_home(game, gone)
    return None


def _strange_ships(game: Position) -> Iterator[int]:
    for unit, place in on_the_map(game):
        if _is_ship(game, unit) and not _is_french(game, unit) and _is_vichys(game, place):
            yield unit


def _strangers_ports(game: Position, dividing: Dividing, seat: str) -> Shape | Violation:
    ship = next(_strange_ships(game))
    return One(ports_for_ship(game, ship, _friendly_to(game, power_of(game, ship))))


def _leave_port(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    _sail_to(game, next(_strange_ships(game)), noun)
    return Goto("strange_ships_leave")


LEAVE_PORT = Verb("leave-vichy-for", "17.3.1", _leave_port, _strangers_ports, items=Place)


@step("17.3.1")
def strange_ships_leave(game: Game, dividing: Dividing) -> Control:
    """To the nearest friendly port within double range; those without one are destroyed."""
    for ship in tuple(_strange_ships(game)):
        if ports_for_ship(game, ship, _friendly_to(game, power_of(game, ship))):
            return Goto("choose_port_of_stranger")
        _sink(game, ship)
    _move_convoys(game, strangers=True)
    return Goto("allies_may_destroy")


@step("17.3.1", LEAVE_PORT)
def choose_port_of_stranger(game: Game, dividing: Dividing) -> Control:
    ship = next(_strange_ships(game))
    return one(seat_of(game, ship), LEAVE_PORT, rule="17.3.1", prompt="leave-vichy", unit=Thing(ship))


@rule("17.3.1", "17.3.2")
def _move_convoys(game: Game, *, strangers: bool) -> None:
    """Convoy points that may not stay go to the nearest port that is open to them, or are lost."""
    french = (french_power(game), vichy_power(game))
    for power, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        at_sea = bool(sea_of_section(game, place))
        if not points or not (at_sea or is_hex(game, place)) or (power in french) == strangers:
            continue
        if strangers and (at_sea or not _is_vichys(game, place)):
            continue
        if not strangers and not at_sea and _is_open_to_the_french(game, place):
            continue
        sailor = Sailor(NOBODY, power, points)
        most = print_of(game, sailor).range * (1 if at_sea else 2)
        is_open = _friendly_to(game, power) if strangers else _open_to_french(game)
        ports = nearest_ports(game, power, place, most, is_open)
        take_convoys_away(
            game, sailor, place, ports[0] if ports else place_index(game, f"tray of {power_name(game, power)}")
        )


# -------------------------------------------------------------------------------------------------- 17.3.2 allies may destroy


def _in_hexes_of(game: Position, ally: int) -> tuple[int, ...]:
    return tuple(unit for unit, place in on_the_map(game) if _is_french(game, unit) and holder_at(game, place) == ally)


def _next_ally(game: Position, dividing: Dividing) -> int:
    allies = powers_of_side(game, game.state[SIDE][french_power(game)])
    asked = (ally for ally in allies if ally not in dividing.asked and ally != french_power(game))
    return next((ally for ally in asked if _in_hexes_of(game, ally)), NOBODY)


def _destroy_french(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    ally = _next_ally(game, dividing)
    units = _in_hexes_of(game, ally)
    for unit in units:
        move(game, unit, pool_of(game, unit))
    game.say(FrenchUnitsDestroyed(power=ally, units=units))
    make_hostile(game, ally)
    dividing.asked += (ally,)
    return Goto("allies_may_destroy")


def _spare_french(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    dividing.asked += (_next_ally(game, dividing),)
    return Goto("allies_may_destroy")


DESTROY_FRENCH = Verb("destroy-french-units", "17.3.2", _destroy_french)
SPARE_FRENCH = Verb("spare-french-units", "17.3.2", _spare_french)


@step("17.3.2", SPARE_FRENCH, DESTROY_FRENCH)
def allies_may_destroy(game: Game, dividing: Dividing) -> Control:
    ally = _next_ally(game, dividing)
    if ally == NOBODY:
        return Goto("strays_to_the_circle")
    return one(
        seat_of_power(game, ally), SPARE_FRENCH, DESTROY_FRENCH, rule="17.3.2", prompt="french-units", power=Power(ally)
    )


# ------------------------------------------------------------------------------------------------- 17.3.2 where they go


@step("17.3.2")
def strays_to_the_circle(game: Game, dividing: Dividing) -> Control:
    """Land units and aircraft in hexes of others, and a minor country's units outside it."""
    french = (french_country(game), vichy_country(game))
    circle = place_index(game, circle_space(game.state.get(TURN) + 1))
    for unit, place in on_the_map(game):
        if not _is_french(game, unit) or _is_ship(game, unit):
            continue
        country = game.state[COUNTRY][unit]
        abroad = country not in french and game.state[HOME_COUNTRY][place] != country
        if abroad or not _is_open_to_the_french(game, place):
            move(game, unit, circle)
    return None


def _astray(game: Position) -> Iterator[int]:
    """French ships in ports of others, then whatever is at sea."""
    for unit, place in on_the_map(game):
        if _is_ship(game, unit) and _is_french(game, unit) and not _is_open_to_the_french(game, place):
            yield unit
    for unit, place in enumerate(game.state[PLACE]):
        if place >= game.state.get(HEXES) and _is_french(game, unit) and sea_of_section(game, place):
            yield unit


def _refuges(game: Position, unit: int) -> tuple[int, ...]:
    if _is_ship(game, unit):
        return ports_for_ship(game, unit, _open_to_french(game))
    return bases_for_aircraft(game, unit, _open_to_french(game))


def _refuge_shape(game: Position, dividing: Dividing, seat: str) -> Shape | Violation:
    return One(_refuges(game, next(_astray(game))))


def _bring_home(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    _sail_to(game, next(_astray(game)), noun)
    return Goto("the_fleet_comes_home")


BRING_HOME = Verb("bring-french-to", "17.3.2", _bring_home, _refuge_shape, items=Place)


@step("17.3.2")
def the_fleet_comes_home(game: Game, dividing: Dividing) -> Control:
    """To the nearest port, out of a port within double their range, from the sea within range; or it is destroyed."""
    for unit in tuple(_astray(game)):
        if _refuges(game, unit):
            return Goto("choose_french_port")
        _sink(game, unit)
    _move_convoys(game, strangers=False)
    circle = (unit for unit in range(len(game.state[PLACE])) if _pool_name(game, unit).startswith(CIRCLE))
    dividing.homeless = tuple(unit for unit in circle if _is_french(game, unit) and not _is_ship(game, unit))
    return Goto("units_come_home")


@step("17.3.2", BRING_HOME)
def choose_french_port(game: Game, dividing: Dividing) -> Control:
    unit = next(_astray(game))
    return one(_installers_seat(game), BRING_HOME, rule="17.3.2", prompt="bring-french-home", unit=Thing(unit))


def _hexes_at_home(game: Position, unit: int) -> tuple[int, ...]:
    """Where a unit of the production circle may be placed: hexes of its home country in which it can stack."""
    country = game.state[COUNTRY][unit]
    home = vichy_country(game) if country == french_country(game) else country
    room = land_room if isinstance(counter_of(game, unit), LandCounter) else aircraft_room
    return tuple(
        place
        for place in hexes_of(game, home)
        if _is_open_to_the_french(game, place)
        and room(game, place) > 0
        and stacking_violation(game, place, (*things_at(game, place), unit)) is None
    )


def _home_shape(game: Position, dividing: Dividing, seat: str) -> Shape | Violation:
    return One(_hexes_at_home(game, dividing.homeless[0]))


def _place_at_home(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    unit, dividing.homeless = dividing.homeless[0], dividing.homeless[1:]
    move(game, unit, noun)
    return Goto("units_come_home")


PLACE_FRENCH = Verb("place-french-unit-at", "17.3.2", _place_at_home, _home_shape, items=Place)


@step("17.3.2")
def units_come_home(game: Game, dividing: Dividing) -> Control:
    """What finds no hex at home stays on the production circle."""
    while dividing.homeless:
        if _hexes_at_home(game, dividing.homeless[0]):
            return Goto("place_french_units")
        dividing.homeless = dividing.homeless[1:]
    return Goto("units_choose_a_side")


@step("17.3.2", PLACE_FRENCH)
def place_french_units(game: Game, dividing: Dividing) -> Control:
    unit = dividing.homeless[0]
    return one(_installers_seat(game), PLACE_FRENCH, rule="17.3.2", prompt="place-french-unit", unit=Thing(unit))


# --------------------------------------------------------------------------------------------------- 17.3.2 whose they are


@step("17.3.2")
def units_choose_a_side(game: Game, dividing: Dividing) -> Control:
    """French units in Vichy's hexes are Vichy's, and so are ships in building and the reserves; all others are Free French."""
    vichy = vichy_country(game)
    turned = []
    for unit in units_of(game, french_country(game)):
        place, name = game.state[PLACE][unit], _pool_name(game, unit)
        dock = name.startswith((*DOCKS, "reserve pool"))
        if is_partisan(game, unit):
            continue
        if (
            (is_hex(game, place) and _is_vichys(game, place))
            or dock
            or (_is_ship(game, unit) and name.startswith(CIRCLE))
        ):
            turned.append(unit)
            change_country(game, unit, vichy)
            if dock:
                title = name.rpartition(" of ")[0]
                move(game, unit, place_index(game, f"{title} of {power_name(game, vichy_power(game))}"))
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if owner == french_power(game) and points and is_hex(game, place) and _is_vichys(game, place):
            hand_convoys_over(game, owner, vichy_power(game), place, points)
    if turned:
        game.say(UnitsAreVichy(units=tuple(turned)))
    return None


@rule("17.3.2")
def _all_french(game: Position) -> tuple[int, ...]:
    both = (*units_of(game, french_country(game)), *units_of(game, vichy_country(game)))
    return tuple(sorted(unit for unit in both if not is_partisan(game, unit)))


@step("17.3.2")
def militia_without_its_city(game: Game, dividing: Dividing) -> Control:
    for unit in _all_french(game):
        city = militia_city(game, unit)
        if city is not None and not _is_vichys(game, city) and _pool_name(game, unit) != REMOVED:
            move(game, unit, place_index(game, REMOVED))
    return None


def _levies(game: Position) -> tuple[int, ...]:
    """French MIL and reserves on the map."""
    reserves = nations_of(game).reserves
    return tuple(
        unit
        for unit in _all_french(game)
        if is_hex(game, game.state[PLACE][unit])
        and not _is_ship(game, unit)
        and (counter_of(game, unit).type is LandType.MIL or counter_of(game, unit).available in reserves)
    )


def _army(game: Position) -> tuple[int, ...]:
    """Vichy's other land and aircraft units on the map."""
    levies = _levies(game)
    return tuple(
        unit
        for unit in units_of(game, vichy_country(game))
        if is_hex(game, game.state[PLACE][unit]) and not _is_ship(game, unit) and unit not in levies
    )


def _half(units: tuple[int, ...]) -> Set:
    count = (len(units) + 1) // 2
    return Set(units, count, count)


def _levies_shape(game: Position, dividing: Dividing, seat: str) -> Shape | Violation:
    return _half(_levies(game))


def _army_shape(game: Position, dividing: Dividing, seat: str) -> Shape | Violation:
    return _half(_army(game))


def _lose(game: Game, dividing: Dividing, units: tuple[int, ...]) -> None:
    """They go to the force pools, where they are Free French."""
    dividing.lost += units
    game.say(ArmyHalved(units=units))
    for unit in units:
        change_country(game, unit, french_country(game))
        move(game, unit, pool_of(game, unit))


def _lose_levies(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    """Those that are left wait in the reserve pool."""
    _lose(game, dividing, noun)
    pool = place_index(game, f"reserve pool of {power_name(game, vichy_power(game))}")
    for unit in _levies(game):
        change_country(game, unit, vichy_country(game))
        move(game, unit, pool)
    return Goto("halve_the_army")


def _lose_army(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    _lose(game, dividing, noun)
    return Goto("scrap_what_was_lost")


LOSE_LEVIES = Verb("lose-french-militia", "17.3.2", _lose_levies, _levies_shape, items=Thing)
LOSE_ARMY = Verb("lose-vichy-units", "17.3.2", _lose_army, _army_shape, items=Thing)


@step("17.3.2", LOSE_LEVIES)
def halve_the_levies(game: Game, dividing: Dividing) -> Control:
    if not _levies(game):
        return None
    return one(_installers_seat(game), LOSE_LEVIES, rule="17.3.2", prompt="halve-french-militia")


@step("17.3.2", LOSE_ARMY)
def halve_the_army(game: Game, dividing: Dividing) -> Control:
    if not _army(game):
        return Goto("scrap_what_was_lost")
    return one(_installers_seat(game), LOSE_ARMY, rule="17.3.2", prompt="halve-vichy-army")


def _scrap_shape(game: Position, dividing: Dividing, seat: str) -> Shape | Violation:
    return Set(dividing.lost, 0, len(dividing.lost))


def _scrap(game: Game, dividing: Dividing, seat: str, noun: Noun) -> Control:
    for unit in noun:
        game.write(SCRAPPED, unit, 1)
        move(game, unit, place_index(game, REMOVED))
        game.say(Scrapped(thing=unit))
    return Goto("halve_the_force_pools")


SCRAP_LOST = Verb("scrap-vichy-losses", "17.3.2", _scrap, _scrap_shape, items=Thing)


@step("17.3.2", SCRAP_LOST, also=("13.6.5",))
def scrap_what_was_lost(game: Game, dividing: Dividing) -> Control:
    """The player of Free France decides."""
    if not dividing.lost:
        return Goto("halve_the_force_pools")
    return one(seat_of_power(game, french_power(game)), SCRAP_LOST, rule="17.3.2", prompt="scrap-vichy-losses")


# ------------------------------------------------------------------------------------------------------ 17.3.2 force pools


@step("17.3.2")
def halve_the_force_pools(game: Game, dividing: Dividing) -> Control:
    """Half of the units in each French force pool, drawn at random, leave the game."""
    names, hexes = game.state.get(PLACE_NAMES), game.state.get(HEXES)
    start = f"{FORCE_POOL} france:"
    dividing.pools = tuple(hexes + row for row, name in enumerate(names) if name.startswith(start))
    return None


@step("17.3.2")
def next_pool(game: Game, dividing: Dividing) -> Control:
    while dividing.pools:
        count = (len(things_at(game, dividing.pools[0])) + 1) // 2
        if count:
            pool, dividing.pools = dividing.pools[0], dividing.pools[1:]
            return Draw("French force pool", seat_of_power(game, french_power(game)), pool, count)
        dividing.pools = dividing.pools[1:]
    return Goto("de_gaulle")


@step("17.3.2")
def pool_is_halved(game: Game, dividing: Dividing) -> Control:
    drawn: tuple[int, ...] = game.result
    for unit in drawn:
        move(game, unit, place_index(game, REMOVED))
    game.say(PoolHalved(units=drawn))
    return Goto("next_pool")


@step("17.3.2")
def de_gaulle(game: Game, dividing: Dividing) -> Control:
    """He is with Free France: on a hex of its own, or in its force pool."""
    unit = next((each for each in _all_french(game) if counter_of(game, each).id == DE_GAULLE), NOBODY)
    if unit == NOBODY or game.state[FALLEN_POWER][french_power(game)]:
        return None
    place = game.state[PLACE][unit]
    if not (is_hex(game, place) and holder_at(game, place) == french_power(game)):
        change_country(game, unit, french_country(game))
        move(game, unit, pool_of(game, unit))
    return None


DIVIDING = procedure(
    "units of the divided France",
    "17.3",
    strangers_leave,
    strange_ships_leave,
    choose_port_of_stranger,
    allies_may_destroy,
    strays_to_the_circle,
    the_fleet_comes_home,
    choose_french_port,
    units_come_home,
    place_french_units,
    units_choose_a_side,
    militia_without_its_city,
    halve_the_levies,
    halve_the_army,
    scrap_what_was_lost,
    halve_the_force_pools,
    next_pool,
    pool_is_halved,
    de_gaulle,
    locals=Dividing,
)


MODULE = Module(procedures=(DIVIDING,))
