"""Distances, flights, railways, sea routes and floods over the board."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set

from worldfire.board.model import Board
from worldfire.engine.citations import rule

NO_ENTRY = -1
"""An entering cost that means *prohibited*."""


@rule("2.8")
def distance(board: Board, a: str, b: str) -> int | None:
    """Hexes and hexdots from one hex to another, or None where no way leads.

    Within a plane it is a formula; over joins and lines it is searched.
    """
    start, end = board.index[a], board.index[b]
    direct = board.formula_distance(start, end)
    if direct is not None:
        return direct
    seen = {start}
    frontier, steps = [start], 0
    while frontier:
        if end in seen:
            return steps
        steps += 1
        following = []
        for here in frontier:
            for there in board.adjacent[here]:
                if there not in seen:
                    seen.add(there)
                    following.append(there)
        frontier = following
    return None


@rule("2.1.1", "2.1.3", "2.1.3/grey communication lines", "2.1.4")
def flight(board: Board, a: str, b: str) -> tuple[int, list[str]] | None:
    """The cheapest flight: range points and the hexes on the way. See `Board.air_step` for the costs."""
    start, end = board.index[a], board.index[b]
    best = {start: 0}
    before: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if here == end:
            return spent, _trail(board, before, start, end)
        if spent > best[here]:
            continue
        for there in board.adjacent[here]:
            total = spent + board.air_step(here, there)
            if total < best.get(there, 1 << 30):
                best[there] = total
                before[there] = here
                heapq.heappush(heap, (total, there))
    return None


def air_range(board: Board, a: str, b: str) -> int | None:
    """Range points of the cheapest flight between two hexes, or None where no way leads."""
    found = flight(board, a, b)
    return None if found is None else found[0]


def air_ranges(board: Board, start: int) -> dict[int, int]:
    """Range points of the cheapest flight to every hex and hexdot to which a way leads."""
    steps = board.air_steps
    best = {start: 0}
    buckets: list[list[int]] = [[start]]  # grown as it is needed
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if best[here] < spent:
                continue
            for cost, places in steps[here]:
                total = spent + cost
                for there in places:
                    if total < best.get(there, 1 << 30):
                        best[there] = total
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(there)
    return best


def flights(board: Board, start: int, points: int) -> Mapping[int, int]:
    """Every hex and hexdot that an aircraft reaches for so many range points, with what it takes; remembered."""
    known = board.floods.get((start, points))
    if known is None:
        known = board.floods[start, points] = flood_air(board, start, points)
    return known


def flood_air(board: Board, start: int, points: int, barred: Set[int] = frozenset()) -> dict[int, int]:
    """The same through no hex that is barred, not remembered.

    Where the next hex can always be reached, it takes all the points that there are.
    """
    steps = board.air_steps
    far = points if board.one_hex_always else 0
    best: dict[int, int] = {}
    closed = set(barred) - {start}
    buckets: list[set[int]] = [set() for _ in range(points + 1)]
    buckets[0].add(start)
    for spent, bucket in enumerate(buckets):
        fresh = bucket - closed
        closed |= fresh
        best.update(dict.fromkeys(fresh, spent))
        for here in fresh:
            for cost, places in steps[here]:
                if spent + cost <= points:
                    buckets[spent + cost].update(places)
                elif far and here == start:
                    buckets[far].update(places)
    return best


def reach(
    board: Board,
    start: int,
    points: int,
    enter: Sequence[int],
    cross: Mapping[tuple[int, int], int] | None = None,
) -> dict[int, int]:
    """What can be reached for so many movement points, with the points it takes.

    ``enter[i]`` is the cost of entering hex ``i`` (``NO_ENTRY``: prohibited), ``cross`` the extra cost of single
    hexsides by (from, to), ``NO_ENTRY`` again to bar them. Blue lines end in hexdots, so a ban on
    the sea bars them too.
    """
    best = {start: 0}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    adjacent = board.adjacent
    extra = cross or {}
    for spent in range(points + 1):
        for here in buckets[spent]:
            if best[here] < spent:
                continue
            for there in adjacent[here]:
                step = enter[there]
                if step < 0:
                    continue
                if extra:
                    more = extra.get((here, there), 0)
                    if more < 0:
                        continue
                    step += more
                total = spent + step
                if total <= points and total < best.get(there, points + 1):
                    best[there] = total
                    buckets[total].append(there)
    return best


def rail_path(board: Board, a: str, b: str, usable: Callable[[int], bool] | None = None) -> list[str] | None:
    """The shortest way by rail through hexes that are usable, both ends included."""
    start, end = board.index[a], board.index[b]
    before = {start: start}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == end:
            return _trail(board, before, start, end)
        for there in board.rails.get(here, ()):
            if there not in before and (usable is None or usable(there)):
                before[there] = here
                queue.append(there)
    return None


@rule("2.1.2")
def sea_path(board: Board, a: str, b: str, open_passage: Callable[[str, str], bool] | None = None) -> list[str] | None:
    """The fewest sea areas from one to another, both included, through passages that are open."""
    before = {a: a}
    queue = deque([a])
    while queue:
        here = queue.popleft()
        if here == b:
            path = [b]
            while path[-1] != a:
                path.append(before[path[-1]])
            return path[::-1]
        for there in sorted(board.sea_areas[here].borders):
            if there not in before and (open_passage is None or open_passage(here, there)):
                before[there] = here
                queue.append(there)
    return None


def _trail(board: Board, before: Mapping[int, int], start: int, end: int) -> list[str]:
    trail = [end]
    while trail[-1] != start:
        trail.append(before[trail[-1]])
    return [board.number(i) for i in reversed(trail)]
