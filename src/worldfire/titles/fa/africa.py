"""Africa: the countries of the board that lie there, for what happens only there or everywhere else."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.ground import slug
from worldfire.forces.things import board_of
from worldfire.tables.chart import Chart

AFRICA = "Africa"
#: those that the partisan table names by themselves and not as parts of Africa (13.1.1)
_NAMED_APART = ("algeria", "egypt", "libya", "morocco", "south-africa", "tunisia")
#: islands off its coast that are no country of the table
_ISLANDS = ("zanzibar",)


def african_countries(game: Position) -> frozenset[str]:
    """As the partisan table has them, and those that it names apart."""
    chart: Chart = game.ruleset.tables.source.chart("partisan_areas")
    listed = (cell.value.partition(":")[2] for (row, _), cell in chart.cells.items() if row == AFRICA)
    return frozenset((*map(slug, listed), *_NAMED_APART, *_ISLANDS))


def in_africa(game: Position, place: int) -> bool:
    return slug(board_of(game).tables.country[place]) in african_countries(game)
