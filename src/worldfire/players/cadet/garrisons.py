"""Garrisons of a war at sea: somebody in every place that counts, and invaders where the ships are that could land them.

An empty port falls to any single invader; one corps in it, with the notional unit beside it, beats off most of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from worldfire.engine.shapes import Allot, Noun
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.things import counter_of, things_at
from worldfire.players.cadet import home
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.harbours import is_welcome, lets_in, port_merit, takes_in
from worldfire.players.cadet.landings import may_be_spared, price_of_leaving, strength
from worldfire.players.cadet.picture import FAR, HEADQUARTERS, STACK
from worldfire.players.cadet.seascape import TRANSPORTS, Seascape, is_kind, is_war_at_sea
from worldfire.players.cadet.task_forces import Move, may_pass
from worldfire.rules.s02_3_stacking import naval_room
from worldfire.rules.s11_04_5_naval_transport import may_invade
from worldfire.rules.s11_04_voyages import Voyages, Way
from worldfire.rules.s24_1_set_up import SET_UP_UNITS
from worldfire.tables.counters import LandCounter, NavalType
from worldfire.titles import judgement_of

#: what the first guard of a place is worth, in the place's points, by the sea areas between it and an enemy transport
OF_A_GUARD = (0.5, 0.5, 0.35, 0.25)
#: an invader, or a fleet, brought to a port that is better by so much
OF_A_FERRY, OF_A_BETTER_PORT, NEARER = 0.32, 0.16, 1.5
#: hexes over land from the border beyond which nobody fears an army
FAR_FROM_ARMIES = 12
#: what a longer way costs, for each sea area; what it costs to use a unit that could invade
OF_THE_WAY, OF_AN_INVADER = 0.01, 0.05


def of_a_guard(seascape: Seascape, place: int) -> float:
    """What a guard in an empty place that counts is worth, in points."""
    if place not in seascape.points or seascape.holder(place) != seascape.side or seascape.troops(place, seascape.side):
        return 0.0
    far = min(seascape.exposure(place), len(OF_A_GUARD) - 1)
    return OF_A_GUARD[far] * seascape.points[place]


def guards(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Troops that are more than their port needs, to a port that counts and has nobody."""
    game = seascape.game
    for fleet in shape.fleets:
        ends = [(worth, way) for way in fleet.ways if (worth := _worth_of_end(seascape, way))]
        for unit, ship in fleet.berths if ends else ():
            if not _may_guard(seascape, unit):
                continue
            price = price_of_leaving(seascape, unit) + OF_AN_INVADER * may_invade(game, unit)
            for worth, way in ends:
                merit = worth - price - OF_THE_WAY * len(way)
                welcome = is_welcome(game, (ship, unit), way[-1])
                if merit > 0 and welcome and may_pass(seascape, (ship,), way):  # it sails alone
                    yield Move(merit, (ship,), way, ((unit, ship),), f"guard {way[-1]}")


def _worth_of_end(seascape: Seascape, way: Way) -> float:
    return of_a_guard(seascape, way[-1]) if is_hex(seascape.game, way[-1]) else 0.0


def _may_guard(seascape: Seascape, unit: int) -> bool:
    counter = counter_of(seascape.game, unit)
    return isinstance(counter, LandCounter) and counter.type not in HEADQUARTERS and bool(counter.strength)


def ferries(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Invaders from where they are of no use to the port with most in its reach, and empty transports and fleets as well."""
    game = seascape.game
    for fleet in shape.fleets:
        if not is_hex(game, fleet.start):
            continue
        ways = [way for way in fleet.ways if is_hex(game, way[-1]) and _is_forward(seascape, fleet.start, way[-1])]
        if not ways:
            continue
        for unit, ship in fleet.berths:
            if may_invade(game, unit) and may_be_spared(seascape, unit):
                ways.sort(key=lambda way: (port_merit(seascape, way[-1], (ship,)), -len(way), way), reverse=True)
                way = next((way for way in ways if takes_in(game, (unit, ship), way[-1])), ())
                merit = OF_A_FERRY - price_of_leaving(seascape, unit) - OF_THE_WAY * len(way)
                if way and may_pass(seascape, (ship,), way):
                    yield Move(merit, (ship,), way, ((unit, ship),), f"ferry {unit}")
        idle = tuple(unit for unit in fleet.units if is_kind(game, unit, *TRANSPORTS, NavalType.CV, NavalType.SCS))
        ways.sort(key=lambda way: (port_merit(seascape, way[-1], idle), -len(way), way), reverse=True)
        groups = ((way, idle[: max(0, naval_room(game, way[-1]))]) for way in ways)
        way, group = next((found for found in groups if lets_in(game, found[1], found[0][-1])), ((), ()))
        useful = len(group) > 1 or any(is_kind(game, unit, *TRANSPORTS, NavalType.CV) for unit in group)
        if way and group and useful and is_welcome(game, group, way[-1]) and may_pass(seascape, group, way):
            yield Move(OF_A_BETTER_PORT, group, way, purpose=f"to {way[-1]} from {fleet.start}")


def _is_forward(seascape: Seascape, start: int, end: int) -> bool:
    return port_merit(seascape, end, ()) - port_merit(seascape, start, ()) >= NEARER


# ------------------------------------------------------------------------------------------------------------- set-up


def set_up(question: Question) -> Action:
    """As advised; but where fleets decide, somebody stands in each place that counts, and the others wait where ships are."""
    verb, noun = home.set_up(question)
    shape = question.offers.get(verb)
    if verb != SET_UP_UNITS.name or not isinstance(shape, Allot):
        return verb, noun
    plan = SetUp.of(Seascape(question.game, question.side, question.powers), shape, noun)
    for power in question.powers:
        plan.stand_watch(power)
    if is_war_at_sea(question.game):
        plan.guard_what_counts()
        plan.wait_in_port()
        plan.berth_transports()
    return verb, plan.noun if question.is_legal(verb, plan.noun) else noun


@dataclass
class SetUp:
    """Who may be set up where, and who will be."""

    seascape: Seascape
    may_go: dict[int, tuple[int, ...]]
    room: dict[int, int]
    at: dict[int, int]

    @classmethod
    def of(cls, seascape: Seascape, shape: Allot, noun: Noun) -> SetUp:
        may_go = {int(choices.item): tuple(map(int, choices.to)) for choices in shape.items}
        at = {int(unit): int(place) for unit, place in noun}
        limits = {int(room.choice): room.most for room in shape.rooms}
        room = {place: limits.get(place, len(at)) for places in may_go.values() for place in places}
        for place in at.values():
            room[place] -= 1
        return cls(seascape, may_go, room, at)

    @property
    def noun(self) -> Noun:
        return tuple(self.at.items())

    @property
    def guards(self) -> list[int]:
        return [unit for unit in self.at if _may_guard(self.seascape, unit)]

    def put(self, unit: int, place: int) -> None:
        self.room[self.at[unit]] += 1
        self.room[place] -= 1
        self.at[unit] = place

    def company(self, place: int) -> list[int]:
        """Troops who stand there already, or will."""
        return [
            *self.seascape.troops(place, self.seascape.side),
            *(unit for unit in self.guards if self.at[unit] == place),
        ]

    def stand_watch(self, power: int) -> None:
        """The weakest go where the power owes a garrison, no more than two to a hex."""
        game = self.seascape.game
        watch = judgement_of(game).watch(game, power)
        if watch is None:
            return
        have = sum((watch.counts(unit) for place in watch.places for unit in things_at(game, place)), Fraction(0))
        for unit in sorted(self.guards, key=lambda unit: (strength(game, unit), unit)):
            free = [place for place in self.may_go[unit] if place in watch.places and len(self.company(place)) < STACK]
            if have >= watch.owed or not watch.counts(unit) or not free:
                continue
            self.put(unit, min(free))
            have += watch.counts(unit)

    def guard_what_counts(self) -> None:
        """One unit after another from where it is missed least into the empty place that is worth most."""
        game = self.seascape.game
        wanted = {place for unit in self.guards for place in self.may_go[unit] if of_a_guard(self.seascape, place)}
        for place in sorted(wanted, key=lambda place: (-of_a_guard(self.seascape, place), place)):
            if self.company(place) or self.room[place] < 1:
                continue
            spare = [unit for unit in self.guards if place in self.may_go[unit] and not self._is_last(unit)]
            if spare:
                self.put(min(spare, key=lambda unit: (may_invade(game, unit), strength(game, unit), unit)), place)

    def _is_last(self, unit: int) -> bool:
        return self.at[unit] in self.seascape.points and len(self.company(self.at[unit])) < 2

    def wait_in_port(self) -> None:
        """Troops far from any border with the enemy, and of no use where they are, go to the port with most in its reach."""
        seascape, ports = self.seascape, ground_of(self.seascape.game).ports
        border = seascape.ashore.border
        for unit in self.guards:
            here = self.at[unit]
            if here in seascape.points or border.get(here, FAR) < FAR_FROM_ARMIES:
                continue
            better = [place for place in self.may_go[unit] if ports.get(place) == "major" and self.room[place] > 0]
            best = max(better, key=self._merit_of_port, default=here)
            if ports.get(here) != "major" or self._merit_of_port(best) > self._merit_of_port(here):
                self.put(unit, best)

    def _merit_of_port(self, place: int) -> tuple[bool, float, int]:
        game = self.seascape.game
        ships = any(is_kind(game, ship, *TRANSPORTS) for ship in things_at(game, place))
        return ships, self.seascape.prospects(place), -place

    def berth_transports(self) -> None:
        """Where troops are whom they could carry elsewhere, each in another port if that can be."""
        seascape = self.seascape
        for unit in [unit for unit in self.at if is_kind(seascape.game, unit, *TRANSPORTS)]:
            ports = {
                place: sum(not price_of_leaving(seascape, troop) for troop in seascape.troops(place, seascape.side))
                for place in self.may_go[unit]
                if self.room[place] > 0 or place == self.at[unit]
            }
            for other in self.at:
                if other != unit and is_kind(seascape.game, other, *TRANSPORTS) and self.at[other] in ports:
                    ports[self.at[other]] -= 1
            best = max(ports, key=lambda place: (min(ports[place], 1), seascape.prospects(place), -place))
            if best != self.at[unit] and ports[best] > 0:
                self.put(unit, best)
