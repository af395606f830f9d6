"""Which ships a power has at sea when a campaign begins (24.1.6): a pair of cruisers wherever its convoy points lie.

Carriers and battleships stay in port until their admiral knows what for, and so do submarines and transports.
"""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.shapes import Choices, Orders
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, counter_of, sea_of_section
from worldfire.forces.who import power_of
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.tables.counters import NavalCounter, NavalType

#: ships in each sea area with own convoy points
ESCORTS = 2
#: one in so many cruisers of a port stays there
KEPT_BACK = 2
#: whoever sails into a lower section had better stay at home
HIGH_ENOUGH = 2


def patrols_to_begin_with(game: Position, shape: Orders, strongest: int) -> tuple[tuple[int, int], ...]:
    """From the nearest ports, none that hits harder than `strongest`; the sea with the most convoy points first."""
    cruisers = [choices for choices in shape.items if _is_cruiser(game, int(choices.item), strongest)]
    in_port: dict[int, int] = {}
    for choices in cruisers:
        port = game.state[PLACE][int(choices.item)]
        in_port[port] = in_port.get(port, 0) + 1
    left = {port: number - number // KEPT_BACK for port, number in in_port.items()}
    found: dict[int, int] = {}
    for sea in _seas_to_guard(game, power_of(game, int(shape.items[0].item))):
        near = [(ship, section) for ship, section in _within_reach(game, cruisers, sea) if ship not in found]
        escorts = 0
        for ship, section in near:
            port = game.state[PLACE][ship]
            if escorts < ESCORTS and left[port]:
                found[ship] = section
                left[port] -= 1
                escorts += 1
    return tuple(sorted(found.items()))


def _within_reach(game: Position, cruisers: list[Choices], sea: str) -> list[tuple[int, int]]:
    """Ships that come well into the sea area, each with the highest section: those that come highest first."""
    found = [(int(choices.item), _highest(game, choices, sea)) for choices in cruisers]
    near = [(ship, place) for ship, place in found if place is not None and section_number(game, place) >= HIGH_ENOUGH]
    return sorted(near, key=lambda pair: (-section_number(game, pair[1]), _attack(game, pair[0]), pair[0]))


def _seas_to_guard(game: Position, power: int) -> list[str]:
    points: dict[str, int] = {}
    for owner, place, number in game.state.amounts(CONVOY_POINTS):
        sea = sea_of_section(game, place) if owner == power else ""
        if sea:
            points[sea] = points.get(sea, 0) + number
    return sorted(points, key=lambda sea: (-points[sea], sea))


def _highest(game: Position, choices: Choices, sea: str) -> int | None:
    sections = (int(place) for place in choices.to if int(place) >= 0 and sea_of_section(game, int(place)) == sea)
    return max(sections, key=lambda place: section_number(game, place), default=None)


def _is_cruiser(game: Position, ship: int, strongest: int) -> bool:
    counter = counter_of(game, ship)
    return isinstance(counter, NavalCounter) and counter.type is NavalType.SCS and counter.attack <= strongest


def _attack(game: Position, ship: int) -> int:
    counter = counter_of(game, ship)
    return counter.attack if isinstance(counter, NavalCounter) else 0
