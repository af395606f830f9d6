"""9.6 Aligning minor countries, if they are willing (19.7), and setting up their units (19.4.1, 19.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from worldfire.engine.billets import Billets
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing, ThingId, Things
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.seams import SumOf
from worldfire.engine.shapes import Allot, Choices, Noun, One, Room, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.in_turn import EachPower, powers_in_action
from worldfire.forces.kinds import Country, CountryId, Owner, Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import REMOVED, circle_space, construction_pool, named_place, pool_of
from worldfire.forces.situation import AT_WAR, TURN, WITHOUT_FORCE_POOL
from worldfire.forces.things import (
    FACE_DOWN,
    HEXES,
    ON_THE_MAP,
    PLACE,
    PLACE_NAMES,
    counter_of,
    move,
    place_index,
    things_at,
)
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRIES,
    COUNTRY,
    COUNTRY_NAMES,
    HEXES_HELD,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    align_country,
    change_control,
    country_named,
    power_named,
)
from worldfire.rules.s02_3_parties import parties, welcome
from worldfire.rules.s02_3_stacking import (
    AIRCRAFT_BASE,
    UNLIMITED,
    aircraft_room,
    land_room,
    naval_room,
    stacking_violation,
)
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter

#: the last calendar year in which the country was neutral, 0 if before the campaign (13.1.1)
LAST_NEUTRAL = Column(COUNTRIES, "last_neutral")
#: countries that the campaign keeps out of the war
STAY_NEUTRAL: Field[tuple[str, ...]] = Field("stay_neutral", ())


class MinorAligned(Event, frozen=True):
    country: CountryId
    power: PowerId


class MinorAbandoned(Event, frozen=True):
    """19.2: every major power declined to align the country that this power attacked."""

    country: CountryId
    power: PowerId


class MinorSetUp(Event, frozen=True):
    country: CountryId
    units: tuple[ThingId, ...]


class ForcePoolDecided(Event, frozen=True):
    """19.4.2: units of the minor country that were not set up join the force pools, or leave the game."""

    country: CountryId
    joins: bool


def own_power(game: Position, country: int) -> int:
    """The power that a country is by itself while it is neutral; NOBODY if it never is in this campaign."""
    return power_named(game, game.state.get(COUNTRY_NAMES)[country])


def stays_neutral(game: Position, country: int) -> bool:
    return game.state.get(COUNTRY_NAMES)[country] in game.state.get(STAY_NEUTRAL)


@clause("9.6", "19.7")
def alignment_violation(game: Position, power: int, country: int) -> Violation | None:
    """Why this power may not align the country in this step."""
    own = own_power(game, country)
    if own == NOBODY or game.state[POWER][country] != own or game.state[CONQUEROR][country] != NOBODY:
        return refused("9.6", "country-not-neutral", country=Country(country))
    if stays_neutral(game, country):
        return refused("9.6", "country-stays-neutral", country=Country(country))
    if country not in willing_minors(game, power):
        return refused("19.6", "country-does-not-align", country=Country(country), power=Power(power))
    return None


@clause("9.6", "19.7")
def willing_minors(game: Position, power: int) -> tuple[int, ...]:
    """The minor countries that would follow this power now, if they are neutral; every title has its own."""
    return ()


@clause("9.6")
def aligns_another(game: Position, power: int, country: int) -> bool:
    """May the power go on aligning in this step, though it has just aligned this country?"""
    return False


def alignable(game: Position, power: int) -> tuple[int, ...]:
    return tuple(
        country for country in willing_minors(game, power) if alignment_violation(game, power, country) is None
    )


# --------------------------------------------------------------------------------------------------------- 9.6 aligning


class Aligning(msgspec.Struct):
    """How many powers of the side have aligned or declined, and what has been aligned: the procedure ends with it."""

    asked: int = 0
    aligned: tuple[tuple[int, int], ...] = ()


ALIGNERS = EachPower(powers_in_action, lambda game, power: bool(alignable(game, power)))


def _countries(game: Position, aligning: Aligning, seat: str) -> Shape | Violation:
    names = game.state.get(COUNTRY_NAMES)
    return One(tuple(names[country] for country in alignable(game, ALIGNERS.next(game, aligning.asked))))


def _align(game: Game, aligning: Aligning, seat: str, noun: Noun) -> Control:
    power, country = ALIGNERS.next(game, aligning.asked), country_named(game, noun)
    following = alignment(game, country, power)
    if not aligns_another(game, power, country):
        aligning.asked = ALIGNERS.after(game, power)
    aligning.aligned += ((country, power),)
    return following


@clause("9.6")
def alignment(game: Game, country: int, power: int) -> Control:
    """The country is the power's from now on, and sets its units up."""
    return Call(SETTING_UP.name, align_minor(game, country, power))


def _align_nobody(game: Game, aligning: Aligning, seat: str, noun: Noun) -> Control:
    aligning.asked = ALIGNERS.after(game, ALIGNERS.next(game, aligning.asked))
    return Goto("next_power_aligns")


ALIGN = Verb("align-minor", "9.6", _align, _countries, items=Owner)
ALIGN_NOBODY = Verb("align-nobody", "9.6", _align_nobody)


@step("9.6", ALIGN, ALIGN_NOBODY)
def next_power_aligns(game: Game, aligning: Aligning) -> Control:
    """Each major power may align one minor country in each of its declaration of war steps."""
    power = ALIGNERS.next(game, aligning.asked)
    if power == NOBODY:
        return End(aligning.aligned)
    return one(seat_of_power(game, power), ALIGN, ALIGN_NOBODY, rule="9.6", prompt="align-minor", power=Power(power))


@step("9.6")
def power_has_aligned(game: Game, aligning: Aligning) -> Control:
    return Goto("next_power_aligns")


ALIGNING = procedure("aligning minors", "9.6", next_power_aligns, power_has_aligned, locals=Aligning)

# ------------------------------------------------------------------------------------------------------ 19.4.1 setting up


class SettingUp(msgspec.Struct):
    """The minor country that has been aligned."""

    country: int


@rule("9.6")
def align_minor(game: Game, country: int, power: int) -> SettingUp:
    """It and what belonged to it are the power's at once; its hexes keep its name until its units are set up."""
    own = own_power(game, country)
    for other, holder in enumerate(game.state[POWER]):
        if holder == own:
            game.write(LAST_NEUTRAL, other, game.state.get(YEAR))
            align_country(game, other, power)
    game.say(MinorAligned(country=country, power=power))
    return SettingUp(country)


def army(game: Position, country: int) -> tuple[int, ...]:
    """Units of the country that wait beside the map."""
    place = named_place(game, f"army of {game.state.get(COUNTRY_NAMES)[country]}")
    return () if place is None else things_at(game, place)


@clause("19.4.1")
def own_hexes(game: Position, country: int) -> Sequence[int]:
    """Hexes that the minor country controls in its own name."""
    return game.look_up(HEXES_HELD).get(own_power(game, country), ())


@step("19.4.1")
def sort_the_army(game: Game, setting: SettingUp) -> Control:
    """Reserves wait to be called; units of the year arrive next turn; young ships are still being built."""
    power = power_name(game, game.state[POWER][setting.country])
    year = game.state.get(YEAR)
    next_turn = place_index(game, circle_space(game.state.get(TURN) + 1))
    for unit in army(game, setting.country):
        counter = counter_of(game, unit)
        if counter.available in nations_of(game).reserves:
            move(game, unit, place_index(game, f"reserve pool of {power}"))
        elif counter.year is None:
            continue  # it has always been there
        elif isinstance(counter, NavalCounter):
            if counter.year >= year:
                move(game, unit, pool_of(game, unit))
            elif counter.year == year - 1:
                move(game, unit, construction_pool(game, game.state[POWER][setting.country]))
        elif counter.year >= year:
            move(game, unit, next_turn)
    return None


#: 19.4.1: initial units of a country that are no things: (country)
FURTHER_UNITS = SumOf[[int], int]("19.4.1 further initial units")

Category = type[LandCounter] | type[AirCounter] | type[NavalCounter]

_ROOMS: Mapping[str, tuple[Category, Callable[[Position, int], int]]] = {
    "place_land_units_of_minor": (LandCounter, land_room),
    "place_aircraft_of_minor": (AirCounter, aircraft_room),
    "place_ships_of_minor": (NavalCounter, naval_room),
}


def _to_place(game: Position, setting: SettingUp, category: Category) -> tuple[int, ...]:
    return tuple(unit for unit in army(game, setting.country) if isinstance(counter_of(game, unit), category))


def _rooms(
    game: Position, setting: SettingUp, units: tuple[int, ...], room: Callable[[Position, int], int]
) -> tuple[Room, ...]:
    """Where one of them can be; not among partisans."""
    found = (
        Room(place, room(game, place))
        for place in own_hexes(game, setting.country)
        if any(welcome(game, unit, place) for unit in units)
    )
    return tuple(room for room in found if room.most > 0)


@rule("19.4.1", "2.3.1")
def _all_find_room(game: Position, setting: SettingUp, units: tuple[int, ...], rooms: tuple[Room, ...]) -> bool:
    """At home, and abroad as many as half of the army allows."""
    homes = game.state[HOME_COUNTRY]
    at_home = sum(room.most for room in rooms if homes[int(room.choice)] == setting.country)
    abroad = sum(room.most for room in rooms) - at_home
    return len(units) <= at_home + min(abroad, max(0, most_abroad(game, setting)))


def _set_up_shape(game: Position, setting: SettingUp, seat: str) -> Shape | Violation:
    category, room = _ROOMS[game.state.frames[-1].step]
    units = _to_place(game, setting, category)
    rooms = _rooms(game, setting, units, room)
    to = tuple(room.choice for room in rooms)
    if not _all_find_room(game, setting, units, rooms):
        return refused("2.3.1", "set-up-no-room", units=Things(units))
    items = tuple(Choices(unit, _bases(game, unit, to)) for unit in units)
    limited = tuple(room for room in rooms if room.most < UNLIMITED // 2)
    home = frozenset(place for place in to if game.state[HOME_COUNTRY][int(place)] == setting.country)
    together = parties(game, units, to)
    if len(home) == len(to) and all(len(party.open) == len(to) and not party.apart for party in together):
        return Allot(items, limited)
    return Billets(items, limited, together, home, max(0, len(units) - most_abroad(game, setting)))


def _bases(game: Position, unit: int, to: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Not every aircraft can be everywhere."""
    if not isinstance(counter_of(game, unit), AirCounter):
        return to
    return tuple(place for place in to if AIRCRAFT_BASE(game, unit, int(place)) is None)


@rule("19.4.1", "2.3.1")
def minor_set_up_violation(game: Position, setting: SettingUp, seat: str, noun: Noun) -> Violation | None:
    """Stacking, and at least half of the country's units at home."""
    arriving: dict[int, list[int]] = {}
    for unit, place in noun:
        arriving.setdefault(place, []).append(unit)
    for place, units in arriving.items():
        found = stacking_violation(game, place, (*things_at(game, place), *units))
        if found is not None:
            return found
    home = game.state[HOME_COUNTRY]
    if sum(home[place] != setting.country for _, place in noun) > most_abroad(game, setting):
        return refused("19.4.1", "half-must-be-at-home", country=Country(setting.country))
    return None


@clause("19.4.1")
def most_abroad(game: Position, setting: SettingUp) -> int:
    """How many more units may be set up outside the country: half of its army, those that wait included, stays at home."""
    home, places = game.state[HOME_COUNTRY], game.state[PLACE]
    standing = [places[unit] for unit in _on_the_map(game, setting.country)]
    whole = len(standing) + len(army(game, setting.country)) + FURTHER_UNITS(game, setting.country)
    return whole // 2 - sum(home[place] != setting.country for place in standing)


def _on_the_map(game: Position, country: int) -> tuple[int, ...]:
    """Those of its army that are set up, its colonies' troops among them."""
    name, countries = game.state.get(COUNTRY_NAMES)[country], game.state[COUNTRY]
    return tuple(
        unit for unit in game.look_up(ON_THE_MAP) if countries[unit] == country or counter_of(game, unit).power == name
    )


def _set_up(game: Game, setting: SettingUp, seat: str, noun: Noun) -> Control:
    for unit, place in noun:
        move(game, unit, place)
        game.write(FACE_DOWN, unit, int(set_up_face_down(game, setting.country)))
    return None


@clause("19.4.1")
def set_up_face_down(game: Position, country: int) -> bool:
    """Is the army of the country taken so unawares that it is set up face-down?"""
    return False


SET_UP_MINOR = Verb("set-up-minor", "19.4.1", _set_up, _set_up_shape, minor_set_up_violation, items=Thing, to=Place)


def _ask_to_place(game: Game, setting: SettingUp) -> Control:
    category, room = _ROOMS[game.state.frames[-1].step]
    units = _to_place(game, setting, category)
    if not units:
        return None
    if not _all_find_room(game, setting, units, _rooms(game, setting, units, room)):
        later = place_index(game, circle_space(game.state.get(TURN) + 1))
        for unit in units:
            move(game, unit, later)
        return None
    seat = seat_of_power(game, game.state[POWER][setting.country])
    return one(
        seat,
        SET_UP_MINOR,
        rule="19.4.1",
        prompt="set-up-minor",
        always=True,
        units=Things(units),
        country=Country(setting.country),
    )


@step("19.4.1", SET_UP_MINOR, also=("19.4",))
def place_land_units_of_minor(game: Game, setting: SettingUp) -> Control:
    return _ask_to_place(game, setting)


@step("19.4.1", SET_UP_MINOR)
def place_aircraft_of_minor(game: Game, setting: SettingUp) -> Control:
    return _ask_to_place(game, setting)


@step("19.4.1", SET_UP_MINOR)
def place_ships_of_minor(game: Game, setting: SettingUp) -> Control:
    return _ask_to_place(game, setting)


@step("19.4.1")
def hexes_pass_to_the_major_power(game: Game, setting: SettingUp) -> Control:
    """From now on the country controls its hexes under the name of its major power (2.5.2).

    It keeps its own name in a war that its major power does not fight (2.5.3).
    """
    power, own = game.state[POWER][setting.country], own_power(game, setting.country)
    enemies = {other for pair in game.state.get(AT_WAR) if own in pair for other in pair} - {own}
    if all(at_war(game, power, enemy) for enemy in enemies):
        for place in own_hexes(game, setting.country):
            change_control(game, place, power)
    units = _on_the_map(game, setting.country)
    game.say(MinorSetUp(country=setting.country, units=units))
    return None


# -------------------------------------------------------------------------------------------------------- 19.4.2 production


def _join(game: Game, setting: SettingUp, seat: str, noun: Noun) -> Control:
    game.say(ForcePoolDecided(country=setting.country, joins=True))
    return None


def _leave_out(game: Game, setting: SettingUp, seat: str, noun: Noun) -> Control:
    """What is not set up leaves the game, and so will the others when they are destroyed."""
    game.set(WITHOUT_FORCE_POOL, (*game.state.get(WITHOUT_FORCE_POOL), setting.country))
    hexes, names = game.state.get(HEXES), game.state.get(PLACE_NAMES)
    for unit, place in enumerate(game.state[PLACE]):
        waits = place >= hexes and names[place - hexes].startswith(("available in ", "force pool of "))
        if waits and game.state[COUNTRY][unit] == setting.country:
            move(game, unit, place_index(game, REMOVED))
    game.say(ForcePoolDecided(country=setting.country, joins=False))
    return None


JOIN_FORCE_POOLS = Verb("add-to-force-pools", "19.4.2", _join)
LEAVE_OUT = Verb("leave-out-of-force-pools", "19.4.2", _leave_out)


@step("19.4.2", JOIN_FORCE_POOLS, LEAVE_OUT)
def decide_on_force_pools(game: Game, setting: SettingUp) -> Control:
    seat = seat_of_power(game, game.state[POWER][setting.country])
    return one(
        seat, JOIN_FORCE_POOLS, LEAVE_OUT, rule="19.4.2", prompt="minor-force-pools", country=Country(setting.country)
    )


SETTING_UP = procedure(
    "a minor country’s set-up",
    "19.4",
    sort_the_army,  # 19.4.1
    place_land_units_of_minor,
    place_aircraft_of_minor,
    place_ships_of_minor,
    hexes_pass_to_the_major_power,
    decide_on_force_pools,  # 19.4.2
    locals=SettingUp,
)


MODULE = Module(
    schema=Schema(columns=(LAST_NEUTRAL,), fields=(STAY_NEUTRAL,)),
    procedures=(ALIGNING, SETTING_UP),
    seams=(FURTHER_UNITS,),
)
