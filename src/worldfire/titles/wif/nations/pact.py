"""19.5 The Nazi-Soviet pact: East Poland and the Baltic states, which the USSR just walks into, and who may break it.

Breaking it as such, with garrisons or without, is 9.2. The Poles whom it cost their country may fight on as British.
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.borders import region_hexes
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import CountryId, PowerId
from worldfire.forces.pools import REMOVED, circle_space
from worldfire.forces.situation import PACTS, TURN
from worldfire.forces.things import Moved, move, place_index, things_at
from worldfire.forces.turn import power_name
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    change_control,
    country_named,
    power_named,
    power_of,
    side_of,
)
from worldfire.rules.s02_5_control import TURNS_UNTIL_DISPLACED_UNITS_ARRIVE, Displaced, can_take_control
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s09_02_pacts import give_cause
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_10_entry import ADMITTED, GATE, hexes_apart
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_07_conquest import CONQUEST, Conquest
from worldfire.titles.wif.nations.joining import BALTIC_STATES
from worldfire.titles.wif.nations.minors import is_neutral

GERMANY, USSR, POLAND = "germany", "ussr", "poland"
EAST_POLAND = "East Poland"

#: has the USSR occupied East Poland under the pact?
EAST_POLAND_TAKEN: Field[bool] = Field("east_poland_taken", False)
#: Allied units that it found there: out of the game until Germany and the USSR are at war
POLES_IN_EXILE: Field[tuple[int, ...]] = Field("poles_in_exile", ())


class EastPolandOccupied(Event, frozen=True):
    """The USA takes notice (13.3.3, entry action 26)."""

    power: PowerId
    units: tuple[ThingId, ...]


class BalticStatesOccupied(Event, frozen=True):
    """The USA takes notice (13.3.3, entry action 27)."""

    power: PowerId
    countries: tuple[CountryId, ...]


@rule("19.5", "9.2/the ussr and germany")
def pact_holds(game: Position) -> bool:
    pair = {power_named(game, GERMANY), power_named(game, USSR)}
    return any(pair == set(each) for each in game.state.get(PACTS))


# ----------------------------------------------------------------------------------------------- what the USSR walks into


def _east_poland(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(region_hexes(ground_of(ruleset), EAST_POLAND))


def _is_soviet_land_unit(game: Position, unit: int) -> bool:
    country = game.state[COUNTRY][unit]
    return game.state.get(COUNTRY_NAMES)[country] == USSR and can_take_control(game, unit)


@rule("19.5.1", "19.5.2")
def may_walk_in(game: Position, unit: int, place: int) -> bool:
    """In a land movement step a Soviet land unit enters East Poland, and after it the Baltic states, without declaring war."""
    if not game.state.get(PACTS) or power_name(game, power_of(game, unit)) != USSR:
        return False
    return _is_open_to_the_ussr(game, place) and _is_soviet_land_unit(game, unit)


def _is_open_to_the_ussr(game: Position, place: int) -> bool:
    if not pact_holds(game):
        return False
    if not game.state.get(EAST_POLAND_TAKEN):
        poland = country_named(game, POLAND)
        there = place in game.ruleset.once(_east_poland)
        return there and poland != NOBODY and game.state[CONQUEROR][poland] == NOBODY
    home = game.state[HOME_COUNTRY][place]
    return game.state.get(COUNTRY_NAMES)[home] in BALTIC_STATES and is_neutral(game, home)


@rule("19.5.1")
def with_east_poland(usual: Callable[[Position], frozenset[int]], game: Position) -> frozenset[int]:
    """Politics treats it otherwise than the rest of Poland."""
    return usual(game) | game.ruleset.once(_east_poland)


@rule("19.5.1", "19.5.2")
def only_on_foot(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """Not by rail, ship or aircraft."""
    if not game.state.get(PACTS) or _is_on_foot(game):
        return None
    guests = (unit for unit in units if not unit_at_war(game, unit, game.state[CONTROLLER][place]))
    walker = next((unit for unit in guests if may_walk_in(game, unit, place)), None)
    return None if walker is None else refused("19.5.1", "only-on-foot", unit=Thing(walker), place=Place(place))


def _is_on_foot(game: Position) -> bool:
    """Is it no other step than that of land movement?"""
    steps = [frame.procedure for frame in game.state.frames if frame.procedure.startswith(step_name(""))]
    return not steps or step_name("land movement") in steps


@rule("19.5.1", "19.5.2")
def somebody_walked_in(game: Position, event: Moved) -> Call | None:
    """Owed when a Soviet land unit has come into what it may have."""
    if not game.state.get(PACTS) or not is_hex(game, event.to):
        return None
    soviet = power_name(game, power_of(game, event.thing)) == USSR and _is_soviet_land_unit(game, event.thing)
    if not soviet or not _is_open_to_the_ussr(game, event.to):
        return None
    return Call((BALTIC_FALL if game.state.get(EAST_POLAND_TAKEN) else EAST_POLAND_FALLS).name)


@step("19.5.1")
def east_poland_is_soviet(game: Game, nothing: None) -> Control:
    """All of it at once; Axis units come back in 2 turns, Polish ones and other Allies are out of the game for now."""
    if game.state.get(EAST_POLAND_TAKEN):
        return None
    ussr, exiles = power_named(game, USSR), []
    game.set(EAST_POLAND_TAKEN, True)
    turn = game.state.get(TURN) + TURNS_UNTIL_DISPLACED_UNITS_ARRIVE(game)
    for place in sorted(game.ruleset.once(_east_poland)):
        for unit in things_at(game, place):
            if side_of(game, unit) != game.state[SIDE][ussr]:
                move(game, unit, place_index(game, circle_space(turn)))
                game.say(Displaced(thing=unit, place=place, turn=turn))
            elif power_of(game, unit) != ussr:
                move(game, unit, place_index(game, REMOVED))
                exiles.append(unit)
        change_control(game, place, ussr)
    game.set(POLES_IN_EXILE, tuple(exiles))
    game.say(EastPolandOccupied(power=ussr, units=tuple(exiles)))
    return None


@step("19.5.2")
def baltic_states_fall(game: Game, nothing: None) -> Control:
    """All that are neutral are conquered, without being aligned or setting up."""
    ussr, countries = power_named(game, USSR), (country_named(game, name) for name in BALTIC_STATES)
    neutral = tuple(country for country in countries if is_neutral(game, country))
    if not neutral:
        return None
    game.say(BalticStatesOccupied(power=ussr, countries=neutral))
    return Call(CONQUEST.name, Conquest(due=tuple((country, ussr) for country in neutral)))


EAST_POLAND_FALLS = procedure("East Poland is occupied", "19.5.1", east_poland_is_soviet)
BALTIC_FALL = procedure("the Baltic states are occupied", "19.5.2", baltic_states_fall)


@rule("19.5.1")
def without_east_poland(
    usual: Callable[[Position, int], tuple[int, ...]], game: Position, country: int
) -> tuple[int, ...]:
    """What the USSR has conquered of Poland is no part of what others conquer after it."""
    found = usual(game, country)
    if not game.state.get(EAST_POLAND_TAKEN) or game.state.get(COUNTRY_NAMES)[country] != POLAND:
        return found
    east, ussr = game.ruleset.once(_east_poland), power_named(game, USSR)
    return tuple(place for place in found if place not in east or game.state[CONTROLLER][place] != ussr)


# ------------------------------------------------------------------------------------------------------ 19.5.3 breaking it

#: whose units → the countries that they must leave alone
_SPHERES = {
    GERMANY: frozenset({"estonia", "latvia", "lithuania", "turkey"}),
    USSR: frozenset({"denmark", "greece", "hungary", "norway", "sweden", "yugoslavia"}),
}
_OTHER = {GERMANY: USSR, USSR: GERMANY}


@rule("19.5.3")
def unit_enters_a_sphere(game: Game, event: Moved) -> None:
    """A unit of one of the two, from outside the country, enters one that is the other's concern."""
    if not game.state.get(PACTS) or not is_hex(game, event.to):
        return
    name = power_name(game, power_of(game, event.thing))
    home = game.state[HOME_COUNTRY][event.to]
    if name not in _SPHERES or home == NOBODY or game.state.get(COUNTRY_NAMES)[home] not in _SPHERES[name]:
        return
    from_within = is_hex(game, event.origin) and game.state[HOME_COUNTRY][event.origin] == home
    own = game.state[COUNTRY][event.thing] == home
    if not from_within and not own:
        give_cause(game, power_named(game, _OTHER[name]), power_named(game, name))


@rule("19.5.3")
def war_on_a_sphere(game: Game, event: WarDeclared) -> None:
    """Of Germany's declarations those on the Soviet sphere count too."""
    if power_name(game, event.power) == GERMANY and power_name(game, event.target_power) in _SPHERES[GERMANY]:
        give_cause(game, power_named(game, USSR), event.power)


MODULE = Module(
    schema=Schema(fields=(EAST_POLAND_TAKEN, POLES_IN_EXILE)),
    procedures=(EAST_POLAND_FALLS, BALTIC_FALL),
    subscribes=(
        (Moved, somebody_walked_in),
        (Moved, unit_enters_a_sphere),
        (WarDeclared, war_on_a_sphere),
    ),
    changes=(
        ADMITTED.attach(
            may_walk_in, reads=(PACTS, EAST_POLAND_TAKEN, CONQUEROR, POWER, SIDE, COUNTRY, COUNTRY_NAMES, HOME_COUNTRY)
        ),
        GATE.attach(only_on_foot),
        hexes_apart.wrapped_by(with_east_poland),
        hexes_of.wrapped_by(without_east_poland),
    ),
)
