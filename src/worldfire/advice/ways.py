"""Why land units cannot get to a hex this impulse, said as a player would: it is too far, or something bars the way."""

from __future__ import annotations

from heapq import heappop, heappush

from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place
from worldfire.engine.violation import Violation, refused
from worldfire.forces.things import PLACE, board_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s11_10_6_overrun import step_violation
from worldfire.rules.s11_10_entry import entry_cost
from worldfire.rules.s11_10_land_movement import LandMovement, path_violation, points_left, unit_violation

#: movement points beyond which nobody asks how far it would be
FARTHEST = 40


def no_way_there(game: Game, movement: LandMovement, units: tuple[int, ...], goal: int) -> Violation | None:
    """The first good reason why the units cannot go to the hex; None if they can."""
    for unit in units:
        found = unit_violation(game, movement, unit)
        if found is not None:
            return found
    start = game.state[PLACE][units[0]]
    barred = _barred(game, units, goal)
    if barred is not None:
        return barred
    has = min(points_left(game, movement, unit) for unit in units)
    path = _cheapest(game, movement, units, start, goal, stopping=True)
    if path is None:
        freely = _cheapest(game, movement, units, start, goal, stopping=False)
        key = "no-land-way" if freely is None else "no-way-through-zocs"
        return refused("11.10.1", key, place=Place(goal))
    needed = _needed(game, units, start, path)
    if needed > has:
        return refused("11.10.1", "too-far", needed=Number(needed), has=Number(has))
    return path_violation(game, movement, units, path)


def _barred(game: Game, units: tuple[int, ...], goal: int) -> Violation | None:
    """Why nobody of them could enter the hex from any side."""
    first = None
    for origin in board_of(game).adjacent[goal]:
        found = (step_violation(game, unit, origin, goal) for unit in units)
        violation = next((one for one in found if one is not None), None)
        if violation is None:
            return None
        first = first or violation
    return first


def _needed(game: Game, units: tuple[int, ...], start: int, path: tuple[int, ...]) -> int:
    """Points to set out with: whoever has one left may always enter a last hex (11.10.1)."""
    here, spent = start, 0
    for place in path[:-1]:
        spent += max(entry_cost(game, unit, here, place) for unit in units)
        here = place
    return spent + 1


def _cheapest(
    game: Game, movement: LandMovement, units: tuple[int, ...], start: int, goal: int, *, stopping: bool
) -> tuple[int, ...] | None:
    """The cheapest way to the hex, however long; `stopping`: units end their move in enemy zones of control."""
    before: dict[int, int] = {}
    spent = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, here = heappop(queue)
        if here == goal:
            return _path(before, start, goal)
        if cost > spent[here] or cost > FARTHEST:
            continue
        if stopping and here != start and in_enemy_zoc(game, here, movement.side):
            continue
        for place in board_of(game).adjacent[here]:
            if any(step_violation(game, unit, here, place) is not None for unit in units):
                continue
            reached = cost + max(entry_cost(game, unit, here, place) for unit in units)
            if reached < spent.get(place, FARTHEST + 1):
                spent[place], before[place] = reached, here
                heappush(queue, (reached, place))
    return None


def _path(before: dict[int, int], start: int, goal: int) -> tuple[int, ...]:
    found = [goal]
    while before[found[-1]] != start:
        found.append(before[found[-1]])
    return tuple(reversed(found))
