"""fa:14.4 Red or White: a die for every unit and every town of Russia, then the factions place what they have, in turn."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import CIRCLE, REMOVED, circle_space, pool_of
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, counter_of, move, place_index, place_name, things_at
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    NOBODY,
    change_control,
    change_country,
    power_of,
    side_of_power,
    units_of,
)
from worldfire.rules.s02_3_stacking import AIRCRAFT_BASE, stacking_violation
from worldfire.rules.s13_06_5_naval_production import strike_convoys
from worldfire.rules.s13_06_production import cost_of
from worldfire.tables.counters import LandCounter, NavalCounter, Size
from worldfire.titles.fa.civil_war.factions import (
    SECTION,
    factions,
    goes_over,
    red_country,
    reds,
    towns,
    white_country,
    whites,
)
from worldfire.titles.fa.names import CZECH_LEGION, TSAR
from worldfire.titles.fa.pilots import PILOTS, needs_pilot

IVANOV, TUKACHEVSKY = "russia-hq-ivanov", "russia-hq-tukachevsky"
#: who never changes sides, once the leaders of the factions are named
LOYAL = frozenset({IVANOV, TUKACHEVSKY, CZECH_LEGION})

UNIT_IS_WHITE = Figure("most on the die for a Russian unit to be White", SECTION)
TOWN_IS_WHITE = Figure("most on the die for a Russian town to be White", SECTION)


class RussianArmyDivided(Event, frozen=True):
    whites: tuple[ThingId, ...]
    reds: tuple[ThingId, ...]


class RussianTownsDivided(Event, frozen=True):
    whites: tuple[PlaceId, ...]
    reds: tuple[PlaceId, ...]


class Mustering(msgspec.Struct):
    """Units and towns that dice are thrown for, the faction that places now, and the unit that it has chosen."""

    units: tuple[int, ...] = ()
    towns: tuple[int, ...] = ()
    red_places: bool = False
    unit: int = NOBODY


def _seat_of_the_dice(game: Position) -> str:
    return seat_of_power(game, reds(game))


# --------------------------------------------------------------------------------------------------------------- the army


@step(SECTION)
def fleet_is_gone(game: Game, mustering: Mustering) -> Control:
    """With its convoys; who was aboard is in the army like anybody else. The Tsar is out of the game."""
    removed, white = place_index(game, REMOVED), whites(game)
    for unit in units_of(game, white_country(game)):
        if isinstance(counter_of(game, unit), NavalCounter):
            send_home(game, tuple(things_at(game, aboard(unit))))
            move(game, unit, removed)
        elif counter_of(game, unit).id == TSAR:
            move(game, unit, removed)
    strike_convoys(game, white)
    return None


@step(SECTION, also=("fa:16.4",))
def pilots_are_assigned(game: Game, mustering: Mustering) -> Control:
    """The best aircraft first; others that wait for one go back to their pools, and pilots without aircraft are lost."""
    white = whites(game)
    waiting = [
        unit
        for unit in units_of(game, white_country(game))
        if needs_pilot(counter_of(game, unit)) and _waits_for_a_pilot(game, unit)
    ]
    waiting.sort(key=lambda unit: (-cost_of(game, unit), unit))
    manned = game.state[PILOTS][white]
    for unit in waiting[:manned]:
        move(game, unit, _camp(game, white))
    for unit in waiting[manned:]:
        move(game, unit, pool_of(game, unit))
    game.write(PILOTS, white, 0)
    return None


def _waits_for_a_pilot(game: Position, unit: int) -> bool:
    return place_name(game, game.state[PLACE][unit]).startswith(("reserve pool", CIRCLE))


def _camp(game: Position, power: int) -> int:
    """Where the units of a faction wait to be placed."""
    return place_index(game, f"set-up of {power_name(game, power)}")


def is_rolled_for(game: Position, unit: int) -> bool:
    """Every unit in the game, also those of later years; forts stay with their hexes, partisans with the Reds."""
    counter = counter_of(game, unit)
    if counter.id in (*LOYAL, TSAR) or is_partisan(game, unit) or isinstance(counter, NavalCounter):
        return False
    fort = isinstance(counter, LandCounter) and counter.size is Size.FACILITY
    return not fort and game.state[PLACE][unit] != place_index(game, REMOVED)


@step(SECTION)
def army_is_rolled_for(game: Game, mustering: Mustering) -> Control:
    mustering.units = tuple(unit for unit in units_of(game, white_country(game)) if is_rolled_for(game, unit))
    if not mustering.units:
        return Goto("leaders_are_named")
    return Roll("civil war units", _seat_of_the_dice(game), dice=len(mustering.units))


@step(SECTION)
def army_is_divided(game: Game, mustering: Mustering) -> Control:
    """Who was in the field, or on the production circle, waits to be placed; the pools are divided."""
    highest, red = UNIT_IS_WHITE(game), red_country(game)
    dice = dict(zip(mustering.units, game.dice, strict=True))
    to_the_reds = tuple(unit for unit, die in dice.items() if die > highest)
    for unit in to_the_reds:
        goes_over(game, unit, red)
    for unit in (*mustering.units, *_legion(game)):
        if _is_in_the_field(game, unit):
            move(game, unit, _camp(game, power_of(game, unit)))
            game.write(FACE_DOWN, unit, 0)
    stay = tuple(unit for unit, die in dice.items() if die <= highest)
    game.say(RussianArmyDivided(whites=stay, reds=to_the_reds))
    return None


def _legion(game: Position) -> tuple[int, ...]:
    """The Czech Legion, if it has been raised: it is White."""
    mine = units_of(game, white_country(game))
    return tuple(unit for unit in mine if counter_of(game, unit).id == CZECH_LEGION)


def _is_in_the_field(game: Position, unit: int) -> bool:
    place = game.state[PLACE][unit]
    return place < 0 or is_hex(game, place) or place_name(game, place).startswith(CIRCLE)


@step(SECTION)
def leaders_are_named(game: Game, mustering: Mustering) -> Control:
    """They arrive next turn."""
    next_turn = place_index(game, circle_space(game.state.get(TURN) + 1))
    for unit, country in enumerate(game.state[COUNTRY]):
        name = counter_of(game, unit).id
        if country not in (white_country(game), red_country(game)) or name not in (IVANOV, TUKACHEVSKY):
            continue
        change_country(game, unit, white_country(game) if name == IVANOV else red_country(game))
        game.write(FACE_DOWN, unit, 0)
        move(game, unit, next_turn)
    return None


# -------------------------------------------------------------------------------------------------------------- the towns


@rule(SECTION)
def towns_in_dispute(game: Position) -> tuple[int, ...]:
    """Cities and resources that are neither under Allied units, which make them White, nor a minor country's."""
    white = whites(game)
    mine = (place for place in sorted(towns(game)) if game.state[CONTROLLER][place] in factions(game))
    return tuple(place for place in mine if not _has_guests(game, place, side_of_power(game, white)))


def _has_guests(game: Position, place: int, side: int) -> bool:
    return any(
        power_of(game, unit) != whites(game) and side_of_power(game, power_of(game, unit)) == side
        for unit in things_at(game, place)
    )


@step(SECTION)
def towns_are_rolled_for(game: Game, mustering: Mustering) -> Control:
    mustering.towns = towns_in_dispute(game)
    return Roll("civil war towns", _seat_of_the_dice(game), dice=len(mustering.towns))


@step(SECTION)
def towns_are_divided(game: Game, mustering: Mustering) -> Control:
    highest = TOWN_IS_WHITE(game)
    dice = dict(zip(mustering.towns, game.dice, strict=True))
    for place, die in dice.items():
        change_control(game, place, whites(game) if die <= highest else reds(game))
    won = tuple(place for place, die in dice.items() if die <= highest)
    game.say(RussianTownsDivided(whites=won, reds=tuple(place for place in dice if place not in won)))
    return None


# ------------------------------------------------------------------------------------------------------------ placing them


def _faction_at_work(game: Position, mustering: Mustering) -> int:
    return reds(game) if mustering.red_places else whites(game)


@rule(SECTION, "fa:2.3.1")
def places_to_muster(game: Position, unit: int) -> tuple[int, ...]:
    """Towns of its faction with room for the unit."""
    power, flies = power_of(game, unit), not isinstance(counter_of(game, unit), LandCounter)
    return tuple(
        place
        for place in sorted(towns(game))
        if game.state[CONTROLLER][place] == power
        and stacking_violation(game, place, (*things_at(game, place), unit)) is None
        and not (flies and AIRCRAFT_BASE(game, unit, place) is not None)
    )


@step(SECTION)
def next_faction_places(game: Game, mustering: Mustering) -> Control:
    """One unit each in turn, the Whites first; who has none left waits no longer, and who finds no room comes next turn."""
    for power in factions(game):
        crowded = [unit for unit in things_at(game, _camp(game, power)) if not places_to_muster(game, unit)]
        for unit in crowded:
            move(game, unit, place_index(game, circle_space(game.state.get(TURN) + 1)))
    waiting = {power for power in factions(game) if things_at(game, _camp(game, power))}
    if not waiting:
        return End()
    if _faction_at_work(game, mustering) not in waiting:
        mustering.red_places = not mustering.red_places
    return None


def _units_to_muster(game: Position, mustering: Mustering, seat: str) -> Shape | Violation:
    return One(tuple(things_at(game, _camp(game, _faction_at_work(game, mustering)))))


def _take(game: Game, mustering: Mustering, seat: str, noun: Noun) -> Control:
    mustering.unit = noun
    return None


MUSTER_UNIT = Verb("muster-unit", SECTION, _take, _units_to_muster, items=Thing)


@step(SECTION, MUSTER_UNIT)
def choose_unit_to_muster(game: Game, mustering: Mustering) -> Control:
    power = _faction_at_work(game, mustering)
    return one(seat_of_power(game, power), MUSTER_UNIT, rule=SECTION, prompt="muster-unit", power=Power(power))


def _places(game: Position, mustering: Mustering, seat: str) -> Shape | Violation:
    return One(places_to_muster(game, mustering.unit))


def _muster(game: Game, mustering: Mustering, seat: str, noun: Noun) -> Control:
    move(game, mustering.unit, noun)
    mustering.unit = NOBODY
    mustering.red_places = not mustering.red_places
    return Goto("next_faction_places")


MUSTER_AT = Verb("muster-at", SECTION, _muster, _places, items=Place)


@step(SECTION, MUSTER_AT)
def choose_place_to_muster(game: Game, mustering: Mustering) -> Control:
    power = _faction_at_work(game, mustering)
    return one(
        seat_of_power(game, power),
        MUSTER_AT,
        rule=SECTION,
        prompt="muster-at",
        power=Power(power),
        unit=Thing(mustering.unit),
    )


MUSTERING = procedure(
    "the factions of Russia muster",
    SECTION,
    fleet_is_gone,
    pilots_are_assigned,
    army_is_rolled_for,
    army_is_divided,
    leaders_are_named,
    towns_are_rolled_for,
    towns_are_divided,
    next_faction_places,
    choose_unit_to_muster,
    choose_place_to_muster,
    locals=Mustering,
)

MODULE = Module(procedures=(MUSTERING,))
