"""Which resource should go to which factory, so that as many as possible are used, the nearest first.

A proposal: the engine judges it.
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.position import Position
from worldfire.engine.shapes import Allot, Item, Noun
from worldfire.forces.things import board_of
from worldfire.rules.s13_06_1_by_sea import ROUTE_GOODS, planner
from worldfire.rules.s13_06_1_plans import default_plan
from worldfire.rules.s13_06_production import (
    SEND_RESOURCES,
    UNUSED,
    PowerProduction,
    Traffic,
    factory_hexes,
    resources_of,
    sending,
    shortest_routes,
)

#: resource → factory → the hexes that it is railed over, both ends included
Ways = dict[Item, dict[Item, tuple[int, ...]]]


class NoResources(LookupError):
    """The seat is not asked about resources."""


def propose_resources(game: Position, seat: str) -> tuple[str, Noun]:
    """A way to use the most resources (13.6.1), those nearest to a factory first, or over the sea on short ways."""
    offers = game.offers(seat)
    if isinstance(offers.get(ROUTE_GOODS.name), Allot):
        return ROUTE_GOODS.name, default_plan(game, planner(game))
    if not isinstance(offers.get(SEND_RESOURCES.name), Allot):
        raise NoResources
    return SEND_RESOURCES.name, use_of(game, game.enclosing(PowerProduction).power)


def use_of(game: Position, power: int) -> Noun:
    """What the proposal would be for this power."""
    ways = ways_of(game, power)
    return best_use(sending(game, power), lambda item, factory: len(ways[item][factory]))


def ways_of(game: Position, power: int) -> Ways:
    """The shortest way of each resource of the power to each factory that it can be railed to."""
    board, factories, traffic = board_of(game), factory_hexes(game, power), Traffic(game, power)
    of_hex: dict[int, dict[Item, tuple[int, ...]]] = {}
    found: Ways = {}
    for name, place in resources_of(game, power):
        if place not in of_hex:
            routes = shortest_routes(game, power, place, factories, traffic)
            of_hex[place] = {board.number(end): path for end, path in routes.items()}
        found[name] = of_hex[place]
    return found


def best_use(shape: Allot, length: Callable[[Item, Item], int]) -> Noun:
    """A largest assignment, by augmenting paths: each resource in turn finds a factory, moving others if it must.

    Whoever has found one keeps a place. So, taken in the order of their ways, no resource is left over while one from
    further away is used in its stead.
    """
    room = {room.choice: room.most for room in shape.rooms}
    choices = {
        entry.item: sorted((to for to in entry.to if to != UNUSED), key=lambda to: length(entry.item, to))
        for entry in shape.items
    }
    sent: dict[Item, list[Item]] = {factory: [] for factory in room}
    for item in sorted(choices, key=lambda item: min((length(item, to) for to in choices[item]), default=0)):
        _find_room(item, choices, room, sent, set())
    where = {item: factory for factory, items in sent.items() for item in items}
    return tuple((item, where.get(item, UNUSED)) for item in choices)


def _find_room(
    item: Item,
    choices: dict[Item, list[Item]],
    room: dict[Item, int],
    sent: dict[Item, list[Item]],
    tried: set[Item],
) -> bool:
    """The nearest factory with room; if there is none, one whose resource finds room elsewhere."""
    free = next((to for to in choices[item] if to not in tried and len(sent[to]) < room[to]), None)
    if free is not None:
        sent[free].append(item)
        return True
    for factory in choices[item]:
        if factory in tried:
            continue
        tried.add(factory)
        for other in tuple(sent[factory]):
            if _find_room(other, choices, room, sent, tried):
                sent[factory].remove(other)
                sent[factory].append(item)
                return True
    return False
