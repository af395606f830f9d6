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
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

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


class Clause(Protocol[G, P, R]):
    """A late-bound function; called like the function itself."""

    @property
    def usual(self) -> Callable[Concatenate[G, P], R]: ...

    @property
    def name(self) -> str: ...

    def __call__(self, game: G, /, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def look_up(self) -> None:
        """From now on the rules of each game are asked who answers: some ruleset has changed it."""

    def replaced_by(
        self,
        function: Callable[Concatenate[G, P], R],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Replacement:
        """Another function in its place. `reads`: what it reads of the state that the usual one does not."""

    def wrapped_by(
        self,
        function: Callable[Concatenate[Callable[Concatenate[G, P], R], G, P], R],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Wrapping:
        """A function that is handed the usual one, then its arguments."""


def clause(*sections: str) -> Callable[[Callable[Concatenate[G, P], R]], Clause[G, P, R]]:
    """Make a rule's function replaceable; the sections are those it implements."""

    def make(function: Callable[Concatenate[G, P], R]) -> Clause[G, P, R]:
        usual = rule(*sections)(function)
        late_bound, names = _late_bound(usual)
        ask: Any = update_wrapper(late_bound, usual)
        ask.look_up = partial(names.__setitem__, "is_changed", True)
        ask.usual, ask.name = usual, f"{usual.__module__}.{usual.__qualname__}"
        ask.replaced_by, ask.wrapped_by = partial(Replacement, ask), partial(Wrapping, ask)
        made: Clause[G, P, R] = ask
        return made

    return make


def _late_bound(usual: Callable[..., Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """A function with the parameters of the usual one, that asks the rules of the game who answers; and its names.

    It is written as text, as a dataclass is: to hand on `*args` takes longer than many a clause needs for its answer. For
    the same reason a clause that no ruleset has changed yet asks nobody.
    """
    parameters = list(signature(usual).parameters.values())
    defaults = {f"_{item.name}": item.default for item in parameters if item.default is not Parameter.empty}
    taken, handed_on = [], []
    for item in parameters:
        by_name = item.kind is Parameter.KEYWORD_ONLY
        if by_name and "*" not in taken:
            taken.append("*")
        taken.append(f"{item.name}=_{item.name}" if f"_{item.name}" in defaults else item.name)
        handed_on.append(f"{item.name}={item.name}" if by_name else item.name)
    game, handed = parameters[0].name, ", ".join(handed_on)
    text = (
        f"def ask({', '.join(taken)}):\n"
        f"    return ({game}.ruleset.clauses.get(ask) or usual)({handed}) if is_changed else usual({handed})"
    )
    names = {"usual": usual, "is_changed": False, **defaults}
    exec(text, names)
    return names["ask"], names


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
    for which in bound:
        which.look_up()
    return bound
