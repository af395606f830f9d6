"""4 The reinforcement stage: the year's additions, what arrives from the production circle, and losses sorted.

Reserves (9.7) are set up in the same manner; both call ARRIVALS.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeGuard

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Places, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset, Tray
from worldfire.engine.schema import Column, Field, Schema, memo
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Power, YearNumber
from worldfire.forces.nations import main_home
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import (
    CIRCLE,
    DOCKS,
    LEND_LEASE_POOL,
    PARTISANS,
    REMOVED,
    circle_space,
    construction_pool,
    home_of_unit,
    is_striped,
    named_place,
    pool_of,
)
from worldfire.forces.situation import TURN, WITHOUT_FORCE_POOL
from worldfire.forces.things import (
    FACE_DOWN,
    HEXES,
    PLACE,
    PLACE_NAMES,
    THINGS,
    Counter,
    all_such,
    board_of,
    counter_of,
    move,
    place_index,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import (
    controls,
    is_active,
    power_name,
    seat_of_power,
)
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER_NAMES,
    SIDE,
    country_named,
    power_of,
    side_of,
    units_on_map,
)
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s02_4_supply import is_isolated
from worldfire.rules.s13_01_3_partisan_effects import held_by_partisans, hexes_of_partisans
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.campaign import MONTHS
from worldfire.tables.counters import LandCounter, LandType, NavalCounter

#: (power, hex): where a campaign lets units onto the map whose home is off it (24)
ENTRY_HEXES: Field[tuple[tuple[int, int], ...]] = Field("entry_hexes", ())

#: what follows from the hexes' home countries alone
AT_HOME = memo("places at home", (HOME_COUNTRY,))

#: its owner has scrapped the unit: it never returns, not even when its country is liberated (13.7.5)
SCRAPPED = Column(THINGS, "scrapped")


class UnitsAdded(Event, frozen=True):
    """4.1.1: so many units of the year joined the force pools."""

    year: YearNumber
    count: int


class Launched(Event, frozen=True):
    """A ship has finished its first cycle and lies in the construction pool."""

    thing: ThingId


class Arrived(Event, frozen=True):
    thing: ThingId
    place: PlaceId


class ArrivalDelayed(Event, frozen=True):
    """Nowhere to put it: it will arrive next turn."""

    thing: ThingId


class Scrapped(Event, frozen=True):
    """Permanently removed from the game."""

    thing: ThingId


class ReturnedToPool(Event, frozen=True):
    """A destroyed unit is back in its force pool."""

    thing: ThingId


class UnitGivenUp(Event, frozen=True):
    """4.3: an isolated unit was destroyed by its owner."""

    thing: ThingId


# ------------------------------------------------------------------------------------------------- 4.1 force pool changes


def is_january(game: Position) -> bool:
    return game.state.get(TURN) % len(MONTHS) == 0


@step("4.1.1", also=("4", "4.1"))
def annual_additions(game: Game, stage: Reinforcing) -> Control:
    """In Jan/Feb the units with this year on their backs join the force pools; those of neutral minors their army."""
    if not is_january(game):
        return None
    year = game.state.get(YEAR)
    hexes, names = game.state.get(HEXES), game.state.get(PLACE_NAMES)
    waiting = {hexes + row for row, name in enumerate(names) if name.split(",")[0] == f"available in {year}"}
    added = [unit for unit, place in enumerate(game.state[PLACE]) if place in waiting]
    for unit in added:
        counter = counter_of(game, unit)
        if counter.power == PARTISANS:  # who may rise in a conquered country
            move(game, unit, place_index(game, PARTISANS))
            continue
        country = game.state[COUNTRY][unit]
        if game.state[CONQUEROR][country] != NOBODY and game.state[NEW_HOME][country] == NOBODY:
            move(game, unit, place_index(game, REMOVED))  # 13.7.1: a completely conquered country gets none
            continue
        neutral = game.state[SIDE][power_of(game, unit)] == NOBODY
        army = named_place(game, f"army of {counter.power}") if neutral else None
        if is_striped(counter):  # 13.6.4
            army = place_index(game, LEND_LEASE_POOL)
        move(game, unit, army if army is not None else pool_of(game, unit))
    game.say(UnitsAdded(year=year, count=len(added)))
    return None


def militia_city(game: Position, unit: int) -> int | None:
    """The hex of the city that a MIL names; None for other units and for cities that the board does not have."""
    counter = counter_of(game, unit)
    return game.ruleset.once(_hex_named, counter.designation) if _is_militia(counter) else None


def _is_militia(counter: Counter) -> TypeGuard[LandCounter]:
    return counter.type is LandType.MIL


def _hex_named(ruleset: Ruleset, name: str) -> int | None:
    board = board_of(ruleset)
    number = board.find(name)
    return None if number is None else board.index[number]


@clause("4.2.1")
def has_its_city(game: Position, militia: int, city: int) -> bool:
    """Is the city that the MIL names its power's?"""
    return controls(game, power_of(game, militia), city)


@clause("4.2.1")
def sort_militia(game: Game) -> None:
    """A MIL in a pool or on the circle leaves the game while its city is lost, and comes back when it is retaken."""
    hexes, names = game.state.get(HEXES), game.state.get(PLACE_NAMES)
    for unit in all_such(game, _is_militia):
        place = game.state[PLACE][unit]
        if place < hexes:
            continue
        city = militia_city(game, unit)
        if city is None or game.state[CONTROLLER][city] == NOBODY:
            continue
        power = power_of(game, unit)
        away = named_place(game, f"out of play of {power_name(game, power)}")
        held = has_its_city(game, unit, city)
        name = names[place - hexes]
        if away is not None and not held and name.startswith(("force pool of ", "production circle, ")):
            move(game, unit, away)
        elif place == away and held:
            move(game, unit, pool_of(game, unit))


@clause("13.6.5/naval units")
def lose_ships_without_ports(game: Game) -> None:
    """Ships in building or repair are destroyed when their owner controls no port in their home country."""
    names, hexes = game.state.get(PLACE_NAMES), game.state.get(HEXES)
    docks = (*DOCKS, CIRCLE)
    for unit, place in enumerate(game.state[PLACE]):
        if place < hexes or not names[place - hexes].startswith(docks):
            continue
        counter, power = counter_of(game, unit), power_of(game, unit)
        if isinstance(counter, NavalCounter) and not _has_port(game, power, home_of_unit(game, unit)):
            game.say(Destroyed(thing=unit))
            move(game, unit, tray_of_power(game, power))


def has_home_port(game: Position, power: int) -> bool:
    """Does the power control a port in any of its own home countries, or in the one that it has chosen for them?"""
    names = ground_of(game).homes_of_power.get(power_name(game, power), ())
    countries = {main_home(game, power), *(country_named(game, name) for name in names)} - {NOBODY}
    chosen = {game.state[NEW_HOME][country] for country in countries} - {NOBODY}
    return not countries or any(_has_port(game, power, country) for country in countries | chosen)


def cities_at_home(game: Position, country: int) -> tuple[int, ...]:
    """The cities of a home country, in order."""
    return game.recall(("cities", country), lambda: _at_home(game, country, ground_of(game).cities), AT_HOME)


def ports_at_home(game: Position, country: int) -> tuple[int, ...]:
    return game.recall(("ports", country), lambda: _at_home(game, country, ground_of(game).ports), AT_HOME)


def _at_home(game: Position, country: int, places: Collection[int]) -> tuple[int, ...]:
    home = game.state[HOME_COUNTRY]
    return tuple(sorted(place for place in places if home[place] == country))


def _has_port(game: Position, power: int, country: int) -> bool:
    """A country whose ports are all off the map has not lost them."""
    controller = game.state[CONTROLLER]
    ports = [place for place in ports_at_home(game, country) if controller[place] != NOBODY]
    return not ports or any(controls(game, power, place) for place in ports)


# --------------------------------------------------------------------------------------------------- 4.2 reinforcements


class Reinforcing(msgspec.Struct):
    """How many powers have placed their reinforcements, and how many have given up isolated units."""

    placed: int = 0
    gave_up: int = 0


@step("4.2")
def cities_of_militia(game: Game, stage: Reinforcing) -> Control:
    sort_militia(game)
    lose_ships_without_ports(game)
    return None


@clause("4.2.1")
def may_place_others(game: Position, power: int) -> bool:
    """Has the power anything to place that does not come from the production circle?"""
    return False


@step("4.2")
def next_power_places(game: Game, stage: Reinforcing) -> Control:
    """The side that had the initiative last turn places first."""
    powers = powers_in_order(game)
    if stage.placed == len(powers):
        return Goto("all_have_placed")
    power = powers[stage.placed]
    stage.placed += 1
    now, later = (place_index(game, circle_space(game.state.get(TURN) + ahead)) for ahead in (0, 1))
    arriving = [unit for unit in things_at(game, now) if power_of(game, unit) == power]
    if any(owner == power for owner, _ in game.state.get(ENTRY_HEXES)):
        off_map = named_place(game, f"off map of {power_name(game, power)}")
        arriving += things_at(game, off_map) if off_map is not None else ()
    if not arriving and not may_place_others(game, power):
        return Goto("next_power_places")
    return Call(ARRIVALS.name, Arrivals(power, tuple(arriving), later))


@step("4.2")
def power_has_placed(game: Game, stage: Reinforcing) -> Control:
    return Goto("next_power_places")


@step("4.2")
def all_have_placed(game: Game, stage: Reinforcing) -> Control:
    """What comes after all reinforcements have been placed begins here."""
    return None


class Arrivals(msgspec.Struct):
    """Units of a power that come onto the map; what finds no room goes to `later`."""

    power: int
    units: tuple[int, ...]
    later: int
    face_down: bool = False
    #: cities that have already sent a unit to a hex beside them
    overflowed: tuple[int, ...] = ()


def _waiting(game: Position, arrivals: Arrivals) -> tuple[int, ...]:
    return tuple(unit for unit in arrivals.units if not is_hex(game, game.state[PLACE][unit]))


@clause("4.2.1", "13.1.3")
def arrival_hexes(game: Position, unit: int) -> tuple[int, ...]:
    """Where the unit may arrive, whether or not there is room: nothing is reinforced into a hex that partisans hold."""
    closed = hexes_of_partisans(game, side_of(game, unit))
    return tuple(place for place in _where_it_belongs(game, unit) if place not in closed)


@rule("4.2.1")
def _where_it_belongs(game: Position, unit: int) -> tuple[int, ...]:
    """A MIL in its city, ships in ports, others in cities at home."""
    power = power_of(game, unit)
    counter = counter_of(game, unit)
    city = militia_city(game, unit)
    if city is not None and game.state[CONTROLLER][city] != NOBODY:
        return (city,) if controls(game, power, city) else ()
    edge = (place for owner, place in game.state.get(ENTRY_HEXES) if owner == power)
    entry = tuple(place for place in edge if controls(game, power, place))
    if isinstance(counter, LandCounter) and counter.type is LandType.MIL:  # its city is off the map
        return entry
    country = home_of_unit(game, unit)
    ship = isinstance(counter, NavalCounter)
    where = ports_at_home(game, country) if ship else cities_at_home(game, country)
    own = [place for place in where if controls(game, power, place)]
    if ship:
        return tuple(own) or tuple(place for place in entry if place in ground_of(game).ports)
    return tuple(own if _minor_on_the_map(game, country) else dict.fromkeys((*own, *entry)))


def _minor_on_the_map(game: Position, country: int) -> bool:
    """A minor country with cities in play: its units come there, and not over the edge towards its major power's home."""
    ground, home, controller = ground_of(game), game.state[HOME_COUNTRY], game.state[CONTROLLER]
    return game.state.get(COUNTRY_NAMES)[country] in ground.minors and any(
        home[place] == country and controller[place] != NOBODY for place in ground.cities
    )


def _crowded(game: Position, unit: int, place: int) -> Violation | None:
    return stacking_violation(game, place, (*things_at(game, place), unit))


def _fits(game: Position, unit: int, place: int) -> bool:
    return _crowded(game, unit, place) is None


@clause("4.2.1")
def overflow_hexes(game: Position, unit: int, used: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """(hex, city): beside a full city, at home, controlled and in no enemy zone of control; one unit for each city."""
    if isinstance(counter_of(game, unit), NavalCounter):
        return ()
    power, country = power_of(game, unit), home_of_unit(game, unit)
    found: dict[int, int] = {}
    for city in arrival_hexes(game, unit):
        if city in used:
            continue
        for place in board_of(game).adjacent[city]:
            at_home = game.state[HOME_COUNTRY][place] == country and controls(game, power, place)
            if at_home and not in_enemy_zoc(game, place, side_of(game, unit)) and _fits(game, unit, place):
                found.setdefault(place, city)
    return tuple(found.items())


@rule("4.2.1")
def places_for(game: Position, unit: int, used: tuple[int, ...]) -> dict[int, int]:
    """Hex → the city whose overflow it takes, or NOBODY: where the unit may be put now."""

    def look() -> dict[int, int]:
        room = {place: NOBODY for place in arrival_hexes(game, unit) if _fits(game, unit, place)}
        return room or dict(overflow_hexes(game, unit, used))

    return game.recall(("places for a unit", unit, used), look)


def finds_room(game: Position, unit: int) -> bool:
    """Is there room for the unit anywhere, overflow of all cities included?"""
    return any(_fits(game, unit, place) for place in arrival_hexes(game, unit)) or bool(overflow_hexes(game, unit, ()))


@step("4.2.1")
def ships_are_launched(game: Game, arrivals: Arrivals) -> Control:
    """Face-down naval units go face-up into the construction pool."""
    for unit in arrivals.units:
        if isinstance(counter_of(game, unit), NavalCounter) and game.state[FACE_DOWN][unit]:
            move(game, unit, construction_pool(game, arrivals.power))
            game.write(FACE_DOWN, unit, 0)
            game.say(Launched(thing=unit))
            arrivals.units = tuple(other for other in arrivals.units if other != unit)
    return None


@step("4.2.1")
def what_finds_no_room_waits(game: Game, arrivals: Arrivals) -> Control:
    """MIL first, because no other city will do for them; a unit that can be put nowhere arrives next turn."""
    arrivals.units = tuple(sorted(_waiting(game, arrivals), key=lambda unit: militia_city(game, unit) is None))
    while arrivals.units and not places_for(game, arrivals.units[0], arrivals.overflowed):
        unit = arrivals.units[0]
        arrivals.units = arrivals.units[1:]
        move(game, unit, arrivals.later)
        game.say(ArrivalDelayed(thing=unit))
    return None if arrivals.units else End()


def _places(game: Position, arrivals: Arrivals, seat: str) -> Shape | Violation:
    return One(tuple(places_for(game, arrivals.units[0], arrivals.overflowed)))


def _place(game: Game, arrivals: Arrivals, seat: str, noun: Noun) -> Control:
    unit = arrivals.units[0]
    if noun not in arrival_hexes(game, unit):
        arrivals.overflowed += (dict(overflow_hexes(game, unit, arrivals.overflowed))[noun],)
    move(game, unit, noun)
    if arrivals.face_down:
        turn_face_down(game, unit)
    else:
        game.write(FACE_DOWN, unit, 0)
    game.say(Arrived(thing=unit, place=noun))
    arrivals.units = arrivals.units[1:]
    return Goto("what_finds_no_room_waits")


@rule("4.2.1", "13.1.3")
def _why_not_placed(game: Position, arrivals: Arrivals, seat: str, noun: Noun) -> Violation | None:
    """Partisans hold the hex, it is full, others have room, or it is no city or port that the unit may come to."""
    unit = arrivals.units[0]
    if type(noun) is not int or not is_hex(game, noun):
        return None
    hexes = _where_it_belongs(game, unit)
    if noun in hexes:
        held = held_by_partisans(game, noun, side_of(game, unit))
        return (
            refused("13.1.3", "arrival-among-partisans", unit=Thing(unit), place=Place(noun))
            if held
            else _crowded(game, unit, noun)
        )
    if militia_city(game, unit) is not None:
        return refused("4.2.1", "militia-arrives-in-its-city", unit=Thing(unit), path=Places(hexes))
    ship = isinstance(counter_of(game, unit), NavalCounter)
    return refused("4.2.1", "arrives-in-port" if ship else "arrives-in-city", unit=Thing(unit), place=Place(noun))


PLACE_UNIT = Verb("place-unit", "4.2.1", _place, _places, explain=_why_not_placed, items=Place)


@step("4.2.1", PLACE_UNIT)
def place_a_unit(game: Game, arrivals: Arrivals) -> Control:
    seat = seat_of_power(game, arrivals.power)
    return one(seat, PLACE_UNIT, rule="4.2.1", prompt="place-unit", unit=Thing(arrivals.units[0]))


ARRIVALS = procedure("arrivals", "4.2.1", ships_are_launched, what_finds_no_room_waits, place_a_unit, locals=Arrivals)

# ------------------------------------------------------------------------------------- 4.3 destroying and scrapping units


@clause("4.3")
def may_be_given_up(game: Position, power: int) -> tuple[int, ...]:
    """The units that the power may destroy: isolated ones."""
    return game.recall(("isolated units", power), lambda: tuple(_find_isolated(game, power)))


def _find_isolated(game: Position, power: int) -> Iterator[int]:
    return (
        unit
        for unit in units_on_map(game, (power,))
        if not isinstance(counter_of(game, unit), NavalCounter) and is_isolated(game, unit)
    )


@clause("4.3")
def may_destroy_isolated(game: Position, power: int) -> bool:
    """May the power destroy its isolated units at all? An active one."""
    return is_active(game, power)


OWNERS = EachPower(
    powers_in_order, lambda game, power: may_destroy_isolated(game, power) and bool(may_be_given_up(game, power))
)


def _units_to_give_up(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    return offer_to_give_up(game, may_be_given_up(game, OWNERS.next(game, stage.gave_up)))


@clause("4.3")
def offer_to_give_up(game: Position, units: tuple[int, ...]) -> Shape:
    """Any number of them."""
    return Set(units, 0, len(units))


def _give_up(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    owner = OWNERS.next(game, stage.gave_up)
    for unit in noun:
        game.say(UnitGivenUp(thing=unit))
        move(game, unit, place_index(game, f"tray of {power_name(game, power_of(game, unit))}"))
    stage.gave_up = OWNERS.after(game, owner)
    return Goto("isolated_units_may_be_given_up")


GIVE_UP_UNITS = Verb("give-up-units", "4.3", _give_up, _units_to_give_up, items=Thing)


@step("4.3", GIVE_UP_UNITS)
def isolated_units_may_be_given_up(game: Game, stage: Reinforcing) -> Control:
    """Each active major power may destroy isolated land and aircraft units that it controls."""
    power = OWNERS.next(game, stage.gave_up)
    if power == NOBODY:
        return None
    return one(seat_of_power(game, power), GIVE_UP_UNITS, rule="4.3", prompt="give-up-units", power=Power(power))


REINFORCEMENTS = procedure(
    "reinforcements",
    "4",
    annual_additions,  # 4.1.1
    cities_of_militia,  # 4.2.1
    next_power_places,  # 4.2
    power_has_placed,
    all_have_placed,
    isolated_units_may_be_given_up,  # 4.3
    locals=Reinforcing,
)

# -------------------------------------------------------------------------------------- 4.3, 13.6.5 sorting what was lost


class Sorting(msgspec.Struct):
    """The power whose tray is sorted."""

    power: int


def tray_of_power(game: Position, power: int) -> int:
    return place_index(game, f"tray of {power_name(game, power)}")


@clause("13.6.5/scrapping units")
def may_be_scrapped(game: Position, unit: int) -> bool:
    """Any destroyed unit but a partisan."""
    return counter_of(game, unit).power != PARTISANS


def scrap(game: Game, unit: int) -> None:
    move(game, unit, place_index(game, REMOVED))
    game.write(FACE_DOWN, unit, 0)
    game.write(SCRAPPED, unit, 1)
    game.say(Scrapped(thing=unit))


def return_to_pool(game: Game, unit: int) -> None:
    """A minor country that was kept out of the force pools loses the unit for good (19.4.2)."""
    if game.state[COUNTRY][unit] in game.state.get(WITHOUT_FORCE_POOL):
        scrap(game, unit)
        return
    move(game, unit, pool_of(game, unit))
    game.write(FACE_DOWN, unit, 0)
    game.say(ReturnedToPool(thing=unit))


def _lost(game: Position, sorting: Sorting, seat: str) -> Shape | Violation:
    lost = tuple(unit for unit in things_at(game, tray_of_power(game, sorting.power)) if may_be_scrapped(game, unit))
    return Set(lost, 0, len(lost)) if lost else refused("13.6.5", "nothing-to-scrap")


def _sort(game: Game, sorting: Sorting, seat: str, noun: Noun) -> Control:
    for unit in things_at(game, tray_of_power(game, sorting.power)):
        if unit in noun:
            scrap(game, unit)
        else:
            return_to_pool(game, unit)
    return None


SORT_LOSSES = Verb("scrap-losses", "13.6.5", _sort, _lost, items=Thing)


@step("13.6.5/scrapping units", SORT_LOSSES)
def sort_losses(game: Game, sorting: Sorting) -> Control:
    """Every destroyed unit goes back to its force pool or out of the game for good."""
    lost = things_at(game, tray_of_power(game, sorting.power))
    if not any(may_be_scrapped(game, unit) for unit in lost):
        for unit in lost:
            return_to_pool(game, unit)
        return None
    return one(
        seat_of_power(game, sorting.power),
        SORT_LOSSES,
        rule="13.6.5",
        prompt="scrap-losses",
        power=Power(sorting.power),
    )


SORTING = procedure("losses sorted", "13.6.5", sort_losses, locals=Sorting)


def trays(game: Position) -> tuple[Tray, ...]:
    """Every pool of a power with something in its tray; whoever has no side has nobody to sort for it."""
    if not game.state.get(HEXES):
        return ()
    found = []
    for power in range(len(game.state.get(POWER_NAMES))):
        if game.state[SIDE][power] == NOBODY:
            continue
        tray = tray_of_power(game, power)
        pools = {pool_of(game, unit) for unit in things_at(game, tray)}
        found += [Tray(tray, pool, Call(SORTING.name, Sorting(power))) for pool in sorted(pools)]
    return tuple(found)


MODULE = Module(
    schema=Schema(columns=(SCRAPPED,), fields=(ENTRY_HEXES,), derived=(AT_HOME,)),
    procedures=(REINFORCEMENTS, ARRIVALS, SORTING),
)
