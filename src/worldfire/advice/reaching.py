"""How far the land units of a side can go without being turned face-down by it, many of them at once.

What a step costs, and who is let into a hex, is asked of the rules once for all units that are alike in what the rules ask of
them. It holds as long as nothing in the game changes.
"""

from __future__ import annotations

from collections.abc import Hashable

from worldfire.engine.position import Position
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import PLACE, board_of
from worldfire.forces.who import COUNTRY, HOME_COUNTRY
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s11_10_6_overrun import presence_violation, would_catch
from worldfire.rules.s11_10_entry import crossing_violation, entry_cost, is_motorised, land_counter
from worldfire.rules.s19_4_minor_units import is_tied_home
from worldfire.tables.counters import LandType

#: types for which hexsides are open that stop others
_OWN_WAYS = frozenset({LandType.MTN, LandType.MAR})
#: a hexside that cannot be crossed costs more than anybody has
_CLOSED = 1 << 10

Costs = dict[tuple[int, int], int]


class Marches:
    """The marches of one side's land units, as things stand."""

    def __init__(self, game: Position, side: int) -> None:
        self.game, self.side = game, side
        #: how a unit moves → (from, to) → what hexside and hex cost it
        self._costs: dict[Hashable, Costs] = {}
        #: who it is → hex → may it be there, and does a march end there?
        self._admits: dict[Hashable, dict[int, bool]] = {}
        self._ends: dict[Hashable, dict[int, bool]] = {}
        #: how it moves → hex → what can be attacked from there
        self._targets: dict[Hashable, dict[int, tuple[int, ...]]] = {}

    def reach(self, unit: int) -> dict[int, int]:
        """Every hex that the unit can end in → the hex before it; before its own comes its own. Cheapest first.

        Nobody goes further from an enemy zone of control or from a hex where he overruns something.
        """
        game, start, who = self.game, self.game.state[PLACE][unit], self._who(unit)
        costs = self._costs.setdefault(self._how(unit), {})
        admits, ends = self._admits.setdefault(who, {}), self._ends.setdefault(who, {})
        adjacent, points = board_of(game).adjacent, land_counter(game, unit).movement or 0
        spent, before = {start: 0}, {start: start}
        buckets: list[list[int]] = [[] for _ in range(points + 1)]
        buckets[0].append(start)
        for cost, bucket in enumerate(buckets):
            for here in bucket:
                if spent[here] < cost:
                    continue
                if here != start:
                    if here not in ends:
                        ends[here] = in_enemy_zoc(game, here, self.side) or would_catch(game, unit, here)
                    if ends[here]:
                        continue
                for place in adjacent[here]:
                    most = spent.get(place, points + 1) - 1
                    if most <= cost:  # a step costs a point at least
                        continue
                    if place not in admits:
                        admits[place] = presence_violation(game, unit, place) is None
                    if not admits[place]:
                        continue
                    step = (here, place)
                    if step not in costs:
                        costs[step] = self._cost(unit, here, place)
                    total = cost + costs[step]
                    if total <= most:
                        spent[place], before[place] = total, here
                        buckets[total].append(place)
        return before

    def targets(self, unit: int) -> set[int]:
        """Every hex that the unit could attack after marching, or from where it stands."""
        known, found = self._targets.setdefault(self._how(unit), {}), set[int]()
        for here in self.reach(unit):
            if here not in known:
                around = board_of(self.game).adjacent[here]
                known[here] = tuple(to for to in around if crossing_violation(self.game, unit, here, to) is None)
            found.update(known[here])
        return found

    def kind(self, unit: int) -> Hashable:
        """The same for units that march alike; they may still start elsewhere, or have other movement points."""
        return self._how(unit), self._who(unit)

    def _how(self, unit: int) -> Hashable:
        """All that hexsides and terrain ask of a unit."""
        counter = land_counter(self.game, unit)
        own_way = counter.type if counter.type in _OWN_WAYS else None
        return is_motorised(self.game, unit), own_way, counter.gearing, self.game.state[COUNTRY][unit]

    def _who(self, unit: int) -> Hashable:
        """All that politics and enemies ask of it: a minor country's unit may have to stay at home, if it is there."""
        state, country = self.game.state, self.game.state[COUNTRY][unit]
        tied = is_tied_home(self.game, country)
        return country, is_partisan(self.game, unit), state[HOME_COUNTRY][state[PLACE][unit]] if tied else None

    def _cost(self, unit: int, here: int, place: int) -> int:
        if crossing_violation(self.game, unit, here, place) is not None:
            return _CLOSED
        return entry_cost(self.game, unit, here, place)
