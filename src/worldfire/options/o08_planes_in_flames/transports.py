"""Option 8, transports: bombers with a white range circle, and ATRs with a white infantry symbol (11.11, 11.14, 11.17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import TARGET, flight_of
from worldfire.forces.things import aboard, counter_of, things_at
from worldfire.forces.who import NOBODY
from worldfire.options.o08_planes_in_flames.abilities import has
from worldfire.rules.s11_11_air_transport import capacity_violation, load_violation
from worldfire.rules.s11_14_paradrop import KIND as PARADROP
from worldfire.rules.s11_17_reorganisation import COST, POINTS_OF_SOURCE
from worldfire.rules.s14_1_range import bases_in_range, printed_range, return_reach, way_flown
from worldfire.rules.s14_2_missions import RangeWithLoad, may_carry, range_with_load
from worldfire.tables.counters import AirAbility, LandCounter, LandType, Size

#: infantry class units that no aircraft carries
NOT_CARRIED = frozenset({LandType.HQ_A, LandType.HQ_I, LandType.MAR, LandType.MOT, LandType.PART})
INFANTRY_CLASS = "INF"
MOST_UNITS = Figure("units that a large ATR carries", "11.11")
TIMES_RANGE = Figure("times the range that a heavy load of a large ATR takes", "11.11")
TIMES_POINTS = Figure("times the reorganisation points of a large ATR", "11.17.1")
NEAR = Figure("part of its range over which a large ATR brings more", "11.17.1")
TIMES_COST = Figure("times the reorganisation cost of a large ATR", "11.17.4")


# ----------------------------------------------------------------------------------------------------------- bomber ATRs


@rule("14.2.2/table: air missions", "11.11", "11.14", "11.17.1")
def white_circles_carry(usual: Callable[[Position, int, str], bool], game: Position, thing: int, mission: str) -> bool:
    """Whatever has a white range circle; nobody paradrops from what has the 'no paradrop' symbol."""
    if mission == PARADROP.name and has(game, thing, AirAbility.NO_PARADROP):
        return False
    return has(game, thing, AirAbility.WHITE_RANGE_CIRCLE) or usual(game, thing, mission)


BOMBER_TRANSPORTS = Option("8/bomber-atrs", "Bomber ATRs", changes=(may_carry.wrapped_by(white_circles_carry),))


# ------------------------------------------------------------------------------------------------------------ large ATRs


def _is_large(game: Position, thing: int) -> bool:
    return has(game, thing, AirAbility.LARGE_TRANSPORT)


@rule("11.11/the transport")
def is_infantry_corps(game: Position, unit: int) -> bool:
    """An infantry class corps, other than HQ, MAR, MOT and partisans."""
    counter = counter_of(game, unit)
    return (
        isinstance(counter, LandCounter)
        and counter.gearing == INFANTRY_CLASS
        and counter.size is Size.CORPS
        and counter.type not in NOT_CARRIED
    )


@rule("11.11/the transport")
def large_load_violation(
    usual: Callable[[Position, int, tuple[int, ...]], Violation | None],
    game: Position,
    transport: int,
    load: tuple[int, ...],
) -> Violation | None:
    """Up to 2 units that any ATR can carry, or one infantry class corps."""
    if not _is_large(game, transport):
        return usual(game, transport, load)
    if len(load) > MOST_UNITS(game):
        return refused("11.11", "transport-is-full", aircraft=Thing(transport))
    ordinary = [usual(game, transport, (unit,)) for unit in load]
    if not any(ordinary) or (len(load) == 1 and is_infantry_corps(game, load[0])):
        return None
    return next(found for found in ordinary if found is not None)


def _is_heavy(game: Position, transport: int, load: tuple[int, ...]) -> bool:
    """More than an ordinary ATR can carry."""
    return _is_large(game, transport) and bool(load) and load_violation(game, transport, load) is not None


@rule("11.11/the transport", "14.1.1")
def heavy_loads_cost_double(
    usual: RangeWithLoad, game: Position, transport: int, load: tuple[int, ...], points: int
) -> int:
    spent = usual(game, transport, load, points)
    return TIMES_RANGE(game) * spent if _is_heavy(game, transport, load) else spent


@rule("11.11/the transport", "14.2.4")
def home_with_a_heavy_load(
    usual: Callable[[Position, int], Mapping[int, int]], game: Position, thing: int
) -> Mapping[int, int]:
    """Also on the way back, if it still carries more than an ordinary ATR could."""
    near = usual(game, thing)
    if game.state[TARGET][thing] == NOBODY or not _is_heavy(game, thing, things_at(game, aboard(thing))):
        return near
    most = return_reach(game, thing, flight_of(game, thing))
    return {place: points for place, points in near.items() if TIMES_RANGE(game) * points <= most}


@rule("11.17.1/air supply benefits")
def twice_the_supply(game: Position, points: int, source: int) -> int:
    """2 reorganisation points if it has flown no more than half its range to the target."""
    if not _is_large(game, source) or game.state[TARGET][source] == NOBODY:
        return points
    near = NEAR(game) * way_flown(game, source) <= printed_range(game, source)
    return TIMES_POINTS(game) * points if near else points


@rule("11.17.4")
def twice_the_cost(game: Position, cost: int, unit: int, sources: tuple[int, ...]) -> int:
    """A large ATR takes 2 points in an air action and 4 in any other."""
    return TIMES_COST(game) * cost if _is_large(game, unit) else cost


LARGE_TRANSPORTS = Option(
    "8/large-atrs",
    "Large ATRs",
    changes=(
        capacity_violation.wrapped_by(large_load_violation),
        range_with_load.wrapped_by(heavy_loads_cost_double),
        bases_in_range.wrapped_by(home_with_a_heavy_load),
        POINTS_OF_SOURCE.attach(twice_the_supply),
        COST.attach(twice_the_cost),
    ),
)
