"""Where dice come from. Live games commit to a secret before the first action, so every roll can be verified later.

A throw is HMAC-SHA256 of the secret over what the players have added to it, the game's id, the entry's number, the action
that caused it and the throw's number within the entry: neither the server nor a player can steer it once the choice is made.
Which secret is in force when stands in the log: see `dicing`.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Protocol

import msgspec

from worldfire.engine.errors import StateError


class Outcome(msgspec.Struct, frozen=True):
    """One throw or draw as recorded in the log: its kind, the range, and what fell."""

    kind: str
    sides: int
    values: tuple[int, ...]
    #: who may know the values before the game is over; None: everybody
    seen_by: tuple[str, ...] | None = None


class Chance(Protocol):
    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        """`count` numbers from 1 to `sides`."""
        ...

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        """`count` different indices below `among`, in the order drawn."""
        ...


def commitment(secret: bytes) -> str:
    """What is published at the start of a game so that its secret cannot be changed afterwards."""
    return sha256(b"worldfire commitment" + secret).hexdigest()


#: what a byte shows on a die of ten sides, and the bytes that would favour some of them
_FACES = bytes(byte % 10 + 1 for byte in range(256))
_UNFAIR = bytes(range(250, 256))

#: (seat, hexadecimal bytes) in the order in which they came
Contributions = tuple[tuple[str, str], ...]


class SealedChance:
    """Dice from a secret and from what the players have added to it."""

    def __init__(self, secret: bytes, contributions: Contributions = ()) -> None:
        self._secret = secret
        added = ",".join(f"{seat}:{given}" for seat, given in contributions)
        self._prefix = f"{sha256(added.encode()).hexdigest()}|".encode() if contributions else b""

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        if sides == 10 and count <= 8:  # nearly every roll of the family: bytes below 250 are fair for ten sides
            thrown = hmac.digest(self._secret, self._prefix + context + b"#0", "sha256")
            return tuple(thrown.translate(_FACES, _UNFAIR)[:count])
        numbers = self._numbers(context, sides)
        return tuple(next(numbers) + 1 for _ in range(count))

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        left = list(range(among))
        picked = []
        for index in range(count):
            numbers = self._numbers(context + b"/%d" % index, len(left))
            picked.append(left.pop(next(numbers)))
        return tuple(picked)

    def _numbers(self, context: bytes, below: int) -> Iterator[int]:
        """Fair numbers: 32 bits at a time, those beyond the last whole multiple thrown away."""
        limit = 2**32 - 2**32 % below
        block = 0
        while True:
            digest = hmac.digest(self._secret, self._prefix + context + b"#%d" % block, "sha256")
            block += 1
            for start in range(0, 32, 4):
                number = int.from_bytes(digest[start : start + 4], "big")
                if number < limit:
                    yield number % below


class LooseChance:
    """Dice that nobody can verify, for thinking and trying out: from a generator, or simply new ones."""

    def __init__(self, rng: Random | None = None) -> None:
        self._given = rng

    @cached_property
    def _rng(self) -> Random:
        """New dice are made when something is thrown: most thoughts end before."""
        return Random() if self._given is None else self._given

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self._rng.randint(1, sides) for _ in range(count))

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        return tuple(self._rng.sample(range(among), count))


class ScriptedChance:
    """Dice laid down beforehand: for tests, and for replaying what a log recorded."""

    def __init__(self, values: Iterable[int] = ()) -> None:
        self._values = list(values)

    def __copy__(self) -> ScriptedChance:
        return ScriptedChance(self._values)

    def feed(self, *values: int) -> None:
        self._values.extend(values)

    @property
    def left(self) -> int:
        return len(self._values)

    def _take(self, count: int, low: int, high: int) -> tuple[int, ...]:
        if len(self._values) < count:
            raise StateError(f"{count} numbers are wanted, the script has {len(self._values)} left")
        taken, self._values = self._values[:count], self._values[count:]
        if any(not low <= value <= high for value in taken):
            raise StateError(f"the script says {taken}, which is not within {low} and {high}")
        return tuple(taken)

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        return self._take(count, 1, sides)

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        return self._take(count, 0, among - 1)
