"""11.4.2 Moving naval units: what each has to spend, from where to where it may go, and what that costs.

A way is a row of places: ports by their hexes, sea areas by a section of their sea-box. The last place is where the move
ends; before that, any section stands for the sea area. Out at sea only range stops a unit; movement points decide how well
it can patrol, so an entry without any left is free of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from enum import Enum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.kinds import Number, Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import CONSENTS, Schema, memo
from worldfire.engine.seams import AnyOf, SumOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import ACTIVE_POWERS, WARS
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import SeaName
from worldfire.forces.nations import main_home
from worldfire.forces.situation import CAMPAIGN, CO_OPERATING, CONVOY_POINTS, PACTS
from worldfire.forces.things import COUNTER, PLACE, board_of, counter_of, sea_of_section, things_at
from worldfire.forces.turn import OF_THE_WEATHER
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    MASTERS,
    NOBODY,
    POWER,
    POWER_NAMES,
    SEAT,
    SIDE,
    power_of,
    side_of,
)
from worldfire.rules.s02_1_sea_areas import adjacent_seas, search_number, search_numbers, seas_in_play, section_at
from worldfire.rules.s02_3_stacking import crowd_violation, naval_units
from worldfire.rules.s02_4_supply import in_supply, supplied_at
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s08_weather import port_iced_in
from worldfire.rules.s09_02_pacts import BORDERS
from worldfire.rules.s11_04_bases import (
    CONVOYS_WITH_TERMS,
    PORT_WITH_TERMS,
    base_violation,
    guest_kind,
    guest_violation,
    harbour_violation,
    port_holder_violation,
    shut_by_terms,
    strangers_violation,
)
from worldfire.rules.s11_04_naval_units import (
    Sailor,
    carried_by,
    is_submarine,
    name_of_sailor,
    power_of_sailor,
    print_of,
    told,
)
from worldfire.rules.s11_04_sea_passages import (
    canal_is_open,
    crossing_is_free,
    may_pass,
    seas_from_port,
    submarines_may_pass,
)
from worldfire.rules.s13_01_3_partisan_effects import hexes_of_partisans
from worldfire.rules.s18_1_cooperation import countries_cooperate, powers_cooperate
from worldfire.rules.s18_2_commitments import HAVE_LEFT, comes_from, host_of


class Hand(msgspec.Struct, frozen=True):
    """A naval unit under way with what it has left to spend, and whether it set out in supply."""

    sailor: Sailor
    movement: int
    range: int
    supplied: bool = True
    #: points owed for how it set out, which it pays with its first step
    owed: int = 0
    #: 13.4: it comes out of a section above 0, and goes no further than its movement points
    tied: bool = False
    #: it returns to base, out of a sea-box or an overrun port
    homebound: bool = False
    #: it has paid what some sea areas cost besides (`TOLL`), which is paid once in a move
    tolled: bool = False

    @property
    def for_patrol(self) -> int:
        """Movement points left for a section of the sea-box; convoy points are only ever in the 0 section."""
        return 0 if self.sailor.is_convoy else self.movement


#: points of movement that entering a place costs a unit besides the usual one. (game, what it has left there, place)
TOLL = SumOf[[Hand, int], int]("11.4.2 what it costs to enter besides")
#: convoy points that are in supply without tracing it, as `ALWAYS_SUPPLIED` says of units. (game, which of them, place)
CONVOYS_SUPPLIED = AnyOf[[Sailor, int]]("convoy points that are always in supply")


# -------------------------------------------------------------------------------------------------- what it has to spend


@rule("2.4.1", "2.4.3/naval units")
def sets_out_supplied(game: Position, sailor: Sailor, place: int) -> bool:
    if sailor.is_convoy:
        return CONVOYS_SUPPLIED(game, sailor, place) or supplied_at(game, main_home(game, sailor.power), place)
    return in_supply(game, sailor.ship)


@rule("11.4.2/how far can units move?")
def shares_the_port(game: Position, sailor: Sailor, place: int) -> bool:
    """Does it start in a port with naval units that another major power controls?"""
    if not is_hex(game, place):
        return False
    own = power_of_sailor(game, sailor)
    return any(owner != own for owner in powers_in_port(game, place))


@clause("11.4.2/how far can units move?")
def powers_in_port(game: Position, place: int) -> frozenset[int]:
    """The powers with naval units in the port that cost whoever sets out from it a point."""

    def look() -> frozenset[int]:
        ships = (power_of(game, ship) for ship in naval_units(game, things_at(game, place)))
        convoys = (owner for owner, at, _ in game.state.amounts(CONVOY_POINTS) if at == place)
        return frozenset((*ships, *convoys))

    return game.recall(("powers in port", place), look)


@clause("11.4.2/how far can units move?", "13.4")
def setting_out(game: Position, sailor: Sailor, place: int) -> Hand:
    """What the unit can spend from here; out of a sea-box it is less by the section that it comes from."""
    counter = print_of(game, sailor)
    if not is_hex(game, place):
        section = search_number(game, place)
        left = max(0, counter.movement - section)
        return Hand(sailor, left, counter.range, tied=section > 0, homebound=True)
    supplied = sets_out_supplied(game, sailor, place)
    owed = (not supplied) + shares_the_port(game, sailor, place)
    return Hand(sailor, counter.movement, counter.range, supplied, owed)


@clause("11.4.2/how far can units move?")
def after_a_step(game: HasRuleset, hand: Hand) -> Hand | None:
    """What is left when it has entered a sea area or port; None if it cannot.

    An extra point comes from its movement, or from its range once the step has taken the last of that.
    """
    if hand.tied and not hand.movement:
        return None
    movement, left = max(0, hand.movement - 1), hand.range - 1
    paid = min(hand.owed, movement)
    left -= hand.owed - paid
    if left < 0:
        return None
    return msgspec.structs.replace(hand, movement=movement - paid, range=left, owed=0)


@rule("11.4.2/how far can units move?", "2.1.2")
def after_going(game: Position, hand: Hand, here: int, place: int) -> Hand | None:
    """What is left when it has gone from here to the next place."""
    origin, to = sea_at(game, here), sea_at(game, place)
    after = hand if origin and to and crossing_is_free(game, origin, to) else after_a_step(game, hand)
    return after if after is None or not TOLL.is_used(game) else _after_toll(game, after, place)


def _after_toll(game: Position, hand: Hand, place: int) -> Hand | None:
    toll = TOLL(game, hand, place)
    if not toll:
        return hand
    return msgspec.structs.replace(hand, movement=hand.movement - toll, tolled=True) if toll <= hand.movement else None


def _spent_violation(hand: Hand, place: int, here: int) -> Violation:
    unit = told(name_of_sailor(hand.sailor, here))
    if hand.tied and not hand.movement:
        return refused("13.4", "no-movement-to-return", unit=unit, place=Place(place))
    return refused("11.4.2", "no-range-left", unit=unit, place=Place(place), left=Number(hand.range))


# --------------------------------------------------------------------------------------------------- from where to where


def sea_at(game: Position, place: int) -> str:
    """The sea area of a place on the way; nothing for a port."""
    return "" if is_hex(game, place) else sea_of_section(game, place)


@rule("11.4.4")
def _passes(game: Position, sailor: Sailor, origin: str, to: str) -> bool:
    passes = submarines_may_pass if is_submarine(game, sailor) else may_pass
    return passes(game, power_of_sailor(game, sailor), origin, to)


@clause("11.4.2/into and out of port")
def ports_from(game: Position, power: int, sea: str) -> Iterator[int]:
    """The ports on a sea area, and those that a canal leads to from there."""
    ground, board = ground_of(game), board_of(game)
    yield from ground.ports_of_sea.get(sea, ())
    for name, further in board.direct_ports.items():
        if sea in further and canal_is_open(game, power, name):
            yield board.index[board.places[name].hex]


def _has_canal(game: Position, port: int) -> bool:
    direct = board_of(game).direct_ports
    return any(place.name in direct for place in ground_of(game).places.get(port, ()))


@rule("11.4.2/into and out of port", "11.4.2/sea areas", "11.4.4/even via")
def step_violation(game: Position, sailor: Sailor, before: int | None, here: int, place: int) -> Violation | None:
    """Why the unit cannot go from one place to the next. `before` is where this move came into a port from."""
    origin, sea = sea_at(game, here), sea_at(game, place)
    power = power_of_sailor(game, sailor)
    if not sea:
        if not is_hex(game, place) or place not in ground_of(game).ports:
            return refused("11.4.2", "not-a-port", place=Place(place))
        if not origin or place not in ports_from(game, power, origin):
            return refused("11.4.2", "port-not-on-this-sea", place=Place(place), origin=Place(here))
        return base_violation(game, sailor, place)
    if sea not in seas_in_play(game):
        return refused("11.4.2", "sea-out-of-play", sea=SeaName(sea))
    if origin:
        if sea not in adjacent_seas(game, origin):
            return refused("2.1.2", "seas-not-adjacent", sea=SeaName(sea), origin=SeaName(origin))
        if _passes(game, sailor, origin, sea):
            return None
        return refused("11.4.4", "passage-closed", sea=SeaName(sea), origin=SeaName(origin))
    if port_iced_in(game, here):
        return refused("8.2.1", "port-is-iced-in", place=Place(here))
    if sea not in seas_from_port(game, power, here):
        return refused("11.4.2", "port-not-on-this-sea", place=Place(here), origin=Place(place))
    came_from = "" if before is None or _has_canal(game, here) else sea_at(game, before)
    if not _passes(game, sailor, came_from, sea):
        return refused("11.4.4", "passage-closed-via-port", sea=SeaName(sea), place=Place(here))
    return None


# ---------------------------------------------------------------------------------------------------------- a way judged


class Landfall(msgspec.Struct, frozen=True):
    """Where a way leads, and what each unit has left there."""

    hands: tuple[Hand, ...]
    #: where it came into the last place from; None at the start
    before: int | None


@rule("11.4.2", "11.4.2/sea areas")
def along(
    game: Position,
    hands: tuple[Hand, ...],
    before: int | None,
    here: int,
    way: tuple[int, ...],
    landing: tuple[int, ...] = (),
) -> Landfall | Violation:
    """Go the whole way; the first reason why these units cannot. `landing`: who goes aboard now, and ashore at the end."""
    sailors = tuple(hand.sailor for hand in hands)
    for number, place in enumerate(way, 1):
        left = []
        for hand in hands:
            found = step_violation(game, hand.sailor, before, here, place)
            if found is not None:
                return found
            after = after_going(game, hand, here, place)
            if after is None:
                return _spent_violation(hand, place, here)
            left.append(after)
        crowded = party_violation(game, sailors, place)
        if crowded is None and is_hex(game, place):
            crowded = strangers_violation(game, sailors, landing if number == len(way) else (), place)
        if crowded is not None:
            return crowded
        hands, before, here = tuple(left), here, canonical(game, place)
    return Landfall(hands, before)


@clause("11.4.2", "13.3.2")
def party_violation(game: Position, sailors: tuple[Sailor, ...], place: int) -> Violation | None:
    """Why these do not put in together, though each of them might."""
    ships = tuple(sailor.ship for sailor in sailors if not sailor.is_convoy)
    return crowd_violation(game, ships, place) if ships and is_hex(game, place) else None


def canonical(game: Position, place: int) -> int:
    """A sea area on the way is its section 0, whichever section was named."""
    sea = sea_at(game, place)
    return section_at(game, sea, 0) if sea else place


@rule("11.4.2/how does a unit patrol?")
def patrol_violation(game: Position, hands: tuple[Hand, ...], section: int) -> Violation | None:
    """A section whose search number is no more than the movement points that each of them has left."""
    number = search_number(game, section)
    for hand in hands:
        if number > hand.for_patrol:
            unit = told(name_of_sailor(hand.sailor, section)) if hand.sailor.is_convoy else Thing(hand.sailor.ship)
            return refused("11.4.2", "section-too-high", unit=unit, place=Place(section), left=Number(hand.for_patrol))
    return None


# ------------------------------------------------------------------------------------------------------- where it can go


#: place → what a unit has left there, and the place before it
Reached = dict[int, tuple[Hand, int]]


@rule("11.4.2")
def seas_and_ports(game: Position, hand: Hand, before: int | None, here: int, leaders: tuple[int, ...] = ()) -> Reached:
    """Every port and sea area that the unit can reach: with what it has left there and the place before it."""
    return _explore(game, hand, before, here, _closed_ports(game, hand.sailor), _LetsIn(game, hand.sailor, leaders))


def _closed_ports(game: Position, sailor: Sailor) -> frozenset[int]:
    """Where partisans keep a ship out."""
    return frozenset() if sailor.is_convoy else hexes_of_partisans(game, side_of(game, sailor.ship))


class _LetsIn:
    """Which ports let a unit in that depend on who it is, what it carries, and who comes with it."""

    def __init__(self, game: Position, sailor: Sailor, leaders: tuple[int, ...]) -> None:
        self.game, self.sailor, self.leaders = game, sailor, leaders
        self.laden = bool(carried_by(game, sailor))

    def __call__(self, port: int, lane: Lane) -> bool:
        if lane is Lane.IN and not self.laden:
            return True
        return _is_welcome(self.game, self.sailor, port, self.leaders)


def _anybody_in(port: int, lane: Lane) -> bool:
    return True


def _explore(
    game: Position,
    hand: Hand,
    before: int | None,
    here: int,
    closed: Collection[int],
    lets_in: Callable[[int, Lane], bool],
) -> Reached:
    """Step by step: after as many steps that cost something the unit has as much left, wherever it is."""
    if TOLL.is_used(game):
        return _explore_by_cost(game, hand, before, here, closed, lets_in)
    sailor, lanes_from = hand.sailor, _lanes_of(game, hand.sailor)
    reached: Reached = {}
    places: list[tuple[int | None, int]] = [(before, here)]
    left, after, free_borders = hand, after_a_step(game, hand), game.ruleset.once(_has_free_borders)
    while places:
        for _, place in places if free_borders else ():  # they grow by what lies across one
            for onward, lane in lanes_from(place):
                if lane is Lane.FREE and onward not in reached and onward != here:
                    reached[onward] = (left, place)
                    places.append((place, onward))
        if after is None:
            break
        further: list[tuple[int | None, int]] = []
        for came_from, place in places:
            for onward, lane in lanes_from(place):
                if onward in reached or onward == here:
                    continue
                if lane is Lane.AT_SEA or lane is Lane.FREE:
                    pass
                elif lane is Lane.OUT:
                    if came_from is not None and step_violation(game, sailor, came_from, place, onward) is not None:
                        continue
                elif onward in closed or not lets_in(onward, lane):
                    continue
                reached[onward] = (after, place)
                further.append((place, onward))
        places, left, after = further, after, after_a_step(game, after)
    return reached


def _explore_by_cost(
    game: Position,
    hand: Hand,
    before: int | None,
    here: int,
    closed: Collection[int],
    lets_in: Callable[[int, Lane], bool],
) -> Reached:
    """The same where some sea areas cost more than others: whoever has most left goes on first."""
    lanes_from, reached, order = _lanes_of(game, hand.sailor), Reached(), count()
    waiting: list[tuple[int, int, Hand, int | None, int]] = [(0, next(order), hand, before, here)]
    while waiting:
        _, _, left, came_from, place = heappop(waiting)
        if place in reached:
            continue
        if place != here:
            assert came_from is not None
            reached[place] = (left, came_from)
        for onward, lane in lanes_from(place):
            if onward in reached or onward == here:
                continue
            if lane is Lane.OUT and came_from is not None:
                if step_violation(game, hand.sailor, came_from, place, onward) is not None:
                    continue
            elif lane in _INTO_PORTS and (onward in closed or not lets_in(onward, lane)):
                continue
            after = after_going(game, left, place, onward)
            if after is not None:
                heappush(waiting, (-after.movement, next(order), after, place, onward))
    return reached


@rule("13.4.2", "18.2/foreign troop commitments")
def ports_with_or_without_terms(game: Position, hand: Hand, here: int) -> tuple[int, ...]:
    """The ports that it reaches if none keeps it out for who it is or what it carries."""
    reached = _explore(game, hand, None, canonical(game, here), (), _anybody_in)
    return tuple(place for place in reached if is_hex(game, place))


def _has_free_borders(ruleset: Ruleset) -> bool:
    seas = board_of(ruleset).sea_areas
    return any(crossing_is_free(ruleset, sea, other) for sea in seas for other in seas[sea].borders)


# ---------------------------------------------------------------------------------------------------------- sea lanes


class Lane(Enum):
    """A way from one place to the next: at sea, there at no cost, out of a port, into one, or into one not open to all.

    Some ports ask about each unit, since it would be a foreigner there; some have only terms of their own.
    """

    AT_SEA = "at sea"
    FREE = "across a free border"
    OUT = "out"
    IN = "in"
    ON_CONDITION = "on condition"
    ON_TERMS = "on terms"


_INTO_PORTS = (Lane.IN, Lane.ON_CONDITION, Lane.ON_TERMS)

#: where the naval units of a country may go next, asked for fleet after fleet
LANES = memo(
    "sea lanes",
    (
        CAMPAIGN,
        COUNTER,
        COUNTRY,
        POWER,
        POWER_NAMES,
        SIDE,
        SEAT,
        CONTROLLER,
        CONQUEROR,
        HOME_COUNTRY,
        COUNTRY_NAMES,
        CO_OPERATING,
        CONSENTS,
        WARS,
        ACTIVE_POWERS,
        MASTERS,
        PACTS,
        BORDERS,
        OF_THE_WEATHER,
    ),
    asks=(
        may_pass,
        submarines_may_pass,
        crossing_is_free,
        canal_is_open,
        seas_from_port,
        ports_from,
        port_iced_in,
        countries_cooperate,
        powers_cooperate,
        host_of,
        port_holder_violation,
        PORT_WITH_TERMS,
        CONVOYS_WITH_TERMS,
    ),
)


def lane_key(game: Position, sailor: Sailor) -> tuple[bool, int, bool]:
    """What the lanes depend on: whose unit it is, and whether it dives."""
    whose = sailor.power if sailor.is_convoy else game.state[COUNTRY][sailor.ship]
    return (sailor.is_convoy, whose, is_submarine(game, sailor))


def _lanes_of(game: Position, sailor: Sailor) -> Callable[[int], tuple[tuple[int, Lane], ...]]:
    """Where it may go from a port or sea area if it has not come into the port on this move; to be asked for each of them."""
    key = lane_key(game, sailor)

    def lanes_from(place: int) -> tuple[tuple[int, Lane], ...]:
        return game.recall((*key, place), lambda: tuple(_lanes(game, sailor, place)), LANES)

    return lanes_from


@rule("11.4.2", "11.4.4")
def _lanes(game: Position, sailor: Sailor, place: int) -> Iterator[tuple[int, Lane]]:
    sea, power = sea_at(game, place), power_of_sailor(game, sailor)
    if not sea:
        for other in seas_from_port(game, power, place):
            section = section_at(game, other, 0)
            if step_violation(game, sailor, None, place, section) is None:
                yield section, Lane.OUT
        return
    for other in adjacent_seas(game, sea):
        if _passes(game, sailor, sea, other):
            yield section_at(game, other, 0), Lane.FREE if crossing_is_free(game, sea, other) else Lane.AT_SEA
    for port in dict.fromkeys(ports_from(game, power, sea)):
        if harbour_violation(game, power, port) is None:
            if _is_a_foreigner(game, sailor, port):
                yield port, Lane.ON_CONDITION
            else:
                yield port, Lane.ON_TERMS if PORT_WITH_TERMS(game, port) else Lane.IN


def is_a_foreigner(game: Position, sailor: Sailor, port: int) -> bool:
    """Is it among friends whose port asks about each unit?"""
    return game.recall(("foreigner", *lane_key(game, sailor), port), lambda: _is_a_foreigner(game, sailor, port), LANES)


def _is_a_foreigner(game: Position, sailor: Sailor, port: int) -> bool:
    if sailor.is_convoy:
        return CONVOYS_WITH_TERMS(game, sailor, port)
    return host_of(game, sailor.ship, port) != NOBODY


# ---------------------------------------------------------------------------------------------------- where a move may end

#: where a move may end → a way there
Ends = dict[int, tuple[int, ...]]


@rule("11.4.1", "11.4.2")
def ends_of_move(game: Position, hand: Hand, before: int | None, here: int, leaders: tuple[int, ...] = ()) -> Ends:
    """Every place where the move may end, with a way there: ports, and sections that it has the movement points for.

    `leaders` come with it.
    """
    return _ends(game, hand, before, here, _all_ends, leaders)


@rule("11.4.1", "13.4")
def ways_home(game: Position, hand: Hand, before: int | None, here: int, leaders: tuple[int, ...] = ()) -> Ends:
    """Those of them that lead to a port: out of a sea-box a unit can only go there."""
    return _ends(game, hand, before, here, _ports_only, leaders)


class _Outlook(NamedTuple):
    """Where a move may end if every port lets the unit in, and the ports that may not, sorted as lanes are."""

    ends: Ends
    on_condition: frozenset[int]
    on_terms: frozenset[int]


def _ends(
    game: Position,
    hand: Hand,
    before: int | None,
    here: int,
    kind: Callable[[Position, Reached, int], Ends],
    leaders: tuple[int, ...],
) -> Ends:
    """Units of a country with the same to spend go the same ways if the same ports let them in, unless they carry something."""
    sailor, start = hand.sailor, canonical(game, here)
    if carried_by(game, sailor) or TOLL.is_used(game):  # which ships lie at sea is nothing that is remembered
        return kind(game, seas_and_ports(game, hand, before, start, leaders), start)
    purse = (hand.movement, hand.range, hand.owed, hand.tied, hand.homebound, hand.tolled)
    key = (kind.__name__, lane_key(game, sailor), start, purse, before)
    free = game.recall(key, lambda: _outlook(game, hand, before, start, kind), LANES)
    shut = set(_closed_to_foreigners(game, sailor, free.on_condition, leaders)) if free.on_condition else set()
    if free.on_terms:
        shut.update(shut_by_terms(game, sailor, free.on_terms))
    shut.update(port for port in _closed_ports(game, sailor) if port in free.ends)
    if not shut:
        return free.ends
    closed = frozenset(shut)

    def look() -> Ends:
        return kind(game, _explore(game, hand, before, start, closed, _anybody_in), start)

    return game.recall((*key, closed), look, LANES)


def _closed_to_foreigners(
    game: Position, sailor: Sailor, ports: Iterable[int], leaders: tuple[int, ...]
) -> Iterator[int]:
    """Those of the ports that do not let it in with these, carrying nothing itself."""
    place = NOBODY if sailor.is_convoy else game.state[PLACE][sailor.ship]
    guest = sailor if sailor.is_convoy else _such_a_ship(game, sailor.ship, place)
    for port in ports:
        key = ("guest", guest, port, port == place, leaders)
        if not game.recall(key, partial(_is_welcome, game, sailor, port, leaders)):
            yield port


def _such_a_ship(game: Position, ship: int, place: int) -> Hashable:
    """Ships that are alike and in one country find the same."""
    whose = (game.state[COUNTRY][ship], counter_of(game, ship).power, guest_kind(game, ship))
    left = tuple(home for unit, home in game.state.get(HAVE_LEFT) if unit == ship)
    return whose, comes_from(game, ship, place), left, is_hex(game, place), bool(sea_at(game, place))


def _is_welcome(game: Position, sailor: Sailor, port: int, leaders: tuple[int, ...] = ()) -> bool:
    return guest_violation(game, sailor, port, leaders) is None


def _outlook(
    game: Position, hand: Hand, before: int | None, start: int, kind: Callable[[Position, Reached, int], Ends]
) -> _Outlook:
    on_condition, on_terms = set[int](), set[int]()

    def ask(port: int, lane: Lane) -> bool:
        if lane is not Lane.IN:
            (on_terms if lane is Lane.ON_TERMS else on_condition).add(port)
        return True

    ends = kind(game, _explore(game, hand, before, start, (), ask), start)
    return _Outlook(ends, frozenset(on_condition), frozenset(on_terms))


def _all_ends(game: Position, reached: Reached, start: int) -> Ends:
    found: Ends = {}
    numbers, ways = search_numbers(game.ruleset), _ways_to(reached, start)
    for place, (left, _) in reached.items():
        way, sea = ways[place], sea_at(game, place)
        if not sea:
            found[place] = way
            continue
        for number, end in zip(numbers, sections(game, sea), strict=True):
            if number <= left.for_patrol:
                found[end] = (*way[:-1], end)
    return found


def _ports_only(game: Position, reached: Reached, start: int) -> Ends:
    return {end: way for end, way in _ways_to(reached, start).items() if is_hex(game, end) and way}


def _ways_to(reached: Reached, start: int) -> Ends:
    """The start itself, where the way begins, and all that was reached: each after the place before it."""
    ways: Ends = {start: ()}
    for place, (_, before) in reached.items():
        ways[place] = (*ways[before], place)
    return ways


MODULE = Module(schema=Schema(derived=(LANES,)), seams=(TOLL, CONVOYS_SUPPLIED))
