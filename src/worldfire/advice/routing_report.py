"""Routes of goods explained: over which hexes and seas each travels, which convoy points are used, and why others lie idle."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import SeaName
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import NOBODY, SIDE
from worldfire.rules.s13_06_1_network import Network, convoys_at_sea, ends_for, ledger, on_the_way
from worldfire.rules.s13_06_1_plans import default_plan, goods_to_send, plan_violation, recipient_at, shipping
from worldfire.rules.s13_06_1_routes import (
    Route,
    SharedTraffic,
    is_of_points,
    rails_between,
    read_route,
    seas_of_harbour,
    tolls,
)
from worldfire.rules.s13_06_4_promises import Goods, goods_of
from worldfire.rules.s13_06_production import UNUSED, Traffic, factory_hexes, shortest_routes
from worldfire.titles.telling import tell
from worldfire.words import say

#: of the ways that would be open to idle goods so many are tried
TRIED = 4


class Journey(msgspec.Struct, frozen=True):
    """Goods, and how they travel: by rail to a port, through the seas, and by rail from another; by rail alone without seas."""

    goods: Goods
    word: str
    recipient: int = NOBODY
    route: Route | None = None
    #: hexes, both ends included
    rail: tuple[int, ...] = ()
    inland: tuple[int, ...] = ()


class Lane(msgspec.Struct, frozen=True):
    """Convoy points of a power in a sea area, and how many of them carry something."""

    sea: str
    owner: int
    points: int
    used: int


def plan_at_hand(game: Position, power: int) -> tuple[Noun, bool]:
    """What the power has sent already, and True; before that what it would send without much thought."""
    sent = {each.goods: each.word for each in on_the_way(game) if each.power == power}
    if not sent:
        return default_plan(game, power), False
    return tuple((goods.name, sent.get(goods.name, UNUSED)) for goods in goods_of(game, power)), True


def journeys(game: Position, power: int, plan: Noun) -> tuple[Journey, ...]:
    words = dict(plan)
    known: dict[tuple[int, int], Mapping[int, tuple[int, ...]]] = {}
    return tuple(_journey(game, power, goods, words.get(goods.name, UNUSED), known) for goods in goods_of(game, power))


def _journey(
    game: Position,
    power: int,
    goods: Goods,
    word: str,
    known: dict[tuple[int, int], Mapping[int, tuple[int, ...]]],
) -> Journey:
    route = None if word == UNUSED else read_route(game, word)
    if route is None:
        return Journey(goods, word)
    recipient = recipient_at(game, power, goods, route)
    whose = power if recipient == NOBODY else recipient

    def railed(start: int, end: int) -> tuple[int, ...]:
        if (start, whose) not in known:
            traffic = Traffic(game, power) if whose == power else SharedTraffic(game, power, whose)
            rails = rails_between(game, power, whose)
            ends = rails.reach(start).keys() | rails.ports(start).keys() | {start}
            known[start, whose] = shortest_routes(game, power, start, ends, traffic)
        return known[start, whose].get(end, (start, end) if start != end else (start,))

    start = route.start if goods.place == NOBODY else goods.place
    if not route.legs:
        return Journey(goods, word, recipient, route, railed(start, route.end))
    return Journey(goods, word, recipient, route, railed(start, route.load), railed(route.land, route.end))


def lanes(game: Position, power: int, plan: Noun) -> tuple[Lane, ...]:
    """The power's convoy points and those of allies that carry something; what was sent before uses some as well."""
    words = [word for _, word in plan if word != UNUSED]
    words += [sent.word for sent in on_the_way(game) if sent.power != power]
    used: dict[str, int] = {}
    for word in words:
        for toll in tolls(word):
            used[toll] = used.get(toll, 0) + 1
    found = (
        Lane(sea, owner, points, used.get(f"{sea} by {power_name(game, owner)}", 0))
        for (owner, sea), points in sorted(convoys_at_sea(game).items(), key=lambda lane: (lane[0][1], lane[0][0]))
        if game.state[SIDE][owner] == game.state[SIDE][power]
    )
    return tuple(lane for lane in found if lane.owner == power or lane.used)


def used_by(game: Position, power: int, plan: Noun) -> int:
    """How many resources the plan brings to the power's own factories."""
    found = journeys(game, power, plan)
    return sum(one.recipient == power and not is_of_points(one.word) for one in found if one.route is not None)


# ------------------------------------------------------------------------------------------------------------- why idle


def why_idle(game: Position, power: int, goods: Goods, plan: Noun) -> Violation | str:
    """What keeps goods of the plan from being used: the rules' own words against it, or a text; empty: nothing does."""
    offered = next((choices.to for choices in shipping(game, power).items if choices.item == goods.name), ())
    words = [str(word) for word in offered if word != UNUSED]
    if not words:
        return _why_no_way(game, power, goods)
    factories = sum(factory_hexes(game, power).values())
    if not is_of_points(words[0]) and used_by(game, power, plan) + _from_others(game, power) == factories:
        return say("idle-factories-are-fed", factories=factories)
    found = []
    for word in _different(game, power, words):
        instead = tuple((name, word if name == goods.name else given) for name, given in plan)
        against = plan_violation(game, power, instead)
        if against is None:
            return ""
        found.append(against)
    return found[0]


def _from_others(game: Position, power: int) -> int:
    """Resources that others have sent to the power's factories."""
    sent = (one for one in on_the_way(game) if one.power != power and one.recipient == power)
    return sum(not is_of_points(one.word) for one in sent)


def _different(game: Position, power: int, words: list[str]) -> list[str]:
    """The first way to each of the ends, its own factories first, as many as are worth trying."""
    own, number = factory_hexes(game, power), board_of(game).number
    ours = {number(place) for place in own}
    ends = {word.rpartition(" > ")[2]: word for word in reversed(words)}
    return sorted(ends.values(), key=lambda word: word.rpartition(" > ")[2] not in ours)[:TRIED]


def _why_no_way(game: Position, power: int, goods: Goods) -> str:
    """It lies where nothing leads on: no railway, no port, no convoy points there, or a chain that breaks off."""
    if goods.place == NOBODY:
        return say("idle-points-no-way")
    network = Network(game, power, power, ledger(game, power), ends_for(game, goods, power))
    harbours = network.rails.harbours(goods.place)
    if not harbours:
        return say("idle-no-port")
    seas = tuple(dict.fromkeys(sea for port in harbours for sea in seas_of_harbour(game, power, port)))
    laden = [sea for sea in seas if sea in network.points]
    if not laden:
        return say("idle-no-convoys", seas=", ".join(seas)) if seas else say("idle-no-port")
    farthest = max((sea for start in laden for sea in network.chains(start).items()), key=lambda way: len(way[1]))[0]
    return say("idle-chain-breaks", sea=tell(game, SeaName, farthest))


def goods_names(game: Position, power: int) -> frozenset[str]:
    return frozenset(goods.name for goods in goods_to_send(game, power))
