"""Seams: named points where an option, a title or a campaign may attach, each with a law for many contributions.

A rule declares the seam beside its own code and calls it; with nothing attached it costs one dictionary look-up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from worldfire.engine.errors import RulesetError

if TYPE_CHECKING:
    from worldfire.engine.game import Game

Contribution = Callable[..., Any]


class Law(Enum):
    SUM = "what all add up to"
    ALL = "the first refusal, or None: all must agree"
    ANY = "true if one says so"
    CHAIN = "a value that each may change in turn"
    REPLACE = "one may stand in place of the rule's own answer"


#: what many contributions come to when there are none
_NOTHING = {Law.SUM: 0, Law.ALL: None, Law.ANY: False}


@dataclass(frozen=True, slots=True)
class Seam:
    """`seam(game, …)`; for CHAIN the first argument after the game is the value, for REPLACE the rule's own function."""

    name: str
    law: Law

    def __call__(self, game: Game, *args: Any) -> Any:
        attached = game.ruleset.contributions.get(self.name)
        if attached is None:  # as at most seams of most games
            if self.law is Law.CHAIN:
                return args[0]
            return args[0](game, *args[1:]) if self.law is Law.REPLACE else _NOTHING[self.law]
        if game.visits is not None:
            game.visits.add(("seam", self.name))
        if self.law is Law.SUM:
            return sum(function(game, *args) for function in attached)
        if self.law is Law.ALL:
            return next((found for function in attached if (found := function(game, *args)) is not None), None)
        if self.law is Law.ANY:
            return any(function(game, *args) for function in attached)
        first, *rest = args
        if self.law is Law.REPLACE:
            return attached[0](game, *rest)
        for function in attached:
            first = function(game, first, *rest)
        return first

    def check(self, attached: tuple[Contribution, ...]) -> None:
        if self.law is Law.REPLACE and len(attached) > 1:
            raise RulesetError(f"seam {self.name!r} is replaced twice")
