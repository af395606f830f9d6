"""Africa: the countries of the board that lie there, for what happens only there or everywhere else."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.ground import slug
from worldfire.forces.things import board_of
from worldfire.titles.fa.lists import Listed

AFRICA = "Africa"
_NAMED_APART = Listed("countries of Africa that the partisan table names by themselves", "fa:13.1.1")
_ISLANDS = Listed("islands of Africa that are no country of the partisan table", "fa:21.8")


def african_countries(game: Position) -> frozenset[str]:
    return game.ruleset.once(_african_countries)


def _african_countries(ruleset: Ruleset) -> frozenset[str]:
    """As the partisan table has them, and those that it names apart."""
    chart = ruleset.tables.source.chart("partisan_areas")
    listed = (cell.value.partition(":")[2] for (row, _), cell in chart.cells.items() if row == AFRICA)
    return frozenset((*map(slug, listed), *_NAMED_APART(ruleset), *_ISLANDS(ruleset)))


def in_africa(game: Position, place: int) -> bool:
    return slug(board_of(game).tables.country[place]) in african_countries(game)
