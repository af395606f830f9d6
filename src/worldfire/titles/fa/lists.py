"""Lists of the book: powers, countries, places and seas that a rule names. Like figures they are data, in the chart `lists`.

LESSER = Listed("powers that pay less for unlimited actions", "fa:18.2")
...
cheaper = power_name(game, power) in LESSER(game)
"""

from __future__ import annotations

from dataclasses import dataclass

from worldfire.engine.clauses import HasRuleset
from worldfire.engine.ruleset import Ruleset
from worldfire.tables.chart import load_chart
from worldfire.tables.files import find_data

CHART, COLUMN = "lists", "names"


@dataclass(frozen=True, slots=True)
class Listed:
    """Names by what they have in common; the section is the one that lists them."""

    what: str
    section: str

    def __call__(self, game: HasRuleset) -> tuple[str, ...]:
        return game.ruleset.once(_lists)[self.what]


def _lists(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """What an earlier release did not list yet is today's, as with figures: rules may be newer than a game's tables."""
    source = ruleset.tables.source
    charts = (load_chart(find_data(f"charts/{source.title}/{CHART}.csv")), source.chart(CHART))
    return {what: tuple(chart.at(what, COLUMN).split(", ")) for chart in charts for what in chart.rows.labels}
