"""Which resource should go to which factory, so that as many as possible are used. A proposal: the engine judges it."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.shapes import Allot, Item, Noun
from worldfire.rules.s13_06_production import SEND_RESOURCES, UNUSED


class NoResources(LookupError):
    """The seat is not asked about resources."""


def propose_resources(game: Position, seat: str) -> tuple[str, Noun]:
    """A way to use the most resources (13.6.1); ties keep the order of the hexes."""
    shape = game.offers(seat).get(SEND_RESOURCES.name)
    if not isinstance(shape, Allot):
        raise NoResources
    return SEND_RESOURCES.name, best_use(shape)


def best_use(shape: Allot) -> Noun:
    """A largest assignment, by augmenting paths: each resource in turn finds a factory, moving others if it must."""
    room = {room.choice: room.most for room in shape.rooms}
    choices = {entry.item: tuple(to for to in entry.to if to != UNUSED) for entry in shape.items}
    sent: dict[Item, list[Item]] = {factory: [] for factory in room}
    for item in choices:
        _find_room(item, choices, room, sent, set())
    where = {item: factory for factory, items in sent.items() for item in items}
    return tuple((item, where.get(item, UNUSED)) for item in choices)


def _find_room(
    item: Item,
    choices: dict[Item, tuple[Item, ...]],
    room: dict[Item, int],
    sent: dict[Item, list[Item]],
    tried: set[Item],
) -> bool:
    for factory in choices[item]:
        if factory in tried:
            continue
        tried.add(factory)
        if len(sent[factory]) < room[factory]:
            sent[factory].append(item)
            return True
        for other in tuple(sent[factory]):
            if _find_room(other, choices, room, sent, tried):
                sent[factory].remove(other)
                sent[factory].append(item)
                return True
    return False
