"""What changed since somebody last looked: caches that remember much and lose little read it and mend themselves.

A cache that can be kept true entry by entry is a `Derived` with an `update`. One that depends on several columns in
different ways asks the journals instead, when it is next used.
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.facts import Facts
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Claim, Column, Derived, Schema
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE
from worldfire.forces.who import CONTROLLER, TAKEN

#: older changes are forgotten; whoever has not read them starts afresh
MOST = 2_000

Change = tuple[int, int, int]  # row, old, new


class Journal:
    """The changes of one column."""

    __slots__ = ("begun", "changes", "forgotten")

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.forgotten = 0
        #: the same for all branches: what was read in one journal need not be read again in a branch of it
        self.begun = object()

    def branch(self) -> Journal:
        twin = Journal()
        twin.changes, twin.forgotten, twin.begun = self.changes.copy(), self.forgotten, self.begun
        return twin

    def note(self, state: Facts, row: int, old: int, new: int) -> None:
        if len(self.changes) >= MOST:
            self.forgotten += len(self.changes)
            self.changes.clear()
        self.changes.append((row, old, new))

    def last(self) -> dict[int, int]:
        """Row → what it was changed to last."""
        return {row: new for row, _, new in self.changes}


class Reader:
    """Where somebody has got to in a journal."""

    __slots__ = ("_begun", "_read")

    def __init__(self) -> None:
        self._begun: object = None
        self._read = 0

    def branch(self) -> Reader:
        twin = Reader()
        twin._begun, twin._read = self._begun, self._read
        return twin

    def news(self, journal: Journal) -> list[Change] | None:
        """What is new since the last call; None if that is no longer known and everything may have changed."""
        known = journal.begun is self._begun and self._read >= journal.forgotten
        start = self._read - journal.forgotten if known else 0
        self._begun, self._read = journal.begun, journal.forgotten + len(journal.changes)
        return journal.changes[start:] if known else None


#: (owner, place, number)
Amount = tuple[int, int, int]


class Stock:
    """All that there is of a quantity, as it was when somebody last looked."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: frozenset[Amount] = frozenset()

    def branch(self) -> Stock:
        twin = Stock()
        twin._seen = self._seen
        return twin

    def news(self, there_is: frozenset[Amount]) -> set[int]:
        """The places where there is more or less of it than last time."""
        seen, self._seen = self._seen, there_is
        return set() if seen is there_is or seen == there_is else {place for _, place, _ in seen ^ there_is}


def _journal_of(column: Column) -> Derived[Journal]:
    def claims(journal: Journal, position: Position) -> Iterator[Claim]:
        """What a row was changed to last is what it is now."""
        last = journal.last()
        yield Claim("last changes", last, lambda: {row: position.state[column][row] for row in last})

    return Derived(
        f"journal of {column.key}",
        (),
        lambda state: Journal(),
        Journal.note,
        mends=(column,),
        claims=claims,
        branch=Journal.branch,
    )


MOVES = _journal_of(PLACE)
CONTROL = _journal_of(CONTROLLER)
#: when hexes last went from one side to another
DATES = _journal_of(TAKEN)

#: all convoy points, the same object until some come or go
CONVOYS: Derived[frozenset[Amount]] = Derived(
    "convoy points everywhere", (CONVOY_POINTS,), lambda state: frozenset(state.amounts(CONVOY_POINTS))
)

MODULE = Module(schema=Schema(derived=(MOVES, CONTROL, DATES, CONVOYS)))
