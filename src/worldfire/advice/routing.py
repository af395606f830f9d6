"""Routes for all goods of one or several powers, found by a solver: promises first, then most use, then fewest convoy points.

A proposal: the engine judges it, so no replay depends on the solver. Each commodity (what one power sends one recipient) has
its own flow through its own layout; what is limited is shared. One route can be pinned, or forbidden to one of the goods:
those goods become a commodity of their own, whose flow is one unit, and the forbidden way is cut off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.forces.who import NOBODY
from worldfire.rules.s13_06_1_flow import SINK, SOURCE, Arc, Layout, Node, route_along, walk
from worldfire.rules.s13_06_1_network import Network, ends_for, giving_toll, ledger, recipients
from worldfire.rules.s13_06_1_plans import default_plan, goods_to_send, leave_room, recipient_at
from worldfire.rules.s13_06_1_routes import Route, convoys_of, is_of_points, read_route, tolls, word_of
from worldfire.rules.s13_06_4_promises import Goods
from worldfire.rules.s13_06_production import UNUSED

#: goods → route
Pins = Mapping[str, str]
#: (goods, route) that shall not be
Forbidden = Collection[tuple[str, str]]
#: after this long the best plan so far is taken
SECONDS = 2.0


class NoPlan(LookupError):
    """With these pins there is none."""


class Proposal(msgspec.Struct, frozen=True):
    """Power → its plan; what all of them use, on how many convoy points, and how far from proven best that may be."""

    plans: dict[int, Noun]
    used: int
    convoys: int
    #: 0 if nothing better exists; otherwise the part by which the solver's bound is better
    gap: float
    seconds: float


def propose_routes(
    game: Position, power: int, pins: Pins | None = None, forbidden: Forbidden = (), seconds: float = SECONDS
) -> Proposal:
    """The best plan of one power with what the others have left it."""
    return propose_for_all(game, (power,), pins, forbidden, seconds)


def propose_for_all(
    game: Position,
    powers: Collection[int],
    pins: Pins | None = None,
    forbidden: Forbidden = (),
    seconds: float = SECONDS,
) -> Proposal:
    """The best plans of powers of one side together: they share convoy chains, ports and what minor countries give."""
    start = perf_counter()
    model = _Model(game, powers, dict(pins or {}), forbidden)
    plans, gap = model.solve(seconds)
    words = [word for plan in plans.values() for _, word in plan if word != UNUSED]
    return Proposal(plans, len(words), sum(map(convoys_of, words)), gap, perf_counter() - start)


# ------------------------------------------------------------------------------------------------------------- the model


class _Commodity(msgspec.Struct, frozen=True):
    """Goods of one power for one recipient, and the number of its first variable."""

    power: int
    recipient: int
    goods: tuple[Goods, ...]
    arcs: tuple[Arc, ...]
    first: int


class _Model:
    def __init__(self, game: Position, powers: Collection[int], pins: dict[str, str], forbidden: Forbidden) -> None:
        self.game, self.powers, self.pins = game, tuple(powers), pins
        self.forbidden = frozenset(forbidden)
        self.goods = {power: goods_to_send(game, power) for power in self.powers}
        self.left = self._ledger()
        self.commodities = list(self._commodities())
        self.size = sum(len(commodity.arcs) for commodity in self.commodities)
        self.number_of_goods = sum(map(len, self.goods.values()))

    def _ledger(self) -> dict[str, int]:
        """What all of them have left, less what is pinned, and what others who plan later have promised them."""
        left: dict[str, int] = {}
        for power in self.powers:
            left |= ledger(self.game, power)
        for power in self.powers:
            for item in self.goods[power]:
                word = self.pins.get(item.name, UNUSED)
                for toll in self._tolls(power, item, word) if word != UNUSED else ():
                    if toll in left:
                        left[toll] -= 1
                        if left[toll] < 0:
                            raise NoPlan(f"{toll}: too much is pinned")
        for power in self.powers:
            leave_room(self.game, power, left, self.powers)
        return left

    def _tolls(self, power: int, item: Goods, word: str) -> Iterator[str]:
        route = read_route(self.game, word)
        recipient = NOBODY if route is None else recipient_at(self.game, power, item, route)
        if recipient == NOBODY:
            raise NoPlan(f"{item.name} cannot be pinned to {word}")
        yield from tolls(word)
        if not is_of_points(word):
            yield giving_toll(self.game, item.giver, recipient)

    def _commodities(self) -> Iterator[_Commodity]:
        first = 0
        for power in self.powers:
            for recipient in recipients(self.game, power):
                for goods in self._apart(power, recipient):
                    ends = ends_for(self.game, goods[0], recipient)
                    network = Network(self.game, power, recipient, self.left, ends)
                    one_by_one = any(name == goods[0].name for name, _ in self.forbidden)
                    arcs = Layout(network, goods, remembers_straits=True, every_port=one_by_one).arcs
                    yield _Commodity(power, recipient, goods, arcs, first)
                    first += len(arcs)

    def _apart(self, power: int, recipient: int) -> Iterator[tuple[Goods, ...]]:
        """What may go to the recipient and is not pinned: goods that may not go everywhere one by one."""
        free = [item for item in self.goods[power] if item.name not in self.pins]
        marked = {name for name, _ in self.forbidden}
        points = [item for item in free if item.recipient == recipient]
        resources = [item for item in free if item.place != NOBODY and power in (item.giver, recipient)]
        for kind in (resources, points):
            usual = tuple(item for item in kind if item.name not in marked)
            yield from ((item,) for item in kind if item.name in marked)
            if usual:
                yield usual

    # ------------------------------------------------------------------------------------------------ rows and columns

    def solve(self, seconds: float) -> tuple[dict[int, Noun], float]:
        if not self.size:
            return self._plans({}), 0.0
        from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415  (long to load: only who asks pays)
        from scipy.sparse import csr_array  # noqa: PLC0415

        most = np.array([self._most(arc) for commodity in self.commodities for arc in commodity.arcs], dtype=float)
        rows, columns, values, low, high = self._rows()
        matrix = csr_array((values, (rows, columns)), shape=(len(low), self.size))
        found: Any = milp(
            self._worth(),
            integrality=np.ones(self.size),
            bounds=Bounds(0, most),
            constraints=LinearConstraint(matrix, low, high),
            options={"time_limit": seconds},
        )
        if found.x is None:  # no time for any: the plan that needs no solver
            return {power: default_plan(self.game, power) for power in self.powers}, 1.0
        return self._plans(self._routes(np.rint(found.x).astype(int))), max(0.0, float(found.mip_gap or 0.0))

    def _most(self, arc: Arc) -> int:
        return max(0, min(arc.most, self.left.get(arc.toll, self.number_of_goods), self.number_of_goods))

    def _worth(self) -> Any:
        """Minimised: a convoy point costs one; any use is worth more than all of them, any promise more than all uses."""
        use = 1 + sum(points for toll, points in self.left.items() if " by " in toll)
        promise = use * (1 + self.number_of_goods)
        worth = np.zeros(self.size)
        for commodity in self.commodities:
            gain = use if commodity.recipient == commodity.power else promise
            for number, arc in enumerate(commodity.arcs, commodity.first):
                if arc.to == SINK:
                    worth[number] -= gain
                elif arc.owner != NOBODY:
                    worth[number] += 1
        return worth

    def _rows(self) -> tuple[list[int], list[int], list[float], list[float], list[float]]:
        rows: list[int] = []
        columns: list[int] = []
        values: list[float] = []
        low: list[float] = []
        high: list[float] = []

        def row(entries: Iterator[tuple[int, int]], least: float, most: float) -> None:
            for column, value in entries:
                rows.append(len(low))
                columns.append(column)
                values.append(value)
            low.append(least)
            high.append(most)

        for commodity in self.commodities:
            for entries in _balances(commodity).values():
                row(iter(entries), 0, 0)
            for cut, parts in self._cuts(commodity):
                row(((column, 1) for column in cut), -np.inf, parts - 1)
        for toll, takers in self._takers().items():
            row(((column, 1) for column in takers), -np.inf, max(0, self.left[toll]))
        for takers in self._once():
            row(((column, 1) for column in takers), -np.inf, 1)
        return rows, columns, values, low, high

    def _takers(self) -> dict[str, list[int]]:
        """What is limited → the variables that take it up."""
        found: dict[str, list[int]] = defaultdict(list)
        for commodity in self.commodities:
            for number, arc in enumerate(commodity.arcs, commodity.first):
                if arc.toll in self.left:
                    found[arc.toll].append(number)
        return found

    def _once(self) -> Iterator[list[int]]:
        """Goods that several recipients, or several powers, could have go to one of them."""
        found: dict[tuple[int, str], list[int]] = defaultdict(list)
        for commodity in self.commodities:
            giver = {item.name: item.giver for item in commodity.goods}
            for number, arc in enumerate(commodity.arcs, commodity.first):
                if arc.to[0] == "goods":
                    found[giver[str(arc.to[1])], str(arc.to[1])].append(number)
        yield from (takers for takers in found.values() if len(takers) > 1)

    def _cuts(self, commodity: _Commodity) -> Iterator[tuple[list[int], int]]:
        """For each forbidden way the arcs of its parts, and how many parts it has: not all of them at once."""
        if len(commodity.goods) != 1:
            return
        item = commodity.goods[0]
        for name, word in self.forbidden:
            route = read_route(self.game, word) if name == item.name else None
            if route is not None and recipient_at(self.game, commodity.power, item, route) == commodity.recipient:
                parts = [[*_arcs_of(commodity, part)] for part in _parts(route)]
                yield [number for part in parts for number in part], len(parts)

    # --------------------------------------------------------------------------------------------- back to plans

    def _routes(self, amounts: Any) -> dict[tuple[int, str], str]:
        found: dict[tuple[int, str], str] = {}
        for commodity in self.commodities:
            sent: dict[Node, dict[Arc, int]] = defaultdict(dict)
            for arc, number in zip(commodity.arcs, amounts[commodity.first :], strict=False):
                sent[arc.origin][arc] = int(number)
            for item in commodity.goods:
                node: Node = ("goods", item.name, False)
                if any(sent[node].values()):
                    found[commodity.power, item.name] = word_of(self.game, route_along(walk(sent, node), item))
        return found

    def _plans(self, routes: Mapping[tuple[int, str], str]) -> dict[int, Noun]:
        def word(power: int, name: str) -> str:
            return self.pins.get(name, routes.get((power, name), UNUSED))

        return {
            power: tuple((item.name, word(power, item.name)) for item in goods) for power, goods in self.goods.items()
        }


def _parts(route: Route) -> Iterator[Arc]:
    """What a unit does exactly once on this route and never all of on another, as arcs whose layers do not matter."""
    end: Node = ("end", route.end, False)
    if route.start != NOBODY:
        yield Arc(("goods", 0, False), ("start", route.start, False))
    if not route.legs:
        yield Arc(("rails", 0, False), end)
        return
    yield Arc(("load", route.load, False), ("leave", route.load, False))
    for leg in route.legs:
        yield Arc(("into", leg.sea, False), ("from", leg.sea, False), owner=leg.owner)
    yield Arc(("ashore", route.land, False), end)


def _arcs_of(commodity: _Commodity, part: Arc) -> Iterator[int]:
    for number, arc in enumerate(commodity.arcs, commodity.first):
        same_end = arc.to[:2] == part.to[:2] and arc.owner == part.owner and arc.origin[0] == part.origin[0]
        if same_end and (part.origin[1] == 0 or arc.origin[1] == part.origin[1]):
            yield number


def _balances(commodity: _Commodity) -> dict[Node, list[tuple[int, int]]]:
    """Node → its variables: what comes in goes out."""
    found: dict[Node, list[tuple[int, int]]] = defaultdict(list)
    for number, arc in enumerate(commodity.arcs, commodity.first):
        if arc.origin != SOURCE:
            found[arc.origin].append((number, -1))
        if arc.to != SINK:
            found[arc.to].append((number, 1))
    return found
