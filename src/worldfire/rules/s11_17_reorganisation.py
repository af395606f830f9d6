"""11.17 Reorganisation: face-down units are turned face-up by air supply, HQs and transports at sea.

The air supply mission's list (11.17.1) is the frame: when its surviving ATRs provide supply, the powers of the active side
reorganise with every source they have, and then the ATRs go home.
"""

from __future__ import annotations

import heapq

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, Thing, ThingId
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema, memo
from worldfire.engine.seams import AnyOf, Chain
from worldfire.engine.shapes import Amounts, Bounds, Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.flights import TARGET, bombers, flight_of, in_flight
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import InTurn, power_in_turn, somebody_is_left, turn_is_over
from worldfire.forces.kinds import Power
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    Counter,
    aboard,
    all_such,
    board_of,
    counter_of,
    on_the_map,
    sea_of_section,
    things_at,
    turn_face_down,
    turn_face_up,
)
from worldfire.forces.turn import active_side, seat_of_power
from worldfire.forces.who import COUNTRY, power_of, seat_of, side_of
from worldfire.rules.s02_2_zones_of_control import zoc_answers
from worldfire.rules.s02_4_supply import DESK
from worldfire.rules.s02_4_supply_limits import Tracer, entry_violation, holder_violation, tracer_of
from worldfire.rules.s08_weather import lake_hexside_frozen, port_iced_in
from worldfire.rules.s10_actions import AIR, LAND, NAVAL, action_of, passed
from worldfire.rules.s11_10_entry import COSTS, terrain_cost
from worldfire.rules.s14_2_missions import (
    Kind,
    Mission,
    can_be_flown,
    fight_air_to_air,
    fly_the_attackers,
    intercept_in_turn,
    may_carry,
    new_kind,
    opponent_flies_patrols,
    opponent_intercepts,
    return_to_base,
    suffer_anti_aircraft_fire,
)
from worldfire.rules.s18_1_cooperation import cooperation_violation, is_minor_country
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalCounter, NavalType, Size

#: an owner lets the points of his HQs, aircraft and ships turn an ally's units face-up
SHARE_POINTS = Permission("reorganise", "11.17.4")
HEADQUARTERS = frozenset({LandType.HQ_A, LandType.HQ_I})
SUPPLYING_SHIPS = frozenset({NavalType.TRS, NavalType.AMPH})

#: option 8: large ATRs. (game, points, source, place)
POINTS_OF_SOURCE = Chain[int, [int]]("11.17 points of a source")
#: options 8 and 29: what a unit costs. (game, cost, unit, sources)
COST = Chain[int, [int, tuple[int, ...]]]("11.17.4 cost")
#: options 14, 49: what else may be reorganised. (game, unit) → true
ALSO_REORGANISED = AnyOf[[int]]("11.17.4 also reorganised")

#: what the motorised steps into a hex cost in this weather
STEPS = memo("steps of an HQ's range", (COSTS,), asks=(terrain_cost,))


class Reorganised(Event, frozen=True):
    """A unit is turned face-up with points of these sources."""

    unit: ThingId
    sources: tuple[ThingId, ...]
    points: int


# ------------------------------------------------------------------------------------------------ 11.17.1 air supply


def _targets(game: Position, mission: Mission) -> frozenset[int]:
    """Hexes of face-down units that a point could turn face-up."""
    down = game.state[FACE_DOWN]
    return frozenset(
        place
        for unit, place in on_the_map(game)
        if down[unit] and side_of(game, unit) == mission.side and can_be_reorganised(game, unit) is None
    )


def _carries_supply(game: Position, thing: int) -> bool:
    return may_carry(game, thing, "air supply")


KIND = new_kind(Kind("air supply", "11.17.1", _carries_supply, _targets, activity="air supply", hex_at_war=True))


@rule("11.17.4")
def note_who_is_face_down(game: Position, mission: Mission) -> None:
    """At the head of the step, whatever comes first in it: nobody who is turned during the step is reorganised in it."""
    if mission.kind:
        return
    mission.kind, mission.side = KIND.name, active_side(game)
    down = game.state[FACE_DOWN]
    mission.face_down = tuple(unit for unit in range(len(down)) if down[unit] and side_of(game, unit) == mission.side)


@step("11.17.1", also=("11.17.4",))
def is_air_supply_flown(game: Game, mission: Mission) -> Control:
    """Aircraft that come back from it cannot be reorganised."""
    note_who_is_face_down(game, mission)
    return None if can_be_flown(game, mission) else Goto("reorganise_units")


@clause("11.17.1/air supply benefits", "11.17.2", "11.17.3")
def points_of(game: Position, source: int) -> int:
    """What a source has altogether: an ATR 1, an HQ its reorganisation value, a TRS or AMPH 1."""
    counter = counter_of(game, source)
    if isinstance(counter, LandCounter):
        points = counter.reorganisation or 0
    else:
        row = "ATR" if isinstance(counter, AirCounter) else "TRS or AMPH"
        points = int(chart_named(game, "reorganisation_points").number(row, "points"))
    return POINTS_OF_SOURCE(game, points, source)


def _gives_points(counter: Counter) -> bool:
    return counter.type in HEADQUARTERS or counter.type in SUPPLYING_SHIPS


@rule("11.17.1", "11.17.2", "11.17.3", "11.1")
def sources_of_side(game: Position, side: int) -> tuple[int, ...]:
    """Whoever has points to give: ATRs on air supply, face-up HQs, face-up empty TRS and AMPH at sea.

    Whoever passed gives nothing, not even to an ally (11.1).
    """
    found = list(bombers(game, in_flight(game, side)))
    down = game.state[FACE_DOWN]
    for thing in all_such(game, _gives_points):
        place = game.state[PLACE][thing]
        if place < 0 or down[thing] or side_of(game, thing) != side or passed(game, power_of(game, thing)):
            continue
        if is_hex(game, place) if counter_of(game, thing).type in HEADQUARTERS else is_supply_at_sea(game, thing):
            found.append(thing)
    return tuple(found)


@rule("11.17.3")
def is_supply_at_sea(game: Position, ship: int) -> bool:
    """At sea and without cargo."""
    place = game.state[PLACE][ship]
    return not is_hex(game, place) and bool(sea_of_section(game, place)) and not things_at(game, aboard(ship))


# ------------------------------------------------------------------------------------------------------ 11.17.2 range


@clause("11.17.2")
def range_is_motorised(game: HasRuleset) -> bool:
    """Is an HQ's range counted in motorised movement points?"""
    return True


@rule("11.17.2", "11.10.2")
def steps_into(game: Position, place: int) -> tuple[tuple[int, int], ...]:
    """Each neighbour, with the motorised movement points to enter the hex from there; straits cost one more.

    Across no alpine, all-sea or unfrozen lake hexside.
    """
    crossing, cost = ground_of(game).crossing, terrain_cost(game, place, motorised=range_is_motorised(game))
    found = [(there, cost) for there in crossing.open[place]]
    if crossing.straits[place]:
        extra = int(chart_named(game, "terrain_movement_extras").number("straits hexside", "add"))
        found += [(there, cost + extra) for there in crossing.straits[place]]
    if crossing.lakes[place]:
        found += [(there, cost) for there in crossing.lakes[place] if lake_hexside_frozen(game, place, there)]
    return tuple(found)


@clause("11.17.2")
def range_of(game: Position, headquarters: int) -> int:
    """How far an HQ reaches: as far as it has points."""
    return points_of(game, headquarters)


#: which hexes an HQ reaches: whatever changes supply paths, and who stands where
AREAS = memo("areas of HQs", (DESK, STEPS), asks=(POINTS_OF_SOURCE, points_of, range_of, holder_violation))


@rule("11.17.2")
def area_of(game: Position, headquarters: int, tracer: Tracer) -> frozenset[int]:
    """The hexes from which units of this country trace a path to the HQ; one hex can always be traced.

    Searched backwards from the HQ: a step costs what it takes to enter the hex that is nearer to it.
    """
    goal, value = game.state[PLACE][headquarters], range_of(game, headquarters)
    zones = zoc_answers(game, tracer.side)
    best: dict[int, int] = {goal: 0}
    heap = [(0, goal)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here] or entry_violation(game, tracer, zones, here) is not None:
            continue  # a unit may stand here, but no path leads through
        for there, cost in _steps_into(game, here):
            total = spent + cost
            if total <= value and total < best.get(there, value + 1):
                best[there] = total
                heapq.heappush(heap, (total, there))
    return frozenset((*best, *(there for there, _ in _steps_into(game, goal))))


def _steps_into(game: Position, place: int) -> tuple[tuple[int, int], ...]:
    return game.recall(("steps", place), lambda: steps_into(game, place), STEPS)


class Help:
    """The sources that have points left, with what each HQ reaches: found once for all the units that ask."""

    def __init__(self, game: Position, work: Reorganising, side: int) -> None:
        able = game.recall(("sources of points", side), lambda: sources_of_side(game, side))
        self.sources = tuple(source for source in able if _left(game, work, source) > 0)

    def area(self, game: Position, headquarters: int, unit: int) -> frozenset[int]:
        tracer = tracer_of(game, unit)
        return game.recall(("area", headquarters, tracer.country), lambda: area_of(game, headquarters, tracer), AREAS)


@clause("11.17.1", "11.17.2", "11.17.3")
def can_supply(game: Position, help_: Help, source: int, unit: int) -> bool:
    """Is the unit where this source can help it?"""
    place, counter = game.state[PLACE][unit], counter_of(game, source)
    if isinstance(counter, AirCounter):
        return game.state[TARGET][source] == place
    if isinstance(counter, NavalCounter):
        sea = sea_of_section(game, game.state[PLACE][source])
        tables = board_of(game).tables
        return tables.kind[place] == "coastal" and sea in (*tables.seas[place], *ground_of(game).sea_of(place))
    distance = board_of(game).formula_distance(game.state[PLACE][source], place)
    if distance is not None and distance > max(1, range_of(game, source)):  # a hex costs a point at least
        return False
    return place in help_.area(game, source, unit)


# ------------------------------------------------------------------------------------------------ 11.17.4 reorganising


class Reorganising(InTurn):
    """What each source has given so far."""

    spent: tuple[tuple[int, int], ...] = ()
    unit: int = -1


@clause("11.17.4", "8.2.1/iced-in ports")
def can_be_reorganised(game: Position, unit: int) -> Violation | None:
    """Face-down on land or in port; HQs wait for the final reorganisation (13.5)."""
    counter = counter_of(game, unit)
    if not game.state[FACE_DOWN][unit] or not is_hex(game, game.state[PLACE][unit]):
        return refused("11.17.4", "not-face-down-ashore", unit=Thing(unit))
    if isinstance(counter, NavalCounter) and port_iced_in(game, game.state[PLACE][unit]):
        return refused("8.2.1", "port-is-closed", place=Place(game.state[PLACE][unit]), unit=Thing(unit))
    if isinstance(counter, LandCounter) and (counter.type in HEADQUARTERS or counter.size is Size.FACILITY):
        return None if ALSO_REORGANISED(game, unit) else refused("11.17.4", "hq-reorganises-later", unit=Thing(unit))
    return None


@clause("11.17.4")
def is_foreign(game: Position, source: int, unit: int) -> bool:
    """Points of another power, or between a minor country and anybody else, are a co-operating country's."""
    home, away = game.state[COUNTRY][unit], game.state[COUNTRY][source]
    if home == away:
        return False
    if power_of(game, unit) != power_of(game, source):
        return True
    return is_minor_country(game, home) or is_minor_country(game, away)


@clause("11.17.4")
def action_suits(game: Position, unit: int) -> bool:
    """Has its power chosen the action of such units?"""
    counter = counter_of(game, unit)
    suits = LAND if isinstance(counter, LandCounter) else AIR if isinstance(counter, AirCounter) else NAVAL
    return action_of(game, power_of(game, unit)) == suits


@clause("11.17.4", "18.3")
def cost_of(game: Position, unit: int, sources: tuple[int, ...]) -> int:
    """By the action of the power that controls the unit; doubled if a co-operating country gives any point."""
    chart = chart_named(game, "reorganisation_costs")
    cost = int(chart.number("unit of the action" if action_suits(game, unit) else "other unit", "points"))
    if any(is_foreign(game, source, unit) for source in sources):
        cost *= int(chart.number("points of a co-operating country", "multiply"))
    return COST(game, cost, unit, sources)


def _left(game: Position, work: Reorganising, source: int) -> int:
    return points_of(game, source) - dict(work.spent).get(source, 0)


@rule("11.17.4", "18.1")
def sources_for(game: Position, help_: Help, unit: int) -> tuple[int, ...]:
    """Sources with points left that can help the unit: those of the same player, or of an ally who has agreed."""
    taker = seat_of(game, unit)
    return tuple(
        source
        for source in help_.sources
        if can_supply(game, help_, source, unit)  # most are too far away
        and SHARE_POINTS.granted(game, seat_of(game, source), taker)
        and cooperation_violation(game, source, unit) is None
    )


def _own(game: Position, sources: tuple[int, ...], unit: int) -> tuple[int, ...]:
    return tuple(source for source in sources if not is_foreign(game, source, unit))


def _enough(game: Position, work: Reorganising, sources: tuple[int, ...], cost: int) -> bool:
    return sum(_left(game, work, source) for source in sources) >= cost


@clause("11.17.4")
def payers(game: Position, unit: int, sources: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Those who pay for the unit at one price; whoever gives points pays that of the first group that has them all."""
    return (sources,)


def _prices(
    game: Position, work: Reorganising, unit: int, sources: tuple[int, ...]
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The groups that can pay for the unit, each with its price."""
    priced = ((group, cost_of(game, unit, group)) for group in payers(game, unit, sources) if group)
    return tuple((group, cost) for group, cost in priced if _enough(game, work, group, cost))


def _affordable(game: Position, work: Reorganising, help_: Help, unit: int) -> bool:
    sources = sources_for(game, help_, unit)
    own = _own(game, sources, unit)
    return bool(_prices(game, work, unit, own) or (own != sources and _prices(game, work, unit, sources)))


def _units(game: Position, work: Reorganising, power: int) -> tuple[int, ...]:
    """What the power could now turn face-up."""
    mission = game.enclosing(Mission)
    key = ("units to reorganise", work.spent, power, mission.side, mission.face_down)
    return game.recall(key, lambda: _find_units(game, work, power, mission))


def _find_units(game: Position, work: Reorganising, power: int, mission: Mission) -> tuple[int, ...]:
    help_ = Help(game, work, mission.side)
    if not help_.sources:
        return ()
    return tuple(
        unit
        for unit in mission.face_down
        if power_of(game, unit) == power
        and can_be_reorganised(game, unit) is None
        and _affordable(game, work, help_, unit)
    )


def _choose_shape(game: Position, work: Reorganising, seat: str) -> Shape | Violation:
    return One(_units(game, work, power_in_turn(game, work)))


def _choose(game: Game, work: Reorganising, seat: str, unit: Noun) -> Control:
    work.unit = unit
    return None


def _finish(game: Game, work: Reorganising, seat: str, noun: Noun) -> Control:
    turn_is_over(game, work)
    return Goto("next_power_reorganises")


@rule("11.17.4")
def _why_not_reorganise(game: Position, work: Reorganising, seat: str, noun: Noun) -> Violation | None:
    """Not his, not face-down, face-down only since this step, out of everybody's reach, or too dear."""
    power, mission = power_in_turn(game, work), game.enclosing(Mission)
    if type(noun) is not int or not 0 <= noun < len(game.state[PLACE]):
        return None
    if power_of(game, noun) != power:
        return refused("11.17.4", "not-its-unit", unit=Thing(noun), power=Power(power))
    found = can_be_reorganised(game, noun)
    if found is not None:
        return found
    if noun not in mission.face_down:
        return refused("11.17.4", "face-down-in-this-step", unit=Thing(noun))
    if not sources_for(game, Help(game, work, mission.side), noun):
        return refused("11.17.2", "nobody-in-range", unit=Thing(noun))
    return refused("11.17.4", "not-enough-points", unit=Thing(noun))


REORGANISE = Verb("reorganise", "11.17.4", _choose, _choose_shape, explain=_why_not_reorganise, items=Thing)
FINISH_REORGANISING = Verb("finish-reorganising", "11.17.4", _finish)


@step("11.17.4", also=("11.1",))
def next_power_reorganises(game: Game, work: Reorganising) -> Control:
    """Nobody is asked who has passed, or has nothing that he could turn face-up."""

    def can_reorganise(power: int) -> bool:
        return not passed(game, power) and bool(_units(game, work, power))

    return None if somebody_is_left(game, work, can_reorganise) else Goto("turn_sources_face_down")


@step("11.17.4", REORGANISE, FINISH_REORGANISING)
def choose_unit(game: Game, work: Reorganising) -> Control:
    power = power_in_turn(game, work)
    seat = seat_of_power(game, power)
    return one(seat, REORGANISE, FINISH_REORGANISING, rule="11.17.4", prompt="reorganise", power=Power(power))


def _amounts(game: Position, work: Reorganising, prices: tuple[tuple[tuple[int, ...], int], ...]) -> Shape | Violation:
    if not prices:
        return refused("11.17.4", "not-enough-points", unit=Thing(work.unit))
    able, costs = dict.fromkeys(source for group, _ in prices for source in group), [cost for _, cost in prices]
    bounds = tuple(Bounds(source, 0, min(max(costs), _left(game, work, source))) for source in able)
    return Amounts(bounds, min(costs), max(costs))


def _own_shape(game: Position, work: Reorganising, seat: str) -> Shape | Violation:
    sources = sources_for(game, Help(game, work, active_side(game)), work.unit)
    return _amounts(game, work, _prices(game, work, work.unit, _own(game, sources, work.unit)))


def _all_shape(game: Position, work: Reorganising, seat: str) -> Shape | Violation:
    sources = sources_for(game, Help(game, work, active_side(game)), work.unit)
    if _own(game, sources, work.unit) == sources:
        return refused("11.17.4", "no-points-of-allies", unit=Thing(work.unit))
    prices = _prices(game, work, work.unit, sources)
    return _amounts(game, work, tuple(price for price in prices if _own(game, price[0], work.unit) != price[0]))


@rule("11.17.4")
def _wrong_price(game: Position, work: Reorganising, seat: str, noun: Noun) -> Violation | None:
    """Neither less nor more than those ask for who give the points."""
    givers = {source for source, points in noun if points}
    groups = payers(game, work.unit, tuple(source for source, _ in noun))
    cost = cost_of(game, work.unit, next(group for group in groups if givers <= set(group)))
    if sum(points for _, points in noun) == cost:
        return None
    return refused("11.17.4", "costs-other-points", unit=Thing(work.unit), cost=Number(cost))


@rule("11.17.4")
def _wrong_with_allies(game: Position, work: Reorganising, seat: str, noun: Noun) -> Violation | None:
    """Nobody pays double with his own points alone."""
    if any(points and is_foreign(game, source, work.unit) for source, points in noun):
        return _wrong_price(game, work, seat, noun)
    return refused("11.17.4", "no-points-of-allies", unit=Thing(work.unit))


@rule("11.17.4")
def _pay(game: Game, work: Reorganising, seat: str, noun: Noun) -> Control:
    spent = dict(work.spent)
    for source, points in noun:
        if points:
            spent[source] = spent.get(source, 0) + points
    work.spent = tuple(sorted(spent.items()))
    givers = tuple(source for source, points in noun if points)
    turn_face_up(game, work.unit)
    game.say(Reorganised(unit=work.unit, sources=givers, points=sum(points for _, points in noun)))
    return Goto("next_power_reorganises")


SPEND_POINTS = Verb("spend-points", "11.17.4", _pay, _own_shape, _wrong_price, items=Thing)
SPEND_WITH_ALLIES = Verb("spend-points-with-allies", "11.17.4", _pay, _all_shape, _wrong_with_allies, items=Thing)


@step("11.17.4", SPEND_POINTS, SPEND_WITH_ALLIES)
def pay_the_points(game: Game, work: Reorganising) -> Control:
    seat = seat_of_power(game, power_in_turn(game, work))
    return one(seat, SPEND_POINTS, SPEND_WITH_ALLIES, rule="11.17.4", prompt="spend-points", unit=Thing(work.unit))


@step("11.17.2", also=("11.17.3",))
def turn_sources_face_down(game: Game, work: Reorganising) -> Control:
    """HQs and ships that gave points; ATRs turn when they land."""
    for source, _ in work.spent:
        if not flight_of(game, source):
            turn_face_down(game, source)
    return None


REORGANISING = procedure(
    "reorganising units",
    "11.17.4",
    next_power_reorganises,
    choose_unit,
    pay_the_points,
    turn_sources_face_down,
    locals=Reorganising,
)


@step("11.17.1/air supply benefits", also=("11.17",))
def reorganise_units(game: Game, mission: Mission) -> Control:
    return Call(REORGANISING.name, Reorganising())


REORGANISATION = procedure(
    "reorganisation",
    "11.17",
    is_air_supply_flown,
    opponent_flies_patrols,  # 1
    fly_the_attackers,  # 2
    opponent_intercepts,  # 3
    intercept_in_turn,  # 4
    fight_air_to_air,  # 5
    suffer_anti_aircraft_fire,  # 6
    reorganise_units,  # 7
    return_to_base,  # 8
    locals=Mission,
)


MODULE = Module(
    schema=Schema(derived=(STEPS, AREAS)),
    procedures=(REORGANISATION, REORGANISING),
    seams=(POINTS_OF_SOURCE, COST, ALSO_REORGANISED),
    permissions=(SHARE_POINTS,),
)
