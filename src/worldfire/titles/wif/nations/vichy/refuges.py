"""17.3 Where ships, convoys and aircraft go that may not stay where they are: to the nearest hexes open to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.things import PLACE, board_of, counter_of, sea_of_section
from worldfire.forces.who import power_of
from worldfire.rules.s02_3_stacking import aircraft_room, naval_room
from worldfire.rules.s11_04_sea_passages import may_pass, seas_from_port
from worldfire.rules.s11_10_6_overrun import TIMES_RANGE
from worldfire.rules.s13_04_1_aircraft import range_from_section, reach_from_sea
from worldfire.tables.counters import NavalCounter

#: is the hex open to it?
Open = Callable[[int], bool]


def _far_seas(game: Position, power: int, place: int, most: int) -> dict[str, int]:
    """Sea area → how many must be entered to get there from the hex or sea-box, as far as so many."""
    sea = sea_of_section(game, place)
    far = {sea: 0} if sea else dict.fromkeys(seas_from_port(game, power, place), 1)
    queue = deque(far)
    while queue:
        here = queue.popleft()
        for there in board_of(game).sea_areas[here].borders if far[here] < most else ():
            if there not in far and may_pass(game, power, here, there):
                far[there] = far[here] + 1
                queue.append(there)
    return far


def nearest_ports(game: Position, power: int, place: int, most: int, is_open: Open) -> tuple[int, ...]:
    """Of the open ports with room that so many sea areas lead to, those that the fewest lead to."""
    far, found = _far_seas(game, power, place, most), dict[int, int]()
    for port in sorted(ground_of(game).ports):
        ways = [far[sea] for sea in seas_from_port(game, power, port) if sea in far]
        if ways and port != place and is_open(port) and naval_room(game, port) > 0:
            found[port] = min(ways)
    return tuple(port for port, way in found.items() if way == min(found.values()))


@rule("17.3.1", "17.3.2")
def ports_for_ship(game: Position, ship: int, is_open: Open) -> tuple[int, ...]:
    """Out of a port within double its range, from the sea within its range."""
    counter, place = counter_of(game, ship), game.state[PLACE][ship]
    assert isinstance(counter, NavalCounter)
    most = counter.range * (TIMES_RANGE(game) if is_hex(game, place) else 1)
    return nearest_ports(game, power_of(game, ship), place, most, is_open)


@rule("17.3.2")
def bases_for_aircraft(game: Position, aircraft: int, is_open: Open) -> tuple[int, ...]:
    """From the sea within range, the nearest."""
    points = range_from_section(game, aircraft)
    sea = sea_of_section(game, game.state[PLACE][aircraft])
    reach = reach_from_sea(game, sea, points) if points >= 0 else {}
    found = {base: way for base, way in reach.items() if is_open(base) and aircraft_room(game, base) > 0}
    return tuple(sorted(base for base, way in found.items() if way == min(found.values())))
