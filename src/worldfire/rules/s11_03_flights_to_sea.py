"""11.3 How aircraft come into a sea-box: the points of their range that are left at the sea area decide how high a section.

Naval air missions fly so, and at half range naval air interception (11.5.3).
"""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction

from worldfire.board.paths import flights
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.airways import airways
from worldfire.forces.flights import FLIGHT, Flight
from worldfire.forces.things import PLACE, counter_of, move, sea_of_section
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s14_1_range import has_extended_range, printed_range
from worldfire.tables.chart import Chart
from worldfire.tables.counters import AirCounter, AirType

#: the most that the hexdot costs by which an aircraft comes into the sea area
LAST_HEXDOT = Figure("most points for the hexdot of the sea area flown to", "11.3")


class Reach(IntEnum):
    """Which part of its range an aircraft has."""

    WHOLE = 1
    HALF = 2


WHOLE_RANGE, HALF_RANGE = Reach.WHOLE, Reach.HALF


class FlewToSea(Event, frozen=True):
    """An aircraft comes into a sea-box section."""

    thing: ThingId
    to: PlaceId
    flight: str


@rule("11.3")
def flies_to_sea(game: Position, aircraft: int) -> bool:
    """FTRs, and aircraft with an air-to-sea factor."""
    counter = counter_of(game, aircraft)
    return isinstance(counter, AirCounter) and (counter.type is AirType.FTR or counter.air_to_sea is not None)


@rule("11.3")
def points_to_sea(game: Position, aircraft: int, sea: str) -> int | None:
    """What it takes of its range to come to the sea area; None where even extended range is too short."""
    return game.ruleset.once(_way_to_sea, game.state[PLACE][aircraft], sea, 2 * printed_range(game, aircraft))


def _way_to_sea(ruleset: Ruleset, start: int, sea: str, points: int) -> int | None:
    board, cheapest = airways(ruleset), LAST_HEXDOT(ruleset)
    reached = flights(board, start, points)
    best: int | None = None
    for dot in board.hexdots.get(sea, ()):
        for near in board.adjacent[dot]:
            spent = reached.get(near)
            if spent is not None:
                total = spent + min(cheapest, max(board.air_cost[near], board.air_cost[dot]))
                best = total if best is None else min(best, total)
    return best


@rule("11.3")
def seas_in_range(game: Position, aircraft: int) -> tuple[str, ...]:
    """The sea areas that it comes to at all, at extended range if need be."""
    return game.ruleset.once(_seas_in_range, game.state[PLACE][aircraft], 2 * printed_range(game, aircraft))


def _seas_in_range(ruleset: Ruleset, start: int, points: int) -> tuple[str, ...]:
    seas = sorted(airways(ruleset).hexdots)
    return tuple(sea for sea in seas if ruleset.once(_way_to_sea, start, sea, points) is not None)


@rule("11.3")
def highest_section(game: Position, points: int) -> int:
    """The highest section that an aircraft can take with so many points left at the hexdot."""
    chart: Chart = game.ruleset.tables.source.chart("naval_air_section")
    return int(chart.at(points, "section"))


@rule("11.3", "11.5.3", "14.1.1/extended range")
def flight_to(game: Position, aircraft: int, section: int, reach: Reach) -> Flight | None:
    """How it can come into the section: as usual, or else at extended range; None if it cannot."""
    way = points_to_sea(game, aircraft, sea_of_section(game, section))
    if way is None:
        return None
    for flight, times in ((Flight.BOMBER, 1), (Flight.EXTENDED_BOMBER, 2)):
        if flight is Flight.EXTENDED_BOMBER and not has_extended_range(game, aircraft):
            continue
        left = rounded(Fraction(printed_range(game, aircraft) * times, reach)) - way
        if left >= 0 and section_number(game, section) <= highest_section(game, left):
            return flight
    return None


@rule("11.3")
def sections_in_reach(game: Position, aircraft: int, sea: str, reach: Reach) -> tuple[int, ...]:
    """The sections of the sea area that it can take."""
    if points_to_sea(game, aircraft, sea) is None:
        return ()
    return tuple(place for place in sections(game, sea) if flight_to(game, aircraft, place, reach) is not None)


@rule("11.3")
def fly_to_sea(game: Game, aircraft: int, section: int, reach: Reach) -> None:
    """It stays there as it lies; that it came at extended range is noted, as it then has half its factors."""
    flight = flight_to(game, aircraft, section, reach)
    assert flight is not None, "only what it can reach is offered"
    if flight is Flight.EXTENDED_BOMBER:
        game.write(FLIGHT, aircraft, flight)
    game.say(FlewToSea(thing=aircraft, to=section, flight=flight.word))
    move(game, aircraft, section)
