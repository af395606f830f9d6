"""15.4 Events of the Americas: Pancho Villa's raid, and the 14 Points of Woodrow Wilson."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Roll, procedure, step
from worldfire.engine.schema import Field
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import hex_named
from worldfire.forces.pools import pool_of
from worldfire.forces.sending_home import send_home
from worldfire.forces.things import FACE_DOWN, PLACE, move, things_at
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    change_control,
    country_named,
    power_named,
    power_of,
)
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_10_entry import ADMITTED
from worldfire.rules.s13_06_production import LENT
from worldfire.rules.s13_07_1_conquerors import holder_of
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.entry.drawing import RETURNING, Returning
from worldfire.titles.fa.entry.options import DRAFT, GEAR_UP, is_chosen
from worldfire.titles.fa.entry.pools import US_ENTRY, USA, markers_in, seat_of_pool, watches_the_war
from worldfire.titles.fa.politics.events.calling import EVENTS_PLAYED, WAR_STEP, PoliticalEvent, has_happened
from worldfire.titles.fa.politics.flags import can_be_influenced, shift
from worldfire.titles.fa.risings import FOURTEEN_POINTS
from worldfire.titles.fa.sea.special_ships import ship_named

VILLA, POINTS = "villa", "fourteen-points"
GERMANY, MEXICO = "germany", "mexico"
VILLISTAS, CHIHUAHUA = "mexico-cav-villa", "Chihuahua"
_MARKER_LOST = Figure("most on the die for the raid to cost a marker", "fa:15.4")
COST_OF_THE_RAID = Figure("build points that an unpunished raid costs the USA", "fa:15.4")
_SECTION = "fa:15.4"

#: Mexico's hex was given back when the USA went to war
RAID_IS_OVER: Field[bool] = Field("villa_is_over", False)


class VillaRaids(Event, frozen=True):
    thing: ThingId


def _raided(game: Position) -> int:
    return hex_named(game, CHIHUAHUA)


def _mexico(game: Position) -> int:
    return power_named(game, MEXICO)


@rule(_SECTION)
def villa_can_raid(game: Position, power: int) -> bool:
    """After the USA has geared up, while it and Mexico are neutral."""
    country = country_named(game, MEXICO)
    usa = power_named(game, USA)
    neutral = country != NOBODY and can_be_influenced(game, country) and not is_active(game, usa)
    return neutral and is_chosen(game, GEAR_UP)


@rule(_SECTION)
def villa_raids(game: Game, power: int) -> Control:
    """His cavalry stands in Chihuahua, whatever the neutral Mexico says."""
    unit = ship_named(game, VILLISTAS)
    move(game, unit, _raided(game))
    game.write(FACE_DOWN, unit, 0)
    game.say(VillaRaids(thing=unit))
    return None


VILLA_EVENT = PoliticalEvent(VILLA, WAR_STEP, (GERMANY,), villa_can_raid, villa_raids)


@rule(_SECTION)
def is_raiding(game: Position) -> bool:
    """From the raid on, until the USA is at war with anybody."""
    return has_happened(game, VILLA) and not game.state.get(RAID_IS_OVER)


def is_occupied(game: Position) -> bool:
    """Does the USA hold Chihuahua?"""
    return holder_of(game, _raided(game)) == power_named(game, USA)


@rule(_SECTION)
def usa_may_pursue(game: Position, unit: int, place: int) -> bool:
    """Into Chihuahua and no further, without a war."""
    return place == _raided(game) and power_of(game, unit) == power_named(game, USA) and is_raiding(game)


class ChihuahuaOccupied(Event, frozen=True):
    """The USA has driven Villa out and holds the hex."""

    place: PlaceId


@rule(_SECTION)
def the_usa_occupies_chihuahua(game: Game) -> None:
    """Its troops have come: Villa's band is gone, to be rebuilt only if Mexico joins the war, and the hex is American."""
    if not is_raiding(game) or is_occupied(game):
        return
    usa, place = power_named(game, USA), _raided(game)
    if not any(power_of(game, unit) == usa for unit in land_units(game, things_at(game, place))):
        return
    villa = ship_named(game, VILLISTAS)
    if game.state[PLACE][villa] == place:
        move(game, villa, pool_of(game, villa))
    change_control(game, place, usa)
    game.say(ChihuahuaOccupied(place=place))


@rule(_SECTION)
def the_raid_costs_a_point(game: Position, power: int) -> int:
    """A build point of the USA each turn, until it holds Chihuahua."""
    unpunished = power == power_named(game, USA) and is_raiding(game) and not is_occupied(game)
    return -COST_OF_THE_RAID(game) if unpunished else 0


class Unpunished(msgspec.Struct):
    """Nothing is remembered but the die."""


@step(_SECTION)
def roll_for_the_raid(game: Game, unpunished: Unpunished) -> Control:
    """At the start of the US entry step, while Chihuahua is not occupied."""
    if not is_raiding(game) or is_occupied(game) or not watches_the_war(game, USA):
        return End()
    return Roll("Pancho Villa", seat_of_pool(game, US_ENTRY))


@step(_SECTION)
def raid_is_resented(game: Game, unpunished: Unpunished) -> Control:
    if game.total > _MARKER_LOST(game) or not markers_in(game, US_ENTRY):
        return End()
    return Call(RETURNING.name, Returning(((US_ENTRY, 1),)))


UNPUNISHED = procedure("Pancho Villa", _SECTION, roll_for_the_raid, raid_is_resented, locals=Unpunished)


@rule(_SECTION)
def mexico_resents_the_occupation(game: Game) -> None:
    """One box towards Germany at the start of each political step in which the USA holds Chihuahua."""
    country = country_named(game, MEXICO)
    if country != NOBODY and has_happened(game, VILLA) and is_occupied(game) and can_be_influenced(game, country):
        shift(game, country, central_side(game))


@rule(_SECTION)
def chihuahua_is_returned(game: Game, event: WarDeclared) -> None:
    """When the USA goes to war with Germany, unless it is at war with Mexico."""
    usa = power_named(game, USA)
    if not has_happened(game, VILLA) or game.state.get(RAID_IS_OVER) or not is_active(game, usa):
        return
    game.set(RAID_IS_OVER, True)
    if is_occupied(game) and not at_war(game, usa, _mexico(game)):
        place = _raided(game)
        send_home(game, tuple(unit for unit in things_at(game, place) if power_of(game, unit) == usa))
        change_control(game, place, _mexico(game))


# --------------------------------------------------------------------------------------------------------- the 14 Points


@rule(_SECTION)
def points_can_be_declared(game: Position, power: int) -> bool:
    return is_chosen(game, DRAFT)


@rule(_SECTION)
def declare_the_points(game: Game, power: int) -> Control:
    """From now on two dice for partisans, Poles and Czechs among them, and more weariness of war."""
    game.set(FOURTEEN_POINTS, True)
    return None


POINTS_EVENT = PoliticalEvent(POINTS, WAR_STEP, (USA,), points_can_be_declared, declare_the_points)
CHANGES = (
    ADMITTED.attach(usa_may_pursue, reads=(EVENTS_PLAYED, RAID_IS_OVER, COUNTRY, POWER, POWER_NAMES)),
    LENT.attach(the_raid_costs_a_point, reads=(EVENTS_PLAYED, RAID_IS_OVER, CONTROLLER)),
)
