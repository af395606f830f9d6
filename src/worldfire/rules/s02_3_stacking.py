"""2.3 Stacking: how many units a hex, port or sea-box can hold. Land, aircraft and naval limits are independent.

Everything takes the hex as its index on the board. Units in the air (missions) and cargo do not stack; sea-boxes have no
limits. What is too much at the end of a step is destroyed by `s02_3_overstacking`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AllOf, Chain, SumOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import Ground, ground_of, is_hex
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import board_of, counter_of, things_at
from worldfire.forces.who import COUNTRY
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalCounter, Size

LAND_UNITS = 2
NAVAL_UNITS_IN_A_MINOR_PORT = 2
CONVOY_POINTS_PER_UNIT = 5
#: a major port holds any number; a figure that no fleet reaches keeps the arithmetic of room simple
UNLIMITED = 1_000

#: DiF options 2, 3 and 14: one more land unit if it is a division. (game, place, units) → how many more
MORE_LAND_UNITS = SumOf[[int, tuple[int, ...]], int]("more land units in a hex")
#: DiF option 2: engineers. (game, place, units) → how many more aircraft
MORE_AIRCRAFT = SumOf[[int, tuple[int, ...]], int]("more aircraft in a hex")
#: option 8: a flying boat stacks beside the others, and only on a coast. (game, aircraft, place) → those that count
AIRCRAFT_THAT_COUNT = Chain[tuple[int, ...], [int]]("aircraft that count for stacking")
#: option 8: where flying boats may be at all. (game, aircraft, place) → a violation
AIRCRAFT_BASE = AllOf[[int, int], Violation]("where aircraft may be based")
#: SiF option 5: 4 naval units in a minor port
MINOR_PORT_LIMIT = Chain[int, []]("naval units in a minor port")
#: SiF option 5: 3 convoy points are a naval unit
CONVOY_POINTS_A_UNIT = Chain[int, []]("convoy points that are one naval unit")


# ---------------------------------------------------------------------------------------------------------- who counts


def land_units(game: Game, units: Iterable[int]) -> tuple[int, ...]:
    """Those of the units that count for land stacking: forts and plants do not."""
    return tuple(unit for unit in units if _is_land(game, unit))


def _is_land(game: Game, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is not Size.FACILITY


def aircraft(game: Game, units: Iterable[int]) -> tuple[int, ...]:
    return tuple(unit for unit in units if isinstance(counter_of(game, unit), AirCounter))


def naval_units(game: Game, units: Iterable[int]) -> tuple[int, ...]:
    return tuple(unit for unit in units if isinstance(counter_of(game, unit), NavalCounter))


def headquarters(game: Game, units: Iterable[int]) -> int:
    kinds = (getattr(counter_of(game, unit), "type", None) for unit in units)
    return sum(kind in (LandType.HQ_A, LandType.HQ_I) for kind in kinds)


# --------------------------------------------------------------------------------------------------------------- limits


@rule("2.3.1", "2.3.1/land unit limits")
def land_limit(game: Game, place: int, units: Iterable[int]) -> int:
    """2 land units, doubled off map."""
    limit = LAND_UNITS * (2 if place in ground_of(game).off_map else 1)
    return limit + MORE_LAND_UNITS(game, place, tuple(units))


@rule("2.3.1", "2.3.1/aircraft limits")
def aircraft_limit(game: Game, place: int, units: Iterable[int]) -> int:
    """By port, city and terrain, the highest; doubled off map; then one more for each HQ there."""
    limit, each_headquarters = _printed_aircraft_limit(game, place)
    present = tuple(units)
    return limit + each_headquarters * headquarters(game, present) + MORE_AIRCRAFT(game, place, present)


def _printed_aircraft_limit(game: Game, place: int) -> tuple[int, int]:
    """(what the hex itself holds, how many more with each HQ); remembered, because every landing asks."""
    known: dict[int, tuple[int, int]] = ground_of(game).worked_out.setdefault("aircraft limits", {})
    if place not in known:
        known[place] = _worked_out_aircraft_limit(game, place)
    return known[place]


def _worked_out_aircraft_limit(game: Game, place: int) -> tuple[int, int]:
    ground, chart = ground_of(game), game.ruleset.tables.aircraft_stacking
    terrain, port = board_of(game).tables.terrain[place], ground.ports.get(place, "")
    rough = terrain in ("mountain", "desert mountain", "swamp")
    rows = ["mountain, desert mountain or swamp" if rough else "other"]
    if port == "major" or place in ground.cities:
        rows.append("major port or city")
    elif port == "minor":
        rows.append("minor port")
    limit = max(int(chart.number(row, "aircraft")) for row in rows) * (2 if place in ground.off_map else 1)
    return limit, int(chart.number("each HQ", "aircraft"))


@rule("2.3.1/aircraft limits")
def hexes_with_airfields(game: Game) -> frozenset[int]:
    """Where at least one aircraft may be whoever else is in the hex."""

    def look(ground: Ground) -> frozenset[int]:
        return frozenset(place for place in range(len(ground.board)) if _printed_aircraft_limit(game, place)[0])

    found: frozenset[int] = ground_of(game).once("hexes with airfields", look)
    return found


@rule("2.3.1", "2.3.1/naval unit limits")
def naval_limit(game: Game, place: int) -> int:
    """Any number in a major port, 2 in a minor one, none where there is no port."""
    port = ground_of(game).ports.get(place, "")
    if port == "minor":
        return MINOR_PORT_LIMIT(game, NAVAL_UNITS_IN_A_MINOR_PORT)
    return UNLIMITED if port == "major" else 0


@rule("2.3.1")
def naval_units_of_convoys(game: Game, points: int) -> int:
    """Every 5 convoy points, or part thereof, are a naval unit."""
    return -(-points // CONVOY_POINTS_A_UNIT(game, CONVOY_POINTS_PER_UNIT))


@rule("2.3.1")
def last_unit_of_convoys(game: Game, points: int) -> int:
    """How many of so many convoy points the last naval unit is made of."""
    full = CONVOY_POINTS_A_UNIT(game, CONVOY_POINTS_PER_UNIT)
    return points % full or min(points, full)


def convoy_points_at(game: Game, place: int) -> int:
    return sum(
        number
        for (kind, _, where), number in game.state.quantities.items()
        if kind == CONVOY_POINTS.name and where == place
    )


# ------------------------------------------------------------------------------------------------------------ judgments


@rule("2.3.1", "2.3.1/combinations")
def stacking_violation(game: Game, place: int, units: tuple[int, ...]) -> Violation | None:
    """Why these units, as everything that would be in the place, may not stack there."""
    if not is_hex(game, place):
        return None  # sea-boxes and pools have no limit
    found = together_violation(game, units) if len(units) > 1 else None
    if found is not None:
        return found
    land = land_units(game, units)
    if len(land) > land_limit(game, place, units):
        return refused("2.3.1", "too-many-land-units", place=place, most=land_limit(game, place, units))
    return _aircraft_violation(game, place, units) or _naval_violation(game, place, units)


@rule("2.3.1")
def together_violation(game: Game, units: tuple[int, ...]) -> Violation | None:
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


def _aircraft_violation(game: Game, place: int, units: tuple[int, ...]) -> Violation | None:
    flying = aircraft(game, units)
    if not flying:
        return None
    for unit in flying:
        found = AIRCRAFT_BASE(game, unit, place)
        if found is not None:
            return found
    limit = aircraft_limit(game, place, units)
    if len(AIRCRAFT_THAT_COUNT(game, flying, place)) > limit:
        return refused("2.3.1", "too-many-aircraft", place=place, most=limit)
    return None


def _naval_violation(game: Game, place: int, units: tuple[int, ...]) -> Violation | None:
    ships = naval_units(game, units)
    if not ships and place not in ground_of(game).ports:
        return None  # convoy points lie in ports and at sea
    points = convoy_points_at(game, place)
    if not ships and not points:
        return None
    limit = naval_limit(game, place)
    if not limit:
        return refused("2.3.1", "no-port-for-ships", place=place)
    if len(ships) + naval_units_of_convoys(game, points) > limit:
        return refused("2.3.1", "too-many-ships", place=place, most=limit)
    return None


@rule("2.3.1")
def land_room(game: Game, place: int) -> int:
    """How many more land units fit into the hex."""
    here = things_at(game, place)
    return land_limit(game, place, here) - len(land_units(game, here))


@rule("2.3.1")
def aircraft_room(game: Game, place: int) -> int:
    here = things_at(game, place)
    return aircraft_limit(game, place, here) - len(AIRCRAFT_THAT_COUNT(game, aircraft(game, here), place))


@rule("2.3.1")
def naval_room(game: Game, place: int) -> int:
    convoys = naval_units_of_convoys(game, convoy_points_at(game, place))
    return naval_limit(game, place) - len(naval_units(game, things_at(game, place))) - convoys


MODULE = Module(
    seams=(
        MORE_LAND_UNITS,
        MORE_AIRCRAFT,
        AIRCRAFT_THAT_COUNT,
        AIRCRAFT_BASE,
        MINOR_PORT_LIMIT,
        CONVOY_POINTS_A_UNIT,
    )
)
