"""13.7.1 The conquest step: who falls, who inherits, and from where the conquered fight on.

Who conquers what stands in `s13_07_1_conquerors`, what becomes of whoever falls in `s13_07_1_the_fallen`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Country, CountryId, Owner, OwnerName, Power, PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.partisans import is_partisan
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import (
    HEXES,
    PLACE,
    board_of,
    move,
    on_the_map,
    place_index,
)
from worldfire.forces.turn import power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    country_named,
    master_of,
    power_named,
    power_of,
    side_of_power,
)
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import displace_units
from worldfire.rules.s04_reinforcements import UnitGivenUp
from worldfire.rules.s09_06_aligning import MinorAbandoned, own_power
from worldfire.rules.s10_actions import LIMIT, half_limit
from worldfire.rules.s11_10_6_overrun import OVERRUN, Caught, is_lost_port
from worldfire.rules.s13_07_1_conquerors import (
    conquests,
    hexes_of,
    homes_of,
    is_major_home,
)
from worldfire.rules.s13_07_1_the_fallen import (
    ShipChangesHands,
    aligned_since_1939,
    army_of,
    end_minor,
    fallen_powers,
    finish_major,
    give_ship,
    heirs,
    is_conquered,
    is_in_building,
    is_lost,
    is_ship,
    pool_name_of,
    remove_units,
    take_country,
)
from worldfire.rules.s14_air_missions import Destroyed

#: a unit without its home country comes back to the force pools only on a die above this
LOST_ON = Figure("die on which a unit without a home is lost", "13.7.1")
OFF_MAP_COST = Figure("hexes that one off the map counts to a new home", "13.7.1")


class CountryConquered(Event, frozen=True):
    """A country was conquered, for good or (incompletely) only at home."""

    country: CountryId
    power: PowerId
    complete: bool


class NewHomeChosen(Event, frozen=True):
    country: CountryId
    home: OwnerName


@rule("13.7.1/incomplete conquest")
def nation_lives(game: Position, nation: int) -> bool:
    """Does it still have a home country of its own, conquered as this one may be?"""
    if aligned_since_1939(game, nation):
        return True
    others = homes_of(game, game.state[POWER][nation]) if is_major_home(game, nation) else ()
    return any(home != nation and not is_lost(game, home) for home in others)


@clause("13.7.1/incomplete conquest")
def possible_homes(game: Position, nation: int) -> tuple[int, ...]:
    """What a conquered country may choose: a home country aligned with it since 1939, or one of its major power's own.

    A major power that has only one home country of its own has none left but the others.
    """
    power = game.state[POWER][nation]
    own = tuple(home for home in homes_of(game, power) if home != nation and not is_lost(game, home))
    refuge = game.state[NEW_HOME][main_home(game, power)]
    if not own and not is_major_home(game, nation) and refuge != NOBODY and not is_conquered(game, refuge):
        own = (refuge,)  # where its major power fights on itself
    return tuple(dict.fromkeys((*aligned_since_1939(game, nation), *own)))


# ---------------------------------------------------------------------------------------------------------- the step itself


class Conquest(msgspec.Struct):
    """Countries that fall this turn with their conquerors, and what still waits for a decision."""

    due: tuple[tuple[int, int], ...] = ()
    #: nations that must find a new home
    homeless: tuple[int, ...] = ()
    #: ships in building whose fate is open
    ships: tuple[int, ...] = ()
    #: nothing is conquered now: only powers that have no home country any more are finished
    only_powers: bool = False


@step("13.7.1")
def find_conquests(game: Game, conquest: Conquest) -> Control:
    if not conquest.due and not conquest.only_powers:
        conquest.due = conquests(game)
    return None if conquest.due or conquest.homeless or fallen_powers(game) or _refugees(game) else End()


@rule("13.7.1/incomplete conquest")
def _refugees(game: Position) -> tuple[int, ...]:
    """Nations that need another new home: the one they chose has been conquered, or given away in a peace.

    So do conquered home countries of a major power that is back in the game with another of them.
    """
    return tuple(
        nation
        for nation, home in enumerate(game.state[NEW_HOME])
        if _is_without_refuge(game, nation, home)
        and not game.state[FALLEN_POWER][game.state[POWER][nation]]
        and nation_lives(game, nation)
    )


def _is_without_refuge(game: Position, nation: int, home: int) -> bool:
    if home == NOBODY:
        return is_major_home(game, nation) and is_lost(game, nation)
    return game.state[CONQUEROR][home] not in (NOBODY, game.state[POWER][nation])


@step("13.7.1", also=("13.7.1/effect of conquest", "13.7.1/complete conquest"))
def countries_fall(game: Game, conquest: Conquest) -> Control:
    """All at the same time: so nobody chooses a home that is falling too."""
    fresh = [country for country, _ in conquest.due if not is_conquered(game, country)]
    for country, power in conquest.due:
        take_country(game, country, power)
    for country, power in conquest.due:
        game.write(CONQUEROR, country, power)
    for country, power in conquest.due:
        lives_on = nation_lives(game, country) or (is_major_home(game, country) and not is_lost(game, country))
        game.say(CountryConquered(country=country, power=power, complete=not lives_on))
        if not lives_on and not is_major_home(game, country):
            align_country(game, country, power)
            if country in fresh:
                end_minor(game, country, power)
        for place in hexes_of(game, country):
            displace_units(game, place)
    wanted = dict.fromkeys((*conquest.homeless, *_refugees(game), *fresh))
    conquest.homeless = tuple(nation for nation in wanted if nation_lives(game, nation))
    return None


# ----- the end of a major power


@step("13.7.1/complete conquest")
def next_fallen_power(game: Game, conquest: Conquest) -> Control:
    return None if fallen_powers(game) else Goto("ships_are_caught")


def _heirs(game: Position, conquest: Conquest, seat: str) -> Shape | Violation:
    return One(tuple(power_name(game, heir) for heir in heirs(game, fallen_powers(game)[0])))


def _inherit(game: Game, conquest: Conquest, seat: str, noun: Noun) -> Control:
    finish_major(game, fallen_powers(game)[0], power_named(game, noun))
    return Goto("next_fallen_power")


LEAVE_FLEET = Verb("leave-fleet-to", "13.7.1/complete conquest", _inherit, _heirs, items=Owner)


@step("13.7.1/complete conquest", LEAVE_FLEET)
def choose_heir(game: Game, conquest: Conquest) -> Control:
    """Its ships on the map go to an active major power of its side, as the conquered one chooses."""
    power = fallen_powers(game)[0]
    if not heirs(game, power):
        finish_major(game, power, NOBODY)
        return Goto("next_fallen_power")
    seat = seat_of_power(game, power)
    return one(seat, LEAVE_FLEET, rule="13.7.1/complete conquest", prompt="leave-fleet", power=Power(power))


# ----- ships in port


@rule("13.7.1/effect of conquest", "11.10.6/overrunning naval units")
def catch_ships(game: Position) -> Call | None:
    """Naval units in hexes that are now the other side's are treated as overrun, but not surprised."""
    controller = game.state[CONTROLLER]
    harbours: dict[int, list[int]] = {}
    for unit, place in on_the_map(game):
        if is_ship(game, unit) and is_lost_port(game, game.state[SIDE][power_of(game, unit)], place):
            harbours.setdefault(master_of(game, controller[place]), []).append(unit)
    for power, place, _ in game.state.amounts(CONVOY_POINTS):
        if is_hex(game, place) and is_lost_port(game, side_of_power(game, power), place):
            harbours.setdefault(master_of(game, controller[place]), [])
    if not harbours:
        return None
    captor, ships = next(iter(sorted(harbours.items())))
    return Call(OVERRUN.name, Caught(NOBODY, (), tuple(ships), (), captor=captor))


@step("13.7.1/effect of conquest", also=("11.10.6/overrunning naval units",))
def ships_are_caught(game: Game, conquest: Conquest) -> Control:
    return catch_ships(game) or Goto("next_homeless")


@step("13.7.1/effect of conquest")
def more_ships(game: Game, conquest: Conquest) -> Control:
    return Goto("ships_are_caught")


# ----- a new home


@step("13.7.1/incomplete conquest")
def next_homeless(game: Game, conquest: Conquest) -> Control:
    """What somebody could have chosen may have gone with a major power that fell at the same time, or come back so."""
    wanted = dict.fromkeys((*conquest.homeless, *_refugees(game)))
    conquest.homeless = tuple(nation for nation in wanted if possible_homes(game, nation))
    return None if conquest.homeless else End()


def _homes(game: Position, conquest: Conquest, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    return One(tuple(names[home] for home in possible_homes(game, conquest.homeless[0])))


def _choose_home(game: Game, conquest: Conquest, seat: str, noun: Noun) -> Control:
    nation = conquest.homeless[0]
    game.write(NEW_HOME, nation, country_named(game, noun))
    game.say(NewHomeChosen(country=nation, home=noun))
    if is_major_home(game, nation) and is_major_home(game, country_named(game, noun)):
        return Goto("home_is_found")  # the Commonwealth's units are at home in all of it
    return None


CHOOSE_NEW_HOME = Verb("choose-new-home", "13.7.1/incomplete conquest", _choose_home, _homes, items=Owner)


@step("13.7.1/incomplete conquest", CHOOSE_NEW_HOME)
def choose_new_home(game: Game, conquest: Conquest) -> Control:
    """It fights on from one of its other home countries, or from one of its major power's."""
    nation = conquest.homeless[0]
    return one(
        seat_of_power(game, game.state[POWER][nation]),
        CHOOSE_NEW_HOME,
        rule="13.7.1/incomplete conquest",
        prompt="choose-new-home",
        country=Country(nation),
    )


@step("13.7.1/incomplete conquest")
def roll_for_distant_units(game: Game, conquest: Conquest) -> Control:
    return Roll("distance to a new home", seat_of_power(game, game.state[POWER][conquest.homeless[0]]))


@rule("13.7.1/incomplete conquest")
def within(game: Position, start: Iterator[int], most: int) -> frozenset[int]:
    """Hexes that are at most so far from these; only distance matters, and off-map hexes cost 2."""
    board, off_map = board_of(game), ground_of(game).off_map
    far = dict.fromkeys(start, 0)
    frontier = sorted(far)
    while frontier:
        here = frontier.pop(0)
        for there in board.adjacent[here]:
            cost = far[here] + (OFF_MAP_COST(game) if there in off_map else 1)
            if cost <= most and cost < far.get(there, most + 1):
                far[there] = cost
                frontier.append(there)
    return frozenset(far)


@step("13.7.1/incomplete conquest")
def distant_units_are_lost(game: Game, conquest: Conquest) -> Control:
    """Land and aircraft units further from the new home than the die leave the game, at sea by the sea area."""
    nation = conquest.homeless[0]
    home, power = game.state[NEW_HOME][nation], game.state[POWER][nation]
    friendly = (power, own_power(game, home))
    start = (place for place in hexes_of(game, home) if game.state[CONTROLLER][place] in friendly)
    near = within(game, start, game.total)
    seas = {sea for place in near for sea in board_of(game).tables.seas[place]}
    lost = []
    for unit in army_of(game, nation):
        place = game.state[PLACE][unit]
        sea = pool_name_of(game, unit).rpartition(" ")[0]
        if is_ship(game, unit) or (place >= game.state.get(HEXES) and sea not in board_of(game).sea_areas):
            continue
        if (sea not in seas) if sea else (place not in near):
            lost.append(unit)
    remove_units(game, nation, tuple(lost))
    building = (unit for unit in army_of(game, nation) if is_ship(game, unit))
    conquest.ships = tuple(ship for ship in building if is_in_building(game, ship))
    return None


@step("13.7.1/incomplete conquest")
def next_ship_in_building(game: Game, conquest: Conquest) -> Control:
    if not conquest.ships:
        return Goto("home_is_found")
    return Roll("ship of a conquered country", seat_of_power(game, game.state[POWER][conquest.homeless[0]]))


@rule("13.7.1/incomplete conquest")
def chooser_of_ship(game: Position, die: int, conquered: int, conqueror: int) -> int:
    """Which of the two powers says what becomes of the ship; NOBODY: it is destroyed."""
    result = game.ruleset.tables.source.chart("conquered_ships").at(die, "result")
    if result == "destroyed":
        return NOBODY
    return conquered if result == "conquered player's choice" else conqueror


def _chooser_of_ship(game: Position, conquest: Conquest) -> int:
    country = conquest.homeless[0]
    return chooser_of_ship(game, game.total, game.state[POWER][country], game.state[CONQUEROR][country])


def takers_of_ship(game: Position, frame_locals: msgspec.Struct, seat: str) -> Shape | Violation:
    """Any major power of either side."""
    powers = (power for side in (0, 1) for power in powers_of_side(game, side))
    return One(tuple(power_name(game, power) for power in powers))


def hand_over_ship(game: Game, ship: int, name: str) -> None:
    taker = power_named(game, name)
    if taker != power_of(game, ship):
        give_ship(game, ship, taker)
    game.say(ShipChangesHands(thing=ship, power=taker))


def break_up_ship(game: Game, ship: int) -> None:
    game.say(Destroyed(thing=ship))
    move(game, ship, place_index(game, f"tray of {power_name(game, power_of(game, ship))}"))


def _take_ship(game: Game, conquest: Conquest, seat: str, noun: Noun) -> Control:
    ship, conquest.ships = conquest.ships[0], conquest.ships[1:]
    hand_over_ship(game, ship, noun)
    return Goto("next_ship_in_building")


GIVE_SHIP = Verb("give-ship-to", "13.7.1/incomplete conquest", _take_ship, takers_of_ship, items=Owner)


@step("13.7.1/incomplete conquest", GIVE_SHIP)
def fate_of_ship(game: Game, conquest: Conquest) -> Control:
    """1 or 2: the conquered power gives it to whom it likes; 3 to 5: it is destroyed; else the conqueror does."""
    chooser = _chooser_of_ship(game, conquest)
    if chooser == NOBODY:
        ship, conquest.ships = conquest.ships[0], conquest.ships[1:]
        break_up_ship(game, ship)
        return Goto("next_ship_in_building")
    seat = seat_of_power(game, chooser)
    return one(seat, GIVE_SHIP, rule="13.7.1/incomplete conquest", prompt="give-ship", unit=Thing(conquest.ships[0]))


@step("13.7.1/incomplete conquest")
def home_is_found(game: Game, conquest: Conquest) -> Control:
    conquest.homeless = conquest.homeless[1:]
    return Goto("next_homeless")


CONQUEST = procedure(
    "conquest",
    "13.7.1",
    find_conquests,
    countries_fall,
    next_fallen_power,
    choose_heir,
    ships_are_caught,
    more_ships,
    next_homeless,
    choose_new_home,
    roll_for_distant_units,
    distant_units_are_lost,
    next_ship_in_building,
    fate_of_ship,
    home_is_found,
    locals=Conquest,
)


@rule("19.2", "13.7.1")
def nobody_took_it(game: Position, event: MinorAbandoned) -> Call | None:
    """A minor country that was attacked and that nobody aligned is conquered at once, with all that it controlled."""
    own = own_power(game, event.country)
    fallen = [event.country, *(other for other, power in enumerate(game.state[POWER]) if power == own)]
    due = tuple((country, event.power) for country in dict.fromkeys(fallen))
    return Call(CONQUEST.name, Conquest(due=due))


# -------------------------------------------------------------------------------------------- units without a home country


class Refugee(msgspec.Struct):
    """A unit that was destroyed while its home country is conquered."""

    unit: int
    supplied: bool


@rule("13.7.1/incomplete conquest")
def refugee_was_destroyed(game: Position, event: Destroyed | UnitGivenUp) -> Call | None:
    """Owed for units whose original home country is conquered and not yet liberated; at sea they are in supply.

    Whoever destroys them: their own power too (4.3).

    What is destroyed while it is being built is lost or not as the conquest itself says.
    """
    country = game.state[COUNTRY][event.thing]
    if not is_conquered(game, country) or game.state[NEW_HOME][country] == NOBODY or is_partisan(game, event.thing):
        return None
    if is_in_building(game, event.thing):
        return None
    return Call(FATE_OF_REFUGEE.name, Refugee(event.thing, in_supply(game, event.thing)))


@step("13.7.1/incomplete conquest")
def roll_for_refugee(game: Game, refugee: Refugee) -> Control:
    """Out of supply it is lost without a roll."""
    if not refugee.supplied:
        remove_units(game, game.state[COUNTRY][refugee.unit], (refugee.unit,))
        return End()
    return Roll("unit without a home", seat_of_power(game, power_of(game, refugee.unit)))


@step("13.7.1/incomplete conquest")
def refugee_is_lost(game: Game, refugee: Refugee) -> Control:
    if game.total <= LOST_ON(game):
        remove_units(game, game.state[COUNTRY][refugee.unit], (refugee.unit,))
    return None


FATE_OF_REFUGEE = procedure(
    "unit without a home", "13.7.1/incomplete conquest", roll_for_refugee, refugee_is_lost, locals=Refugee
)


@rule("13.7.1/incomplete conquest", "10.2")
def half_activities(game: Position, limit: int, power: int, row: str) -> int:
    """An incompletely conquered major power has half its limits; of the Commonwealth only the United Kingdom counts."""
    homes = game.state[NEW_HOME]
    if max(homes) == NOBODY:  # nobody fights on away from home
        return limit
    return half_limit(limit) if homes[main_home(game, power)] != NOBODY else limit


MODULE = Module(
    procedures=(CONQUEST, FATE_OF_REFUGEE),
    subscribes=(
        (MinorAbandoned, nobody_took_it),
        (Destroyed, refugee_was_destroyed),
        (UnitGivenUp, refugee_was_destroyed),
    ),
    changes=(LIMIT.attach(half_activities, reads=(NEW_HOME, COUNTRY_NAMES)),),
)
