"""11.10.6 Naval units overrun in port, at sea: convoy points are rolled for too, and whoever gets away returns to base.

Survivors sail at once, port by port and group by group, as far as twice their range takes them. They may be intercepted, and
then fight their way through from the 0 section (11.4.6). Who finds no port is destroyed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.changes import Instead, Without
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.pools import repair_pool
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, move
from worldfire.forces.turn import seat_of_power, seats_of_side
from worldfire.forces.who import CONTROLLER, NOBODY, SEAT, change_country, master_of, side_of_power
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT
from worldfire.rules.s04_1_3_replacement_ships import aside, replacements
from worldfire.rules.s04_reinforcements import SCRAPPED, tray_of_power
from worldfire.rules.s11_04_2_sailing import Hand, ways_home
from worldfire.rules.s11_04_naval_movement import may_order
from worldfire.rules.s11_04_naval_units import (
    USED_CONVOY_POINTS,
    Item,
    NavalUnit,
    Sailor,
    name_of_sailor,
    part_of_convoys_violation,
    place_of_item,
    print_of,
    sailor_of,
    take_convoys_away,
    told,
    whose_convoys,
)
from worldfire.rules.s11_04_under_way import NAVAL_MOVE, Voyage
from worldfire.rules.s11_04_voyages import Fleet, Voyages
from worldfire.rules.s11_05_4_committing import Stack
from worldfire.rules.s11_10_6_overrun import (
    CAPTURED,
    CONVOYS_IN_PORT,
    ESCAPES,
    OVERRUN,
    TIMES_RANGE,
    Caught,
    NavalUnitOverrun,
    captor_of,
    fate,
    is_lost_port,
    owner_of,
)
from worldfire.rules.s13_04_return_to_base import gathered_violation, haven_violation, homeward_violation, lose_at_sea
from worldfire.rules.s13_06_5_naval_production import hand_convoys_over
from worldfire.rules.s15_surprise import are_surprised, victim_named


class ConvoysOverrun(Event, frozen=True):
    """Convoy points that were used or surprised were caught in port: captured, destroyed or escape."""

    power: PowerId
    points: int
    place: PlaceId
    roll: int
    result: str


class Fleeing(msgspec.Struct):
    """Naval units in ports that are the enemy's now."""

    ships: tuple[int, ...]
    #: convoy points to roll for, by the unit, and those that get away
    caught: tuple[Stack, ...] = ()
    convoys: tuple[Stack, ...] = ()


# ------------------------------------------------------------------------------------------------------- convoy points


@rule("11.10.6/overrunning naval units")
def convoys_in_port(game: Position, side: int, port: int) -> bool:
    """Convoy points of somebody on the side that does not take it."""
    return any(side_of_power(game, stack.power) not in (side, NOBODY) for stack in _laid(game).get(port, ()))


def _laid(game: Position) -> dict[int, tuple[Stack, ...]]:
    """Port → convoy points in it."""

    def look() -> dict[int, tuple[Stack, ...]]:
        found: dict[int, tuple[Stack, ...]] = {}
        for power, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
            if points and is_hex(game, place):
                found[place] = (*found.get(place, ()), Stack(power, place, points))
        return found

    return game.recall("convoy points in ports", look)


def _in_enemy_hands(game: Position, caught: Caught) -> Iterator[Stack]:
    """Convoy points in the port that was entered, or after a conquest in every port that is now the captor's."""
    entered = game.state[PLACE][caught.by] if caught.by != NOBODY else NOBODY
    captor = captor_of(game, caught)
    side = side_of_power(game, captor)
    for port, stacks in _laid(game).items():
        holder = game.state[CONTROLLER][port]
        if caught.by == NOBODY and holder != NOBODY and master_of(game, holder) == captor:
            yield from (stack for stack in stacks if is_lost_port(game, side_of_power(game, stack.power), port))
        elif caught.by != NOBODY and port == entered:
            yield from (stack for stack in stacks if side_of_power(game, stack.power) not in (side, NOBODY))


@step("11.10.6", also=("11.10.6/overrunning naval units",))
def who_must_flee(game: Game, caught: Caught) -> Control:
    """Ships that had to roll have done so; of the convoy points those are rolled for that are used, or surprised."""
    fleeing = Fleeing(caught.afloat)
    caught.afloat = ()
    for stack in _in_enemy_hands(game, caught):
        victim = victim_named(game, whose_convoys(game, stack.power, stack.place))
        surprised = caught.unawares or (caught.by != NOBODY and are_surprised(game, victim, (caught.by,)))
        used = stack.points if surprised else game.state.amount(USED_CONVOY_POINTS, stack.power, stack.place)
        fleeing.caught += tuple(_by_the_unit(game, stack.of(used)))
        if used < stack.points:
            fleeing.convoys += (stack.of(stack.points - used),)
    return Call(FLEEING.name, fleeing) if fleeing.ships or fleeing.caught or fleeing.convoys else None


def _by_the_unit(game: Position, stack: Stack) -> Iterator[Stack]:
    each = CONVOY_POINTS_A_UNIT(game)
    for first in range(0, stack.points, each):
        yield stack.of(min(each, stack.points - first))


@step("11.10.6", also=("11.10.6/overrunning naval units",))
def next_convoys(game: Game, fleeing: Fleeing) -> Control:
    if not fleeing.caught:
        return Goto("next_to_flee")
    captor = game.state[SEAT][captor_of(game, game.enclosing(Caught))]
    concerns = () if captor == NOBODY else (game.seats[captor],)
    return Roll("naval overrun", seat_of_power(game, fleeing.caught[0].power), concerns=concerns)


@step("11.10.6", also=("11.10.6/overrunning naval units",))
def roll_for_convoys(game: Game, fleeing: Fleeing) -> Control:
    caught = game.enclosing(Caught)
    stack, fleeing.caught = fleeing.caught[0], fleeing.caught[1:]
    result = fate(game, caught, game.total)
    game.say(ConvoysOverrun(power=stack.power, points=stack.points, place=stack.place, roll=game.total, result=result))
    if result != ESCAPES:
        _take_marker_off(game, stack.sailor, stack.place)
    if result == ESCAPES:
        fleeing.convoys += (stack,)
    elif result == CAPTURED:
        captor = captor_of(game, caught)
        pool = repair_pool(game, captor)
        take_convoys_away(game, stack.sailor, stack.place, pool)
        hand_convoys_over(game, stack.power, captor, pool, stack.points)
    else:
        take_convoys_away(game, stack.sailor, stack.place, tray_of_power(game, stack.power))
    return Goto("next_convoys")


# ------------------------------------------------------------------------------------------------------- captured ships


@rule("11.10.6/overrunning naval units", "4.1.3")
def replacements_are_captured(game: Game, event: NavalUnitOverrun) -> None:
    """The designs that may take the place of a captured ship are its captor's too."""
    if event.result != CAPTURED:
        return
    captor = captor_of(game, game.enclosing(Caught))
    for new, old in replacements(game):
        if old == event.unit and not game.state[SCRAPPED][new]:
            waits = game.state[PLACE][new] == aside(game, new)
            change_country(game, new, main_home(game, captor))
            place = aside(game, new)
            if waits and place is not None:
                move(game, new, place)


# --------------------------------------------------------------------------------------------------------- where they go


def _waiting(game: Position, fleeing: Fleeing) -> Iterator[tuple[Sailor, int]]:
    """Who has still to leave, and from where."""
    for ship in fleeing.ships:
        yield Sailor(ship), game.state[PLACE][ship]
    points: dict[tuple[int, int], int] = {}
    for stack in fleeing.convoys:
        points[stack.power, stack.place] = points.get((stack.power, stack.place), 0) + stack.points
    for (power, place), number in points.items():
        yield Sailor(NOBODY, power, number), place


def _seat_of(game: Position, sailor: Sailor) -> str:
    """Its owner; somebody on the other side for a minor country that nobody plays."""
    caught = game.enclosing(Caught)
    if not sailor.is_convoy:
        return owner_of(game, caught, sailor.ship)
    seat = game.state[SEAT][sailor.power]
    return game.seats[seat] if seat != NOBODY else seats_of_side(game, side_of_power(game, sailor.power))[0]


@clause("11.10.6/overrunning naval units")
def hand_in_flight(game: Position, sailor: Sailor) -> Hand:
    """Twice its range, whatever its movement allowance."""
    counter = print_of(game, sailor)
    return Hand(sailor, counter.movement, TIMES_RANGE(game) * counter.range)


def _fleets(game: Position, fleeing: Fleeing, seat: str) -> Iterator[Fleet]:
    for sailor, place in _waiting(game, fleeing):
        if _seat_of(game, sailor) != seat:
            continue
        ways = ways_home(game, hand_in_flight(game, sailor), None, place)
        havens = tuple(way for port, way in ways.items() if haven_violation(game, (sailor,), port) is None)
        if havens:
            yield Fleet(place, (name_of_sailor(sailor, place),), havens)


def _next_seat(game: Position, fleeing: Fleeing) -> str:
    first = next(_waiting(game, fleeing), None)
    return "" if first is None else _seat_of(game, first[0])


@step("11.10.6", also=("11.10.6/overrunning naval units", "13.4.2"))
def next_to_flee(game: Game, fleeing: Fleeing) -> Control:
    """Owner by owner; who can go nowhere is destroyed."""
    while seat := _next_seat(game, fleeing):
        if next(_fleets(game, fleeing, seat), None) is not None:
            return None
        for sailor, place in tuple(_waiting(game, fleeing)):
            if _seat_of(game, sailor) == seat:
                lose_at_sea(game, sailor, place)
                _take_off_the_list(fleeing, sailor, place)
    return End()


def _take_off_the_list(fleeing: Fleeing, sailor: Sailor, place: int) -> None:
    if not sailor.is_convoy:
        fleeing.ships = tuple(ship for ship in fleeing.ships if ship != sailor.ship)
        return
    alike = [stack for stack in fleeing.convoys if (stack.power, stack.place) == (sailor.power, place)]
    left = sum(stack.points for stack in alike) - sailor.points
    others = tuple(stack for stack in fleeing.convoys if stack not in alike)
    fleeing.convoys = (*others, Stack(sailor.power, place, left)) if left > 0 else others


def _ways_out(game: Position, fleeing: Fleeing, seat: str) -> Shape | Violation:
    fleets = tuple(_fleets(game, fleeing, seat))
    return Voyages(fleets) if fleets else refused("11.10.6", "no-ships-return")


@rule("11.10.6/overrunning naval units", "13.4")
def _fleeing_violation(game: Position, fleeing: Fleeing, seat: str, noun: Noun) -> Violation | None:
    return homeward_violation(
        game,
        noun,
        lambda items: gathered_violation(game, items, lambda item: _waiting_violation(game, fleeing, seat, item)),
        lambda sailor, _: hand_in_flight(game, sailor),
        section="11.10.6",
    )


def _waiting_violation(game: Position, fleeing: Fleeing, seat: str, item: Item) -> Violation | None:
    """Why this is none of those who flee, or not the seat's to send; an ally who agrees may be taken along."""
    wanted, place = sailor_of(item), place_of_item(game, item)
    if seat == _seat_of(game, wanted) or may_order(game, seat, wanted):
        for sailor, port in _waiting(game, fleeing):
            alike = (sailor.ship, sailor.power, port) == (wanted.ship, wanted.power, place)
            if alike and not wanted.damaged and wanted.points <= sailor.points:
                return part_of_convoys_violation(game, wanted.points) if wanted.points < sailor.points else None
    return refused("11.10.6", "does-not-return", unit=told(item))


def _flee(game: Game, fleeing: Fleeing, seat: str, noun: Noun) -> Control:
    items, way, _ = noun
    place = place_of_item(game, items[0])
    hands = tuple(hand_in_flight(game, sailor_of(item)) for item in items)
    for hand in hands:
        _take_off_the_list(fleeing, hand.sailor, place)
        _take_marker_off(game, hand.sailor, place)
    return Call(NAVAL_MOVE, Voyage(seat, hands, place, ahead=way, goal=way[-1], homeward=True, aborted=True))


def _take_marker_off(game: Game, sailor: Sailor, place: int) -> None:
    """Used convoy points that get away have no marker while they sail: the port that they reach gives them one."""
    if sailor.is_convoy:
        used = game.state.amount(USED_CONVOY_POINTS, sailor.power, place)
        game.add(USED_CONVOY_POINTS, sailor.power, place, -min(used, sailor.points))


FLEE_BY_SEA = Verb("flee-by-sea", "11.10.6", _flee, _ways_out, _fleeing_violation, items=NavalUnit, to=Place)


@step("11.10.6", FLEE_BY_SEA, also=("11.10.6/overrunning naval units", "13.4"))
def flee_from_port(game: Game, fleeing: Fleeing) -> Control:
    return one(_next_seat(game, fleeing), FLEE_BY_SEA, rule="11.10.6", prompt="flee-by-sea")


@step("11.10.6")
def they_have_fled(game: Game, fleeing: Fleeing) -> Control:
    return Goto("next_to_flee")


FLEEING = procedure(
    "fleeing from a port",
    "11.10.6",
    next_convoys,
    roll_for_convoys,
    next_to_flee,
    flee_from_port,
    they_have_fled,
    locals=Fleeing,
)


MODULE = Module(
    procedures=(FLEEING,),
    subscribes=((NavalUnitOverrun, replacements_are_captured),),
    changes=(
        CONVOYS_IN_PORT.attach(convoys_in_port, reads=(CONVOY_POINTS,)),
        Instead(OVERRUN.name, "next_refuge", who_must_flee),
        Without(OVERRUN.name, "choose_refuge"),
    ),
)
