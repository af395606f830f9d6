"""11.4 Naval movement, in the order of the book.

A naval move is one action: a task force, the way it goes, and what it takes aboard before it sails. Who wants to split it
on the way, or to pick something up in a port that it passes, has it wait there and then gives further orders. Every sea area
that it enters is a place where the enemy may intercept it (11.4.6); after an attempt its owner may think again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.permitting import Permission
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import SeaArea
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import COUNTER, PLACE, Counter, all_such, sea_of_section, seas_of_sections
from worldfire.forces.turn import active_side, armies_of_side, seat_of_power, seats_of_side
from worldfire.forces.who import COUNTRY, NOBODY, POWER
from worldfire.rules.s02_1_sea_areas import search_number
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s08_weather import port_iced_in
from worldfire.rules.s10_actions import STANDS_BY, may_do
from worldfire.rules.s11_04_1_naval_moves import ACTIVITY, count_moves, moves_of, moves_of_parting, moves_violation
from worldfire.rules.s11_04_2_sailing import (
    Hand,
    after_going,
    along,
    canonical,
    ends_of_move,
    is_a_foreigner,
    patrol_violation,
    sea_at,
    seas_and_ports,
    setting_out,
    ways_home,
)
from worldfire.rules.s11_04_5_naval_transport import (
    boarding_violation,
    debark_face_down,
    debark_in_port,
    embark,
    is_transport,
    within_reach,
)
from worldfire.rules.s11_04_bases import leaders_of, left_behind_violation, strangers_violation
from worldfire.rules.s11_04_naval_units import (
    Item,
    NavalUnit,
    Sailor,
    carried_by,
    convoy_name,
    free_to_leave,
    is_spent,
    is_submarine,
    leaving_violation,
    name_of_sailor,
    part_of_convoys_violation,
    place_of_item,
    power_of_sailor,
    put_sailor,
    read_convoy,
    sailor_of,
    sailor_violation,
    seat_of_sailor,
    side_of_sailor,
    spend_sailor,
    told,
    unused_convoy_points,
)
from worldfire.rules.s11_04_under_way import (
    CAME_BY_SEA,
    FAILED,
    FOUGHT,
    INTERCEPTION,
    INTERCEPTORS,
    JOINT_FORCE,
    NAVAL_MOVE,
    STOPPED,
    UNOPPOSED,
    Interception,
    Joining,
    Voyage,
    items_of,
    still_there,
)
from worldfire.rules.s11_04_voyages import ANY_VOYAGE, Berth, Boarding, Courses, Fleet, Partings, Voyages, Way
from worldfire.rules.s11_05_8_damage import is_damaged, take_into_repair
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s18_1_cooperation import cooperation_violation, powers_cooperate
from worldfire.rules.s18_3_permissions import TRANSPORT
from worldfire.tables.counters import NavalCounter

#: the consent by which an owner lets an ally take his ships along in a task force
SAIL_TOGETHER = Permission("sail", "11.4.2", unsaid="asked")


class NavalMovement(msgspec.Struct):
    """The naval movement step of a side."""

    side: int = NOBODY
    moved: tuple[int, ...] = ()
    #: (power, place, convoy points) that have come to rest at sea in this step
    convoys: tuple[tuple[int, int, int], ...] = ()
    #: powers whose submarines have made their one move
    submerged: tuple[int, ...] = ()
    #: (seat, ally who would not let his ships sail along with it)
    declined: tuple[tuple[str, str], ...] = ()


class Sailed(Event, frozen=True):
    """Naval units ended a move: in a port, or in a section where they patrol."""

    ships: tuple[ThingId, ...]
    convoy_points: int
    to: PlaceId


# ---------------------------------------------------------------------------------------------------------- who may sail


@rule("11.4.1", "11.4.2")
def unit_violation(game: Position, movement: NavalMovement, seat: str, item: Item) -> Violation | None:
    """Why this is no naval unit that the seat may move: face-up ones of its own or of an ally who agrees, each once."""
    found = sailor_violation(game, item)
    if found is not None:
        return found
    sailor, place = sailor_of(item), place_of_item(game, item)
    if side_of_sailor(game, sailor) != movement.side:
        return refused("11.4.2", "not-your-naval-unit", unit=told(item))
    if not _may_ask_for(game, movement, seat, sailor):
        owner = seat_of_sailor(game, sailor)
        return SAIL_TOGETHER.wanting(owner, "11.4.2", "not-your-naval-unit", unit=told(item))
    if sailor.ship in movement.moved or _points_left(game, movement, item) < sailor.points:
        return refused("11.4.2", "has-sailed-already", unit=told(item))
    if is_spent(game, item):
        return refused("11.4.1", "naval-unit-is-face-down", unit=told(item))
    if port_iced_in(game, place):
        return refused("8.2.1", "port-is-iced-in", place=Place(place))
    if not sailor.is_convoy:
        return STANDS_BY(game, sailor.ship)
    return part_of_convoys_violation(game, sailor.points) or leaving_violation(game, sailor.power, place, sailor.points)


@rule("11.4.2/how do units move?", "18.3")
def _may_ask_for(game: Position, movement: NavalMovement, seat: str, sailor: Sailor) -> bool:
    """Its own, and those of an ally who has not said no: to all of it, or in this step."""
    owner = seat_of_sailor(game, sailor)
    return not SAIL_TOGETHER.denied(game, owner, seat) and (seat, owner) not in movement.declined


@rule("11.4.2/how do units move?", "18.3")
def _to_be_asked(game: Position, seat: str, items: tuple[Item, ...]) -> tuple[str, ...]:
    """The owners of these units who have not agreed beforehand."""
    owners = dict.fromkeys(seat_of_sailor(game, sailor_of(item)) for item in items)
    return tuple(owner for owner in owners if not SAIL_TOGETHER.granted(game, owner, seat))


@rule("11.4.2/how do units move?", "18.3")
def may_order(game: Position, seat: str, sailor: Sailor) -> bool:
    owner = seat_of_sailor(game, sailor)
    return SAIL_TOGETHER.granted(game, owner, seat)


def _points_left(game: Position, movement: NavalMovement, item: Item) -> int:
    """Convoy points of this power in this place that have not moved; nothing for a ship."""
    convoy = read_convoy(item)
    if convoy is None:
        return 0
    power, place, _ = convoy
    rested = sum(points for owner, at, points in movement.convoys if (owner, at) == (power, place))
    return unused_convoy_points(game, power, place) - rested


@rule("11.4.1", "11.4.2/how do units move?")
def task_force_violation(
    game: Position, movement: NavalMovement, seat: str, items: tuple[Item, ...]
) -> Violation | None:
    """Why these are not units that the seat may move together."""
    for item in items:
        found = unit_violation(game, movement, seat, item)
        if found is not None:
            return found
    if len({place_of_item(game, item) for item in items}) > 1:
        return refused("11.4.2", "ships-not-together")
    if all(seat_of_sailor(game, sailor_of(item)) != seat for item in items):
        return refused("11.4.2", "not-your-naval-unit", unit=told(items[0]))
    return company_violation(game, items)


@rule("11.4.1", "11.4.2/how do units move?")
def company_violation(game: Position, items: tuple[Item, ...]) -> Violation | None:
    """Why these units cannot be one task force: submarines with others, or powers that do not co-operate."""
    sailors = tuple(map(sailor_of, items))
    if len({is_submarine(game, sailor) for sailor in sailors}) > 1:
        return refused("11.4.1", "submarines-sail-alone")
    convoys = [sailor.power for sailor in sailors if sailor.is_convoy]
    if len(set(convoys)) < len(convoys):
        return refused("11.4.2", "convoys-named-twice")
    for (one_item, first), (other_item, second) in combinations(zip(items, sailors, strict=True), 2):
        if not _co_operate(game, first, second):
            return refused("18.1", "ships-do-not-cooperate", unit=told(one_item), target=told(other_item))
    return None


@rule("11.4.2/how do units move?", "18.1")
def _co_operate(game: Position, one_unit: Sailor, other: Sailor) -> bool:
    if one_unit.is_convoy or other.is_convoy:
        return powers_cooperate(game, power_of_sailor(game, one_unit), power_of_sailor(game, other))
    return cooperation_violation(game, one_unit.ship, other.ship) is None


# --------------------------------------------------------------------------------------------------------- where they go


@rule("11.4.1", "11.4.2")
def route_violation(
    game: Position, hands: tuple[Hand, ...], before: int | None, here: int, way: Way, landing: tuple[int, ...] = ()
) -> Violation | None:
    """Why a move from here cannot end where the way ends. `landing`: who goes aboard before it, for a port."""
    last = way[-1]
    if _stays_in_area(game, here, way):
        return _lower_section_violation(game, here, last)
    landfall = along(game, hands, before, here, way, landing)
    if isinstance(landfall, Violation):
        return landfall
    if is_hex(game, last):
        return None
    return patrol_violation(game, landfall.hands, last)


def _stays_in_area(game: Position, here: int, way: Way) -> bool:
    """Is it a move to another section of the sea area where they are?"""
    return len(way) == 1 and bool(sea_at(game, here)) and sea_at(game, here) == sea_at(game, way[0])


@rule("11.4.1")
def _lower_section_violation(game: Position, here: int, section: int) -> Violation | None:
    if search_number(game, section) < search_number(game, here):
        return None
    return refused("11.4.1", "section-not-lower", place=Place(section))


@rule("11.4.1", "13.4")
def _homeward_violation(game: Position, here: int, way: Way) -> Violation | None:
    """Who is at sea stays in the sea area, in a lower section, or goes back to a port."""
    if not sea_at(game, here) or is_hex(game, way[-1]) or _stays_in_area(game, here, way):
        return None
    return refused("13.4", "from-sea-to-port-only", place=Place(way[-1]))


# --------------------------------------------------------------------------------------------------- setting out: offers


def _own_items(game: Position, movement: NavalMovement, powers: Mapping[int, bool]) -> Iterator[Item]:
    """Ships in ports and at sea, and convoy points: one unit of them, and all that there are."""
    seas, places, owner, country = seas_of_sections(game), game.state[PLACE], game.state[POWER], game.state[COUNTRY]
    for ship in all_such(game, _is_ship):
        if owner[country[ship]] in powers and (places[ship] in seas or is_hex(game, places[ship])):
            yield ship
    each = CONVOY_POINTS_A_UNIT(game)
    for power, place, _ in sorted(game.state.amounts(CONVOY_POINTS)):
        if power in powers:
            left = free_to_leave(game, power, place, _points_left(game, movement, convoy_name(power, place, each)))
            yield from (convoy_name(power, place, points) for points in sorted({min(each, left), left}) if points > 0)


def _is_ship(counter: Counter) -> bool:
    return isinstance(counter, NavalCounter)


def _powers_to_sail(game: Position, movement: NavalMovement, powers: Iterable[int]) -> dict[int, bool]:
    """Those of the powers that may still move naval units: all of them, or submarines alone, whose move is paid for."""
    able = {power: may_do(game, power, ACTIVITY) is None for power in powers}
    return {power: is_able for power, is_able in able.items() if is_able or power in movement.submerged}


def _ready(game: Position, movement: NavalMovement, seat: str, guests: frozenset[int] | None = None) -> Iterator[Item]:
    """The seat's units that may sail; or, in these places, those of allies who may be asked to sail along."""
    of_seat = [(power, seat_of_power(game, power) == seat) for power in armies_of_side(game, movement.side)]
    powers = _powers_to_sail(game, movement, (power for power, own in of_seat if own == (guests is None)))
    if not powers:
        return
    for item in _own_items(game, movement, powers):
        if guests is not None and place_of_item(game, item) not in guests:
            continue
        sailor = sailor_of(item)
        may_sail = powers[power_of_sailor(game, sailor)] or is_submarine(game, sailor)
        if may_sail and unit_violation(game, movement, seat, item) is None:
            yield item


#: units in one place of one power that have the same to spend; convoy points by their name, as some of them and all of them
#: do not sail together
_Alike = tuple[int, int, bool, Hand, str]


def _fleets(
    game: Position, movement: NavalMovement, seat: str, guests: frozenset[int] | None = None
) -> Iterator[Fleet]:
    groups: dict[_Alike, tuple[Hand, list[Item]]] = {}
    for item in _ready(game, movement, seat, guests):
        sailor, place = sailor_of(item), place_of_item(game, item)
        hand = setting_out(game, sailor, place)
        of_anybody = msgspec.structs.replace(hand, sailor=_anybody(game, sailor))
        points = item if isinstance(item, str) else ""
        key = (place, power_of_sailor(game, sailor), is_submarine(game, sailor), of_anybody, points)
        groups.setdefault(key, (hand, []))[1].append(item)
    for (place, *_), (hand, items) in groups.items():
        ways, berths = _ways(game, hand, place), tuple(_berths(game, seat, items))
        if berths:
            ways = tuple(dict.fromkeys((*ways, *_ways_with_leaders(game, hand, place, berths))))
        if ways:
            yield Fleet(place, tuple(items), ways, berths)


@rule("18.2/foreign troop commitments")
def _ways_with_leaders(game: Position, hand: Hand, place: int, berths: tuple[Berth, ...]) -> Iterator[Way]:
    """Ways to ports that open to it if it takes one of these aboard."""
    for leader in leaders_of(game, tuple(dict.fromkeys(unit for unit, _ in berths))):
        yield from ends_of_move(game, hand, None, place, (leader,)).values()


def _anybody(game: Position, sailor: Sailor) -> Sailor:
    """For comparing what units have to spend; one with cargo is not like others, as ports may be closed to its cargo."""
    return sailor if carried_by(game, sailor) else Sailor(NOBODY)


def _ways(game: Position, hand: Hand, place: int) -> tuple[Way, ...]:
    sea = sea_at(game, place)
    if not sea:
        return tuple(ends_of_move(game, hand, None, place).values())
    here = search_number(game, place)
    lower = ((section,) for section in sections(game, sea) if search_number(game, section) < here)
    return (*lower, *ways_home(game, hand, None, place).values())


def _berths(game: Position, seat: str, items: list[Item]) -> Iterator[Berth]:
    """What could go aboard ships in port before they sail."""
    for item in items:
        if isinstance(item, int) and is_transport(game, item) and is_hex(game, place_of_item(game, item)):
            yield from _berths_of(game, seat, item)


def _berths_of(game: Position, seat: str, ship: int) -> Iterator[Berth]:
    for unit in within_reach(game, ship):
        if boarding_violation(game, seat, ((unit, ship),)) is None:
            yield unit, ship


def _voyages(game: Position, movement: NavalMovement, seat: str) -> Shape | Violation:
    fleets, guests = _proposed(game, movement, seat)
    return Voyages(fleets, guests) if fleets else refused("11.4", "nobody-can-sail")


def _voyages_to_wait(game: Position, movement: NavalMovement, seat: str) -> Shape | Violation:
    """The same for who means to wait at the end: in a lower section there is nothing to wait for."""
    fleets, guests = (_further(game, some) for some in _proposed(game, movement, seat))
    return Voyages(fleets, guests) if fleets else refused("11.4", "nobody-can-sail")


def _further(game: Position, fleets: tuple[Fleet, ...]) -> tuple[Fleet, ...]:
    """Without ways inside their own sea area."""
    found = []
    for fleet in fleets:
        if not sea_at(game, fleet.start):  # out of a port any way is further
            found.append(fleet)
            continue
        ways = tuple(way for way in fleet.ways if not _stays_in_area(game, fleet.start, way))
        if ways:
            found.append(fleet if len(ways) == len(fleet.ways) else msgspec.structs.replace(fleet, ways=ways))
    return tuple(found)


def _proposed(game: Position, movement: NavalMovement, seat: str) -> tuple[tuple[Fleet, ...], tuple[Fleet, ...]]:
    key = ("voyages", seat, movement.side, movement.moved, movement.convoys, movement.submerged, movement.declined)
    return game.recall(key, lambda: _fleets_and_guests(game, movement, seat))


@rule("11.4.2/how do units move?")
def _fleets_and_guests(
    game: Position, movement: NavalMovement, seat: str
) -> tuple[tuple[Fleet, ...], tuple[Fleet, ...]]:
    """The seat's own, and where they lie those of allies that could sail along."""
    fleets = tuple(_fleets(game, movement, seat))
    places = frozenset(fleet.start for fleet in fleets)
    return fleets, tuple(_fleets(game, movement, seat, guests=places))


def _somebody_can_sail(game: Position, movement: NavalMovement, seat: str) -> bool:
    return any(_ways_of(game, item) for item in _ready(game, movement, seat))


def _somebody_can_pause(game: Position, movement: NavalMovement, seat: str) -> bool:
    return any(
        not _stays_in_area(game, place_of_item(game, item), way)
        for item in _ready(game, movement, seat)
        for way in _ways_of(game, item)
    )


def _ways_of(game: Position, item: Item) -> tuple[Way, ...]:
    place = place_of_item(game, item)
    return _ways(game, setting_out(game, sailor_of(item), place), place)


# --------------------------------------------------------------------------------------------------- setting out: orders


def _sail_violation(game: Position, movement: NavalMovement, seat: str, noun: Noun) -> Violation | None:
    items, way, berths = noun
    return _order_violation(game, movement, seat, noun) or _end_violation(game, items, way, berths)


def _pause_violation(game: Position, movement: NavalMovement, seat: str, noun: Noun) -> Violation | None:
    """The same, but where it waits need not be where it can stop."""
    items, way, _ = noun
    found = _order_violation(game, movement, seat, noun)
    if found is not None:
        return found
    here = place_of_item(game, items[0])
    landfall = along(game, _hands(game, items, here), None, here, way)
    return landfall if isinstance(landfall, Violation) else None


def _order_violation(game: Position, movement: NavalMovement, seat: str, noun: Noun) -> Violation | None:
    items, way, berths = noun
    found = task_force_violation(game, movement, seat, items)
    if found is not None:
        return found
    if any(place < 0 or not (is_hex(game, place) or sea_of_section(game, place)) for place in way):
        return refused("11.4.2", "not-a-sea-area")
    sailors, here = tuple(map(sailor_of, items)), place_of_item(game, items[0])
    return (
        moves_violation(game, moves_of(game, sailors, movement.submerged))
        or _homeward_violation(game, here, way)
        or _loading_violation(game, seat, items, here, berths)
    )


@rule("11.4.5/embarking")
def _loading_violation(
    game: Position, seat: str, items: tuple[Item, ...], here: int, berths: tuple[Berth, ...]
) -> Violation | None:
    """Before a task force sails it takes aboard what is stacked with it in port."""
    if not berths:
        return None
    if not is_hex(game, here) or any(ship not in items for _, ship in berths):
        return refused("11.4.5", "loads-in-port-before-it-sails")
    if any(not 0 <= unit < len(game.state[COUNTER]) for unit, _ in berths):
        return refused("11.4.5", "not-a-cargo")
    return boarding_violation(game, seat, berths)


def _end_violation(game: Position, items: tuple[Item, ...], way: Way, berths: tuple[Berth, ...]) -> Violation | None:
    here, in_port = place_of_item(game, items[0]), is_hex(game, way[-1])
    landing = tuple(unit for unit, _ in berths) if in_port else ()
    found = route_violation(game, _hands(game, items, here), None, here, way, landing)
    return gate_violation(game, landing, way[-1]) if found is None and landing else found


def _hands(game: Position, items: tuple[Item, ...], here: int) -> tuple[Hand, ...]:
    return tuple(setting_out(game, sailor_of(item), here) for item in items)


def _sail(game: Game, movement: NavalMovement, seat: str, noun: Noun) -> Control:
    return _propose(game, movement, seat, noun, goal=noun[1][-1])


def _sail_and_pause(game: Game, movement: NavalMovement, seat: str, noun: Noun) -> Control:
    return _propose(game, movement, seat, noun, goal=NOBODY)


def _propose(game: Game, movement: NavalMovement, seat: str, noun: Noun, goal: int) -> Call:
    """It sails at once, or when the allies whose ships are in it have agreed."""
    items, way, berths = noun
    owners = _to_be_asked(game, seat, items)
    joining = Joining(seat, owners, items, way, berths, goal)
    return Call(JOINT_FORCE, joining) if owners else set_out(game, movement, joining)


def set_out(game: Game, movement: NavalMovement, order: Joining) -> Call:
    seat, items, way, berths, goal = order.seat, order.items, order.way, order.berths, order.goal
    here = place_of_item(game, items[0])
    hands = _hands(game, items, here)
    sailors = tuple(hand.sailor for hand in hands)
    count_moves(game, moves_of(game, sailors, movement.submerged))
    movement.moved += tuple(sailor.ship for sailor in sailors if not sailor.is_convoy)
    if is_submarine(game, sailors[0]):
        powers = {power_of_sailor(game, sailor) for sailor in sailors} - {*movement.submerged}
        movement.submerged += tuple(sorted(powers))
    embark(game, berths)
    at_sea = bool(sea_at(game, here))
    within = _stays_in_area(game, here, way)
    ahead = () if within else way
    return Call(NAVAL_MOVE, Voyage(seat, hands, here, ahead=ahead, goal=goal, homeward=at_sea and not within))


SAIL = Verb(
    "sail",
    "11.4.1",
    _sail,
    _voyages,
    _sail_violation,
    items=NavalUnit,
    to=Place,
    possible=_somebody_can_sail,
    form=ANY_VOYAGE,
)
SAIL_AND_PAUSE = Verb(
    "sail-and-pause",
    "11.4.2",
    _sail_and_pause,
    _voyages_to_wait,
    _pause_violation,
    items=NavalUnit,
    to=Place,
    possible=_somebody_can_pause,
    form=ANY_VOYAGE,
)


@step("11.4")
def side_to_sail(game: Game, movement: NavalMovement) -> Control:
    if movement.side == NOBODY:
        movement.side = active_side(game)
        game.set(INTERCEPTORS, ())
    return None


@step("11.4", SAIL, SAIL_AND_PAUSE, also=("11.4.1", "11.4.2"))
def move_naval_units(game: Game, movement: NavalMovement) -> Control:
    """The seats of the side move their task forces in any order, one after the other."""
    return shared(seats_of_side(game, movement.side), SAIL, SAIL_AND_PAUSE, rule="11.4", prompt="naval-movement")


NAVAL_MOVEMENT = procedure("naval movement", "11.4", side_to_sail, move_naval_units, locals=NavalMovement)


# ------------------------------------------------------------------------------------------------------------- under way


@clause("11.4.2/sea areas")
def on_the_border(game: Position, voyage: Voyage) -> Call | None:
    """What befalls the task force between where it is and the next place of its way."""
    return None


@step("11.4.2", also=("11.4.2/sea areas",))
def next_area(game: Game, voyage: Voyage) -> Control:
    return on_the_border(game, voyage) if voyage.ahead else Goto("end_of_way")


@step("11.4.2", also=("11.4.2/sea areas", "11.4.6"))
def enter_area(game: Game, voyage: Voyage) -> Control:
    """Into the next sea area or port; in every sea area the enemy may try to intercept."""
    if not voyage.hands:
        return End()
    place, voyage.ahead = canonical(game, voyage.ahead[0]), voyage.ahead[1:]
    spent = (after_going(game, hand, voyage.here, place) for hand in voyage.hands)
    hands = tuple(hand for hand in spent if hand is not None)
    assert len(hands) == len(voyage.hands), "the way was judged"
    _put(game, voyage, hands, place)
    voyage.hands, voyage.before, voyage.here, voyage.fought = hands, voyage.here, place, False
    sea = sea_at(game, place)
    if not sea or INTERCEPTION not in game.ruleset.procedures:
        return Goto("next_area")
    return Call(INTERCEPTION, Interception(sea, hands, voyage.seat, voyage.homeward, voyage.last_call))


def _put(game: Game, voyage: Voyage, hands: tuple[Hand, ...], place: int) -> None:
    for hand in hands:
        put_sailor(game, hand.sailor, voyage.here, place)


@step("11.4.6", also=("11.4.6/interception attempt fails", "11.4.6/end of interception"))
def after_interception(game: Game, voyage: Voyage) -> Control:
    """Who was not opposed goes on; after an attempt there may be other orders, for whoever is left."""
    outcome, section = game.result
    if outcome == UNOPPOSED:
        return Goto("next_area")
    left = tuple(still_there(game, voyage.hands, section))
    if not left:
        return End()
    if outcome == STOPPED:
        voyage.hands, voyage.goal, voyage.ahead = left, section, ()
        return Goto("end_of_way")
    if outcome == FOUGHT:
        cost = search_number(game, section)
        left = tuple(msgspec.structs.replace(hand, movement=max(0, hand.movement - cost)) for hand in left)
        voyage.here, voyage.fought = section, True
    else:
        assert outcome == FAILED
    voyage.hands, voyage.plan, voyage.ahead, voyage.goal = left, voyage.ahead, (), NOBODY
    return Goto("orders")


@step("11.4.2", also=("11.4.2/how does a unit patrol?", "11.4.5/embarking"))
def end_of_way(game: Game, voyage: Voyage) -> Control:
    """It stops where it was to stop and takes aboard what it can there; or it waits for orders."""
    if voyage.goal == NOBODY:
        in_port = is_hex(game, voyage.here)
        return (_loading(game, voyage, voyage.hands) if in_port else None) or Goto("orders")
    stop_at(game, voyage, voyage.hands, voyage.goal)
    at_sea, hands = not is_hex(game, voyage.goal), voyage.hands
    voyage.hands = ()
    return _loading(game, voyage, hands) if at_sea else None


@step("11.4.2")
def is_it_over(game: Game, voyage: Voyage) -> Control:
    return None if voyage.hands else End()


@rule("11.4.2/into and out of port", "11.4.5/debarking in port", "2.4.3/naval units", "8.2.1/iced-in ports", "13.4.2")
def stop_at(game: Game, voyage: Voyage, hands: tuple[Hand, ...], place: int) -> None:
    """In port units are face-down and their cargo goes ashore; at sea only those are that set out without supply.

    The cargo lands face-down too if the voyage tires it, or if ice closes the port.
    """
    in_port = is_hex(game, place)
    tired = lands_tired(game, voyage) or port_iced_in(game, place)
    for hand in hands:
        sailor = hand.sailor
        put_sailor(game, sailor, voyage.here, place)
        if in_port and is_damaged(game, sailor):
            take_into_repair(game, sailor, place)
            continue
        if in_port and not sailor.is_convoy:
            (debark_face_down if tired else debark_in_port)(game, sailor.ship, place)
        if in_port or not hand.supplied:
            spend_sailor(game, sailor, place)
        if not in_port and game.on_stack(NAVAL_MOVEMENT.name):
            _note_move(game, sailor, place, hand)
    ships = tuple(hand.sailor.ship for hand in hands if not hand.sailor.is_convoy)
    points = sum(hand.sailor.points for hand in hands)
    game.say(Sailed(ships=ships, convoy_points=points, to=place))


@clause("11.4.5/debarking in port", "13.4.2")
def lands_tired(game: Position, voyage: Voyage) -> bool:
    """Does the cargo of those who return to base land face-down?"""
    return voyage.homeward


@rule("11.4.2", "11.6")
def _note_move(game: Game, sailor: Sailor, place: int, hand: Hand) -> None:
    """Convoy points that rest at sea have moved; and where a surface unit came to rest the opponent may give battle."""
    if sailor.is_convoy and hand.supplied:
        movement = game.enclosing(NavalMovement)
        movement.convoys += ((sailor.power, place, sailor.points),)
    if not is_submarine(game, sailor):
        came = (sea_at(game, place), sailor.ship, power_of_sailor(game, sailor))
        game.set(CAME_BY_SEA, (*game.state.get(CAME_BY_SEA), came))


# ----------------------------------------------------------------------------------------------------- orders on the way


def _courses(game: Position, voyage: Voyage, seat: str) -> Shape | Violation:
    """Ways on, to where all of them can stop."""
    ends, leaders = ways_home if voyage.homeward else ends_of_move, leaders_aboard(game, voyage.hands)
    first, *others = (ends(game, hand, voyage.came_from, voyage.here, leaders) for hand in voyage.hands)
    shared_ends = set(first).intersection(*others)
    to_them = (way for end, way in first.items() if end in shared_ends)
    ways = list(_let_in_together(game, voyage.hands, to_them))
    if voyage.plan and sail_on_violation(game, voyage, seat, voyage.plan) is None:
        ways.insert(0, voyage.plan)
    return Courses(tuple(dict.fromkeys(ways))) if ways else refused("11.4.2", "cannot-sail-on")


def _pauses(game: Position, voyage: Voyage, seat: str) -> Shape | Violation:
    """Ways on, to where all of them can wait for further orders."""
    if voyage.homeward:
        return refused("13.4", "goes-straight-home")
    start, leaders = canonical(game, voyage.here), leaders_aboard(game, voyage.hands)
    first, *others = (seas_and_ports(game, hand, voyage.came_from, start, leaders) for hand in voyage.hands)
    near = set(first).intersection(*others)
    steps = ((place,) for place, (_, before) in first.items() if place in near and before == start)
    ways = tuple(_let_in_together(game, voyage.hands, steps))
    return Courses(ways) if ways else refused("11.4.2", "cannot-sail-on")


@rule("18.2/foreign troop commitments")
def _let_in_together(game: Position, hands: tuple[Hand, ...], ways: Iterable[Way]) -> tuple[Way, ...]:
    """Those that lead into no port of a friend that lets in each of them, but not all; a unit's own ways are open to it."""
    if len(hands) == 1:
        return tuple(ways)
    sailors = _sailors(hands)
    laden = any(carried_by(game, sailor) for sailor in sailors)

    def takes_them(place: int) -> bool:
        if not is_hex(game, place) or not (laden or any(is_a_foreigner(game, sailor, place) for sailor in sailors)):
            return True
        return strangers_violation(game, sailors, (), place) is None

    return tuple(way for way in ways if all(map(takes_them, way)))


@rule("18.2/foreign troop commitments")
def leaders_aboard(game: Position, hands: tuple[Hand, ...]) -> tuple[int, ...]:
    return leaders_of(game, tuple(unit for hand in hands for unit in carried_by(game, hand.sailor)))


def sail_on_violation(game: Position, voyage: Voyage, seat: str, way: Noun) -> Violation | None:
    if voyage.homeward and not is_hex(game, way[-1]):
        return refused("13.4", "from-sea-to-port-only", place=Place(way[-1]))
    landfall = along(game, voyage.hands, voyage.came_from, voyage.here, way)
    if isinstance(landfall, Violation):
        return landfall
    return None if is_hex(game, way[-1]) else patrol_violation(game, landfall.hands, way[-1])


def _sail_on_and_pause_violation(game: Position, voyage: Voyage, seat: str, way: Noun) -> Violation | None:
    landfall = along(game, voyage.hands, voyage.came_from, voyage.here, way)
    return landfall if isinstance(landfall, Violation) else None


def _sail_on(game: Game, voyage: Voyage, seat: str, way: Noun) -> Control:
    voyage.ahead, voyage.goal, voyage.plan = way, way[-1], ()
    return Goto("next_area")


def _sail_on_and_pause(game: Game, voyage: Voyage, seat: str, way: Noun) -> Control:
    voyage.ahead, voyage.goal, voyage.plan = way, NOBODY, ()
    return Goto("next_area")


@rule("11.4.2/how do units move?", "11.4.2/how does a unit patrol?", "11.4.6/end of interception")
def _partings(game: Position, voyage: Voyage, seat: str) -> Shape | Violation:
    """In port, in a section that one of them could patrol; who has fought stays in the section where it did."""
    if voyage.homeward and (voyage.bound_home or not (voyage.fought or is_hex(game, voyage.here))):
        return refused("13.4", "goes-straight-home")
    if voyage.fought or is_hex(game, voyage.here):
        return Partings(items_of(voyage), (voyage.here,))
    best = max(hand.for_patrol for hand in voyage.hands)
    places = (place for place in sections(game, sea_at(game, voyage.here)) if search_number(game, place) <= best)
    return Partings(items_of(voyage), tuple(places))


def _chosen(voyage: Voyage, items: tuple[Item, ...]) -> tuple[Hand, ...]:
    return tuple(hand for hand in voyage.hands if name_of_sailor(hand.sailor, voyage.here) in items)


def _others(voyage: Voyage, items: tuple[Item, ...]) -> tuple[Hand, ...]:
    return tuple(hand for hand in voyage.hands if name_of_sailor(hand.sailor, voyage.here) not in items)


def _sailors(hands: tuple[Hand, ...]) -> tuple[Sailor, ...]:
    return tuple(hand.sailor for hand in hands)


def _part_violation(game: Position, voyage: Voyage, seat: str, noun: Noun) -> Violation | None:
    items, place = noun
    staying, going_on = _chosen(voyage, items), _others(voyage, items)
    if place != voyage.here:
        found = patrol_violation(game, staying, place)
        if found is not None:
            return found
    elif is_hex(game, place):
        found = left_behind_violation(game, _sailors(staying), _sailors(going_on), place)
        if found is not None:
            return found
    return moves_violation(game, moves_of_parting(game, _sailors(staying), _sailors(going_on)))


def _part(game: Game, voyage: Voyage, seat: str, noun: Noun) -> Control:
    items, place = noun
    staying, voyage_on = _chosen(voyage, items), _others(voyage, items)
    count_moves(game, moves_of_parting(game, _sailors(staying), _sailors(voyage_on)))
    stop_at(game, voyage, staying, place)
    voyage.hands = voyage_on
    return None if is_hex(game, place) else _loading(game, voyage, staying)


SAIL_ON = Verb("sail-on", "11.4.2", _sail_on, _courses, sail_on_violation, items=Place)
SAIL_ON_AND_PAUSE = Verb(
    "sail-on-and-pause", "11.4.2", _sail_on_and_pause, _pauses, _sail_on_and_pause_violation, items=Place
)
PART_COMPANY = Verb("part-company", "11.4.2", _part, _partings, _part_violation, items=NavalUnit, to=Place)


@step("11.4.2", SAIL_ON, SAIL_ON_AND_PAUSE, PART_COMPANY, also=("11.4.2/how do units move?",))
def orders(game: Game, voyage: Voyage) -> Control:
    verbs = (SAIL_ON, SAIL_ON_AND_PAUSE, PART_COMPANY)
    place = Place(voyage.here) if voyage.fought or is_hex(game, voyage.here) else SeaArea(voyage.here)
    return one(voyage.seat, *verbs, rule="11.4.2", prompt="naval-orders", place=place)


@step("11.4.2")
def further_orders(game: Game, voyage: Voyage) -> Control:
    return Goto("orders") if voyage.hands else End()


VOYAGE = procedure(
    NAVAL_MOVE,
    "11.4.2",
    next_area,
    enter_area,
    after_interception,
    end_of_way,
    is_it_over,
    orders,
    further_orders,
    locals=Voyage,
)


# -------------------------------------------------------------------------------------------- 11.4.5 taking cargo aboard


class Loading(msgspec.Struct):
    """Transports that may take aboard what is in reach of them."""

    seat: str
    ships: tuple[int, ...]


def _loading(game: Position, voyage: Voyage, hands: tuple[Hand, ...]) -> Call | None:
    """Ask for what they take aboard, if there is anything."""
    ships = tuple(
        hand.sailor.ship for hand in hands if not hand.sailor.is_convoy and is_transport(game, hand.sailor.ship)
    )
    loading = Loading(voyage.seat, ships)
    return Call(TAKING_ABOARD.name, loading) if _all_berths(game, loading) else None


def _all_berths(game: Position, loading: Loading) -> tuple[Berth, ...]:
    return tuple(berth for ship in loading.ships for berth in _berths_of(game, loading.seat, ship))


def _boarding(game: Position, loading: Loading, seat: str) -> Shape | Violation:
    berths = _all_berths(game, loading)
    return Boarding(berths) if berths else refused("11.4.5", "nothing-to-embark")


def _board_violation(game: Position, loading: Loading, seat: str, berths: Noun) -> Violation | None:
    return boarding_violation(game, seat, berths)


def _board(game: Game, loading: Loading, seat: str, berths: Noun) -> Control:
    embark(game, berths)
    return Goto("take_aboard") if _all_berths(game, loading) else None


def _sail_as_it_is(game: Game, loading: Loading, seat: str, noun: Noun) -> Control:
    return None


EMBARK = Verb("embark", "11.4.5", _board, _boarding, _board_violation, items=Thing, to=Thing)
ENOUGH_ABOARD = Verb("enough-aboard", "11.4.5", _sail_as_it_is)


@step("11.4.5", EMBARK, ENOUGH_ABOARD, also=("11.4.5/embarking",))
def take_aboard(game: Game, loading: Loading) -> Control:
    """After any interception: in the port that it passes, or on the coast of the sea area where it has ended its move."""
    place = Place(game.state[PLACE][loading.ships[0]])
    return one(loading.seat, EMBARK, ENOUGH_ABOARD, rule="11.4.5", prompt="embark", place=place)


TAKING_ABOARD = procedure("taking aboard", "11.4.5", take_aboard, locals=Loading)


MODULE = Module(procedures=(NAVAL_MOVEMENT, VOYAGE, TAKING_ABOARD), permissions=(SAIL_TOGETHER, TRANSPORT))
