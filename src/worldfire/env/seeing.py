"""What a seat may know, as arrays. Everything is made from the seat's view, so nothing that is hidden can be in it.

Words become numbers by their CRC-32, so that the same word is the same number in every game and every version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any
from zlib import crc32

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from worldfire.engine.game import Game
from worldfire.engine.shapes import Choice
from worldfire.engine.views import View
from worldfire.env.choosing import Entry, Saying

Array = NDArray[Any]
Arrays = dict[str, Array]

#: how many numbers tell the fields that are no single numbers, and the stack of procedures; what is beyond is cut off
FACTS, STACK = 4_096, 2_048
#: how many of the words said so far are shown, the last ones
SAID = 32
#: what kind of thing can be said
NONE, END, NUMBER, WORD, RANGE = range(5)

_LIMITS = np.iinfo(np.int32)


def number_of(word: str) -> int:
    return crc32(word.encode()) & _LIMITS.max


class Sight:
    """How the views of games with these rules and sizes become arrays."""

    def __init__(self, game: Game, width: int) -> None:
        schema = game.ruleset.schema
        self.width = width
        self.families: dict[str, list[str]] = {}
        self.rows: dict[str, int] = {}
        for column in schema.columns:
            family = column.family.name
            self.families.setdefault(family, []).append(column.key)
            self.rows[family] = len(game.state[column])
        self.scalars = [item.name for item in schema.fields if isinstance(game.state.get(item), int)]
        self.others = [
            item.name
            for item in schema.fields
            if item.name not in self.scalars and not _are_names(game.state.get(item))
        ]

    def space(self) -> spaces.Dict:
        """The space of what `arrays` gives, with the mask of actions beside it."""
        found: dict[str, spaces.Space[Any]] = {}
        for family, columns in self.families.items():
            found[family] = _numbers(self.rows[family], len(columns))
            found[f"{family}_seen"] = _bits(self.rows[family], len(columns))
        found["fields"], found["fields_seen"] = _numbers(len(self.scalars)), _bits(len(self.scalars))
        found["facts"], found["stack"], found["asked"] = _numbers(FACTS), _numbers(STACK), _numbers(4)
        found["said"], found["choices"] = _numbers(SAID, 2), _numbers(self.width, 3)
        return spaces.Dict({"observation": spaces.Dict(found), "action_mask": _bits(self.width)})

    def arrays(self, seen: View, saying: Saying | None) -> dict[str, Any]:
        """The view and, if the seat is asked, what it has said and can say. Hidden numbers are 0, and marked as not seen."""
        found: Arrays = {}
        for family, columns in self.families.items():
            values = [seen.columns[key] for key in columns]
            found[family], found[f"{family}_seen"] = _masked(values)
        fields = [seen.fields.get(name) for name in self.scalars]
        numbers, known = _masked([fields])
        found["fields"], found["fields_seen"] = numbers[:, 0], known[:, 0]
        others = {name: seen.fields[name] for name in self.others if name in seen.fields}
        found["facts"] = _padded(flat((others, seen.quantities, seen.consents)), FACTS)
        frames = tuple(msgspec.structs.astuple(frame) for frame in reversed(seen.stack))
        found["stack"] = _padded(flat(frames), STACK)
        found["asked"] = _padded(self._asked(seen), 4)
        found["said"], found["choices"] = np.zeros((SAID, 2), np.int32), np.zeros((self.width, 3), np.int32)
        mask = np.zeros(self.width, np.int8)
        if saying is not None:
            for row, word in enumerate(saying.words[-SAID:]):
                found["said"][row] = _told(word)
            for row, entry in enumerate(saying.entries):
                found["choices"][row] = _entry(entry)
                mask[row] = entry.legal
        return {"observation": found, "action_mask": mask}

    @staticmethod
    def _asked(seen: View) -> Iterator[int]:
        """Procedure and step that ask, what this seat is asked, and whether it is."""
        if not seen.stack:
            return
        decision = seen.decision
        yield number_of(seen.stack[-1].procedure)
        yield number_of(seen.stack[-1].step)
        yield number_of(decision.prompt) if decision is not None else 0
        yield int(decision is not None)


def _are_names(value: Any) -> bool:
    """Names of things never change in a game: a player knows them from the tables."""
    return isinstance(value, str) or (
        isinstance(value, tuple) and bool(value) and all(isinstance(each, str) for each in value)
    )


def _numbers(*shape: int) -> spaces.Box:
    return spaces.Box(_LIMITS.min, _LIMITS.max, shape, np.int32)


def _bits(*shape: int) -> spaces.Box:
    return spaces.Box(0, 1, shape, np.int8)


def _masked(columns: list[Any]) -> tuple[Array, Array]:
    """Columns side by side, and which of the numbers the seat knows."""
    seen = np.array([[value is not None for value in column] for column in columns], np.int8)
    numbers = np.array([[value or 0 for value in column] for column in columns], np.int32)
    return numbers.T, seen.T


def _padded(numbers: Iterator[int], size: int) -> Array:
    found = np.zeros(size, np.int32)
    told = [min(max(number, _LIMITS.min), _LIMITS.max) for number in islice(numbers, size)]
    found[: len(told)] = told
    return found


def flat(value: Any) -> Iterator[int]:
    """Any plain value as a row of numbers: what is many says first how many it is."""
    if value is None:
        yield -1
    elif isinstance(value, int):
        yield int(value)
    elif isinstance(value, str):
        yield number_of(value)
    elif isinstance(value, Fraction):
        yield from (value.numerator, value.denominator)
    elif isinstance(value, Mapping):
        yield from flat(tuple(sorted(value.items(), key=lambda item: str(item[0]))))
    elif isinstance(value, msgspec.Struct):
        yield from flat(msgspec.structs.astuple(value))
    else:
        items = tuple(value)
        yield len(items)
        for each in items:
            yield from flat(each)


def _told(choice: Choice) -> tuple[int, int]:
    if choice is None:
        return END, 0
    return (NUMBER, choice) if isinstance(choice, int) else (WORD, number_of(choice))


def _entry(entry: Entry) -> tuple[int, int, int]:
    """What kind of thing it is, which, and how many choices it stands for."""
    kind, value = _told(entry.choices[0])
    count = len(entry.choices)
    return (RANGE if count > 1 else kind), value, count
