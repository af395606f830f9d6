"""Lists of the book: powers, countries, places and seas that a rule names. Like figures they are data, in the chart `lists`.

LESSER = Listed("powers that pay less for unlimited actions", "fa:18.2")
...
cheaper = power_name(game, power) in LESSER(game)
"""

from __future__ import annotations

from dataclasses import dataclass

from worldfire.engine.clauses import HasRuleset
from worldfire.engine.ruleset import Ruleset

CHART, COLUMN = "lists", "names"


@dataclass(frozen=True, slots=True)
class Listed:
    """Names by what they have in common; the section is the one that lists them."""

    what: str
    section: str

    def __call__(self, game: HasRuleset) -> tuple[str, ...]:
        return game.ruleset.once(_lists)[self.what]


def _lists(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    chart = ruleset.tables.source.chart(CHART)
    return {what: tuple(chart.at(what, COLUMN).split(", ")) for what in chart.rows.labels}
