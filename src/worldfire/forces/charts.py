"""Charts of the game's tables by their names."""

from __future__ import annotations

from worldfire.engine.clauses import HasRuleset
from worldfire.tables.chart import Chart


def chart_named(game: HasRuleset, name: str) -> Chart:
    chart: Chart = game.ruleset.tables.source.chart(name)
    return chart
