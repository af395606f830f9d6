"""What a state is made of: columns of integers, single fields and quantities, each with who may see it.

A title declares its schema once. `view` reads nothing but these declarations to decide what leaves for a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from worldfire.engine.errors import RulesetError

if TYPE_CHECKING:
    from worldfire.engine.facts import Facts
    from worldfire.engine.position import Position

T = TypeVar("T")

#: May this seat (None: a spectator) see this row? For a field or a quantity the row is meaningless and 0.
Visibility = Callable[["Facts", int, str | None], bool]


def public(state: Facts, row: int, seat: str | None) -> bool:
    """Everybody sees it, spectators too."""
    return True


def nobody(state: Facts, row: int, seat: str | None) -> bool:
    """No seat sees it: what only the game master would know, such as markers not yet turned over."""
    return False


class Imagined(Enum):
    """How `imagine` fills in a hidden value of a column."""

    SHUFFLED = "the set of hidden values is known, who has which is not"
    FORGOTTEN = "anything fits: the default value is put in its place"


@dataclass(frozen=True)
class Family:
    """Things that are many and alike: counters, places, countries. Each has one column per attribute."""

    name: str


@dataclass(frozen=True)
class Column:
    """An integer for each member of a family."""

    family: Family
    name: str
    default: int = 0
    visible: Visibility = public
    imagined: Imagined = Imagined.FORGOTTEN
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", f"{self.family.name}.{self.name}")


@dataclass(frozen=True)
class Field(Generic[T]):
    """A single value: the turn, the weather, a marker. Values are immutable (numbers, strings, tuples of such)."""

    name: str
    default: T
    visible: Visibility = public
    #: draws a value that agrees with what the seat knows; None: the default is put in its place
    imagine: Callable[[Random], T] | None = None
    #: all that caches make of it: another value with the same answer drops none of them. None: the value itself
    gist: Callable[[T], object] | None = None


@dataclass(frozen=True)
class Quantity:
    """What is fungible: a number per owner and place, such as convoy points, oil or pilots."""

    name: str
    visible: Visibility = public
    #: draws (owner, place, number) for what a seat cannot see; None: nothing is there
    imagine: Callable[[Random], Iterable[tuple[int, int, int]]] | None = None


@dataclass(frozen=True)
class Part:
    """A part of the state that no schema declares; named for caches that read it."""

    name: str


#: what allies have agreed to (2.7)
CONSENTS = Part("consents")

#: what can be read of a state
Read = Column | Field[Any] | Quantity | Part


def key_of(read: Read) -> str:
    """The name of what is read, unique in a schema."""
    return read.key if isinstance(read, Column) else read.name


class Asked(Protocol):
    """A seam or a clause: what answers there is known when the ruleset is assembled, and so is what that reads."""

    @property
    def name(self) -> str: ...


class Claim(NamedTuple):
    """Something that a cache remembers, and how to find it out with nothing remembered."""

    what: Hashable
    remembered: Any
    work: Callable[[], Any]


@dataclass(frozen=True)
class Derived(Generic[T]):
    """A cache: what follows from the state. It declares all that it reads, and is dropped when something of that changes.

    `reads` may also name other caches: what they read is read as well. `asks` names the seams and clauses that are asked
    on the way; what is attached there says itself what it reads. In debug mode an undeclared read raises.

    What is in `mends` is read too, but a change there does not drop it. Either `update(value, state, row, old, new)` mends
    the value in place as columns change, or the cache finds out what has changed when it is next asked (`forces.journal`).

    A cache that is filled bit by bit lists in `claims` all that it remembers now; debug mode finds it out again.

    A fork goes on with what the game knows. A cache that mends itself must not be mended for both: `branch` gives whoever
    needs it next one of its own. Without it a fork builds the cache anew.
    """

    name: str
    reads: tuple[Read | Derived[Any], ...]
    build: Callable[[Facts], T]
    update: Callable[[T, Facts, int, int, int], None] | None = None
    mends: tuple[Column | Field[Any] | Quantity, ...] = ()
    asks: tuple[Asked, ...] = ()
    claims: Callable[[T, Position], Iterable[Claim]] | None = None
    branch: Callable[[T], T] | None = None
    #: it also remembers what has been done about what it found: whoever goes back in time begins it anew
    remembers_deeds: bool = False


class Memo:
    """What rules have worked out from what the memo reads and nothing else; see `Position.recall`."""

    __slots__ = ("known", "proved", "works")

    def __init__(self) -> None:
        self.known: dict[Hashable, Any] = {}
        #: in debug mode, how each was worked out, and how many of them need no further proof
        self.works: dict[Hashable, Callable[[], Any]] = {}
        self.proved = 0

    def claims(self, position: Position) -> Iterable[Claim]:
        return (Claim(key, self.known[key], work) for key, work in islice(self.works.items(), self.proved, None))


def memo(name: str, reads: tuple[Read | Derived[Any], ...], asks: tuple[Asked, ...] = ()) -> Derived[Memo]:
    """A memo that is emptied when one of these changes."""
    return Derived(name, reads, lambda state: Memo(), asks=asks, claims=Memo.claims)


@dataclass(frozen=True)
class Schema:
    columns: tuple[Column, ...] = ()
    fields: tuple[Field[Any], ...] = ()
    quantities: tuple[Quantity, ...] = ()
    derived: tuple[Derived[Any], ...] = ()

    def __add__(self, other: Schema) -> Schema:
        return Schema(
            self.columns + other.columns,
            self.fields + other.fields,
            self.quantities + other.quantities,
            self.derived + other.derived,
        )

    def check(self) -> None:
        """Names must be unique: two declarations of one name would have two visibilities."""
        names = [column.key for column in self.columns]
        names += [item.name for item in self.fields] + [item.name for item in self.quantities]
        names += [item.name for item in self.derived]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise RulesetError(f"declared twice in the schema: {', '.join(twice)}")

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The name of everything that can change."""
        reads: tuple[Read, ...] = (*self.columns, *self.fields, *self.quantities, CONSENTS)
        return tuple(map(key_of, reads))

    @cached_property
    def column_by_key(self) -> Mapping[str, Column]:
        return {column.key: column for column in self.columns}

    @cached_property
    def field_by_name(self) -> Mapping[str, Field[Any]]:
        return {item.name: item for item in self.fields}

    @cached_property
    def quantity_by_name(self) -> Mapping[str, Quantity]:
        return {item.name: item for item in self.quantities}
