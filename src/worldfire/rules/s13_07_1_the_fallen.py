"""13.7.1 What becomes of whoever falls: the forts, army, hexes and ships of a country, and all that a major power had.

When it falls, and from where it fights on, stands in `s13_07_conquest`. A country that is conquered only at home keeps its
power, for which its units fight on; `CONQUEROR` then says who has its land.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import CountryId, PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import CIRCLE, DOCKS, FORCE_POOL, REMOVED, named_place, repair_pool
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
    place_index,
    place_name,
    sea_of_section,
    things_at,
)
from worldfire.forces.turn import chart_name, is_active, power_name, powers_of_side
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRIES,
    COUNTRY,
    COUNTRY_NAMES,
    FALLEN_POWER,
    FIRST_CONQUEROR,
    HEXES_HELD,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    change_country,
    master_of,
    power_of,
    ruler_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s02_5_control import displace_units
from worldfire.rules.s04_reinforcements import tray_of_power
from worldfire.rules.s09_02_pacts import EnemyIsNoMore
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s11_04_naval_units import Sailor, take_convoys_away
from worldfire.rules.s11_15_factors import FORTS_DESTROYED
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_06_5_naval_production import hand_convoys_over
from worldfire.rules.s13_07_1_conquerors import (
    hexes_of,
    homes_of,
    is_major_home,
    most_influential,
)
from worldfire.rules.s19_4_minor_units import home_of
from worldfire.tables.counters import LandCounter, NavalCounter

#: has the country ever been conquered? Only the first time its hexes are shared out
FALLEN = Column(COUNTRIES, "fallen")
#: a ship of a fallen major power that serves an ally until its country is freed: the number of that country, and 1
BEQUEATHED = Column(THINGS, "bequeathed")

IN_BUILDING = ("production circle", "construction pool", "repair pool")
_BESIDE_THE_MAP = ("force pool", *IN_BUILDING, "reserve", "available", "army", "tray", "off map", "lend lease")


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


def pool_name_of(game: Position, unit: int) -> str:
    """The name of the place beside the map where the unit is, "" if it is on the map."""
    place = game.state[PLACE][unit]
    hexes = game.state.get(HEXES)
    return game.state.get(PLACE_NAMES)[place - hexes] if place >= hexes else ""


def is_ship(game: Position, unit: int) -> bool:
    return isinstance(counter_of(game, unit), NavalCounter)


def is_in_building(game: Position, ship: int) -> bool:
    """Is the ship on the production circle, or in the construction or the repair pool?"""
    return pool_name_of(game, ship).startswith(IN_BUILDING)


def give_ship(game: Game, ship: int, taker: int) -> None:
    """It serves another major power; in a construction or repair pool it lies in that power's from now on."""
    change_country(game, ship, main_home(game, taker))
    dock = next((dock for dock in DOCKS if pool_name_of(game, ship).startswith(dock)), None)
    place = None if dock is None else named_place(game, f"{dock}{power_name(game, taker)}")
    if place is not None:
        move(game, ship, place)


def remove_units(game: Game, country: int, units: tuple[int, ...]) -> None:
    if units:
        for unit in units:
            move(game, unit, place_index(game, REMOVED))
        game.say(UnitsRemoved(country=country, units=units))


@clause("13.7.1/effect of conquest")
def disband(game: Game, country: int, units: tuple[int, ...]) -> None:
    """What a conquered country loses leaves the game."""
    remove_units(game, country, units)


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
def leaves_from(game: Position, pool: str) -> bool:
    """Do land and aircraft units of a conquered country leave the game from this place beside the map?"""
    return pool.startswith(_BESIDE_THE_MAP)


@clause("13.7.1/effect of conquest")
def lose_units(game: Game, country: int) -> None:
    """Land and aircraft units at home and beside the map leave the game, and ships in the force pools."""
    home, places = game.state[HOME_COUNTRY], game.state[PLACE]
    lost = []
    for unit in _units_of(game, country):
        if is_ship(game, unit):
            gone = pool_name_of(game, unit).startswith("force pool")
        elif is_hex(game, places[unit]):
            gone = home[places[unit]] == country
        else:
            gone = leaves_from(game, pool_name_of(game, unit))
        if gone:
            lost.append(unit)
    disband(game, country, tuple(lost))


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
    theirs = (place for place, power in new.items() if _is_an_allys(game, place, power, ruler))
    kept = {place for place in theirs if ally_keeps(game, place)}
    for place, power in new.items():
        if place not in kept:
            change_control(game, place, power)


def _is_an_allys(game: Position, place: int, power: int, ruler: int) -> bool:
    """Has the power that would get the hex, or somebody on its side, taken it already?"""
    now = game.state[CONTROLLER][place]
    return master_of(game, now) != ruler and side_of_power(game, now) == side_of_power(game, power)


@clause("13.7.1/effect of conquest")
def ally_keeps(game: Position, place: int) -> bool:
    """Does an ally of the conqueror keep this hex, which he has taken?"""
    return True


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
    """Its forts, units and hexes; a re-conquest shares out no hexes, and removes who fought for the last conqueror."""
    ruler, again = ruler_of(game, country), is_conquered(game, country)
    game.write(FORMER_POWER, country, ruler)
    if game.state[FIRST_CONQUEROR][country] == NOBODY:
        game.write(FIRST_CONQUEROR, country, ruler if again else power)
    destroy_forts(game, country)
    send_bystanders_home(game, country, power)
    if again:
        if game.state[NEW_HOME][country] == NOBODY:
            disband(game, country, tuple(unit for unit in army_of(game, country) if not is_ship(game, unit)))
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


def army_of(game: Position, country: int) -> tuple[int, ...]:
    return tuple(unit for unit in _units_of(game, country) if pool_name_of(game, unit) != REMOVED)


# ---------------------------------------------------------------------------------------------------- complete conquest


def end_minor(game: Game, country: int, power: int) -> None:
    """The country is no more; nor is the one that had nothing left but it."""
    former = game.state[FORMER_POWER][country]
    finish_minor(game, country, power, former)
    parent = parent_of(game, country)
    if is_conquered(game, parent) and not aligned_since_1939(game, parent):
        align_country(game, parent, game.state[CONQUEROR][parent])
        finish_minor(game, parent, power, former)


@rule("13.7.1/complete conquest")
def parent_of(game: Position, country: int) -> int:
    """The minor country whose name the map prints behind this one's, itself if none."""
    names, minors = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    parent = minors.get(names[country], "")
    return names.index(parent) if parent in minors else country


@rule("13.7.1/complete conquest")
def finish_minor(game: Game, country: int, conqueror: int, ally: int) -> None:
    """It is at peace; its army is gone, ships being built go to the conqueror, those at sea to its major power."""
    own = own_power(game, country)
    make_peace(game, own)
    game.write(NEW_HOME, country, NOBODY)
    army = army_of(game, country)
    disband(game, country, tuple(unit for unit in army if not is_ship(game, unit)))
    for ship in (unit for unit in army if is_ship(game, unit)):
        building = pool_name_of(game, ship).startswith((*IN_BUILDING, "reserve pool"))
        taker = conqueror if building else ally
        if taker == NOBODY:
            remove_units(game, country, (ship,))
        elif game.state[SIDE][taker] != NOBODY and not game.state[FALLEN_POWER][taker]:
            give_ship(game, ship, taker)
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


@rule("13.7.1/complete conquest")
def _new_masters_keep_ground(game: Game, places: tuple[int, ...]) -> None:
    """Troops of its minor countries serve somebody else now: he has the hex in which they stand if an enemy was to have it."""
    for place in places:
        occupier, holder = occupier_of(game, place), game.state[CONTROLLER][place]
        if NOBODY not in (occupier, holder) and at_war(game, occupier, holder):
            change_control(game, place, occupier)


def _pass_hex(game: Game, place: int, ruler: int) -> None:
    """To its country's ruler, but not from under somebody who is at war with him; other strangers leave (2.5.4)."""
    occupier = occupier_of(game, place)
    stays = NOBODY not in (occupier, ruler) and at_war(game, occupier, ruler)
    change_control(game, place, occupier if stays else ruler)
    displace_units(game, place, ships_too=False)


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
    had = tuple(game.look_up(HEXES_HELD).get(power, ()))
    enemies = make_peace(game, power)
    for home in homes:
        game.write(NEW_HOME, home, NOBODY)
        remove_units(game, home, tuple(unit for unit in army_of(game, home) if not is_ship(game, unit)))
        for ship in army_of(game, home):
            _pass_ship(game, ship, heir if _sails(game, ship) else last)
    _pass_convoys(game, power, heir, last)
    _give_back(game, power)
    for country in range(len(game.state[POWER])):
        if ruler_of(game, country) == power and country not in homes and not _is_only_an_army(game, country):
            pass_country(game, country, power, last, heir)
    for place in range(game.state.get(HEXES)):
        if game.state[CONTROLLER][place] == power:
            _pass_hex(game, place, ruler_of(game, game.state[HOME_COUNTRY][place]))
    game.write(FALLEN_POWER, power, 1)
    for nation in exiles_of(game, power):
        pass_exile(game, nation, power, heir)
    _new_masters_keep_ground(game, had)
    game.say(PowerFallen(power=power))
    release_enemies(game, power, enemies)


def _is_only_an_army(game: Position, country: int) -> bool:
    """A part of a power's army that has no land and never stood alone is not inherited: it waits for its power's return."""
    return own_power(game, country) == NOBODY and not hexes_of(game, country)


def _sails(game: Position, ship: int) -> bool:
    """Is it on the map, in port or at sea, and not beside it?"""
    place = game.state[PLACE][ship]
    return not pool_name_of(game, ship) or bool(sea_of_section(game, place))


def _pass_ship(game: Game, ship: int, heir: int) -> None:
    """Those in the force pools are gone with the army; the others serve the heir, if there is one."""
    if heir == NOBODY or pool_name_of(game, ship).startswith(("force pool", "available", "out of play")):
        remove_units(game, game.state[COUNTRY][ship], (ship,))
    else:
        if _sails(game, ship):
            game.write(BEQUEATHED, ship, game.state[COUNTRY][ship] + 1)
        give_ship(game, ship, heir)
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
def pass_country(game: Game, country: int, fallen: int, conqueror: int, ally: int) -> None:
    """What a fallen power had of others finds a new ruler, and what it held there itself goes with it.

    Naval units that are in ports of neutrals or enemies now will be overrun there.
    """
    heir = new_ruler(game, country, fallen)
    if is_major_home(game, country):
        ruler = _pass_home(game, country, fallen, heir, conqueror)
    else:
        ruler = _pass_minor(game, country, fallen, heir, conqueror, ally)
    for place in hexes_of(game, country):
        if game.state[CONTROLLER][place] == fallen:
            _pass_hex(game, place, ruler)
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
def _pass_minor(game: Game, country: int, fallen: int, heir: int, conqueror: int, ally: int) -> int:
    """With an ally its status stays; with the other side what was aligned is conquered, and what was conquered aligned.

    Who is conquered so has nothing left: its army is gone, its ships at sea serve the ally who has those of the fallen
    power. What nobody holds is neutral. Of a conquered country that fights on for somebody only the land passes.
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
            game.write(FORMER_POWER, country, fallen)
            finish_minor(game, country, heir, ally)
    else:
        game.write(CONQUEROR, country, NOBODY)
    align_country(game, country, ruler)
    return ruler


@rule("13.7.1/complete conquest")
def exiles_of(game: Position, power: int) -> tuple[int, ...]:
    """Minor countries that are conquered at home and fight on for the power."""
    return tuple(
        nation
        for nation, master in enumerate(game.state[POWER])
        if master == power and is_conquered(game, nation) and not is_major_home(game, nation)
    )


@rule("13.7.1/complete conquest", "13.7.1/incomplete conquest")
def pass_exile(game: Game, nation: int, fallen: int, heir: int) -> None:
    """It fights on for the ally who has a home country of its own now; without one it is completely conquered itself."""
    refuges = (game.state[NEW_HOME][nation], *aligned_since_1939(game, nation))
    masters = (game.state[POWER][home] for home in refuges if home != NOBODY and not is_conquered(game, home))
    master = next((each for each in masters if each != fallen and _are_allies(game, each, fallen)), NOBODY)
    if master == NOBODY:
        master, last = (game.state[CONQUEROR][home] for home in (nation, home_of(game, nation)))
        finish_minor(game, nation, master if last == NOBODY else last, heir)
    align_country(game, nation, master)
    game.say(CountryPasses(country=nation, power=master))


def _are_allies(game: Position, power: int, other: int) -> bool:
    return bool(game.state[SIDE][power] == game.state[SIDE][other])


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
    return old and pool_name_of(game, unit).startswith((FORCE_POOL, "tray of "))


MODULE = Module(schema=Schema(columns=(FALLEN, BEQUEATHED)))
