"""13.6 Production: resources railed to factories, production points, build points, and what they buy.

Resources that cross the sea, lend lease and the options of 13.6 attach later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, Target, Thing, ThingId
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Draw, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.engine.seams import AllOf, AnyOf, Chain, EachOf, SumOf
from worldfire.engine.shapes import Allot, Bounds, Choices, Noun, One, Purchase, Room, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import powers_in_order
from worldfire.forces.kinds import HexNumber, Power, PowerId, TurnNumber
from worldfire.forces.nations import stands_apart
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import CONSTRUCTION, DOCKS, FORCE_POOL, REPAIR, PoolKey, circle_space, named_place
from worldfire.forces.situation import TURN
from worldfire.forces.things import (
    HEXES,
    NAMES,
    NO_PLANES,
    PLACE,
    PLACE_NAMES,
    STANDING,
    Counter,
    board_of,
    counter_of,
    move,
    place_index,
    place_name,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import (
    PRODUCED,
    chart_name,
    controls,
    is_active,
    power_name,
    seat_of_power,
)
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    master_of,
    power_of,
    side_of_power,
)
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc, zoc_answer, zoc_answers
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s04_reinforcements import (
    SORTING,
    Sorting,
    lose_ships_without_ports,
    scrap,
    sort_militia,
    tray_of_power,
)
from worldfire.rules.s13_01_3_partisan_effects import held_by_partisans, hexes_of_partisans
from worldfire.rules.s13_06_3_bonus_points import BONUS_POINTS
from worldfire.rules.s13_06_4_lend_lease import FOREIGN_UNITS, ForeignUnits
from worldfire.tables.counters import AirCounter, AirType, LandCounter, LandType, NavalCounter

#: (power, from turn, production points): what a campaign has made off its map
OFF_MAP_PRODUCTION: Field[tuple[tuple[int, int, int], ...]] = Field("off_map_production", ())

UNUSED = "unused"
#: 13.6.5: units this old may be scrapped from the pools, by neutral and by active major powers
OLD = Figure("years of an old unit of a neutral power", "13.6.5")
OLD_IF_ACTIVE = Figure("years of an old unit of an active power", "13.6.5")
REPAIR_TURNS = Figure("turns of a repair", "13.6.5")

#: 13.6.2: (blue, red) factories of a hex, changed by what was railed away or destroyed: (factories, place)
FACTORIES = Chain[tuple[int, int], [int]]("13.6.2 factories")
#: 13.6.2: the hexes where factories are printed, and others where some may stand now
FACTORY_SITES = Chain[frozenset[int], []]("13.6.2 factory sites")
#: 13.6.3: production points that the power lost to strategic bombardment this turn: (power)
PRODUCTION_LOST = SumOf[[int], int]("13.6.3 production lost")
#: 13.6.1: oil resources that a hex lost to strategic bombardment this turn: (place)
OIL_LOST = SumOf[[int], int]("13.6.1 oil lost")
#: 13.6.4: build points received from others, less those given away: (power)
LENT = SumOf[[int], int]("13.6.4 build points lent")
#: 13.6.3: build points that the power has saved in earlier turns: (power)
SAVED = SumOf[[int], int]("13.6.3 saved build points")
#: 13.6.3: the multiple, changed by what happened: (multiple, power)
MULTIPLE = Chain[Fraction, [int]]("13.6.3 multiple")
#: 13.6.5: what a unit costs to build, changed: (cost, unit)
COST = Chain[int, [int]]("13.6.5 cost")
#: pools to build from, by name, changed: (pools, power)
POOLS = Chain[dict[str, int], [int]]("13.6.5 pools to build from")
#: turns until a unit arrives, changed: (turns, unit)
TURNS = Chain[int, [int]]("13.6.5 turns")
#: option 39 limits how many of a class are built: why these (pool, number) may not be, nor a (ship in dock, 1), nor so many
#: ("convoy points", number): (orders, power)
GEARING = AllOf[[Noun, int], Violation]("13.6.8 gearing limits")
#: 13.6.1: hexes that resources of the power pass whoever holds them: (power, place)
OPEN_TO_RESOURCES = AnyOf[[int, int]]("13.6.1 hex open to resources")
#: an owner lets an ally's resources pass his hexes
PASSAGE = Permission("resources", "13.6.1")


class ResourcesSent(Event, frozen=True):
    """How many production points the resources give, and how many resources are left over."""

    power: PowerId
    points: int
    unused: int


class BuildPointsMade(Event, frozen=True):
    power: PowerId
    production: int
    multiple: str
    bonus: int
    points: int


class UnitBuilt(Event, frozen=True):
    thing: ThingId
    cost: int
    turn: TurnNumber


# --------------------------------------------------------------------------------------------------------- 13.6.1 resources


@rule("13.6.1", "13.1.3")
def resources_in(game: Position, place: int) -> int:
    """General and oil resources of a hex; oil that was bombed this turn is not there, and partisans let nobody use any."""
    if _under_partisans(game, place):
        return 0
    ground = ground_of(game)
    oil = ground.oil.get(place, 0)
    left = max(oil - OIL_LOST(game, place), 0) if oil else 0
    return left + sum([found.resources for found in ground.places.get(place, ())])


def _under_partisans(game: Position, place: int) -> bool:
    """Are there partisans against whoever controls the hex?"""
    side = side_of_power(game, game.state[CONTROLLER][place])
    return side != NOBODY and held_by_partisans(game, place, side)


def resources_of(game: Position, power: int) -> tuple[tuple[str, int], ...]:
    """(name, hex) of each resource that the power controls now; several in a hex are numbered."""
    board = board_of(game)
    return tuple(
        (f"{board.number(place)}/{number + 1}", place)
        for place in game.ruleset.once(printed_resources)
        if controls(game, power, place)
        for number in range(resources_in(game, place))
    )


def printed_resources(ruleset: Ruleset) -> tuple[int, ...]:
    """Every hex with a resource."""
    ground = ground_of(ruleset)
    general = (here for here, found in ground.places.items() if any(place.resources for place in found))
    return tuple(sorted({*general, *ground.oil}))


class Resource(HexNumber):
    """A resource by its hex and its number there, `E0127/1`."""

    __slots__ = ()

    @classmethod
    def target(cls, game: Position, value: str) -> Target:
        return super().target(game, value.partition("/")[0])


@clause("13.6.1")
def lets_resources_pass(game: Position, holder: int, power: int) -> bool:
    """Through hexes of one's own, of neutral minor countries, and of other major powers that allow it."""
    if holder == NOBODY:
        return False
    controller = master_of(game, holder)
    if controller == power or game.state[SIDE][controller] == NOBODY:
        return True
    if game.state[SIDE][controller] != game.state[SIDE][power] or stands_apart(game, controller):
        return False
    return PASSAGE.granted(game, seat_of_power(game, controller), seat_of_power(game, power))


def _in_enemy_zoc(game: Position, power: int, place: int) -> bool:
    return in_enemy_zoc(game, place, game.state[SIDE][power])


def _friendly_unit_in(game: Position, power: int, place: int) -> bool:
    side = game.state[SIDE][power]
    return any(game.state[SIDE][power_of(game, unit)] == side for unit in land_units(game, things_at(game, place)))


class Traffic:
    """What a resource of the power may do in each hex, found out once for all resources."""

    def __init__(self, game: Position, power: int) -> None:
        self.game, self.power, self._side = game, power, game.state[SIDE][power]
        self._partisans, self._zones = hexes_of_partisans(game, self._side), zoc_answers(game, self._side)
        self._let_pass: dict[int, bool] = {}
        self._known: dict[int, tuple[bool, bool]] = {}
        self._reach: dict[int, frozenset[int]] = {}

    def at(self, place: int) -> tuple[bool, bool]:
        """(may it enter the hex, may it go on from there)."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._look(place)
        return known

    def _look(self, place: int) -> tuple[bool, bool]:
        enters = self._may_pass(place)
        zoc = enters and zoc_answer(self.game, self._zones, place, self._side)
        watched = not zoc or _friendly_unit_in(self.game, self.power, place)
        return enters and watched, not zoc

    @rule("13.6.1", "13.1.3")
    def _may_pass(self, place: int) -> bool:
        """Whoever holds the hex lets it pass, and there are no partisans, whom nothing passes."""
        holder = self.game.state[CONTROLLER][place]
        if holder not in self._let_pass:
            self._let_pass[holder] = lets_resources_pass(self.game, holder, self.power)
        passes = self._let_pass[holder] or OPEN_TO_RESOURCES(self.game, self.power, place)
        return passes and place not in self._partisans

    def reach(self, start: int) -> frozenset[int]:
        """Where a resource gets to from this hex. From all hexes of a network that it may pass, it gets to the same."""
        if start not in self._reach:
            ways = stops(self.game, self.power, start, self)
            found = self._reach[start] = frozenset(place for place, _ in ways)
            if self.at(start) == (True, True):
                passed = (place for place, crossed in ways if not crossed and self.at(place)[1])
                self._reach.update(dict.fromkeys(passed, found))
        return self._reach[start]


@rule("13.6.1", "13.6.1/transporting resources by rail and road")
def reachable(game: Position, power: int, start: int, traffic: Traffic | None = None) -> frozenset[int]:
    """Where a resource can be railed from its hex: along railways and roads, across at most one straits hexside.

    It enters or leaves a hex in an enemy's zone of control only under the eyes of a friendly land unit, and stops there.
    """
    return (traffic or Traffic(game, power)).reach(start)


#: a hex on the way of a resource, and whether it has crossed a straits hexside
Stop = tuple[int, bool]


def stops(game: Position, power: int, start: int, traffic: Traffic) -> dict[Stop, Stop]:
    """Wherever the resource can be, nearest first → where it was before; at the start, where it is."""
    tracks, straits = ground_of(game).tracks, ground_of(game).crossing.straits
    first: Stop = (start, False)
    before = {first: first}
    if _in_enemy_zoc(game, power, start) and not _friendly_unit_in(game, power, start):
        return before
    frontier = deque((first,))
    while frontier:
        here, crossed = stop = frontier.popleft()
        ways = [(there, crossed) for there in tracks.get(here, ())]
        if straits[here] and not crossed:
            ways += [(there, True) for there in straits[here] if here in tracks and there in tracks]
        for way in ways:
            if way in before:
                continue
            enters, goes_on = traffic.at(way[0])
            if enters:
                before[way] = stop
                if goes_on:
                    frontier.append(way)
    return before


@rule("13.6.1", "13.6.1/transporting resources by rail and road")
def shortest_routes(
    game: Position, power: int, start: int, ends: Collection[int], traffic: Traffic | None = None
) -> dict[int, tuple[int, ...]]:
    """The hexes that a resource passes on its shortest way to each of these hexes that it can reach, both included."""
    before = stops(game, power, start, traffic or Traffic(game, power))
    found: dict[int, tuple[int, ...]] = {}
    for end in before:
        if end[0] in ends and end[0] not in found:
            trail = [end]
            while before[trail[-1]] != trail[-1]:
                trail.append(before[trail[-1]])
            found[end[0]] = tuple(place for place, _ in reversed(trail))
    return found


# --------------------------------------------------------------------------------------------------------- 13.6.2 factories


def factory_sites(game: Position) -> frozenset[int]:
    """Every hex where a factory can be: for those who look for factories."""
    return game.recall("factory sites", lambda: FACTORY_SITES(game, game.ruleset.once(_printed_sites)))


def _printed_sites(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(here for here, printed in ground_of(ruleset).factories.items() if any(printed))


@clause("13.6.2")
def factories_in(game: Position, place: int) -> tuple[int, int]:
    """(blue, red) factories that stand in the hex."""
    return FACTORIES(game, ground_of(game).factories.get(place, (0, 0)), place)


@clause("13.6.2")
def useable_factories(game: Position, power: int, place: int) -> int:
    """Red ones wherever the power controls them, blue ones at home and in aligned, not conquered, minor countries.

    What was home in 1939 is home even while it is conquered.
    """
    if place not in factory_sites(game) or not controls(game, power, place):
        return 0
    blue, red = factories_in(game, place)
    return red + (blue if _is_at_home(game, power, game.state[HOME_COUNTRY][place]) else 0)


def _is_at_home(game: Position, power: int, country: int) -> bool:
    """In a home country that it has, or began the war with whatever became of it; in an aligned minor country."""
    if country == NOBODY:
        return False
    if game.state[POWER][country] == power and game.state[CONQUEROR][country] == NOBODY:
        return True
    printed = ground_of(game).homes_of_power.get(power_name(game, power), ())
    return game.state.get(COUNTRY_NAMES)[country] in printed


def factory_hexes(game: Position, power: int) -> dict[int, int]:
    """Hex → how many useable factories it has."""
    return game.recall(("useable factories", power), lambda: _find_factories(game, power))


def _find_factories(game: Position, power: int) -> dict[int, int]:
    own = (place for place in sorted(factory_sites(game)) if controls(game, power, place))
    found = {place: useable_factories(game, power, place) for place in own}
    return {place: number for place, number in found.items() if number}


# ------------------------------------------------------------------------------------------------- the step of one power


class PowerProduction(msgspec.Struct):
    """A power's production: the points it made and has left, and what it has ordered from the pools."""

    power: int
    production: int = 0
    points: int = 0
    #: (pool, number) still to be drawn
    orders: tuple[tuple[int, int], ...] = ()
    #: units are scrapped from the pools before the first is built
    has_built: bool = False


def _seat(game: Position, work: PowerProduction) -> str:
    return seat_of_power(game, work.power)


@step("13.6.5")
def losses_first(game: Game, work: PowerProduction) -> Control:
    """What was destroyed is in the pools, or scrapped, before anything is built."""
    return Call(SORTING.name, Sorting(work.power)) if things_at(game, tray_of_power(game, work.power)) else None


@step("4.2.1")
def cities_of_militia(game: Game, work: PowerProduction) -> Control:
    """Only now: a MIL that fell with its city has just come back to the force pool, and cannot be built from there."""
    sort_militia(game)
    return None


@rule("13.6.1", "13.6.2")
def ways(game: Position, power: int) -> tuple[Choices, ...]:
    """Each resource that can reach a useable factory, with the hexes of those that it can reach."""
    return game.recall(("ways of resources", power), lambda: tuple(_each_way(game, power)))


def _each_way(game: Position, power: int) -> Iterator[Choices]:
    factories, traffic = factory_hexes(game, power), Traffic(game, power)
    board = board_of(game)
    to_of_hex: dict[int, tuple[str, ...]] = {}
    for name, place in resources_of(game, power):
        if place not in to_of_hex:
            there = reachable(game, power, place, traffic)
            to_of_hex[place] = tuple(board.number(factory) for factory in factories if factory in there)
        if to_of_hex[place]:
            yield Choices(name, (*to_of_hex[place], UNUSED))


def sending(game: Position, power: int) -> Allot:
    """Which resources may go to which factories, and how many each of them takes."""
    board = board_of(game)
    rooms = tuple(Room(board.number(place), number) for place, number in factory_hexes(game, power).items())
    return Allot(ways(game, power), rooms)


def _send_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    return sending(game, work.power)


@clause("13.6.1", "13.6.2")
def send_violation(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    """Only one resource for each factory."""
    board = board_of(game)
    factories = {board.number(place): number for place, number in factory_hexes(game, work.power).items()}
    for factory, number in factories.items():
        if sum(to == factory for _, to in noun) > number:
            return refused("13.6.2", "factory-full", place=Place(board.index[factory]), most=Number(number))
    return None


def _send(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    work.production = sum(to != UNUSED for _, to in noun)
    unused = len(resources_of(game, work.power)) - work.production
    game.say(ResourcesSent(power=work.power, points=work.production, unused=unused))
    return None


SEND_RESOURCES = Verb("send-resources", "13.6.1", _send, _send_shape, send_violation, items=Resource, to=HexNumber)


@step("13.6.1", SEND_RESOURCES)
def send_resources(game: Game, work: PowerProduction) -> Control:
    if not ways(game, work.power):
        return None
    return one(_seat(game, work), SEND_RESOURCES, rule="13.6.1", prompt="send-resources", power=Power(work.power))


# ----------------------------------------------------------------------------------- 13.6.3 production multiples & build points


@clause("13.6.3")
def multiple(game: Position, power: int) -> Fraction:
    """Of the chart, with what the war adds."""
    found = chart_named(game, "production_multiples").number(chart_name(game, power), str(game.state.get(YEAR)))
    return MULTIPLE(game, found, power)


class Income(msgspec.Struct, frozen=True):
    """How the build points of a turn come about."""

    #: production points from resources and from off the map, and those that were bombed
    production: int
    off_map: int
    lost: int
    multiple: Fraction
    bonus: int
    #: build points received from others, less those given away
    lent: int = 0

    @property
    def net(self) -> int:
        return max(self.production + self.off_map - self.lost, 0)

    @property
    def points(self) -> int:
        return rounded(self.net * self.multiple) + self.bonus + self.lent


@rule("13.6.3", "13.6.4")
def income(game: Position, power: int, production: int) -> Income:
    """Production points less what was bombed, times the multiple, the bonus points, and what is lent."""
    return msgspec.structs.replace(_at_home(game, power, production), lent=LENT(game, power))


@rule("13.6.3")
def income_at_home(game: Position, power: int, production: int) -> int:
    """The build points that the power makes itself."""
    return _at_home(game, power, production).points


def _at_home(game: Position, power: int, production: int) -> Income:
    turn = game.state.get(TURN)
    off_map = sum(
        points for owner, start, points in game.state.get(OFF_MAP_PRODUCTION) if owner == power and start <= turn
    )
    lost, bonus = PRODUCTION_LOST(game, power), game.state[BONUS_POINTS][power]
    return Income(production, off_map, lost, multiple(game, power), bonus)


@step("13.6.3")
def reckon_build_points(game: Game, work: PowerProduction) -> Control:
    made = income(game, work.power, work.production)
    work.points = max(made.points + SAVED(game, work.power), 0)
    game.write(PRODUCED, work.power, max(made.points, 0))  # points that were saved may be lent too
    game.write(BONUS_POINTS, work.power, 0)
    game.say(
        BuildPointsMade(
            power=work.power,
            production=made.net,
            multiple=str(float(made.multiple)),
            bonus=made.bonus,
            points=made.points,
        )
    )
    return None


# --------------------------------------------------------------------------------------------------------- 13.6.5 building


def pools_of(game: Position, power: int) -> dict[str, int]:
    """Name → place of each force pool of the power and of its minors that has something in it."""

    def look() -> dict[str, int]:
        standing = game.look_up(STANDING)
        filled = [(name, pool) for name, pool in _force_pools(game) if pool in standing]
        return {name: pool for name, pool in filled if power_of(game, standing[pool][0]) == power}

    return game.recall(("pools of", power), look)


def _force_pools(game: Position) -> tuple[tuple[str, int], ...]:
    """Every force pool, by whose it is."""

    def look() -> tuple[tuple[str, int], ...]:
        names, hexes, prefix = game.state.get(PLACE_NAMES), game.state.get(HEXES), f"{FORCE_POOL} "
        named = enumerate(names, hexes)
        return tuple((name.removeprefix(prefix), place) for place, name in named if name.startswith(prefix))

    return game.recall("force pools", look, NAMES)


@clause("13.6.5/force pools")
def units_in_pool(game: Position, pool: int) -> tuple[int, ...]:
    """What whoever builds from the pool may draw."""
    return things_at(game, pool)


@clause("13.6.5/force pools")
def owner_of_pool(game: Position, name: str) -> str:
    """Whose it is: a home country's."""
    return name.partition(": ")[0]


@clause("13.6.5/which units")
def draw_to_build(game: Position, seat: str, pool: int, number: int) -> Control:
    return Draw("build", seat, pool, number)


@clause("13.6.5/which units")
def drawn_to_build(game: Position, pool: int, result: tuple[int, ...]) -> tuple[int, ...]:
    """The units that were drawn so."""
    return result


@step("13.6.4/foreign aircraft and naval units")
def foreign_aircraft(game: Game, work: PowerProduction) -> Control:
    return Call(FOREIGN_UNITS.name, ForeignUnits(work.power))


@clause("13.6.5/force pools")
def is_old(game: Position, unit: int) -> bool:
    """May the unit be scrapped from its pool because of the date on its back?"""
    year = counter_of(game, unit).year
    age = (OLD_IF_ACTIVE if is_active(game, power_of(game, unit)) else OLD)(game)
    return year is not None and year <= game.state.get(YEAR) - age


def _old_units(game: Position, power: int) -> tuple[int, ...]:
    return tuple(
        unit for pool in pools_of(game, power).values() for unit in things_at(game, pool) if is_old(game, unit)
    )


def _old_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    if work.has_built:
        return refused("13.6.5", "scrap-before-building")
    old = _old_units(game, work.power)
    return Set(old, 1, len(old)) if old else refused("13.6.5", "no-old-units-to-scrap")


def _scrap_old(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    for unit in noun:
        scrap(game, unit)
    return Goto("buy")


@rule("13.6.5/force pools")
def _why_not_scrapped(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    """The first of the units that is not old, or in none of the power's pools."""
    things = range(len(game.state[PLACE]))
    named = noun if isinstance(noun, tuple) else ()
    others = (unit for unit in named if type(unit) is int and unit in things)
    return next(
        (
            refused("13.6.5", "unit-not-old", unit=Thing(unit))
            for unit in others
            if not _is_old_in_pool(game, work, unit)
        ),
        None,
    )


def _is_old_in_pool(game: Position, work: PowerProduction, unit: int) -> bool:
    return unit in _old_units(game, work.power)


SCRAP_OLD = Verb("scrap-old-units", "13.6.5", _scrap_old, _old_shape, explain=_why_not_scrapped, items=Thing)


@clause("13.6.5/buying units", "13.6.5/naval units")
def cost_of(game: Position, unit: int) -> int:
    """Build points for a unit from its force pool: for a ship, its first cycle."""
    counter: Counter = counter_of(game, unit)
    if isinstance(counter, NavalCounter):
        printed = counter.cost_first
    else:
        printed = (counter.cost or 0) if isinstance(counter, LandCounter) else counter.cost
    return COST(game, printed, unit)


def turns_of(game: Position, unit: int) -> int:
    """Turns ahead on the production circle."""
    return TURNS(game, counter_of(game, unit).turns or 0, unit)


@rule("13.6.5/buying units", "13.6.5/production circle")
def forecast(game: Position, pool: int) -> tuple[int, int] | None:
    """(cost, turn of arrival) of what would be built from the pool now; None if it is empty."""
    units = units_in_pool(game, pool)
    return (cost_of(game, units[0]), game.state.get(TURN) + turns_of(game, units[0])) if units else None


@clause("4.1.2", "13.6.5/buying units")
def unit_violation(game: Position, power: int, unit: int) -> Violation | None:
    """Why the power may not start building such a unit; 4.1.2: a neutral one has no MIL; carrier planes are option 45."""
    counter = counter_of(game, unit)
    if isinstance(counter, AirCounter) and counter.type is AirType.CVP:
        return refused("14.4", "carrier-planes-are-an-option")
    if isinstance(counter, LandCounter) and counter.type is LandType.MIL and not is_active(game, power):
        return refused("4.1.2", "neutral-builds-no-militia", power=Power(power))
    return None


@rule("13.6.5/buying units")
def pool_violation(game: Position, work: PowerProduction, pool: int) -> Violation | None:
    """Why no unit of this pool can be built now."""
    units = units_in_pool(game, pool)
    if not units:
        return refused("13.6.5", "force-pool-is-empty")
    unit = units[0]
    found = unit_violation(game, work.power, unit)
    if found is not None:
        return found
    cost = cost_of(game, unit)
    return (
        None
        if cost <= work.points
        else refused("13.6.5", "not-enough-build-points", cost=Number(cost), points=Number(work.points))
    )


def pools_to_build_from(game: Position, power: int) -> dict[str, int]:
    """Name → place of each pool that the power may build from."""
    pools = POOLS(game, pools_of(game, power), power)
    return pools


def _buildable(game: Position, work: PowerProduction) -> dict[str, int]:
    """Pools from which the power can build now."""

    def look() -> dict[str, int]:
        pools = pools_to_build_from(game, work.power)
        return {name: pool for name, pool in pools.items() if pool_violation(game, work, pool) is None}

    return game.recall(("buildable", msgspec.structs.astuple(work)), look)


def _build_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    pools = _buildable(game, work)
    if not pools:
        return refused("13.6.5", "nothing-to-build", points=Number(work.points))
    costs = tuple(cost_of(game, units_in_pool(game, pool)[0]) for pool in pools.values())
    bounds = tuple(
        Bounds(
            name, 0, min(len(units_in_pool(game, pool)), work.points // cost if cost > 0 else 1)
        )  # for nothing, one by one
        for (name, pool), cost in zip(pools.items(), costs, strict=True)
    )
    most = max(work.points // max(min(costs), 1), 1)
    return Purchase(bounds, 1, most, costs=costs, budget=work.points)


#: so many units like each of these
UnitsOrdered = tuple[tuple[int, int], ...]


@clause("13.6.5/buying units")
def price_of_order(game: Position, order: UnitsOrdered) -> int:
    """Build points for all that is ordered together."""
    return sum(number * cost_of(game, unit) for unit, number in order)


def _price(game: Position, work: PowerProduction, noun: Noun) -> int:
    pools = _buildable(game, work)
    return price_of_order(game, tuple((units_in_pool(game, pools[name])[0], n) for name, n in noun if n))


@rule("13.6.5/buying units")
def build_violation(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    price = _price(game, work, noun)
    if price > work.points:
        return refused("13.6.5", "not-enough-build-points", cost=Number(price), points=Number(work.points))
    return GEARING(game, noun, work.power)


@rule("13.6.5/buying units", "13.6.5/force pools")
def _why_not_build(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    """What of an order was not offered: the first pool that cannot give it, or what all of it would cost."""
    pools = pools_to_build_from(game, work.power)
    order = [(str(pair[0]), pair[1]) for pair in noun if len(pair) == 2] if _is_order(noun) else []
    wanted = [(name, number) for name, number in order if type(number) is int and number > 0]
    for name, number in wanted:
        if name not in pools:
            return refused("13.6.5", "no-such-force-pool", name=name)
        found = pool_violation(game, work, pools[name])
        if found is not None:
            return found
        units = units_in_pool(game, pools[name])
        if number > len(units):
            return refused("13.6.5", "too-few-in-force-pool", name=name, left=Number(len(units)))
    price = price_of_order(game, tuple((units_in_pool(game, pools[name])[0], number) for name, number in wanted))
    if price > work.points:
        return refused("13.6.5", "not-enough-build-points", cost=Number(price), points=Number(work.points))
    return refused("13.6.5", "nothing-ordered") if order and not wanted else None


def _is_order(noun: Noun) -> bool:
    return isinstance(noun, tuple) and all(isinstance(pair, tuple) for pair in noun)


def _build(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    pools = _buildable(game, work)
    work.points -= _price(game, work, noun)
    work.orders = tuple((pools[name], number) for name, number in noun if number)
    work.has_built = True
    return Goto("draw_from_pools")


class ShipInDock(Thing):
    """A ship whose second cycle may be paid for."""

    __slots__ = ()


@clause("13.6.5/naval units")
def dock_cost(game: Position, unit: int) -> int | None:
    """The second cycle from the construction pool; the first again for a repair, and once more for planes; None elsewhere."""
    counter, place = counter_of(game, unit), place_name(game, game.state[PLACE][unit])
    if not isinstance(counter, NavalCounter) or not place.startswith(DOCKS):
        return None
    printed = (counter.cost_second or 0) if place.startswith(CONSTRUCTION) else counter.cost_first
    return COST(game, printed, unit) * (1 + game.state[NO_PLANES][unit])


@clause("13.6.5/naval units")
def dock_turns(game: Position, unit: int) -> int:
    repairing = place_name(game, game.state[PLACE][unit]).startswith(REPAIR)
    return REPAIR_TURNS(game) if repairing else turns_of(game, unit)


@clause("13.6.5/naval units")
def in_dock(game: Position, power: int) -> tuple[int, ...]:
    """The ships of the power in the construction and repair pools."""
    docks = (named_place(game, f"{title}{power_name(game, power)}") for title in DOCKS)
    return tuple(unit for dock in docks if dock is not None for unit in things_at(game, dock))


def ships_in_dock(game: Position, work: PowerProduction) -> dict[int, int]:
    """Ship → cost, of those that the power can pay."""
    costs = {unit: dock_cost(game, unit) for unit in in_dock(game, work.power)}
    return {unit: cost for unit, cost in costs.items() if cost is not None and cost <= work.points}


def _complete_shape(game: Position, work: PowerProduction, seat: str) -> Shape | Violation:
    ships = ships_in_dock(game, work)
    return One(tuple(ships)) if ships else refused("13.6.5", "no-ship-to-complete", points=Number(work.points))


def _why_not_complete(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    if type(noun) is not int or noun not in range(len(game.state[PLACE])):
        return None
    cost = dock_cost(game, noun)
    if cost is None or noun not in in_dock(game, work.power):
        return refused("13.6.5", "not-in-a-dock", unit=Thing(noun))
    return refused("13.6.5", "not-enough-build-points", cost=Number(cost), points=Number(work.points))


def _dock_is_geared(game: Position, work: PowerProduction, seat: str, noun: Noun) -> Violation | None:
    return GEARING(game, ((noun, 1),), work.power)


def _complete(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    cost, turns = ships_in_dock(game, work)[noun], dock_turns(game, noun)
    work.points -= cost
    game.write(NO_PLANES, noun, 0)
    put_on_circle(game, noun, cost, turns)
    return Goto("buy")


@clause("13.6.5/buying units")
def buying_is_over(game: Game, work: PowerProduction) -> Control:
    """What is left of the build points is lost."""
    return End()


def _stop(game: Game, work: PowerProduction, seat: str, noun: Noun) -> Control:
    return buying_is_over(game, work)


BUILD = Verb("build", "13.6.5", _build, _build_shape, build_violation, explain=_why_not_build, items=PoolKey)
COMPLETE_SHIP = Verb(
    "complete-ship", "13.6.5", _complete, _complete_shape, _dock_is_geared, explain=_why_not_complete, items=ShipInDock
)
STOP_BUILDING = Verb("stop-building", "13.6.5", _stop)


#: a verb that buys something else; its handler goes back to `buy`
PURCHASES = EachOf[[], Verb]("13.6.5 purchases")


@step("13.6.5/buying units", BUILD, COMPLETE_SHIP, SCRAP_OLD, STOP_BUILDING)
def buy(game: Game, work: PowerProduction) -> Control:
    """Types and costs from the force pools, exact ships from the docks; more may be bought after the draws are seen."""
    purchases = [purchase(game) for purchase in PURCHASES.one_by_one(game)]
    return one(
        _seat(game, work),
        *(BUILD, COMPLETE_SHIP, *purchases, SCRAP_OLD, STOP_BUILDING),
        rule="13.6.5",
        prompt="build-units",
        power=Power(work.power),
        points=Number(work.points),
    )


@step("13.6.5/which units")
def draw_from_pools(game: Game, work: PowerProduction) -> Control:
    if not work.orders:
        return Goto("buy")
    pool, number = work.orders[0]
    return draw_to_build(game, _seat(game, work), pool, number)


@step("13.6.5/production circle", also=("13.6.5/builds charts",))
def put_on_the_circle(game: Game, work: PowerProduction) -> Control:
    """Ships of the first cycle lie face-down."""
    (pool, _), work.orders = work.orders[0], work.orders[1:]
    for unit in drawn_to_build(game, pool, game.result):
        start_building(game, unit, cost_of(game, unit), turns_of(game, unit))
    return Goto("draw_from_pools")


def start_building(game: Game, unit: int, cost: int, turns: int) -> None:
    put_on_circle(game, unit, cost, turns)
    if isinstance(counter_of(game, unit), NavalCounter):
        turn_face_down(game, unit)


@rule("13.6.5/production circle")
def put_on_circle(game: Game, unit: int, cost: int, turns: int) -> None:
    turn = game.state.get(TURN) + turns
    move(game, unit, place_index(game, circle_space(turn)))
    game.say(UnitBuilt(thing=unit, cost=cost, turn=turn))


PRODUCTION_OF_A_POWER = procedure(
    "a power’s production",
    "13.6",
    losses_first,
    cities_of_militia,  # 4.2.1
    send_resources,  # 13.6.1, 13.6.2
    reckon_build_points,  # 13.6.3
    foreign_aircraft,  # 13.6.4
    buy,  # 13.6.5
    draw_from_pools,
    put_on_the_circle,
    locals=PowerProduction,
)


class Production(msgspec.Struct):
    """How many powers have produced."""

    done: int = 0


@step("13.6")
def next_power_produces(game: Game, production: Production) -> Control:
    if not production.done:
        lose_ships_without_ports(game)
    powers = powers_in_order(game)
    if production.done == len(powers):
        return End()
    production.done += 1
    return Call(PRODUCTION_OF_A_POWER.name, PowerProduction(powers[production.done - 1]))


@step("13.6")
def power_has_produced(game: Game, production: Production) -> Control:
    return Goto("next_power_produces")


PRODUCTION = procedure("production", "13.6", next_power_produces, power_has_produced, locals=Production)


MODULE = Module(
    schema=Schema(fields=(OFF_MAP_PRODUCTION,)),
    procedures=(PRODUCTION, PRODUCTION_OF_A_POWER),
    seams=(
        *(FACTORIES, FACTORY_SITES, PRODUCTION_LOST, OIL_LOST, LENT, SAVED, MULTIPLE),
        *(COST, POOLS, TURNS, GEARING, OPEN_TO_RESOURCES, PURCHASES),
    ),
    permissions=(PASSAGE,),
)
