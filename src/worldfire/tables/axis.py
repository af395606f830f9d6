"""The labels along the edge of a chart, and which of them a number falls under."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import TypeAlias

Number: TypeAlias = int | Fraction

_LOWEST, _HIGHEST = Fraction(-(10**9)), Fraction(10**9)
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_SINGLE = re.compile(rf"({_NUMBER})")
_RATIO = re.compile(r"(\d+):(\d+)")
_PAIR = re.compile(r"([+-]?)(\d+),(\d+)")
_RANGE = re.compile(rf"({_NUMBER})-({_NUMBER})")
_BELOW = re.compile(rf"({_NUMBER}) or less")
_ABOVE = re.compile(rf"({_NUMBER}) or more")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The numbers under one label; None is an open end."""

    low: Fraction | None
    high: Fraction | None


@cache
def parse_bounds(label: str) -> Bounds | None:
    """The numbers that a printed label stands for, or None if it is a name.

    Printed forms: `7`, `-2`, `+1`, `3:2` (odds), `10-14`, `-3,4` (−4 and −3), `+2,3`, `-7 or less`, `+8 or more`.
    """
    if match := _SINGLE.fullmatch(label):
        return Bounds(Fraction(match[1]), Fraction(match[1]))
    if match := _RATIO.fullmatch(label):
        ratio = Fraction(int(match[1]), int(match[2]))
        return Bounds(ratio, ratio)
    if match := _PAIR.fullmatch(label):
        ends = [Fraction(match[1] + match[2]), Fraction(match[1] + match[3])]
        return Bounds(min(ends), max(ends))
    if match := _RANGE.fullmatch(label):
        return Bounds(Fraction(match[1]), Fraction(match[2]))
    if match := _BELOW.fullmatch(label):
        return Bounds(None, Fraction(match[1]))
    if match := _ABOVE.fullmatch(label):
        return Bounds(Fraction(match[1]), None)
    return None


@dataclass(frozen=True)
class Axis:
    """Labels in printed order. If all of them are numbers, any number finds its label; beyond the edge, the edge."""

    labels: tuple[str, ...]

    @cached_property
    def bounds(self) -> tuple[Bounds, ...] | None:
        """The numbers under each label, or None if the axis is one of names."""
        parsed = [parse_bounds(label) for label in self.labels]
        known = tuple(bounds for bounds in parsed if bounds is not None)
        return known if len(known) == len(parsed) else None

    @cached_property
    def _spans(self) -> list[tuple[Fraction, Fraction, str]]:
        """First number, last number and label, upwards; open ends reach further than any number of the game."""
        spans = zip(self.bounds or (), self.labels, strict=False)
        return sorted(
            (_LOWEST if span.low is None else span.low, _HIGHEST if span.high is None else span.high, label)
            for span, label in spans
        )

    @cached_property
    def _starts(self) -> list[Fraction]:
        """Where each label but the lowest begins: everything below the second start belongs to the lowest."""
        return [low for low, _, _ in self._spans[1:]]

    def overlap(self) -> str | None:
        """Two labels that claim the same number, as a reason to refuse the axis; None if there are none."""
        for (_, high, label), (low, _, following) in pairwise(self._spans):
            if low <= high:
                return f"{label!r} and {following!r} overlap"
        return None

    def find(self, key: str | Number) -> str | None:
        """The label for a name or a number; None if a name is unknown."""
        if isinstance(key, str):
            return key if key in self._names else None
        if self.bounds is None:
            return self.find(str(key))
        return self._spans[bisect_right(self._starts, key)][2]

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.labels)

    def position(self, key: str | Number) -> int:
        """How far along the printed order the label stands, for shifts of columns."""
        label = self.find(key)
        if label is None:
            raise LookupError(f"no label {key!r}")
        return self.labels.index(label)

    def shifted(self, key: str | Number, columns: int) -> str:
        """The label so many places further along; the edge label stands for everything beyond it."""
        place = self.position(key) + columns
        return self.labels[max(0, min(place, len(self.labels) - 1))]
