"""Debug mode: while a cache works something out, a witness sees what is read, and objects to what was not declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set
from typing import Any, TypeVar, overload

from worldfire.engine.errors import StateError
from worldfire.engine.facts import Facts
from worldfire.engine.schema import CONSENTS, Column, Field, Quantity
from worldfire.engine.state import Consequence, Frame, State

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

#: parts of a state that change all the time: no cache can declare them
STACK, WATCHES, ALL_QUANTITIES = "the stack", "watches", "all quantities"


class Witness:
    """Knows what a cache has declared."""

    def __init__(self, cache: str, declared: frozenset[str]) -> None:
        self._cache = cache
        self._declared = declared

    def note(self, key: str) -> None:
        if key not in self._declared:
            raise StateError(f"the cache {self._cache!r} reads {key!r} and does not declare it")

    def note_cache(self, other: str, reads: Iterable[str]) -> None:
        """Another cache was asked: it may have been filled earlier, so all that it reads counts."""
        missing = sorted(set(reads) - self._declared)
        if missing:
            raise StateError(f"the cache {self._cache!r} asks {other!r} and does not declare {', '.join(missing)}")


class WitnessedCaches(MutableMapping[str, Any]):
    """The same caches; whoever asks one is told to the witness."""

    def __init__(
        self, caches: MutableMapping[str, Any], witness: Witness, declared: Mapping[str, frozenset[str]]
    ) -> None:
        self._unwatched: MutableMapping[str, Any] = caches._unwatched if isinstance(caches, WitnessedCaches) else caches
        self._witness, self._declared = witness, declared

    def __getitem__(self, name: str) -> Any:
        self._witness.note_cache(name, self._declared[name])
        return self._unwatched[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._unwatched[name] = value

    def __delitem__(self, name: str) -> None:
        del self._unwatched[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._unwatched)

    def __len__(self) -> int:
        return len(self._unwatched)


class WitnessedFacts:
    """The same state; whatever is read of it is told to the witness."""

    def __init__(self, state: Facts, witness: Witness) -> None:
        self.unwatched: Facts = state.unwatched if isinstance(state, WitnessedFacts) else state
        self._note = witness.note
        known = self.unwatched
        self.columns: Mapping[str, Sequence[int]] = _Watched(known.columns, witness.note, str)
        self.fields: Mapping[str, Any] = _Watched(known.fields, witness.note, str)
        self.quantities: Mapping[tuple[str, int, int], int] = _Watched(
            known.quantities, witness.note, lambda key: key[0], whole=ALL_QUANTITIES
        )
        self.consents: Mapping[tuple[str, str, str], str] = _Watched(
            known.consents, witness.note, lambda key: CONSENTS.name, whole=CONSENTS.name
        )
        self.requests: Set[tuple[str, str, str]] = known.requests  # no rule asks for them
        self.watches: Mapping[tuple[str, str], Any] = _Watched(known.watches, witness.note, lambda key: WATCHES)
        self.frames: Sequence[Frame] = _Stack(known.frames, witness.note)

    @property
    def queue(self) -> tuple[Consequence, ...]:
        self._note(STACK)
        return self.unwatched.queue

    @property
    def result(self) -> Any:
        self._note(STACK)
        return self.unwatched.result

    def __getitem__(self, column: Column) -> Sequence[int]:
        return self.columns[column.key]

    def get(self, item: Field[T]) -> T:
        self._note(item.name)
        return self.unwatched.get(item)

    def amount(self, quantity: Quantity, owner: int, place: int) -> int:
        self._note(quantity.name)
        return self.unwatched.amount(quantity, owner, place)

    def amounts(self, quantity: Quantity) -> Iterator[tuple[int, int, int]]:
        self._note(quantity.name)
        return self.unwatched.amounts(quantity)

    def copy(self) -> State:
        raise StateError("a cache that copies the state reads all of it")

    def digest(self) -> str:
        raise StateError("a cache that digests the state reads all of it")


class _Watched(Mapping[K, V]):
    """Tells which of its keys are read. Whoever goes through it reads them all; where keys come and go, the `whole`."""

    def __init__(
        self, known: Mapping[K, V], note: Callable[[str], None], name: Callable[[K], str], whole: str = ""
    ) -> None:
        self._known, self._note, self._name, self._whole = known, note, name, whole

    def __getitem__(self, key: K) -> V:
        self._note(self._name(key))
        return self._known[key]

    def __len__(self) -> int:
        self._note_all()
        return len(self._known)

    def __iter__(self) -> Iterator[K]:
        self._note_all()
        return iter(self._known)

    def _note_all(self) -> None:
        for name in (self._whole,) if self._whole else map(self._name, self._known):
            self._note(name)


class _Stack(Sequence[Frame]):
    """Whoever looks at a frame reads the stack."""

    def __init__(self, frames: Sequence[Frame], note: Callable[[str], None]) -> None:
        self._frames, self._note = frames, note

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Frame]: ...
    def __getitem__(self, index: int | slice) -> Frame | Sequence[Frame]:
        self._note(STACK)
        return self._frames[index]

    def __len__(self) -> int:
        self._note(STACK)
        return len(self._frames)
