"""14.1 Aircraft movement: how far an aircraft flies out and back, and where it may come down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from worldfire.board.paths import flights, flood_air
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.kinds import Number, Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.violation import Violation, refused
from worldfire.forces.airways import airways
from worldfire.forces.enmity import at_war
from worldfire.forces.flights import ORIGIN, TARGET, Flight, flight_of
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.nations import nations_of
from worldfire.forces.participants import air_component
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.things import (
    HEXES,
    NO_PLANES,
    PLACE,
    STANDING,
    aboard,
    at_sea,
    board_of,
    counter_of,
    sea_of_section,
    things_at,
)
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    HOME_COUNTRY,
    NOBODY,
    OF_CONTROL,
    hexes_of_side,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.forces.zones import playing_hexes
from worldfire.rules.s02_3_stacking import (
    AIRCRAFT_BASE,
    convoy_points_by_place,
    kind_of_aircraft,
    may_be_alone,
    stacking_violation,
)
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s09_02_pacts import barred_borders, border_violation
from worldfire.rules.s11_10_entry import gate_violation, politics_violation
from worldfire.rules.s13_01_3_partisan_effects import closed_by_partisans, hexes_of_partisans
from worldfire.tables.campaign import find_campaign
from worldfire.tables.counters import AirAbility, AirCounter, NavalCounter, NavalType

#: what printed range is multiplied by, and over friendly hexes and undisputed seas
DOUBLE = Figure("times its range of a rebasing aircraft", "11.16")
TRIPLE = Figure("times its range of a rebase over friendly hexes", "11.16")


# ------------------------------------------------------------------------------------------------------- 14.1.1 range


@rule("14.1.1", "14.4/carrier planes")
def printed_range(game: Position, thing: int) -> int:
    """In the circle on the counter; a carrier's planes go by its air component (14.4)."""
    counter = counter_of(game, thing)
    if isinstance(counter, NavalCounter):
        return air_component(game, thing) + nations_of(game).long_legs.get(counter.power, 0)
    assert isinstance(counter, AirCounter), f"{counter.id} does not fly"
    return counter.range or 0


@clause("14.1.1/extended range")
def has_extended_range(game: Position, thing: int) -> bool:
    counter = counter_of(game, thing)
    return isinstance(counter, AirCounter) and AirAbility.EXTENDED_RANGE in counter.abilities


@rule("14.1.1", "14.1.1/reduced range", "14.1.1/extended range", "14.2.5")
def reach_of(game: Position, thing: int, flight: Flight) -> int:
    """Range points towards the target: half for interceptors and FTRs as bombers, double at extended range."""
    printed = printed_range(game, thing)
    if flight in (Flight.INTERCEPTION, Flight.FIGHTER_BOMBER):
        return _half(printed)
    return 2 * printed if flight is Flight.EXTENDED_BOMBER else printed


@cache
def _half(points: int) -> int:
    return rounded(Fraction(points, 2))


@rule("14.2.4", "14.1.1/reduced range", "14.1.1/extended range")
def return_reach(game: Position, thing: int, flight: Flight) -> int:
    """Range points back to base: as on the way out, but interceptors have all their range again."""
    return printed_range(game, thing) if flight is Flight.INTERCEPTION else reach_of(game, thing, flight)


@rule("14.1.1", "14.4/carrier planes")
def origins(game: Position, thing: int) -> tuple[int, ...]:
    """Where its range is measured from: its hex, or for carrier planes any hexdot of the carrier's sea area."""
    place = game.state[PLACE][thing]
    if is_hex(game, place):
        return (place,)
    if not isinstance(counter_of(game, thing), NavalCounter) or place < 0:
        return ()
    return hexdots_of(game, place)


def hexdots_of(game: Position, section: int) -> tuple[int, ...]:
    """The hexdots of the sea area that a sea-box section belongs to; nothing for a place that is none."""
    return board_of(game).hexdots.get(sea_of_section(game, section), ())


@clause("14.1.1")
def closed_skies(game: Position, aircraft: int) -> frozenset[int]:
    """Hexes that it may not fly over: none."""
    return frozenset()


@clause("11.16")
def closed_to_rebases(game: Position, aircraft: int) -> frozenset[int]:
    """The same for a rebase."""
    return closed_skies(game, aircraft)


@rule("14.1.1")
def ways_from(game: Position, start: int, points: int, closed: frozenset[int]) -> Mapping[int, int]:
    """Every hex and hexdot that so many range points reach over nothing that is closed, with what it takes."""
    board = airways(game)
    usual = flights(board, start, points)
    if not closed or closed.isdisjoint(usual):
        return usual
    key = ("ways in open skies", start, points, closed)
    return game.recall(key, lambda: flood_air(board, start, points, closed), OF_CONTROL)


@rule("14.1.1")
def reachable(game: Position, thing: int, flight: Flight) -> Mapping[int, int]:
    """Every hex that it can fly a mission to, with what that takes of its range."""
    points, closed = reach_of(game, thing, flight), closed_skies(game, thing)
    starts = origins(game, thing)
    if len(starts) == 1:
        return ways_from(game, starts[0], points, closed)
    found: dict[int, int] = {}
    for start in starts:
        for here, cost in ways_from(game, start, points, closed).items():
            if cost < found.get(here, points + 1):
                found[here] = cost
    return found


@rule("14.1.1")
def way_flown(game: Position, thing: int) -> int:
    """The points of its range that an aircraft in flight has used from its base to its target."""
    points = reach_of(game, thing, flight_of(game, thing))
    way = ways_from(game, game.state[ORIGIN][thing], points, closed_skies(game, thing))
    return way[game.state[TARGET][thing]]


# ------------------------------------------------------------------------------------------------- 11.16 rebase range


@clause("11.16", "14.1.1/extended range")
def rebase_range(game: Position, aircraft: int, times: int) -> int:
    """So many times the printed range, or twice that with extended range."""
    return printed_range(game, aircraft) * times * (2 if has_extended_range(game, aircraft) else 1)


@rule("11.16")
def rebase_reach(game: Position, aircraft: int) -> Mapping[int, int]:
    """What it reaches at double range over anything, or at triple range over nothing that could hurt it."""
    board, start = airways(game), game.state[PLACE][aircraft]
    side, enemies = side_of(game, aircraft), seas_with_enemies(game, power_of(game, aircraft))
    double, triple = (rebase_range(game, aircraft, times) for times in (DOUBLE(game), TRIPLE(game)))
    closed = closed_to_rebases(game, aircraft)

    def look() -> Mapping[int, int]:
        found = flood_air(board, start, triple, _unsafe_hexes(game, side, enemies) | closed)
        found.update(ways_from(game, start, double, closed))
        return found

    return game.recall(("rebase reach", start, double, triple, side, enemies, closed), look, OF_CONTROL)


def _unsafe_hexes(game: Position, side: int, enemies: frozenset[str]) -> frozenset[int]:
    """Land that is not the side's own, and hexdots of sea areas with enemies."""

    def look() -> frozenset[int]:
        watched = (board_of(game).hexdots.get(sea, ()) for sea in enemies)
        return (game.ruleset.once(_no_hexdots) - hexes_of_side(game, side)).union(*watched)

    return game.recall(("unsafe to overfly", side, enemies), look, OF_CONTROL)


def _no_hexdots(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(place for place, kind in enumerate(board_of(ruleset).tables.kind) if kind != "sea")


def too_far(game: Position, thing: int, place: int, points: int) -> Violation:
    """Out of range; or near enough, were it not for closed skies."""
    return _behind_closed_skies(game, thing, place, points, closed_skies(game, thing)) or refused(
        "14.1.1", "target-out-of-range", unit=Thing(thing), place=Place(place), most=Number(points)
    )


def _behind_closed_skies(
    game: Position, thing: int, place: int, points: int, closed: frozenset[int]
) -> Violation | None:
    if closed and any(place in ways_from(game, start, points, frozenset()) for start in origins(game, thing)):
        return refused("14.1.1", "behind-closed-skies", unit=Thing(thing), place=Place(place))
    return None


def rebase_too_far(game: Position, aircraft: int, place: int) -> Violation:
    points = rebase_range(game, aircraft, DOUBLE(game))
    return _behind_closed_skies(game, aircraft, place, points, closed_to_rebases(game, aircraft)) or refused(
        "11.16",
        "rebase-out-of-range",
        unit=Thing(aircraft),
        place=Place(place),
        double=Number(points),
        triple=Number(rebase_range(game, aircraft, TRIPLE(game))),
    )


@clause("11.16")
def seas_with_enemies(game: Position, power: int) -> frozenset[str]:
    """Sea areas with an enemy aircraft, surface combat ship, or carrier that has its planes."""
    return game.recall(("seas with enemies", power), lambda: frozenset(_seas_with_enemies(game, power)))


def _seas_with_enemies(game: Position, power: int) -> Iterator[str]:
    for unit, sea in at_sea(game):
        if not at_war(game, power, power_of(game, unit)):
            continue
        counter = counter_of(game, unit)
        if isinstance(counter, NavalCounter):
            carrier = counter.type is NavalType.CV and not game.state[NO_PLANES][unit]
            threat = carrier or counter.type is NavalType.SCS
        else:
            threat = isinstance(counter, AirCounter)
        if threat:
            yield sea


# ------------------------------------------------------------------------------------------------ 14.2.4 where it lands


@rule("14.2.4", "11.10.5", "18.2/but you can do this")
def friendly_hex_violation(game: Position, thing: int, place: int) -> Violation | None:
    """A hex of its own side, unless that is an ally's who does not let it in."""
    return _side_violation(game, thing, place) or politics_violation(game, thing, place)


def _side_violation(game: Position, thing: int, place: int) -> Violation | None:
    if side_of_power(game, game.state[CONTROLLER][place]) != side_of(game, thing):
        return refused("14.2.4", "base-not-friendly", place=Place(place))
    return None


def hexes_in_play(game: Position) -> frozenset[int]:
    """The hexes of the maps that the campaign uses (24)."""
    return game.ruleset.once(_hexes_of_campaign, game.state.get(CAMPAIGN))


def _hexes_of_campaign(ruleset: Ruleset, campaign: str) -> frozenset[int]:
    return playing_hexes(ground_of(ruleset), find_campaign(campaign, ruleset.tables.source))


@rule("11.14")
def land_in_play(game: Position) -> frozenset[int]:
    return game.ruleset.once(_land_of_campaign, game.state.get(CAMPAIGN))


def _land_of_campaign(ruleset: Ruleset, campaign: str) -> frozenset[int]:
    is_land = board_of(ruleset).is_land
    return frozenset(place for place in ruleset.once(_hexes_of_campaign, campaign) if is_land(place))


@clause("14.2.4")
def landing_ground(game: Position, thing: int) -> frozenset[int]:
    """Hexes where such an aircraft can be at all: on land."""
    return land_in_play(game)


@rule("13.1.3", "14.2.4", "19.4.3")
def landing_violation(game: Position, thing: int, place: int) -> Violation | None:
    """A friendly hex that lets it and its cargo in, without enemy partisans. Room is asked when the step ends (2.3.1)."""
    if place not in hexes_in_play(game):
        return refused("14.2.4", "hex-out-of-play", place=Place(place))
    if place not in landing_ground(game, thing):
        return refused("2.3.1", "no-ground-to-land", unit=Thing(thing), place=Place(place))
    return (
        admission_violation(game, thing, place)
        or closed_by_partisans(game, thing, place)
        or border_violation(game, power_of(game, thing), place)
    )


@clause("14.2.4", "11.10.5")
def admission_violation(game: Position, thing: int, place: int) -> Violation | None:
    """What depends on who controls the hex and whose home country it lies in, and on nothing else of the hex."""
    return _side_violation(game, thing, place) or gate_violation(game, with_cargo(game, thing), place)


@rule("2.3.1", "11.11")
def room_violation(game: Position, thing: int, place: int) -> Violation | None:
    """Why the aircraft and its cargo could not stack in the hex now, beside what is there of its side."""
    arrivals, side = with_cargo(game, thing), side_of(game, thing)
    friends = tuple(other for other in things_at(game, place) if side_of(game, other) == side)
    return stacking_violation(game, place, (*friends, *arrivals))


def hexes_with_room(game: Position, thing: int, places: Iterable[int]) -> Iterator[int]:
    """Those of the hexes without a `room_violation`; aircraft of a kind that carry nothing fit alike, if of one country."""
    if things_at(game, aboard(thing)):
        return (place for place in places if room_violation(game, thing, place) is None)
    standing, convoys = game.look_up(STANDING), convoy_points_by_place(game)
    whose = (game.state[COUNTRY][thing], kind_of_aircraft(game, thing))

    def fits(place: int) -> bool:
        if AIRCRAFT_BASE(game, thing, place) is not None:
            return False
        if place in standing or place in convoys:
            return game.recall(("room", place, whose), lambda: room_violation(game, thing, place) is None)
        return may_be_alone(game, thing, place)

    return filter(fits, places)


def with_cargo(game: Position, thing: int) -> tuple[int, ...]:
    return (thing, *things_at(game, aboard(thing)))


@rule("13.1.3", "14.2.4", "19.4.3")
def landing_hexes(game: Position, thing: int, places: Collection[int]) -> tuple[int, ...]:
    """Those among the hexes where it may come down, as `landing_violation` says; politics is asked once for all alike."""
    side, found = side_of(game, thing), list[int]()
    open_hexes = frozenset(places) - hexes_of_partisans(game, side) - barred_borders(game, power_of(game, thing))
    for alike in _friendly_ground(game, side, landing_ground(game, thing)):
        near = alike & open_hexes
        if near and admission_violation(game, thing, next(iter(near))) is None:
            found += near
    return tuple(sorted(found))


def _friendly_ground(game: Position, side: int, ground: frozenset[int]) -> Collection[frozenset[int]]:
    """Those of the hexes that the side controls; together what has the same holder and lies in the same home country."""

    def look() -> Collection[frozenset[int]]:
        holders, homes = game.state[CONTROLLER], game.state[HOME_COUNTRY]
        found: dict[tuple[int, int], list[int]] = {}
        for place in ground & hexes_of_side(game, side):
            found.setdefault((holders[place], homes[place]), []).append(place)
        return frozenset(map(frozenset, found.values()))  # in no order, as the sets that it is made of

    return game.recall(("friendly ground", side, ground), look, OF_CONTROL)


@rule("14.2.4")
def base_violation(game: Position, thing: int, place: int) -> Violation | None:
    """Why it may not return there. Exercises have no board and so no range."""
    if not game.state.get(HEXES):
        return None
    if not is_hex(game, place):
        return refused("14.2.4", "base-not-friendly", place=Place(place))
    if place not in bases_in_range(game, thing):
        target = game.state[TARGET][thing]
        if target == NOBODY:
            return rebase_too_far(game, thing, place)
        most = return_reach(game, thing, flight_of(game, thing))
        return refused(
            "14.2.4",
            "base-out-of-range",
            unit=Thing(thing),
            place=Place(place),
            origin=Place(target),
            most=Number(most),
        )
    return landing_violation(game, thing, place)


@clause("14.2.4", "11.10.6")
def bases_in_range(game: Position, thing: int) -> Mapping[int, int]:
    """What it reaches from the hex that it has flown to; overrun on the ground, it rebases."""
    target = game.state[TARGET][thing]
    if target == NOBODY:
        return rebase_reach(game, thing)
    return ways_from(game, target, return_reach(game, thing, flight_of(game, thing)), closed_skies(game, thing))
