"""Coasts in a world war: somebody stands in every port worth having that the enemy's transports could come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from worldfire.forces.ground import ground_of
from worldfire.forces.turn import controls
from worldfire.players.cadet.assault import Posting
from worldfire.players.cadet.picture import ARMOURED, Picture
from worldfire.players.cadet.reach import Reaches
from worldfire.players.cadet.seascape import Seascape

#: sea areas between a port and an enemy transport that make it worth a guard
NEAR = 1
#: what a major port is worth by itself, and the least that a port must be worth
OF_A_MAJOR_PORT, WORTH_A_GUARD = 1.0, 1.0
#: the coast never takes more than one unit of so many
ONE_OF = 4


@dataclass
class Coast:
    """The ports of those whose picture it is."""

    picture: Picture

    @cached_property
    def posts(self) -> dict[int, float]:
        """Port → what it is worth."""
        picture = self.picture
        if not picture.powers or not picture.enemy:
            return {}
        seascape = Seascape(picture.game, picture.side, tuple(sorted(picture.powers)))
        found = {}
        for port, size in ground_of(picture.game).ports.items():
            worth = picture.stake(port) + OF_A_MAJOR_PORT * (size == "major")
            own = any(controls(picture.game, power, port) for power in picture.powers)
            if own and worth >= WORTH_A_GUARD and seascape.exposure(port) <= NEAR:
                found[port] = worth
        return found

    def needs(self, unit: int) -> bool:
        """Is the unit the only guard of one of them?"""
        place = self.picture.place(unit)
        troops = [other for other in self.picture.own.get(place, ()) if not self.picture.is_headquarters(other)]
        return place in self.posts and troops == [unit]


def post_coast_guards(picture: Picture, reaches: Reaches, posting: Posting, troops: Iterable[int]) -> None:
    """The weakest who are near, the most valuable ports first."""
    free = [unit for unit in troops if unit not in posting.at]
    posts = Coast(picture).posts
    left = len(free) // ONE_OF
    for port in sorted(posts, key=lambda port: (-posts[port], port)):
        if posting.guards(port) or not left:
            continue
        able = [unit for unit in free if port in reaches.of(unit) and posting.admits(unit, port)]
        if able:
            guard = min(able, key=lambda unit: _price(picture, unit, port))
            posting.put(guard, port)
            free.remove(guard)
            left -= 1


def _price(picture: Picture, unit: int, port: int) -> tuple[bool, bool, int, int]:
    """Armour is needed elsewhere; whoever is there need not march; then the weakest."""
    armoured = picture.counter(unit).type in ARMOURED
    return armoured, picture.place(unit) != port, picture.strength((unit,)), unit
