"""Convoy points: they lie in chains from resources to factories, and what is free closes the gaps in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import ceil

from worldfire.board.model import Place
from worldfire.engine.billets import Billets
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.shapes import Amounts, One
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.pools import CIRCLE
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import HEXES, PLACE_NAMES, board_of, sea_of_section
from worldfire.forces.turn import controls, powers_of_side
from worldfire.forces.who import HOME_COUNTRY, SIDE
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import is_world_war
from worldfire.players.cadet.seascape import FAR, Seascape, own_power
from worldfire.players.cadet.task_forces import QUIET, Move
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s02_3_stacking import naval_room
from worldfire.rules.s05_lending import is_invaded, may_lend
from worldfire.rules.s11_04_naval_units import convoy_name, read_convoy
from worldfire.rules.s11_04_sea_passages import may_pass
from worldfire.rules.s11_04_voyages import Voyages, Way
from worldfire.rules.s13_06_1_network import on_the_way
from worldfire.rules.s13_06_1_routes import read_route
from worldfire.rules.s13_06_4_promises import ends_of_points, is_minor, promises
from worldfire.rules.s13_06_production import PowerProduction

#: what closing a gap promises, and strengthening a weak link
OF_A_GAP, OF_A_LINK = 0.4, 0.2
#: what a sea area costs a chain where points lie already, where none do, and where the enemy's ships are
LAID, UNLAID, WATCHED = 1.0, 1.5, 4.0
#: the enemy is so much stronger that convoys in the sea area would be lost; and how many such a chain may cross
OUTNUMBERED, MOST_HOPELESS = 3.0, 1
#: chains carry so much more than the factories lack, and so many points more are built: some are always sunk
OF_RESERVES = 0.25
#: sea areas in a chain beyond which a resource is not worth its convoy points
LONGEST = 4
#: convoy points in each sea area for build points to an ally, and the longest chain for them
OF_AID, LONGEST_OF_AID = 4, 6
#: convoy points to have under construction at most
UNDER_WAY = 4
#: more than any power needs
ENOUGH = 999


def _laid(seascape: Seascape, power: int) -> dict[str, int]:
    """Sea area → convoy points of the power."""
    found: dict[str, int] = {}
    for owner, place, points in seascape.game.state.amounts(CONVOY_POINTS):
        sea = sea_of_section(seascape.game, place) if owner == power else ""
        if sea and points:
            found[sea] = found.get(sea, 0) + points
    return found


def _idle(seascape: Seascape, power: int) -> int:
    """Convoy points of the power in ports, and under construction."""
    game = seascape.game
    names, hexes = game.state.get(PLACE_NAMES), game.state.get(HEXES)
    return sum(
        points
        for owner, place, points in game.state.amounts(CONVOY_POINTS)
        if owner == power and (is_hex(game, place) or names[place - hexes].startswith(CIRCLE))
    )


# ------------------------------------------------------------------------------------------------------------- the chain


def demand(seascape: Seascape, power: int, points: int) -> dict[str, int]:
    """Sea area → how so many convoy points would best carry resources from overseas to factories, by the shortest chains."""
    laid = _laid(seascape, power)
    ends = _seas_of_factories(seascape, power)
    found: dict[str, int] = {}
    left, lacking = points, _lacking(seascape, power)
    ways = [
        (tuple(sea for sea in way if sea not in source.carried), source.resources)
        for source in _overseas(seascape, power)
        if (way := _chain(seascape, {**laid, **source.carried}, source.seas, ends, power)) is not None
    ]
    if is_world_war(seascape.game):
        ways = [each for each in ways if len(each[0]) <= LONGEST]
    for way, resources in sorted(ways, key=lambda each: (len(each[0]), each)):
        carried = min(resources, left // max(1, len(way)), lacking)
        left -= carried * len(way)
        lacking -= carried
        for sea in way if carried else ():
            found[sea] = found.get(sea, 0) + carried
    for way in _aid(seascape, power, laid):
        carried = min(OF_AID, left // len(way))
        left -= carried * len(way)
        for sea in way if carried else ():
            found[sea] = found.get(sea, 0) + carried
    return found


@dataclass(frozen=True)
class Source:
    """Resources overseas: on which sea areas they can be loaded, and through which the giver's own points carry them."""

    seas: tuple[str, ...]
    resources: int
    carried: Mapping[str, int] = field(default_factory=dict)


def _aid(seascape: Seascape, power: int, laid: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Chains for build points to allies whose home the enemy has entered, if the power may lend them any."""
    game = seascape.game
    starts = tuple(sorted(_seas_of_factories(seascape, power))) if is_world_war(game) else ()
    for ally in powers_of_side(game, game.state[SIDE][power]) if starts else ():
        if ally != power and is_invaded(game, ally) and may_lend(game, power, ally, points=True):
            ground = ground_of(game)
            quays = (place for place in ends_of_points(game, ally) if place in ground.ports)
            way = _chain(seascape, laid, starts, frozenset(sea for port in quays for sea in ground.sea_of(port)), power)
            if way is not None and len(way) <= LONGEST_OF_AID:
                yield way


def _lacking(seascape: Seascape, power: int) -> int:
    """Resources that the chains should bring: in a world war what the factories lack, and some for those that are sunk."""
    if not is_world_war(seascape.game):
        return ENOUGH
    main = _industrial(seascape, power)
    factories = _by_country(seascape, power, _factories)
    resources = _by_country(seascape, power, _resources)
    lacking = sum(factories.get(country, 0) - resources.get(country, 0) for country in main)
    return ceil(max(0, lacking) * (1 + OF_RESERVES))


def _seas_of_factories(seascape: Seascape, power: int) -> frozenset[str]:
    game, ground = seascape.game, ground_of(seascape.game)
    countries = _industrial(seascape, power)
    home = game.state[HOME_COUNTRY]
    ports = (port for port in ground.ports if controls(game, power, port) and home[port] in countries)
    return frozenset(sea for port in ports for sea in ground.sea_of(port))


def _industrial(seascape: Seascape, power: int) -> frozenset[int]:
    """Countries in which the power has factories: railways do the rest there. In a world war only the one with most."""
    factories = _by_country(seascape, power, _factories)
    if not is_world_war(seascape.game):
        return frozenset(factories)
    return frozenset(sorted(factories, key=lambda country: (-factories[country], country))[:1])


def _factories(ruleset: Ruleset) -> tuple[tuple[int, int], ...]:
    """Hexes with factories, and how many."""
    return _printed(ruleset, lambda place: place.factories)


def _resources(ruleset: Ruleset) -> tuple[tuple[int, int], ...]:
    return _printed(ruleset, lambda place: place.resources + place.oil)


def _printed(ruleset: Ruleset, of: Callable[[Place], int]) -> tuple[tuple[int, int], ...]:
    hexes = sorted(ruleset.tables.ground.places.items())
    return tuple((here, number) for here, places in hexes if (number := sum(map(of, places))))


def _by_country(
    seascape: Seascape, power: int, printed: Callable[[Ruleset], tuple[tuple[int, int], ...]]
) -> dict[int, int]:
    """Country → how many of these the power has in it, if any."""
    game, home, found = seascape.game, seascape.game.state[HOME_COUNTRY], dict[int, int]()
    for place, number in game.ruleset.once(printed):
        if controls(game, power, place):
            found[home[place]] = found.get(home[place], 0) + number
    return found


def _overseas(seascape: Seascape, power: int) -> Iterator[Source]:
    """Hexes with resources in countries without factories."""
    if is_world_war(seascape.game):
        yield from _surplus(seascape, power)
        return
    game, home, seas = seascape.game, seascape.game.state[HOME_COUNTRY], board_of(seascape.game).tables.seas
    industrial = _industrial(seascape, power)
    for place, resources in game.ruleset.once(_resources):
        if seas[place] and home[place] not in industrial and controls(game, power, place):
            yield Source(seas[place], resources)


def _surplus(seascape: Seascape, power: int) -> Iterator[Source]:
    """Each other country with more resources than factories, and what others have promised."""
    game, ground, home = seascape.game, ground_of(seascape.game), seascape.game.state[HOME_COUNTRY]
    factories = _by_country(seascape, power, _factories)
    resources = _by_country(seascape, power, _resources)
    main = _industrial(seascape, power)
    for country, number in sorted(resources.items()):
        left = number - factories.get(country, 0)
        if left > 0 and country not in main:
            ports = (port for port in ground.ports if home[port] == country and controls(game, power, port))
            seas = tuple(sorted({sea for port in ports for sea in ground.sea_of(port)}))
            if seas:
                yield Source(seas, left)
    yield from _gifts(seascape, power)


def _gifts(seascape: Seascape, power: int) -> Iterator[Source]:
    """From ports where the giver has resources; what a major power gives travels on its convoy points as well."""
    game, ground, home = seascape.game, ground_of(seascape.game), seascape.game.state[HOME_COUNTRY]
    for promise in promises(game):
        if promise.recipient == power and promise.resources:
            giver = promise.giver
            countries = _by_country(seascape, giver, _resources)
            of_giver = countries if is_minor(game, giver) else _industrial(seascape, giver)
            ports = (port for port in ground.ports if home[port] in of_giver and controls(game, giver, port))
            seas = tuple(sorted({sea for port in ports for sea in ground.sea_of(port)}))
            if seas:
                yield Source(seas, promise.resources, _laid(seascape, giver))


def _chain(
    seascape: Seascape, laid: dict[str, int], starts: tuple[str, ...], ends: frozenset[str], power: int
) -> tuple[str, ...] | None:
    """The cheapest sea areas from one of the starts to one of the ends, by preference where points lie."""

    def cost(sea: str) -> float:
        if seascape.has_enemy_ships(sea) or is_hopeless(seascape, sea):
            return WATCHED
        return LAID if sea in laid else UNLAID

    queue: list[tuple[float, tuple[str, ...]]] = sorted((cost(sea), (sea,)) for sea in starts)
    seen: set[str] = set()
    while queue:
        total, way = heappop(queue)
        if way[-1] in ends:
            return way if sum(is_hopeless(seascape, sea) for sea in way) <= MOST_HOPELESS else None
        if way[-1] in seen:
            continue
        seen.add(way[-1])
        for near in adjacent_seas(seascape.game, way[-1]):
            if near not in seen and may_pass(seascape.game, power, way[-1], near):
                heappush(queue, (total + cost(near), (*way, near)))
    return None


def is_hopeless(seascape: Seascape, sea: str) -> bool:
    """In a world war: may the enemy come with much more than could be sent against him?"""
    if not is_world_war(seascape.game):
        return False
    danger = seascape.danger(sea)
    return danger > QUIET and danger > OUTNUMBERED * seascape.cover(sea)


# ------------------------------------------------------------------------------------------------------------ laying them


def links(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """From port into the gap of a chain, or else to its weakest link; never under the enemy's guns."""
    gaps = {power: _gaps(seascape, power) for power in _owners(seascape, shape)}
    for fleet in shape.fleets:
        if not is_hex(seascape.game, fleet.start):
            continue
        for item in fleet.units:
            convoy = read_convoy(item) if isinstance(item, str) else None
            if convoy is not None:
                found = list(_into_gaps(seascape, convoy, fleet.ways, gaps[convoy[0]]))
                yield from found or _nearer_to_gaps(seascape, convoy, fleet.ways)


def _into_gaps(
    seascape: Seascape, convoy: tuple[int, int, int], ways: Iterable[Way], gaps: Mapping[str, tuple[float, int]]
) -> Iterator[Move]:
    for way in ways:
        sea = sea_of_section(seascape.game, way[-1])
        if not sea or seascape.has_enemy_ships(sea):
            continue
        merit, points = gaps.get(sea, (0.0, 0))
        if points:
            name = convoy_name(convoy[0], convoy[1], min(points, convoy[2]))
            yield Move(merit - 0.01 * len(way), (name,), way, purpose=f"link {sea}")


def _nearer_to_gaps(seascape: Seascape, convoy: tuple[int, int, int], ways: Iterable[Way]) -> Iterator[Move]:
    """Points from which no gap can be reached go to a port nearer to one; only the chains of a world war are so far apart."""
    game, (power, start, _) = seascape.game, convoy
    ports = [way for way in ways if is_hex(game, way[-1])] if is_world_war(game) else []
    if not ports:
        return
    merits = {way: port_merit(seascape, way[-1], power) for way in ports}
    best = max(ports, key=lambda way: (merits[way], -len(way), way))
    if merits[best] > port_merit(seascape, start, power):
        yield Move(OF_A_LINK - 0.01 * len(best), (convoy_name(*convoy),), best, purpose=f"convoys from {start}")


def _gaps(seascape: Seascape, power: int) -> dict[str, tuple[float, int]]:
    """Sea area → what points there promise, and how many are wanted: by the demand, and where a chain is broken."""
    laid = _laid(seascape, power)
    wanted = demand(seascape, power, sum(laid.values()) + _idle(seascape, power))
    for sea in _breaks(seascape, laid):
        if not is_hopeless(seascape, sea):
            wanted.setdefault(sea, 1)
    return {
        sea: (OF_A_LINK if sea in laid else OF_A_GAP, points - laid.get(sea, 0))
        for sea, points in wanted.items()
        if points > laid.get(sea, 0)
    }


def spare(seascape: Seascape, power: int) -> dict[str, int]:
    """Sea area → points that nobody needs there: beyond the demand, and beyond what the last goods have used."""
    game, wanted = seascape.game, demand(seascape, power, ENOUGH)
    routes = [route for sent in on_the_way(game) if (route := read_route(game, sent.word)) is not None]
    used = Counter(leg.sea for route in routes for leg in route.legs if leg.owner == power)
    left = {sea: points - max(wanted.get(sea, 0), used[sea], 1) for sea, points in _laid(seascape, power).items()}
    return {sea: points for sea, points in left.items() if points > 0 and routes}


def to_take_home(seascape: Seascape, power: int) -> dict[str, int]:
    """Sea area → spare points that can close gaps elsewhere for which none lie in port."""
    missing = _missing(seascape, power) - _idle(seascape, power)
    found = {}
    for sea, points in sorted(spare(seascape, power).items(), key=lambda each: (-each[1], each[0])):
        found[sea] = max(0, min(points, missing))
        missing -= found[sea]
    return found


def port_merit(seascape: Seascape, port: int, power: int) -> float:
    """For points on their way home: near to where the chains have gaps, and where there is room."""
    ways = seascape.ways_to_gaps.get(power)
    if ways is None:
        ways = seascape.ways_to_gaps[power] = seascape.sea_ways(_gaps(seascape, power))
    near = min((ways.get(sea, FAR) for sea in ground_of(seascape.game).sea_of(port)), default=FAR)
    return -near - FAR * (naval_room(seascape.game, port) <= 0)


def _missing(seascape: Seascape, power: int) -> int:
    """Points that the chains lack."""
    laid = _laid(seascape, power)
    return sum(max(0, points - laid.get(sea, 0)) for sea, points in demand(seascape, power, ENOUGH).items())


def _breaks(seascape: Seascape, laid: dict[str, int]) -> Iterator[str]:
    """Sea areas without points that join two parts of a chain."""
    part: dict[str, int] = {}
    for number, start in enumerate(laid):
        queue = [start] if start not in part else []
        while queue:
            here = queue.pop()
            part[here] = number
            queue += [near for near in adjacent_seas(seascape.game, here) if near in laid and near not in part]
    beside = dict.fromkeys(near for sea in laid for near in adjacent_seas(seascape.game, sea) if near not in laid)
    for sea in beside:
        if len({part[near] for near in adjacent_seas(seascape.game, sea) if near in part}) > 1:
            yield sea


def _owners(seascape: Seascape, shape: Voyages) -> frozenset[int]:
    items = (item for fleet in shape.fleets for item in fleet.units if isinstance(item, str))
    return frozenset(own_power(seascape.game, item) for item in items)


# --------------------------------------------------------------------------------------------------------- new ones


def place_at_home(question: Question) -> Action:
    """In the ports nearest to the chain: large ones first."""
    shape = question.shape("place-convoys", Amounts)
    ports = ground_of(question.game).ports
    left, noun = shape.least, {}
    for bounds in sorted(shape.items, key=lambda bounds: (ports.get(int(bounds.item)) != "major", bounds.item)):
        noun[bounds.item] = min(left, bounds.most)
        left -= noun[bounds.item]
    return "place-convoys", tuple((bounds.item, noun[bounds.item]) for bounds in shape.items)


def place_abroad(question: Question) -> Action:
    """At home they can do more."""
    return "place-no-convoy-abroad", None


def set_up_of_minor(question: Question) -> Action:
    """In the largest ports at home: half of its units stay there."""
    shape = question.shape("set-up-minor-convoys", Billets)
    room = {int(room.choice): room.most for room in shape.rooms}
    ports, noun = ground_of(question.game).ports, []
    for choices in shape.items:
        free = [int(place) for place in choices.to if room.get(int(place), 1) > 0]
        port = min(free, key=lambda place: (place not in shape.home, ports.get(place) != "major", place))
        room[port] = room.get(port, 1) - 1
        noun.append((choices.item, port))
    return "set-up-minor-convoys", tuple(noun)


def wanted(question: Question, power: int) -> int:
    """Convoy points to build: as many as the chains lack, a few at a time, and none while others lie idle."""
    seascape = Seascape(question.game, question.side, question.powers)
    if not is_world_war(question.game):
        lacking = sum(demand(seascape, power, ENOUGH).values()) - sum(_laid(seascape, power).values())
        return min(UNDER_WAY, lacking) - _idle(seascape, power)
    whole = sum(demand(seascape, power, ENOUGH).values())
    lacking = _missing(seascape, power) + ceil(OF_RESERVES * whole) - sum(spare(seascape, power).values())
    return min(UNDER_WAY, lacking) - _idle(seascape, power)


def build(question: Question, power: int) -> Action | None:
    return _build_at_most(question, wanted(question, power))


def build_more(question: Question) -> Action | None:
    """As many as points are left: they would buy nothing else, and what is sunk is replaced the sooner."""
    power, seascape = question.game.enclosing(PowerProduction).power, Seascape(question.game, question.side, ())
    return _build_at_most(question, ENOUGH) if _laid(seascape, power) else None


def _build_at_most(question: Question, number: int) -> Action | None:
    shape = question.offers.get("build-convoys")
    if not isinstance(shape, One) or number < 1:
        return None
    for points in sorted((int(points) for points in shape.domain if int(points) <= number), reverse=True):
        if question.is_legal("build-convoys", points):
            return "build-convoys", points
    return None
