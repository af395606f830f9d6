"""A sensible default placement for a campaign's set-up: proposals that the engine judges like any player's.

Land units face the front: strong ones in its cities, one in every front hex before a second, HQs a hex behind it in a city
or on a railway. Garrisons and militia hold cities. Aircraft are based in cities near the front, fighters closest. Capital
ships lie in the first port that the zone names, the others are spread over its ports. Everything is deterministic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from worldfire.advice.cautions import may_be_supplied
from worldfire.advice.patrols import patrols_to_begin_with
from worldfire.engine.errors import WorldfireError
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.shapes import NOTHING, Allot, Amounts, Noun, Orders
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import HEXES, PLACE, Counter, board_of, counter_of, things_at
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, side_of, side_of_power
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s24_1_6_putting_to_sea import PUT_TO_SEA
from worldfire.rules.s24_1_set_up import (
    REMOVE_OLD_UNITS,
    SET_UP_CONVOYS,
    SET_UP_UNITS,
    PowerSetUp,
    layout_of,
    power_at_work,
    task_at_work,
)
from worldfire.tables.counters import AirCounter, AirType, LandCounter, LandType, NavalCounter, NavalType

#: farther from the front than this is the interior
FAR = 99
#: distances are counted so far; nothing depends on greater ones
FARTHEST = 12
#: beyond this distance a zone has no front to face
LONGEST_FRONT = 3
HEADQUARTERS = (LandType.HQ_A, LandType.HQ_I)
CITY_TROOPS = (LandType.GAR, LandType.MIL, LandType.TERR)
#: how far behind the front each type of aircraft likes to be
BEHIND_THE_FRONT = {AirType.FTR: 1, AirType.LND: 2, AirType.NAV: 3, AirType.ATR: 4}
#: a zone with more ports is a coast and not a list of bases
FEW_PORTS = 6
#: a ship that hits harder than this is a capital ship
CRUISER_ATTACK = 3
#: no more of them make a port more worth holding
GREATEST_FLEET = 6


class NothingToPropose(WorldfireError):
    """The open decision is not one of a set-up."""


def propose_set_up(game: Position, seat: str) -> tuple[str, Noun]:
    """An action for the decision of the set-up that this seat must take."""
    offers = game.offers(seat)
    work = game.state.frames[-1].locals if game.state.frames else None
    units, convoys = offers.get(SET_UP_UNITS.name), offers.get(SET_UP_CONVOYS.name)
    if isinstance(work, PowerSetUp) and isinstance(units, Allot):
        return SET_UP_UNITS.name, _units(game, work, units)
    if REMOVE_OLD_UNITS.name in offers:
        return REMOVE_OLD_UNITS.name, ()  # weak units are better than none: later years bring others
    if isinstance(work, PowerSetUp) and isinstance(convoys, Amounts):
        layout = layout_of(game)
        return SET_UP_CONVOYS.name, layout.convoys[layout.tasks[work.turn][0]].proposal
    sailing = offers.get(PUT_TO_SEA.name)
    if isinstance(sailing, Orders):
        return PUT_TO_SEA.name, patrols_to_begin_with(game, sailing, CRUISER_ATTACK)
    idle = next((verb for verb, shape in offers.items() if shape == NOTHING), None)
    if isinstance(work, PowerSetUp) and idle is not None:
        return idle, None  # what else a title allows is the player's own idea
    raise NothingToPropose(f"nothing is to be set up by {seat} now")


@dataclass
class _Zone:
    """The hexes on offer with their room, and how far each is from the front."""

    game: Position
    places: tuple[int, ...]
    room: dict[int, int]
    distance: dict[int, int]
    #: how far its foremost hexes are from the enemy; FAR if it faces nobody
    front: int = FAR
    taken: dict[int, int] = field(default_factory=dict)
    found: dict[int, int] = field(default_factory=dict)
    #: unit → where it may go
    bases: dict[int, frozenset[int]] = field(default_factory=dict)
    #: where HQs stand already
    headquarters: list[int] = field(default_factory=list)

    def put(self, unit: int, place: int) -> None:
        self.found[unit] = place
        self.room[place] -= 1
        self.taken[place] = self.taken.get(place, 0) + 1

    @property
    def free(self) -> list[int]:
        return [place for place in self.places if self.room[place] > 0]

    def is_bound(self, unit: int) -> bool:
        """May it not go everywhere in the zone?"""
        return not self.bases[unit].issuperset(self.places)


def _units(game: Position, work: PowerSetUp, shape: Allot) -> Noun:
    """Where something would be cut off from supply, once more without the hexes that are, as far as there is room."""
    places = tuple(dict.fromkeys(int(place) for choices in shape.items for place in choices.to))
    found = _placement(game, work, shape, places)
    if all(may_be_supplied(game, unit, (place,)) for unit, place in found):
        return found
    supplied = may_be_supplied(game, int(shape.items[0].item), places)
    limited = {int(room.choice): room.most for room in shape.rooms}
    room = sum(limited.get(place, len(shape.items)) for place in supplied)
    if room < len(shape.items) or not all(set(supplied).intersection(map(int, choices.to)) for choices in shape.items):
        return found
    return _placement(game, work, shape, tuple(place for place in places if place in supplied))


def _placement(game: Position, work: PowerSetUp, shape: Allot, places: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    limited = {int(room.choice): room.most for room in shape.rooms}
    units = [int(choices.item) for choices in shape.items]
    room = {place: limited.get(place, len(units)) for place in places}
    distance = _distances(game, work, places)
    zone = _Zone(game, places, room, distance, _front(distance))
    zone.bases = {int(choices.item): frozenset(map(int, choices.to)) for choices in shape.items}
    counter = counter_of(game, units[0])
    if isinstance(counter, LandCounter):
        zone.headquarters += _headquarters_on_map(game, side_of_power(game, power_at_work(game, work)))
        _place_land_units(zone, units)
    elif isinstance(counter, AirCounter):
        _place_aircraft(zone, units)
    else:
        _place_ships(zone, units)
    return tuple((unit, zone.found[unit]) for unit in units)


def _distances(game: Position, work: PowerSetUp, places: Iterable[int]) -> dict[int, int]:
    """Hexes over land from what those hold whom the zone faces."""
    adjacent, land = board_of(game).adjacent, game.ruleset.once(_land_among, layout_of(game).playing)
    facing, controller = _facing(game, work), game.state[CONTROLLER]
    frontier = {here for here in land if controller[here] in facing}
    distance = dict.fromkeys(frontier, 0)
    missing = land.intersection(places) - frontier
    for steps in range(1, FARTHEST):
        if not missing:
            break
        frontier = {there for here in frontier for there in adjacent[here] if there in land and there not in distance}
        distance.update(dict.fromkeys(frontier, steps))
        missing -= frontier
    return {place: distance.get(place, FAR) for place in places}


def _land_among(ruleset: Ruleset, hexes: frozenset[int]) -> frozenset[int]:
    return frozenset(filter(ruleset.tables.board.is_land, hexes))


def _facing(game: Position, work: PowerSetUp) -> frozenset[int]:
    """Whom the campaign names for the zone; else the power's enemies; if it is neutral, the other side."""
    named = task_at_work(game, work).front
    if named is not None:
        return frozenset(named)
    power = power_at_work(game, work)
    enemies = {other for pair in game.state.get(AT_WAR) if power in pair for other in pair} - {power}
    side = game.state[SIDE][power]
    other_side = {other for other, its_side in enumerate(game.state[SIDE]) if its_side not in (side, NOBODY)}
    return frozenset(enemies or other_side)


def _worth(game: Position, place: int) -> int:
    """What is worth holding in a hex: a capital, an objective, factories, a city, a port, a resource."""
    worth = 0
    for found in ground_of(game).places.get(place, ()):
        worth += 6 * (found.kind == "capital_major") + 4 * (found.kind == "capital_minor") + 3 * found.objective
        worth += 3 * (found.kind == "city") + 2 * found.factories + found.resources + found.oil
        worth += {"major": 2, "minor": 1}.get(found.port, 0)
    return worth


# ---------------------------------------------------------------------------------------------------------- land units


def _place_land_units(zone: _Zone, units: Sequence[int]) -> None:
    """Those that have least choice first."""
    kinds = {unit: counter_of(zone.game, unit) for unit in units}
    for unit in filter(zone.is_bound, units):
        own = [place for place in zone.free if place in zone.bases[unit]]
        zone.put(unit, min(own or zone.free, key=partial(_garrison_place, zone, unit)))
    units = [unit for unit in units if unit not in zone.found]
    for unit in (unit for unit in units if kinds[unit].type in HEADQUARTERS):
        place = min(zone.free, key=partial(_headquarters_place, zone))
        zone.put(unit, place)
        zone.headquarters.append(place)
    for unit in (unit for unit in units if kinds[unit].type in CITY_TROOPS):
        zone.put(unit, min(zone.free, key=partial(_garrison_place, zone, unit)))
    line = [unit for unit in units if unit not in zone.found]
    line.sort(key=lambda unit: (-_strength(kinds[unit]), unit))
    for unit, place in zip(line, _line(zone, len(line)), strict=True):
        zone.put(unit, place)


def _headquarters_on_map(game: Position, side: int) -> list[int]:
    hexes = game.state.get(HEXES)
    return [
        place
        for unit, place in enumerate(game.state[PLACE])
        if 0 <= place < hexes and counter_of(game, unit).type in HEADQUARTERS and side_of(game, unit) == side
    ]


def _strength(counter: Counter) -> int:
    return (counter.strength or 0) if isinstance(counter, LandCounter) else 0


def _front(distance: dict[int, int]) -> int:
    nearest = min(distance.values())
    return nearest if nearest <= LONGEST_FRONT else FAR


def _headquarters_place(zone: _Zone, place: int) -> tuple[float, ...]:
    """A hex behind the front, in a city or on a railway, away from the side's other HQs."""
    behind = abs(zone.distance[place] - zone.front - 1) if zone.front != FAR else 0
    city = place in ground_of(zone.game).cities
    rail = place in board_of(zone.game).rails
    near = sum(1 for other in zone.headquarters if _apart(zone.game, place, other) < 4)
    return (near, 2 * behind - 3 * city - rail, -_worth(zone.game, place))


def _garrison_place(zone: _Zone, unit: int, place: int) -> tuple[float, ...]:
    """Militia in their own city; others where most is to be held and nobody stands yet, not in the foremost line.

    A fleet in port is worth holding too: there the enemy comes by sea.
    """
    counter = counter_of(zone.game, unit)
    names = {_plain(found.name) for found in ground_of(zone.game).places.get(place, ())}
    at_home = isinstance(counter, LandCounter) and _plain(counter.designation) in names
    fleet, front = _fleet(zone.game, place), zone.front
    near = 0 if front == FAR else front if fleet else zone.distance[place]
    held = zone.taken.get(place, 0) + len(land_units(zone.game, things_at(zone.game, place)))
    return (-at_home, held, near - _worth(zone.game, place) - fleet)


def _fleet(game: Position, place: int) -> int:
    """How many capital ships lie in the hex, as far as they count."""
    ships = (unit for unit in things_at(game, place) if _is_capital(counter_of(game, unit)))
    return min(len(tuple(ships)), GREATEST_FLEET)


def _plain(name: str) -> str:
    """Counters write Lan Chow and the map Lanchow."""
    return name.casefold().replace(" ", "")


def _line(zone: _Zone, count: int) -> list[int]:
    """Hexes for the fighting units, most important first: cities of the front twice, then all of it once, then twice."""
    front = zone.front
    free = zone.free
    if front == FAR:
        ranked = sorted(free, key=lambda place: (-_worth(zone.game, place), place))
        return _rounds(zone, [ranked], count)
    foremost = [place for place in free if zone.distance[place] <= front]
    second = [place for place in free if zone.distance[place] == front + 1]
    keys = [place for place in (*foremost, *second) if place in ground_of(zone.game).cities]
    keys.sort(key=lambda place: (zone.distance[place], -_worth(zone.game, place), place))
    spread = _spread(zone.game, foremost, keys[: max(1, count // 4)])
    rest = sorted(
        (place for place in free if zone.distance[place] > front),
        key=lambda place: (zone.distance[place], -_worth(zone.game, place), place),
    )
    twice = keys[: max(1, count // 4)]
    return _rounds(zone, [twice, twice, spread, keys, spread, rest, rest], count)


def _rounds(zone: _Zone, rounds: Sequence[Sequence[int]], count: int) -> list[int]:
    """One unit to each hex of every round while there is room; then whatever room is left, in order."""
    left = dict(zone.room)
    chosen: list[int] = []
    for ranked in (*rounds, *[zone.free] * max(zone.room.values(), default=0)):
        for place in ranked:
            if len(chosen) < count and left[place] > 0:
                chosen.append(place)
                left[place] -= 1
    return chosen


def _spread(game: Position, places: Sequence[int], first: Sequence[int]) -> list[int]:
    """The places in an order that keeps any number of them far apart: always the one farthest from those before."""
    chosen: list[int] = []
    left = list(places)
    gap = {place: min((_apart(game, place, other) for other in first), default=FAR) for place in left}
    while left:
        farthest = max(left, key=lambda place: (gap[place], _worth(game, place), -place))
        chosen.append(farthest)
        left.remove(farthest)
        for place in left:
            gap[place] = min(gap[place], _apart(game, place, farthest))
    return chosen


def _apart(game: Position, one: int, other: int) -> int:
    """Hexes between two places of one sheet; on different sheets they are far apart."""
    steps = board_of(game).formula_distance(one, other)
    return FAR if steps is None else steps


# ------------------------------------------------------------------------------------------------------ aircraft and ships


def _place_aircraft(zone: _Zone, units: Sequence[int]) -> None:
    order = sorted(
        units,
        key=lambda unit: (len(zone.bases[unit]), BEHIND_THE_FRONT.get(_air_type(zone.game, unit), 4), unit),
    )
    for unit in order:  # who can be in few places chooses first
        wanted = zone.front + BEHIND_THE_FRONT.get(_air_type(zone.game, unit), 4)
        free = [place for place in zone.free if place in zone.bases[unit]]
        zone.put(unit, min(free or zone.free, key=partial(_base, zone, wanted)))


def _air_type(game: Position, unit: int) -> AirType:
    counter = counter_of(game, unit)
    assert isinstance(counter, AirCounter)
    return counter.type


def _base(zone: _Zone, wanted: int, place: int) -> tuple[float, ...]:
    ground = ground_of(zone.game)
    good = 3 * (place in ground.cities or ground.ports.get(place) == "major")
    away = abs(zone.distance[place] - wanted) if zone.front != FAR else 0
    return (away - good + zone.taken.get(place, 0), -_worth(zone.game, place), place)


def _place_ships(zone: _Zone, units: Sequence[int]) -> None:
    """Capital ships together in the first major port of the zone, the others one to each port in turn.

    Where the zone is a whole coast, minor ports are left alone.
    """
    ports = ground_of(zone.game).ports
    ranked = sorted(zone.places, key=lambda place: ports.get(place) != "major")
    major = [place for place in ranked if ports.get(place) == "major"]
    if major and len(ranked) > FEW_PORTS:
        ranked = major
    capital = [unit for unit in units if _is_capital(counter_of(zone.game, unit))]
    for unit in capital:
        zone.put(unit, next(place for place in ranked if zone.room[place] > 0))
    for unit in (unit for unit in units if unit not in zone.found):
        free = [place for place in ranked if zone.room[place] > 0]
        zone.put(unit, min(free, key=lambda place: (zone.taken.get(place, 0), ranked.index(place))))


def _is_capital(counter: Counter) -> bool:
    return isinstance(counter, NavalCounter) and (counter.type is NavalType.CV or counter.attack > CRUISER_ATTACK)
