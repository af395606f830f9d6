"""Fleets: which of them sail where and under what cover, how they go on after an interception, and where they go home to.

A naval move is made for a landing, to guard a place that counts, to cover transports and convoys in danger, or to meet an
enemy who is much the weaker. Whatever has no such work stays in port. Convoy points are in `convoys`.
"""

from __future__ import annotations

from dataclasses import dataclass

from worldfire.engine.shapes import Amounts, One, Orders, Set
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY
from worldfire.forces.things import PLACE, counter_of, sea_of_section
from worldfire.forces.who import NOBODY
from worldfire.players.cadet import convoys
from worldfire.players.cadet.asking import Action, Puzzled, Question
from worldfire.players.cadet.bases import choose_base
from worldfire.players.cadet.expeditions import expeditions
from worldfire.players.cadet.garrisons import ferries, guards
from worldfire.players.cadet.harbours import port_merit
from worldfire.players.cadet.patrols import patrols
from worldfire.players.cadet.picture import is_world_war
from worldfire.players.cadet.reinforcing import bridgeheads, gatherings, reinforcements, stagings
from worldfire.players.cadet.seascape import (
    FAR,
    TRANSPORTS,
    Seascape,
    has_cargo,
    is_kind,
    naval,
    section_of,
    worth,
)
from worldfire.players.cadet.task_forces import Move, may_pass, seas_of, stations
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s11_04_2_joint_forces import JOIN_FORCE, KEEP_SHIPS
from worldfire.rules.s11_04_naval_movement import SAIL, NavalMovement
from worldfire.rules.s11_04_naval_units import Item, read_convoy, sailor_of, seat_of_sailor
from worldfire.rules.s11_04_under_way import Joining, Voyage
from worldfire.rules.s11_04_voyages import Courses, Partings, Voyages, Way
from worldfire.tables.counters import AirCounter, NavalType
from worldfire.titles import judgement_of

#: the least that a naval move must promise
WORTH_SAILING = 0.15
#: what a port behind a front is worth to those who have an army aboard when they must go home
OF_THE_FRONT = 20.0


# --------------------------------------------------------------------------------------------------------------- sailing


def sail(question: Question) -> Action:
    """The most promising move; when none promises enough, the rest stay where they are."""
    shape = question.offers.get("sail")
    if not isinstance(shape, Voyages):
        return "done", None
    if is_world_war(question.game):
        return _sail_by_list(question, shape)
    for move in moves(question, Seascape(question.game, question.side, question.powers), shape):
        if move.merit < WORTH_SAILING:
            break
        noun = shape.read(move.noun)
        if question.is_legal("sail", noun):
            return "sail", noun
    return "done", None


@dataclass
class Logbook:
    """The voyages that are left to be made in this impulse, and whether any of the list has been."""

    voyages: list[Move]
    begun: bool = False


def _sail_by_list(question: Question, shape: Voyages) -> Action:
    """The fleets of the whole world are thought about once, and once more when everybody on the list has sailed."""
    book = question.planned("voyages", lambda: Logbook(list_of_moves(question, shape)))
    move = _first_that_may(question, shape, book.voyages)
    if move is None and book.begun:
        book = question.note("voyages", Logbook(list_of_moves(question, shape)))
        move = _first_that_may(question, shape, book.voyages)
    book.begun |= move is not None
    if move is None:
        return "done", None
    question.note("onward", move.onward)
    return move.verb, shape.read(move.noun)


def _first_that_may(question: Question, shape: Voyages, voyages: list[Move]) -> Move | None:
    """The first on the list that is still possible; it is struck off, and those before it."""
    while voyages:
        move = voyages.pop(0)
        if question.is_legal(move.verb, shape.read(move.noun)):
            return move
    return None


def list_of_moves(question: Question, shape: Voyages) -> list[Move]:
    """One for each purpose and each ship that the rules allow, the most promising first."""
    found: list[Move] = []
    purposes: set[str] = set()
    used: set[Item] = set()
    for move in moves(question, Seascape(question.game, question.side, question.powers), shape):
        if move.merit < WORTH_SAILING:
            break
        free = move.purpose not in purposes and used.isdisjoint(move.items)
        if free and question.is_legal(move.verb, shape.read(move.noun)):
            found.append(move)
            purposes.add(move.purpose)
            used.update(move.items)
    return found


def lend_ships(question: Question) -> Action:
    """They sail along with an ally unless it has plans of its own for them in this step."""
    game = question.game
    joining, movement = game.enclosing(Joining), game.enclosing(NavalMovement)
    shape = SAIL.shape(game, movement, question.seat)
    wanted = {item for item in joining.items if seat_of_sailor(game, sailor_of(item)) == question.seat}
    if isinstance(shape, Voyages):
        for move in moves(question, Seascape(game, question.side, question.powers), shape):
            if move.merit >= WORTH_SAILING and not wanted.isdisjoint(move.items):
                return KEEP_SHIPS.name, None
    return JOIN_FORCE.name, None


def moves(question: Question, seascape: Seascape, shape: Voyages) -> list[Move]:
    """All that is worth a thought, the most promising first."""
    reached = stations(seascape, shape)
    found = [*expeditions(question, seascape, shape, reached), *guards(seascape, shape), *ferries(seascape, shape)]
    found += patrols(seascape, reached)
    found += convoys.links(seascape, shape)
    found += [*reinforcements(seascape, shape), *stagings(seascape, shape), *gatherings(seascape, shape)]
    found += bridgeheads(seascape, shape)
    return sorted(found, key=lambda move: (-move.merit, move.way, str(move.items)))


# --------------------------------------------------------------------------------------------------------- on the way


def give_orders(question: Question) -> Action:
    """On as planned; if the enemy ahead is too strong, into a port."""
    shape = question.offers.get("sail-on")
    if not isinstance(shape, Courses):
        return _stop_where_it_is(question)
    game, seascape = question.game, Seascape(question.game, question.side, question.powers)
    ships = [hand.sailor.ship for hand in game.enclosing(Voyage).hands if not hand.sailor.is_convoy]
    onward = question.planned("onward", lambda: NOBODY)
    planned = next((way for way in shape.ways if way[-1] == onward), shape.ways[0])
    if may_pass(seascape, ships, planned):
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


def go_home(question: Question) -> Action:
    """All from one section that can go there together, to the best port; this answers every return from sea."""
    verb, shape = question.only_shape(Voyages)
    game, seascape = question.game, Seascape(question.game, question.side, question.powers)
    options: list[tuple[float, tuple[Item, ...], Way]] = []
    for fleet in shape.fleets:
        for way in fleet.ways:
            danger = sum(seascape.enemy_might(sea) for sea in seas_of(seascape, way[1:]))
            merit = _merit_at_home(seascape, way[-1], fleet.units) - 0.05 * danger - 0.1 * len(way)
            options.append((merit if is_hex(game, way[-1]) else -FAR, fleet.units, way))
    for _, items, way in sorted(options, key=lambda option: (-option[0], option[2], str(option[1]))):
        for group in (items, items[:1]):
            noun = shape.read((group, way, ()))
            if question.is_legal(verb, noun):
                return verb, noun
    raise Puzzled("nobody can go home")


def _merit_at_home(seascape: Seascape, port: int, items: tuple[Item, ...]) -> float:
    """Convoy points of a world war go to where they are needed next, armies aboard to the front, all else to where most is
    in reach."""
    convoy = read_convoy(items[0]) if len(items) == 1 and isinstance(items[0], str) else None
    if convoy is None or not is_hex(seascape.game, port) or not is_world_war(seascape.game):
        return port_merit(seascape, port, items) + OF_THE_FRONT * _brings_an_army(seascape, port, items)
    return convoys.port_merit(seascape, port, convoy[0])


def _brings_an_army(seascape: Seascape, port: int, items: tuple[Item, ...]) -> bool:
    if not judgement_of(seascape.game).ferries_armies or not is_hex(seascape.game, port):
        return False
    return any(has_cargo(seascape.game, item) for item in items) and seascape.is_behind_a_front(port)


def decide_returns(question: Question) -> Action:
    """Warships in a high section that guard convoys or seek prey stay; so do convoy points, but those needed elsewhere."""
    shape = question.shape("decide-returns", Amounts)
    seascape = Seascape(question.game, question.side, question.powers)
    home_bound = _convoys_for_home(seascape, int(question.args["power"]))
    noun = []
    for bounds in shape.items:
        item = bounds.item
        if isinstance(item, str):
            goes = min(bounds.most, home_bound.get(sea := _sea_of_convoy(seascape, item), 0))
            home_bound[sea] = home_bound.get(sea, 0) - goes
        else:
            goes = 0 if _stays(seascape, int(item)) else 1
        noun.append((item, max(bounds.least, min(bounds.most, goes))))
    return "decide-returns", tuple(noun)


def _convoys_for_home(seascape: Seascape, power: int) -> dict[str, int]:
    """Sea area → points that shall lie elsewhere next turn; only chains of a world war are laid anew."""
    return convoys.to_take_home(seascape, power) if is_world_war(seascape.game) else {}


def _sea_of_convoy(seascape: Seascape, item: str) -> str:
    convoy = read_convoy(item)
    return "" if convoy is None else sea_of_section(seascape.game, convoy[1])


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
    game, seascape = question.game, Seascape(question.game, question.side, question.powers)
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
