"""13.4.1 Aircraft that return to base from a sea-box: the higher their section, the less range they have left for it."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.airways import airways
from worldfire.forces.flights import Flight, flight_of
from worldfire.forces.things import PLACE, sea_of_section
from worldfire.forces.who import OF_CONTROL
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s14_1_range import closed_skies, landing_hexes, return_reach
from worldfire.tables.chart import Chart

#: the most that the first hex, not hexdot, costs an aircraft that comes from the sea
FIRST_HEX_FROM_THE_SEA = Figure("most points for the first hex from the sea", "11.3")


@rule("11.3", "13.4.1")
def range_from_section(game: Position, aircraft: int) -> int:
    """What is left of its range when it has come out of its section; twice as much if it came at extended range."""
    far = flight_of(game, aircraft) is Flight.EXTENDED_BOMBER
    flight = Flight.EXTENDED_BOMBER if far else Flight.PATROL
    chart: Chart = game.ruleset.tables.source.chart("sea_box")
    section = section_number(game, game.state[PLACE][aircraft])
    return return_reach(game, aircraft, flight) - int(chart.at(section, "naval air cost"))


@rule("13.4.1")
def bases_from_sea(game: Position, aircraft: int) -> tuple[int, ...]:
    """The hexes that an aircraft in a sea-box can return to."""
    return landing_hexes(game, aircraft, reach_home(game, aircraft))


@rule("13.4.1", "14.1.1")
def reach_home(game: Position, aircraft: int) -> Mapping[int, int]:
    """What an aircraft in a sea-box reaches from there, with what it takes."""
    points = range_from_section(game, aircraft)
    if points < 0:
        return {}
    sea = sea_of_section(game, game.state[PLACE][aircraft])
    usual, closed = reach_from_sea(game, sea, points), closed_skies(game, aircraft)
    if not closed or closed.isdisjoint(usual):
        return usual
    key = ("ways home in open skies", sea, points, closed)
    return game.recall(key, lambda: _flood(game.ruleset, sea, points, closed), OF_CONTROL)


def reach_from_sea(game: HasRuleset, sea: str, points: int) -> Mapping[int, int]:
    """Every hex within so many range points of any hexdot of the sea area, with what it takes."""
    return game.ruleset.once(_flood, sea, points)


def _flood(ruleset: Ruleset, sea: str, points: int, closed: frozenset[int] = frozenset()) -> dict[int, int]:
    """Hexdots and hexes apart: only the way to the first hex is cheaper than it would be."""
    board, cheapest = airways(ruleset), FIRST_HEX_FROM_THE_SEA(ruleset)
    kinds = board.tables.kind
    start = {(dot, True): 0 for dot in board.hexdots.get(sea, ())}
    best: dict[tuple[int, bool], int] = dict(start)
    buckets: list[list[tuple[int, bool]]] = [[] for _ in range(points + 1)]
    buckets[0].extend(start)
    for spent, bucket in enumerate(buckets):
        for here, over_the_sea in bucket:
            if best[here, over_the_sea] < spent:
                continue
            for there in board.adjacent[here]:
                if there in closed:
                    continue
                dot = kinds[there] == "sea"
                step = board.air_step(here, there)
                if board.one_hex_always and (here, over_the_sea) in start:
                    step = min(step, points)
                total = spent + (min(step, cheapest) if over_the_sea and not dot else step)
                state = (there, over_the_sea and dot)
                if total <= points and total < best.get(state, points + 1):
                    best[state] = total
                    buckets[total].append(state)
    found: dict[int, int] = {}
    for (place, _), total in best.items():
        if kinds[place] != "sea":
            found[place] = min(total, found.get(place, points))
    return found
