"""fa:19.1 Co-operation: minor countries fight beside their own master only."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.ground import ground_of
from worldfire.forces.who import COUNTRY_NAMES
from worldfire.rules.s18_1_cooperation import minors_cooperate


@rule("fa:19.1")
def minors_keep_apart(game: Position, one: int, other: int) -> bool:
    """Two of them co-operate only if one controls the other, not because both belong to the same major power."""
    names, since = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    return since.get(names[one]) == names[other] or since.get(names[other]) == names[one]


MODULE = Module(changes=(minors_cooperate.replaced_by(minors_keep_apart),))
