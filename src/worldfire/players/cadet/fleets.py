"""Fleets: which of them sail where and under what cover, how they go on after an interception, and where they go home to.

A naval move is made for a landing, to guard a place that counts, to cover transports and convoys in danger, or to meet an
enemy who is much the weaker. Whatever has no such work stays in port. Convoy points are in `convoys`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from worldfire.engine.shapes import Amounts, Assign, One, Orders, Set
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import STAY
from worldfire.forces.things import PLACE, aboard, at_sea, board_of, counter_of, sea_of_section, things_at
from worldfire.forces.turn import power_name
from worldfire.forces.who import power_of
from worldfire.players.cadet import convoys, home
from worldfire.players.cadet.asking import Action, Puzzled, Question
from worldfire.players.cadet.bases import choose_base
from worldfire.players.cadet.landings import (
    WORTH_LANDING,
    best_beach,
    could_board,
    is_high_enough,
    may_invade_from,
    price_of_leaving,
)
from worldfire.players.cadet.seascape import (
    FAR,
    TRANSPORTS,
    Seascape,
    has_cargo,
    is_kind,
    is_ready,
    is_war_at_sea,
    might,
    naval,
    section_of,
    worth,
)
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s02_3_stacking import naval_room
from worldfire.rules.s11_04_5_naval_transport import may_invade
from worldfire.rules.s11_04_naval_units import Item
from worldfire.rules.s11_04_under_way import Voyage
from worldfire.rules.s11_04_voyages import Berth, Courses, Fleet, Partings, Voyages, Way
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalType

#: a task force is sent where it is so much stronger than the enemy: to cover others, or to seek battle
COVER, BATTLE = 1.2, 2.0
#: ships in a task force: more would leave nothing for later
MOST_SHIPS = 10
#: what covering transports or convoys, and sinking enemies, promise in points
OF_COVER, OF_CONVOYS, OF_BATTLE = 0.5, 0.2, 0.3
#: the least that a naval move must promise
WORTH_SAILING = 0.15
#: a guard for a place that counts and has none; an invader brought nearer to the front, by at least so many sea areas
OF_A_GUARD, OF_A_FERRY, NEARER = 0.3, 0.32, 2
#: troops that make good guards, and those that are wanted elsewhere
GUARDS = (LandType.GAR, LandType.INF, LandType.MIL, LandType.TERR, LandType.MAR)


@dataclass(frozen=True)
class Move:
    """A naval move and what it promises."""

    merit: float
    items: tuple[Item, ...]
    way: Way
    berths: tuple[Berth, ...] = ()


# ------------------------------------------------------------------------------------------------------ choosing actions


def choose_actions(question: Question) -> Action:
    """Where fleets decide: a land action for several landings at once, otherwise a combined one, which does a little of all."""
    if not is_war_at_sea(question.game):
        return home.choose_actions(question)
    shape = question.shape("choose-actions", Assign)
    noun = []
    for choices in shape.items:
        waiting = sum(_ready_to_land(question, str(choices.item)))
        wanted = ("land", "combined") if waiting > 1 else ("combined", "naval")
        noun.append((choices.item, next((action for action in wanted if action in choices.to), choices.to[0])))
    return "choose-actions", tuple(noun)


def _ready_to_land(question: Question, name: str) -> Iterator[bool]:
    """For each unit of the power that is aboard a ship at sea: could it invade something worth it now?"""
    game, seascape = question.game, Seascape(question.game, question.side)
    for ship, sea in at_sea(game):
        for unit in things_at(game, aboard(ship)):
            if power_name(game, power_of(game, unit)) == name and is_ready(game, unit) and is_ready(game, ship):
                beach = best_beach(seascape, unit, sea) if may_invade(game, unit) else None
                yield beach is not None and beach.merit >= WORTH_LANDING


# --------------------------------------------------------------------------------------------------------------- sailing


def sail(question: Question) -> Action:
    """The most promising move; when none promises enough, the rest stay where they are."""
    shape = question.offers.get("sail")
    if not isinstance(shape, Voyages):
        return "done", None
    seascape = Seascape(question.game, question.side)
    moves = [*_landings(question, seascape, shape), *_guards(seascape, shape), *_ferries(seascape, shape)]
    moves += _patrols(seascape, shape)
    moves += (Move(merit, items, way) for merit, items, way in convoys.links(seascape, shape))
    for move in sorted(moves, key=lambda move: (-move.merit, move.way, str(move.items))):
        if move.merit < WORTH_SAILING:
            break
        noun = shape.read((move.items, move.way, move.berths))
        if question.is_legal("sail", noun):
            return "sail", noun
    return "done", None


def _seas_of(seascape: Seascape, way: Way) -> list[str]:
    return [sea for sea in (sea_of_section(seascape.game, place) for place in way) if sea]


def _escorts(seascape: Seascape, shape: Voyages, start: int, way: Way, power: int) -> list[int]:
    """Warships in the port that can go the same way, the strongest first; carriers want others around them."""
    end = way[-1]
    able = [
        int(unit)
        for fleet in shape.fleets
        if fleet.start == start and any(other[-1] == end for other in fleet.ways)
        for unit in fleet.units
        if is_kind(seascape.game, unit, NavalType.SCS, NavalType.CV) and power_of(seascape.game, int(unit)) == power
    ]
    return sorted(able, key=lambda unit: (-might(seascape.game, unit), unit))


def _company(seascape: Seascape, escorts: list[int], wanted: float) -> tuple[int, ...]:
    """As many of them as it takes."""
    found: list[int] = []
    for ship in escorts:
        if len(found) >= 2 and (seascape.might_of(found) >= wanted or len(found) >= MOST_SHIPS):
            break
        found.append(ship)
    return tuple(found)


def _is_covered(seascape: Seascape, ships: Iterable[Item], way: Way) -> bool:
    """Would those who sail, with those who are there, be a match for the enemy wherever they come?"""
    own = seascape.might_of(ships)
    return all(
        own + seascape.own_might(sea) >= COVER * seascape.enemy_might(sea)
        and (own + seascape.own_might(sea) > 0 or not seascape.has_enemy_ships(sea))
        for sea in _seas_of(seascape, way)
    )


def _with_cover(seascape: Seascape, shape: Voyages, fleet: Fleet, ship: int, way: Way) -> tuple[Item, ...] | None:
    """The transport with the warships that it needs; None if there are too few."""
    worst = max((seascape.enemy_might(sea) for sea in _seas_of(seascape, way)), default=0.0)
    escorts = _escorts(seascape, shape, fleet.start, way, power_of(seascape.game, ship))
    group = (ship, *_company(seascape, escorts, BATTLE * worst))
    return group if _is_covered(seascape, group, way) else None


def _landings(question: Question, seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Transports with invaders, or to where invaders wait on the coast, into a sea area with a beach worth it."""
    game = seascape.game
    for fleet in shape.fleets:
        ships = [int(unit) for unit in fleet.units if is_kind(game, unit, *TRANSPORTS) and not has_cargo(game, unit)]
        if not ships or not is_hex(game, fleet.start):
            continue
        for sea, way in _highest_ways(seascape, fleet.ways).items():
            found = _best_load(question, seascape, fleet, ships, sea)
            if found is None:
                continue
            merit, ship, berths = found
            group = _with_cover(seascape, shape, fleet, ship, way)
            if group is not None:
                yield Move(merit - 0.02 * len(way), group, way, berths)


def _highest_ways(seascape: Seascape, ways: tuple[Way, ...]) -> dict[str, Way]:
    """Sea area → the way into its highest section from which one invades."""
    found: dict[str, Way] = {}
    for way in ways:
        if is_high_enough(seascape.game, way[-1]):
            sea = sea_of_section(seascape.game, way[-1])
            if sea not in found or section_number(seascape.game, way[-1]) > section_number(
                seascape.game, found[sea][-1]
            ):
                found[sea] = way
    return found


def _best_load(
    question: Question, seascape: Seascape, fleet: Fleet, ships: list[int], sea: str
) -> tuple[float, int, tuple[Berth, ...]] | None:
    """The ship and the invader for the best beach of the sea area: aboard in port, or from the coast there."""
    game = seascape.game
    pairs = [(unit, ship, True) for unit, ship in fleet.berths if ship in ships and may_invade_from(game, unit, ship)]
    pairs += [(unit, ship, False) for ship in ships for unit in could_board(seascape, question.seat, ship, sea)]
    best: tuple[float, int, tuple[Berth, ...]] | None = None
    for unit, ship, in_port in pairs:
        beach = best_beach(seascape, unit, sea)
        if beach is None:
            continue
        merit = beach.merit - price_of_leaving(seascape, unit)
        if merit >= WORTH_LANDING and (best is None or merit > best[0]):
            best = (merit, ship, ((unit, ship),) if in_port else ())
    return best


def _guards(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Troops that are more than their port needs, to a port that counts and has nobody."""
    game = seascape.game
    for fleet in shape.fleets:
        for unit, ship in fleet.berths:
            if not isinstance(counter_of(game, unit), LandCounter) or counter_of(game, unit).type not in GUARDS:
                continue
            if len(seascape.troops(fleet.start, seascape.side)) < 2 and fleet.start in seascape.points:
                continue
            for way in fleet.ways:
                place = way[-1]
                if not is_hex(game, place) or place not in seascape.points or seascape.troops(place, seascape.side):
                    continue
                if _is_covered(seascape, (ship,), way):  # it sails alone
                    yield Move(OF_A_GUARD * seascape.points[place] - 0.01 * len(way), (ship,), way, ((unit, ship),))


def _ferries(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Invaders from ports at home to the best port nearer to the front, where the amphibious ships lie."""
    game = seascape.game
    for fleet in shape.fleets:
        far = seascape.port_distance(fleet.start) if is_hex(game, fleet.start) else 0
        for unit, ship in fleet.berths:
            if far < NEARER or not may_invade(game, unit):
                continue
            ends = [way for way in fleet.ways if is_hex(game, way[-1])]
            near = [way for way in ends if far - seascape.port_distance(way[-1]) >= NEARER]
            way = max(near, key=lambda way: (port_merit(seascape, way[-1], (ship,)), -len(way), way), default=None)
            if way is not None and _is_covered(seascape, (ship,), way):
                yield Move(OF_A_FERRY - 0.01 * len(way), (ship,), way, ((unit, ship),))


def _patrols(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Warships into sea areas where they are wanted, strong enough for whoever is there; subs against lone convoys."""
    game = seascape.game
    done: set[tuple[int, str]] = set()
    for fleet in shape.fleets:
        if not is_hex(game, fleet.start) or not any(isinstance(unit, int) for unit in fleet.units):
            continue
        leader = next(int(unit) for unit in fleet.units if isinstance(unit, int))
        for sea, way in _highest_ways(seascape, fleet.ways).items():
            if is_kind(game, leader, NavalType.SUB):
                prey = seascape.convoys.get((sea, 1 - seascape.side), 0)
                merit = OF_CONVOYS if prey and not seascape.own(sea) else 0.0
                yield Move(merit - 0.01 * len(way), (leader,), way)
                continue
            if not is_kind(game, leader, NavalType.SCS, NavalType.CV) or (fleet.start, sea) in done:
                continue
            done.add((fleet.start, sea))
            yield from _patrol(seascape, shape, fleet, sea, way)


def _patrol(seascape: Seascape, shape: Voyages, fleet: Fleet, sea: str, way: Way) -> Iterator[Move]:
    enemy, own = seascape.enemy_might(sea), seascape.own_might(sea)
    needs_cover = seascape.carries(sea) and own < BATTLE * enemy + 4
    raided = bool(seascape.convoys.get((sea, seascape.side))) and enemy > 0 and own < COVER * enemy
    prey = sum(1 for unit in seascape.enemies(sea) if not is_kind(seascape.game, unit, NavalType.SUB))
    merit = OF_COVER * needs_cover + OF_CONVOYS * raided + OF_BATTLE * bool(prey)
    if merit < WORTH_SAILING:
        return
    leader = next(int(unit) for unit in fleet.units if isinstance(unit, int))
    escorts = _escorts(seascape, shape, fleet.start, way, power_of(seascape.game, leader))
    group = _company(seascape, escorts, BATTLE * enemy - own)
    if group and own + seascape.might_of(group) >= BATTLE * enemy and _is_covered(seascape, group, way):
        yield Move(merit - 0.02 * len(way), group, way)


# --------------------------------------------------------------------------------------------------------- on the way


def give_orders(question: Question) -> Action:
    """On as planned; if the enemy ahead is too strong, into a port."""
    shape = question.offers.get("sail-on")
    if not isinstance(shape, Courses):
        return _stop_where_it_is(question)
    game, seascape = question.game, Seascape(question.game, question.side)
    ships = [hand.sailor.ship for hand in game.enclosing(Voyage).hands if not hand.sailor.is_convoy]
    planned = shape.ways[0]
    if _is_covered(seascape, ships, planned):
        return "sail-on", planned
    ports = [way for way in shape.ways if is_hex(game, way[-1])]
    return "sail-on", min(ports, key=lambda way: (len(way), way), default=planned)


def _stop_where_it_is(question: Question) -> Action:
    """Who cannot go on stops, all together as high as they can, or as many as can stop in one place."""
    game, shape = question.game, question.shape("part-company", Partings)
    places = sorted(shape.places, key=lambda place: (is_hex(game, place), _number(question, place)), reverse=True)
    for units in (shape.units, *((unit,) for unit in shape.units)):
        for place in places:
            if question.is_legal("part-company", (units, place)):
                return "part-company", (units, place)
    raise Puzzled("nobody can stop here")


def _number(question: Question, place: int) -> int:
    return -1 if is_hex(question.game, place) else section_number(question.game, place)


# ---------------------------------------------------------------------------------------------------------- going home


def port_merit(seascape: Seascape, port: int, ships: Iterable[Item]) -> float:
    """Near the front but not in it, large, and for transports beside troops that they could carry."""
    game = seascape.game
    merit = -float(min(seascape.port_distance(port), FAR))
    merit += 1.5 * (ground_of(game).ports.get(port) == "major") + 0.5 * bool(seascape.troops(port, seascape.side))
    waiting = any(may_invade(game, unit) for unit in seascape.troops(port, seascape.side))
    if waiting and any(is_kind(game, ship, *TRANSPORTS) for ship in ships):
        merit += 2.0 if any(is_kind(game, ship, NavalType.AMPH) for ship in ships) else 4.0
    merit += 0.5 * any(is_kind(game, ship, NavalType.AMPH) for ship in things_at(game, port))
    if naval_room(game, port) <= 0:
        merit -= FAR
    enemies = sum(seascape.enemy_might(sea) for sea in board_of(game).tables.seas[port])
    return merit - 0.1 * enemies


def go_home(question: Question) -> Action:
    """All from one section that can go there together, to the best port; this answers every return from sea."""
    verb, shape = question.only_shape(Voyages)
    game, seascape = question.game, Seascape(question.game, question.side)
    options: list[tuple[float, tuple[Item, ...], Way]] = []
    for fleet in shape.fleets:
        for way in fleet.ways:
            danger = sum(seascape.enemy_might(sea) for sea in _seas_of(seascape, way[1:]))
            merit = port_merit(seascape, way[-1], fleet.units) - 0.05 * danger - 0.1 * len(way)
            options.append((merit if is_hex(game, way[-1]) else -FAR, fleet.units, way))
    for _, items, way in sorted(options, key=lambda option: (-option[0], option[2], str(option[1]))):
        for group in (items, items[:1]):
            noun = shape.read((group, way, ()))
            if question.is_legal(verb, noun):
                return verb, noun
    raise Puzzled("nobody can go home")


def decide_returns(question: Question) -> Action:
    """Convoy points stay, and so do warships in a high section that guard convoys or seek prey; all others go home."""
    shape = question.shape("decide-returns", Amounts)
    seascape = Seascape(question.game, question.side)
    noun = []
    for bounds in shape.items:
        item = bounds.item
        goes = 0 if isinstance(item, str) or _stays(seascape, int(item)) else 1
        noun.append((item, max(bounds.least, min(bounds.most, goes))))
    return "decide-returns", tuple(noun)


def _stays(seascape: Seascape, unit: int) -> bool:
    game, ship = seascape.game, naval(seascape.game, unit)
    if ship is None or ship.type in TRANSPORTS or section_of(game, unit) < 2:
        return False
    sea = sea_of_section(game, _place(seascape, unit))
    if ship.type is NavalType.SUB:
        return bool(seascape.convoys.get((sea, 1 - seascape.side)))
    guarded = bool(seascape.convoys.get((sea, seascape.side)))
    return ship.type is NavalType.SCS and guarded and seascape.own_might(sea) >= seascape.enemy_might(sea)


def _place(seascape: Seascape, unit: int) -> int:
    return seascape.game.state[PLACE][unit]


def land_from_sea(question: Question) -> Action:
    return choose_base(question)


def lose_at_sea(question: Question) -> Action:
    """Who has no base: whatever is worth least, an ally's rather than one's own."""
    verb, shape = question.only_shape(One)
    return verb, min(shape.domain, key=lambda item: (worth(question.game, item), str(item)))


# ------------------------------------------------------------------------------------------------------- over the sea


def fly_naval_air(question: Question) -> Action:
    """Naval bombers to where enemies are, or own transports want cover, in numbers that the enemy's fighters do not stop."""
    shape = question.offers.get("fly-naval-air")
    if not isinstance(shape, Orders):
        return "done", None
    game, seascape = question.game, Seascape(question.game, question.side)
    sent: list[tuple[float, int, int]] = []
    for choices in shape.items:
        unit, counter = int(choices.item), counter_of(game, int(choices.item))
        if not isinstance(counter, AirCounter) or not is_hex(game, _place(seascape, unit)) or not counter.air_to_sea:
            continue
        for place in choices.to:
            sea = sea_of_section(game, int(place)) if place != STAY else ""
            if sea and section_number(game, int(place)) > 0:
                sent.append((_use_at_sea(seascape, sea) + 0.01 * section_number(game, int(place)), unit, int(place)))
    orders: tuple[tuple[int, int], ...] = ()
    for merit, unit, place in sorted(sent, key=lambda each: (-each[0], each[1], each[2])):
        if merit < WORTH_SAILING or any(unit == other for other, _ in orders) or len(orders) >= shape.most:
            continue
        more = (*orders, (unit, place))
        orders = more if question.is_legal("fly-naval-air", shape.read(more)) else orders
    return ("fly-naval-air", shape.read(orders)) if orders else ("done", None)


def _use_at_sea(seascape: Seascape, sea: str) -> float:
    prey = sum(1 for unit in seascape.enemies(sea) if not is_kind(seascape.game, unit, NavalType.SUB))
    prey += bool(seascape.convoys.get((sea, 1 - seascape.side)))
    strong = seascape.own_might(sea) + 4 >= seascape.enemy_might(sea)
    return 0.2 * bool(prey) * strong + 0.2 * seascape.carries(sea)


def replace_ships(question: Question) -> Action:
    """The new ship is the better one."""
    shape = question.shape("replace-ships", Set)
    noun = shape.domain[: shape.most]
    return "replace-ships", noun
