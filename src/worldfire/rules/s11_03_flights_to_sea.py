"""11.3 How aircraft come into a sea-box: the points of their range that are left at the sea area decide how high a section.

Naval air missions fly so, and at half range naval air interception (11.5.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from fractions import Fraction

from worldfire.board.paths import flights
from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.airways import airways
from worldfire.forces.flights import FLIGHT, Flight
from worldfire.forces.things import PLACE, Counter, counter_of, move, sea_of_section
from worldfire.forces.who import OF_CONTROL
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s14_1_range import closed_skies, has_extended_range, printed_range, ways_from
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
    return is_naval_aircraft(counter_of(game, aircraft))


def is_naval_aircraft(counter: Counter) -> bool:
    return isinstance(counter, AirCounter) and (counter.type is AirType.FTR or counter.air_to_sea is not None)


@rule("11.3")
def points_to_sea(game: Position, aircraft: int, sea: str) -> int | None:
    """What it takes of its range to come to the sea area; None where even extended range is too short."""
    return _points_to_seas(game, aircraft).get(sea)


@rule("11.3")
def seas_in_range(game: Position, aircraft: int) -> tuple[str, ...]:
    """The sea areas that it comes to at all, at extended range if need be."""
    return tuple(_points_to_seas(game, aircraft))


def _points_to_seas(game: Position, aircraft: int) -> dict[str, int]:
    start, printed, closed = game.state[PLACE][aircraft], printed_range(game, aircraft), closed_skies(game, aircraft)
    ways = ways_from(game, start, 2 * printed, closed)
    if ways is flights(airways(game), start, 2 * printed):
        return game.ruleset.once(_usual_ways_to_seas, start, printed)
    key = ("ways to seas in open skies", start, printed, closed)
    return game.recall(key, lambda: _ways_to_seas(game.ruleset, start, printed, ways), OF_CONTROL)


def _usual_ways_to_seas(ruleset: Ruleset, start: int, printed: int) -> dict[str, int]:
    return _ways_to_seas(ruleset, start, printed, flights(airways(ruleset), start, 2 * printed))


def _ways_to_seas(ruleset: Ruleset, start: int, printed: int, ways: Mapping[int, int]) -> dict[str, int]:
    """By their names: the cheapest way to a hexdot of each from a hex or hexdot beside it, with up to twice this range."""
    board, cheapest = airways(ruleset), LAST_HEXDOT(ruleset)
    kinds, seas = board.tables.kind, board.tables.seas
    best: dict[str, int] = {}
    for near, spent in ways.items():
        last = min(cheapest, printed) if board.one_hex_always and near == start else cheapest
        for dot in board.adjacent[near]:
            if kinds[dot] == "sea":
                total = spent + min(last, board.air_step(near, dot))
                for sea in seas[dot]:
                    if total < best.get(sea, total + 1):
                        best[sea] = total
    return dict(sorted(best.items()))


@rule("11.3")
def highest_section(game: HasRuleset, points: int) -> int:
    """The highest section that an aircraft can take with so many points left at the hexdot."""
    chart: Chart = game.ruleset.tables.source.chart("naval_air_section")
    return int(chart.at(points, "section"))


@rule("11.3", "11.5.3", "14.1.1/extended range")
def flight_to(game: Position, aircraft: int, section: int, reach: Reach) -> Flight | None:
    """How it can come into the section: as usual, or else at extended range; None if it cannot."""
    usual, at_most = _highest_sections(game, aircraft, sea_of_section(game, section), reach)
    number = section_number(game, section)
    if number <= usual:
        return Flight.BOMBER
    return Flight.EXTENDED_BOMBER if number <= at_most else None


def _highest_sections(game: Position, aircraft: int, sea: str, reach: Reach) -> tuple[int, int]:
    """The highest section that it can take as usual, and at extended range if it has that; -1 if the sea is too far."""
    way = points_to_sea(game, aircraft, sea)
    if way is None:
        return -1, -1
    printed = printed_range(game, aircraft)
    usual = game.ruleset.once(_highest_after, printed, reach, way)
    if not has_extended_range(game, aircraft):
        return usual, usual
    return usual, game.ruleset.once(_highest_after, 2 * printed, reach, way)


def _highest_after(ruleset: Ruleset, points: int, reach: Reach, way: int) -> int:
    """The highest section for what such a part of its points leaves after the way to the sea area; -1 if that is too far."""
    left = rounded(Fraction(points, reach)) - way
    return highest_section(ruleset, left) if left >= 0 else -1


@rule("11.3")
def sections_in_reach(game: Position, aircraft: int, sea: str, reach: Reach) -> tuple[int, ...]:
    """The sections of the sea area that it can take: all up to the highest."""
    _, highest = _highest_sections(game, aircraft, sea, reach)
    return sections(game, sea)[: highest + 1]


@rule("11.3")
def fly_to_sea(game: Game, aircraft: int, section: int, reach: Reach) -> None:
    """It stays there as it lies; that it came at extended range is noted, as it then has half its factors."""
    flight = flight_to(game, aircraft, section, reach)
    assert flight is not None, "only what it can reach is offered"
    if flight is Flight.EXTENDED_BOMBER:
        game.write(FLIGHT, aircraft, flight)
    game.say(FlewToSea(thing=aircraft, to=section, flight=flight.word))
    move(game, aircraft, section)
