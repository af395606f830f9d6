"""The last turn of a campaign with a score: only who holds the places that count when it ends matters.

Units that no city needs run for those that the enemy has left open, however far beyond their supply, as long as the turn may
last until they are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

from worldfire.players.cadet.assault import Posting
from worldfire.players.cadet.picture import FAR, Picture
from worldfire.players.cadet.reach import Reaches
from worldfire.rules.s02_4_supply import in_supply

#: runs begin so many turns before the last, each of which brings about so many impulses
LAST_TURNS, IN_WINTER = 1, 2.5
#: a run of so many impulses more than may be expected is not begun
HOPE = 0.6
#: what an enemy's zone of control costs a runner on his way, in hexes
STOPPED = 0.5


def is_ending(picture: Picture) -> bool:
    """Is it time to run?"""
    return bool(picture.score_places) and picture.turns_left <= LAST_TURNS


def impulses_to_come(picture: Picture) -> float:
    """Impulses of its own that the side may still expect."""
    return picture.impulses_left + IN_WINTER * picture.turns_left


def open_places(picture: Picture) -> list[int]:
    """Places that count, are the enemy's, and that nobody holds."""
    return [place for place in picture.score_places if picture.enemy_holds(place) and place not in picture.enemy]


def run_for_open_places(picture: Picture, reaches: Reaches, posting: Posting, troops: Iterable[int]) -> None:
    """One runner for each open place, the nearest first."""
    free = [unit for unit in troops if unit not in posting.at]
    ways = {place: picture.spread({place: 0.0}) for place in open_places(picture)}
    runs = sorted(
        (impulses, picture.strength((unit,)), place, unit, end)
        for place, way in ways.items()
        for unit in free
        for impulses, end in _run(picture, reaches, unit, way)
        if impulses <= impulses_to_come(picture) + HOPE
    )
    taken: set[int] = set(posting.at.values())
    for _, _, place, unit, end in runs:
        if unit not in posting.at and place not in taken and posting.admits(unit, end):
            posting.put(unit, end)
            taken.add(place)


def _run(picture: Picture, reaches: Reaches, unit: int, way: Mapping[int, float]) -> Iterable[tuple[int, int]]:
    """Impulses that the run takes after this one, and where it ends now; nothing if the unit comes no nearer."""

    def left(place: int) -> float:
        return way.get(place, FAR) + STOPPED * (picture.in_zoc(place) and bool(way.get(place)))

    start = picture.place(unit)
    end = min(reaches.of(unit), key=lambda place: (left(place), place))
    if way.get(end, FAR) == 0:
        yield 0, end
    elif left(end) < left(start) and in_supply(picture.game, unit):
        yield ceil(left(end) / (left(start) - left(end))), end
