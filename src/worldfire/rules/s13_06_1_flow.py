"""13.6.1 How many goods can be delivered at all, in whole numbers: a largest flow through the network, by augmenting paths.

The rules need it to say whether a promise could have been kept (5). It is also a plan that needs no solver: as many as
possible, each on a short way. Such a flow remembers no goods' past, so here a straits hexside is crossed before the goods are
loaded or by those that are only railed, not inland from the port where they land. A layout of two layers, as the solver has
it, allows that too.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.forces.things import board_of
from worldfire.forces.who import NOBODY
from worldfire.rules.s13_06_1_network import Network, ends_for, giving_toll
from worldfire.rules.s13_06_1_routes import Leg, Reach, Route, making_toll, port_toll
from worldfire.rules.s13_06_4_promises import Goods
from worldfire.rules.s13_06_production import factory_hexes

#: what it is, its name, and for ports and sea areas whether a straits hexside has been crossed before
Node = tuple[str, str | int, bool]
SOURCE: Node = ("source", 0, False)
SINK: Node = ("sink", 0, False)
PLENTY = 1_000_000


class Arc(msgspec.Struct, frozen=True):
    """From node to node: it takes one of what the toll names; through a sea area on a convoy point of the owner."""

    origin: Node
    to: Node
    toll: str = ""
    most: int = PLENTY
    owner: int = NOBODY


# ---------------------------------------------------------------------------------------------------------- the layout


def starts_of(game: Position, power: int, goods: Goods) -> tuple[int, ...]:
    """Where the goods can begin: a resource in its hex, a build point in any factory."""
    return tuple(factory_hexes(game, power)) if goods.place == NOBODY else (goods.place,)


class Layout:
    """The network from each of the goods to its ends as arcs; railways that lead to the same places are laid once.

    Ports that are no better than another are left out, unless every port is wanted.
    """

    def __init__(
        self, network: Network, goods: Sequence[Goods], *, remembers_straits: bool, every_port: bool = False
    ) -> None:
        self.network, self.goods, self.remembers_straits = network, goods, remembers_straits
        self._every_port = every_port
        self._known: set[Node] = set()
        self.arcs = tuple(_alive(tuple(self._lay())))

    def _is_new(self, node: Node) -> bool:
        if node in self._known:
            return False
        self._known.add(node)
        return True

    def _lay(self) -> Iterator[Arc]:
        game, power = self.network.game, self.network.power
        number, points = board_of(game).number, self.goods[0].place == NOBODY
        for end in sorted(self.network.ends):
            yield Arc(("end", end, False), SINK, f"{'points ' if points else ''}at {number(end)}")
        for item in self.goods:
            toll = giving_toll(game, item.giver, self.network.recipient)
            giver: Node = ("giver", toll, False)
            if self._is_new(giver):
                yield Arc(SOURCE, giver, "" if points else toll)
            yield Arc(giver, ("goods", item.name, False), most=1)
            for start in starts_of(game, power, item):
                made = points and making_toll(number(start)) in self.network.left
                yield Arc(("goods", item.name, False), ("made" if made else "start", start, False))
        for start in sorted({start for item in self.goods for start in starts_of(game, power, item)}):
            if points and (toll := making_toll(number(start))) in self.network.left:
                yield Arc(("made", start, False), ("start", start, False), toll)
            yield from self._from(start)
        layers = (False, True) if self.remembers_straits else (False,)
        for crossed in layers:
            for sea in self.network.points:
                yield from self._through(sea, crossed)

    def _from(self, start: int) -> Iterator[Arc]:
        reach = self.network.rails.reach(start)
        rails: Node = ("rails", id(reach), False)
        yield Arc(("start", start, False), rails)
        for port, crossed, sea in self.network.coast_loadings(start):
            yield from self._load(("start", start, False), port, crossed, sea)
        if self._is_new(rails):
            for end in sorted(self.network.ends & reach.keys()):
                yield Arc(rails, ("end", end, False))
            for port, crossed, sea in self._worth_loading(start):
                yield from self._load(rails, port, crossed, sea)

    def _worth_loading(self, start: int) -> Iterator[tuple[int, bool, str]]:
        """For each sea area one port that takes any number, if there is one without straits before it; else all of them."""
        by_sea: dict[str, list[tuple[int, bool]]] = defaultdict(list)
        for port, crossed, sea in self.network.port_loadings(start):
            by_sea[sea].append((port, crossed))
        for sea, ports in by_sea.items():
            best = [port for port, crossed in ports if not crossed and self.network.room_in_port(port) is None]
            chosen = [(min(best), False)] if best and not self._every_port else ports
            yield from ((port, crossed, sea) for port, crossed in chosen)

    def _load(self, origin: Node, port: int, crossed: bool, sea: str) -> Iterator[Arc]:
        layer = crossed and self.remembers_straits
        if self._is_new((f"{origin[0]} {origin[1]} to", port, layer)):
            yield Arc(origin, ("load", port, layer))
        if self._is_new(("leave", port, layer)):
            yield Arc(("load", port, layer), ("leave", port, layer), self._port(port))
        if self._is_new((f"from {port}", sea, layer)):
            yield Arc(("leave", port, layer), ("into", sea, layer))

    def _through(self, sea: str, crossed: bool) -> Iterator[Arc]:
        for owner, points in self.network.points[sea].items():
            yield Arc(("into", sea, crossed), ("from", sea, crossed), self.network.toll(sea, owner), points, owner)
        for other in self.network.onward(sea):
            yield Arc(("from", sea, crossed), ("into", other, crossed))
        for port, inland in self._worth_landing(sea):
            may_cross = self.remembers_straits and not crossed
            ends = [end for end, crosses in inland.items() if may_cross or not crosses]
            if ends:
                yield Arc(("from", sea, crossed), ("land", port, crossed))
            if ends and self._is_new(("ashore", port, crossed)):
                yield Arc(("land", port, crossed), ("ashore", port, crossed), self._port(port))
                yield from (Arc(("ashore", port, crossed), ("end", end, False)) for end in ends)

    def _worth_landing(self, sea: str) -> Iterator[tuple[int, Reach]]:
        """Of ports that lead to the same ends, one that takes any number, if there is one."""
        alike: dict[tuple[tuple[int, bool], ...], list[tuple[int, Reach]]] = defaultdict(list)
        for port, inland in self.network.landings(sea):
            alike[tuple(inland.items())].append((port, inland))
        for ports in alike.values():
            best = [landing for landing in ports if self.network.room_in_port(landing[0]) is None]
            yield from ports if self._every_port else best[:1] or ports

    def _port(self, port: int) -> str:
        return port_toll(board_of(self.network.game).number(port))


def _alive(arcs: Sequence[Arc]) -> Iterator[Arc]:
    """Those on some way from the source to the sink."""
    forth, back = defaultdict(list), defaultdict(list)
    for arc in arcs:
        forth[arc.origin].append(arc.to)
        back[arc.to].append(arc.origin)
    reached, leading = _flood(forth, SOURCE), _flood(back, SINK)
    return (arc for arc in arcs if arc.origin in reached and arc.to in leading)


def _flood(ways: Mapping[Node, Sequence[Node]], start: Node) -> set[Node]:
    found, frontier = {start}, [start]
    while frontier:
        fresh = [node for node in ways.get(frontier.pop(), ()) if node not in found]
        found.update(fresh)
        frontier += fresh
    return found


def route_along(trail: Iterable[Arc], goods: Goods) -> Route:
    """What the goods do that travel along these arcs, from their own node to the sink."""
    way = tuple(trail)
    stops = {arc.to[0]: int(arc.to[1]) for arc in way if arc.to[0] in ("start", "leave", "ashore", "end")}
    legs = tuple(Leg(str(arc.to[1]), arc.owner) for arc in way if arc.owner != NOBODY)
    start = stops["start"] if goods.place == NOBODY else NOBODY
    return Route(stops["end"], stops.get("leave", NOBODY), stops.get("ashore", NOBODY), legs, start)


def walk(sent: dict[Node, dict[Arc, int]], start: Node) -> Iterator[Arc]:
    """One unit's way from the node to the sink; it is taken out of what was sent. A ring that leads nowhere is cut off."""
    way: list[Arc] = []
    here = start
    while here != SINK:
        arc = next(arc for arc, number in sent[here].items() if number)
        sent[here][arc] -= 1
        before = next((at for at, passed in enumerate(way) if passed.origin == arc.to), None)
        way = [*way, arc] if before is None else way[:before]
        here = arc.to
    return iter(way)


# --------------------------------------------------------------------------------------------------- the largest flow


class _Flow:
    """Arcs with what is left on each, and what is sent."""

    def __init__(self, arcs: Iterable[Arc], left: Mapping[str, int]) -> None:
        self.out: dict[Node, list[Arc]] = defaultdict(list)
        self.back: dict[Node, list[Arc]] = defaultdict(list)
        self.sent: dict[Node, dict[Arc, int]] = defaultdict(dict)
        self.left: dict[Arc, int] = {}
        for arc in arcs:
            self.out[arc.origin].append(arc)
            self.back[arc.to].append(arc)
            self.left[arc] = min(arc.most, left.get(arc.toll, PLENTY))
            self.sent[arc.origin][arc] = 0

    def fill(self) -> None:
        """Send one after another from the source to the sink, each by the shortest way that is left."""
        while (trail := self._trail()) is not None:
            for arc, forth in trail:
                self.left[arc] -= 1 if forth else -1
                self.sent[arc.origin][arc] += 1 if forth else -1

    def _trail(self) -> list[tuple[Arc, bool]] | None:
        before: dict[Node, tuple[Arc, bool] | None] = {SOURCE: None}
        frontier = deque((SOURCE,))
        while frontier:
            here = frontier.popleft()
            ways = [(arc, True, arc.to) for arc in self.out[here] if self.left[arc] > 0]
            ways += [(arc, False, arc.origin) for arc in self.back[here] if self.sent[arc.origin][arc]]
            for arc, forth, there in ways:
                if there not in before:
                    before[there] = (arc, forth)
                    if there == SINK:
                        return _backwards(before)
                    frontier.append(there)
        return None


def _backwards(before: Mapping[Node, tuple[Arc, bool] | None]) -> list[tuple[Arc, bool]]:
    trail, here = [], SINK
    while (step := before[here]) is not None:
        trail.append(step)
        here = step[0].origin if step[1] else step[0].to
    return trail


def largest_flow(arcs: Iterable[Arc]) -> int:
    """How many can be sent from the source to the sink."""
    flow = _Flow(arcs, {})
    flow.fill()
    return sum(flow.sent[SOURCE].values())


@rule("5", "13.6.1")
def most_use(
    game: Position, power: int, recipient: int, goods: Sequence[Goods], left: dict[str, int]
) -> dict[str, Route]:
    """Goods → route: as many as the ledger allows. What they take up is taken off the ledger.

    What is promised and finds no way so is tried again where a straits hexside may be crossed inland as well.
    """
    found = _sent(game, power, recipient, goods, left, remembers_straits=False)
    rest = [item for item in goods if item.name not in found]
    if recipient != power:
        found |= _sent(game, power, recipient, rest, left, remembers_straits=True)
    return found


def _sent(
    game: Position,
    power: int,
    recipient: int,
    goods: Sequence[Goods],
    left: dict[str, int],
    *,
    remembers_straits: bool,
) -> dict[str, Route]:
    if not goods:
        return {}
    network = Network(game, power, recipient, left, ends_for(game, goods[0], recipient))
    if remembers_straits and not network.crosses_inland:
        return {}
    flow = _Flow(Layout(network, goods, remembers_straits=remembers_straits).arcs, left)
    flow.fill()
    found = {}
    for item in goods:
        node: Node = ("goods", item.name, False)
        if any(flow.sent[node].values()):
            route = route_along(walk(flow.sent, node), item)
            if _still_fits(network, item, route, left):
                found[item.name] = route
    return found


def _still_fits(network: Network, item: Goods, route: Route, left: dict[str, int]) -> bool:
    """Ports and convoys that serve goods of both kinds may be too full for the last; what fits is taken off."""
    needs = [toll for toll in network.tolls(item, route) if toll in left]
    if any(left[toll] < needs.count(toll) for toll in needs):
        return False
    for toll in needs:
        left[toll] -= 1
    return True
