"""Seams: named points where an option, a title or a campaign may attach; the class of a seam is its law for many.

A rule declares the seam beside its own code, with the types of what it hands over after the game, and calls it:

    ZOC_ENDS = AnyOf[[int, int]]("zone of control does not extend")     # (game, unit, into)
    ...
    if ZOC_ENDS(game, unit, into): ...

Whoever attaches says what of the state his function reads, so that what was remembered is forgotten when that changes:

    ZOC_ENDS.attach(behind_a_fort, reads=(FORTS,))

mypy refuses a function that does not fit. With nothing attached a seam costs one dictionary look-up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from worldfire.engine.game import Game
    from worldfire.engine.position import Position
    from worldfire.engine.procedures import Verb
    from worldfire.engine.schema import Read

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")

Contribution = Callable[..., Any]


class Seam:
    """What all seams have. Rules declare one of the laws below."""

    __slots__ = ("name",)

    #: what many contributions come to
    law: ClassVar[str] = ""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def is_used(self, game: Position) -> bool:
        """Is anybody attached? For those who can do less otherwise."""
        return self.name in game.ruleset.contributions

    def _visit(self, visits: set[tuple[str, ...]]) -> None:
        """For the fuzzer: somebody is attached and is about to be asked."""
        visits.add(("seam", self.name))


@dataclass(frozen=True)
class Attach:
    """A contribution to a seam, as a title or an option lists it among its changes; see `attach` of each law."""

    seam: Seam
    function: Contribution
    #: what it reads of the state that the rule itself may not
    reads: tuple[Read, ...] = ()
    #: other options, by key, that must be on as well
    requires: tuple[str, ...] = ()
    #: verbs that a decision of this contribution may offer
    verbs: tuple[Verb, ...] = ()


class SumOf(Seam, Generic[P, R]):
    """Numbers that are added up; 0 if there are none."""

    __slots__ = ()
    law = "what all add up to"

    def __call__(self, game: Position, *args: P.args, **kwargs: P.kwargs) -> R | int:
        attached = game.ruleset.contributions.get(self.name)
        if attached is None:  # as at most seams of most games
            return 0
        if game.visits is not None:
            self._visit(game.visits)
        total: R | int = sum(function(game, *args, **kwargs) for function in attached)
        return total

    def attach(
        self,
        function: Callable[Concatenate[Position, P], R],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Attach:
        return Attach(self, function, reads, requires)


class AllOf(Seam, Generic[P, R]):
    """All must agree: the first objection counts, None if nobody has any."""

    __slots__ = ()
    law = "the first objection, or None: all must agree"

    def __call__(self, game: Position, *args: P.args, **kwargs: P.kwargs) -> R | None:
        attached = game.ruleset.contributions.get(self.name)
        if attached is None:
            return None
        if game.visits is not None:
            self._visit(game.visits)
        for function in attached:
            found: R | None = function(game, *args, **kwargs)
            if found is not None:
                return found
        return None

    def attach(
        self,
        function: Callable[Concatenate[Position, P], R | None],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Attach:
        return Attach(self, function, reads, requires)


class AnyOf(Seam, Generic[P]):
    """True if one says so."""

    __slots__ = ()
    law = "true if one says so"

    def __call__(self, game: Position, *args: P.args, **kwargs: P.kwargs) -> bool:
        attached = game.ruleset.contributions.get(self.name)
        if attached is None:
            return False
        if game.visits is not None:
            self._visit(game.visits)
        for function in attached:  # noqa: SIM110 (a generator costs more than most of them)
            if function(game, *args, **kwargs):
                return True
        return False

    def attach(
        self,
        function: Callable[Concatenate[Position, P], bool],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Attach:
        return Attach(self, function, reads, requires)


class Chain(Seam, Generic[V, P]):
    """A value, handed over after the game, that each may change in turn."""

    __slots__ = ()
    law = "a value that each may change in turn"

    def __call__(self, game: Position, value: V, *args: P.args, **kwargs: P.kwargs) -> V:
        attached = game.ruleset.contributions.get(self.name)
        if attached is None:
            return value
        if game.visits is not None:
            self._visit(game.visits)
        for function in attached:
            value = function(game, value, *args, **kwargs)
        return value

    def attach(
        self,
        function: Callable[Concatenate[Position, V, P], V],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
    ) -> Attach:
        return Attach(self, function, reads, requires)


class EachOf(Seam, Generic[P, R]):
    """Each is asked in turn, with time for what it wants done before the next is asked. It may change the game."""

    __slots__ = ()
    law = "each in turn, until all were heard"

    def one_by_one(self, game: Game) -> tuple[Callable[Concatenate[Game, P], R], ...]:
        attached = game.ruleset.contributions.get(self.name, ())
        if attached and game.visits is not None:
            self._visit(game.visits)
        return attached

    def attach(
        self,
        function: Callable[Concatenate[Game, P], R],
        *,
        reads: tuple[Read, ...] = (),
        requires: tuple[str, ...] = (),
        verbs: tuple[Verb, ...] = (),
    ) -> Attach:
        return Attach(self, function, reads, requires, verbs)
