"""11.10 Land movement, in the order of the book.

A move is one action: units that stand together, and the hexes they enter. Whoever has points left may go on with a further
action before his next stack moves; going on with some of the units drops the others off. An overrun of land units is an
action of its own, because supply and odds are asked in the hex just before it (2.4.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import NamedTuple

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId, Things
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import CONSENTS, Claim, Derived, Schema
from worldfire.engine.shapes import WHOLE, Choice, Noun, Prefix, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import ACTIVE_POWERS
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.journal import CONTROL, MOVES, Reader
from worldfire.forces.partisans import SOIL
from worldfire.forces.situation import CO_OPERATING
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, STANDING, board_of, turn_face_down
from worldfire.forces.turn import active_side, armies_of_side, seats_with_armies
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    MASTERS,
    NOBODY,
    POWER_NAMES,
    SEAT,
    power_of,
    seat_of,
    side_of,
)
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, zoc_units
from worldfire.rules.s02_3_stacking import land_units, land_units_of, together_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_5_control import control_violation
from worldfire.rules.s09_02_pacts import barred_borders
from worldfire.rules.s10_actions import count_activity, left_of, may_do
from worldfire.rules.s11_10_6_overrun import (
    before_an_overrun,
    brings_armour,
    enemies_there_violation,
    enter,
    overrun_land_units,
    overrun_multiplier,
    overrun_violation,
    step_violation,
    would_catch,
)
from worldfire.rules.s11_10_entry import (
    ADMITTED,
    CLOSED_HEX,
    COSTS,
    ENEMIES,
    MAY_END,
    STRAITS,
    crossing_violation,
    entry_cost,
    gate_violation,
    hexes_apart,
    land_counter,
    land_foes_at,
    politics_violation,
    regions_apart,
)
from worldfire.rules.s11_15_factors import is_open
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate, powers_cooperate
from worldfire.rules.s18_2_commitments import foreign_troops_violation, host_of
from worldfire.rules.s19_4_minor_units import TIED_HOME, stays_home
from worldfire.tables.counters import LandType, Size

ACTIVITY = "land movement"
#: the consent by which an owner lets an ally take his units along in a stack
MARCH = Permission("march", "11.10.1")


class March(msgspec.Struct, frozen=True):
    """A unit that is moving: the points it has left, and whether it set out in supply."""

    unit: int
    left: int
    supplied: bool


class LandMovement(msgspec.Struct):
    """The land movement step of a side."""

    side: int = NOBODY
    moved: tuple[int, ...] = ()
    #: units that may still go on; each seat moves one stack at a time
    marches: tuple[March, ...] = ()


class Marched(Event, frozen=True):
    """Units went from hex to hex by land."""

    units: tuple[ThingId, ...]
    origin: PlaceId
    path: tuple[PlaceId, ...]


# ----------------------------------------------------------------------------------------------- the shape of a move


class Stack(msgspec.Struct, frozen=True):
    """Units in one hex that may move, and ways that all of them can go: (a hex, the hex before it).

    A stack that has not set out offers its first hexes only, so that a front of a hundred stacks is asked in a moment;
    `ways` gives all that one of them can reach.
    """

    start: int
    units: tuple[int, ...]
    ways: tuple[tuple[int, int], ...]

    def path(self, end: int) -> tuple[int, ...]:
        before = dict(self.ways)
        found = [end]
        while before[found[-1]] != self.start:
            found.append(before[found[-1]])
        return tuple(reversed(found))


def _tuples(noun: Noun) -> Noun:
    return tuple(_tuples(part) for part in noun) if isinstance(noun, list | tuple) else noun


def _are_numbers(values: Noun) -> bool:
    return isinstance(values, tuple) and bool(values) and all(type(value) is int for value in values)


class Moves(Shape, frozen=True):
    """(units of one stack, the hexes they enter). Stacks and ways are proposals: the rule judges units and paths."""

    stacks: tuple[Stack, ...]

    def read(self, noun: Noun) -> Noun:
        noun = _tuples(noun)
        if isinstance(noun, tuple) and len(noun) == 2 and _are_numbers(noun[0]):
            return (tuple(sorted(noun[0])), noun[1])
        return noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != 2 or not all(_are_numbers(part) for part in noun):
            return "noun-not-a-move"
        return None if len(set(noun[0])) == len(noun[0]) else "noun-not-a-set"

    def sample(self, rng: Random) -> Noun:
        stack = rng.choice(self.stacks)
        units = rng.sample(stack.units, rng.randint(1, len(stack.units)))
        end, _ = rng.choice(stack.ways)
        return (tuple(sorted(units)), stack.path(end))

    def every(self) -> Iterator[Noun]:
        for stack in self.stacks:
            for size in range(1, len(stack.units) + 1):
                for units in combinations(stack.units, size):
                    yield from ((units, stack.path(end)) for end, _ in stack.ways)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """The stack by its number, how many of its units, which, and where to."""
        if not prefix:
            return tuple(range(len(self.stacks)))
        stack, said = self._stack(prefix), prefix[1:]
        if not said:
            return tuple(range(1, len(stack.units) + 1))
        count, units = said[0], said[1:]
        assert isinstance(count, int)
        if len(units) < count:
            return Set(stack.units, count, count).next_choices(units)
        return WHOLE if len(units) > count else tuple(end for end, _ in stack.ways)

    def noun_of(self, prefix: Prefix) -> Noun:
        end = prefix[-1]
        assert isinstance(end, int)
        units = sorted(unit for unit in prefix[2:-1] if isinstance(unit, int))
        return (tuple(units), self._stack(prefix).path(end))

    def _stack(self, prefix: Prefix) -> Stack:
        number = prefix[0]
        assert isinstance(number, int)
        return self.stacks[number]


NO_MOVES = Moves(())


# --------------------------------------------------------------------------------------------------------- who may move


@rule("11.10")
def unit_violation(game: Position, movement: LandMovement, unit: int) -> Violation | None:
    """Why the unit may not set out: only face-up units, each once in the step."""
    if movement.marches:
        march = _march_under_way(movement, unit)
        if march is not None and march.left > 0:
            return None
    if unit in movement.moved:
        return refused("11.10", "has-moved-already", unit=Thing(unit))
    if game.state[FACE_DOWN][unit]:
        return refused("11.10", "unit-is-face-down", unit=Thing(unit))
    if not land_counter(game, unit).movement:
        return refused("11.10", "unit-cannot-move", unit=Thing(unit))
    return None


@rule("11.10.1", "18.3")
def _may_move(game: Position, seat: str, unit: int) -> bool:
    """One's own units, and those of an ally who has agreed that they march along."""
    return _marches_for(game, seat, power_of(game, unit))


def _marches_for(game: Position, seat: str, power: int) -> bool:
    owner = game.seats[game.state[SEAT][power]]
    return owner == seat or MARCH.granted(game, owner, seat)


def _own_stacks(game: Position, movement: LandMovement, seat: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each hex with units that may move or go on together; at least one of them is the seat's own."""
    key = ("own stacks", seat, *_told(movement))
    return game.recall(key, lambda: tuple(_stacks_to_move(game, movement, seat)))


def _stacks_to_move(game: Position, movement: LandMovement, seat: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    found: dict[int, tuple[int, ...]] = {}
    places, armies = game.state[PLACE], armies_of_side(game, movement.side)
    powers = {power for power in armies if _marches_for(game, seat, power)}
    with_allies = any(game.seats[game.state[SEAT][power]] != seat for power in powers)
    for unit in _ready_units(game, movement):
        if power_of(game, unit) in powers:
            found[places[unit]] = (*found.get(places[unit], ()), unit)
    for start, units in found.items():
        for together in _co_operating(game, units):
            if not with_allies or any(seat_of(game, unit) == seat for unit in together):
                yield start, together


def _ready_units(game: Position, movement: LandMovement) -> tuple[int, ...]:
    """The side's units that may set out or go on, whoever moves them."""
    return game.recall(("ready units", *_told(movement)), lambda: tuple(_each_ready_unit(game, movement)))


def _each_ready_unit(game: Position, movement: LandMovement) -> Iterator[int]:
    powers = armies_of_side(game, movement.side)
    active = {power for power in powers if may_do(game, power, ACTIVITY) is None}
    marching, done, down = {march.unit for march in movement.marches}, set(movement.moved), game.state[FACE_DOWN]
    for power, unit in land_units_of(game, powers):
        may_go = unit in marching or (power in active and not down[unit] and unit not in done)
        if may_go and unit_violation(game, movement, unit) is None:
            yield unit


def _told(movement: LandMovement) -> tuple[object, ...]:
    """What has happened in the step so far: answers that depend on it are remembered under this."""
    answer: tuple[object, ...] = msgspec.structs.astuple(movement)
    return answer


def _co_operating(game: Position, units: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The largest groups of them that may be together; passing strangers can meet in a hex while the step lasts."""
    if len(units) == 1:
        return (units,)
    groups: list[tuple[int, ...]] = []
    for unit in units:
        joined = [tuple(other for other in group if _together(game, unit, other)) for group in groups]
        kept = [group for group, friends in zip(groups, joined, strict=True) if group != friends]
        grown = {(*friends, unit) for friends in joined} or {(unit,)}
        groups = [*kept, *(group for group in sorted(grown) if not any(set(group) < set(other) for other in grown))]
    return tuple(groups)


def _together(game: Position, one: int, other: int) -> bool:
    return cooperation_violation(game, one, other) is None


def stack_violation(game: Position, movement: LandMovement, seat: str, units: tuple[int, ...]) -> Violation | None:
    """Why these are not units that the seat may move together."""
    for unit in units:
        if not 0 <= unit < len(game.state[PLACE]) or not land_units(game, (unit,)):
            return refused("11.10", "not-a-land-unit")
        if not is_hex(game, game.state[PLACE][unit]):
            return refused("11.10", "unit-not-on-the-map", unit=Thing(unit))
        if side_of(game, unit) != movement.side:
            return refused("11.10.1", "not-your-unit", unit=Thing(unit))
        if not _may_move(game, seat, unit):
            return MARCH.wanting(seat_of(game, unit), "11.10.1", "not-your-unit", unit=Thing(unit))
        found = unit_violation(game, movement, unit)
        if found is not None:
            return found
    if all(seat_of(game, unit) != seat for unit in units):
        return refused("11.10.1", "not-your-unit", unit=Thing(units[0]))
    if len({game.state[PLACE][unit] for unit in units}) > 1:
        return refused("11.10.1", "units-not-together")
    return together_violation(game, units)


def march_of(game: Position, movement: LandMovement, unit: int) -> March:
    """What the unit has left; one that sets out now has its whole allowance."""
    known = _march_under_way(movement, unit)
    return known or March(unit, points_left(game, movement, unit), in_supply(game, unit))


def points_left(game: Position, movement: LandMovement, unit: int) -> int:
    """The movement points of the same, for those whom its supply does not concern."""
    march = _march_under_way(movement, unit)
    return march.left if march is not None else land_counter(game, unit).movement or 0


def _march_under_way(movement: LandMovement, unit: int) -> March | None:
    for march in movement.marches:  # a generator takes longer than there are stacks under way
        if march.unit == unit:
            return march
    return None


def _under_way(movement: LandMovement, units: tuple[int, ...]) -> bool:
    return any(march.unit in units for march in movement.marches)


# ------------------------------------------------------------------------------------------------------------- the way


@rule("11.10.1")
def path_violation(
    game: Position, movement: LandMovement, units: tuple[int, ...], path: tuple[int, ...]
) -> Violation | None:
    """The first reason why the units cannot go this way: hexes, hexsides, points, ZoCs."""
    here = game.state[PLACE][units[0]]
    left = {unit: points_left(game, movement, unit) for unit in units}
    stopped = _under_way(movement, units) and in_enemy_zoc(game, here, movement.side)
    for number, place in enumerate(path):
        if stopped:
            return refused(
                "11.10.1", "stops-in-zoc", place=Place(here), units=Things(zoc_units(game, here, movement.side))
            )
        for unit in units:
            found = step_violation(game, unit, here, place)
            if found is not None:
                return found
            if left[unit] <= 0:
                return refused("11.10.1", "no-movement-points", unit=Thing(unit), place=Place(place))
            left[unit] -= entry_cost(game, unit, here, place)
        found = (
            gate_violation(game, units, place)
            or foreign_troops_violation(game, units, place)
            or control_violation(game, place, units)
        )
        if found is not None:
            return found
        if would_catch(game, units[0], place) and number < len(path) - 1:
            return refused("11.10.6", "path-ends-with-overrun", place=Place(place))
        here, stopped = place, in_enemy_zoc(game, place, movement.side)
    return MAY_END(game, units[0], here)


#: what politics sees of a unit
Seen = tuple[int, int | None, bool, str, int]
#: land units that not all gates treat like others of their country
_OF_A_KIND = frozenset({LandType.PART, LandType.TERR})
#: (what politics sees of each unit, holder and home country of a hex) → may they be there together?
#: Asked once for all stacks and hexes that are alike
Admissions = dict[tuple[tuple[Seen, ...], int, int, bool, str | None], bool]


@rule("11.10.1")
def ways(
    game: Position, movement: LandMovement, units: tuple[int, ...], known: Admissions | None = None
) -> tuple[tuple[int, int], ...]:
    """Every hex that all the units can reach together, with the hex before it, cheapest first."""
    may_cross, admitted = _passage(game, units), _admission(game, units, {} if known is None else known)
    start = game.state[PLACE][units[0]]
    if _under_way(movement, units) and in_enemy_zoc(game, start, movement.side):
        return ()
    points = min(points_left(game, movement, unit) for unit in units)
    spent, before = {start: 0}, {start: NOBODY}
    buckets: list[list[int]] = [[] for _ in range(points)]
    buckets[0].append(start)
    for cost, bucket in enumerate(buckets):
        for here in bucket:
            if spent[here] < cost or (here != start and _goes_no_further(game, movement, units, here)):
                continue
            for place in board_of(game).adjacent[here]:
                if place in spent and spent[place] <= cost + 1:  # a hex costs a point at least
                    continue
                if not (may_cross(here, place) and admitted(place)):
                    continue
                reached = cost + max(entry_cost(game, unit, here, place) for unit in units)
                if place not in spent or reached < spent[place]:
                    spent[place], before[place] = reached, here
                    if reached < points:
                        buckets[reached].append(place)
    return tuple((place, origin) for place, origin in before.items() if origin != NOBODY)


def first_steps(
    game: Position, start: int, units: tuple[int, ...], known: Admissions, known_exits: KnownExits
) -> tuple[tuple[int, int], ...]:
    """The adjacent hexes that as many of the units can enter as may still move together."""
    leading = units[: max(1, left_of(game, power_of(game, units[0]), ACTIVITY))] if len(units) > 1 else units
    exits = _exits(game, leading, start, known_exits)
    if not exits.doubtful:
        return exits.ways
    may_cross, admitted = _passage(game, leading), _admission(game, leading, known)
    return tuple(
        (place, start)
        for place, start in exits.ways
        if place not in exits.doubtful or (may_cross(start, place) and admitted(place))
    )


class Exits(NamedTuple):
    """Where a stack can go as far as hexsides, enemy land units and politics say, and in which of the hexes it also depends
    on how many others are where."""

    ways: tuple[tuple[int, int], ...]
    doubtful: frozenset[int]


#: hex → stack in it → its exits
KnownExits = dict[int, dict[tuple[int, ...], Exits]]


class _WaysOut:
    """Exits that were asked for; an enemy's move or a capture forgets those around it."""

    def __init__(self) -> None:
        self.moves, self.control = Reader(), Reader()
        self.known: KnownExits = {}

    def branch(self) -> _WaysOut:
        twin = _WaysOut()
        twin.moves, twin.control = self.moves.branch(), self.control.branch()
        twin.known = {start: ways.copy() for start, ways in self.known.items()}
        return twin

    def mend(self, game: Position) -> KnownExits:
        moves, taken = self.moves.news(game.look_up(MOVES)), self.control.news(game.look_up(CONTROL))
        around = board_of(game).adjacent
        if moves is None or taken is None:
            self.known = {}
            return self.known
        for place in {place for place, _, _ in taken}:
            for start in (place, *around[place]):
                self.known.pop(start, None)
        for unit, *ends in moves:
            for place in ends:
                if 0 <= place < len(around):
                    self.known.pop(place, None)
                    self._forget_beside(game, around[place], side_of(game, unit))
        return self.known

    def _forget_beside(self, game: Position, starts: tuple[int, ...], side: int) -> None:
        """A unit stands in the way of the other side's stacks only."""
        for start in starts:
            ways = self.known.get(start)
            if ways and any(side_of(game, units[0]) != side or side == NOBODY for units in ways):
                del self.known[start]

    def claims(self, game: Position) -> Iterator[Claim]:
        for start, ways in self.mend(game).items():
            for units, exits in ways.items():
                yield Claim((start, units), exits, partial(_look_for_exits, game, units, start))


WAYS_OUT = Derived(
    "ways out of hexes",
    (
        ENEMIES,
        COSTS,
        HEXES,
        SOIL,
        SEAT,
        HOME_COUNTRY,
        CONQUEROR,
        CO_OPERATING,
        CONSENTS,
        MASTERS,
        ACTIVE_POWERS,
        COUNTRY_NAMES,
        POWER_NAMES,
        TIED_HOME,
    ),
    lambda state: _WaysOut(),
    mends=(PLACE, CONTROLLER),
    asks=(
        crossing_violation,
        STRAITS,
        ADMITTED,
        politics_violation,
        hexes_apart,
        regions_apart,
        host_of,
        CLOSED_HEX,
        countries_cooperate,
        powers_cooperate,
    ),
    claims=_WaysOut.claims,
    branch=_WaysOut.branch,
)


def _known_exits(game: Position) -> KnownExits:
    """What is remembered and still true; for those who ask about many stacks and change nothing meanwhile."""
    return game.recall("ways out of hexes", lambda: game.look_up(WAYS_OUT).mend(game))


def _exits(game: Position, units: tuple[int, ...], start: int, known_exits: KnownExits) -> Exits:
    known = known_exits.setdefault(start, {})
    found = known.get(units)
    if found is None:
        found = known[units] = game.answer(WAYS_OUT, partial(_look_for_exits, game, units, start))
    return found


def _look_for_exits(game: Position, units: tuple[int, ...], start: int) -> Exits:
    open_hexsides, standing = ground_of(game).crossing.open[start], game.look_up(STANDING)
    ways = [
        (place, start)
        for place in board_of(game).adjacent[start]
        if (place in open_hexsides or all(crossing_violation(game, unit, start, place) is None for unit in units))
        and (place not in standing or all(enemies_there_violation(game, unit, place) is None for unit in units))
    ]
    ways = _let_in_by_politics(game, units, ways)
    several_powers = len(units) > 1 and len({power_of(game, unit) for unit in units}) > 1  # 2.5.3
    doubtful = [place for place, _ in ways if several_powers or _leaves(game, units, start, place)]
    return Exits(tuple(ways), frozenset(doubtful))


def _let_in_by_politics(game: Position, units: tuple[int, ...], ways: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Politics is asked once for all units of a country, and for all hexes with the same holder in the same country."""
    state = game.state
    countries, soils, holders, homes = state[COUNTRY], state[SOIL], state[CONTROLLER], state[HOME_COUNTRY]
    unlike = {(countries[unit], soils[unit]): unit for unit in units}.values()
    apart, regions = hexes_apart(game), regions_apart(game)
    lets_in: dict[tuple[int, int, bool, str | None], bool] = {}
    let_in = []
    for way in ways:
        place = way[0]
        alike = (holders[place], homes[place], place in apart, regions.get(place))
        if alike not in lets_in:
            lets_in[alike] = all(politics_violation(game, unit, place) is None for unit in unlike)
        if lets_in[alike]:
            let_in.append(way)
    return let_in


def _leaves(game: Position, units: tuple[int, ...], start: int, place: int) -> bool:
    """Does any of them leave a home that half of its army stays in, or come into a country where it is a foreigner?"""
    homes, countries = game.state[HOME_COUNTRY], game.state[COUNTRY]
    return homes[place] != homes[start] and any(
        stays_home(game, countries[unit]) or host_of(game, unit, place) != NOBODY for unit in units
    )


def _passage(game: Position, units: tuple[int, ...]) -> Callable[[int, int], bool]:
    """From hex to hex → do hexsides, and what 2.5.3 says of several powers' units, let all of them through?"""
    open_hexsides = ground_of(game).crossing.open
    several_powers = len({power_of(game, unit) for unit in units}) > 1

    def may_cross(here: int, place: int) -> bool:
        if place not in open_hexsides[here] and any(crossing_violation(game, unit, here, place) for unit in units):
            return False
        return not several_powers or control_violation(game, place, units) is None

    return may_cross


def _admission(game: Position, units: tuple[int, ...], known: Admissions) -> Callable[[int], bool]:
    """Hex → do politics and enemy land units let all of them in? Proposals only: the rule judges what is ordered."""
    kinds = tuple(_seen_by_politics(game, unit) for unit in units)
    holders, homes, standing = game.state[CONTROLLER], game.state[HOME_COUNTRY], game.look_up(STANDING)
    unlike = {(power_of(game, unit), seen[3]): unit for unit, seen in zip(units, kinds, strict=True)}
    barred = frozenset().union(*(barred_borders(game, power) for power, _ in unlike))
    apart, regions = hexes_apart(game), regions_apart(game)

    def admitted(place: int) -> bool:
        if place in barred:
            return False
        key = (kinds, holders[place], homes[place], place in apart, regions.get(place))
        welcome = known.get(key)
        if welcome is None:
            welcome = known[key] = _is_welcome(game, units, place)
        if not welcome or place not in standing:  # most hexes are empty
            return welcome
        return all(enemies_there_violation(game, unit, place) is None for unit in unlike.values())

    return admitted


def _is_welcome(game: Position, units: tuple[int, ...], place: int) -> bool:
    """Do the gate of the hex and the limits on foreign troops let all of them in?"""
    return gate_violation(game, units, place) is None and foreign_troops_violation(game, units, place) is None


def _seen_by_politics(game: Position, unit: int) -> Seen:
    """Country, how many it commands, whether a division, whether a partisan or territorial, and the country it stands in."""
    counter, place = land_counter(game, unit), game.state[PLACE][unit]
    kind = counter.type.value if counter.type in _OF_A_KIND else ""
    return (
        game.state[COUNTRY][unit],
        counter.reorganisation,
        counter.size is Size.DIVISION,
        kind,
        game.state[HOME_COUNTRY][place],
    )


def _goes_no_further(game: Position, movement: LandMovement, units: tuple[int, ...], place: int) -> bool:
    return in_enemy_zoc(game, place, movement.side) or would_catch(game, units[0], place)


def _limit_violation(game: Position, movement: LandMovement, units: tuple[int, ...]) -> Violation | None:
    """Each unit of a stack uses up a land move of its own power (10.2)."""
    fresh = [power_of(game, unit) for unit in units if not _under_way(movement, (unit,))]
    for power in sorted(set(fresh)):
        found = may_do(game, power, ACTIVITY, fresh.count(power))
        if found is not None:
            return found
    return None


def _joining_violation(game: Position, movement: LandMovement, units: tuple[int, ...]) -> Violation | None:
    """Units under way go on together; who joins them has not come the same way."""
    on_the_way = [unit for unit in units if _under_way(movement, (unit,))]
    if on_the_way and len(on_the_way) < len(units):
        return refused("11.10.1", "cannot-pick-up-units")
    return _limit_violation(game, movement, units)


# ------------------------------------------------------------------------------------------------------------- moving


def _moves_shape(game: Position, movement: LandMovement, seat: str) -> Shape | Violation:
    stacks = tuple(_stacks_with_ways(game, movement, seat))
    return Moves(stacks) if stacks else refused("11.10", "nobody-can-move")


def _somebody_can_move(game: Position, movement: LandMovement, seat: str) -> bool:
    return next(_stacks_with_ways(game, movement, seat), None) is not None


def _stacks_with_ways(game: Position, movement: LandMovement, seat: str) -> Iterator[Stack]:
    known: Admissions = {}
    marching, known_exits = {march.unit for march in movement.marches}, _known_exits(game)

    def way(start: int, units: tuple[int, ...]) -> Stack | None:
        """The stack, if there is any way that all of it can go."""
        if marching.isdisjoint(units):
            reach = first_steps(game, start, units, known, known_exits)
        else:
            reach = ways(game, movement, units, known)
        return Stack(start, units, reach) if reach else None

    for start, units in _own_stacks(game, movement, seat):
        for together in _march_groups(marching, units):
            whole = way(start, together)
            if whole is not None:
                yield whole
            elif len(together) > 1:
                own = (unit for unit in together if seat_of(game, unit) == seat)
                yield from filter(None, (way(start, (unit,)) for unit in own))


def _march_groups(marching: set[int], units: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Units under way and units that have not set out are different stacks even in one hex."""
    if marching.isdisjoint(units):
        return (units,)
    under_way = tuple(unit for unit in units if unit in marching)
    return (under_way, tuple(unit for unit in units if unit not in marching)) if under_way != units else (units,)


def _move_violation(game: Position, movement: LandMovement, seat: str, noun: Noun) -> Violation | None:
    units, path = noun
    if not all(is_hex(game, place) for place in path):
        return refused("11.10.1", "not-a-hex")
    return (
        stack_violation(game, movement, seat, units)
        or _joining_violation(game, movement, units)
        or path_violation(game, movement, units, path)
    )


def _move(game: Game, movement: LandMovement, seat: str, noun: Noun) -> Control:
    units, path = noun
    origin = game.state[PLACE][units[0]]
    _set_out(game, movement, seat, units)
    caught: Call | None = None
    for place in path:
        _pay(game, movement, units, place, 1)
        caught = enter(game, units, place)
    _turn_down_the_spent(game, movement, units)
    game.say(Marched(units=units, origin=origin, path=path))
    return caught


def _set_out(game: Game, movement: LandMovement, seat: str, units: tuple[int, ...]) -> None:
    """The seat's last stack has finished; this one counts against the limits if it has not moved before."""
    finished = tuple(
        march for march in movement.marches if seat_of(game, march.unit) == seat and march.unit not in units
    )
    going_on = tuple(march_of(game, movement, unit) for unit in units)
    fresh = tuple(unit for unit in units if unit not in movement.moved)
    _finish(game, movement, finished)
    others = tuple(march for march in movement.marches if march not in finished and march.unit not in units)
    movement.marches = (*others, *going_on)
    movement.moved += fresh
    for unit in fresh:
        count_activity(game, power_of(game, unit), ACTIVITY)


@rule("11.10.1")
def _pay(game: Position, movement: LandMovement, units: tuple[int, ...], place: int, times: int) -> None:
    here = game.state[PLACE][units[0]]
    movement.marches = tuple(
        msgspec.structs.replace(march, left=march.left - entry_cost(game, march.unit, here, place, times))
        if march.unit in units
        else march
        for march in movement.marches
    )


@rule("11.10.1")
def _turn_down_the_spent(game: Game, movement: LandMovement, units: tuple[int, ...]) -> None:
    """Whoever had too few points for the last hex is turned face-down there."""
    for march in movement.marches:
        if march.unit in units and march.left < 0:
            turn_face_down(game, march.unit)


@rule("11.10.1", "2.4.3/land units")
def _finish(game: Game, movement: LandMovement, marches: tuple[March, ...]) -> None:
    """Whoever set out without supply is turned face-down when it has finished moving."""
    for march in marches:
        if not march.supplied and 0 <= game.state[PLACE][march.unit] < game.state.get(HEXES):
            turn_face_down(game, march.unit)


MOVE = Verb("move", "11.10.1", _move, _moves_shape, _move_violation, items=Thing, possible=_somebody_can_move)


# ------------------------------------------------------------------------------------------------------------ overrunning


def _overruns_shape(game: Position, movement: LandMovement, seat: str) -> Shape | Violation:
    """Stacks next to enemy land units; whether they are strong enough, the rule says.

    Where limits or politics hold a whole stack back, each of its units is asked alone: more units lack no odds.
    """
    stacks, misses = [], []
    for start, together, targets in _next_to_enemies(game, movement, seat):
        found = _asked_to_overrun(game, movement, seat, together, targets)
        for group in dict.fromkeys(group for group, _, _ in found):
            near = tuple((place, start) for who, place, refusal in found if who == group and refusal is None)
            stacks += [Stack(start, group, near)] if near else []
        misses += [(group, place, refusal) for group, place, refusal in found if refusal is not None]
    return Moves(tuple(stacks)) if stacks else _nobody_overruns(misses)


def _somebody_can_overrun(game: Position, movement: LandMovement, seat: str) -> bool:
    """The shape asks every stack, to say who comes nearest to it; here those are passed over that never can."""
    return any(
        refusal is None
        for _, together, targets in _next_to_enemies(game, movement, seat, brings_armour)
        if (in_the_open := tuple(place for place in targets if is_open(game, place)))
        for _, _, refusal in _asked_to_overrun(game, movement, seat, together, in_the_open)
    )


def _anybody(game: Position, units: tuple[int, ...]) -> bool:
    return True


def _next_to_enemies(
    game: Position,
    movement: LandMovement,
    seat: str,
    wanted: Callable[[Position, tuple[int, ...]], bool] = _anybody,
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Where a stack that is wanted stands, its units, and the hexes next to it with enemy land units."""
    standing, marching = game.look_up(STANDING), {march.unit for march in movement.marches}
    for start, units in _own_stacks(game, movement, seat):
        groups = [together for together in _march_groups(marching, units) if wanted(game, together)]
        near_by = (place for place in board_of(game).adjacent[start] if groups and place in standing)
        targets = tuple(place for place in near_by if land_foes_at(game, units[0], place))
        for together in groups if targets else ():
            yield start, together, targets


Asked = list[tuple[tuple[int, ...], int, Violation | None]]


def _asked_to_overrun(
    game: Position, movement: LandMovement, seat: str, units: tuple[int, ...], targets: tuple[int, ...]
) -> Asked:
    """Units and target with what is in the way: all of them together, and if that is no lack of strength each alone."""
    found = _refusals(game, movement, seat, units, targets)
    if len(units) > 1 and all(refusal is not None and refusal.key not in _NEARLY for _, _, refusal in found):
        own = (unit for unit in units if seat_of(game, unit) == seat)
        found += [one for unit in own for one in _refusals(game, movement, seat, (unit,), targets)]
    return found


def _refusals(
    game: Position, movement: LandMovement, seat: str, units: tuple[int, ...], targets: tuple[int, ...]
) -> Asked:
    return [(units, place, _overrun_violation(game, movement, seat, (units, (place,)))) for place in targets]


#: what an overrun fails for, from the least to what was nearly enough
_NEARLY = ("overrun-without-armour", "overrun-too-few-mech", "overrun-too-little-armour", "overrun-odds")


def _nobody_overruns(misses: list[tuple[tuple[int, ...], int, Violation]]) -> Violation:
    """Why no stack can overrun: what is wrong with the one that comes nearest to it."""
    if not misses:
        return refused("11.10.6", "nobody-can-overrun")
    units, place, reason = max(misses, key=lambda miss: _nearness(miss[2]))
    return refused(reason.rule, "nobody-can-overrun-yet", units=Things(units), place=Place(place), reason=reason)


def _nearness(reason: Violation) -> tuple[int, Fraction]:
    """How little is missing; of those who lack only the odds, the best odds."""
    if reason.key not in _NEARLY:
        return -1, Fraction(0)
    odds = reason.args["attack"] / reason.args["defence"] if reason.key == _NEARLY[-1] else Fraction(0)
    return _NEARLY.index(reason.key), odds


def _why_not_overrun(game: Position, movement: LandMovement, seat: str, noun: Noun) -> Violation | None:
    """Why these units may not, if none at all may."""
    noun = NO_MOVES.read(noun)
    return None if NO_MOVES.judge(noun) else _overrun_violation(game, movement, seat, noun)


def _overrun_violation(game: Position, movement: LandMovement, seat: str, noun: Noun) -> Violation | None:
    units, path = noun
    if len(path) != 1 or not is_hex(game, path[0]):
        return refused("11.10.6", "overrun-next-hex-only")
    found = stack_violation(game, movement, seat, units)
    if found is not None:
        return found
    marches = [march_of(game, movement, unit) for unit in units]
    for march in marches:
        if march.left <= 0:
            return refused("11.10.1", "no-movement-points", unit=Thing(march.unit), place=Place(path[0]))
    supplied = all(march.supplied for march in marches)
    return (
        _joining_violation(game, movement, units)
        or overrun_violation(game, units, path[0], set_out_in_supply=supplied)
        or foreign_troops_violation(game, units, path[0])
    )


def _overrun(game: Game, movement: LandMovement, seat: str, noun: Noun) -> Control:
    units, (place,) = noun
    _set_out(game, movement, seat, units)
    first = before_an_overrun(game, units, place)
    return carry_out_overrun(game, movement, units, place) if first is None else first


def carry_out_overrun(game: Game, movement: LandMovement, units: tuple[int, ...], place: int) -> Call | None:
    """Without anybody to be overrun any more the hex costs what it costs."""
    origin = game.state[PLACE][units[0]]
    if land_foes_at(game, units[0], place):
        _pay(game, movement, units, place, overrun_multiplier(game, units, place))
        overrun_land_units(game, units, place)
    else:
        _pay(game, movement, units, place, 1)
    caught = enter(game, units, place)
    _turn_down_the_spent(game, movement, units)
    game.say(Marched(units=units, origin=origin, path=(place,)))
    return caught


OVERRUN_UNITS = Verb(
    "overrun",
    "11.10.6",
    _overrun,
    _overruns_shape,
    _overrun_violation,
    explain=_why_not_overrun,
    items=Thing,
    possible=_somebody_can_overrun,
)


# ---------------------------------------------------------------------------------------------------------- the procedure


@step("11.10")
def side_to_move(game: Game, movement: LandMovement) -> Control:
    if movement.side == NOBODY:
        movement.side = active_side(game)
    return None


@step("11.10.1", MOVE, OVERRUN_UNITS)
def move_land_units(game: Game, movement: LandMovement) -> Control:
    """The seats of the side move in any order, each finishing one stack before the next."""
    seats = seats_with_armies(game, movement.side)
    return shared(seats, MOVE, OVERRUN_UNITS, rule="11.10.1", prompt="land-movement")


@step("11.10.1")
def all_have_moved(game: Game, movement: LandMovement) -> Control:
    _finish(game, movement, movement.marches)
    movement.marches = ()
    return None


LAND_MOVEMENT = procedure(
    "land movement",
    "11.10",
    side_to_move,
    move_land_units,
    all_have_moved,
    locals=LandMovement,
)


MODULE = Module(schema=Schema(derived=(WAYS_OUT,)), procedures=(LAND_MOVEMENT,), permissions=(MARCH,))
