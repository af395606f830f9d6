"""A long run that can be stopped and gone on with: a file with what is run in its first line and a line for each result."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Generic, TypeVar, get_origin

import msgspec

from worldfire.engine.errors import SaveError

T = TypeVar("T")


class RunFile(Generic[T]):
    """`done` holds the results of earlier runs; `note` adds one and writes it down at once. Without a file nothing is kept."""

    def __init__(self, path: Path | None, task: msgspec.Struct, result: type[T]) -> None:
        self._path = path
        self.done: list[T] = []
        if path is None:
            return
        first = msgspec.json.encode(task, order="deterministic")
        if path.exists() and (lines := path.read_bytes().splitlines()):
            if lines[0] != first:
                raise SaveError(f"{path} is of another run: {lines[0].decode(errors='replace')}")
            self.done = list(_whole(lines[1:], result))
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written anew without a line that was cut off when the run was killed.
        path.write_bytes(b"".join(line + b"\n" for line in (first, *map(msgspec.json.encode, self.done))))

    def note(self, result: T) -> None:
        self.done.append(result)
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")


def _whole(lines: list[bytes], result: type[T]) -> list[T]:
    found: list[T] = []
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=result, dec_hook=_counted))
        except msgspec.MsgspecError:
            break
    return found


def _counted(kind: type, value: Any) -> Any:
    """What is written of a Counter is read as one."""
    if get_origin(kind) is Counter and isinstance(value, dict):
        return Counter(value)
    raise NotImplementedError(f"a {kind} in a result")
