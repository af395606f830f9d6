"""Exercises as files: small set-pieces that teach one rule, read from `data/exercises`."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.tables.files import data_root, read_yaml
from worldfire.tables.provenance import Provenance
from worldfire.titles import USUAL, ruleset, title_named


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    #: the section that it teaches
    teaches: str
    summary: str
    provenance: Provenance
    options: tuple[str, ...]
    setup: dict[str, Any]
    title: str = USUAL

    @property
    def seats(self) -> tuple[str, ...]:
        """In the order in which the powers name them."""
        return tuple(dict.fromkeys(power["seat"] for power in self.setup["powers"]))

    def with_options(self, options: Iterable[str]) -> Exercise:
        """The same exercise with more optional rules."""
        return msgspec.structs.replace(self, options=tuple(dict.fromkeys((*self.options, *options))))

    def begin(self, pack: Path | None = None, **kwargs: Any) -> Game:
        """A new game of the exercise; the keywords are those of `Game.new`."""
        return Game.new(ruleset(self.title, self.options, pack), self.seats, self.setup, **kwargs)


class UnknownExercise(WorldfireError):
    pass


def exercise_names(title: str = USUAL) -> tuple[str, ...]:
    """Its own exercises, or those of the title whose data it uses that need no option of that one."""
    found = title_named(title)
    folder = data_root() / "exercises" / found.data_title
    names = sorted(item.name.removesuffix(".yaml") for item in folder.iterdir() if item.name.endswith(".yaml"))
    return tuple(name for name in names if not found.data or not _read(name, title).options)


def _read(name: str, title: str) -> Exercise:
    folder = data_root() / "exercises" / title_named(title).data_title
    try:
        exercise = msgspec.convert(read_yaml((folder / f"{name}.yaml").read_text(encoding="utf-8")), Exercise)
    except msgspec.ValidationError as error:
        raise UnknownExercise(f"exercise {name!r}: {error}") from error
    return msgspec.structs.replace(exercise, title=title)


def load_exercise(name: str, title: str = USUAL) -> Exercise:
    names = exercise_names(title)
    if name not in names:
        near = get_close_matches(name, names, n=2)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UnknownExercise(f"there is no exercise {name!r}{hint} There are: {', '.join(names)}")
    return _read(name, title)
