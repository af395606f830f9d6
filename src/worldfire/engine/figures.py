"""Figures: numbers that a book states. They are data of the title's tables; a title or an option may state another.

LAND_UNITS_IN_A_HEX = Figure("land units in a hex", "2.3.1")
...
limit = LAND_UNITS_IN_A_HEX(game)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from worldfire.engine.clauses import HasRuleset


@dataclass(frozen=True, slots=True)
class Figure:
    """A number by its name in the tables; the section is the one that states it."""

    name: str
    section: str

    def __call__(self, game: HasRuleset) -> int:
        return game.ruleset.figures[self.name]
