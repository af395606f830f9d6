"""Where headquarters belong: close behind the troops they supply, on a railway, out of the enemy's way, spread out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from worldfire.forces.ground import ground_of
from worldfire.players.cadet.assault import Posting
from worldfire.players.cadet.picture import FAR, Picture
from worldfire.rules.s02_4_supply import longest_path
from worldfire.titles import judgement_of

#: HQs closer than this to another do the same work
APART = 5
#: troops further from the enemy than this are not at the front
AT_THE_FRONT = 5


def groups(picture: Picture, where: Mapping[int, int]) -> dict[int, list[int]]:
    """HQ → hexes of the front troops that are nearest to it."""
    found: dict[int, list[int]] = {unit: [] for unit in picture.headquarters}
    if not found:
        return found
    for unit in picture.units:
        if unit in found:
            continue
        place = where.get(unit, picture.place(unit))
        if picture.enemy_distance(place) <= AT_THE_FRONT:
            nearest = min(found, key=lambda hq: (picture.near(picture.place(hq), place), hq))
            found[nearest].append(place)
    return found


def waits_for_ships(picture: Picture, unit: int) -> bool:
    """Is it in a port of a country without a front, where armies cross the sea?"""
    place, whole = picture.place(unit), picture.whole or picture
    far = whole.front_distance(place) >= whole.horizon and place in ground_of(picture.game).ports
    return far and judgement_of(picture.game).ferries_armies


def is_safe(picture: Picture, place: int, guards: int) -> bool:
    """No enemy beside it, unless somebody guards the hex."""
    return picture.enemy_distance(place) > 1 or guards > 0


def unfitness(
    picture: Picture,
    lines: Mapping[int, float],
    place: int,
    group: Iterable[int],
    others: Iterable[int],
) -> float:
    """How bad a hex is for an HQ with this group of troops and these other HQs."""
    troops = list(group)
    away: float = sum(float(min(picture.near(place, there), 12)) ** 1.5 for there in troops) / max(1, len(troops))
    unsupplied = 60.0 if lines.get(place, FAR) > longest_path(picture.game, place) else 0.0
    enemy = picture.enemy_distance(place)
    exposed = 12.0 if enemy <= 1 else (1.0 if picture.advances else 2.0) if enemy <= 2 else 0.0
    crowding = sum(max(0, APART - picture.near(place, other)) * 2.0 for other in others)
    pull = 0.5 * picture.goals.get(place, FAR) if picture.advances else 0.15 * (FAR - min(enemy, FAR)) / 10
    if not troops:
        away = 2.0 * min(picture.front_distance(place), picture.horizon)
    return away + unsupplied + exposed + crowding + pull


def best_hexes(
    picture: Picture, choices: Mapping[int, Iterable[int]], where: Mapping[int, int], posting: Posting
) -> dict[int, int]:
    """For each HQ that has a choice the best hex for it, one after the other."""
    lines = picture.railway_lines()
    troops = groups(picture, where)
    at = {unit: picture.place(unit) for unit in picture.headquarters}
    for unit in sorted(choices):
        others = [place for hq, place in at.items() if hq != unit]
        taken = Counter(place for hq, place in at.items() if hq != unit and hq in choices)
        free = [place for place in choices[unit] if posting.room(place) - taken[place] > 0]
        safe = [place for place in free if is_safe(picture, place, posting.guards(place))]
        free = safe or sorted(free, key=lambda place: -picture.enemy_distance(place))[:1] or [at[unit]]
        at[unit] = min(free, key=lambda place: (unfitness(picture, lines, place, troops[unit], others), place))
    return {unit: at[unit] for unit in choices}
