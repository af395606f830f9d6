"""A position: a state, the rules it is played by and the decision that is open, to be read and not to be changed.

Predicates, shapes and everything else that only judges take a `Position`; what changes the game takes the `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, MutableMapping
from functools import partial
from typing import Any, TypeVar

from worldfire.engine import announcing, deciding
from worldfire.engine.errors import StateError
from worldfire.engine.facts import Facts
from worldfire.engine.kinds import Seat
from worldfire.engine.log import Header
from worldfire.engine.offers import Offers
from worldfire.engine.permitting import ASK, ONCE, YES
from worldfire.engine.procedures import Decision, Procedure
from worldfire.engine.proofs import Looked, Proofs
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Claim, Derived, Memo
from worldfire.engine.shapes import Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.engine.witness import Witness, WitnessedCaches, WitnessedFacts

T = TypeVar("T")

_UNKNOWN: Any = object()


class Position:
    """What is immutable (rules, header) may be shared by many positions; what is remembered belongs to one state."""

    def __init__(self, ruleset: Ruleset, header: Header, state: Facts) -> None:
        self.ruleset = ruleset
        self.state = state
        self.header = header
        self.seats = header.seats
        #: the decision that is open, as the step asked it; None once the game is over
        self.decision: Decision | None = None
        #: who must act, and the id of the decision that he must answer
        self.waiting: dict[str, int] = {}
        #: prove after every action that caches are what a rebuild gives and that asking changed nothing
        self.debug = False
        #: a fresh look is under way: what it recalls itself was proved when the rules recalled it
        self._looking_again = False
        #: for the fuzzer: which steps, verbs and seams were reached
        self.visits: set[tuple[str, ...]] | None = None
        self._derived: MutableMapping[str, Any] = {}
        #: caches that a fork and the game it came from both begin with: whoever needs one takes a branch of it
        self._lent: dict[str, Any] = {}
        self._recalled: dict[Hashable, Any] = {}
        #: in debug mode, what was found out again
        self._proofs = Proofs()
        #: seat → what it is offered
        self.judged: dict[str, Offers] = {}

    # ------------------------------------------------------------------------------------------------- what rules read

    @property
    def result(self) -> Any:
        """What the last roll, draw or call of the current procedure gave."""
        return self.state.frames[-1].result

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the last roll as they lie."""
        fallen: tuple[int, ...] = self.state.frames[-1].result[0]
        return fallen

    @property
    def total(self) -> int:
        """The last roll's dice added up, with its modifier."""
        fallen, modifier = self.state.frames[-1].result
        return int(sum(fallen) + modifier)

    @property
    def over(self) -> bool:
        return not self.state.frames

    @property
    def procedure(self) -> Procedure:
        return self.ruleset.procedures[self.state.frames[-1].procedure]

    def enclosing(self, kind: type[T]) -> T:
        """The locals of the nearest procedure on the stack that has this type of locals."""
        found = self.find_enclosing(kind)
        if found is None:
            raise StateError(f"no procedure with {kind.__name__} is on the stack")
        return found

    def find_enclosing(self, kind: type[T]) -> T | None:
        """The same, where there may be none."""
        for frame in reversed(self.state.frames):
            if type(frame.locals) is kind:
                return frame.locals
        return None

    def annex(self, kind: type[T], of: str = "") -> T:
        """What a module has added to the locals of the nearest procedure that carries it, or of the nearest of that name."""
        found = self.find_annex(kind, of)
        if found is None:
            raise StateError(f"no procedure with {kind.__name__} is on the stack")
        return found

    def find_annex(self, kind: type[T], of: str = "") -> T | None:
        """The same, where the procedure may not be on the stack."""
        for frame in reversed(self.state.frames):
            for annex in frame.annexes:
                if type(annex) is kind and of in ("", frame.procedure):
                    return annex
        return None

    def on_stack(self, procedure: str) -> bool:
        return any(frame.procedure == procedure for frame in self.state.frames)

    def consent(self, giver: str, taker: str, what: str) -> str:
        """ "yes", "ask" or "no": what the giver has said about this; "ask" until he has said anything."""
        said = self.state.consents.get((giver, taker, what), YES if giver == taker else ASK)
        return YES if said == ONCE else said

    # --------------------------------------------------------------------------------------------- what is remembered

    def look_up(self, derived: Derived[T]) -> T:
        """A derived value, built when first wanted."""
        try:
            value: T = self._derived[derived.name]  # asked most of all, and nearly always there
        except KeyError:
            value = self._derived[derived.name] = self._begin(derived)
        return value

    def _begin(self, derived: Derived[T]) -> T:
        """A branch of what was known before the fork; otherwise worked out."""
        if derived.branch is not None and derived.name in self._lent:
            return derived.branch(self._lent.pop(derived.name))
        return self.answer(derived, lambda: derived.build(self.state))

    def recall(self, key: Hashable, work: Callable[[], T], memo: Derived[Memo] | None = None) -> T:
        """What a rule has worked out of the game as it is, for several steps and offers between two changes.

        It is forgotten when anything is written, a procedure ends or somebody acts; in a memo, only when something
        changes that the memo declares to read. What else it depends on, such as the locals of the procedure that asks,
        belongs into the key.
        """
        if memo is None:
            known = self._recalled
        else:
            try:  # as in `look_up`, which is asked only the first time
                known = self._derived[memo.name].known
            except KeyError:
                known = self.look_up(memo).known
        value: T = known.get(key, _UNKNOWN)
        if value is _UNKNOWN:
            value = known[key] = work() if memo is None else self.answer(memo, work)
        if self.debug:
            if memo is not None:
                self.look_up(memo).works[key] = work
            if not self._looking_again and (looked := Looked.by(key, work)) not in known:
                if value != self._look_again(work):
                    raise StateError(f"what is recalled as {key!r} is not what a fresh look gives")
                known[looked] = True
        return value

    def _look_again(self, work: Callable[[], T]) -> T:
        self._looking_again = True
        try:
            return work()
        finally:
            self._looking_again = False

    def answer(self, cache: Derived[Any], work: Callable[[], T]) -> T:
        """Work something out that this cache will remember. Debug mode watches what is read meanwhile."""
        if not self.debug:
            return work()
        state, derived, declared = self.state, self._derived, self.ruleset.dependencies.known
        witness = Witness(cache.name, declared[cache.name])
        self.state, self._derived = WitnessedFacts(state, witness), WitnessedCaches(derived, witness, declared)
        try:
            return work()
        finally:
            self.state, self._derived = state, derived

    def check_caches(self) -> None:
        """Debug mode: find out again, with nothing remembered, what every cache says; the first that is wrong raises."""
        proofs, caches, reads = self._proofs, self.ruleset.schema.derived, self.ruleset.dependencies.known
        proofs.begin(self.state.copy(), {derived.name: reads[derived.name] for derived in caches})
        claims = {derived.name: tuple(self._claims(derived)) for derived in caches}
        kept = self._derived, self._recalled, self._lent
        self._derived, self._recalled, self._lent, self.debug = {}, {}, {}, False
        try:
            for cache, claimed in claims.items():
                proofs.check(cache, claimed)
        finally:
            self._derived, self._recalled, self._lent = kept
            self.debug = True
        for memo in self._derived.values():
            if isinstance(memo, Memo):
                memo.proved = len(memo.works)

    def _claims(self, derived: Derived[T]) -> Iterable[Claim]:
        if derived.name not in self._derived and derived.name not in self._lent:
            return ()
        value = self.look_up(derived)
        if isinstance(value, Memo) and not self._proofs.stands(derived.name):
            value.proved = 0
        if derived.claims is not None:
            return tuple(derived.claims(value, self))
        return (Claim(derived.name, value, lambda: derived.build(self.state)),)

    # ----------------------------------------------------------------------------------------------- what is offered

    def offers(self, seat: str) -> dict[str, Shape]:
        """What the seat may do now: verb → shape of its noun. Announcements are not listed here (see `announcements`)."""
        if seat not in self.waiting:
            return {}
        offers = self.offers_to(seat)
        return {name: shape for name in offers.names if (shape := offers.shape(self, name)) is not None}

    def offers_to(self, seat: str) -> Offers:
        """The verbs of the open decision; nothing is judged yet."""
        if seat not in self.judged:
            assert self.decision is not None
            self.judged[seat] = Offers(self.decision, seat)
        return self.judged[seat]

    def announcements(self, seat: str) -> dict[str, Shape]:
        """What the seat may say though nobody asks."""
        return {name: shape for name, shape in announcing.judge(self, seat).items() if isinstance(shape, Shape)}

    def why_not(self, verb: str, noun: Noun = None, seat: str | None = None) -> tuple[Violation, ...]:
        """The reasons why this action is not allowed now; empty if it is."""
        return next(self.judge_many(verb, (noun,), seat))

    def judge_many(self, verb: str, nouns: Iterable[Noun], seat: str | None = None) -> Iterator[tuple[Violation, ...]]:
        """What `why_not` says of each of the nouns, judged as they are asked for: nothing may change meanwhile."""
        judge = self._judge(verb, seat)
        return (judge(noun)[1] for noun in nouns)

    def _judge(self, verb: str, seat: str | None) -> Callable[[Noun], deciding.Judgement]:
        if self.decision is None:
            over = (refused("", "game-over"),)
            return lambda noun: (noun, over)
        who = seat if seat is not None else next(iter(self.waiting))
        if self.is_announcement(who, verb):
            return partial(announcing.examine, self, who, verb)
        if who not in self.waiting:
            foreign = (refused(self.decision.rule, "not-your-choice", seat=Seat(who)),)
            return lambda noun: (noun, foreign)
        return partial(deciding.examine, self, self.decision, who, verb)

    def examine(self, seat: str, verb: str, noun: Noun, *, unasked: bool) -> tuple[Noun, tuple[Violation, ...]]:
        """The noun as the rules read it, and why the action is not allowed."""
        if unasked:
            return announcing.examine(self, seat, verb, noun)
        assert self.decision is not None
        return deciding.examine(self, self.decision, seat, verb, noun)

    def is_announcement(self, seat: str, verb: str) -> bool:
        """Said unasked; a verb that answers the open decision is an answer, even if it may be said at other times too."""
        if not announcing.is_announcement(self, verb):
            return False
        return seat not in self.waiting or verb not in self.offers_to(seat).names

    def is_secret(self, verb: str, *, unasked: bool) -> bool:
        """Must the others not read in the log what was done?"""
        if unasked:
            announced = self.ruleset.announcements.get(verb)
            return verb in announcing.PRIVATE or (announced is not None and announced.verb.private)
        assert self.decision is not None
        known = self.ruleset.verbs.get(verb)
        return self.decision.kind == "secret" or (known is not None and known.private)
