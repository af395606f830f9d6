"""13.6.1 How many goods can be delivered at all, in whole numbers: a largest flow through the network, by augmenting paths.

The rules need it to say whether a promise could have been kept (5). It is also a plan that needs no solver: as many as
possible, each on a short way. A straits hexside is crossed before the goods are loaded or by those that are only railed, not
inland from the port where they land: what needs that is left to whoever plans by hand.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.forces.things import board_of
from worldfire.forces.who import NOBODY
from worldfire.rules.s13_06_1_network import Network, ends_for, giving_toll
from worldfire.rules.s13_06_1_routes import Leg, Route
from worldfire.rules.s13_06_4_promises import Goods
from worldfire.rules.s13_06_production import factory_hexes

Node = tuple[str, str | int]
_SOURCE: Node = ("source", 0)
_SINK: Node = ("sink", 0)
_PLENTY = 1_000_000


class Flow:
    """A directed network of whole numbers."""

    def __init__(self) -> None:
        self.left: dict[Node, dict[Node, int]] = defaultdict(dict)
        self.sent: dict[Node, dict[Node, int]] = defaultdict(lambda: defaultdict(int))

    def join(self, origin: Node, to: Node, most: int = _PLENTY) -> None:
        self.left[origin][to] = self.left[origin].get(to, 0) + most
        self.left[to].setdefault(origin, 0)

    def fill(self) -> None:
        """Send one after another from the source to the sink, each by the shortest way that is left."""
        while (trail := self._trail()) is not None:
            for origin, to in trail:
                self.left[origin][to] -= 1
                self.left[to][origin] += 1
                if self.sent[to][origin]:
                    self.sent[to][origin] -= 1
                else:
                    self.sent[origin][to] += 1

    def _trail(self) -> list[tuple[Node, Node]] | None:
        before: dict[Node, Node] = {_SOURCE: _SOURCE}
        frontier = deque((_SOURCE,))
        while frontier:
            here = frontier.popleft()
            for there, left in self.left[here].items():
                if left > 0 and there not in before:
                    before[there] = here
                    if there == _SINK:
                        return _backwards(before)
                    frontier.append(there)
        return None

    def walk(self, start: Node) -> list[Node]:
        """One unit's way from the node to the sink; it is taken out of what was sent."""
        way = [start]
        while way[-1] != _SINK:
            there = next(node for node, number in self.sent[way[-1]].items() if number)
            self.sent[way[-1]][there] -= 1
            way.append(there)
        return way


def _backwards(before: Mapping[Node, Node]) -> list[tuple[Node, Node]]:
    trail, here = [], _SINK
    while here != _SOURCE:
        trail.append((before[here], here))
        here = before[here]
    return trail


# ----------------------------------------------------------------------------------------------- goods for one recipient


@rule("5", "13.6.1")
def most_use(
    game: Position, power: int, recipient: int, goods: Sequence[Goods], left: dict[str, int]
) -> dict[str, Route]:
    """Goods → route: as many as the ledger allows. What they take up is taken off the ledger."""
    if not goods:
        return {}
    ends = ends_for(game, goods[0], recipient)
    network = Network(game, power, recipient, left, ends)
    flow = _laid_out(network, goods, ends)
    flow.fill()
    return dict(_routes(network, flow, goods, left))


def starts_of(game: Position, power: int, goods: Goods) -> tuple[int, ...]:
    """Where the goods can begin: a resource in its hex, a build point in any factory."""
    return tuple(factory_hexes(game, power)) if goods.place == NOBODY else (goods.place,)


def _laid_out(network: Network, goods: Sequence[Goods], ends: Iterable[int]) -> Flow:
    game, flow = network.game, Flow()
    number, points = board_of(game).number, "points " if goods[0].place == NOBODY else ""
    for end in ends:
        flow.join(("end", end), _SINK, network.left.get(f"{points}at {number(end)}", 0))
    for item in goods:
        toll = giving_toll(game, item.giver, network.recipient)
        giver = ("giver", toll)
        if giver not in flow.left:
            flow.join(_SOURCE, giver, _PLENTY if points else network.left.get(toll, 0))
        flow.join(giver, ("goods", item.name), 1)
        for start in starts_of(game, network.power, item):
            flow.join(("goods", item.name), ("start", start))
    for start in sorted({start for item in goods for start in starts_of(game, network.power, item)}):
        _lay_from(network, flow, start)
    for sea, owners in network.points.items():
        flow.join(("into", sea), ("from", sea), sum(owners.values()))
        for other in network.onward(sea):
            flow.join(("from", sea), ("into", other))
        for port, inland in network.landings(sea):
            straight = [end for end, crossed in inland.items() if not crossed]
            if straight:
                _lay_inland(network, flow, sea, port, straight)
    return flow


def _lay_from(network: Network, flow: Flow, start: int) -> None:
    """Railways that lead to the same places are laid once."""
    reach = network.rails.reach(start)
    rails: Node = ("rails", id(reach))
    is_new = rails not in flow.left
    flow.join(("start", start), rails)
    if is_new:
        for end in network.ends & reach.keys():
            flow.join(rails, ("end", end))
    for port, _, sea in network.loadings(start):
        own = port == start
        if own or is_new:
            flow.join(("start", start) if own else rails, ("load", port))
            _lay_port(network, flow, port, sea)


def _lay_port(network: Network, flow: Flow, port: int, sea: str) -> None:
    if ("leave", port) not in flow.left:
        room = network.room_in_port(port)
        flow.join(("load", port), ("leave", port), _PLENTY if room is None else room)
    flow.left[("leave", port)][("into", sea)] = _PLENTY
    flow.left[("into", sea)].setdefault(("leave", port), 0)


def _lay_inland(network: Network, flow: Flow, sea: str, port: int, ends: Iterable[int]) -> None:
    flow.join(("from", sea), ("land", port))
    if ("ashore", port) not in flow.left:
        room = network.room_in_port(port)
        flow.join(("land", port), ("ashore", port), _PLENTY if room is None else room)
        for end in ends:
            flow.join(("ashore", port), ("end", end))


def _routes(network: Network, flow: Flow, goods: Sequence[Goods], left: dict[str, int]) -> Iterable[tuple[str, Route]]:
    """Each goods' way as a route; a port that is both loaded from and landed in may be too full for the last of them."""
    number = board_of(network.game).number
    for item in goods:
        if not any(flow.sent[("goods", item.name)].values()):
            continue
        way = flow.walk(("goods", item.name))
        route = _route_of(network, way, left)
        needs = [f"port {number(port)}" for port in (route.load, route.land) if port != NOBODY]
        if any(left.get(need, _PLENTY) < needs.count(need) for need in needs):
            continue
        route = route if item.place != NOBODY else Route(route.end, route.load, route.land, route.legs, _start_of(way))
        take(left, network, item, route)
        yield item.name, route


def _start_of(way: Sequence[Node]) -> int:
    return next(int(place) for kind, place in way if kind == "start")


def _route_of(network: Network, way: Sequence[Node], left: Mapping[str, int]) -> Route:
    stops = dict(way)
    end = int(stops["end"])
    if "leave" not in stops:
        return Route(end)
    legs = tuple(_leg(network, str(sea), left) for kind, sea in way if kind == "into")
    return Route(end, int(stops["leave"]), int(stops["ashore"]), legs)


def _leg(network: Network, sea: str, left: Mapping[str, int]) -> Leg:
    """The first owner with convoy points left; allies' come after the power's own."""
    owners = network.points[sea]
    free = (owner for owner in owners if left.get(network.toll(sea, owner), 0) > 0)
    return Leg(sea, next(free, next(iter(owners))))


def take(left: dict[str, int], network: Network, item: Goods, route: Route) -> None:
    for toll in network.tolls(item, route):
        if toll in left:
            left[toll] -= 1
