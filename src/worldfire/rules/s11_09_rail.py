"""11.9 Rail movement: units and blue factories from station to station.

A rail move names what goes and where to; the railway that it takes is found here, for only straits hexsides are used up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import pairwise
from random import Random

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Meaning, Phrase, Place, PlaceId, Target, Thing, ThingId, Things
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, procedure, shared, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.engine.seams import AllOf, AnyOf, Chain, SumOf
from worldfire.engine.shapes import WHOLE, Choice, Choices, Noun, Prefix, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import TurnNumber
from worldfire.forces.situation import TURN
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    all_such,
    board_of,
    counter_of,
    move,
    on_the_map,
    turn_face_down,
)
from worldfire.forces.turn import active_side, armies_of_side, seat_of_power, seats_of_side
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SEAT,
    SIDE,
    hexes_of_side,
    power_of,
    seat_of,
    side_of,
)
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, is_land_unit, zoc_answer, zoc_answers, zoc_units
from worldfire.rules.s02_3_stacking import is_headquarters_counter
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s04_reinforcements import ENTRY_HEXES
from worldfire.rules.s10_actions import STANDS_BY, action_of, count_activity, may_do
from worldfire.rules.s11_10_entry import MAY_END, friendly_land_units, gate_violation, hexside
from worldfire.rules.s13_06_production import FACTORIES, FACTORY_SITES, OFF_MAP_PRODUCTION, factory_sites
from worldfire.rules.s18_2_commitments import foreign_troops_violation
from worldfire.rules.s19_4_minor_units import leaving_home_violation, stays_home
from worldfire.tables.counters import AirCounter

ACTIVITY = "rail movement"
#: the maps from west to east; the Americas have railways of their own
MAPS = "WEAP"
BLUE_FACTORIES_IN_A_CITY = Figure("blue factories in a city", "11.9")
TURNS_WITHOUT_PRODUCTION = Figure("turns until a railed factory works again", "11.9")

#: (hex it left, hex it came to or NOBODY if it was shipped off the map, turn): every factory that was railed
RAILED_FACTORIES: Field[tuple[tuple[int, int, int], ...]] = Field("railed_factories", ())
#: (power, hex on the edge of the map, rail moves): where a campaign lets factories be shipped off its map
FACTORY_EXITS: Field[tuple[tuple[int, int, int], ...]] = Field("factory_exits", ())

#: 11.7: (game, country, map) → was a factory there destroyed by bombing in this turn or the last?
FACTORY_BOMBED = AnyOf[[int, str]]("11.9 factory destroyed by bombing")
#: option 12: (game, power, origin, place) → why the straits are closed
RAIL_STRAITS = AllOf[[int, int, int], Violation]("11.9 straits")

#: why the unit does not go this way: (unit, hexes from its own to the last)
RAIL_WAY = AllOf[[int, tuple[int, ...]], Violation]("11.9 way of a unit")
#: rail moves that a unit counts as beside the usual ones: (unit, hexes from its own to the last)
MORE_RAIL_MOVES = SumOf[[int, tuple[int, ...]], int]("11.9 further rail moves of a unit")

#: hexes that rail moves of a side may pass. (game, those that it controls, side, power; NOBODY: any of its powers)
RAILS = Chain[frozenset[int], [int, int]]("11.9 hexes for rail moves")


#: (hex, hexes that are known already) → the others that a rail move may enter from there
Onward = Callable[[int, Container[int]], Iterable[int]]


class RailMovement(msgspec.Struct):
    """The rail movement step of a side, and the straits that have been crossed in it."""

    side: int = NOBODY
    straits: tuple[tuple[int, int], ...] = ()


class Railed(Event, frozen=True):
    thing: ThingId
    origin: PlaceId
    to: PlaceId


class FactoryRailed(Event, frozen=True):
    origin: PlaceId
    to: PlaceId


class FactoryShipped(Event, frozen=True):
    """It went off the map at this hex of its edge, and will produce there."""

    origin: PlaceId
    to: PlaceId
    turn: TurnNumber


# ---------------------------------------------------------------------------------------------------- stations and lines


@rule("11.9/how to rail move")
def is_station(game: Position, place: int, *, for_headquarters: bool = False) -> bool:
    """On a railway: a city, a port, a hex with an HQ; for an HQ every rail hex."""
    return place in board_of(game).rails and (for_headquarters or place in _stations(game))


def _stations(game: Position) -> frozenset[int]:
    """What makes a rail hex a station for everybody is there; hexes of HQs may lie on no railway."""

    def look() -> frozenset[int]:
        places = game.state[PLACE]
        return game.ruleset.once(_built_stations).union(
            places[unit] for unit in all_such(game, is_headquarters_counter)
        )

    return game.recall("stations", look)


def _built_stations(ruleset: Ruleset) -> frozenset[int]:
    ground = ground_of(ruleset)
    return frozenset(place for place in ground.board.rails if place in ground.cities or place in ground.ports)


@rule("11.9/how to rail move")
def lines_from(game: Position, place: int) -> tuple[tuple[int, bool], ...]:
    """The next hexes along the railways, and across straits with a railway on either side: (hex, is it straits)."""
    return game.ruleset.once(_all_lines)[place]


def _all_lines(ruleset: Ruleset) -> tuple[tuple[tuple[int, bool], ...], ...]:
    return tuple(_printed_lines(ruleset, place) for place in range(len(board_of(ruleset))))


def _printed_lines(ruleset: Ruleset, place: int) -> tuple[tuple[int, bool], ...]:
    board = board_of(ruleset)
    along = board.rails.get(place, ())
    over = (there for there in board.adjacent[place] if there not in along and there in board.rails)
    lines = [(there, "straits" in hexside(ruleset, place, there)) for there in along]
    lines += [(there, True) for there in over if "straits" in hexside(ruleset, place, there)]
    return tuple(lines)


@rule("11.9/how to rail move")
def railway(game: Position, movement: RailMovement, origin: int, to: int, power: int) -> tuple[int, ...] | None:
    """The hexes of a rail move, first without straits and then with those that are free; None if no line leads there.

    The side must control each hex entered.
    """
    own = _open_hexes(game, movement, power)
    lines = game.ruleset.once(_all_lines)
    zones = zoc_answers(game, movement.side)

    def onward(here: int, known: Container[int], by_straits: bool) -> Iterator[int]:
        for there, straits in lines[here]:
            if there in known or there not in own:
                continue
            if there != to and zoc_answer(game, zones, there, movement.side):
                continue  # there the move ends
            if straits and (not by_straits or _straits_closed(game, movement, here, there, power)):
                continue
            yield there

    ways = (best_way(game, origin, to, partial(onward, by_straits=by_straits)) for by_straits in (False, True))
    return next((way for way in ways if way is not None), None)


@clause("11.9/limits")
def best_way(game: Position, origin: int, to: int, onward: Onward) -> tuple[int, ...] | None:
    """The way through the fewest hexes."""
    before, queue = {origin: origin}, deque([origin])
    while queue:
        here = queue.popleft()
        if here == to:
            return trail_of(before, origin, to)
        for there in onward(here, before):
            before[there] = here
            queue.append(there)
    return None


def _open_hexes(game: Position, movement: RailMovement, power: int) -> frozenset[int]:
    """Those that rail moves of the power may enter."""
    return RAILS(game, hexes_for_trains(game, movement.side, power), movement.side, power)


@clause("11.9/how to rail move")
def hexes_for_trains(game: Position, side: int, power: int) -> frozenset[int]:
    """Those of the side's hexes that rail moves of one of its powers may enter: all of them."""
    return hexes_of_side(game, side)


def _straits_closed(game: Position, movement: RailMovement, here: int, there: int, power: int) -> bool:
    used = (min(here, there), max(here, there)) in movement.straits
    return used or RAIL_STRAITS(game, power, here, there) is not None


def trail_of(before: dict[int, int], origin: int, to: int) -> tuple[int, ...]:
    trail = [to]
    while trail[-1] != origin:
        trail.append(before[trail[-1]])
    return tuple(reversed(trail))


@rule("11.9/how to rail move")
def zoc_violation(game: Position, side: int, place: int, traveller: int) -> Violation | None:
    """In an enemy's ZoC a station must hold another friendly land unit, before the move and after it."""
    if not in_enemy_zoc(game, place, side):
        return None
    others = tuple(unit for unit in friendly_land_units(game, side, place) if unit != traveller)
    return (
        None if others else refused("11.9", "rail-zoc", place=Place(place), units=Things(zoc_units(game, place, side)))
    )


# ----------------------------------------------------------------------------------------------------------- how far it is


@clause("11.9/limits")
def maps_away(game: Position, origin: int, to: int) -> int:
    """Counted to the map that is further away if a hex is on two."""
    board = board_of(game)
    here, there = (board.sheets_of(board.number(place)) for place in (origin, to))
    return max(abs(MAPS.find(one) - MAPS.find(other)) for one in here for other in there)


@rule("11.9/limits")
def rail_moves(game: Position, origin: int, to: int, what: str) -> int:
    """How many rail moves it counts as; `what` is "unit" or "factory"."""
    return int(chart_named(game, "rail_moves").at(maps_away(game, origin, to), what))


@clause("11.9/limits")
def may_rail(game: Position, power: int, what: str) -> bool:
    """An air action rails aircraft, a land action land units and factories, a combined action everything."""
    return what in _KINDS.get(action_of(game, power), ())


_KINDS = {
    "air": ("aircraft",),
    "land": ("land unit", "factory"),
    "combined": ("aircraft", "land unit", "factory"),
}


# ------------------------------------------------------------------------------------------------------------- factories


@rule("11.9/factories")
def blue_factories(game: Position, place: int) -> int:
    """Blue factories that stand in the hex now, whether they work yet or not."""
    printed, _ = ground_of(game).factories.get(place, (0, 0))
    railed = game.state.get(RAILED_FACTORIES)
    return printed + sum((to == place) - (origin == place) for origin, to, _ in railed)


@rule("11.9/factories")
def idle_factories(game: Position, place: int) -> int:
    """Of these, the ones that came by rail too lately to produce this turn."""
    turn = game.state.get(TURN)
    return sum(
        to == place and turn < since + TURNS_WITHOUT_PRODUCTION(game)
        for _, to, since in game.state.get(RAILED_FACTORIES)
    )


@rule("11.9/factories")
def standing_factories(game: Position, factories: tuple[int, int], place: int) -> tuple[int, int]:
    """(blue, red) factories that can produce: for the seam of 13.6.2."""
    _, red = factories
    return max(0, blue_factories(game, place) - idle_factories(game, place)), red


@rule("11.9/factories")
def sites_with_railed(game: Position, sites: frozenset[int]) -> frozenset[int]:
    """Also the cities that factories were railed to: for the seam of 13.6.2."""
    railed = game.state.get(RAILED_FACTORIES)
    return sites.union(to for _, to, _ in railed if to != NOBODY) if railed else sites


@clause("11.9/factories")
def factory_violation(game: Position, movement: RailMovement, place: int) -> Violation | None:
    """Why the factory cannot leave: only in its home country, when the enemy is in it or has bombed it."""
    home = game.state[HOME_COUNTRY][place]
    holder = game.state[CONTROLLER][place]
    if blue_factories(game, place) < 1 or home == NOBODY or game.state[POWER][home] != holder:
        return refused("11.9", "no-factory-to-rail", place=Place(place))
    sheet = board_of(game).number(place)[0]
    if FACTORY_BOMBED(game, home, sheet) or _invaded(game, movement, home, sheet):
        return None
    return refused("11.9", "factory-is-safe", place=Place(place))


def _invaded(game: Position, movement: RailMovement, home: int, sheet: str) -> bool:
    """Is an enemy land unit in supply in this part of the country? Asked once for all of its factories."""
    return game.recall(("invaded", movement.side, home, sheet), lambda: _look_for_invaders(game, movement, home, sheet))


def _look_for_invaders(game: Position, movement: RailMovement, home: int, sheet: str) -> bool:
    board, homes, places = board_of(game), game.state[HOME_COUNTRY], game.state[PLACE]
    for unit in [unit for unit, place in on_the_map(game) if homes[place] == home]:
        near = side_of(game, unit) not in (movement.side, NOBODY) and board.number(places[unit])[0] == sheet
        if near and is_land_unit(game, unit) and in_supply(game, unit):
            return True
    return False


@rule("11.9/factories")
def exit_moves(game: Position, power: int, place: int) -> int:
    """How many rail moves it takes to ship a factory off the map at this hex; 0 where none may leave it."""
    exits = game.state.get(FACTORY_EXITS)
    return next((moves for owner, edge, moves in exits if (owner, edge) == (power, place)), 0)


@rule("11.9/factories")
def ship_factory(game: Game, power: int, origin: int, edge: int) -> None:
    """Off the map it rests as long as any railed factory, and adds its point to what is made there from then on."""
    turn = game.state.get(TURN)
    works = turn + TURNS_WITHOUT_PRODUCTION(game)
    game.set(RAILED_FACTORIES, (*game.state.get(RAILED_FACTORIES), (origin, NOBODY, turn)))
    game.set(OFF_MAP_PRODUCTION, (*game.state.get(OFF_MAP_PRODUCTION), (power, works, 1)))
    game.say(FactoryShipped(origin=origin, to=edge, turn=works))


def factory_name(place: int) -> str:
    """How an action calls the factory in a hex."""
    return f"factory {place}"


def factory_hex(item: str) -> int:
    return int(item.removeprefix("factory "))


class Traveller(Meaning):
    """What goes by rail: a unit, or a factory by its hex, `factory 2803`."""

    @classmethod
    def target(cls, game: Position, value: int | str) -> Target:
        return Target(place=factory_hex(value)) if isinstance(value, str) else Target(thing=value)

    @classmethod
    def phrase(cls, value: int | str) -> Phrase | None:
        return Phrase("factory-in", {"place": Place(factory_hex(value))}) if isinstance(value, str) else None


# ------------------------------------------------------------------------------------------------------------- the moves


class RailMoves(Shape, frozen=True):
    """(what goes, the hex it goes to). The destinations are proposals that the rule judges one by one."""

    items: tuple[Choices, ...]

    def read(self, noun: Noun) -> Noun:
        return tuple(noun) if isinstance(noun, list) else noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != 2 or type(noun[1]) is not int:
            return "noun-not-a-move"
        named = type(noun[0]) is int or any(noun[0] == choices.item for choices in self.items)
        return None if named else "noun-not-offered"

    def sample(self, rng: Random) -> Noun:
        choices = rng.choice(self.items)
        return (choices.item, rng.choice(choices.to))

    def every(self) -> Iterator[Noun]:
        for choices in self.items:
            yield from ((choices.item, to) for to in choices.to)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        if not prefix:
            return tuple(choices.item for choices in self.items)
        return WHOLE if len(prefix) > 1 else next(choices.to for choices in self.items if choices.item == prefix[0])

    def noun_of(self, prefix: Prefix) -> Noun:
        return prefix


@rule("11.9/units", "11.9/limits", "14.1")
def unit_violation(game: Position, movement: RailMovement, unit: int) -> Violation | None:
    """Why the unit cannot go by rail from where it is: face-up units at stations, of the kinds that the action moves."""
    place, power = game.state[PLACE][unit], power_of(game, unit)
    what = "aircraft" if isinstance(counter_of(game, unit), AirCounter) else "land unit"
    if not may_rail(game, power, what):
        return refused("11.9", "rail-not-in-action", unit=Thing(unit))
    if game.state[FACE_DOWN][unit]:
        return refused("11.9", "unit-is-face-down", unit=Thing(unit))
    if not (is_station(game, place, for_headquarters=boards_anywhere(game, unit)) or _is_way_in(game, power, place)):
        return refused("11.9", "not-a-station", place=Place(place))
    return STANDS_BY(game, unit) or zoc_violation(game, movement.side, place, unit) or may_do(game, power, ACTIVITY)


def _is_way_in(game: Position, power: int, place: int) -> bool:
    """On a railway at the edge of the campaign's map, where the power's units come in from the cities beyond."""
    return (power, place) in game.state.get(ENTRY_HEXES) and place in board_of(game).rails


@clause("11.9/how to rail move")
def boards_anywhere(game: Position, unit: int) -> bool:
    """Is every rail hex a station to the unit? To an HQ."""
    return is_headquarters_counter(counter_of(game, unit))


def _own_unit_violation(game: Position, movement: RailMovement, seat: str, unit: int) -> Violation | None:
    """Why this is no land unit or aircraft on the map that the seat may send by rail."""
    if not 0 <= unit < len(game.state[PLACE]) or not _goes_by_rail(game, unit):
        return refused("11.9", "nothing-that-goes-by-rail")
    if not is_hex(game, game.state[PLACE][unit]):
        return refused("11.9", "unit-not-on-the-map", unit=Thing(unit))
    if side_of(game, unit) != movement.side or seat_of(game, unit) != seat:
        return refused("11.9", "not-your-unit", unit=Thing(unit))
    return unit_violation(game, movement, unit)


def _goes_by_rail(game: Position, unit: int) -> bool:
    return is_land_unit(game, unit) or isinstance(counter_of(game, unit), AirCounter)


def _travellers(game: Position, movement: RailMovement, seat: str) -> Iterator[int]:
    powers = armies_of_side(game, movement.side)
    able = {power for power in powers if seat_of_power(game, power) == seat and may_do(game, power, ACTIVITY) is None}
    rails, down = board_of(game).rails, game.state[FACE_DOWN]
    for unit, place in on_the_map(game) if able else ():
        at_hand = place in rails and not down[unit] and power_of(game, unit) in able
        if at_hand and _goes_by_rail(game, unit) and unit_violation(game, movement, unit) is None:
            yield unit


@rule("11.9/factories", "11.9/limits")
def _own_factory_violation(game: Position, movement: RailMovement, seat: str, place: int) -> Violation | None:
    """Why the seat may not send a factory of this hex by rail."""
    holder = game.state[CONTROLLER][place] if place in ground_of(game).places else NOBODY
    if holder == NOBODY or game.state[SIDE][holder] != movement.side or not blue_factories(game, place):
        return refused("11.9", "no-factory-to-rail", place=Place(place))
    if game.seats[game.state[SEAT][holder]] != seat:
        return refused("11.9", "no-factory-to-rail", place=Place(place))
    if not may_rail(game, holder, "factory"):
        return refused("11.9", "factory-not-in-action", place=Place(place))
    if not is_station(game, place):
        return refused("11.9", "not-a-station", place=Place(place))
    return (
        factory_violation(game, movement, place)
        or zoc_violation(game, movement.side, place, NOBODY)
        or may_do(game, holder, ACTIVITY, rail_moves(game, place, place, "factory"))
    )


def _factories(game: Position, movement: RailMovement, seat: str) -> Iterator[int]:
    holders = game.state[CONTROLLER]
    owners = {power for power in armies_of_side(game, movement.side) if seat_of_power(game, power) == seat}
    for place in sorted(factory_sites(game)):
        if holders[place] in owners and _own_factory_violation(game, movement, seat, place) is None:
            yield place


class _Stretch:
    """Hexes of railways in their order, and once somebody has asked, which of them are stations, for HQs and for others."""

    __slots__ = ("hexes", "stations")

    def __init__(self, hexes: tuple[int, ...]) -> None:
        self.hexes = hexes
        self.stations: dict[bool, tuple[int, ...]] = {}


class _Network:
    """The railways in these hexes of a side that can be used now.

    Every stretch between ZoCs is searched once, however many units stand on it.
    """

    def __init__(self, game: Position, movement: RailMovement, hexes: frozenset[int]) -> None:
        self.game, self.movement = game, movement
        self._zoc = zoc_answers(game, movement.side)
        self._own = RAILS(game, hexes, movement.side, NOBODY)
        self._ends = _stations(game)
        #: hex that can be passed → all of its stretch, the hexes in ZoCs at its ends included
        self._stretches: dict[int, _Stretch] = {}

    def reach(self, origin: int) -> tuple[int, ...]:
        """Every hex that a rail move from here may pass or end in."""
        return self._reach(origin).hexes

    def _reach(self, origin: int) -> _Stretch:
        if origin in self._own and not self._stops(origin):
            return self._stretch(origin)
        found: set[int] = set()
        for there, _ in lines_from(self.game, origin):
            if there in self._own:
                found.update((there,) if self._stops(there) else self._stretch(there).hexes)
        return _Stretch(tuple(sorted(found)))

    def stations(self, origin: int, *, for_headquarters: bool) -> tuple[int, ...]:
        """Those of them that are stations, other than the hex itself."""
        reached = self._reach(origin)
        found = reached.stations.get(for_headquarters)
        if found is None:
            ends = board_of(self.game).rails if for_headquarters else self._ends
            found = reached.stations[for_headquarters] = tuple(place for place in reached.hexes if place in ends)
        if origin not in found:
            return found
        at = found.index(origin)
        return found[:at] + found[at + 1 :]

    def leads_to_a_station(self, origin: int, *, for_headquarters: bool) -> bool:
        """Is there any? The search ends at the first."""
        ends = board_of(self.game).rails if for_headquarters else self._ends
        seen, passed, own, lines = {origin}, [origin], self._own, self.game.ruleset.once(_all_lines)
        for here in passed:
            for there, _ in lines[here]:
                if there not in seen and there in own:
                    if there in ends:
                        return True
                    seen.add(there)
                    if not self._stops(there):
                        passed.append(there)
        return False

    def _stretch(self, start: int) -> _Stretch:
        if start not in self._stretches:
            seen, passed, own, lines = {start}, [start], self._own, self.game.ruleset.once(_all_lines)
            for here in passed:
                for there, _ in lines[here]:
                    if there not in seen and there in own:
                        seen.add(there)
                        if not self._stops(there):
                            passed.append(there)
            self._stretches.update(dict.fromkeys(passed, _Stretch(tuple(sorted(seen)))))
        return self._stretches[start]

    def _stops(self, place: int) -> bool:
        return zoc_answer(self.game, self._zoc, place, self.movement.side)


class _Networks:
    """The railways of a side; powers to whom the same hexes are open share one network."""

    def __init__(self, game: Position, movement: RailMovement) -> None:
        self.game, self.movement = game, movement
        self._of_power: dict[int, _Network] = {}
        self._of_hexes: dict[frozenset[int], _Network] = {}

    def of_power(self, power: int) -> _Network:
        if power not in self._of_power:
            hexes = hexes_for_trains(self.game, self.movement.side, power)
            if hexes not in self._of_hexes:
                self._of_hexes[hexes] = _Network(self.game, self.movement, hexes)
            self._of_power[power] = self._of_hexes[hexes]
        return self._of_power[power]


def _rail_shape(game: Position, movement: RailMovement, seat: str) -> Shape | Violation:
    items = tuple(_each_with_ends(game, movement, seat))
    return RailMoves(items) if items else refused("11.9", "nothing-to-rail")


def _something_can_rail(game: Position, movement: RailMovement, seat: str) -> bool:
    networks, places, countries = _Networks(game, movement), game.state[PLACE], game.state[COUNTRY]
    for unit in _travellers(game, movement, seat):
        if stays_home(game, countries[unit]):
            continue
        network = networks.of_power(power_of(game, unit))
        if network.leads_to_a_station(places[unit], for_headquarters=boards_anywhere(game, unit)):
            return True
    return next(_each_with_ends(game, movement, seat), None) is not None


def _each_with_ends(game: Position, movement: RailMovement, seat: str) -> Iterator[Choices]:
    """Units and factories with the stations that a rail move may take them to."""
    networks = _Networks(game, movement)
    for unit in _travellers(game, movement, seat):
        network = networks.of_power(power_of(game, unit))
        ends = network.stations(game.state[PLACE][unit], for_headquarters=boards_anywhere(game, unit))
        if stays_home(game, game.state[COUNTRY][unit]):
            ends = _as_far_as_home_lets_it(game, unit, ends)
        if ends:
            yield Choices(unit, ends)
    goals = ground_of(game).cities.union(edge for _, edge, _ in game.state.get(FACTORY_EXITS))
    for place in _factories(game, movement, seat):
        network = networks.of_power(game.state[CONTROLLER][place])
        others = (there for there in network.reach(place) if there != place and there in goals)
        ends = tuple(there for there in others if _end_violation(game, place, there) is None)
        if ends:
            yield Choices(factory_name(place), ends)


@rule("19.4.3")
def _as_far_as_home_lets_it(game: Position, unit: int, ends: tuple[int, ...]) -> tuple[int, ...]:
    """Asked once for each country that a unit tied to its home could go to."""
    homes = game.state[HOME_COUNTRY]
    example = {homes[place]: place for place in ends}
    open_to_it = {home for home, place in example.items() if leaving_home_violation(game, (unit,), place) is None}
    return tuple(place for place in ends if homes[place] in open_to_it)


@rule("11.9/factories")
def _end_violation(game: Position, origin: int, to: int) -> Violation | None:
    """A factory goes to a city of its home country with fewer than two blue factories, or where it may leave the map."""
    homes, power = game.state[HOME_COUNTRY], game.state[CONTROLLER][origin]
    if exit_moves(game, power, to):
        stopped = in_enemy_zoc(game, to, game.state[SIDE][power])
        return refused("11.9", "way-off-map-in-zoc", place=Place(to)) if stopped else None
    same = homes[origin] == homes[to]
    if same and to in ground_of(game).cities and blue_factories(game, to) < BLUE_FACTORIES_IN_A_CITY(game):
        return None
    return refused("11.9", "city-takes-no-factory", place=Place(to))


def _rail_violation(game: Position, movement: RailMovement, seat: str, noun: Noun) -> Violation | None:
    item, to = noun
    if isinstance(item, str):
        origin = factory_hex(item)
        found = _own_factory_violation(game, movement, seat, origin)
        if found is not None:
            return found
        power = game.state[CONTROLLER][origin]
        found = _end_violation(game, origin, to)
        if found is not None:
            return found
    else:
        found = _own_unit_violation(game, movement, seat, item)
        if found is not None:
            return found
        origin, power = game.state[PLACE][item], power_of(game, item)
        if not is_station(game, to, for_headquarters=boards_anywhere(game, item)):
            return refused("11.9", "not-a-station", place=Place(to))
        found = (
            gate_violation(game, (item,), to) or foreign_troops_violation(game, (item,), to) or MAY_END(game, item, to)
        )
        if found is not None:
            return found
    # Said before the zones of control, in one of which an enemy's hex often lies.
    if to not in _open_hexes(game, movement, power):
        return refused("11.9", "railway-closed", place=Place(to))
    found = zoc_violation(game, movement.side, to, NOBODY)
    if found is not None:
        return found
    way = None if to == origin else railway(game, movement, origin, to, power)
    if way is None:
        return refused("11.9", "no-railway", place=Place(to))
    closed = None if isinstance(item, str) else RAIL_WAY(game, item, way)
    return closed or may_do(game, power, ACTIVITY, _moves_counted(game, power, item, way))


def _moves_counted(game: Position, power: int, item: int | str, way: tuple[int, ...]) -> int:
    origin, to = way[0], way[-1]
    if isinstance(item, str):
        return exit_moves(game, power, to) or rail_moves(game, origin, to, "factory")
    return rail_moves(game, origin, to, "unit") + MORE_RAIL_MOVES(game, item, way)


def _rail(game: Game, movement: RailMovement, seat: str, noun: Noun) -> Control:
    item, to = noun
    factory = isinstance(item, str)
    origin = factory_hex(item) if factory else game.state[PLACE][item]
    power = game.state[CONTROLLER][origin] if factory else power_of(game, item)
    way = railway(game, movement, origin, to, power)
    assert way is not None, "the violation found a railway"
    crossed = (
        (min(here, there), max(here, there)) for here, there in pairwise(way) if "straits" in hexside(game, here, there)
    )
    movement.straits += tuple(crossed)
    count_activity(game, power, ACTIVITY, _moves_counted(game, power, item, way))
    if factory and exit_moves(game, power, to):
        ship_factory(game, power, origin, to)
        return None
    if factory:
        moved = (origin, to, game.state.get(TURN))
        game.set(RAILED_FACTORIES, (*game.state.get(RAILED_FACTORIES), moved))
        game.say(FactoryRailed(origin=origin, to=to))
        return None
    move(game, item, to)
    turn_face_down(game, item)
    game.say(Railed(thing=item, origin=origin, to=to))
    return None


RAIL = Verb(
    "rail", "11.9", _rail, _rail_shape, _rail_violation, items=Traveller, to=Place, possible=_something_can_rail
)


@step("11.9")
def side_to_rail(game: Game, movement: RailMovement) -> Control:
    if movement.side == NOBODY:
        movement.side = active_side(game)
    return None


@step("11.9", RAIL)
def move_by_rail(game: Game, movement: RailMovement) -> Control:
    return shared(seats_of_side(game, movement.side), RAIL, rule="11.9", prompt="rail-movement")


RAIL_MOVEMENT = procedure("rail movement", "11.9", side_to_rail, move_by_rail, locals=RailMovement)


MODULE = Module(
    schema=Schema(fields=(RAILED_FACTORIES, FACTORY_EXITS)),
    procedures=(RAIL_MOVEMENT,),
    seams=(FACTORY_BOMBED, RAIL_STRAITS, RAIL_WAY, MORE_RAIL_MOVES, RAILS),
    changes=(FACTORIES.attach(standing_factories), FACTORY_SITES.attach(sites_with_railed)),
)
