"""Debug mode: everything that caches remember is found out again, with nothing remembered.

To find it all out after every action would be most of a fuzzed game. So what was found stands until something changes that
its cache declares to read. The states themselves are compared: who should have said that something changed is on trial. A
witness objects to whatever else of the state is read; what no state holds is found by looking again now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple

from worldfire.engine.errors import StateError
from worldfire.engine.schema import CONSENTS, Claim
from worldfire.engine.state import State

#: each cache is looked into again at every so manieth proof, whether anything has changed or not
LOOK_AGAIN = 50

_UNKNOWN: Any = object()
_NO_PROOF = (_UNKNOWN, _UNKNOWN)

#: whose values never change in place
_CONSTANT = frozenset({bool, int, str, tuple, frozenset, type(None)})


class Proofs:
    """What was found out of one game, and the state that it was found in."""

    __slots__ = ("_found", "_number", "_seen", "_standing")

    def __init__(self) -> None:
        #: cache → claim → what was remembered, and what was found
        self._found: dict[str, dict[Hashable, tuple[Any, Any]]] = {}
        self._seen: State | None = None
        self._number = 0
        #: caches of which nothing has changed that they read
        self._standing: frozenset[str] = frozenset()

    def begin(self, state: State, reads: Mapping[str, frozenset[str]]) -> None:
        """Another proof, in a state that nobody will change. `reads`: what each cache declares to read."""
        seen, self._seen = self._seen, state
        self._number += 1
        self._standing = frozenset()
        if seen is not None:
            changed = frozenset(differences(seen, state))
            in_turn = (cache for at, cache in enumerate(reads, self._number) if at % LOOK_AGAIN)
            self._standing = frozenset(cache for cache in in_turn if reads[cache].isdisjoint(changed))

    def stands(self, cache: str) -> bool:
        """Is what was found out of the cache still so?"""
        return cache in self._standing

    def check(self, cache: str, claims: Iterable[Claim]) -> None:
        """Raises if one of the claims is wrong."""
        known, found = self._found.get(cache, {}) if self.stands(cache) else {}, dict[Hashable, tuple[Any, Any]]()
        for what, remembered, work in claims:
            before, fresh = proof = known.get(what, _NO_PROOF)
            if remembered is not before or type(remembered) not in _CONSTANT:
                if fresh is _UNKNOWN or fresh != remembered:
                    fresh = work()
                if remembered != fresh:
                    raise StateError(
                        f"the cache {cache!r} is not what a rebuild gives: "
                        f"{what!r} is {fresh!r}, remembered is {remembered!r}"
                    )
                proof = remembered, fresh
            found[what] = proof
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
