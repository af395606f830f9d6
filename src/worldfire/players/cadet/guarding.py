"""What is never left alone before the enemy: cities and headquarters.

These are constraints, not wishes: guards are posted before anybody attacks or advances, and the last of them stays.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from worldfire.forces.ground import ground_of
from worldfire.players.cadet.assault import Posting
from worldfire.players.cadet.picture import ARMOURED, Picture
from worldfire.players.cadet.reach import Reaches
from worldfire.titles import judgement_of

#: an enemy so near may be beside a hex, or in it, before the side moves again; a defender looks further, and so does an HQ
NEAR, AHEAD = 2, 3
#: a place of so much worth may be minded from further away
PRIZE = 6.0
#: in so many last turns whoever has advanced keeps what he has, as a defender does
KEEPS = 2
#: what an HQ counts beside cities when guards are few
OF_A_CHIEF = 9.0
#: armour and whoever has to march are needed elsewhere, in factors
SPEARHEAD, MARCH = 4.0, 1.0


def is_city(picture: Picture, place: int) -> bool:
    return place in ground_of(picture.game).cities and picture.holds(place)


def beside_enemy(picture: Picture, place: int) -> bool:
    return any(near in picture.enemy for near in picture.neighbours[place])


def post_guards(picture: Picture, reaches: Reaches, posting: Posting, troops: Iterable[int]) -> None:
    """A guard for every city and every HQ that cannot get away, if the enemy is near: the most valuable first."""
    holds_back = judgement_of(picture.game).holds_back
    free = {unit for unit in troops if not holds_back(picture.game, unit)}
    for place in _posts(picture, free):
        able = [unit for unit in free if place in reaches.of(unit) and posting.admits(unit, place)]
        if able:
            guard = max(able, key=lambda unit: (_fitness(picture, unit, place), -unit))
            posting.put(guard, place)
            free.discard(guard)


def _posts(picture: Picture, free: set[int]) -> list[int]:
    """Where nobody stands who will stay anyway."""
    wanted = {
        place: picture.stake(place)
        for place in ground_of(picture.game).cities
        if place in picture.playing and is_city(picture, place)
    }
    chiefs = {picture.place(unit) for unit in picture.headquarters if picture.is_down(unit)}
    for place in chiefs:
        wanted[place] = wanted.get(place, 0.0) + OF_A_CHIEF
    posts = [
        place
        for place in wanted
        if picture.enemy_distance(place) <= _lookout(picture, place, chiefs)
        and all(unit in free or _is_no_guard(picture, unit) for unit in picture.own.get(place, ()))
    ]
    return sorted(posts, key=lambda place: (picture.enemy_distance(place) > 1, -wanted[place], place))


def _is_no_guard(picture: Picture, unit: int) -> bool:
    return picture.is_headquarters(unit) or judgement_of(picture.game).holds_back(picture.game, unit)


def is_last_guard(picture: Picture, unit: int) -> bool:
    """Would a city that the enemy may soon reach stand empty without it?"""
    place = picture.place(unit)
    troops = [other for other in picture.own.get(place, ()) if not _is_no_guard(picture, other)]
    return (
        troops == [unit] and is_city(picture, place) and picture.enemy_distance(place) <= _lookout(picture, place, ())
    )


def _lookout(picture: Picture, place: int, chiefs: Container[int]) -> int:
    """How far away an enemy is minded there."""
    usual = AHEAD if place in chiefs or not _advances(picture) else NEAR
    return usual + (judgement_of(picture.game).foresight if picture.stake(place) >= PRIZE else 0)


def _advances(picture: Picture) -> bool:
    return picture.advances and picture.turns_left >= KEEPS


def _fitness(picture: Picture, unit: int, place: int) -> float:
    """Whoever advances leaves his weakest in a city; a defender, and an HQ, want the strongest; nobody comes from afar."""
    factors = picture.strength((unit,))
    chief = any(picture.is_headquarters(other) for other in picture.own.get(place, ()))
    steady = judgement_of(picture.game).steadiness > 1
    wanted = factors if chief or steady or not _advances(picture) else -factors
    costs = SPEARHEAD * (picture.counter(unit).type in ARMOURED) + MARCH * (picture.place(unit) != place)
    return wanted - costs


def must_stay(picture: Picture, leaving: Iterable[int]) -> set[int]:
    """Of those who would leave their hexes the one in each who must not: it is the last in a city, or with an HQ."""
    going = set(leaving)
    found = set()
    for place in {picture.place(unit) for unit in going}:
        here = picture.own.get(place, ())  # nobody, where the units are of friends who fight their own war beside ours
        troops = [unit for unit in here if not picture.is_headquarters(unit)]
        guarded = len(troops) < len(here) or is_city(picture, place)
        if troops and going.issuperset(troops) and guarded and beside_enemy(picture, place):
            found.add(min(troops, key=lambda unit: (picture.strength((unit,)), unit)))
    return found
