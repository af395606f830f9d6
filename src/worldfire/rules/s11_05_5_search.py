"""11.5.5 Searching: the search number of a section, and the die that is rolled against it."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.forces.things import PLACE, counter_of
from worldfire.rules.s02_1_sea_areas import search_number
from worldfire.rules.s08_weather import BLIZZARD, FINE, STORM, weather_at
from worldfire.rules.s11_05_8_damage import has_planes
from worldfire.rules.s14_1_range import printed_range
from worldfire.tables.chart import Chart
from worldfire.tables.counters import AirType

#: weather in which aircraft over the sea neither search nor fight
NO_FLYING = frozenset({STORM, BLIZZARD})

MIDDLE_RANGE = Figure("range of carrier planes that search", "11.5.5")
LONG_RANGE = Figure("range of carrier planes that search far", "11.5.5")
CONVOYS_TO_FIND = Figure("convoy points that lower a search roll", "11.5.5")


def search_modifier(game: Position, row: str, column: str) -> int:
    chart: Chart = game.ruleset.tables.source.chart("search_modifiers")
    return int(chart.at(row, column))


@rule("11.5.5")
def modified_search_number(game: Position, section: int, units: Iterable[int]) -> int:
    """The section's number, raised in flying weather by the best of a NAV or carrier planes that are committed there."""
    number = search_number(game, section)
    if weather_at(game, section) in NO_FLYING:
        return number
    here = (unit for unit in units if game.state[PLACE][unit] == section)
    return number + max((adds_to_search(game, unit) for unit in here), default=0)


@clause("11.5.5", "14.4")
def adds_to_search(game: Position, unit: int) -> int:
    """What one unit adds to the search number of its section."""
    counter = counter_of(game, unit)
    if counter.type is AirType.NAV:
        return search_modifier(game, "NAV", "search number")
    if not has_planes(game, unit):
        return 0
    reach = printed_range(game, unit)
    for figure, row in ((LONG_RANGE, "carrier plane of range 7"), (MIDDLE_RANGE, "carrier plane of range 4")):
        if reach >= figure(game):
            return search_modifier(game, row, "search number")
    return 0


@rule("11.5.5", "11.4.6/how to intercept")
def modified_search_roll(game: Position, section: int, die: int) -> int:
    """The die, with what the weather adds; so it is for an interception, whose combat begins with it."""
    bad = weather_at(game, section) != FINE
    return die + (search_modifier(game, "rain, snow, storm or blizzard", "die") if bad else 0)


@rule("11.5.5")
def convoys_are_found(game: Position, section: int, enemy_convoy_points: int) -> int:
    """What enemy convoy points add to a search roll: they are easy to find, but not in storm or blizzard."""
    if weather_at(game, section) in NO_FLYING:
        return 0
    groups = -(-enemy_convoy_points // CONVOYS_TO_FIND(game))
    return groups * search_modifier(game, "every 10 enemy convoy points", "die")
