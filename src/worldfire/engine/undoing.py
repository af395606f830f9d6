"""Taking back: alone to the last barrier (a roll, a reveal, a reaction declined), further if everybody agrees.

What is taken back is never unmade: the state at the last barrier is put in place and what still counts is done again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.errors import ActionError, Refused, StateError, UndoRefused
from worldfire.engine.log import AGREE_UNDO, PROPOSE_UNDO, UNDO, UPGRADE, Entry, in_effect
from worldfire.engine.shapes import Noun
from worldfire.engine.state import State

if TYPE_CHECKING:
    from worldfire.engine.game import Game

#: undo reaches at most so many actions back, which keeps loading a game and taking back an action quick
MOST_UNDO = 200

#: so many states are kept of the latest actions, and of those before every so many-th
LATEST, EVERY = 12, 10

#: who proposes, to go back to which entry, who has agreed
Proposal = tuple[str, int, tuple[str, ...]]


class Span:
    """What can be taken back: the state at the last barrier, the entries since, and states between them.

    A state that is kept shares the columns that were not written since the one before, on whichever side of a barrier
    that lies: nobody ever writes in it.
    """

    __slots__ = ("_last", "base", "base_seq", "entries", "states")

    def __init__(self) -> None:
        self.base: State | None = None
        self.base_seq = 0
        self.entries: list[Entry] = []
        #: how many of the entries lead to it → a state; the last ones and some of those before
        self.states: dict[int, State] = {}
        #: since it was taken, only the columns in `game.written` have changed
        self._last: State | None = None

    def begin(self, game: Game) -> None:
        """An action is about to be done: from here one can go back."""
        kept = self._last = game.state.copy_since(self._last, game.written)
        game.written.clear()
        if self.base is None:
            self.base, self.base_seq = kept, game.record.seq
        else:
            self.states[len(self.entries)] = kept
            self._thin_out()

    def _thin_out(self) -> None:
        old = len(self.entries) - LATEST
        if old % EVERY:
            self.states.pop(old, None)

    def note(self, entry: Entry) -> None:
        """One more action that can be taken back."""
        self.entries.append(entry)

    def nearest(self, count: int) -> tuple[int, State]:
        """The latest state that is kept and at most so many entries lead to."""
        assert self.base is not None
        at = max((kept for kept in self.states if kept <= count), default=0)
        return (at, self.states[at]) if at else (0, self.base)

    def forget_after(self, count: int) -> None:
        """Other entries follow now after so many."""
        self.states = {at: state for at, state in self.states.items() if at <= count}

    @property
    def full(self) -> bool:
        """Is the next entry the last one that can be kept?"""
        return len(self.entries) + 1 >= MOST_UNDO

    def end(self) -> None:
        self.base, self.entries, self.states = None, [], {}

    def copy(self) -> Span:
        twin = Span()
        twin.base, twin.base_seq, twin.entries = self.base, self.base_seq, list(self.entries)
        twin.states = self.states.copy()
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
