"""Taking back: alone to the last barrier (a roll, a reveal, a reaction declined), further if everybody agrees.

What is taken back is never unmade: the state at the last barrier is put in place and what still counts is done again.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.errors import ActionError, Refused, StateError, UndoRefused
from worldfire.engine.log import AGREE_UNDO, PROPOSE_UNDO, UNDO, UPGRADE, Entry, in_effect
from worldfire.engine.shapes import Noun
from worldfire.engine.state import State

if TYPE_CHECKING:
    from worldfire.engine.game import Game

#: undo reaches at most so many actions back, which keeps loading a game and taking back an action quick
MOST_UNDO = 200

#: seconds: what takes longer to do again is worth a state from which it need not be. Only speed depends on the clock
DEAR = 0.001
#: of states before the latest so many, one is enough for this many seconds
LATEST, FAR = 8, 0.01

#: who proposes, to go back to which entry, who has agreed
Proposal = tuple[str, int, tuple[str, ...]]


class Kept(NamedTuple):
    """How many of the entries lead to a state, how long it took to do them, and the state."""

    at: int
    spent: float
    state: State


class Span:
    """What can be taken back: the state at the last barrier, the entries since, and states between them.

    A state that is kept shares the columns that were not written since the one before, on whichever side of a barrier
    that lies: nobody ever writes in it.
    """

    __slots__ = ("_began", "_spent", "base", "base_seq", "entries", "kept", "last")

    def __init__(self) -> None:
        self.base: State | None = None
        self.base_seq = 0
        self.entries: list[Entry] = []
        #: states between the entries, oldest first
        self.kept: list[Kept] = []
        #: since it was taken, only the columns in `game.written` have changed
        self.last: State | None = None
        #: when the action in hand began, and how long those before it took since the base
        self._began = self._spent = 0.0

    def begin(self, game: Game) -> None:
        """An action is about to be done: from here one can go back."""
        self._began = perf_counter()
        if self.base is None:
            self.base, self.base_seq, self._spent = self._keep(game), game.record.seq, 0.0
        elif self._spent - (self.kept[-1].spent if self.kept else 0.0) > DEAR:
            self.kept.append(Kept(len(self.entries), self._spent, self._keep(game)))
            self._thin_out()

    def now(self, game: Game) -> State:
        """The state as it is, for somebody who only reads it: it shares what was not written since the last that is kept."""
        return game.state.copy_since(self.last, game.written)

    def _keep(self, game: Game) -> State:
        kept = self.last = self.now(game)
        game.written.clear()
        return kept

    def _thin_out(self) -> None:
        """The last one of the old states goes, if those around it are near enough."""
        old = len(self.kept) - LATEST - 1
        if old >= 0 and self.kept[old + 1].spent - (self.kept[old - 1].spent if old else 0.0) < FAR:
            del self.kept[old]

    def note(self, entry: Entry) -> None:
        """One more action that can be taken back."""
        self.entries.append(entry)
        self._spent += perf_counter() - self._began

    def nearest(self, count: int) -> tuple[int, State]:
        """The latest state that is kept and at most so many entries lead to."""
        assert self.base is not None
        return next(((at, state) for at, _, state in reversed(self.kept) if at <= count), (0, self.base))

    def forget_after(self, count: int) -> None:
        """Other entries follow now after so many."""
        self.kept = [kept for kept in self.kept if kept.at <= count]

    @property
    def full(self) -> bool:
        """Is the next entry the last one that can be kept?"""
        return len(self.entries) + 1 >= MOST_UNDO

    def end(self) -> None:
        self.base, self.entries, self.kept = None, [], []

    def copy(self) -> Span:
        twin = Span()
        twin.base, twin.base_seq, twin.entries = self.base, self.base_seq, list(self.entries)
        twin.kept, twin._spent = self.kept.copy(), self._spent
        return twin


def recorded_chance(*entries: Entry) -> ScriptedChance:
    """The dice that these entries recorded."""
    return ScriptedChance(value for entry in entries for outcome in entry.outcomes for value in outcome.values)


# --------------------------------------------------------------------------------------------------------- doing again


def put_back(game: Game) -> None:
    """Nothing of an action that failed may stay. A fork keeps nothing to go back to: whoever thinks takes another."""
    if game.span.base is not None:
        rebuild(game, game.span.entries, len(game.span.entries))


def rebuild(game: Game, entries: list[Entry], unchanged: int) -> None:
    """The game after these entries, of which so many are as they were; dice are taken from the entries."""
    at, state = game.span.nearest(unchanged)
    game.change_into(state)
    for entry in entries[at:]:
        redo(game, entry)


def redo(game: Game, entry: Entry) -> None:
    """Do an entry again without writing it down; raises if it is no longer legal."""
    live, game.chance = game.chance, recorded_chance(entry)
    game.now = entry.seq
    game.record.barrier = False
    try:
        unasked = game.is_announcement(entry.seat, entry.verb)
        if not unasked:
            game.check_decision(entry.seat, entry.verb, None)
        noun, violations = game.examine(entry.seat, entry.verb, entry.noun, unasked=unasked)
        if violations:
            raise Refused(violations)
        game.take(entry.seat, entry.verb, noun, unasked=unasked)
    finally:
        game.chance = live
    if game.record.barrier and not entry.barrier:
        raise StateError(f"{entry.verb} of {entry.seat} would now reveal something")


# ---------------------------------------------------------------------------------------------------------------- alone


def undo(game: Game, seat: str) -> Entry:
    """Take back the seat's last action since the last barrier, if what others did after it still stands."""
    game.check_known(seat)
    span = game.span
    mine = next((entry for entry in reversed(span.entries) if entry.seat == seat), None)
    if mine is None:
        raise UndoRefused(f"{seat} has done nothing since the last roll, reveal or declined reaction")
    at = next(at for at, entry in enumerate(span.entries) if entry is mine)
    rest, now = [*span.entries[:at], *span.entries[at + 1 :]], game.state.copy()
    try:
        rebuild(game, rest, at)
    except Exception as error:
        game.change_into(now)
        if isinstance(error, ActionError | StateError):
            raise UndoRefused(f"what others did afterwards depends on it: {error}") from error
        raise
    span.entries = rest
    span.forget_after(at)
    return game.record.note(seat, UNDO, (mine.seq,))


# -------------------------------------------------------------------------------------------------------------- together


def propose(game: Game, seat: str, to: Noun) -> Entry:
    """Ask everybody to go back to just after entry `to`, beyond the last barrier."""
    game.check_known(seat)
    if not isinstance(to, int) or not any(entry.seq == to for entry in in_effect(game.entries, game.seats)):
        raise UndoRefused(f"entry {to!r} is not in effect")
    upgrade = game.entries.last(UPGRADE)
    if upgrade is not None and to < upgrade.seq:
        raise UndoRefused(f"entry {to} was made by other rules: the game was brought up to date in entry {upgrade.seq}")
    entry = game.record.note(seat, PROPOSE_UNDO, to)
    return _settle(game, entry, (seat, to, ()))


def agree(game: Game, seat: str) -> Entry:
    """Agree to the undo that another seat proposed; it is done when all have agreed."""
    game.check_known(seat)
    if game.undo_proposal is None:
        raise UndoRefused("nobody has proposed an undo")
    proposer, to, agreed = game.undo_proposal
    if seat == proposer or seat in agreed:
        raise UndoRefused(f"{seat} has agreed already")
    entry = game.record.note(seat, AGREE_UNDO, to)
    return _settle(game, entry, (proposer, to, (*agreed, seat)))


def _settle(game: Game, entry: Entry, proposal: Proposal) -> Entry:
    proposer, to, agreed = proposal
    game.undo_proposal = proposal
    if {proposer, *agreed} == set(game.seats):
        _go_back(game, to)
        game.undo_proposal = None
    return entry


def _go_back(game: Game, to: int) -> None:
    kept = [entry for entry in in_effect(game.entries, game.seats) if entry.seq <= to]
    start = next((at for at in range(len(kept) - 1, 0, -1) if kept[at].verb == UPGRADE), 0)
    fresh = game.anew(recorded_chance(*kept), kept[start].state)
    for entry in kept[start + 1 :]:
        redo(fresh, entry)
    game.span.end()
    game.put_state(fresh.state)
