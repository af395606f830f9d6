"""13.4 Return to base at the end of a turn, in the order of the book.

First every power decides, the side with the initiative first, which of its units at sea go home; who stays drops a section at
once. Then those who go do so, again side by side. At last whoever stays must have a base that he could return to (13.4.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Amounts, Bounds, Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import end_flight
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import (
    PLACE,
    aboard,
    at_sea,
    counter_of,
    move,
    sea_of_section,
    things_at,
    turn_face_down,
)
from worldfire.forces.turn import is_active, seat_of_power
from worldfire.forces.who import CONTROLLER, COUNTRY, NOBODY, SEAT, master_of, power_of, seat_of, side_of
from worldfire.rules.s02_1_sea_areas import section_at, section_number
from worldfire.rules.s02_3_stacking import (
    CONVOY_POINTS_A_UNIT,
    aircraft_room,
    naval_room,
    naval_units_of_convoys,
    stacking_violation,
    together_violation,
)
from worldfire.rules.s04_reinforcements import tray_of_power
from worldfire.rules.s08_weather import port_iced_in
from worldfire.rules.s11_04_2_sailing import Hand, along, setting_out, ways_home
from worldfire.rules.s11_04_bases import guest_kind, leaders_of
from worldfire.rules.s11_04_naval_movement import company_violation, may_order
from worldfire.rules.s11_04_naval_units import (
    USED_CONVOY_POINTS,
    ConvoysFresh,
    Item,
    NavalUnit,
    Sailor,
    carried_by,
    convoy_name,
    free_to_leave,
    is_submarine,
    leaving_violation,
    part_of_convoys_violation,
    place_of_item,
    power_of_sailor,
    read_convoy,
    sailor_of,
    sailor_violation,
    take_convoys_away,
    told,
)
from worldfire.rules.s11_04_under_way import INTERCEPTORS, NAVAL_MOVE, Voyage
from worldfire.rules.s11_04_voyages import ANY_VOYAGE, Fleet, Voyages, Way
from worldfire.rules.s11_05_8_damage import destroy_ship
from worldfire.rules.s13_04_1_aircraft import bases_from_sea
from worldfire.rules.s14_1_range import hexes_with_room
from worldfire.rules.s14_air_missions import ReturnedToBase, destroy_aircraft
from worldfire.tables.counters import AirCounter, NavalCounter

#: (power, sea-box section, convoy points)
Convoys = tuple[tuple[int, int, int], ...]


class ConvoysLost(Event, frozen=True):
    """13.4: convoy points at sea had no base."""

    power: PowerId
    points: int
    place: PlaceId


class ReturnToBase(msgspec.Struct):
    """The return to base step."""

    #: how many powers have decided
    decided: int = 0
    #: ships and aircraft that go home, and convoy points
    homeward: tuple[int, ...] = ()
    convoys: Convoys = ()


# ---------------------------------------------------------------------------------------------------------- who must, who may


def _units_at_sea(game: Position, power: int) -> Iterator[int]:
    return (unit for unit, _ in at_sea(game) if power_of(game, unit) == power)


def _convoys_at_sea(game: Position, power: int) -> Iterator[tuple[int, int]]:
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if owner == power and sea_of_section(game, place):
            yield place, points


@clause("13.4")
def must_return(game: Position, unit: int) -> bool:
    """Units of a neutral major power, transports with cargo, and whoever is in the 0 section."""
    if not is_active(game, power_of(game, unit)) or things_at(game, aboard(unit)):
        return True
    return section_number(game, game.state[PLACE][unit]) == 0


def _has_units_at_sea(game: Position, power: int) -> bool:
    return next(_units_at_sea(game, power), None) is not None or next(_convoys_at_sea(game, power), None) is not None


_DECIDING = EachPower(powers_in_order, _has_units_at_sea)


def _decisions(game: Position, home: ReturnToBase, seat: str) -> Shape | Violation:
    """For each unit 1 if it goes home, for convoy points how many of them do."""
    power = _DECIDING.next(game, home.decided)
    units = [Bounds(unit, int(must_return(game, unit)), 1) for unit in sorted(_units_at_sea(game, power))]
    convoys = [
        Bounds(convoy_name(power, place, points), 0, free_to_leave(game, power, place, points))
        for place, points in _convoys_at_sea(game, power)
    ]
    bounds = (*units, *convoys)
    return Amounts(bounds, 0, sum(item.most for item in bounds))


def _decision_violation(game: Position, home: ReturnToBase, seat: str, noun: Noun) -> Violation | None:
    for item, number in noun:
        convoy = read_convoy(item)
        if convoy is not None and number:
            power, place, _ = convoy
            found = part_of_convoys_violation(game, number) or leaving_violation(game, power, place, number)
            if found is not None:
                return found
    return None


@rule("13.4")
def _decide(game: Game, home: ReturnToBase, seat: str, noun: Noun) -> Control:
    power = _DECIDING.next(game, home.decided)
    for item, number in noun:
        convoy = read_convoy(item)
        if convoy is not None and number:
            home.convoys += ((power, convoy[1], number),)
        elif convoy is None and number:
            home.homeward += (item,)
        elif convoy is None:
            drop_a_section(game, item)
    home.decided = _DECIDING.after(game, power)
    return Goto("who_returns")


@rule("13.4")
def drop_a_section(game: Game, unit: int) -> None:
    """Who stays at sea moves into the next lower section at once; convoy points are in the 0 section anyway."""
    place = game.state[PLACE][unit]
    move(game, unit, section_at(game, sea_of_section(game, place), section_number(game, place) - 1))


def _why_they_stay(game: Position, home: ReturnToBase, seat: str, noun: Noun) -> Violation | None:
    """What holds back convoy points of which more were to go than may."""
    power = _DECIDING.next(game, home.decided)
    places = {convoy_name(power, place, points): place for place, points in _convoys_at_sea(game, power)}
    for pair in noun if isinstance(noun, tuple) else ():
        item, number = pair if isinstance(pair, tuple) and len(pair) == 2 else ("", 0)
        if isinstance(item, str) and item in places and type(number) is int and number > 0:
            found = leaving_violation(game, power, places[item], number)
            if found is not None:
                return found
    return None


DECIDE_RETURNS = Verb(
    "decide-returns", "13.4", _decide, _decisions, _decision_violation, items=NavalUnit, explain=_why_they_stay
)


@step("13.4")
def begin_returns(game: Game, home: ReturnToBase) -> Control:
    game.set(INTERCEPTORS, ())
    return None


@step("13.4", DECIDE_RETURNS)
def who_returns(game: Game, home: ReturnToBase) -> Control:
    """Both sides, the one with the initiative first; a side sees what the one before it has decided."""
    power = _DECIDING.next(game, home.decided)
    if power == NOBODY:
        return None
    return one(seat_of_power(game, power), DECIDE_RETURNS, rule="13.4", prompt="decide-returns", power=Power(power))


# ------------------------------------------------------------------------------------------------------------- the way home


def _still_at_sea(game: Position, home: ReturnToBase) -> tuple[int, ...]:
    return tuple(unit for unit in home.homeward if sea_of_section(game, game.state[PLACE][unit]))


def _items_of_power(game: Position, home: ReturnToBase, power: int) -> Iterator[Item]:
    """Its ships and convoy points that are still to go home."""
    for unit in _still_at_sea(game, home):
        if power_of(game, unit) == power and isinstance(counter_of(game, unit), NavalCounter):
            yield unit
    for owner, place, points in home.convoys:  # a combat on the way home may have left fewer there, or none
        if owner == power and (left := min(points, game.state.amount(CONVOY_POINTS, owner, place))):
            yield convoy_name(owner, place, left)


def _aircraft_of_power(game: Position, home: ReturnToBase, power: int) -> Iterator[int]:
    for unit in _still_at_sea(game, home):
        if power_of(game, unit) == power and isinstance(counter_of(game, unit), AirCounter):
            yield unit


@rule("13.4.2", "2.3.1")
def haven_violation(game: Position, sailors: Iterable[Sailor], port: int) -> Violation | None:
    """Why these units could not stack in the port beside what is there."""
    units = tuple(sailors)
    ships = tuple(sailor.ship for sailor in units if not sailor.is_convoy)
    cargo = tuple(unit for sailor in units for unit in carried_by(game, sailor))
    points = sum(sailor.points for sailor in units)
    room = game.recall(("naval room", port), lambda: naval_room(game, port))
    if len(ships) + naval_units_of_convoys(game, points) > room:
        return refused("2.3.1", "no-room-in-port", place=Place(port))
    if not ships:
        return None
    side = side_of(game, ships[0])
    friends = tuple(other for other in things_at(game, port) if side_of(game, other) == side)
    return together_violation(game, (*friends, *ships)) or (
        stacking_violation(game, port, (*friends, *ships, *cargo)) if cargo else None
    )


def homeward_violation(
    game: Position,
    noun: Noun,
    company: Callable[[tuple[Item, ...]], Violation | None],
    setting_out: Callable[[Sailor, int], Hand],
    *,
    section: str = "13.4",
) -> Violation | None:
    """Why naval units may not go home so; `section` sends them: 13.4, or 11.10.6 out of an overrun port.

    `company`: why they do not go together; `setting_out`: with which points each of them sets out from where it is.
    """
    items, way, berths = noun
    if berths:
        return refused(section, "nobody-embarks-now")
    found = company(items)
    if found is not None:
        return found
    if not is_hex(game, way[-1]) or way[-1] not in ground_of(game).ports:
        return refused("13.4", "from-sea-to-port-only", place=Place(way[-1]))
    place, sailors = place_of_item(game, items[0]), tuple(map(sailor_of, items))
    hands = tuple([setting_out(sailor_of(item), place_of_item(game, item)) for item in items])
    landfall = along(game, hands, None, place, way)
    return landfall if isinstance(landfall, Violation) else haven_violation(game, sailors, way[-1])


def gathered_violation(
    game: Position,
    items: tuple[Item, ...],
    waiting: Callable[[Item], Violation | None],
    *,
    one_section: bool = True,
) -> Violation | None:
    """Why these are not units from one place that go home together; `waiting`: why one of them is none that has to."""
    for item in items:
        found = sailor_violation(game, item) or waiting(item)
        if found is not None:
            return found
    if one_section and len({place_of_item(game, item) for item in items}) > 1:
        return refused("11.4.2", "ships-not-together")
    return company_violation(game, items)


def homes_of(game: Position, item: Item) -> tuple[Way, ...]:
    """Ways to ports where the unit can stack now; the same for ships of a country with as much to spend and nothing aboard."""
    sailor, place = sailor_of(item), place_of_item(game, item)
    if sailor.is_convoy or carried_by(game, sailor):
        return tuple(_each_home(game, item))
    hand = setting_out(game, sailor, place)
    whose = (game.state[COUNTRY][sailor.ship], counter_of(game, sailor.ship).power, is_submarine(game, sailor))
    kind = guest_kind(game, sailor.ship)
    key = ("homes", place, whose, kind, hand.movement, hand.range, hand.owed, hand.tied)
    return game.recall(key, lambda: tuple(_each_home(game, item)))


def _each_home(game: Position, item: Item) -> Iterator[Way]:
    sailor, place = sailor_of(item), place_of_item(game, item)
    ways = ways_home(game, setting_out(game, sailor, place), None, place)
    return (way for port, way in ways.items() if _is_haven(game, sailor, port))


def _is_haven(game: Position, sailor: Sailor, port: int) -> bool:
    """Ships of a country that carry nothing find room in the same ports, and so do as many convoy points of a power."""

    def look() -> bool:
        return haven_violation(game, (sailor,), port) is None

    if carried_by(game, sailor):
        return look()
    whose = (sailor.power, sailor.points) if sailor.is_convoy else game.state[COUNTRY][sailor.ship]
    return game.recall(("haven", whose, port), look)


@rule("13.4.2", "18.2/foreign troop commitments")
def homes_behind_leaders(
    game: Position, items: tuple[Item, ...], together: Callable[[Noun], Violation | None]
) -> Iterator[tuple[Item, Way]]:
    """Ways to ports that open to one of the items if another comes along that carries an HQ.

    `together`: why the two may not go home so.
    """
    leading = {item: leaders for item in items if (leaders := leaders_of(game, carried_by(game, sailor_of(item))))}
    for item in items if leading else ():
        sailor, place = sailor_of(item), place_of_item(game, item)
        hand = setting_out(game, sailor, place)
        alone, found = ways_home(game, hand, None, place), set[int]()
        for leader, leaders in leading.items():
            for port, way in ways_home(game, hand, None, place, leaders).items() if leader != item else ():
                if port not in alone and port not in found and together(((item, leader), way, ())) is None:
                    found.add(port)
                    yield item, way


def fleets_homeward(
    game: Position, items: tuple[Item, ...], together: Callable[[Noun], Violation | None]
) -> Iterator[Fleet]:
    """Each of the items with its ways home, alone or behind an HQ; `together`: why some of them may not go home so."""
    behind = tuple(homes_behind_leaders(game, items, together))
    for item in items:
        ways = (*homes_of(game, item), *(way for other, way in behind if other == item))
        if ways:
            yield Fleet(place_of_item(game, item), (item,), ways)


def _returning_fleets(game: Position, home: ReturnToBase, power: int) -> Iterator[Fleet]:
    return fleets_homeward(game, tuple(_items_of_power(game, home, power)), _together(game, home, power))


def _together(game: Position, home: ReturnToBase, power: int) -> Callable[[Noun], Violation | None]:
    return lambda noun: _return_violation(game, home, seat_of_power(game, power), noun)


def _at_least(game: Position, home: ReturnToBase, power: int, number: int) -> bool:
    """Are there so many ways for its ships and convoy points to go home? No further ones are looked for."""
    items = tuple(_items_of_power(game, home, power))
    alone = ((item, way) for item in items for way in _each_home(game, item))
    ways = chain(alone, homes_behind_leaders(game, items, _together(game, home, power)))
    return len(tuple(islice(ways, number))) == number


def _can_go_home(game: Position, home: ReturnToBase, power: int) -> bool:
    flying = any(finds_base(game, unit) for unit in _aircraft_of_power(game, home, power))
    return flying or _at_least(game, home, power, 1)


def each_base_with_room(game: Position, aircraft: int) -> Iterator[int]:
    return hexes_with_room(game, aircraft, bases_from_sea(game, aircraft))


def finds_base(game: Position, aircraft: int) -> bool:
    """Is there any base with room for it?"""
    return game.recall(("finds a base", aircraft), lambda: any(True for _ in each_base_with_room(game, aircraft)))


def _next_to_return(game: Position, home: ReturnToBase) -> int:
    """Side by side, the one with the initiative first."""

    def look() -> int:
        return next((power for power in powers_in_order(game) if _can_go_home(game, home, power)), NOBODY)

    return game.recall(("next to return", home.homeward, home.convoys), look)


def _somebody_returns(game: Position, home: ReturnToBase, seat: str) -> bool:
    return _at_least(game, home, _next_to_return(game, home), 1)


def _returns(game: Position, home: ReturnToBase, seat: str) -> Shape | Violation:
    fleets = tuple(_returning_fleets(game, home, _next_to_return(game, home)))
    return Voyages(fleets) if fleets else refused("13.4", "no-ships-return")


def _return_violation(game: Position, home: ReturnToBase, seat: str, noun: Noun) -> Violation | None:
    return homeward_violation(
        game, noun, lambda items: _company(game, home, seat, items), lambda ship, place: setting_out(game, ship, place)
    )


@rule("13.4", "11.4.1")
def _company(game: Position, home: ReturnToBase, seat: str, items: tuple[Item, ...]) -> Violation | None:
    """Why these are not units from one section that go home together."""
    waiting = _still_at_sea(game, home)
    for item in items:
        found = sailor_violation(game, item)
        if found is not None:
            return found
        convoy = read_convoy(item)
        found = None if convoy is None else part_of_convoys_violation(game, convoy[2])
        if found is not None:
            return found
        goes = item in waiting if convoy is None else _points_homeward(home, convoy[0], convoy[1]) >= convoy[2]
        if not goes or not may_order(game, seat, sailor_of(item)):
            return refused("13.4", "does-not-return", unit=told(item))
    if len({place_of_item(game, item) for item in items}) > 1:
        return refused("11.4.2", "ships-not-together")
    return company_violation(game, items)


def _points_homeward(home: ReturnToBase, power: int, place: int) -> int:
    return sum(points for owner, at, points in home.convoys if (owner, at) == (power, place))


def _return(game: Game, home: ReturnToBase, seat: str, noun: Noun) -> Control:
    items, way, _ = noun
    place = place_of_item(game, items[0])
    hands = tuple(setting_out(game, sailor_of(item), place) for item in items)
    for hand in hands:
        if hand.sailor.is_convoy:
            _take_off_the_list(home, hand.sailor, place)
    home.homeward = tuple(unit for unit in home.homeward if unit not in items)
    return Call(NAVAL_MOVE, Voyage(seat, hands, place, ahead=way, goal=way[-1], homeward=True, last_call=True))


def _take_off_the_list(home: ReturnToBase, sailor: Sailor, place: int) -> None:
    left = _points_homeward(home, sailor.power, place) - sailor.points
    others = tuple(group for group in home.convoys if group[:2] != (sailor.power, place))
    home.convoys = (*others, (sailor.power, place, left)) if left else others


RETURN_FROM_SEA = Verb(
    "return-from-sea",
    "13.4",
    _return,
    _returns,
    _return_violation,
    items=NavalUnit,
    to=Place,
    possible=_somebody_returns,
    form=ANY_VOYAGE,
)


@step("13.4")
def next_power_returns(game: Game, home: ReturnToBase) -> Control:
    """Aircraft before ships; when nobody can go home any more, those who should are lost (13.4.2)."""
    power = _next_to_return(game, home)
    if power == NOBODY:
        return Goto("no_base")
    flying = (unit for unit in _aircraft_of_power(game, home, power) if finds_base(game, unit))
    return Goto("fly_home") if next(flying, None) is not None else None


@step("13.4", RETURN_FROM_SEA, also=("13.4.2",))
def sail_home(game: Game, home: ReturnToBase) -> Control:
    """Where two ways are found there is a choice: all of them are looked for when the seat wants to see them."""
    power = _next_to_return(game, home)
    seat, choice = seat_of_power(game, power), _at_least(game, home, power, 2)
    return one(seat, RETURN_FROM_SEA, rule="13.4", prompt="return-from-sea", always=choice, power=Power(power))


@step("13.4")
def ships_are_home(game: Game, home: ReturnToBase) -> Control:
    return Goto("next_power_returns")


def _flier(game: Position, home: ReturnToBase) -> int:
    aircraft = _aircraft_of_power(game, home, _next_to_return(game, home))
    return next(unit for unit in aircraft if finds_base(game, unit))


def _landings(game: Position, home: ReturnToBase, seat: str) -> Shape | Violation:
    return One(tuple(each_base_with_room(game, _flier(game, home))))


def _land(game: Game, home: ReturnToBase, seat: str, base: Noun) -> Control:
    aircraft = _flier(game, home)
    land_from_sea(game, aircraft, base)
    home.homeward = tuple(unit for unit in home.homeward if unit != aircraft)
    return Goto("next_power_returns")


@rule("13.4.1", "13.4.2")
def land_from_sea(game: Game, aircraft: int, base: int) -> None:
    move(game, aircraft, base)
    end_flight(game, aircraft)
    turn_face_down(game, aircraft)
    game.say(ReturnedToBase(thing=aircraft, base=base))


LAND_FROM_SEA = Verb("land-from-sea", "13.4.1", _land, _landings, items=Place)


@step("13.4.1", LAND_FROM_SEA)
def fly_home(game: Game, home: ReturnToBase) -> Control:
    aircraft = _flier(game, home)
    return one(seat_of(game, aircraft), LAND_FROM_SEA, rule="13.4.1", prompt="land-from-sea", unit=Thing(aircraft))


@step("13.4.2")
def no_base(game: Game, home: ReturnToBase) -> Control:
    """Whoever had to go home, or wanted to, and found no base is destroyed."""
    for unit in _still_at_sea(game, home):
        lose_at_sea(game, Sailor(unit), game.state[PLACE][unit])
    for power, place, points in home.convoys:
        if left := min(points, game.state.amount(CONVOY_POINTS, power, place)):
            lose_at_sea(game, Sailor(NOBODY, power, left), place)
    home.homeward, home.convoys = (), ()
    return None


@clause("13.4.2")
def lose_at_sea(game: Game, sailor: Sailor, place: int) -> None:
    """A naval unit with its cargo, an aircraft, or convoy points."""
    if sailor.is_convoy:
        take_convoys_away(game, sailor, place, tray_of_power(game, sailor.power))
        game.say(ConvoysLost(power=sailor.power, place=place, points=sailor.points))
    elif isinstance(counter_of(game, sailor.ship), AirCounter):
        destroy_aircraft(game, sailor.ship)
    else:
        destroy_ship(game, sailor.ship)


# ----------------------------------------------------------------------------------------------- 13.4.3 units remaining at sea

#: a base, and the power for whose units alone there is room in it or its like; NOBODY: room for everybody's
Berth = tuple[int, int]
#: units at sea, each as one, and their bases: a ship or an aircraft, or the convoy points that count as one unit
Stayers = dict[Item, tuple[Berth, ...]]
_Base = TypeVar("_Base", int, Berth)


@clause("13.4.3")
def berth_in(game: Position, sailor: Sailor, port: int) -> Berth:
    """Where it would lie in the port, beside everybody else."""
    return (port, NOBODY)


@clause("13.4.3", "2.3.1")
def room_in(game: Position, berth: Berth) -> int:
    """How many more naval units could lie there."""
    return naval_room(game, berth[0])


@rule("13.4.3")
def _naval_stayers(game: Position) -> Stayers:
    """Each with the berths that it could return to, whoever else is there now."""
    found: Stayers = {}
    for unit, _ in at_sea(game):
        if isinstance(counter_of(game, unit), NavalCounter):
            found[unit] = _berths_in_reach(game, Sailor(unit), game.state[PLACE][unit])
    each = CONVOY_POINTS_A_UNIT(game)
    for power, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if sea_of_section(game, place):
            berths = _berths_in_reach(game, Sailor(NOBODY, power, points), place)
            for number in range(naval_units_of_convoys(game, points)):
                part = min(each, points - number * each)
                found[f"{convoy_name(power, place, part)} {number}"] = berths
    return found


def _berths_in_reach(game: Position, sailor: Sailor, place: int) -> tuple[Berth, ...]:
    ports = ways_home(game, setting_out(game, sailor, place), None, place)
    return tuple(dict.fromkeys(berth_in(game, sailor, port) for port in ports))


def _flying_stayers(game: Position) -> Stayers:
    flying = (unit for unit, _ in at_sea(game) if isinstance(counter_of(game, unit), AirCounter))
    return {unit: tuple((base, NOBODY) for base in bases_from_sea(game, unit)) for unit in flying}


def crowded_out(stayers: dict[Item, tuple[_Base, ...]], room: dict[_Base, int]) -> tuple[Item, ...]:
    """Units of which one has no base, if each base takes no more than it has room for; nothing if all have one.

    They are given bases one by one, and whoever is in the way is moved on where he can be.
    """
    guests: dict[_Base, list[Item]] = {base: [] for base in room}

    def settle(unit: Item, asked: set[_Base]) -> bool:
        for base in stayers[unit]:
            if base in asked:
                continue
            asked.add(base)
            if len(guests[base]) < room[base]:
                guests[base].append(unit)
                return True
            for other in tuple(guests[base]):
                if settle(other, asked):
                    guests[base].remove(other)
                    guests[base].append(unit)
                    return True
        return False

    for unit in stayers:
        asked: set[_Base] = set()
        if not settle(unit, asked):
            return (unit, *(guest for base in sorted(asked) for guest in guests[base]))
    return ()


@clause("13.4.3")
def ships_crowded_out(game: Position, stayers: Stayers, room: dict[Berth, int]) -> tuple[Item, ...]:
    """Naval units of which one has no base."""
    return crowded_out(stayers, room)


@rule("13.4.3")
def without_base(game: Position) -> tuple[Item, ...]:
    """Units that stay at sea of which one has no base to return to: the owner of the bases says which."""

    def look() -> tuple[Item, ...]:
        naval, flying = _naval_stayers(game), _flying_stayers(game)
        ports = {berth: max(0, room_in(game, berth)) for berths in naval.values() for berth in berths}
        fields = {berth: max(0, aircraft_room(game, berth[0])) for berths in flying.values() for berth in berths}
        return ships_crowded_out(game, naval, ports) or crowded_out(flying, fields)

    return game.recall("without a base", look)


def _named(item: Item) -> Item:
    """Convoy points by their own name, without the number that tells units of them apart."""
    return item if isinstance(item, int) else item.rpartition(" ")[0]


def _losses(game: Position, home: ReturnToBase, seat: str) -> Shape | Violation:
    return One(tuple(dict.fromkeys(map(_named, without_base(game)))))


def _lose(game: Game, home: ReturnToBase, seat: str, item: Noun) -> Control:
    lose_at_sea(game, sailor_of(item), place_of_item(game, item))
    return Goto("units_remaining_at_sea")


LOSE_AT_SEA = Verb("lose-at-sea", "13.4.3", _lose, _losses, items=NavalUnit)


def _owner_of_bases(game: Position, crowd: tuple[Item, ...]) -> str:
    """Who controls the bases that are too few; where there is none, the unit's own seat."""
    bases = {**_naval_stayers(game), **_flying_stayers(game)}[crowd[0]]
    for base, _ in bases:
        holder = game.state[CONTROLLER][base]
        seat = game.state[SEAT][master_of(game, holder)]
        if seat != NOBODY:
            return game.seats[seat]
    return seat_of_power(game, power_of_sailor(game, sailor_of(_named(crowd[0]))))


@step("13.4.3", LOSE_AT_SEA)
def units_remaining_at_sea(game: Game, home: ReturnToBase) -> Control:
    """Who could not return to any base, if it had to, is destroyed."""
    crowd = without_base(game)
    if not crowd:
        return End()
    return one(_owner_of_bases(game, crowd), LOSE_AT_SEA, rule="13.4.3", prompt="lose-at-sea")


RETURN_TO_BASE_STEP = procedure(
    "return to base at the end of the turn",
    "13.4",
    begin_returns,
    who_returns,
    next_power_returns,
    sail_home,
    ships_are_home,
    fly_home,
    no_base,
    units_remaining_at_sea,
    locals=ReturnToBase,
)


# ----------------------------------------------------------------------------------------------------- 13.5 used convoy points


@step("13.5", also=("8.2.1/iced-in ports",))
def take_off_used_markers(game: Game, nothing: None) -> Control:
    """Convoy points are fresh again, but for those in a closed port."""
    for power, place, points in sorted(game.state.amounts(USED_CONVOY_POINTS)):
        if not port_iced_in(game, place):
            game.add(USED_CONVOY_POINTS, power, place, -points)
            game.say(ConvoysFresh(power=power, points=points, place=place))
    return None


MODULE = Module(
    procedures=(RETURN_TO_BASE_STEP,),
    changes=(Insert("final reorganisation", take_off_used_markers, after="turn_units_face_up"),),
)
