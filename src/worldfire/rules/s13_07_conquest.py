"""13.7.1 The effects of conquest: what becomes of units, hexes and ships, and who fights on.

Who conquers what stands in `s13_07_1_conquerors`. A country that is conquered only at home keeps its power, for which its
units fight on; `CONQUEROR` then says who has its land.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Country, CountryId, Owner, OwnerName, Power, PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import CIRCLE, FORCE_POOL, REMOVED, named_place, repair_pool
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS
from worldfire.forces.things import (
    HEXES,
    PLACE,
    PLACE_NAMES,
    THINGS,
    board_of,
    counter_of,
    move,
    on_the_map,
    place_index,
    place_name,
    sea_of_section,
    things_at,
)
from worldfire.forces.turn import chart_name, is_active, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRIES,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    FIRST_CONQUEROR,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    change_country,
    country_named,
    master_of,
    power_named,
    power_of,
    ruler_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import displace_units
from worldfire.rules.s04_reinforcements import tray_of_power
from worldfire.rules.s09_02_pacts import EnemyIsNoMore
from worldfire.rules.s09_06_aligning import MinorAbandoned, own_power
from worldfire.rules.s10_actions import LIMIT, half_limit
from worldfire.rules.s11_04_naval_units import Sailor, take_convoys_away
from worldfire.rules.s11_10_6_overrun import CONVOYS_IN_PORT, OVERRUN, Caught
from worldfire.rules.s11_15_factors import FORTS_DESTROYED
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_06_5_naval_production import hand_convoys_over
from worldfire.rules.s13_07_1_conquerors import (
    conquests,
    hexes_of,
    homes_of,
    is_major_home,
    most_influential,
)
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.rules.s19_4_minor_units import home_of
from worldfire.tables.counters import LandCounter, NavalCounter

#: has the country ever been conquered? Only the first time its hexes are shared out
FALLEN = Column(COUNTRIES, "fallen")
#: a ship of a fallen major power that serves an ally until its country is freed: the number of that country, and 1
BEQUEATHED = Column(THINGS, "bequeathed")

#: a unit without its home country comes back to the force pools only on a die above this
LOST_ON = Figure("die on which a unit without a home is lost", "13.7.1")
OFF_MAP_COST = Figure("hexes that one off the map counts to a new home", "13.7.1")
_IN_BUILDING = ("production circle", "construction pool", "repair pool")
_BESIDE_THE_MAP = ("force pool", *_IN_BUILDING, "reserve", "available", "army", "tray", "off map", "lend lease")


class CountryConquered(Event, frozen=True):
    """A country was conquered, for good or (incompletely) only at home."""

    country: CountryId
    power: PowerId
    complete: bool


class PowerFallen(Event, frozen=True):
    """A major power is completely conquered and out of the game."""

    power: PowerId


class CountryPasses(Event, frozen=True):
    """What a fallen major power controlled has a new ruler, or is neutral."""

    country: CountryId
    power: PowerId


class UnitsRemoved(Event, frozen=True):
    """They leave the game with their country."""

    country: CountryId
    units: tuple[ThingId, ...]


class NewHomeChosen(Event, frozen=True):
    country: CountryId
    home: OwnerName


class ShipChangesHands(Event, frozen=True):
    thing: ThingId
    power: PowerId


def is_conquered(game: Position, country: int) -> bool:
    return bool(game.state[CONQUEROR][country] != NOBODY)


@rule("13.7.1/complete conquest", "13.7.1/re-conquest")
def is_lost(game: Position, home: int) -> bool:
    """Has somebody else conquered this home country? What its own power has retaken is its own."""
    return game.state[CONQUEROR][home] not in (NOBODY, game.state[POWER][home])


# ------------------------------------------------------------------------------------------------------ effect of conquest


def _units_of(game: Position, country: int) -> Iterator[int]:
    """Its units; partisans stay whatever happens to their country (13.1.3)."""
    return (unit for unit in units_of(game, country) if not is_partisan(game, unit))


def _pool_name(game: Position, unit: int) -> str:
    """The name of the place beside the map where the unit is, "" if it is on the map."""
    place = game.state[PLACE][unit]
    hexes = game.state.get(HEXES)
    return game.state.get(PLACE_NAMES)[place - hexes] if place >= hexes else ""


def _is_ship(game: Position, unit: int) -> bool:
    return isinstance(counter_of(game, unit), NavalCounter)


def is_in_building(game: Position, ship: int) -> bool:
    """Is the ship on the production circle, or in the construction or the repair pool?"""
    return _pool_name(game, ship).startswith(_IN_BUILDING)


def _remove(game: Game, country: int, units: tuple[int, ...]) -> None:
    if units:
        for unit in units:
            move(game, unit, place_index(game, REMOVED))
        game.say(UnitsRemoved(country=country, units=units))


@rule("13.7.1/effect of conquest")
def destroy_forts(game: Game, country: int) -> None:
    """Every printed fort hexside in the country."""
    sides = board_of(game).tables.sides
    forts = {number for pair, (kinds, _) in sides.items() if "fort" in kinds for number in (pair[:5], pair[6:])}
    index, home = board_of(game).index, game.state[HOME_COUNTRY]
    gone = {index[number] for number in forts if home[index[number]] == country} - {*game.state.get(FORTS_DESTROYED)}
    if gone:
        game.set(FORTS_DESTROYED, (*game.state.get(FORTS_DESTROYED), *sorted(gone)))


@clause("13.7.1/effect of conquest")
def lose_units(game: Game, country: int) -> None:
    """Land and aircraft units at home and beside the map leave the game, and ships in the force pools."""
    home, places = game.state[HOME_COUNTRY], game.state[PLACE]
    lost = []
    for unit in _units_of(game, country):
        if _is_ship(game, unit):
            gone = _pool_name(game, unit).startswith("force pool")
        elif is_hex(game, places[unit]):
            gone = home[places[unit]] == country
        else:
            gone = _pool_name(game, unit).startswith(_BESIDE_THE_MAP)
        if gone:
            lost.append(unit)
    _remove(game, country, tuple(lost))


@rule("13.7.1/effect of conquest")
def send_bystanders_home(game: Game, country: int, conqueror: int) -> None:
    """Units of the conquered side that are not at war with the conqueror come back in 2 turns."""
    side = game.state[SIDE][conqueror]
    gone = tuple(
        unit
        for place in hexes_of(game, country)
        for unit in things_at(game, place)
        if game.state[SIDE][power_of(game, unit)] not in (NOBODY, side)
        and not is_partisan(game, unit)
        and not at_war(game, power_of(game, unit), conqueror)
    )
    send_home(game, gone)


@rule("13.7.1/effect of conquest")
def share_out_hexes(game: Game, country: int, conqueror: int, ruler: int) -> None:
    """The first time: to whoever stands there, else to whose zone of control alone reaches there, else to the conqueror."""
    new = {place: new_holder(game, place, conqueror) for place in hexes_of(game, country)}
    for place, power in new.items():
        now = game.state[CONTROLLER][place]
        lost = master_of(game, now) == ruler
        if lost or side_of_power(game, now) != side_of_power(game, power):  # an ally keeps what it has
            change_control(game, place, power)


def new_holder(game: Position, place: int, conqueror: int) -> int:
    occupier = occupier_of(game, place)
    if occupier != NOBODY:
        return occupier
    near = powers_with_zoc(game, place)
    return next(iter(near)) if len(near) == 1 else conqueror


def occupier_of(game: Position, place: int) -> int:
    """The power with the most factors of those whose land units or aircraft stand there, NOBODY if the hex is empty."""
    occupiers: dict[int, int] = {}
    for unit in things_at(game, place):
        counter = counter_of(game, unit)
        if isinstance(counter, NavalCounter) or is_partisan(game, unit):
            continue
        power = power_of(game, unit)
        factors = counter.strength or 0 if isinstance(counter, LandCounter) else 0
        occupiers[power] = occupiers.get(power, 0) + factors
    return max(occupiers, key=lambda power: (occupiers[power], -power), default=NOBODY)


@rule("13.7.1/effect of conquest")
def powers_with_zoc(game: Position, place: int) -> frozenset[int]:
    """Powers in whose zones of control the empty hex is; a country that falls has no part in it any more."""
    beside = (unit for near in board_of(game).adjacent[place] for unit in things_at(game, near))
    return frozenset(power_of(game, unit) for unit in beside if exerts_zoc(game, unit, place))


@rule("13.7.1/effect of conquest")
def take_country(game: Game, country: int, power: int) -> None:
    """Its forts, units and hexes; a re-conquest removes no units and shares out no hexes."""
    ruler, again = ruler_of(game, country), is_conquered(game, country)
    game.write(FORMER_POWER, country, ruler)
    if game.state[FIRST_CONQUEROR][country] == NOBODY:
        game.write(FIRST_CONQUEROR, country, ruler if again else power)
    destroy_forts(game, country)
    send_bystanders_home(game, country, power)
    if again:
        return
    lose_units(game, country)
    if not game.state[FALLEN][country]:
        game.write(FALLEN, country, 1)
        share_out_hexes(game, country, power, ruler)


# --------------------------------------------------------------------------------------------------- incomplete conquest


@rule("13.7.1/incomplete conquest")
def aligned_since_1939(game: Position, nation: int) -> tuple[int, ...]:
    """Home countries that the map prints as this one's (or its power's) and that nobody has conquered."""
    names, minors = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    power = game.state[POWER][nation]
    major = is_major_home(game, nation)
    owners = {power_name(game, power), chart_name(game, power)} if major else {names[nation]}
    return tuple(
        other
        for other, name in enumerate(names)
        if other != nation
        and minors.get(name) in owners
        and capital_of(game, other) is not None
        and not is_conquered(game, other)
        and (not major or game.state[POWER][other] == power)
    )


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


def _army(game: Position, country: int) -> tuple[int, ...]:
    return tuple(unit for unit in _units_of(game, country) if _pool_name(game, unit) != REMOVED)


# ---------------------------------------------------------------------------------------------------- complete conquest


@rule("13.7.1/complete conquest")
def finish_minor(game: Game, country: int, conqueror: int, ally: int) -> None:
    """It is at peace; its army is gone, ships being built go to the conqueror, those at sea to its major power."""
    own = own_power(game, country)
    make_peace(game, own)
    _remove(game, country, tuple(unit for unit in _army(game, country) if not _is_ship(game, unit)))
    for ship in _army(game, country):
        building = _pool_name(game, ship).startswith((*_IN_BUILDING, "reserve pool"))
        taker = conqueror if building else ally
        if game.state[SIDE][taker] != NOBODY and not game.state[FALLEN_POWER][taker]:
            change_country(game, ship, main_home(game, taker))
    if own != NOBODY:
        _give_back(game, own)


def make_peace(game: Game, power: int) -> tuple[int, ...]:
    """The power is at war with nobody any more; returns the major powers that were at war with it."""
    if power == NOBODY:
        return ()
    wars = [pair for pair in game.state.get(AT_WAR) if power in pair]
    game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if pair not in wars))
    enemies = {each for pair in wars for each in pair} - {power}
    return tuple(enemy for enemy in sorted(enemies) if game.state[SIDE][enemy] != NOBODY)


@rule("13.7.1/complete conquest")
def release_enemies(game: Game, power: int, enemies: Iterable[int]) -> None:
    """When everything else is settled: who has fought it only is neutral again."""
    for enemy in enemies:
        game.say(EnemyIsNoMore(power=enemy, target_power=power))


def _give_back(game: Game, power: int) -> None:
    """Hexes that the power controls in countries of others go back to these."""
    holders, homes = game.state[CONTROLLER], game.state[HOME_COUNTRY]
    for place in range(game.state.get(HEXES)):
        if holders[place] == power and homes[place] != NOBODY:
            ruler = ruler_of(game, homes[place])
            if ruler != power:
                _pass_hex(game, place, ruler)


def _pass_hex(game: Game, place: int, ruler: int) -> None:
    """To its country's ruler, but not from under somebody who is at war with him."""
    occupier = occupier_of(game, place)
    stays = NOBODY not in (occupier, ruler) and at_war(game, occupier, ruler)
    change_control(game, place, occupier if stays else ruler)


def fallen_powers(game: Position) -> tuple[int, ...]:
    """Major powers of the game that control neither a home country of their own nor one aligned since 1939."""
    found = []
    for power, side in enumerate(game.state[SIDE]):
        homes = homes_of(game, power)
        playing = side != NOBODY and not game.state[FALLEN_POWER][power]
        fallen = playing and bool(homes) and all(is_lost(game, home) for home in homes)
        if fallen and not aligned_since_1939(game, homes[0]):
            found.append(power)
    return tuple(found)


@rule("13.7.1/complete conquest")
def conqueror_of_last_home(game: Position, power: int) -> int:
    """Of the home country that it chose when its own had fallen, or of its own."""
    return game.state[CONQUEROR][home_of(game, main_home(game, power))]


@rule("13.7.1/complete conquest")
def heirs(game: Position, power: int) -> tuple[int, ...]:
    """Active major powers of its side, to one of which its ships go."""
    fallen = fallen_powers(game)
    allies = powers_of_side(game, game.state[SIDE][power])
    return tuple(ally for ally in allies if ally not in fallen and is_active(game, ally))


@rule("13.7.1/complete conquest")
def finish_major(game: Game, power: int, heir: int) -> None:
    """Its army is gone, its ships are somebody else's, and what it controlled finds new rulers."""
    homes, last = homes_of(game, power), conqueror_of_last_home(game, power)
    enemies = make_peace(game, power)
    for home in homes:
        _remove(game, home, tuple(unit for unit in _army(game, home) if not _is_ship(game, unit)))
        for ship in _army(game, home):
            _pass_ship(game, ship, last if _pool_name(game, ship) else heir)
    _pass_convoys(game, power, heir, last)
    _give_back(game, power)
    for country in range(len(game.state[POWER])):
        if ruler_of(game, country) == power and country not in homes and not _is_only_an_army(game, country):
            pass_country(game, country, power, last)
    for place in range(game.state.get(HEXES)):
        if game.state[CONTROLLER][place] == power:
            _pass_hex(game, place, ruler_of(game, game.state[HOME_COUNTRY][place]))
    game.write(FALLEN_POWER, power, 1)
    game.say(PowerFallen(power=power))
    release_enemies(game, power, enemies)


def _is_only_an_army(game: Position, country: int) -> bool:
    """A part of a power's army that has no land and never stood alone is not inherited: it waits for its power's return."""
    return own_power(game, country) == NOBODY and not hexes_of(game, country)


def _pass_ship(game: Game, ship: int, heir: int) -> None:
    """Those in the force pools are gone with the army; the others serve the heir, if there is one."""
    if heir == NOBODY or _pool_name(game, ship).startswith(("force pool", "available", "out of play")):
        _remove(game, game.state[COUNTRY][ship], (ship,))
    else:
        if not _pool_name(game, ship):
            game.write(BEQUEATHED, ship, game.state[COUNTRY][ship] + 1)
        change_country(game, ship, main_home(game, heir))
        game.say(ShipChangesHands(thing=ship, power=heir))


@rule("13.7.1/complete conquest")
def _pass_convoys(game: Game, power: int, heir: int, conqueror: int) -> None:
    """Those on the map serve the heir, those being built or repaired the conqueror; without an heir they are lost."""
    repairs = repair_pool(game, power)
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if owner != power or not points:
            continue
        if place == repairs or place_name(game, place).startswith(CIRCLE):
            hand_convoys_over(game, power, conqueror, place, points)
            if place == repairs:
                take_convoys_away(game, Sailor(NOBODY, conqueror, points), place, repair_pool(game, conqueror))
        elif (is_hex(game, place) or sea_of_section(game, place)) and heir != NOBODY:
            hand_convoys_over(game, power, heir, place, points)
        elif is_hex(game, place) or sea_of_section(game, place):
            take_convoys_away(game, Sailor(NOBODY, power, points), place, tray_of_power(game, power))


@rule("13.7.1/complete conquest", "13.7.5")
def ships_return(game: Game, country: int) -> None:
    """Its country is free: what served an ally until then serves it again."""
    for ship, number in enumerate(game.state[BEQUEATHED]):
        if number == country + 1:
            game.write(BEQUEATHED, ship, 0)
            if game.state[SIDE][power_of(game, ship)] == game.state[SIDE][game.state[POWER][country]]:
                change_country(game, ship, country)


@rule("13.7.1/complete conquest")
def new_ruler(game: Position, country: int, fallen: int) -> int:
    """Whoever holds the capital, else whoever has the greatest influence; NOBODY: it is neutral."""
    capital = capital_of(game, country)
    holder = NOBODY if capital is None else game.state[CONTROLLER][capital]
    holder = holder if holder == NOBODY else master_of(game, holder)
    if holder not in (NOBODY, fallen) and game.state[SIDE][holder] != NOBODY:
        return holder
    others = (power for side in (0, 1) for power in powers_of_side(game, side) if power != fallen)
    return most_influential(game, others, hexes_of(game, country))


@rule("13.7.1/complete conquest")
def pass_country(game: Game, country: int, fallen: int, conqueror: int) -> None:
    """What a fallen power had of others finds a new ruler, and what it held there itself goes with it."""
    heir = new_ruler(game, country, fallen)
    ruler = (_pass_home if is_major_home(game, country) else _pass_minor)(game, country, fallen, heir, conqueror)
    for place in hexes_of(game, country):
        if game.state[CONTROLLER][place] == fallen:
            change_control(game, place, ruler)
            displace_units(game, place)
    game.say(CountryPasses(country=country, power=ruler))


@rule("13.7.1/complete conquest")
def _pass_home(game: Game, country: int, fallen: int, heir: int, conqueror: int) -> int:
    """The home country of another major power stays its own: whoever has it now holds it until it is freed.

    If nobody does, its own power has it back; one that is no more does not, but whoever conquered the last.
    """
    own = game.state[POWER][country]
    others = conqueror if game.state[FALLEN_POWER][own] else own
    ruler = heir if heir != NOBODY else others
    game.write(CONQUEROR, country, NOBODY if ruler == own else ruler)
    return ruler


@rule("13.7.1/complete conquest")
def _pass_minor(game: Game, country: int, fallen: int, heir: int, conqueror: int) -> int:
    """With an ally its status stays; with the other side what was aligned is conquered, and what was conquered aligned.

    What nobody holds is neutral. Of a conquered country that fights on for somebody only the land passes.
    """
    ruler, was_conquered = heir, is_conquered(game, country)
    if heir == NOBODY:
        own = own_power(game, country)
        ruler = own if own != NOBODY else conqueror
        game.write(CONQUEROR, country, NOBODY)
        if game.state[SIDE][ruler] == NOBODY:
            make_peace(game, own)
            army_goes_home(game, country)
    elif (game.state[SIDE][heir] == game.state[SIDE][fallen]) == was_conquered:
        game.write(CONQUEROR, country, heir)
        if was_conquered and game.state[POWER][country] != fallen:
            return heir
        if not was_conquered:
            lose_units(game, country)
            game.write(FORMER_POWER, country, fallen)
    else:
        game.write(CONQUEROR, country, NOBODY)
    align_country(game, country, ruler)
    return ruler


@rule("13.7.3", "13.7.1/complete conquest")
def army_goes_home(game: Game, country: int) -> None:
    """Of a country that is neutral again: all its units wait to be set up again, but ships that were sunk.

    Those of a possession wait with its master's, the East Indies' with the Dutch.
    """
    names, removed = game.state.get(COUNTRY_NAMES), place_index(game, REMOVED)
    armies = (named_place(game, f"army of {names[each]}") for each in (country, parent_of(game, country)))
    army = next((place for place in armies if place is not None), None)
    for unit in units_of(game, country):
        if army is not None and game.state[PLACE][unit] != removed and not is_partisan(game, unit):
            move(game, unit, removed if _was_sunk(game, unit) else army)


@rule("13.7.3")
def _was_sunk(game: Position, unit: int) -> bool:
    """A ship that lies in a force pool, or among the losses, though it is old enough to have been set up on the map."""
    counter = counter_of(game, unit)
    if not isinstance(counter, NavalCounter):
        return False
    old = counter.year is None or counter.year < game.state.get(YEAR) - 1
    return old and _pool_name(game, unit).startswith((FORCE_POOL, "tray of "))


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
    return None if conquest.due or fallen_powers(game) or _refugees(game) else End()


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
                _end_minor(game, country, power)
        for place in hexes_of(game, country):
            displace_units(game, place)
    wanted = dict.fromkeys((*_refugees(game), *fresh))
    conquest.homeless = tuple(nation for nation in wanted if nation_lives(game, nation))
    return None


def _end_minor(game: Game, country: int, power: int) -> None:
    """The country is no more; nor is the one that had nothing left but it."""
    former = game.state[FORMER_POWER][country]
    finish_minor(game, country, power, former)
    parent = parent_of(game, country)
    if is_conquered(game, parent) and not aligned_since_1939(game, parent):
        finish_minor(game, parent, power, former)


@rule("13.7.1/complete conquest")
def parent_of(game: Position, country: int) -> int:
    """The minor country whose name the map prints behind this one's, itself if none."""
    names, minors = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    parent = minors.get(names[country], "")
    return names.index(parent) if parent in minors else country


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
        if _is_ship(game, unit):
            captor = controller[place]
            hostile = side_of_power(game, captor) != game.state[SIDE][power_of(game, unit)]
            if captor != NOBODY and hostile and game.state[SIDE][power_of(game, unit)] != NOBODY:
                harbours.setdefault(master_of(game, captor), []).append(unit)
    for port in ground_of(game).ports:
        captor = controller[port]
        if captor != NOBODY and CONVOYS_IN_PORT(game, side_of_power(game, captor), port):
            harbours.setdefault(master_of(game, captor), [])
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
    for unit in _army(game, nation):
        place = game.state[PLACE][unit]
        sea = _pool_name(game, unit).rpartition(" ")[0]
        if _is_ship(game, unit) or (place >= game.state.get(HEXES) and sea not in board_of(game).sea_areas):
            continue
        if (sea not in seas) if sea else (place not in near):
            lost.append(unit)
    _remove(game, nation, tuple(lost))
    building = (unit for unit in _army(game, nation) if _is_ship(game, unit))
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
        change_country(game, ship, main_home(game, taker))
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
def refugee_was_destroyed(game: Position, event: Destroyed) -> Call | None:
    """Owed for units whose original home country is conquered and not yet liberated; at sea they are in supply.

    What is destroyed while it is being built is lost or not as the conquest itself says.
    """
    country = game.state[COUNTRY][event.thing]
    if not is_conquered(game, country) or game.state[NEW_HOME][country] == NOBODY or is_partisan(game, event.thing):
        return None
    if _pool_name(game, event.thing).startswith(_IN_BUILDING):
        return None
    return Call(FATE_OF_REFUGEE.name, Refugee(event.thing, in_supply(game, event.thing)))


@step("13.7.1/incomplete conquest")
def roll_for_refugee(game: Game, refugee: Refugee) -> Control:
    """Out of supply it is lost without a roll."""
    if not refugee.supplied:
        _remove(game, game.state[COUNTRY][refugee.unit], (refugee.unit,))
        return End()
    return Roll("unit without a home", seat_of_power(game, power_of(game, refugee.unit)))


@step("13.7.1/incomplete conquest")
def refugee_is_lost(game: Game, refugee: Refugee) -> Control:
    if game.total <= LOST_ON(game):
        _remove(game, game.state[COUNTRY][refugee.unit], (refugee.unit,))
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
    schema=Schema(columns=(FALLEN, BEQUEATHED)),
    procedures=(CONQUEST, FATE_OF_REFUGEE),
    subscribes=((MinorAbandoned, nobody_took_it), (Destroyed, refugee_was_destroyed)),
    changes=(LIMIT.attach(half_activities, reads=(NEW_HOME, COUNTRY_NAMES)),),
)
