"""A question that is put to the cadet, with what it needs to answer it, and the notes that it keeps for the impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun, Shape
from worldfire.forces.situation import TURN
from worldfire.forces.turn import IMPULSE, powers_of_side, seat_of_power, seats_of_side
from worldfire.players.cadet.sight import as_seen_by

Action = tuple[str, Noun]
T = TypeVar("T")
S = TypeVar("S", bound=Shape)


class Puzzled(WorldfireError):
    """The question has not the form that the heuristic knows; the safe default answers it."""


@dataclass
class Notes:
    """What a seat has planned in this impulse. A plan is advice to itself: every order is judged again when it is given."""

    plans: dict[tuple[str, str], tuple[tuple[int, int], Any]] = field(default_factory=dict)


#: a game → the notes of its seats; a game that is loaded again starts with none, and is planned afresh
_NOTES: WeakKeyDictionary[Position, Notes] = WeakKeyDictionary()


class Offered(Mapping[str, Shape]):
    """Verb → the shape of its noun, built when it is looked at: most questions are answered with one of them."""

    def __init__(self, game: Position, seat: str) -> None:
        self._game, self._offers = game, game.offers_to(seat)

    def __getitem__(self, verb: str) -> Shape:
        found = self._offers.judged(self._game, verb) if verb in self._offers.names else None
        if not isinstance(found, Shape):
            raise KeyError(verb)
        return found

    def __contains__(self, verb: object) -> bool:
        known = self._offers.verbs.get(verb) if isinstance(verb, str) else None
        return verb in self._offers.names if known is None else self._offers.allows(self._game, known)

    def __iter__(self) -> Iterator[str]:
        return (verb for verb in self._offers.names if verb in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True)
class Question:
    game: Position
    seat: str
    side: int
    prompt: str
    args: Mapping[str, Any]
    offers: Mapping[str, Shape]
    rng: Random
    notes: Notes

    @property
    def powers(self) -> tuple[int, ...]:
        """The powers of the side that the seat plays."""
        return tuple(power for power in powers_of_side(self.game, self.side) if self._plays(power))

    def _plays(self, power: int) -> bool:
        return seat_of_power(self.game, power) == self.seat

    def shape(self, verb: str, kind: type[S]) -> S:
        """The shape of the verb's noun, which must be of this kind."""
        found = self.offers.get(verb)
        if not isinstance(found, kind):
            raise Puzzled(f"{self.prompt}: {verb} takes no {kind.__name__}")
        return found

    def only_shape(self, kind: type[S]) -> tuple[str, S]:
        """The first verb that takes a noun of this kind."""
        for verb, found in self.offers.items():
            if isinstance(found, kind):
                return verb, found
        raise Puzzled(f"{self.prompt}: nothing takes a {kind.__name__}")

    def planned(self, what: str, make: Callable[[], T]) -> T:
        """The plan of this name for the present impulse, made when first wanted."""
        known = self.notes.plans.get((self.seat, what))
        if known is None or known[0] != self._now:
            return self.note(what, make())
        plan: T = known[1]
        return plan

    def note(self, what: str, plan: T) -> T:
        """Keep the plan under this name for the present impulse."""
        self.notes.plans[self.seat, what] = (self._now, plan)
        return plan

    @property
    def _now(self) -> tuple[int, int]:
        return self.game.state.get(TURN), self.game.state.get(IMPULSE)

    def forget(self, what: str) -> None:
        self.notes.plans.pop((self.seat, what), None)

    def is_legal(self, verb: str, noun: Noun) -> bool:
        return not self.game.why_not(verb, noun, self.seat)


def put_question(game: Game, seat: str, rng: Random) -> Question:
    notes = _NOTES.setdefault(game, Notes())
    seen = as_seen_by(game, seat)
    decision = seen.decision
    assert decision is not None, "nobody is asked anything"
    side = 0 if seat in seats_of_side(seen, 0) else 1
    return Question(seen, seat, side, decision.prompt, dict(decision.args), Offered(seen, seat), rng, notes)
