"""Garrisons of a war at sea: somebody in every place that counts, and invaders where the ships are that could land them.

An empty port falls to any single invader; one corps in it, with the notional unit beside it, beats off most of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.shapes import Allot, Noun
from worldfire.forces.ground import is_hex
from worldfire.forces.things import counter_of
from worldfire.players.cadet import home
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.harbours import port_merit
from worldfire.players.cadet.landings import price_of_leaving, strength
from worldfire.players.cadet.picture import HEADQUARTERS
from worldfire.players.cadet.seascape import TRANSPORTS, Seascape, is_kind, is_war_at_sea
from worldfire.players.cadet.task_forces import Move, may_pass
from worldfire.rules.s02_3_stacking import naval_room
from worldfire.rules.s11_04_5_naval_transport import may_invade
from worldfire.rules.s11_04_voyages import Voyages, Way
from worldfire.rules.s24_1_set_up import SET_UP_UNITS
from worldfire.tables.counters import LandCounter, NavalType

#: what the first guard of a place is worth, in the place's points, by the sea areas between it and an enemy transport
OF_A_GUARD = (0.5, 0.5, 0.35, 0.25)
#: an invader, or a fleet, brought to a port with at least so many more points within its reach
OF_A_FERRY, OF_A_BETTER_PORT, NEARER = 0.32, 0.16, 3.0
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
                if merit > 0 and may_pass(seascape, (ship,), way):  # it sails alone
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
            if may_invade(game, unit):
                way = max(ways, key=lambda way: (port_merit(seascape, way[-1], (ship,)), -len(way), way))
                merit = OF_A_FERRY - price_of_leaving(seascape, unit) - OF_THE_WAY * len(way)
                if may_pass(seascape, (ship,), way):
                    yield Move(merit, (ship,), way, ((unit, ship),), f"ferry {unit}")
        idle = tuple(unit for unit in fleet.units if is_kind(game, unit, *TRANSPORTS, NavalType.CV, NavalType.SCS))
        way = max(ways, key=lambda way: (port_merit(seascape, way[-1], idle), -len(way), way))
        group = idle[: max(0, naval_room(game, way[-1]))]
        useful = len(group) > 1 or any(is_kind(game, unit, *TRANSPORTS, NavalType.CV) for unit in group)
        if group and useful and may_pass(seascape, group, way):
            yield Move(OF_A_BETTER_PORT, group, way, purpose=f"to {way[-1]} from {fleet.start}")


def _is_forward(seascape: Seascape, start: int, end: int) -> bool:
    return seascape.prospects(end) - seascape.prospects(start) >= NEARER


# ------------------------------------------------------------------------------------------------------------- set-up


def set_up(question: Question) -> Action:
    """As advised; but where fleets decide nobody stands behind a place that counts while that is empty."""
    verb, noun = home.set_up(question)
    shape = question.offers.get(verb)
    if verb != SET_UP_UNITS.name or not isinstance(shape, Allot) or not is_war_at_sea(question.game):
        return verb, noun
    better = _spread(Seascape(question.game, question.side), shape, noun)
    return verb, better if question.is_legal(verb, better) else noun


def _spread(seascape: Seascape, shape: Allot, noun: Noun) -> Noun:
    """One unit after another from where it is missed least into the empty place that is worth most."""
    may_go = {int(choices.item): {int(place) for place in choices.to} for choices in shape.items}
    at = {int(unit): int(place) for unit, place in noun}
    movable = [unit for unit in at if _may_guard(seascape, unit)]
    wanted = {place for places in may_go.values() for place in places if of_a_guard(seascape, place)}
    for place in sorted(wanted, key=lambda place: (-of_a_guard(seascape, place), place)):
        if any(at[unit] == place for unit in movable):
            continue
        spare = [unit for unit in movable if place in may_go[unit] and not _is_last(seascape, at, movable, unit)]
        if spare:
            unit = min(spare, key=lambda unit: (may_invade(seascape.game, unit), strength(seascape.game, unit), unit))
            at[unit] = place
    return tuple((choices.item, at[int(choices.item)]) for choices in shape.items)


def _is_last(seascape: Seascape, at: dict[int, int], movable: list[int], unit: int) -> bool:
    place = at[unit]
    others = seascape.troops(place, seascape.side) or [
        other for other in movable if other != unit and at[other] == place
    ]
    return place in seascape.points and not others
