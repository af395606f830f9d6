"""2.4.2 Limits on supply paths: into which hexes and sea areas the units of a country may trace."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.kinds import Place
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import OWN_POWER, unit_at_war
from worldfire.forces.kinds import Power
from worldfire.forces.nations import stands_apart
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import NAMES, STANDING, counter_of, place_index, seas_of_sections
from worldfire.forces.turn import is_active, seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    master_of,
    power_of,
    side_of_power,
)
from worldfire.rules.s02_2_zones_of_control import is_land_unit, zoc_answer
from worldfire.rules.s02_4_fronts import fronts
from worldfire.rules.s08_weather import FINE, RAIN, SNOW, weather_at
from worldfire.rules.s18_1_cooperation import countries_cooperate, powers_cooperate
from worldfire.tables.counters import AirCounter, NavalCounter, NavalType

#: 17.4.3 Vichy territory and 19.7 Sweden: neutral hexes that supply may be traced into. (game, country, place)
NEUTRAL_LETS_SUPPLY_PASS = AnyOf[[int, int]]("neutral hex that lets supply pass")
#: option 11: only convoys and transports keep a sea area open. (game, unit): does it not count?
DOES_NOT_KEEP_SEA_OPEN = AnyOf[[int]]("ship that does not keep a sea area open for supply")
#: (game, unit): does it close no sea area to the supply of its enemies?
DOES_NOT_CLOSE_SEA = AnyOf[[int]]("ship that does not close a sea area to supply")
#: option 11: what else closes a sea area. (game, country, sea)
SEA_IS_CLOSED = AnyOf[[int, str]]("sea area closed to supply")


SECTIONS = 5
#: an owner lets the supply of an ally's units pass his hexes
SUPPLY = Permission("supply", "2.4.2", unsaid="allowed")
#: weather in which aircraft over the sea can cut supply
FLYING_WEATHER = frozenset({FINE, RAIN, SNOW})


class Tracer(msgspec.Struct, frozen=True):
    """Units of one country trace alike: what they may enter depends on who they are, not on which unit it is."""

    country: int
    power: int
    side: int


def tracer_of(game: Position, unit: int) -> Tracer:
    return tracer_of_country(game, game.state[COUNTRY][unit])


def tracer_of_country(game: Position, country: int) -> Tracer:
    power = game.state[POWER][country]
    return Tracer(country, power, side_of_power(game, power))


# ------------------------------------------------------------------------------------------------------------------- land


@rule("2.4.2/limits on supply paths")
def entry_violation(game: Position, tracer: Tracer, zones: dict[int, bool], place: int) -> Violation | None:
    """Why these units may trace no supply path into the hex. `zones` is what `zoc_answers` gave for their side."""
    found = holder_violation(game, tracer, place)
    if found is not None:
        return found
    if zoc_answer(game, zones, place, tracer.side) and not friendly_land_unit_at(game, tracer.side, place):
        return refused("2.4.2", "supply-enemy-zoc", place=Place(place))
    return None


def friendly_land_unit_at(game: Position, side: int, place: int) -> bool:
    powers, countries, sides = game.state[POWER], game.state[COUNTRY], game.state[SIDE]
    return any(
        sides[powers[countries[unit]]] == side and is_land_unit(game, unit)
        for unit in game.look_up(STANDING).get(place, ())
    )


@clause("2.4.2/limits on supply paths", "9.1")
def holder_violation(game: Position, tracer: Tracer, place: int) -> Violation | None:
    """Why whoever controls the hex keeps their supply out."""
    holder = game.state[CONTROLLER][place]
    if holder == tracer.power or holder == game.look_up(OWN_POWER)[tracer.country]:
        return None
    if holder == NOBODY:
        return refused("2.4.2", "supply-nobodys-hex", place=Place(place))
    power = master_of(game, holder)
    if power == tracer.power:
        return None
    if not is_active(game, power) or side_of_power(game, power) == NOBODY:
        if NEUTRAL_LETS_SUPPLY_PASS(game, tracer.country, place):
            return None
        return refused("2.4.2", "supply-neutral-hex", place=Place(place), power=Power(holder))
    if side_of_power(game, power) != tracer.side:
        return refused("2.4.2", "supply-enemy-hex", place=Place(place), power=Power(holder))
    return _ally_violation(game, tracer, power, place)


@rule("2.4.2/limits on supply paths", "18.2/but you can do this")
def _ally_violation(game: Position, tracer: Tracer, power: int, place: int) -> Violation | None:
    """Another major power of the same side."""
    if not is_active(game, tracer.power):
        return refused("2.4.2", "supply-you-are-neutral", place=Place(place), power=Power(power))
    owner = seat_of_power(game, power)
    if not SUPPLY.granted(game, owner, seat_of_power(game, tracer.power)):
        return SUPPLY.wanting(owner, "2.4.2", "supply-not-agreed", place=Place(place), power=Power(power))
    country = game.state[HOME_COUNTRY][place]
    apart = [each for each in (power, tracer.power) if stands_apart(game, each)]
    if not all((each, country) in fronts(game) for each in apart):
        return refused("2.4.2", "supply-stands-apart", place=Place(place), power=Power(power))
    return None


# -------------------------------------------------------------------------------------------------------------------- sea


@clause("2.4.2/overseas supply paths")
def sea_is_open(game: Position, tracer: Tracer, sea: str) -> bool:
    """May supply be traced into the sea area: no enemy there can block it, or an own or co-operating ship stands by."""
    units = _units_in(game, sea)
    blockers = {game.state[COUNTRY][unit]: unit for unit in _blockers(game, tracer, sea, units)} if units else None
    if blockers and not all(_kept_open(game, tracer, sea, enemy) for enemy in blockers.values()):
        return False
    return not SEA_IS_CLOSED(game, tracer.country, sea)


@rule("2.4.2/overseas supply paths")
def enemy_can_block(game: Position, tracer: Tracer, sea: str) -> bool:
    """Is an enemy there who closes the sea area unless somebody keeps it open?"""
    units = _units_in(game, sea)
    return bool(units) and next(_blockers(game, tracer, sea, units), None) is not None


def sections(game: Position, sea: str) -> tuple[int, ...]:
    def look() -> tuple[int, ...]:
        first = place_index(game, f"{sea} 0")
        return tuple(range(first, first + SECTIONS))

    return game.recall(("sections", sea), look, NAMES)


def _units_in(game: Position, sea: str) -> list[int]:
    """Most sea areas are empty: who asks about all of them finds out with one look."""

    def look() -> dict[str, list[int]]:
        standing, units = game.look_up(STANDING), dict[str, list[int]]()
        for section, area in seas_of_sections(game).items():
            if section in standing:
                units.setdefault(area, []).extend(standing[section])
        return units

    return game.recall("units at sea", look).get(sea, [])


def _blockers(game: Position, tracer: Tracer, sea: str, units: list[int]) -> Iterator[int]:
    """Enemy carriers and surface combat ships, in good weather also aircraft with an air-to-sea factor."""
    for unit in units:
        if not _is_enemy(game, tracer, unit) or DOES_NOT_CLOSE_SEA(game, unit):
            continue
        counter = counter_of(game, unit)
        flying = isinstance(counter, AirCounter) and bool(counter.air_to_sea)
        if counter.type in (NavalType.CV, NavalType.SCS) or (flying and _can_fly(game, sea)):
            yield unit


@rule("2.4.2/overseas supply paths", "9.8")
def _is_enemy(game: Position, tracer: Tracer, unit: int) -> bool:
    """At war with the tracing country, which may fight a war that its major power does not."""
    own = game.look_up(OWN_POWER)[tracer.country]
    return unit_at_war(game, unit, tracer.power) or (own != NOBODY and unit_at_war(game, unit, own))


def _can_fly(game: Position, sea: str) -> bool:
    return weather_at(game, sections(game, sea)[0]) in FLYING_WEATHER


def _kept_open(game: Position, tracer: Tracer, sea: str, enemy: int) -> bool:
    """A surface naval unit of the tracing country or a co-operating one that is at war with the blocker is there."""
    for unit in _units_in(game, sea):
        counter = counter_of(game, unit)
        surface = isinstance(counter, NavalCounter) and counter.type is not NavalType.SUB
        friendly = guards_supply_of(game, tracer, unit)
        fights = unit_at_war(game, unit, power_of(game, enemy)) or unit_at_war(game, enemy, power_of(game, unit))
        if surface and friendly and fights and not DOES_NOT_KEEP_SEA_OPEN(game, unit):
            return True
    return any(
        powers_cooperate(game, tracer.power, owner) and unit_at_war(game, enemy, owner)
        for owner, place, _ in game.state.amounts(CONVOY_POINTS)
        if place in sections(game, sea)
    )


@clause("2.4.2/overseas supply paths")
def guards_supply_of(game: Position, tracer: Tracer, ship: int) -> bool:
    """Is it one of those that keep sea areas open to these units? A ship of a country that they co-operate with."""
    return countries_cooperate(game, tracer.country, game.state[COUNTRY][ship])


MODULE = Module(
    seams=(NEUTRAL_LETS_SUPPLY_PASS, DOES_NOT_KEEP_SEA_OPEN, DOES_NOT_CLOSE_SEA, SEA_IS_CLOSED), permissions=(SUPPLY,)
)
