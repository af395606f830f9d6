"""13.6.1 Routes: how a resource travels, by rail and over one chain of sea areas, and in which words an action says so.

A word is the hex of the factory, `W0836`, if the resource is railed there. A way over the sea names the port where it is
loaded, each sea area with the power whose convoy point carries it, the port where it is landed, and the hex of the factory:
`A0630 > South China Sea by japan > China Sea by japan > P2636 > P2638`. A build point (13.6.4) begins with the factory that
made it: `P2638: P2636 > …`. Railways are named nowhere, because any number may be railed over any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.kinds import NOTHING_POINTED_AT, Phrase, Target, Word
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import HexNumber
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import CONTROLLER, NOBODY, power_named
from worldfire.rules.s02_1_sea_areas import seas_in_play
from worldfire.rules.s08_weather import port_iced_in
from worldfire.rules.s11_04_sea_passages import seas_from_port
from worldfire.rules.s13_06_4_promises import goods_of
from worldfire.rules.s13_06_production import Traffic, factory_hexes, stops

_ON, _BY, _FROM = " > ", " by ", ": "
#: a port, a sea area, a port and an end
_LEAST_PARTS = len(("load", "sea", "land", "end"))


class Leg(msgspec.Struct, frozen=True):
    """One sea area of a chain, and the power whose convoy point is used there."""

    sea: str
    owner: int


class Route(msgspec.Struct, frozen=True):
    """Where a resource or build point ends; on its way over the sea, where it is loaded and landed, and the chain between."""

    end: int
    load: int = NOBODY
    land: int = NOBODY
    legs: tuple[Leg, ...] = ()
    #: the factory that made a build point
    start: int = NOBODY


class RouteWord(Word):
    """A route in words; it points at the hex where it ends."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: str) -> Target:
        place = board_of(game).index.get(value.rpartition(_ON)[2].rpartition(_FROM)[2])
        return NOTHING_POINTED_AT if place is None else Target(place=place)

    @classmethod
    def phrase(cls, value: str) -> Phrase | None:
        """A way over the sea in full; one by rail is told by the name of its end."""
        parts = value.rpartition(_FROM)[2].split(_ON)
        if len(parts) < _LEAST_PARTS:
            return None
        load, *chain, land, end = parts
        ports = {"load": HexNumber(load), "land": HexNumber(land), "end": HexNumber(end)}
        return Phrase("route-by-sea", ports | {"chain": Word(", ".join(chain))})


def word_of(game: Position, route: Route) -> str:
    number = board_of(game).number
    parts = [number(route.end)]
    if route.legs:
        legs = (f"{leg.sea}{_BY}{power_name(game, leg.owner)}" for leg in route.legs)
        parts = [number(route.load), *legs, number(route.land), *parts]
    return (f"{number(route.start)}{_FROM}" if route.start != NOBODY else "") + _ON.join(parts)


def read_route(game: Position, word: str) -> Route | None:
    """The route of a word; None if it is none."""
    index, start = board_of(game).index, NOBODY
    first, separator, rest = word.partition(_FROM)
    if separator:
        word, start = rest, index.get(first, NOBODY)
        if start == NOBODY:
            return None
    parts = word.split(_ON)
    if len(parts) == 1:
        return Route(index[word], start=start) if word in index else None
    if len(parts) < _LEAST_PARTS:
        return None
    load, *chain, land, end = parts
    if not {load, land, end} <= index.keys():
        return None
    legs = tuple(_read_leg(game, part) for part in chain)
    if any(leg.owner == NOBODY or leg.sea not in seas_in_play(game) for leg in legs):
        return None
    return Route(index[end], index[load], index[land], legs, start)


def lands_twice(game: Position, word: str) -> bool:
    """Does the word name a port in the middle of a chain?"""
    index = board_of(game).index
    return any(part in index for part in word.rpartition(_FROM)[2].split(_ON)[1:-2])


def _read_leg(game: Position, part: str) -> Leg:
    sea, _, owner = part.rpartition(_BY)
    return Leg(sea, power_named(game, owner))


# ----------------------------------------------------------------------------------------- what a route takes up of what


def tolls(word: str) -> Iterator[str]:
    """What the route needs one of each: a place where it ends, convoy points, room in the two ports, and a point made."""
    start, of_points, way = word.rpartition(_FROM)
    parts = way.split(_ON)
    points = "points " if of_points else ""
    yield f"{points}at {parts[-1]}"
    if of_points:
        yield making_toll(start)
    if len(parts) > 1:
        yield from parts[1:-2]
        yield from (port_toll(parts[0]), port_toll(parts[-2]))


def is_of_points(word: str) -> bool:
    """Is it the route of a build point?"""
    return _FROM in word


def port_toll(number: str) -> str:
    return f"port {number}"


def making_toll(number: str) -> str:
    """Of a build point: the hex of the factories that made it."""
    return f"made at {number}"


def is_unlimited(toll: str) -> bool:
    """Are there things of the kind that are not limited, and so in no ledger: major ports, factories that make any number?"""
    return toll.startswith((port_toll(""), making_toll("")))


def leg_toll(game: Position, leg: Leg) -> str:
    return f"{leg.sea}{_BY}{power_name(game, leg.owner)}"


def convoys_of(word: str) -> int:
    """How many convoy points the route uses."""
    return max(0, len(word.split(_ON)) - _LEAST_PARTS + 1)


# ----------------------------------------------------------------------------------------------- from where to where


#: hex → must a straits hexside be crossed to get there?
Reach = dict[int, bool]


#: 13.3.3: hexes through which goods of one power for another do not travel. (game, power, recipient, place)
WAY_CLOSED = AnyOf[[int, int, int]]("13.6.1 way closed to goods for another")


class SharedTraffic(Traffic):
    """What goes from one power to another may pass wherever it could on behalf of either."""

    def __init__(self, game: Position, power: int, recipient: int) -> None:
        super().__init__(game, power)
        self._between = (power, recipient)
        self._recipients = Traffic(game, recipient)

    def _look(self, place: int) -> tuple[bool, bool]:
        if WAY_CLOSED(self.game, *self._between, place):
            return False, False
        found = super()._look(place)
        return found if found[0] else self._recipients.at(place)


@dataclass(frozen=True)
class Rails:
    """Where a power can rail its goods for a recipient: worked out for where they begin and for the ports where they can be
    landed; hexes on the same railways share their answers."""

    #: hex → where goods that are there can be railed
    _reach: dict[int, Reach]
    #: the same for ports only, where goods can be loaded
    _ports: dict[int, Reach]
    #: coasts without a port that goods may be picked up from
    _coasts: frozenset[int]
    #: hexes that goods may enter, and those where they need not stop
    _entered: frozenset[int]
    _passed: frozenset[int]

    @rule("13.6.1/transporting resources by rail and road")
    def reach(self, start: int) -> Reach:
        return self._reach.get(start, {})

    @rule("13.6.1/transporting resources by sea")
    def harbours(self, start: int) -> Reach:
        """Ports where it can be loaded, or the coast where it lies, as if that were a minor port."""
        return self.ports(start) | ({start: False} if self.lies_on_a_coast(start) else {})

    def ports(self, start: int) -> Reach:
        return self._ports.get(start, {})

    def lies_on_a_coast(self, start: int) -> bool:
        return start in self._coasts

    @rule("13.6.1/transporting resources by sea")
    def inland(self, port: int) -> Reach:
        """Where it can be railed from the port where it is landed; nothing if it cannot be landed there."""
        if port not in self._entered:
            return {}
        return self.reach(port) if port in self._passed else {port: False}


class _Surveyor:
    """Finds out where goods can be railed."""

    def __init__(self, game: Position, power: int, recipient: int) -> None:
        self.game, self.power = game, power
        self.traffic = Traffic(game, power) if power == recipient else SharedTraffic(game, power, recipient)
        self.reach: dict[int, Reach] = {}
        self.ports: dict[int, Reach] = {}

    def survey(self, starts: Iterable[int]) -> Rails:
        known = sorted(starts)
        for start in known:
            if start not in self.reach:
                self._flood(start)
        seas, ports = board_of(self.game).tables.seas, ground_of(self.game).ports
        return Rails(
            {start: self.reach[start] for start in known},
            {start: self.ports[start] for start in known},
            frozenset(start for start in known if start not in ports and seas[start] and any(self.traffic.at(start))),
            frozenset(start for start in known if self.traffic.at(start)[0]),
            frozenset(start for start in known if self._passes(start)),
        )

    def _passes(self, place: int) -> bool:
        return all(self.traffic.at(place))

    def _flood(self, start: int) -> None:
        """In an enemy's zone of control goods can be loaded only where they lie."""
        found: Reach = {}
        for place, crossed in stops(self.game, self.power, start, self.traffic):
            found[place] = found.get(place, True) and crossed
        ports = {
            place: crossed
            for place, crossed in found.items()
            if place in ground_of(self.game).ports and (self._passes(place) or place == start)
        }
        if not any(self.traffic.at(start)):
            ports = {}
        self.reach[start], self.ports[start] = found, ports
        if self._passes(start):  # from everywhere on the same railways it reaches the same
            near = [place for place, crossed in found.items() if not crossed and self._passes(place)]
            self.reach |= dict.fromkeys(near, found)
            self.ports |= dict.fromkeys(near, ports)


def rails_between(game: Position, power: int, recipient: int) -> Rails:
    """From the goods that the power sends, from its factories, and from the ports that goods may enter."""

    def look() -> Rails:
        surveyor = _Surveyor(game, power, recipient)
        sources = {goods.place for goods in goods_of(game, power)} - {NOBODY}
        holders = game.state[CONTROLLER]
        held = (port for port in ground_of(game).ports if holders[port] != NOBODY)  # the others are out of play
        ports = {port for port in held if surveyor.traffic.at(port)[0]}
        return surveyor.survey({*sources, *factory_hexes(game, power), *ports})

    return game.recall(("rails", power, recipient), look)


@clause("13.6.1/transporting resources by sea", "8.2.1/iced-in ports")
def seas_of_harbour(game: Position, power: int, place: int) -> tuple[str, ...]:
    """The sea areas that the power's ships could put to sea in from there in the last impulse."""
    if place not in ground_of(game).ports:
        seas = board_of(game).tables.seas[place]
    elif port_iced_in(game, place):
        return ()
    else:
        seas = seas_from_port(game, power, place)
    in_play = seas_in_play(game)
    return tuple(sea for sea in seas if sea in in_play)


MODULE = Module(seams=(WAY_CLOSED,))
