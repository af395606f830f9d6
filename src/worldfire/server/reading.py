"""A view as the telling functions want a game: something to be read, with nothing in it that the seat may not know."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from worldfire.engine.game import Game
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Column, Field
from worldfire.engine.views import View

T = TypeVar("T")


class SeenState:
    """The columns and fields of a view, asked for as those of a state."""

    __slots__ = ("_view",)

    def __init__(self, view: View) -> None:
        self._view = view

    @property
    def columns(self) -> dict[str, tuple[int | None, ...]]:
        """By their keys, as those who ask very often read a state."""
        return self._view.columns

    def get(self, field: Field[T]) -> T:
        value: T = self._view.fields.get(field.name, field.default)
        return value


class Reader:
    """Stands in for the game where names are told: `ruleset`, `seats` and what the view shows of the state."""

    __slots__ = ("ruleset", "seats", "state", "view")
    #: nobody counts what is visited here
    visits = None

    def __init__(self, view: View, ruleset: Ruleset) -> None:
        self.view = view
        self.ruleset = ruleset
        self.seats = view.header.seats
        self.state = SeenState(view)

    @property
    def as_game(self) -> Game:
        """For functions that only read names: they are written for games, and find here all that they ask for."""
        return cast(Game, self)

    def column(self, column: Column) -> tuple[Any, ...]:
        return self.view.columns[column.key]
