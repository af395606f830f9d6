"""Where land units can go this impulse without being turned face-down by it, each kind of unit worked out once.

It depends on where the enemy stands and on the weather, not on the own units: so it holds from the first plan of an impulse
to its last move, unless an enemy is driven off or destroyed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from worldfire.forces.things import board_of
from worldfire.forces.who import COUNTRY
from worldfire.players.cadet.picture import Picture
from worldfire.rules.s11_10_6_overrun import step_violation, would_catch
from worldfire.rules.s11_10_entry import entry_cost, is_motorised
from worldfire.tables.counters import LandType

#: types for which hexsides are open that stop others
_OWN_WAYS = (LandType.MTN, LandType.MAR)


@dataclass
class Reaches:
    """Hex → the hex before it on the way, for every unit that is asked about."""

    picture: Picture
    _known: dict[tuple[object, ...], dict[int, int]] = field(default_factory=dict)

    def seen_from(self, picture: Picture) -> Reaches:
        """What is known of them still holds in this picture, if the enemy stands as he did."""
        same = picture.enemy == self.picture.enemy and picture.enemy_planes.keys() == self.picture.enemy_planes.keys()
        return Reaches(picture, self._known if same else {})

    def of(self, unit: int) -> Mapping[int, int]:
        """Every hex that the unit can end in, its own included (before which nothing comes)."""
        picture = self.picture
        counter = picture.counter(unit)
        kind = counter.type if counter.type in _OWN_WAYS else None
        motorised = is_motorised(picture.game, unit)
        key = (picture.place(unit), counter.movement, motorised, kind, picture.game.state[COUNTRY][unit])
        if key not in self._known:
            self._known[key] = _flood(picture, unit)
        return self._known[key]

    def path(self, unit: int, end: int) -> tuple[int, ...]:
        before, start = self.of(unit), self.picture.place(unit)
        found = [end]
        while before[found[-1]] != start:
            found.append(before[found[-1]])
        return tuple(reversed(found))


def _flood(picture: Picture, unit: int) -> dict[int, int]:
    """Cheapest first; nobody goes further from an enemy zone of control or from a hex where he overruns something."""
    game, start = picture.game, picture.place(unit)
    points = picture.counter(unit).movement or 0
    adjacent = board_of(game).adjacent
    spent, before = {start: 0}, {start: start}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for cost, bucket in enumerate(buckets):
        for here in bucket:
            if spent[here] < cost or (here != start and (picture.in_zoc(here) or would_catch(game, unit, here))):
                continue
            for place in adjacent[here]:
                if spent.get(place, points + 1) <= cost or step_violation(game, unit, here, place) is not None:
                    continue
                total = cost + entry_cost(game, unit, here, place)
                if total <= points and total < spent.get(place, points + 1):
                    spent[place], before[place] = total, here
                    buckets[total].append(place)
    return before
