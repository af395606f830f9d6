"""13.6.1 The network that goods travel in: railways, ports, convoy points at sea, and what is left of each.

What is limited has a name (see `tolls`): the factories of a hex, a minor port, the convoy points of a power in a sea area, what
one country gives another. The ledger of a power says how much of each is left for it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.engine.seams import AnyOf
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import board_of, seas_of_sections
from worldfire.forces.turn import is_active, power_name, powers_of_side, seat_of_power
from worldfire.forces.who import NOBODY, SIDE, side_of_power
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s11_04_2_sailing import ports_from
from worldfire.rules.s11_04_sea_passages import may_pass
from worldfire.rules.s13_06_1_routes import (
    Leg,
    Reach,
    Route,
    is_of_points,
    leg_toll,
    making_toll,
    port_toll,
    rails_between,
    seas_of_harbour,
    tolls,
    word_of,
)
from worldfire.rules.s13_06_4_promises import (
    Goods,
    ends_of_points,
    gifts_for,
    goods_of,
    kept_by,
    promised_by,
)
from worldfire.rules.s13_06_production import factory_hexes

THROUGH_A_MINOR_PORT = Figure("resources through a minor port", "13.6.1")
#: the consent by which an owner lets an ally's resources use his convoy points
CARRY = Permission("convoys", "13.6.1")
#: 13.3.2: rules that let a neutral power carry for another. (game, owner of the convoy points, power)
CARRIES_THOUGH_NEUTRAL = AnyOf[[int, int]]("13.6.1 neutral power that carries for another")


class Sent(NamedTuple):
    """Goods on their way this turn: who sends them, who gives and who gets them, their name and their route in words."""

    power: int
    giver: int
    recipient: int
    goods: str
    word: str
    #: seized on the way: they take up what they need, and do not arrive
    lost: int = 0


#: what has been sent in this production step; out of a file it comes as plain tuples
SENT: Field[tuple[Sent, ...]] = Field("sent", ())


def on_the_way(game: Position) -> tuple[Sent, ...]:
    return tuple(Sent(*row) for row in game.state.get(SENT))


# ----------------------------------------------------------------------------------------------------------- who carries


@clause("13.6.1/transporting resources by sea", "5.1")
def carries_for(game: Position, owner: int, power: int, recipient: int) -> bool:
    """May goods that the power sends to the recipient use the owner's convoy points?

    The two of them always carry what goes between them; allies if all are active and the owner agrees.
    """
    if owner in (power, recipient):
        return True
    return could_carry(game, owner, power) and CARRY.granted(
        game, seat_of_power(game, owner), seat_of_power(game, power)
    )


@rule("13.6.1/transporting resources by sea")
def could_carry(game: Position, owner: int, power: int) -> bool:
    """Would the owner's agreement be enough?"""
    if game.state[SIDE][owner] != game.state[SIDE][power]:
        return False
    return (is_active(game, owner) and is_active(game, power)) or CARRIES_THOUGH_NEUTRAL(game, owner, power)


def carriers(game: Position, power: int, recipient: int) -> tuple[int, ...]:
    """Whose convoy points may be used: its own first, unless it must not carry such goods itself."""
    friends = powers_of_side(game, game.state[SIDE][power])
    owners = dict.fromkeys((power, recipient, *friends))
    return tuple(owner for owner in owners if carries_for(game, owner, power, recipient))


def convoys_at_sea(game: Position) -> dict[tuple[int, str], int]:
    """(owner, sea area) → convoy points in its sea-box."""

    def look() -> dict[tuple[int, str], int]:
        found: dict[tuple[int, str], int] = defaultdict(int)
        seas = seas_of_sections(game)
        for owner, place, points in game.state.amounts(CONVOY_POINTS):
            if place in seas:
                found[owner, seas[place]] += points
        return dict(found)

    return game.recall("convoys at sea", look)


# ------------------------------------------------------------------------------------------------------------- the ledger


def giving_toll(game: Position, giver: int, recipient: int) -> str:
    return f"{power_name(game, giver)} to {power_name(game, recipient)}"


@clause("13.6.4/transport")
def points_made_at(game: Position, power: int, place: int) -> int | None:
    """How many build points can set out from a hex with factories; None: any number of those that the power makes."""
    return None


@rule("13.6.1/transporting resources by sea", "13.6.1/convoy points", "13.6.2", "13.6.4/transport", "5")
def ledger(game: Position, power: int) -> dict[str, int]:
    """What is left of everything that the power's goods can need and that is limited."""
    return dict(game.recall(("ledger", power), lambda: _whole_ledger(game, power)))


def _whole_ledger(game: Position, power: int) -> dict[str, int]:
    number, ground = board_of(game).number, ground_of(game)
    room: dict[str, int] = {giving_toll(game, power, power): kept_by(game, power)}
    for recipient in recipients(game, power):
        room |= {f"at {number(place)}": most for place, most in factory_hexes(game, recipient).items()}
    for recipient in {promise.recipient: None for promise in promised_by(game, power) if promise.points}:
        room |= {f"points at {number(place)}": most for place, most in ends_of_points(game, recipient).items()}
    if any(promise.points for promise in promised_by(game, power)):
        made = {place: points_made_at(game, power, place) for place in factory_hexes(game, power)}
        room |= {making_toll(number(place)): most for place, most in made.items() if most is not None}
    for promise in promised_by(game, power):
        toll = giving_toll(game, power, promise.recipient)
        room[toll] = room.get(toll, 0) + promise.resources
    for gift in gifts_for(game, power):
        toll = giving_toll(game, gift.giver, power)
        room[toll] = room.get(toll, 0) + gift.resources
    coasts = {goods.place for goods in goods_of(game, power) if goods.place not in ground.ports} - {NOBODY}
    most = THROUGH_A_MINOR_PORT(game)
    room |= dict.fromkeys((*game.ruleset.once(_tolls_of_minor_ports), *(port_toll(number(at)) for at in coasts)), most)
    room |= {leg_toll(game, Leg(sea, owner)): points for (owner, sea), points in convoys_at_sea(game).items()}
    for toll in _taken(game, power):
        if toll in room:
            room[toll] -= 1
    return room


def _tolls_of_minor_ports(ruleset: Ruleset) -> tuple[str, ...]:
    number, ports = board_of(ruleset).number, ground_of(ruleset).ports
    return tuple(port_toll(number(place)) for place, kind in ports.items() if kind == "minor")


def recipients(game: Position, power: int) -> tuple[int, ...]:
    """Itself, and whomever it has promised something."""
    return tuple(dict.fromkeys((power, *(promise.recipient for promise in promised_by(game, power)))))


def _taken(game: Position, power: int) -> Iterator[str]:
    """What goods that are already on their way take up; the limit of a minor port holds for each side."""
    side = side_of_power(game, power)
    for sent in on_the_way(game):
        friend = side_of_power(game, sent.power) == side
        yield from (toll for toll in tolls_of(game, sent) if friend or not toll.startswith(port_toll("")))


def tolls_of(game: Position, sent: Sent) -> Iterator[str]:
    yield from tolls(sent.word)
    if not is_of_points(sent.word):
        yield giving_toll(game, sent.giver, sent.recipient)


# ------------------------------------------------------------------------------------------------------------ the network

#: a sea area → the sea areas on the shortest chain there, both ends included
Chains = dict[str, tuple[str, ...]]


class Network:
    """The ways of a power's goods to one recipient, as far as the ledger leaves room."""

    def __init__(
        self, game: Position, power: int, recipient: int, left: Mapping[str, int], ends: Iterable[int]
    ) -> None:
        self.game, self.power, self.recipient, self.left = game, power, recipient, left
        self.rails = rails_between(game, power, recipient)
        self.ends = frozenset(ends)
        self.owners = carriers(game, power, recipient)
        self.points = self._points()
        self._chains: dict[str, Chains] = {}
        self._seas_of: dict[int, tuple[str, ...]] = {}
        self._landings: dict[str, tuple[tuple[int, Reach], ...]] = {}

    def _points(self) -> dict[str, dict[int, int]]:
        """Sea area → owner → convoy points that are left."""
        found: dict[str, dict[int, int]] = defaultdict(dict)
        at_sea = convoys_at_sea(self.game)
        for owner in self.owners:
            for whose, sea in at_sea:
                points = self.left.get(self.toll(sea, owner), 0) if whose == owner else 0
                if points > 0:
                    found[sea][owner] = points
        return dict(found)

    def toll(self, sea: str, owner: int) -> str:
        return leg_toll(self.game, Leg(sea, owner))

    def tolls(self, goods: Goods, route: Route) -> Iterator[str]:
        """What the goods take up on this route."""
        yield from tolls(word_of(self.game, route))
        if goods.place != NOBODY:
            yield giving_toll(self.game, goods.giver, self.recipient)

    def room_in_port(self, port: int) -> int | None:
        """None: any number."""
        return self.left.get(port_toll(board_of(self.game).number(port)))

    def onward(self, sea: str) -> tuple[str, ...]:
        """Sea areas with convoy points that one of the power's surface ships could have entered from there."""
        return tuple(
            other
            for other in adjacent_seas(self.game, sea)
            if other in self.points and may_pass(self.game, self.power, sea, other)
        )

    def chains(self, start: str) -> Chains:
        if start not in self._chains:
            found: Chains = {start: (start,)} if start in self.points else {}
            frontier = deque(found)
            while frontier:
                sea = frontier.popleft()
                for other in self.onward(sea):
                    if other not in found:
                        found[other] = (*found[sea], other)
                        frontier.append(other)
            self._chains[start] = found
        return self._chains[start]

    def loadings(self, place: int) -> Iterator[tuple[int, bool, str]]:
        """(port or coast, is a straits hexside crossed on the way there, sea area with convoy points)."""
        yield from self.port_loadings(place)
        yield from self.coast_loadings(place)

    def port_loadings(self, place: int) -> Iterator[tuple[int, bool, str]]:
        for port, crossed in self.rails.ports(place).items():
            yield from self._loadings_in(port, crossed)

    def coast_loadings(self, place: int) -> Iterator[tuple[int, bool, str]]:
        if self.rails.lies_on_a_coast(place):
            yield from self._loadings_in(place, crossed=False)

    def _loadings_in(self, port: int, crossed: bool) -> Iterator[tuple[int, bool, str]]:
        if self.room_in_port(port) != 0:
            for sea in self._seas(port):
                if sea in self.points:
                    yield port, crossed, sea

    def _seas(self, port: int) -> tuple[str, ...]:
        if port not in self._seas_of:
            self._seas_of[port] = seas_of_harbour(self.game, self.power, port)
        return self._seas_of[port]

    def landings(self, sea: str) -> tuple[tuple[int, Reach], ...]:
        """Ports on the sea area with the ends that goods landed there can be railed to."""
        if sea not in self._landings:
            self._landings[sea] = tuple(self._find_landings(sea))
        return self._landings[sea]

    def _find_landings(self, sea: str) -> Iterator[tuple[int, Reach]]:
        for port in dict.fromkeys(ports_from(self.game, self.power, sea)):
            if self.room_in_port(port) == 0 or sea not in self._seas(port):
                continue
            inland = self.rails.inland(port)
            reached = {end: inland[end] for end in self.ends & inland.keys()}
            if reached:
                yield port, reached

    @property
    def crosses_inland(self) -> bool:
        """Is there a port from which an end can only be reached across a straits hexside?"""
        return any(any(inland.values()) for sea in self.points for _, inland in self.landings(sea))

    def legs(self, chain: Iterable[str]) -> tuple[Leg, ...]:
        """Its own convoy points where it has some left, otherwise an ally's."""
        return tuple(Leg(sea, next(iter(self.points[sea]))) for sea in chain)


def ends_for(game: Position, goods: Goods, recipient: int) -> dict[int, int]:
    """Hex → room: factories for a resource, cities and major ports for a build point."""
    return ends_of_points(game, recipient) if goods.place == NOBODY else factory_hexes(game, recipient)


# ---------------------------------------------------------------------------------------------------- ways that are offered

#: of the ways over the sea to one factory only the shortest are offered; any other may be said all the same
OFFERED = 3


def offered_routes(network: Network, place: int) -> tuple[Route, ...]:
    """By rail to every end, and the shortest ways over the sea to each."""
    by_rail = [Route(end) for end in sorted(network.ends & network.rails.reach(place).keys())]
    best: dict[str, tuple[bool, int, int]] = {}
    for port, crossed, sea in network.loadings(place):
        found = (crossed, network.room_in_port(port) is not None, port)
        best[sea] = min(found, best.get(sea, found))
    found_by_end: dict[int, list[tuple[int, str, Route]]] = defaultdict(list)
    for sea, (crossed, _, port) in best.items():
        for last, chain in network.chains(sea).items():
            for end, land in _best_landings(network, last, crossed):
                found_by_end[end].append((len(chain), sea, Route(end, port, land, network.legs(chain))))
    by_sea = [way[2] for _, found in sorted(found_by_end.items()) for way in sorted(found, key=_by_length)[:OFFERED]]
    return (*by_rail, *by_sea)


def _by_length(way: tuple[int, str, Route]) -> tuple[int, str]:
    return way[:2]


def _best_landings(network: Network, sea: str, crossed: bool) -> Iterator[tuple[int, int]]:
    """(end, port): a port without limit if there is one; no resource crosses two straits hexsides."""
    found: dict[int, tuple[bool, bool, int]] = {}
    for port, inland in network.landings(sea):
        for end, crosses in inland.items():
            if not (crossed and crosses):
                way = (crosses, network.room_in_port(port) is not None, port)
                found[end] = min(way, found.get(end, way))
    yield from ((end, way[2]) for end, way in found.items())


MODULE = Module(schema=Schema(fields=(SENT,)), seams=(CARRIES_THOUGH_NEUTRAL,), permissions=(CARRY,))
