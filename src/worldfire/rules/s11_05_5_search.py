"""11.5.5 Searching: the search number of a section, and the die that is rolled against it."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.forces.things import NO_PLANES, PLACE, counter_of
from worldfire.rules.s02_1_sea_areas import search_number
from worldfire.rules.s08_weather import BLIZZARD, FINE, STORM, weather_at
from worldfire.rules.s14_1_range import printed_range
from worldfire.tables.chart import Chart
from worldfire.tables.counters import AirType, NavalCounter, NavalType

#: weather in which aircraft over the sea neither search nor fight
NO_FLYING = frozenset({STORM, BLIZZARD})

MIDDLE_RANGE = Figure("range of carrier planes that search", "11.5.5")
LONG_RANGE = Figure("range of carrier planes that search far", "11.5.5")


def _modifier(game: Position, row: str, column: str) -> int:
    chart: Chart = game.ruleset.tables.source.chart("search_modifiers")
    return int(chart.at(row, column))


@rule("11.5.5")
def modified_search_number(game: Position, section: int, units: Iterable[int]) -> int:
    """The section's number, raised in flying weather by the best of a NAV or carrier planes that are committed there."""
    number = search_number(game, section)
    if weather_at(game, section) in NO_FLYING:
        return number
    here = (unit for unit in units if game.state[PLACE][unit] == section)
    return number + max((_eyes(game, unit) for unit in here), default=0)


def _eyes(game: Position, unit: int) -> int:
    """What one unit adds to the search number of its section."""
    counter = counter_of(game, unit)
    if counter.type is AirType.NAV:
        return _modifier(game, "NAV", "search number")
    if not isinstance(counter, NavalCounter) or counter.type is not NavalType.CV or game.state[NO_PLANES][unit]:
        return 0
    reach = printed_range(game, unit)
    for figure, row in ((LONG_RANGE, "carrier plane of range 7"), (MIDDLE_RANGE, "carrier plane of range 4")):
        if reach >= figure(game):
            return _modifier(game, row, "search number")
    return 0


@rule("11.5.5", "11.4.6/how to intercept")
def modified_search_roll(game: Position, section: int, die: int) -> int:
    """The die, with what the weather adds. Enemy convoys lower it only in combat, and not in its first round."""
    bad = weather_at(game, section) != FINE
    return die + (_modifier(game, "rain, snow, storm or blizzard", "die") if bad else 0)
