"""Convoy points: they lie in chains, and what comes new closes the gaps in them."""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.billets import Billets
from worldfire.engine.shapes import Amounts, One
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import sea_of_section
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.seascape import Seascape, own_power
from worldfire.players.cadet.task_forces import Move
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s11_04_voyages import Voyages

#: what a convoy point that closes a gap promises, and one that strengthens a link
OF_A_GAP, OF_A_LINK = 0.4, 0.2


def _laid(seascape: Seascape, power: int) -> dict[str, int]:
    """Sea area → convoy points of the power."""
    found: dict[str, int] = {}
    for owner, place, points in seascape.game.state.amounts(CONVOY_POINTS):
        sea = sea_of_section(seascape.game, place) if owner == power else ""
        if sea and points:
            found[sea] = found.get(sea, 0) + points
    return found


def links(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """From port into the gap of a chain, or else to its weakest link; never under the enemy's guns."""
    game = seascape.game
    for fleet in shape.fleets:
        if not is_hex(game, fleet.start):
            continue
        for item in fleet.units:
            if not isinstance(item, str):
                continue
            laid = _laid(seascape, own_power(game, item))
            for way in fleet.ways:
                sea = sea_of_section(game, way[-1])
                if sea and not seascape.has_enemy_ships(sea):
                    yield Move(_merit(seascape, laid, sea) - 0.01 * len(way), (item,), way, purpose=f"link {sea}")


def _merit(seascape: Seascape, laid: dict[str, int], sea: str) -> float:
    around = [laid[near] for near in adjacent_seas(seascape.game, sea) if near in laid]
    if sea not in laid:
        return OF_A_GAP if len(around) > 1 else 0.0
    return OF_A_LINK if around and laid[sea] < max(around) else 0.0


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
    """Convoy points to build: as many as the chain has gaps and weak links, a few at a time."""
    seascape = Seascape(question.game, question.side)
    laid = _laid(seascape, power)
    most = max(laid.values(), default=0)
    return min(5, sum(most - points for points in laid.values()) // 4)


def build(question: Question, power: int) -> Action | None:
    shape = question.offers.get("build-convoys")
    number = wanted(question, power)
    if not isinstance(shape, One) or number < 1:
        return None
    fits = [int(points) for points in shape.domain if int(points) <= number]
    best = max(fits, default=0)
    return ("build-convoys", best) if best and question.is_legal("build-convoys", best) else None
