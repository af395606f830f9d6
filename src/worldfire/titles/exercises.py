"""Exercises as files: small set-pieces that teach one rule, read from `data/exercises`."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.rules.s24_1_set_up import is_campaign
from worldfire.tables.files import data_root, read_yaml
from worldfire.tables.provenance import Provenance
from worldfire.titles import USUAL, ruleset, title_named
from worldfire.titles.title import written_down


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
        """In the order in which the powers name them; a scene of a campaign names them itself."""
        if is_campaign(self.setup):
            return tuple(dict.fromkeys(self.setup["seats"].values()))
        return tuple(dict.fromkeys(power["seat"] for power in self.setup["powers"]))

    def with_options(self, options: Iterable[str]) -> Exercise:
        """The same exercise with more optional rules."""
        return msgspec.structs.replace(self, options=tuple(dict.fromkeys((*self.options, *options))))

    def begin(self, pack: Path | None = None, **kwargs: Any) -> Game:
        """A new game of the exercise; the keywords are those of `Game.new`."""
        rules = ruleset(self.title, self.options, pack)
        return Game.new(rules, self.seats, written_down(rules, self.setup), **kwargs)


class UnknownExercise(WorldfireError):
    pass


def exercise_names(title: str = USUAL) -> tuple[str, ...]:
    """Its own exercises; without any of its own those set-pieces of the title whose data it uses that need no option."""
    own, folder = _own_folder(title), _folder(title)
    if not folder.is_dir():
        return ()
    names = sorted(item.name.removesuffix(".yaml") for item in folder.iterdir() if item.name.endswith(".yaml"))
    return tuple(name for name in names if folder == own or _is_common(_read(name, title)))


def _is_common(exercise: Exercise) -> bool:
    return not exercise.options and not is_campaign(exercise.setup)


def _own_folder(title: str) -> Traversable:
    return data_root() / "exercises" / title_named(title).name


def _folder(title: str) -> Traversable:
    own = _own_folder(title)
    return own if own.is_dir() else data_root() / "exercises" / title_named(title).data_title


def _read(name: str, title: str) -> Exercise:
    folder = _folder(title)
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
