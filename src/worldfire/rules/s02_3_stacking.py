"""2.3 Stacking: how many units a hex, port or sea-box can hold. Land, aircraft and naval limits are independent.

Everything takes the hex as its index on the board. Units in the air (missions) and cargo do not stack; sea-boxes have no
limits. What is too much at the end of a step is destroyed by `s02_3_overstacking`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain, combinations
from operator import itemgetter

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.kinds import Number, Place
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Schema, memo
from worldfire.engine.seams import AllOf, SumOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import COUNTER, HEXES, Counter, counter_of, such_on_the_map, things_at
from worldfire.forces.who import COUNTRY, POWER
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalCounter, Size

LAND_UNITS_IN_A_HEX = Figure("land units in a hex", "2.3.1")
TIMES_OFF_THE_MAP = Figure("times as many in a hex off the map", "2.3.1")
NAVAL_UNITS_IN_A_MINOR_PORT = Figure("naval units in a minor port", "2.3.1")
CONVOY_POINTS_A_UNIT = Figure("convoy points that are one naval unit", "2.3.1")
#: a major port holds any number; a figure that no fleet reaches keeps the arithmetic of room simple
UNLIMITED = 1_000

#: DiF options 2, 3 and 14: one more land unit if it is a division. (game, place, units) → how many more
MORE_LAND_UNITS = SumOf[[int, tuple[int, ...]], int]("more land units in a hex")
#: DiF option 2: engineers. (game, place, units) → how many more aircraft
MORE_AIRCRAFT = SumOf[[int, tuple[int, ...]], int]("more aircraft in a hex")
#: option 8: where flying boats may be at all. (game, aircraft, place) → a violation. Whoever remembers what this and the next
#: say must reckon with who controls the place.
AIRCRAFT_BASE = AllOf[[int, int], Violation]("where aircraft may be based")
#: why a ship may not put into a port of its own side. (game, ship, place)
HARBOUR = AllOf[[int, int], Violation]("where ships may put in")


@clause("24.1", "13.3.2")
def crowd_violation(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """Why so many units may not come to the hex together, though each of them might."""
    return None


# ---------------------------------------------------------------------------------------------------------- who counts


def land_units(game: Position, units: Iterable[int]) -> tuple[int, ...]:
    """Those of the units that count for land stacking: forts and plants do not."""
    return tuple([unit for unit in units if _is_land_counter(counter_of(game, unit))])


def _is_land_counter(counter: Counter) -> bool:
    return isinstance(counter, LandCounter) and counter.size is not Size.FACILITY


def land_units_on_map(game: Position) -> tuple[int, ...]:
    """All of them that stand in a hex, in the order of their numbers."""
    return game.recall("land units on the map", lambda: tuple(such_on_the_map(game, _is_land_counter)))


def land_units_of(game: Position, powers: Iterable[int]) -> list[tuple[int, int]]:
    """The same of these powers: (power, unit)."""

    def look() -> dict[int, list[tuple[int, int]]]:
        by_power: dict[int, list[tuple[int, int]]] = defaultdict(list)
        powers, countries = game.state[POWER], game.state[COUNTRY]
        for unit in land_units_on_map(game):
            power = powers[countries[unit]]
            by_power[power].append((power, unit))
        return by_power

    by_power = game.recall("land units of powers", look)
    found = [by_power[power] for power in powers if power in by_power]
    return found[0] if len(found) == 1 else sorted(chain.from_iterable(found), key=itemgetter(1))


def aircraft(game: Position, units: Iterable[int]) -> tuple[int, ...]:
    return tuple([unit for unit in units if isinstance(counter_of(game, unit), AirCounter)])


def naval_units(game: Position, units: Iterable[int]) -> tuple[int, ...]:
    return tuple([unit for unit in units if isinstance(counter_of(game, unit), NavalCounter)])


def headquarters(game: Position, units: Iterable[int]) -> int:
    return sum([is_headquarters_counter(counter_of(game, unit)) for unit in units])


def is_headquarters_counter(counter: Counter) -> bool:
    return isinstance(counter, LandCounter) and counter.type in (LandType.HQ_A, LandType.HQ_I)


# --------------------------------------------------------------------------------------------------------------- limits


@clause("2.3.1", "2.3.1/land unit limits")
def land_limit(game: Position, place: int, units: Iterable[int]) -> int:
    """A few land units, more off map."""
    limit = LAND_UNITS_IN_A_HEX(game) * (TIMES_OFF_THE_MAP(game) if place in ground_of(game).large else 1)
    return limit + MORE_LAND_UNITS(game, place, tuple(units))


@clause("2.3.1", "11.15.5/retreats", "11.15.5/advancing after combat")
def limit_after_combat(game: Position, place: int, units: Iterable[int]) -> int:
    """How many may be in a hex that units retreat to or advance into."""
    return land_limit(game, place, units)


@clause("2.3.1", "2.3.1/aircraft limits")
def aircraft_limit(game: Position, place: int, units: Iterable[int]) -> int:
    """By port, city and terrain, the highest; doubled off map; then one more for each HQ there."""
    limit, each_headquarters = _printed_aircraft_limit(game, place)
    present = tuple(units)
    return limit + each_headquarters * headquarters(game, present) + MORE_AIRCRAFT(game, place, present)


def _printed_aircraft_limit(game: Position, place: int) -> tuple[int, int]:
    """(what the hex itself holds, how many more with each HQ); remembered, because every landing asks."""
    return game.ruleset.once(_aircraft_limit_of_hex, place)


def _aircraft_limit_of_hex(ruleset: Ruleset, place: int) -> tuple[int, int]:
    ground, chart = ground_of(ruleset), ruleset.tables.aircraft_stacking
    terrain, port = ground.board.tables.terrain[place], ground.ports.get(place, "")
    rough = terrain in ("mountain", "desert mountain", "swamp")
    rows = ["mountain, desert mountain or swamp" if rough else "other"]
    if port == "major" or place in ground.cities:
        rows.append("major port or city")
    elif port == "minor":
        rows.append("minor port")
    limit = max(int(chart.number(row, "aircraft")) for row in rows)
    if place in ground.large:
        limit *= TIMES_OFF_THE_MAP(ruleset)
    return limit, int(chart.number("each HQ", "aircraft"))


@clause("2.3.1", "2.3.1/naval unit limits")
def naval_limit(game: Position, place: int) -> int:
    """Any number in a major port, few in a minor one, none where there is no port."""
    port = ground_of(game).ports.get(place, "")
    if port == "minor":
        return NAVAL_UNITS_IN_A_MINOR_PORT(game)
    return UNLIMITED if port == "major" else 0


@clause("2.3.1")
def naval_units_of_convoys(game: Position, points: int) -> int:
    """So many convoy points, or part thereof, are a naval unit."""
    return -(-points // CONVOY_POINTS_A_UNIT(game))


@rule("2.3.1")
def last_unit_of_convoys(game: Position, points: int) -> int:
    """How many of so many convoy points the last naval unit is made of."""
    full = CONVOY_POINTS_A_UNIT(game)
    return points % full or min(points, full)


def convoy_points_at(game: Position, place: int) -> int:
    return convoy_points_by_place(game).get(place, 0)


def convoy_points_by_place(game: Position) -> dict[int, int]:
    """Wherever there are any: for those who ask about many places."""

    def look() -> dict[int, int]:
        found: dict[int, int] = defaultdict(int)
        for _, place, number in game.state.amounts(CONVOY_POINTS):
            found[place] += number
        return found

    return game.recall("convoy points", look)


# ------------------------------------------------------------------------------------------------------------ judgments


@rule("2.3.1", "2.3.1/combinations")
def stacking_violation(game: Position, place: int, units: tuple[int, ...]) -> Violation | None:
    """Why these units, as everything that would be in the place, may not stack there."""
    if not is_hex(game, place):
        return None  # sea-boxes and pools have no limit
    found = together_violation(game, units) if len(units) > 1 else None
    if found is not None:
        return found
    kinds = {type(counter_of(game, unit)) for unit in units}
    if LandCounter in kinds:
        found = _land_violation(game, place, units)
    if found is None and AirCounter in kinds:
        found = _aircraft_violation(game, place, units)
    if found is None and (NavalCounter in kinds or place in ground_of(game).ports):
        found = _naval_violation(game, place, units)
    return found


def _land_violation(game: Position, place: int, units: tuple[int, ...]) -> Violation | None:
    land = land_units(game, units)
    if land and len(land) > land_limit(game, place, units):
        return refused("2.3.1", "too-many-land-units", place=Place(place), most=Number(land_limit(game, place, units)))
    return None


def may_be_alone(game: Position, aircraft: int, place: int) -> bool:
    """May the aircraft, which could be based there, be in a hex where nothing else is, not even convoy points?"""
    key = (place, kind_of_aircraft(game, aircraft))
    return game.recall(key, lambda: not aircraft_surplus(game, place, (aircraft,)), ALONE)


def kind_of_aircraft(game: Position, aircraft: int) -> int:
    """Aircraft of a kind that may be based in a hex find room there alike: all of them, or those of a print."""
    return game.state[COUNTER][aircraft] if aircraft_surplus in game.ruleset.clauses else 0


@clause("2.3.1")
def together_violation(game: Position, units: tuple[int, ...]) -> Violation | None:
    """Units that cannot co-operate cannot stack. One unit speaks for its country, as 18.1 goes by countries."""
    speakers: dict[tuple[int, bool], int] = {}
    for unit in units:
        partisan = getattr(counter_of(game, unit), "type", None) is LandType.PART
        speakers.setdefault((game.state[COUNTRY][unit], partisan), unit)
    for one, other in combinations(speakers.values(), 2):
        found = cooperation_violation(game, one, other)
        if found is not None:
            return found
    return None


def _aircraft_violation(game: Position, place: int, units: tuple[int, ...]) -> Violation | None:
    for unit in aircraft(game, units) if AIRCRAFT_BASE.is_used(game) else ():
        found = AIRCRAFT_BASE(game, unit, place)
        if found is not None:
            return found
    if aircraft_surplus(game, place, units):
        most = aircraft_limit(game, place, units)
        return refused("2.3.1", "too-many-aircraft", place=Place(place), most=Number(most))
    return None


@clause("2.3.1", "2.3.1/aircraft limits")
def aircraft_surplus(game: Position, place: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Of everything that would be in the hex, the aircraft of which one is too many; nothing if all may be there."""
    flying = aircraft(game, units)
    return flying if len(flying) > aircraft_limit(game, place, units) else ()


def _naval_violation(game: Position, place: int, units: tuple[int, ...]) -> Violation | None:
    """Convoy points count too: they lie in ports and at sea."""
    ships, points = naval_units(game, units), convoy_points_at(game, place)
    if not ships and not points:
        return None
    limit = naval_limit(game, place)
    if not limit:
        return refused("2.3.1", "no-port-for-ships", place=Place(place))
    if len(ships) + naval_units_of_convoys(game, points) > limit:
        return refused("2.3.1", "too-many-ships", place=Place(place), most=Number(limit))
    return None


@rule("2.3.1")
def land_room(game: Position, place: int) -> int:
    """How many more land units fit into the hex."""
    here = things_at(game, place)
    return land_limit(game, place, here) - len(land_units(game, here))


@clause("2.3.1")
def aircraft_room(game: Position, place: int) -> int:
    here = things_at(game, place)
    return aircraft_limit(game, place, here) - len(aircraft(game, here))


@rule("2.3.1")
def naval_room(game: Position, place: int) -> int:
    convoys = naval_units_of_convoys(game, convoy_points_at(game, place))
    return naval_limit(game, place) - len(naval_units(game, things_at(game, place))) - convoys


#: which hexes have room for aircraft if nothing else is there
ALONE = memo("alone in a hex", (COUNTER, HEXES), asks=(MORE_AIRCRAFT, aircraft_limit, aircraft_surplus))

MODULE = Module(
    schema=Schema(derived=(ALONE,)),
    seams=(
        MORE_LAND_UNITS,
        MORE_AIRCRAFT,
        AIRCRAFT_BASE,
        HARBOUR,
    ),
)
