"""Types that messages and saves are read as, known before there are threads.

msgspec looks at a type when it first reads one and keeps what it finds; two threads that do so at the same moment end the
process (seen with 0.22: a segmentation fault). So everything is looked at beforehand, which takes a few hundredths of a
second.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache

import msgspec


@cache
def learn_types() -> None:
    """Every struct that the program has; those that nothing can be read as refuse."""
    for kind in _kinds(msgspec.Struct):
        with contextlib.suppress(TypeError, NameError):
            msgspec.json.Decoder(kind)


def _kinds(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)
