"""Where land units can go this impulse without being turned face-down by it, each kind of unit worked out once.

It depends on where the enemy stands and on the weather, not on the own units: so it holds from the first plan of an impulse
to its last move, unless an enemy is driven off or destroyed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from worldfire.advice.reaching import Marches
from worldfire.players.cadet.picture import Picture


@dataclass
class Reaches:
    """Hex → the hex before it on the way, for every unit that is asked about."""

    picture: Picture
    _known: dict[tuple[object, ...], dict[int, int]] = field(default_factory=dict)
    _of_units: dict[tuple[int, int], dict[int, int]] = field(default_factory=dict)

    def seen_from(self, picture: Picture) -> Reaches:
        """What is known of them still holds in this picture, if the enemy stands as he did."""
        same = picture.enemy == self.picture.enemy and picture.enemy_planes.keys() == self.picture.enemy_planes.keys()
        return Reaches(picture, self._known if same else {})

    def of(self, unit: int) -> Mapping[int, int]:
        """Every hex that the unit can end in, its own included (before which nothing comes)."""
        key = (unit, self.picture.place(unit))
        found = self._of_units.get(key)
        if found is None:
            found = self._of_units[key] = self._alike(unit)
        return found

    def _alike(self, unit: int) -> dict[int, int]:
        key = (self.picture.place(unit), self.picture.counter(unit).movement, self._marches.kind(unit))
        if key not in self._known:
            self._known[key] = self._marches.reach(unit)
        return self._known[key]

    @cached_property
    def _marches(self) -> Marches:
        return Marches(self.picture.game, self.picture.side)

    def path(self, unit: int, end: int) -> tuple[int, ...]:
        before, start = self.of(unit), self.picture.place(unit)
        found = [end]
        while before[found[-1]] != start:
            found.append(before[found[-1]])
        return tuple(reversed(found))
