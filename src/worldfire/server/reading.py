"""A view as a position: something to be read, with nothing in it that the seat may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, TypeVar

from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Column, Field, Quantity, public
from worldfire.engine.state import Consequence, Frame, State
from worldfire.engine.views import UNKNOWN, View, state_of

T = TypeVar("T")


class SeenColumns(Mapping[str, Sequence[int]]):
    """The columns of a view by their keys; where the seat may not know a value there is UNKNOWN."""

    __slots__ = ("_ruleset", "_view")

    def __init__(self, view: View, ruleset: Ruleset) -> None:
        self._view, self._ruleset = view, ruleset

    def __getitem__(self, key: str) -> Sequence[int]:
        values: Sequence[Any] = self._view.columns[key]
        if self._ruleset.column_by_key[key].visible is public:  # as nearly all are
            return values
        return [UNKNOWN if value is None else value for value in values]

    def __iter__(self) -> Iterator[str]:
        return iter(self._view.columns)

    def __len__(self) -> int:
        return len(self._view.columns)


class SeenFacts:
    """The columns and fields of a view, asked for as those of a state; what is seldom asked for is made when it is."""

    def __init__(self, view: View, ruleset: Ruleset) -> None:
        self._view, self._ruleset = view, ruleset
        self.columns: Mapping[str, Sequence[int]] = SeenColumns(view, ruleset)

    @cached_property
    def _whole(self) -> State:
        return state_of(self._view, self._ruleset)

    @property
    def fields(self) -> Mapping[str, Any]:
        return self._whole.fields

    @property
    def quantities(self) -> Mapping[tuple[str, int, int], int]:
        return self._whole.quantities

    @property
    def frames(self) -> Sequence[Frame]:
        return self._whole.frames

    @property
    def queue(self) -> tuple[Consequence, ...]:
        return self._whole.queue

    @property
    def consents(self) -> Mapping[tuple[str, str, str], str]:
        return self._whole.consents

    @property
    def requests(self) -> Set[tuple[str, str, str]]:
        return self._whole.requests

    @property
    def watches(self) -> Mapping[tuple[str, str], Any]:
        return self._whole.watches

    @property
    def result(self) -> Any:
        return self._view.result

    def __getitem__(self, column: Column) -> Sequence[int]:
        return self.columns[column.key]

    def get(self, field: Field[T]) -> T:
        value: T = self._view.fields.get(field.name, field.default)
        return value

    def amount(self, quantity: Quantity, owner: int, place: int) -> int:
        return self._whole.amount(quantity, owner, place)

    def amounts(self, quantity: Quantity) -> Iterator[tuple[int, int, int]]:
        return self._whole.amounts(quantity)

    def copy(self) -> State:
        return self._whole.copy()

    def digest(self) -> str:
        return self._whole.digest()


class Reader(Position):
    """The position as the view shows it, for whoever tells names and reckons from them; no decision is open in it."""

    def __init__(self, view: View, ruleset: Ruleset) -> None:
        super().__init__(ruleset, view.header, SeenFacts(view, ruleset))
        self.view = view

    def column(self, column: Column) -> Sequence[Any]:
        """As it stands in the view: None where the seat may not know a value."""
        return self.view.columns[column.key]
