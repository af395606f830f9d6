"""What a seat is offered. A shape is built when somebody first wants to see it, and is the same until somebody acts.

Whether a seat can do anything at all is asked far more often than what: after every action, of every seat. A verb that can
answer that more cheaply than by building its shape says how (`Verb.possible`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from worldfire.engine.errors import StateError
from worldfire.engine.shapes import NOTHING, Shape
from worldfire.engine.violation import Violation

if TYPE_CHECKING:
    from worldfire.engine.position import Position
    from worldfire.engine.procedures import Decision, Verb

#: verbs of the kernel itself
DONE, PASS = "done", "pass"
_OWN: Mapping[str, Mapping[str, Shape]] = {"shared": {DONE: NOTHING}, "window": {PASS: NOTHING}}


@lru_cache(maxsize=1024)
def _named(verbs: tuple[Verb, ...], kind: str) -> tuple[dict[str, Verb], tuple[str, ...]]:
    """The verbs by name, and all names that a decision of this kind offers with them."""
    named = {verb.name: verb for verb in verbs}
    return named, (*named, *_OWN.get(kind, ()))


class Offers:
    """Each verb of the decision on top of the stack, for one seat. It does not know its game: a fork takes a copy along."""

    __slots__ = ("_built", "_possible", "_seat", "names", "verbs")

    def __init__(self, decision: Decision, seat: str) -> None:
        self._seat = seat
        self.verbs, self.names = _named(decision.verbs, decision.kind)
        self._built: dict[str, Shape | Violation] = {**_OWN.get(decision.kind, {})}
        self._possible: dict[str, bool] = {}

    def judged(self, game: Position, name: str) -> Shape | Violation:
        """The verb's shape, or the reason why it cannot be used."""
        found = self._built.get(name)
        if found is None:
            found = self._built[name] = self.verbs[name].shape(game, game.state.frames[-1].locals, self._seat)
        return found

    def form(self, game: Position, name: str) -> Shape | Violation:
        """What reads and judges a noun of this verb."""
        verb = self.verbs.get(name)
        if verb is None or verb.form is None or name in self._built or not self.allows(game, verb):
            return self.judged(game, name)
        return verb.form

    def shape(self, game: Position, name: str) -> Shape | None:
        """None if the verb cannot be used: why not, nobody asks here."""
        verb = self.verbs.get(name)
        if verb is not None and verb.possible is not None and not self.allows(game, verb):
            return None
        found = self.judged(game, name)
        return found if isinstance(found, Shape) else None

    def allows(self, game: Position, verb: Verb) -> bool:
        """Is there a noun for this verb?"""
        if verb.possible is None or verb.name in self._built:
            return isinstance(self.judged(game, verb.name), Shape)
        if verb.name not in self._possible:
            known = self._possible[verb.name] = verb.possible(game, game.state.frames[-1].locals, self._seat)
            if game.debug and known != isinstance(self.judged(game, verb.name), Shape):
                raise StateError(
                    f"verb {verb.name!r} says that it is {'' if known else 'not '}possible: its shape differs"
                )
        return self._possible[verb.name]

    def allow_any(self, game: Position) -> bool:
        """Can the seat do more than leave off?"""
        return any(self.allows(game, verb) for verb in self.verbs.values())

    def copy(self) -> Offers:
        twin = Offers.__new__(Offers)
        twin._seat, twin.verbs, twin.names = self._seat, self.verbs, self.names
        twin._built, twin._possible = self._built.copy(), self._possible.copy()
        return twin
