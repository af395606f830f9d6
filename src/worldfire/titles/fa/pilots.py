"""fa:16.4 Pilots: an aircraft comes onto the map only with one, and he may outlive it.

Aircraft without a pilot wait in the reserve pool. Balloons and zeppelins need none.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import TARGET
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Country, Power, PowerId
from worldfire.forces.pools import home_of_unit, named_place
from worldfire.forces.sending_home import UnitsSentHome
from worldfire.forces.situation import CONVOY_POINTS, WITHOUT_FORCE_POOL
from worldfire.forces.things import (
    FACE_DOWN,
    IN_FLIGHT,
    PLACE,
    Counter,
    board_of,
    counter_of,
    move,
    sea_of_section,
    seas_of_sections,
    such_on_the_map,
    things_at,
)
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import CONTROLLER, COUNTRY, HOME_COUNTRY, NOBODY, POWERS, power_of, side_of, side_of_power
from worldfire.rules.s02_3_overstacking import OVERSTACKING
from worldfire.rules.s02_5_control import Displaced
from worldfire.rules.s04_reinforcements import (
    ARRIVALS,
    REINFORCEMENTS,
    ArrivalDelayed,
    Arrivals,
    Reinforcing,
    UnitGivenUp,
    may_place_others,
)
from worldfire.rules.s11_05_8_damage import land_cargo
from worldfire.rules.s11_05_9_air_to_sea import ANTI_AIRCRAFT
from worldfire.rules.s11_10_6_overrun import OVERRUN, Caught
from worldfire.rules.s11_15_retreats import Shattered
from worldfire.rules.s13_04_return_to_base import RETURN_TO_BASE_STEP
from worldfire.rules.s13_07_conquest import CONQUEST
from worldfire.rules.s14_air_combat import AIR_COMBAT, AirCombat, AirResult
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Destroyed
from worldfire.rules.s19_4_minor_units import muster, stays_home
from worldfire.tables.counters import AirAbility, AirCounter, NavalCounter

#: on the track of available pilots
PILOTS = Column(POWERS, "pilots")
#: the colour of the last air-to-air result: "red", "orange", or nothing
COLOUR: Field[str] = Field("colour_of_air_result", "")
COLOURS = "air_to_air_colours"
RED, ORANGE = "red", "orange"


class PilotSurvived(Event, frozen=True):
    power: PowerId
    aircraft: ThingId


class PilotLost(Event, frozen=True):
    power: PowerId
    aircraft: ThingId


class AircraftManned(Event, frozen=True):
    """Aircraft that get a pilot and come onto the map."""

    aircraft: tuple[ThingId, ...]


class AircraftWithdrawn(Event, frozen=True):
    """To the reserve pool; the pilots are free again."""

    aircraft: tuple[ThingId, ...]


@rule("fa:16.4", "fa:21.11")
def needs_pilot(counter: Counter) -> bool:
    """Every aircraft but balloons and zeppelins."""
    return isinstance(counter, AirCounter) and AirAbility.PILOTLESS not in counter.abilities


def _reserve_pool(game: Position, power: int) -> int | None:
    return named_place(game, f"reserve pool of {power_name(game, power)}")


def _add(game: Game, power: int, number: int) -> None:
    game.write(PILOTS, power, game.state[PILOTS][power] + number)


# ------------------------------------------------------------------------------------------------- 16.4.1 the reserve pool


def unmanned(game: Position, power: int) -> tuple[int, ...]:
    """Aircraft in the reserve pool that wait for a pilot."""
    pool = _reserve_pool(game, power)
    waiting = () if pool is None else things_at(game, pool)
    return tuple(unit for unit in waiting if needs_pilot(counter_of(game, unit)))


@rule("fa:16.4.1")
def may_man_aircraft(game: Position, power: int) -> bool:
    return bool(game.state[PILOTS][power] and unmanned(game, power))


@step("fa:16.4.1", also=("fa:4.2.1",))
def aircraft_wait_for_pilots(game: Game, arrivals: Arrivals) -> Control:
    """New aircraft go to the reserve pool first."""
    pool = _reserve_pool(game, arrivals.power)
    if pool is None or arrivals.face_down:
        return Goto("ships_are_launched")
    for unit in arrivals.units:
        if needs_pilot(counter_of(game, unit)):
            move(game, unit, pool)
    arrivals.units = tuple(unit for unit in arrivals.units if not needs_pilot(counter_of(game, unit)))
    return None


def _man_shape(game: Position, arrivals: Arrivals, seat: str) -> Shape | Violation:
    waiting = unmanned(game, arrivals.power)
    return Set(waiting, 0, min(len(waiting), game.state[PILOTS][arrivals.power]))


def _man(game: Game, arrivals: Arrivals, seat: str, noun: Noun) -> Control:
    _add(game, arrivals.power, -len(noun))
    arrivals.units += noun
    if noun:
        game.say(AircraftManned(aircraft=noun))
    return None


MAN_AIRCRAFT = Verb("man-aircraft", "fa:16.4.1", _man, _man_shape, items=Thing)


@step("fa:16.4.1", MAN_AIRCRAFT)
def pilots_take_aircraft(game: Game, arrivals: Arrivals) -> Control:
    """For each pilot one of them is placed like any reinforcement."""
    power = arrivals.power
    if arrivals.face_down or not may_man_aircraft(game, power):
        return None
    pilots = Number(game.state[PILOTS][power])
    return one(seat_of_power(game, power), MAN_AIRCRAFT, rule="fa:16.4.1", prompt="man-aircraft", most=pilots)


class Grounding(msgspec.Struct):
    """How many powers have taken aircraft off the map."""

    done: int = 0


@rule("fa:16.4.1", "fa:20.5.3")
def withdrawal_violation(game: Position, aircraft: tuple[int, ...]) -> Violation | None:
    """Why these may not be withdrawn together: each of a minor country's needs half of its army at home when it goes."""
    countries = [game.state[COUNTRY][unit] for unit in aircraft]
    for country in sorted({*countries}):
        (at_home, in_all), gone = muster(game, country), countries.count(country) - 1
        if stays_home(game, country) and 2 * (at_home - gone) < in_all - gone:
            counted = {"count": Number(at_home), "most": Number(in_all)}
            return refused("fa:20.5.3", "half-must-stay-home", country=Country(country), **counted)
    return None


def _at_home(game: Position, power: int) -> tuple[int, ...]:
    """Face-up aircraft in a city of their home country that may be withdrawn."""

    def look() -> tuple[int, ...]:
        cities, homes = ground_of(game).cities, game.state[HOME_COUNTRY]
        return tuple(
            unit
            for unit in such_on_the_map(game, needs_pilot)
            if power_of(game, unit) == power
            and not game.state[FACE_DOWN][unit]
            and game.state[PLACE][unit] in cities
            and homes[game.state[PLACE][unit]] == home_of_unit(game, unit)
            and withdrawal_violation(game, (unit,)) is None
        )

    return game.recall(("aircraft at home", power), look)


OWNERS = EachPower(powers_in_order, lambda game, power: bool(_at_home(game, power)))


def _ground_shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    found = _at_home(game, OWNERS.next(game, game.annex(Grounding).done))
    return Set(found, 0, len(found))


def _ground_violation(game: Position, stage: Reinforcing, seat: str, noun: Noun) -> Violation | None:
    return withdrawal_violation(game, noun)


def _ground(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(Grounding)
    power = OWNERS.next(game, annex.done)
    annex.done = OWNERS.after(game, power)
    pool = _reserve_pool(game, power)
    if pool is not None and noun:
        for unit in noun:
            move(game, unit, pool)
        _add(game, power, len(noun))
        game.say(AircraftWithdrawn(aircraft=noun))
    return Goto("aircraft_are_withdrawn")


WITHDRAW_AIRCRAFT = Verb("withdraw-aircraft", "fa:16.4.1", _ground, _ground_shape, _ground_violation, items=Thing)


@step("fa:16.4.1", WITHDRAW_AIRCRAFT)
def aircraft_are_withdrawn(game: Game, stage: Reinforcing) -> Control:
    """After all reinforcements, power by power."""
    power = OWNERS.next(game, game.annex(Grounding).done)
    if power == NOBODY:
        return None
    seat = seat_of_power(game, power)
    return one(seat, WITHDRAW_AIRCRAFT, rule="fa:16.4.1", prompt="withdraw-aircraft", power=Power(power))


# ---------------------------------------------------------------------------------------------------- 16.4.4 pilot deaths


@rule("fa:16.4.4")
def note_the_colour(game: Game, event: AirResult) -> None:
    chart = game.ruleset.tables.source.charts[COLOURS]
    row, column = chart.rows.find(str(event.roll)), chart.columns.find(event.value)
    cell = chart.cells.get((row, column))
    colour = "" if cell is None else cell.value
    if colour != game.state.get(COLOUR):
        game.set(COLOUR, colour)


@rule("fa:16.4.4", "fa:13.3.2")
def pilot_dies(game: Position, aircraft: int) -> bool:
    """By what its aircraft was destroyed; in the return to base step, for want of a base."""
    if game.state[COUNTRY][aircraft] in game.state.get(WITHOUT_FORCE_POOL):
        return True
    if any(game.on_stack(name) for name in (OVERSTACKING.name, CONQUEST.name)):
        return True
    was_shot_at = not game.on_stack(RETURN_TO_BASE.name)  # else it has got away, and found no base
    if was_shot_at and game.on_stack(ANTI_AIRCRAFT.name):
        return True
    if game.on_stack(OVERRUN.name):
        return aircraft in game.enclosing(Caught).surprised
    if was_shot_at and game.on_stack(AIR_COMBAT.name):
        return _shot_down_dead(game, aircraft)
    return game.on_stack(RETURN_TO_BASE_STEP.name) or _lost_at_sea(game, aircraft)


def _shot_down_dead(game: Position, aircraft: int) -> bool:
    """Red always; orange over the sea and over hexes of the enemy."""
    colour, combat = game.state.get(COLOUR), game.enclosing(AirCombat)
    if colour != ORANGE:
        return colour == RED
    place = game.state[TARGET][aircraft] if combat.places[0] == IN_FLIGHT else combat.places[0]
    if not is_hex(game, place):
        return True
    return side_of_power(game, game.state[CONTROLLER][place]) not in (NOBODY, side_of(game, aircraft))


def _lost_at_sea(game: Position, aircraft: int) -> bool:
    """In a sea area where its side has neither a naval unit nor a port; the ship that sinks under it does not count."""
    place = game.state[PLACE][aircraft]
    ship = -1 - place if IN_FLIGHT < place < 0 else NOBODY  # what it is aboard
    sea = sea_of_section(game, place if ship == NOBODY else game.state[PLACE][ship])
    if not sea:
        return False
    side = side_of(game, aircraft)
    sections = {section for section, name in seas_of_sections(game).items() if name == sea}
    there = (unit for section in sections for unit in things_at(game, section))
    if any(unit != ship and _is_ship(game, unit, side) for unit in there):
        return False
    convoys = game.state.amounts(CONVOY_POINTS)
    if any(place in sections and side_of_power(game, owner) == side for owner, place, _ in convoys):
        return False
    seas, holders = board_of(game).tables.seas, game.state[CONTROLLER]
    return not any(sea in seas[port] and side_of_power(game, holders[port]) == side for port in ground_of(game).ports)


def _is_ship(game: Position, unit: int, side: int) -> bool:
    return isinstance(counter_of(game, unit), NavalCounter) and side_of(game, unit) == side


@rule("fa:16.4.3", "fa:16.4.4")
def aircraft_was_destroyed(game: Game, event: Destroyed) -> None:
    """A pilot who does not die with his aircraft is available again."""
    if not needs_pilot(counter_of(game, event.thing)):
        return
    power = power_of(game, event.thing)
    if pilot_dies(game, event.thing):
        game.say(PilotLost(power=power, aircraft=event.thing))
        return
    _add(game, power, 1)
    game.say(PilotSurvived(power=power, aircraft=event.thing))


@rule("fa:4.3", "fa:16.4.3")
def aircraft_was_given_up(game: Game, event: UnitGivenUp) -> None:
    """Its owner keeps the pilot."""
    if needs_pilot(counter_of(game, event.thing)):
        _add(game, power_of(game, event.thing), 1)


@rule("fa:16.4.3", "fa:16.4.4", "fa:2.5.4")
def aircraft_waits_on_the_circle(game: Game, event: Shattered | UnitsSentHome | Displaced) -> None:
    """Nobody has died: the pilot is on the track until it arrives, and may take another aircraft meanwhile."""
    if isinstance(event, UnitsSentHome):
        _free_pilots(game, event.units)
    else:
        _free_pilots(game, (event.unit if isinstance(event, Shattered) else event.thing,))


def _free_pilots(game: Game, aircraft: tuple[int, ...]) -> None:
    for unit in aircraft:
        if needs_pilot(counter_of(game, unit)):
            _add(game, power_of(game, unit), 1)


@rule("fa:11.4.7", "fa:16.4.3")
def cargo_of_a_damaged_ship_waits(usual: Callable[[Game, int, int], None], game: Game, cargo: int, space: int) -> None:
    usual(game, cargo, space)
    _free_pilots(game, (cargo,))


@rule("fa:4.2.1", "fa:16.4.3")
def aircraft_finds_no_room(game: Game, event: ArrivalDelayed) -> None:
    """The pilot who had taken it waits again; reserves that are called out have none."""
    if not game.enclosing(Arrivals).face_down:
        _free_pilots(game, (event.thing,))


MODULE = Module(
    schema=Schema(columns=(PILOTS,), fields=(COLOUR,)),
    subscribes=(
        (AirResult, note_the_colour),
        (Destroyed, aircraft_was_destroyed),
        (UnitGivenUp, aircraft_was_given_up),
        (Shattered, aircraft_waits_on_the_circle),
        (UnitsSentHome, aircraft_waits_on_the_circle),
        (Displaced, aircraft_waits_on_the_circle),
        (ArrivalDelayed, aircraft_finds_no_room),
    ),
    changes=(
        may_place_others.replaced_by(may_man_aircraft),
        land_cargo.wrapped_by(cargo_of_a_damaged_ship_waits),
        Insert(ARRIVALS.name, aircraft_wait_for_pilots, before="ships_are_launched"),
        Insert(ARRIVALS.name, pilots_take_aircraft, before="ships_are_launched"),
        Annex(REINFORCEMENTS.name, Grounding),
        Insert(REINFORCEMENTS.name, aircraft_are_withdrawn, after="all_have_placed"),
    ),
)
