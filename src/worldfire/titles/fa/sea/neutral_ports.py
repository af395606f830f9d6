"""fa:2.4.3, fa:13.3 Neutral ports: a few surface ships of an active power may base there, and are in supply.

Three of them to a port, one port of each country with all its colonies, three ports in all; auxiliary cruisers (fa:21.13) come
besides, and they alone into those of the USA. Whoever's host joins the other side, or shuts its ports, is overrun there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from itertools import combinations
from typing import NamedTuple

import msgspec

from worldfire.engine.changes import Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema, memo
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import ACTIVE_POWERS, at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import Power
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, STANDING, Counter, counter_of, sea_of_section, things_at
from worldfire.forces.turn import TurnBegan, is_active, powers_of_side
from worldfire.forces.who import (
    CONTROLLER,
    HOME_COUNTRY,
    MASTERS,
    NOBODY,
    POWER_NUMBERS,
    SIDE,
    SIDES,
    master_of,
    power_named,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_3_overstacking import units_too_many
from worldfire.rules.s02_3_stacking import HARBOUR, naval_limit, naval_units, naval_units_of_convoys
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.rules.s09_06_aligning import SETTING_UP
from worldfire.rules.s11_04_2_sailing import CONVOYS_SUPPLIED, Hand, party_violation, ways_home
from worldfire.rules.s11_04_bases import (
    HARBOUR_OF_CONVOYS,
    PORT_WITH_TERMS,
    guest_kind,
    port_holder_violation,
    shut_by_terms,
    strangers_violation,
)
from worldfire.rules.s11_04_naval_movement import (
    PART_COMPANY,
    SAIL_ON,
    SAIL_ON_AND_PAUSE,
    lands_tired,
    leaders_aboard,
    orders,
    sail_on_violation,
)
from worldfire.rules.s11_04_naval_units import Item, Sailor, naval_counter, power_of_sailor, print_of
from worldfire.rules.s11_04_under_way import NAVAL_MOVE, Voyage
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s11_10_6_overrun import OVERRUN, TIMES_RANGE, Caught, is_lost_port
from worldfire.rules.s11_10_6_ships_in_port import hand_in_flight
from worldfire.rules.s13_04_return_to_base import Berth, Stayers, berth_in, lose_at_sea, room_in, ships_crowded_out
from worldfire.rules.s13_07_1_the_fallen import CountryPasses
from worldfire.tables.counters import NavalCounter, NavalType
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.neutral_basing import ACTIVITY
from worldfire.titles.fa.sea.searching import is_auxiliary

_SECTION = "fa:2.4.3"
USA = "usa"
#: the sea areas of the American trade with Germany (fa:5.1.11)
TRADE_ROUTE = Listed("seas of the American trade with Germany", "fa:5.1.11")

GUESTS_IN_A_PORT = Figure("surface naval units based in a neutral port", _SECTION)
NEUTRAL_PORTS = Figure("neutral ports that a power bases in", _SECTION)

#: ports of countries that are neutral since their master was conquered in this turn
JUST_NEUTRAL: Field[tuple[int, ...]] = Field("ports_just_neutral", ())


# ------------------------------------------------------------------------------------------------------------ whose ports


@clause("fa:15.1.1")
def ports_are_only_for(game: Position, holder: int) -> int:
    """The side to which a neutral country restricts its ports; NOBODY: to none."""
    return NOBODY


@clause(_SECTION)
def may_be_a_guest(game: Position, power: int) -> bool:
    """Active powers base their ships in neutral ports."""
    return is_active(game, power)


#: who holds ports without being in the war
HOSTS = memo("hosts of neutral ports", (CONTROLLER, MASTERS, ACTIVE_POWERS))


def _hosts(game: Position) -> dict[int, int]:
    """Port → the country or power that holds it and is not in the war."""

    def look() -> dict[int, int]:
        holders, masters, active = game.state[CONTROLLER], game.look_up(MASTERS), game.look_up(ACTIVE_POWERS)
        held = ((port, holders[port]) for port in ground_of(game).ports)
        return {port: masters[holder] for port, holder in held if holder != NOBODY and masters[holder] not in active}

    return game.recall("hosts", look, HOSTS)


def _neutral_holder(game: Position, port: int) -> int:
    """The country or power that holds the port and is not in the war; NOBODY for any other port."""
    return _hosts(game).get(port, NOBODY)


@rule(_SECTION)
def is_neutral_port(game: Position, power: int, port: int) -> bool:
    """Of somebody else who is not in the war; a minor country may fight beside a power that does not."""
    if _neutral_holder(game, port) in (NOBODY, power):
        return False
    return not at_war(game, power, game.state[CONTROLLER][port])


@rule(_SECTION, "fa:5.1.11")
def neutrals_let_in(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, port: int
) -> Violation | None:
    """Guests, on terms that `_refusal` knows; and the convoys of the neutral USA."""
    found = usual(game, power, port)
    if found is None or not is_neutral_port(game, power, port):
        return found
    return None if may_be_a_guest(game, power) or _ships_trade(game, power, port) else found


@rule("fa:5.1.11")
def _ships_trade(game: Position, power: int, port: int) -> bool:
    """Is it a port on the trade route of the USA?"""
    seas = ground_of(game).sea_of(port)
    return power == power_named(game, USA) and any(sea in TRADE_ROUTE(game) for sea in seas)


def asks_guests(game: Position, port: int) -> bool:
    return _neutral_holder(game, port) != NOBODY


# -------------------------------------------------------------------------------------------------------- who lies there


def _is_ship(counter: Counter) -> bool:
    return isinstance(counter, NavalCounter)


@rule(_SECTION, "fa:21.13")
def based(game: Position, power: int) -> Mapping[int, int]:
    """Neutral port → naval units of the power that are based there; auxiliary cruisers do not count."""
    return game.recall("based in neutral ports", lambda: _look_into_ports(game)).get(power, {})


def _look_into_ports(game: Position) -> dict[int, dict[int, int]]:
    """The same of every power."""
    hosts, standing, found = _hosts(game), game.look_up(STANDING), dict[int, dict[int, int]]()
    lying = sorted((thing, port) for port in hosts.keys() & standing.keys() for thing in standing[port])
    ships = [(power_of(game, thing), port, 1) for thing, port in lying if _takes_a_berth(game, thing)]
    points = game.state.amounts(CONVOY_POINTS)
    convoys = [(owner, port, naval_units_of_convoys(game, number)) for owner, port, number in points if port in hosts]
    for power, port, units in (*ships, *convoys):
        if hosts[port] != power:
            guests = found.setdefault(power, {})
            guests[port] = guests.get(port, 0) + units
    return found


@rule("fa:21.13")
def _takes_a_berth(game: Position, thing: int) -> bool:
    """A ship that is no auxiliary cruiser."""
    return _is_ship(counter_of(game, thing)) and not is_auxiliary(game, Sailor(thing))


#: which neutral ports refuse whom
LODGING = memo(
    "lodging in neutral ports", (HOSTS, SIDES, POWER_NUMBERS, JUST_NEUTRAL), asks=(ports_are_only_for, may_be_a_guest)
)


class Lodger(NamedTuple):
    """Who wants to base in a neutral port."""

    power: int
    #: as how many naval units it counts
    units: int = 1
    is_convoy: bool = False
    dives: bool = False
    is_auxiliary: bool = False
    is_damaged: bool = False


def _lodger(game: Position, sailor: Sailor) -> Lodger:
    if sailor.is_convoy:
        return Lodger(sailor.power, naval_units_of_convoys(game, sailor.points), is_convoy=True)
    dives, auxiliary, damaged = _sort(game, sailor.ship)
    return Lodger(power_of(game, sailor.ship), dives=dives, is_auxiliary=auxiliary, is_damaged=damaged)


def _sort(game: Position, ship: int) -> tuple[bool, bool, bool]:
    """Is it a submarine, an auxiliary cruiser, damaged?"""
    counter = naval_counter(game, ship)
    return counter.type is NavalType.SUB, is_auxiliary(game, Sailor(ship)), bool(game.state[DAMAGED][ship])


@rule("fa:15.1.1")
def restriction_violation(game: Position, power: int, port: int) -> Violation | None:
    """Why the neutral keeps the port for the other side."""
    holder = _neutral_holder(game, port)
    only = game.recall(("only for", holder), lambda: ports_are_only_for(game, holder), LODGING)
    if only in (NOBODY, side_of_power(game, power)) and port not in game.state.get(JUST_NEUTRAL):
        return None
    return refused("fa:15.1.1", "ports-are-restricted", place=Place(port))


@rule(_SECTION)
def _full_house(game: Position, lodger: Lodger, port: int, guests: Mapping[int, int]) -> Violation | None:
    """Why so many surface naval units of the power may not base in the neutral port beside those in each."""
    closed = restriction_violation(game, lodger.power, port)
    if closed is not None:
        return closed
    others = {other: number for other, number in guests.items() if other != port}
    if guests.get(port, 0) + lodger.units > GUESTS_IN_A_PORT(game):
        return refused(_SECTION, "few-ships-in-a-neutral-port", place=Place(port), most=Number(GUESTS_IN_A_PORT(game)))
    holder = _neutral_holder(game, port)
    if any(_neutral_holder(game, other) == holder for other in others):
        return refused(_SECTION, "one-port-of-each-neutral", place=Place(port), power=Power(holder))
    if len(others) >= NEUTRAL_PORTS(game):
        return refused(_SECTION, "few-neutral-ports", place=Place(port), most=Number(NEUTRAL_PORTS(game)))
    return None


@rule(_SECTION, "fa:21.13")
def _refusal(game: Position, lodger: Lodger, port: int, guests: Mapping[int, int]) -> Violation | None:
    """Why the neutral port does not take it in, beside so many units of its power that are based in each.

    Surface ships that are not damaged may come, of active powers only; convoy points of any.
    """
    if lodger.dives:
        return refused(_SECTION, "no-submarines-in-neutral-ports", place=Place(port))
    if lodger.is_damaged:
        return refused(_SECTION, "no-repairs-in-neutral-ports", place=Place(port))
    if not lodger.is_convoy and not may_be_a_guest(game, lodger.power):
        return refused(_SECTION, "neutrals-base-convoys-only", place=Place(port))
    if lodger.is_auxiliary:
        return restriction_violation(game, lodger.power, port)
    if _neutral_holder(game, port) == power_named(game, USA):
        return refused(_SECTION, "auxiliaries-only-in-us-ports", place=Place(port))
    return _full_house(game, lodger, port, guests)


def _elsewhere(game: Position, sailor: Sailor) -> Mapping[int, int]:
    """Where its power is based besides: who leaves a port may take all others there along (`not_too_many_at_once`)."""
    guests = based(game, power_of_sailor(game, sailor))
    left = NOBODY if sailor.is_convoy else game.state[PLACE][sailor.ship]
    return {port: units for port, units in guests.items() if port != left}


@rule(_SECTION)
def guest_in_a_neutral_port(game: Position, sailor: Sailor, port: int) -> Violation | None:
    """Who lies there already stays, and a campaign may begin there."""
    if port in _refusing(game, sailor):
        return _refusal(game, _lodger(game, sailor), port, _elsewhere(game, sailor))
    return None


def ship_in_a_neutral_port(game: Position, ship: int, port: int) -> Violation | None:
    return guest_in_a_neutral_port(game, Sailor(ship), port)


def shut_to_guests(game: Position, sailor: Sailor, ports: frozenset[int]) -> frozenset[int]:
    return ports & _refusing(game, sailor)


@rule(_SECTION)
def _refusing(game: Position, sailor: Sailor) -> frozenset[int]:
    """All neutral ports that do not take it in: the same for whoever is of one power and sort, until one of it moves in."""
    lodger = _lodger(game, sailor)
    guests = tuple(_elsewhere(game, sailor).items())

    def look() -> frozenset[int]:
        berths, foreign = dict(guests), (port for port, host in _hosts(game).items() if host != lodger.power)
        return frozenset(port for port in foreign if _refusal(game, lodger, port, berths) is not None)

    refusing = game.recall((lodger, guests), look, LODGING)
    if sailor.is_convoy:
        return refusing
    place = game.state[PLACE][sailor.ship]
    if place in refusing:
        return refusing - {place}
    return refusing if is_hex(game, place) or sea_of_section(game, place) else frozenset()


@rule(_SECTION)
def not_too_many_at_once(
    usual: Callable[[Position, tuple[Sailor, ...], int], Violation | None],
    game: Position,
    sailors: tuple[Sailor, ...],
    place: int,
) -> Violation | None:
    """A task force counts together, convoy points too, each for its own power, and not where it has been based so far."""
    found = usual(game, sailors, place)
    if found is not None or not is_hex(game, place) or not asks_guests(game, place):
        return found
    coming: dict[int, list[tuple[int, int]]] = {}
    for sailor in sailors:
        power, berth = power_of_sailor(game, sailor), _berth_so_far(game, sailor)
        if not is_auxiliary(game, sailor) and berth != place and is_neutral_port(game, power, place):
            coming.setdefault(power, []).append((berth, _lodger(game, sailor).units))
    for power, units in coming.items():
        left = {port: number - _coming_from(units, port) for port, number in based(game, power).items()}
        guests = {port: number for port, number in left.items() if number}
        found = _full_house(game, Lodger(power, sum(number for _, number in units)), place, guests)
        if found is not None:
            return found
    return None


def _berth_so_far(game: Position, sailor: Sailor) -> int:
    """Of convoy points others of their power may stay where they were."""
    return NOBODY if sailor.is_convoy else game.state[PLACE][sailor.ship]


def _coming_from(units: list[tuple[int, int]], port: int) -> int:
    return sum(number for berth, number in units if berth == port)


@rule(_SECTION, "fa:13.3.3")
def berth_of_a_guest(
    usual: Callable[[Position, Sailor, int], Berth], game: Position, sailor: Sailor, port: int
) -> Berth:
    """All ports of a neutral are one to each power, for it bases in one of them; auxiliary cruisers come besides."""
    power = power_of_sailor(game, sailor)
    if not is_neutral_port(game, power, port) or is_auxiliary(game, sailor):
        return usual(game, sailor, port)
    return (_ports_of_host(game, port)[0], power)


@rule(_SECTION, "fa:13.3.3")
def room_for_guests(usual: Callable[[Position, Berth], int], game: Position, berth: Berth) -> int:
    port, power = berth
    if power == NOBODY:
        return usual(game, berth)
    guests = based(game, power)
    return GUESTS_IN_A_PORT(game) - sum(guests.get(other, 0) for other in _ports_of_host(game, port))


def _ports_of_host(game: Position, port: int) -> tuple[int, ...]:
    host = _neutral_holder(game, port)

    def look() -> tuple[int, ...]:
        return tuple(sorted(other for other, holder in _hosts(game).items() if holder == host))

    return game.recall(("ports of a host", host), look, HOSTS)


@rule(_SECTION, "fa:13.3.3")
def in_few_ports_in_all(
    usual: Callable[[Position, Stayers, dict[Berth, int]], tuple[Item, ...]],
    game: Position,
    stayers: Stayers,
    room: dict[Berth, int],
) -> tuple[Item, ...]:
    """Only so many neutral countries take ships of one power in, whichever of them; hardly anybody needs any."""
    powers = {power for _, power in room if power != NOBODY}
    new = {power: _new_berths(game, room, power) for power in sorted(powers)}
    if not usual(game, stayers, _without(room, {berth for berths in new.values() for berth in berths})):
        return ()
    crowds = (_crowded_out_of_new(usual, game, stayers, room, power, berths) for power, berths in new.items())
    return usual(game, stayers, room) or next((crowd for crowd in crowds if crowd), ())


def _without(room: dict[Berth, int], closed: Set[Berth]) -> dict[Berth, int]:
    return {berth: 0 if berth in closed else number for berth, number in room.items()}


def _new_berths(game: Position, room: dict[Berth, int], power: int) -> tuple[Berth, ...]:
    """Of neutrals where the power is not based yet."""
    known = {(_ports_of_host(game, port)[0], power) for port in based(game, power)}
    return tuple(berth for berth in room if berth[1] == power and berth not in known)


def _crowded_out_of_new(
    usual: Callable[[Position, Stayers, dict[Berth, int]], tuple[Item, ...]],
    game: Position,
    stayers: Stayers,
    room: dict[Berth, int],
    power: int,
    new: tuple[Berth, ...],
) -> tuple[Item, ...]:
    """Nobody, if some choice of as many more neutrals as the power may base with leaves none of its ships outside.

    Otherwise those of the first choice: of the neutrals that most ships reach.
    """
    more = NEUTRAL_PORTS(game) - len(based(game, power))
    if len(new) <= more:
        return ()
    reached = [berth for berths in stayers.values() for berth in berths]
    choices = combinations(sorted(new, key=lambda berth: (-reached.count(berth), berth)), max(0, more))
    crowds = (usual(game, stayers, _without(room, {*new} - {*chosen})) for chosen in choices)
    first = next(crowds)
    return first if all(crowds) else ()


def kind_of_guest(game: Position, ship: int) -> Hashable:
    return _sort(game, ship)


@rule(_SECTION)
def guests_take_no_room(usual: Callable[[Position, int], int], game: Position, place: int) -> int:
    """Whoever else lies in a neutral's port is ignored, on whichever side."""
    limit, holder = usual(game, place), _neutral_holder(game, place) if is_hex(game, place) else NOBODY
    if not limit or holder == NOBODY:
        return limit
    guests = sum(power_of(game, ship) != holder for ship in naval_units(game, things_at(game, place)))
    points = (points for owner, at, points in game.state.amounts(CONVOY_POINTS) if at == place and owner != holder)
    return limit + guests + sum(naval_units_of_convoys(game, number) for number in points)


@rule(_SECTION)
def guests_are_supplied(game: Position, unit: int) -> bool:
    """Ships that are based in a neutral port."""
    place = game.state[PLACE][unit]
    return (
        is_hex(game, place) and _is_ship(counter_of(game, unit)) and is_neutral_port(game, power_of(game, unit), place)
    )


@rule(_SECTION)
def convoys_are_guests_too(game: Position, convoy: Sailor, port: int) -> bool:
    return is_neutral_port(game, convoy.power, port)


@step(_SECTION, also=("fa:11.3.2.5",))
def wrecks_are_turned_away(game: Game, voyage: Voyage) -> Control:
    """Mines have damaged somebody before the neutral port that they are bound for: it is not repaired there."""
    if not voyage.hands or not is_hex(game, voyage.ahead[0]):
        return None
    damaged = (hand.sailor for hand in voyage.hands if _is_damaged(game, hand.sailor))
    if all(guest_in_a_neutral_port(game, sailor, voyage.ahead[0]) is None for sailor in damaged):
        return None
    voyage.ahead, voyage.goal, voyage.plan = (), NOBODY, ()
    return Goto("orders")


@step(_SECTION, SAIL_ON, SAIL_ON_AND_PAUSE, PART_COMPANY, also=("fa:13.3",))
def orders_for_whom_a_port_takes(game: Game, voyage: Voyage) -> Control:
    """Whoever waits in a port, or may stay where it fought, needs no other."""
    may_stay = is_hex(game, voyage.here) or (voyage.fought and not voyage.bound_home)
    if voyage.homeward and not may_stay and _lose_who_has_no_port(game, voyage):
        return Goto("orders") if voyage.hands else End()
    return orders.run(game, voyage)


@rule(_SECTION, "fa:19.2.1")
def _lose_who_has_no_port(game: Game, voyage: Voyage) -> bool:
    """Whoever was damaged on the way home, and has nothing but neutral ports before it, is lost; so is who finds only
    ports of a friend that the others have filled to its limit. Was anybody?
    """
    if voyage.plan and sail_on_violation(game, voyage, voyage.seat, voyage.plan) is None:
        return False
    saved = _most_that_go_home(game, voyage)
    lost = tuple(hand for hand in voyage.hands if hand not in saved)
    for hand in lost:
        lose_at_sea(game, hand.sailor, voyage.here)
    if lost:
        voyage.hands = tuple(hand for hand in voyage.hands if hand in saved)
    return bool(lost)


@rule(_SECTION, "fa:19.2.1")
def _most_that_go_home(game: Position, voyage: Voyage) -> tuple[Hand, ...]:
    """The most of them that one port takes in, rather undamaged ones; HQs come first, as they command the others."""
    leaders = leaders_aboard(game, voyage.hands)
    ends = [set(ways_home(game, hand, voyage.came_from, voyage.here, leaders)) for hand in voyage.hands]
    homes = sorted(
        zip(voyage.hands, ends, strict=True),
        key=lambda home: (not leaders_aboard(game, home[:1]), _is_damaged(game, home[0].sailor)),
    )
    best: tuple[Hand, ...] = ()
    for port in sorted(set().union(*ends)):
        party = _let_in(game, [hand for hand, ports in homes if port in ports], port)
        if len(party) == len(voyage.hands):
            return party
        best = max(best, party, key=lambda hands: _how_many(game, hands))
    return best


def _let_in(game: Position, hands: list[Hand], port: int) -> tuple[Hand, ...]:
    """Those of them whom the port takes in together, the first first."""
    party: tuple[Hand, ...] = ()
    for hand in hands:
        sailors = tuple(each.sailor for each in (*party, hand))
        if party_violation(game, sailors, port) is None and strangers_violation(game, sailors, (), port) is None:
            party = (*party, hand)
    return party


def _how_many(game: Position, hands: tuple[Hand, ...]) -> tuple[int, int]:
    return sum(not _is_damaged(game, hand.sailor) for hand in hands), len(hands)


def _is_damaged(game: Position, sailor: Sailor) -> bool:
    return sailor.damaged if sailor.is_convoy else bool(game.state[DAMAGED][sailor.ship])


# ------------------------------------------------------------------------------------------------------- thrown out again


@rule("fa:13.6.1.5")
def nobody_rules_there(game: Game, event: CountryPasses) -> None:
    """Whoever lies in its ports came as a friend of its fallen master, and is no guest of the neutral."""
    if event.power == NOBODY or game.state[SIDE][event.power] == NOBODY:
        ports = tuple(place for place in ground_of(game).ports if game.state[HOME_COUNTRY][place] == event.country)
        game.set(JUST_NEUTRAL, (*game.state.get(JUST_NEUTRAL), *sorted(ports)))


def guests_are_guests_again(game: Game, event: TurnBegan) -> None:
    if game.state.get(JUST_NEUTRAL):
        game.set(JUST_NEUTRAL, ())


@rule(_SECTION, "fa:15.1.1", "fa:13.6.1.3")
def is_unwelcome(game: Position, side: int, port: int) -> bool:
    """Does the other side hold the port, or a neutral that keeps it for that side?"""
    holder = game.state[CONTROLLER][port]
    if NOBODY in (side, holder) or side_of_power(game, holder) == side:
        return False
    if port in game.state.get(JUST_NEUTRAL):
        return True
    return _fights(game, holder, side) or ports_are_only_for(game, holder) not in (NOBODY, side)


def _fights(game: Position, holder: int, side: int) -> bool:
    """Is it an active power of the other side, or a minor country at war with this one?"""
    if side_of_power(game, holder) != NOBODY and is_active(game, master_of(game, holder)):
        return True
    return any(at_war(game, holder, power) for power in powers_of_side(game, side))


def _unwelcome_at(game: Position, port: int, things: tuple[int, ...]) -> tuple[int, ...]:
    sides = {side_of(game, thing) for thing in things}
    unwelcome = {side for side in sides if is_unwelcome(game, side, port)}
    return tuple(thing for thing in things if side_of(game, thing) in unwelcome) if unwelcome else ()


def _unwelcome(game: Position) -> Iterator[tuple[int, int]]:
    """(ship, port); NOBODY stands for convoy points."""
    standing = game.look_up(STANDING)
    crowded = standing.keys() & ground_of(game).ports.keys()
    guests = [(thing, port) for port in crowded for thing in _unwelcome_at(game, port, standing[port])]
    yield from ((thing, port) for thing, port in sorted(guests) if _is_ship(counter_of(game, thing)))
    for owner, port, _ in sorted(game.state.amounts(CONVOY_POINTS)):
        if is_hex(game, port) and is_unwelcome(game, side_of_power(game, owner), port):
            yield NOBODY, port


class ThrowingOut(msgspec.Struct):
    """Of one host after the other."""


@rule(_SECTION)
def guests_are_thrown_out(game: Game) -> Call | None:
    return Call(THROWING_OUT.name, ThrowingOut()) if next(_unwelcome(game), None) is not None else None


@step(_SECTION, also=("fa:20.5.1",))
def guests_make_room(game: Game, setting: object) -> Control:
    """A country that comes into the war overruns those of the other side before its own fleet needs the ports."""
    return guests_are_thrown_out(game)


@step(_SECTION, also=("fa:11.9.6.2",))
def next_host(game: Game, out: ThrowingOut) -> Control:
    """All naval units in the ports of one host that is no longer neutral to them are overrun."""
    holders = game.state[CONTROLLER]
    unwelcome = tuple((ship, master_of(game, holders[port])) for ship, port in _unwelcome(game))
    if not unwelcome:
        return Goto("refuges_are_not_crowded")
    host = unwelcome[0][1]
    ships = tuple(ship for ship, holder in unwelcome if holder == host and ship != NOBODY)
    return Call(OVERRUN.name, Caught(NOBODY, (), ships, (), captor=host, no_prize=True))


@step(_SECTION)
def and_the_next_host(game: Game, out: ThrowingOut) -> Control:
    return Goto("next_host")


@step(_SECTION, also=("fa:2.3.1",))
def refuges_are_not_crowded(game: Game, out: ThrowingOut) -> Control:
    """Whoever fled may have fled into a port that is full: the step that ended is not over before that is settled too."""
    return units_too_many(game)


THROWING_OUT = procedure(
    "guests leave neutral ports", _SECTION, next_host, and_the_next_host, refuges_are_not_crowded, locals=ThrowingOut
)


@rule("fa:11.9.6.2")
def at_twice_its_range(game: Position, sailor: Sailor) -> Hand:
    """Who flees from an overrun port does not ask for his movement allowance; it is a return to base."""
    far = TIMES_RANGE(game) * print_of(game, sailor).range
    return Hand(sailor, far, far, homebound=True)


@rule("fa:11.3.4.3", "fa:13.3.2")
def cargo_of_who_was_at_sea(game: Position, voyage: Voyage) -> bool:
    """It lands face-down if its ship began the step at sea; not at the end of the turn, when only ships are turned."""
    return voyage.homeward and (voyage.aborted or not voyage.last_call)


MODULE = Module(
    schema=Schema(fields=(JUST_NEUTRAL,), derived=(HOSTS, LODGING)),
    procedures=(THROWING_OUT,),
    subscribes=((CountryPasses, nobody_rules_there), (TurnBegan, guests_are_guests_again)),
    sweeps=(guests_are_thrown_out,),
    changes=(
        Insert(NAVAL_MOVE, wrecks_are_turned_away, before="enter_area"),
        Insert(SETTING_UP.name, guests_make_room, before="sort_the_army"),
        Instead(NAVAL_MOVE, "orders", orders_for_whom_a_port_takes),
        port_holder_violation.wrapped_by(neutrals_let_in, reads=ACTIVITY),
        PORT_WITH_TERMS.attach(asks_guests, reads=ACTIVITY),
        HARBOUR.attach(ship_in_a_neutral_port),
        HARBOUR_OF_CONVOYS.attach(guest_in_a_neutral_port),
        shut_by_terms.replaced_by(shut_to_guests),
        party_violation.wrapped_by(not_too_many_at_once),
        ships_crowded_out.wrapped_by(in_few_ports_in_all),
        berth_in.wrapped_by(berth_of_a_guest),
        room_in.wrapped_by(room_for_guests),
        naval_limit.wrapped_by(guests_take_no_room, reads=ACTIVITY),
        guest_kind.replaced_by(kind_of_guest),
        ALWAYS_SUPPLIED.attach(guests_are_supplied),
        CONVOYS_SUPPLIED.attach(convoys_are_guests_too),
        hand_in_flight.replaced_by(at_twice_its_range),
        is_lost_port.replaced_by(is_unwelcome),
        lands_tired.replaced_by(cargo_of_who_was_at_sea),
    ),
)
