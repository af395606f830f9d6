"""Amounts that come in lots: convoy points that are laid, or arrive, so many together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from worldfire.engine.shapes import Amounts, Bounds, Choice, Noun, Prefix


class Lots(Amounts, frozen=True, tag="Amounts"):
    """Amounts of so many together."""

    each: int = 1

    @property
    def _counted(self) -> Amounts:
        """How many lots."""
        bounds = (Bounds(part.item, part.least // self.each, part.most // self.each) for part in self.items)
        return Amounts(tuple(bounds), self.least // self.each, self.most // self.each)

    def _in_points(self, noun: Noun) -> Noun:
        return tuple((item, number * self.each) for item, number in noun)

    def sample(self, rng: Random) -> Noun:
        return self._in_points(self._counted.sample(rng))

    def every(self) -> Iterator[Noun]:
        return map(self._in_points, self._counted.every())

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        said = tuple(number // self.each for number in prefix if isinstance(number, int))
        onward = self._counted.next_choices(said)
        return tuple(number * self.each if isinstance(number, int) else number for number in onward)
