"""17.4.5 Vichy collapses: its hexes, countries, units and ships go to five heirs, by where they are."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Owner, Power, PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.pools import CIRCLE, DOCKS, construction_pool, pool_of, repair_pool
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS
from worldfire.forces.things import (
    HEXES,
    PLACE,
    PLACE_NAMES,
    counter_of,
    move,
    place_index,
    sea_of_section,
    things_at,
)
from worldfire.forces.turn import active_side, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HEXES_HELD,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    change_country,
    country_named,
    dissolve_power,
    power_named,
    power_of,
    ruler_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s11_10_6_overrun import CONVOYS_IN_PORT, OVERRUN, Caught
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_06_5_naval_production import hand_convoys_over
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_07_1_the_fallen import (
    aligned_since_1939,
    end_minor,
    is_conquered,
    lose_units,
    make_peace,
    release_enemies,
)
from worldfire.rules.s13_07_conquest import NewHomeChosen, nation_lives
from worldfire.rules.s18_1_cooperation import bring_allies_together, powers_cooperate
from worldfire.tables.counters import NavalCounter
from worldfire.titles.wif.nations.vichy.standing import (
    HOSTILE,
    INSTALLER,
    ROUSED,
    french_country,
    french_power,
    holder_at,
    region_hexes,
    stands,
    vichy_country,
    vichy_power,
)


class VichyCollapsed(Event, frozen=True):
    """`power` had installed it."""

    power: PowerId


class Collapse(msgspec.Struct):
    """Ships that are caught in port, with the captors; and was Vichy France in Axis hands, or freed?"""

    #: the power that has all of Occupied France, NOBODY if it is free again
    occupier: int = NOBODY
    #: the power that collapsed Vichy by its own will
    by: int = NOBODY


# ------------------------------------------------------------------------------------------------------------ the land


@rule("17.4.5")
def new_master(game: Position, country: int) -> tuple[int, bool]:
    """Who has a country or territory of Vichy's now, and is it conquered?

    Whoever of the Axis has a land unit there conquers it; else it returns to its power of 1939, and what had none then is
    Free French.
    """
    side = game.state[SIDE][vichy_power(game)]
    for place in hexes_of(game, country):
        for unit in land_units(game, things_at(game, place)):
            power = power_of(game, unit)
            if game.state[SIDE][power] == side and power != vichy_power(game):
                return power, True
    names, minors = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    then = power_named(game, minors.get(names[country], ""))
    owner = then if then != NOBODY and game.state[SIDE][then] != NOBODY else french_power(game)
    if owner != french_power(game) and game.state[FALLEN_POWER][owner]:
        owner = french_power(game)
    return owner, False


@rule("17.4.5")
def lands_change_hands(game: Game, occupier: int) -> None:
    """Vichy France goes with Occupied France; every other land by who is in it."""
    vichy, home = vichy_power(game), vichy_country(game)
    ruled = tuple(each for each in range(len(game.state[POWER])) if each != home and ruler_of(game, each) == vichy)
    fates = {country: new_master(game, country) for country in ruled}
    for country, (power, conquered) in fates.items():
        falls = conquered and not is_conquered(game, country)
        if falls:
            game.write(FORMER_POWER, country, french_power(game))
            lose_units(game, country)
        game.write(CONQUEROR, country, power if conquered else NOBODY)
        align_country(game, country, power)
        if falls and not nation_lives(game, country):
            end_minor(game, country, power)
        for place in hexes_of(game, country):
            if holder_at(game, place) == vichy:
                change_control(game, place, power)
    heir = occupier if occupier != NOBODY else french_power(game)
    for place in region_hexes(game):
        game.write(HOME_COUNTRY, place, french_country(game))
    for place in tuple(game.look_up(HEXES_HELD).get(vichy, ())):
        change_control(game, place, heir)


# ------------------------------------------------------------------------------------------------------------ the forces


@rule("17.4.5")
def forces_change_hands(game: Game, occupier: int) -> None:
    """Land units and aircraft in Axis hexes go to the force pools, and so does what is being built in Axis hands.

    Ships in building then serve the Axis power; all others are Free French.
    """
    france, side = french_country(game), game.state[SIDE][vichy_power(game)]
    for unit in units_of(game, vichy_country(game)):
        place, counter = game.state[PLACE][unit], counter_of(game, unit)
        ship, beside = isinstance(counter, NavalCounter), place >= game.state.get(HEXES)
        pool = game.state.get(PLACE_NAMES)[place - game.state.get(HEXES)] if beside else ""
        in_building = pool.startswith((CIRCLE, *DOCKS))
        axis_hex = is_hex(game, place) and side_of_power(game, holder_at(game, place)) == side
        if ship and in_building and occupier != NOBODY:
            _hand_over(game, unit, pool, occupier)
            continue
        change_country(game, unit, france)
        if not ship and (axis_hex or (in_building and occupier != NOBODY)):
            move(game, unit, pool_of(game, unit))
        elif in_building or pool.startswith("reserve pool"):
            _hand_over(game, unit, pool, french_power(game))
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if owner == vichy_power(game) and points:
            on_map = is_hex(game, place) or bool(sea_of_section(game, place))
            hand_convoys_over(
                game, owner, french_power(game) if on_map or occupier == NOBODY else occupier, place, points
            )


def _hand_over(game: Game, unit: int, pool: str, power: int) -> None:
    """It waits where it did, but for somebody else."""
    if power != power_of(game, unit):
        change_country(game, unit, main_home(game, power))
    if pool.startswith(DOCKS[0]):
        move(game, unit, construction_pool(game, power))
    elif pool.startswith(DOCKS[1]):
        move(game, unit, repair_pool(game, power))
    elif pool.startswith("reserve pool"):
        move(game, unit, place_index(game, f"reserve pool of {power_name(game, power)}"))


@rule("17.4.5")
def collapse(game: Game, by: int = NOBODY) -> Collapse:
    """All at once; what is left is who is caught in port, and where Free France lives on."""
    france, installer = french_country(game), game.state.get(INSTALLER)
    occupier = game.state[CONQUEROR][france]
    lands_change_hands(game, occupier)
    forces_change_hands(game, occupier)
    enemies = make_peace(game, vichy_power(game))
    dissolve_power(game, vichy_power(game))
    game.set(INSTALLER, NOBODY)
    game.set(HOSTILE, ())
    game.set(ROUSED, False)
    game.say(VichyCollapsed(power=installer))
    release_enemies(game, vichy_power(game), enemies)
    return Collapse(occupier, by)


# ------------------------------------------------------------------------------------------------------------- Free France


@rule("17.4.5")
def _revived(game: Position) -> bool:
    """Has a Free France that was conquered something to live on now?"""
    return bool(game.state[FALLEN_POWER][french_power(game)]) and bool(_possible_homes(game))


def _possible_homes(game: Position) -> tuple[int, ...]:
    return aligned_since_1939(game, french_country(game))


@rule("17.4.5")
def back_to_war(game: Game, enemy: int) -> None:
    """It is back in the game, at war with who collapsed Vichy and every major power that co-operates with it."""
    france = french_power(game)
    game.write(FALLEN_POWER, france, 0)
    others = powers_of_side(game, game.state[SIDE][enemy])
    enemies = (enemy, *(power for power in others if power != enemy and powers_cooperate(game, enemy, power)))
    known = game.state.get(AT_WAR)
    fresh = tuple((france, foe) for foe in enemies if not {(france, foe), (foe, france)} & {*known})
    game.set(AT_WAR, (*known, *fresh))
    bring_allies_together(game)


@step("17.4.5")
def who_lives_on(game: Game, fall: Collapse) -> Control:
    """Needed by a Free France that was completely conquered, or whose home country is gone."""
    home = french_country(game)
    if game.state[CONQUEROR][home] == NOBODY:
        return Goto("ships_are_surprised")
    if _revived(game):
        back_to_war(game, fall.by if fall.by != NOBODY else fall.occupier)
        return None
    chosen = game.state[NEW_HOME][home]
    lost = chosen == NOBODY or is_conquered(game, chosen)
    return None if lost and _possible_homes(game) else Goto("ships_are_surprised")


def _homes(game: Position, fall: Collapse, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    return One(tuple(names[home] for home in _possible_homes(game)))


def _choose(game: Game, fall: Collapse, seat: str, noun: Noun) -> Control:
    game.write(NEW_HOME, french_country(game), country_named(game, noun))
    game.say(NewHomeChosen(country=french_country(game), home=noun))
    return None


REVIVE_FREE_FRANCE = Verb("revive-free-france", "17.4.5", _choose, _homes, items=Owner)


@step("17.4.5", REVIVE_FREE_FRANCE)
def free_france_lives(game: Game, fall: Collapse) -> Control:
    seat = seat_of_power(game, french_power(game))
    return one(seat, REVIVE_FREE_FRANCE, rule="17.4.5", prompt="raise-free-france")


@step("17.4.5", also=("11.10.6/overrunning naval units",))
def ships_are_surprised(game: Game, fall: Collapse) -> Control:
    """Free French ships and convoys in hexes of the Axis are treated as if surprised during an overrun."""
    side, caught = game.state[SIDE][french_power(game)], dict[int, list[int]]()
    for unit in units_of(game, french_country(game)):
        place = game.state[PLACE][unit]
        if isinstance(counter_of(game, unit), NavalCounter) and is_hex(game, place):
            captor = holder_at(game, place)
            if captor != NOBODY and game.state[SIDE][captor] not in (NOBODY, side):
                caught.setdefault(captor, []).append(unit)
    for port in ground_of(game).ports:
        captor = holder_at(game, port)
        if captor != NOBODY and CONVOYS_IN_PORT(game, side_of_power(game, captor), port):
            caught.setdefault(captor, [])
    if not caught:
        return End()
    captor, ships = next(iter(sorted(caught.items())))
    return Call(OVERRUN.name, Caught(NOBODY, (), tuple(ships), tuple(ships), captor=captor, unawares=True))


@step("17.4.5")
def more_are_surprised(game: Game, fall: Collapse) -> Control:
    return Goto("ships_are_surprised")


COLLAPSING = procedure(
    "collapse of Vichy",
    "17.4.5",
    who_lives_on,
    free_france_lives,
    ships_are_surprised,
    more_are_surprised,
    locals=Collapse,
)


# ---------------------------------------------------------------------------------------------- the installer's announcement


def _announce(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    installer = game.state.get(INSTALLER)
    return Call(COLLAPSING.name, collapse(game, installer))


def _let_it_be(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    return None


COLLAPSE_VICHY = Verb("collapse-vichy", "17.4.5", _announce)
KEEP_VICHY = Verb("keep-vichy", "17.4.5", _let_it_be)


@step("17.4.5", KEEP_VICHY, COLLAPSE_VICHY)
def vichy_may_collapse(game: Game, nothing: None) -> Control:
    """At the end of the declaration of war step, if whoever installed it says so."""
    installer = game.state.get(INSTALLER)
    if not stands(game) or game.state[SIDE][installer] != active_side(game):
        return None
    seat = seat_of_power(game, installer)
    return one(seat, KEEP_VICHY, COLLAPSE_VICHY, rule="17.4.5", prompt="collapse-vichy", power=Power(installer))


MODULE = Module(
    procedures=(COLLAPSING,),
    changes=(Insert("impulse", vichy_may_collapse, after="step: declare war"),),
)
