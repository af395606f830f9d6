"""Clauses: functions of the rules that a title or an option may replace or wrap, while their callers know nothing of it.

    @clause("2.4.3")
    def defence_out_of_supply(game: Game, unit: int) -> int: ...

    defence_out_of_supply.replaced_by(two_factors)     # another answer
    land_roll.wrapped_by(two_dice)                     # the usual answer, and something made of it

Both return a value that the title or option lists among its changes; nothing happens at import. What a clause comes to is
settled when a ruleset is assembled, so two games with different rules can be played side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from worldfire.engine.citations import rule
from worldfire.engine.sources import Source, last_word

if TYPE_CHECKING:
    from worldfire.engine.ruleset import Ruleset
    from worldfire.engine.schema import Read


class HasRuleset(Protocol):
    """What a clause is asked of: a game, a position, or the ruleset itself where the answer needs no game."""

    @property
    def ruleset(self) -> Ruleset: ...


G = TypeVar("G", bound=HasRuleset)
P = ParamSpec("P")
R = TypeVar("R")


class Clause(Generic[G, P, R]):
    """A late-bound function; called like the function itself."""

    def __init__(self, usual: Callable[Concatenate[G, P], R]) -> None:
        self.usual = usual
        update_wrapper(self, usual)

    @property
    def name(self) -> str:
        return f"{self.usual.__module__}.{self.usual.__qualname__}"

    def __call__(self, game: G, /, *args: P.args, **kwargs: P.kwargs) -> R:
        changed = game.ruleset.clauses.get(self)
        return (self.usual if changed is None else changed)(game, *args, **kwargs)

    def replaced_by(
        self,
        function: Callable[Concatenate[G, P], R],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Replacement:
        """Another function in its place. `reads`: what it reads of the state that the usual one does not."""
        return Replacement(self, function, reads, requires)

    def wrapped_by(
        self,
        function: Callable[Concatenate[Callable[Concatenate[G, P], R], G, P], R],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Wrapping:
        """A function that is handed the usual one, then its arguments."""
        return Wrapping(self, function, reads, requires)


def clause(*sections: str) -> Callable[[Callable[Concatenate[G, P], R]], Clause[G, P, R]]:
    """Make a rule's function replaceable; the sections are those it implements."""

    def make(function: Callable[Concatenate[G, P], R]) -> Clause[G, P, R]:
        return Clause(rule(*sections)(function))

    return make


AnyClause = Clause[Any, ..., Any]


@dataclass(frozen=True)
class Replacement:
    """A change: this function answers instead of the clause's own. `requires` names options that must be on as well."""

    clause: AnyClause
    function: Callable[..., Any]
    reads: tuple[Read, ...] = ()
    requires: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wrapping:
    """A change: this function is asked, and handed what would have answered without it."""

    clause: AnyClause
    function: Callable[..., Any]
    reads: tuple[Read, ...] = ()
    requires: tuple[str, ...] = ()


def bind(changes: Iterable[tuple[Source, Replacement | Wrapping]]) -> dict[AnyClause, Callable[..., Any]]:
    """What each changed clause comes to. The title's changes come first, then those of the options by number.

    A title's replacement is the usual function of its options. Wrappings go around the replacement, in order.
    """
    replaced: dict[AnyClause, list[tuple[Source, Replacement]]] = {}
    wrapped: dict[AnyClause, list[Wrapping]] = {}
    for source, change in changes:
        if isinstance(change, Wrapping):
            wrapped.setdefault(change.clause, []).append(change)
        else:
            replaced.setdefault(change.clause, []).append((source, change))
    bound = {which: last_word(which.name, candidates).function for which, candidates in replaced.items()}
    for which, wrappings in wrapped.items():
        for wrapping in wrappings:
            bound[which] = partial(wrapping.function, bound.get(which, which.usual))
    return bound
