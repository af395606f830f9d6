"""Units with nothing to attack: they close the line, garrison what is worth holding, and follow up towards the next goal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from worldfire.forces.ground import ground_of
from worldfire.players.cadet.assault import Posting
from worldfire.players.cadet.picture import FAR, Picture
from worldfire.players.cadet.reach import Reaches
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s11_10_entry import hexside

#: an enemy further away than this threatens nothing yet
THREAT = 7
#: what cover is worth to a defender
COVER = {"forest": 0.6, "swamp": 0.9, "mountain": 1.2}


def hold(picture: Picture, reaches: Reaches, posting: Posting, free: Iterable[int], lines: Mapping[int, float]) -> None:
    """Give every free unit a hex: the strongest choose first."""
    line = _Line(picture, posting, lines)
    waiting = sorted(free, key=lambda unit: (-picture.strength((unit,)), unit))
    for unit in waiting:
        options = [place for place in reaches.of(unit) if posting.room(place) > 0]
        if not options:
            options = [picture.place(unit)]
        best = max(
            options, key=lambda place: (line.merit(unit, place), -picture.near(place, picture.place(unit)), -place)
        )
        posting.put(unit, best)
        line.cover(best)


class _Line:
    """The line as it is being formed: what it covers already, and what each hex would add to it."""

    def __init__(self, picture: Picture, posting: Posting, lines: Mapping[int, float]) -> None:
        self.picture, self.posting, self.lines = picture, posting, lines
        self.covered: dict[int, int] = {}
        self.attacking = picture.wants_score
        for place in posting.at.values():
            self.cover(place)
        for place, count in posting.load.items():
            if count:
                self.cover(place)

    def cover(self, place: int) -> None:
        for near in (place, *self.picture.neighbours[place]):
            self.covered[near] = self.covered.get(near, 0) + 1

    def merit(self, unit: int, place: int) -> float:
        picture = self.picture
        merit = self._garrison(place) + self._cover(place) + self._ground(place) - self._danger(unit, place)
        if not picture.supplied(self.lines, place):
            merit -= 8
        if self.attacking:
            return merit - 1.2 * picture.goals.get(place, FAR)
        return merit - 0.45 * abs(picture.enemy_distance(place) - 2)

    def _garrison(self, place: int) -> float:
        """Places worth holding want a first unit when the enemy comes near, and a second when he is there."""
        picture = self.picture
        stake, enemy = picture.stake(place), picture.enemy_distance(place)
        if not stake or enemy > THREAT or not picture.holds(place):
            return 0.0
        there = self.posting.load.get(place, 0)
        near = (THREAT + 1 - enemy) / THREAT
        share = 0.35 if self.attacking else 1.0
        if there == 0:
            return share * stake * near
        return share * stake * near * 0.5 if enemy <= 2 else 0.0

    def _cover(self, place: int) -> float:
        """Hexes of the front that nobody watches yet."""
        picture = self.picture
        gained = 0.0
        for near in (place, *picture.neighbours[place]):
            enemy = picture.enemy_distance(near)
            if enemy <= 3 and not self.covered.get(near):
                gained += 0.6
        return gained if not self.attacking else 0.5 * gained

    def _ground(self, place: int) -> float:
        """Cover, and rivers towards the enemy."""
        picture = self.picture
        if picture.enemy_distance(place) > 3:
            return 0.0
        merit = COVER.get(terrain_at(picture.game, place), 0.0) + (
            0.5 if place in ground_of(picture.game).cities else 0
        )
        here = picture.enemy_distance(place)
        ahead = [near for near in picture.neighbours[place] if picture.enemy_distance(near) < here]
        rivers = sum("river" in hexside(picture.game, near, place) for near in ahead)
        return merit + (1.2 * rivers / len(ahead) if ahead else 0.0)

    def _danger(self, unit: int, place: int) -> float:
        """How much stronger the enemies are that stand within two hexes than what will be in this hex."""
        picture = self.picture
        if picture.enemy_distance(place) > 2:
            return 0.0
        reach = {place, *picture.neighbours[place]}
        reach |= {further for near in picture.neighbours[place] for further in picture.neighbours[near]}
        against = sum(picture.strength(picture.enemy[near]) for near in reach if near in picture.enemy)
        there = [other for other, where in self.posting.at.items() if where == place]
        mine = max(1, picture.strength((unit, *there)))
        ratio = against / mine
        return min(4.0, 0.5 * max(0.0, ratio - 1.5))
