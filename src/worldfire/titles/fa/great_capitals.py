"""14.1, 15 Capitals of major powers, as morale and political points know them.

Those that the map prints as such, two in Russia and in Austria-Hungary, and the capital of the main home country of a power
that has several: London. The dominions' capitals are of a minor country's rank.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.ground import ground_of

PRINTED = "capital_major"


@rule("fa:14.1", "fa:15")
def is_great_capital(game: HasRuleset, place: int) -> bool:
    return place in game.ruleset.once(_great_capitals)


def _great_capitals(ruleset: Ruleset) -> frozenset[int]:
    ground = ground_of(ruleset)
    printed = (place for place, found in ground.places.items() if any(each.kind == PRINTED for each in found))
    main_homes = ruleset.tables.nations.main_homes.values()
    return frozenset((*printed, *(ground.capitals[home] for home in main_homes if home in ground.capitals)))
