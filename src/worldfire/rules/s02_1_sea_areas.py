"""2.1.2 to 2.1.4 Sea areas: which border on which, their sea-boxes and sections, and who is where in them.

A section of a sea-box is a place. Communication lines join sea areas like a common border does: the board's table of sea
areas lists both.
"""

from __future__ import annotations

from collections import defaultdict

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CAMPAIGN, CONVOY_POINTS
from worldfire.forces.things import NAMES, STANDING, board_of, counter_of, place_name
from worldfire.forces.who import side_of, side_of_power
from worldfire.forces.zones import playing_hexes
from worldfire.rules.s02_4_supply_limits import SEA_IS_CLOSED, SECTIONS, sections
from worldfire.tables.campaign import find_campaign
from worldfire.tables.chart import Chart
from worldfire.tables.counters import NavalCounter

# ------------------------------------------------------------------------------------------------- 2.1.2 where ships may be


def seas_in_play(game: Position) -> frozenset[str]:
    """The sea areas on the maps of the campaign (24)."""
    return game.ruleset.once(seas_of_campaign, game.state.get(CAMPAIGN))


def seas_of_campaign(ruleset: Ruleset, campaign: str) -> frozenset[str]:
    board = board_of(ruleset)
    hexes = playing_hexes(ground_of(ruleset), find_campaign(campaign, ruleset.tables.source))
    return frozenset(sea for place in hexes for sea in board.tables.seas[place])


@rule("2.1.2", "2.4.2/overseas supply paths")
def is_out_of_play(game: Position, country: int, sea: str) -> bool:
    """No supply path leads through a sea area that is not on the maps of the campaign."""
    return sea not in seas_in_play(game)


@rule("2.1.2", "2.1.3/blue communication lines")
def adjacent_seas(game: Position, sea: str) -> tuple[str, ...]:
    """The sea areas that share a border with this one or are joined to it by a blue communication line."""
    in_play = seas_in_play(game)
    return tuple(other for other in board_of(game).sea_areas[sea].borders if other in in_play)


@rule("2.1.2")
def section_at(game: Position, sea: str, section: int) -> int:
    """The place of a section."""
    return sections(game, sea)[section]


def section_number(game: Position, place: int) -> int:
    """Which section of its sea-box a place is."""

    def look() -> int:
        return int(place_name(game, place).rpartition(" ")[2])

    return game.recall(("section", place), look, NAMES)


@rule("11.4.2/how does a unit patrol?")
def search_number(game: Position, place: int) -> int:
    """The unmodified search number of a section: what it costs to patrol there."""
    return search_numbers(game.ruleset)[section_number(game, place)]


def search_numbers(ruleset: Ruleset) -> tuple[int, ...]:
    """Of the sections of a sea-box, from the lowest."""
    return ruleset.once(_numbers_of_sections)


def _numbers_of_sections(ruleset: Ruleset) -> tuple[int, ...]:
    chart: Chart = ruleset.tables.source.chart("sea_box")
    return tuple(int(chart.at(section, "search number")) for section in range(SECTIONS))


# ------------------------------------------------------------------------------------------------------- who is where there


class Presence(msgspec.Struct, frozen=True):
    """What a side has in one section of a sea-box; what ships carry is not counted."""

    section: int
    ships: tuple[int, ...]
    aircraft: tuple[int, ...]
    convoy_points: int


@rule("2.1.2", "2.3.1/naval unit limits")
def at_sea_of_side(game: Position, sea: str, side: int) -> tuple[Presence, ...]:
    """Section by section, from the lowest: both sides may be in the same one, in any number."""
    points = game.recall(("convoy points of a side", side), lambda: _convoy_points_of(game, side))
    standing, found = game.look_up(STANDING), []
    for place in sections(game, sea):
        here = tuple([thing for thing in standing.get(place, ()) if side_of(game, thing) == side])
        if here or place in points:
            ships = tuple(thing for thing in here if isinstance(counter_of(game, thing), NavalCounter))
            aircraft = tuple(thing for thing in here if thing not in ships)
            found.append(Presence(place, ships, aircraft, points.get(place, 0)))
    return tuple(found)


def _convoy_points_of(game: Position, side: int) -> dict[int, int]:
    """Place → the convoy points of all its powers."""
    points: dict[int, int] = defaultdict(int)
    for owner, place, number in game.state.amounts(CONVOY_POINTS):
        if side_of_power(game, owner) == side:
            points[place] += number
    return points


MODULE = Module(changes=(SEA_IS_CLOSED.attach(is_out_of_play, reads=(CAMPAIGN,)),))
