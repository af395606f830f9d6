"""11.4 How players order naval moves: a task force, its way, and what it takes aboard before it sails.

What is offered are proposals for units that are alike; the rule judges whichever units and way are ordered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import msgspec

from worldfire.engine.shapes import WHOLE, Choice, Noun, Prefix, Set, Shape
from worldfire.rules.s11_04_naval_units import Item

Way = tuple[int, ...]
#: a unit and the transport that it goes aboard
Berth = tuple[int, int]


def _tuples(noun: Noun) -> Noun:
    return tuple(_tuples(part) for part in noun) if isinstance(noun, list | tuple) else noun


def in_order(units: tuple[Item, ...]) -> tuple[Item, ...]:
    """Ships by their numbers, then convoy points by their names."""
    return tuple(sorted(units, key=lambda unit: (isinstance(unit, str), unit)))


def _are_units(values: Noun) -> bool:
    if not isinstance(values, tuple) or not values or len(set(values)) != len(values):
        return False
    return all(type(value) in (int, str) for value in values)


def _are_places(values: Noun) -> bool:
    return isinstance(values, tuple) and bool(values) and all(type(value) is int for value in values)


def _are_berths(values: Noun) -> bool:
    if not isinstance(values, tuple):
        return False
    pairs = (isinstance(pair, tuple) and len(pair) == 2 and all(type(part) is int for part in pair) for pair in values)
    return all(pairs) and len({pair[0] for pair in values}) == len(values)


class Fleet(msgspec.Struct, frozen=True):
    """Naval units in one place that can go the same ways, each way ending with the place where the move ends."""

    start: int
    units: tuple[Item, ...]
    ways: tuple[Way, ...]
    #: what could go aboard them before they sail
    berths: tuple[Berth, ...] = ()


class Voyages(Shape, frozen=True):
    """(units, the places they enter, pairs of a unit and the transport that it goes aboard)."""

    fleets: tuple[Fleet, ...]
    #: ships of allies in the same places, who may be asked to sail along; nobody sails with them alone
    guests: tuple[Fleet, ...] = ()

    def read(self, noun: Noun) -> Noun:
        """Nothing need be said of cargo."""
        noun = _tuples(noun)
        if isinstance(noun, tuple) and len(noun) == 2:
            noun = (*noun, ())
        if isinstance(noun, tuple) and len(noun) == 3 and _are_units(noun[0]) and _are_berths(noun[2]):
            return (in_order(noun[0]), noun[1], tuple(sorted(noun[2])))
        return noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != 3:
            return "noun-not-a-voyage"
        units, way, berths = noun
        return None if _are_units(units) and _are_places(way) and _are_berths(berths) else "noun-not-a-voyage"

    def sample(self, rng: Random) -> Noun:
        """Some of those in the place that can go the same way, now and then with something aboard."""
        fleet = rng.choice(self.fleets)
        way = rng.choice(fleet.ways)
        near = [other for other in self.fleets if other.start == fleet.start and way in other.ways]
        company = [unit for other in near for unit in other.units if unit not in fleet.units]
        units = [*rng.sample(fleet.units, rng.randint(1, len(fleet.units)))]
        units += rng.sample(company, rng.randint(0, len(company)))
        aboard: dict[int, int] = {}
        berths = [pair for other in near for pair in other.berths]
        for unit, ship in rng.sample(berths, len(berths)):
            if ship in units and ship not in aboard.values() and unit not in aboard and rng.random() < 0.5:
                aboard[unit] = ship
        return (in_order(tuple(units)), way, tuple(sorted(aboard.items())))

    def every(self) -> Iterator[Noun]:
        """One fleet at a time, with at most one unit aboard."""
        for fleet in self.fleets:
            for size in range(1, len(fleet.units) + 1):
                for units in combinations(fleet.units, size):
                    loads = ((), *((pair,) for pair in fleet.berths if pair[1] in units))
                    yield from ((units, way, load) for way in fleet.ways for load in loads)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """The fleet by its number, how many of its units, which, the way by its number, and a berth by its number or -1."""
        if not prefix:
            return tuple(range(len(self.fleets)))
        fleet, said = self.fleets[int(prefix[0])], prefix[1:]
        if not said:
            return tuple(range(1, len(fleet.units) + 1))
        count, rest = int(said[0]), said[1:]
        if len(rest) < count:
            return Set(fleet.units, count, count).next_choices(rest)
        if len(rest) == count:
            return tuple(range(len(fleet.ways)))
        if len(rest) == count + 1:
            units = rest[:count]
            return (-1, *(number for number, pair in enumerate(fleet.berths) if pair[1] in units))
        return WHOLE

    def noun_of(self, prefix: Prefix) -> Noun:
        fleet, count = self.fleets[int(prefix[0])], int(prefix[1])
        way, berth = int(prefix[2 + count]), int(prefix[3 + count])
        aboard = () if berth < 0 else (fleet.berths[berth],)
        return (in_order(prefix[2 : 2 + count]), fleet.ways[way], aboard)


#: every order is read alike, whatever is proposed
ANY_VOYAGE = Voyages(())


class Courses(Shape, frozen=True):
    """The places that a task force under way enters."""

    ways: tuple[Way, ...]

    def read(self, noun: Noun) -> Noun:
        return tuple(noun) if isinstance(noun, list) else noun

    def judge(self, noun: Noun) -> str | None:
        return None if _are_places(noun) else "noun-not-a-path"

    def sample(self, rng: Random) -> Noun:
        return rng.choice(self.ways)

    def every(self) -> Iterator[Noun]:
        yield from self.ways

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        return WHOLE if prefix else tuple(range(len(self.ways)))

    def noun_of(self, prefix: Prefix) -> Noun:
        return self.ways[int(prefix[0])]


class Partings(Shape, frozen=True):
    """(units of a task force that go no further, the section or port where they stop)."""

    units: tuple[Item, ...]
    places: tuple[int, ...]

    def read(self, noun: Noun) -> Noun:
        noun = _tuples(noun)
        if isinstance(noun, tuple) and len(noun) == 2 and _are_units(noun[0]):
            return (in_order(noun[0]), noun[1])
        return noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != 2 or not _are_units(noun[0]):
            return "noun-not-a-parting"
        return None if set(noun[0]) <= set(self.units) and noun[1] in self.places else "noun-not-offered"

    def sample(self, rng: Random) -> Noun:
        units = rng.sample(self.units, rng.randint(1, len(self.units)))
        return (in_order(tuple(units)), rng.choice(self.places))

    def every(self) -> Iterator[Noun]:
        for size in range(1, len(self.units) + 1):
            for units in combinations(self.units, size):
                yield from ((in_order(units), place) for place in self.places)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """How many, which, and where."""
        if not prefix:
            return tuple(range(1, len(self.units) + 1))
        count, units = int(prefix[0]), prefix[1:]
        if len(units) < count:
            return Set(self.units, count, count).next_choices(units)
        return self.places if len(units) == count else WHOLE

    def noun_of(self, prefix: Prefix) -> Noun:
        return (in_order(prefix[1:-1]), prefix[-1])


class Boarding(Shape, frozen=True):
    """Pairs of a unit and the transport that it goes aboard; each transport takes one."""

    berths: tuple[Berth, ...]

    def read(self, noun: Noun) -> Noun:
        noun = _tuples(noun)
        return tuple(sorted(noun)) if _are_berths(noun) else noun

    def judge(self, noun: Noun) -> str | None:
        if not _are_berths(noun) or not noun:
            return "noun-not-an-assignment"
        return None if set(noun) <= set(self.berths) else "noun-not-offered"

    def sample(self, rng: Random) -> Noun:
        aboard: dict[int, int] = {}
        for unit, ship in rng.sample(self.berths, len(self.berths)):
            if ship not in aboard.values() and unit not in aboard and (not aboard or rng.random() < 0.5):
                aboard[unit] = ship
        return tuple(sorted(aboard.items()))

    def every(self) -> Iterator[Noun]:
        """One at a time: whoever has taken one aboard is asked again."""
        yield from ((pair,) for pair in self.berths)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        return WHOLE if prefix else tuple(range(len(self.berths)))

    def noun_of(self, prefix: Prefix) -> Noun:
        return (self.berths[int(prefix[0])],)
