"""What a seat is offered. A shape is built when somebody first wants to see it, and is the same until somebody acts.

Whether a seat can do anything at all is asked far more often than what: after every action, of every seat. A verb that can
answer that more cheaply than by building its shape says how (`Verb.possible`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from worldfire.engine.errors import StateError
from worldfire.engine.shapes import NOTHING, Shape
from worldfire.engine.violation import Violation

if TYPE_CHECKING:
    from worldfire.engine.position import Position
    from worldfire.engine.procedures import Decision, Verb

#: verbs of the kernel itself
DONE, PASS = "done", "pass"
_KERNEL_VERBS = {"shared": (DONE,), "window": (PASS,)}


class Offers(Mapping[str, Shape | Violation]):
    """Each verb of the decision on top of the stack with its shape, or with the reason why it cannot be used."""

    __slots__ = ("_built", "_game", "_names", "_possible", "_seat", "_verbs")

    def __init__(self, game: Position, decision: Decision, seat: str) -> None:
        self._game, self._seat = game, seat
        self._verbs = {verb.name: verb for verb in decision.verbs}
        own = _KERNEL_VERBS.get(decision.kind, ())
        self._names = (*self._verbs, *own)
        self._built: dict[str, Shape | Violation] = dict.fromkeys(own, NOTHING)
        self._possible: dict[str, bool] = {}

    def __getitem__(self, name: str) -> Shape | Violation:
        known = self._built.get(name)
        if known is None:
            known = self._built[name] = self._shape(self._verbs[name])
        return known

    def _shape(self, verb: Verb) -> Shape | Violation:
        game = self._game
        return verb.shape(game, game.state.frames[-1].locals, self._seat)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def allows(self, verb: Verb) -> bool:
        """Is there a noun for this verb of the decision?"""
        if verb.possible is None or verb.name in self._built:
            return isinstance(self[verb.name], Shape)
        known = self._possible.get(verb.name)
        if known is None:
            game = self._game
            known = self._possible[verb.name] = verb.possible(game, game.state.frames[-1].locals, self._seat)
            if game.debug and known != isinstance(self[verb.name], Shape):
                raise StateError(
                    f"verb {verb.name!r} says that it is {'' if known else 'not '}possible: its shape differs"
                )
        return known

    def allow_any(self) -> bool:
        """Can the seat do more than leave off?"""
        return any(self.allows(verb) for verb in self._verbs.values())

    def taken_over_by(self, game: Position) -> Offers:
        """The same for another game at the same point."""
        twin = Offers.__new__(Offers)
        twin._game, twin._seat, twin._verbs, twin._names = game, self._seat, self._verbs, self._names
        twin._built, twin._possible = self._built.copy(), self._possible.copy()
        return twin
