"""Debug mode: everything that caches remember is found out again, with nothing remembered.

To find it all out after every action would be most of a fuzzed game. So what was found stands until something changes that
its cache declares to read. The states themselves are compared: who should have said that something changed is on trial. A
witness objects to whatever else of the state is read; what no state holds is found by looking again now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple

from worldfire.engine.errors import StateError
from worldfire.engine.schema import CONSENTS, Claim
from worldfire.engine.state import State

#: each cache is looked into again at every so manieth proof, whether anything has changed or not
LOOK_AGAIN = 20

_UNKNOWN: Any = object()


class Proofs:
    """What was found out of one game, and the state that it was found in."""

    __slots__ = ("_found", "_number", "_seen")

    def __init__(self) -> None:
        self._found: dict[str, dict[Hashable, Any]] = {}
        self._seen: State | None = None
        self._number = 0

    def look_at(self, state: State) -> frozenset[str] | None:
        """Another proof begins, in a state that nobody will change: what is new since the last one. None: everything is."""
        self._number += 1
        seen, self._seen = self._seen, state
        return None if seen is None else frozenset(differences(seen, state))

    def check(self, cache: str, number: int, claims: Iterable[Claim], *, stands: bool) -> None:
        """Raises if one of the claims is wrong. `stands`: nothing has changed that the cache reads."""
        trusted = stands and (self._number + number) % LOOK_AGAIN
        known, found = self._found.get(cache, {}) if trusted else {}, dict[Hashable, Any]()
        for claim in claims:
            fresh = known.get(claim.what, _UNKNOWN)
            if fresh is _UNKNOWN or fresh != claim.remembered:
                fresh = claim.work()
            if claim.remembered != fresh:
                raise StateError(
                    f"the cache {cache!r} is not what a rebuild gives: "
                    f"{claim.what!r} is {fresh!r}, remembered is {claim.remembered!r}"
                )
            found[claim.what] = fresh
        self._found[cache] = found


class Looked(NamedTuple):
    """Somebody has looked again at what is recalled under the key. Who works it out in the same way finds the same."""

    key: Hashable
    how: Hashable

    @classmethod
    def by(cls, key: Hashable, work: Callable[[], Any]) -> Looked:
        """Two works are the same if they are the same code with the same values. What may change is the same as nothing."""
        if isinstance(work, partial):
            how: tuple[Any, ...] = (work.func, work.args, *work.keywords.items())
        elif isinstance(work, FunctionType):
            cells = (cell.cell_contents for cell in work.__closure__ or ())
            how = (work.__code__, work.__defaults__, *cells)
        else:
            how = (object(),)
        try:
            hash(how)
        except TypeError:
            how = (object(),)
        return cls(key, how)


def differences(before: State, now: State) -> Iterable[str]:
    """The columns, fields, quantities and parts that are not the same in both."""
    yield from (key for key, column in now.columns.items() if column != before.columns[key])
    yield from (name for name, value in now.fields.items() if value != before.fields[name])
    yield from (kind for (kind, _, _), _ in before.quantities.items() ^ now.quantities.items())
    if before.consents != now.consents:
        yield CONSENTS.name
