"""What a state is made of: columns of integers, single fields and quantities, each with who may see it.

A title declares its schema once. `view` reads nothing but these declarations to decide what leaves for a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from worldfire.engine.errors import RulesetError

if TYPE_CHECKING:
    from worldfire.engine.facts import Facts

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


@dataclass(frozen=True)
class Quantity:
    """What is fungible: a number per owner and place, such as convoy points, oil or pilots."""

    name: str
    visible: Visibility = public
    #: draws (owner, place, number) for what a seat cannot see; None: nothing is there
    imagine: Callable[[Random], Iterable[tuple[int, int, int]]] | None = None


#: what can be read of a state
Read = Column | Field[Any] | Quantity


@dataclass(frozen=True)
class Derived(Generic[T]):
    """What follows from columns: a transient cache, kept up to date by `update` or dropped when they change.

    It is dropped as well when one of the fields or quantities named in `also` changes.
    `update(value, state, row, old, new)` mends the value in place after one entry of one of the columns changed.
    """

    name: str
    columns: tuple[Column, ...]
    build: Callable[[Facts], T]
    update: Callable[[T, Facts, int, int, int], None] | None = None
    also: tuple[Field[Any] | Quantity, ...] = ()


class Memo:
    """What rules have worked out from some columns and fields and nothing else; see `Game.recall`.

    Two memos are always equal: they hold no facts about the state that a rebuild would not find again.
    """

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: dict[Hashable, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo)

    __hash__ = None  # type: ignore[assignment]


def memo(name: str, columns: tuple[Column, ...], also: tuple[Field[Any] | Quantity, ...] = ()) -> Derived[Memo]:
    """A memo that is emptied when one of these changes."""
    return Derived(name, columns, lambda state: Memo(), also=also)


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

    @property
    def column_by_key(self) -> Mapping[str, Column]:
        return {column.key: column for column in self.columns}

    @property
    def field_by_name(self) -> Mapping[str, Field[Any]]:
        return {item.name: item for item in self.fields}
