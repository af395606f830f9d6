"""14.1 Aircraft movement: how far an aircraft flies out and back, and where it may come down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from worldfire.board.paths import flights, flood_air
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.flights import TARGET, Flight, flight_of
from worldfire.forces.ground import Ground, ground_of, is_hex
from worldfire.forces.nations import nations_of
from worldfire.forces.participants import air_component
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.things import (
    HEXES,
    NO_PLANES,
    PLACE,
    STANDING,
    Counter,
    aboard,
    all_such,
    board_of,
    counter_of,
    place_name,
    sea_of_section,
    things_at,
)
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    HOME_COUNTRY,
    NOBODY,
    OF_CONTROL,
    POWER,
    hexes_of_side,
    master_of,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.forces.zones import playing_hexes
from worldfire.rules.s02_3_stacking import AIRCRAFT_BASE, hexes_with_airfields, stacking_violation
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s13_01_3_partisan_effects import closed_by_partisans
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.rules.s18_2_commitments import foreign_troops_violation
from worldfire.rules.s19_4_minor_units import leaving_home_violation
from worldfire.tables.campaign import find_campaign
from worldfire.tables.counters import AirAbility, AirCounter, LandCounter, NavalCounter, NavalType

#: 11.16: printed range is multiplied by so much, and by this much over friendly hexes and undisputed seas
DOUBLE, TRIPLE = 2, 3


# ------------------------------------------------------------------------------------------------------- 14.1.1 range


@rule("14.1.1", "14.4/carrier planes")
def printed_range(game: Game, thing: int) -> int:
    """In the circle on the counter; a carrier's planes go by its air component (14.4)."""
    counter = counter_of(game, thing)
    if isinstance(counter, NavalCounter):
        return air_component(game, thing) + nations_of(game).long_legs.get(counter.power, 0)
    assert isinstance(counter, AirCounter), f"{counter.id} does not fly"
    return counter.range or 0


@rule("14.1.1/extended range")
def has_extended_range(game: Game, thing: int) -> bool:
    counter = counter_of(game, thing)
    return isinstance(counter, AirCounter) and AirAbility.EXTENDED_RANGE in counter.abilities


@rule("14.1.1", "14.1.1/reduced range", "14.1.1/extended range", "14.2.5")
def reach_of(game: Game, thing: int, flight: Flight) -> int:
    """Range points towards the target: half for interceptors and FTRs as bombers, double at extended range."""
    printed = printed_range(game, thing)
    if flight in (Flight.INTERCEPTION, Flight.FIGHTER_BOMBER):
        return rounded(Fraction(printed, 2))
    return 2 * printed if flight is Flight.EXTENDED_BOMBER else printed


@rule("14.2.4", "14.1.1/reduced range", "14.1.1/extended range")
def return_reach(game: Game, thing: int, flight: Flight) -> int:
    """Range points back to base: as on the way out, but interceptors have all their range again."""
    return printed_range(game, thing) if flight is Flight.INTERCEPTION else reach_of(game, thing, flight)


@rule("14.1.1", "14.4/carrier planes")
def origins(game: Game, thing: int) -> tuple[int, ...]:
    """Where its range is measured from: its hex, or for carrier planes any hexdot of the carrier's sea area."""
    place = game.state[PLACE][thing]
    if is_hex(game, place):
        return (place,)
    if not isinstance(counter_of(game, thing), NavalCounter) or place < 0:
        return ()
    return hexdots_of(game, place)


def hexdots_of(game: Game, section: int) -> tuple[int, ...]:
    """The hexdots of the sea area that a sea-box section belongs to; nothing for a place that is none."""
    return board_of(game).hexdots.get(place_name(game, section).rpartition(" ")[0], ())


@rule("14.1.1")
def reachable(game: Game, thing: int, flight: Flight) -> Mapping[int, int]:
    """Every hex that it can fly a mission to, with what that takes of its range."""
    points = reach_of(game, thing, flight)
    starts = origins(game, thing)
    if len(starts) == 1:
        return flights(board_of(game), starts[0], points)
    found: dict[int, int] = {}
    for start in starts:
        for here, cost in flights(board_of(game), start, points).items():
            if cost < found.get(here, points + 1):
                found[here] = cost
    return found


# ------------------------------------------------------------------------------------------------- 11.16 rebase range


@rule("11.16", "14.1.1/extended range")
def rebase_range(game: Game, aircraft: int, times: int) -> int:
    """So many times the printed range, or twice that with extended range."""
    return printed_range(game, aircraft) * times * (2 if has_extended_range(game, aircraft) else 1)


@rule("11.16")
def rebase_reach(game: Game, aircraft: int) -> Mapping[int, int]:
    """What it reaches at double range over anything, or at triple range over nothing that could hurt it."""
    board, start = board_of(game), game.state[PLACE][aircraft]
    side, enemies = side_of(game, aircraft), seas_with_enemies(game, power_of(game, aircraft))
    double, triple = (rebase_range(game, aircraft, times) for times in (DOUBLE, TRIPLE))

    def look() -> Mapping[int, int]:
        return {**flood_air(board, start, triple, _unsafe_hexes(game, side, enemies)), **flights(board, start, double)}

    return game.recall(("rebase reach", start, double, triple, side, enemies), look, OF_CONTROL)


def _unsafe_hexes(game: Game, side: int, enemies: frozenset[str]) -> frozenset[int]:
    """Land that is not the side's own, and hexdots of sea areas with enemies."""

    def look() -> frozenset[int]:
        seas = board_of(game).tables.seas
        land: frozenset[int] = ground_of(game).once("no hexdots", _no_hexdots)
        watched = (place for place in range(len(seas)) if place not in land and not enemies.isdisjoint(seas[place]))
        return (land - hexes_of_side(game, side)).union(watched if enemies else ())

    return game.recall(("unsafe to overfly", side, enemies), look, OF_CONTROL)


def _no_hexdots(ground: Ground) -> frozenset[int]:
    return frozenset(place for place, kind in enumerate(ground.board.tables.kind) if kind != "sea")


def _goes_to_sea(counter: Counter) -> bool:
    return not isinstance(counter, LandCounter)


def rebase_too_far(game: Game, aircraft: int, place: int) -> Violation:
    points = {"double": rebase_range(game, aircraft, DOUBLE), "triple": rebase_range(game, aircraft, TRIPLE)}
    return refused("11.16", "rebase-out-of-range", unit=aircraft, place=place, **points)


@rule("11.16")
def seas_with_enemies(game: Game, power: int) -> frozenset[str]:
    """Sea areas with an enemy aircraft, surface combat ship, or carrier that has its planes."""
    return game.recall(("seas with enemies", power), lambda: frozenset(_seas_with_enemies(game, power)))


def _seas_with_enemies(game: Game, power: int) -> Iterator[str]:
    for unit in all_such(game, _goes_to_sea):
        sea = sea_of_section(game, game.state[PLACE][unit])
        if not sea or not at_war(game, power, power_of(game, unit)):
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


@rule("14.2.4", "18.1")
def friendly_hex_violation(game: Game, thing: int, place: int) -> Violation | None:
    """A unit may only be based in a hex of its own side, or of a power that its own co-operates with."""
    controller = game.state[CONTROLLER][place]
    if side_of_power(game, controller) != side_of(game, thing):
        return refused("14.2.4", "base-not-friendly", place=place)
    own = game.state[COUNTRY][thing]
    master = master_of(game, controller)
    if game.state[POWER][own] == master or powers_cooperate(game, game.state[POWER][own], master):
        return None
    return refused("18.1", "base-does-not-cooperate", place=place, unit=thing)


def hexes_in_play(game: Game) -> frozenset[int]:
    """The hexes of the maps that the campaign uses (24)."""
    campaign = game.state.get(CAMPAIGN)

    def look(ground: Ground) -> frozenset[int]:
        return playing_hexes(ground.board, find_campaign(campaign, game.ruleset.tables.source))

    found: frozenset[int] = ground_of(game).once(f"hexes in play of {campaign}", look)
    return found


def _land_in_play(game: Game) -> frozenset[int]:
    def look(ground: Ground) -> frozenset[int]:
        return frozenset(place for place in hexes_in_play(game) if ground.board.is_land(place))

    found: frozenset[int] = ground_of(game).once(f"land in play of {game.state.get(CAMPAIGN)}", look)
    return found


@rule("2.3.1", "13.1.3", "14.2.4")
def landing_violation(game: Game, thing: int, place: int) -> Violation | None:
    """Friendly, without enemy partisans, and room for it and what it carries; what is overhead does not stack."""
    if place not in hexes_in_play(game):
        return refused("14.2.4", "hex-out-of-play", place=place)
    return (
        friendly_hex_violation(game, thing, place)
        or _room_violation(game, _with_cargo(game, thing), place)
        or _admission_violation(game, thing, place)
    )


def _room_violation(game: Game, arrivals: tuple[int, ...], place: int) -> Violation | None:
    """What depends on who is in the hex that an aircraft comes to with its cargo."""
    here = things_at(game, place)
    if not here:
        return stacking_violation(game, place, arrivals)
    found = closed_by_partisans(game, arrivals[0], place)
    if found is not None:
        return found
    side = side_of(game, arrivals[0])
    friends = tuple(other for other in here if side_of(game, other) == side)
    return stacking_violation(game, place, (*friends, *arrivals))


def _admission_violation(game: Game, thing: int, place: int) -> Violation | None:
    """What depends on the home country that the hex lies in, and on nothing else of the hex."""
    units = _with_cargo(game, thing)
    return leaving_home_violation(game, units, place) or foreign_troops_violation(game, units, place)


def _with_cargo(game: Game, thing: int) -> tuple[int, ...]:
    return (thing, *things_at(game, aboard(thing)))


@rule("2.3.1", "13.1.3", "14.2.4")
def landing_hexes(game: Game, thing: int, places: Iterable[int]) -> tuple[int, ...]:
    """Land among the hexes where it may come down, as `landing_violation` says; politics is asked once for all alike."""
    controllers, homes = game.state[CONTROLLER], game.state[HOME_COUNTRY]
    arrivals, standing = _with_cargo(game, thing), game.look_up(STANDING)
    roomy = hexes_with_airfields(game) if len(arrivals) == 1 else frozenset()
    friendly: dict[int, bool] = {}  # by controller
    admitted: dict[int, bool] = {}  # by home country
    found = []
    for place in sorted(_land_in_play(game).intersection(places)):
        controller, home = controllers[place], homes[place]
        if controller not in friendly:
            friendly[controller] = friendly_hex_violation(game, thing, place) is None
        if not friendly[controller]:
            continue
        if home not in admitted:
            admitted[home] = _admission_violation(game, thing, place) is None
        if not admitted[home]:
            continue
        if place in roomy and place not in standing:  # as most hexes are, so nobody asks about stacking
            if AIRCRAFT_BASE(game, thing, place) is None:
                found.append(place)
        elif _room_violation(game, arrivals, place) is None:
            found.append(place)
    return tuple(found)


@rule("14.2.4")
def base_violation(game: Game, thing: int, place: int) -> Violation | None:
    """Why it may not return there. Exercises have no board and so no range."""
    if not game.state.get(HEXES):
        return None
    if not is_hex(game, place) or not board_of(game).is_land(place):
        return refused("14.2.4", "base-not-friendly", place=place)
    if place not in bases_in_range(game, thing):
        target = game.state[TARGET][thing]
        if target == NOBODY:
            return rebase_too_far(game, thing, place)
        most = return_reach(game, thing, flight_of(game, thing))
        return refused("14.2.4", "base-out-of-range", unit=thing, place=place, origin=target, most=most)
    return landing_violation(game, thing, place)


@rule("14.2.4", "11.10.6")
def bases_in_range(game: Game, thing: int) -> Mapping[int, int]:
    """What it reaches from the hex that it has flown to; overrun on the ground, it rebases."""
    target = game.state[TARGET][thing]
    if target == NOBODY:
        return rebase_reach(game, thing)
    return flights(board_of(game), target, return_reach(game, thing, flight_of(game, thing)))
