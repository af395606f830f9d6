"""Units with nothing to attack: they close the line, garrison what is worth holding, and follow up towards the next goal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from worldfire.forces.ground import ground_of
from worldfire.players.cadet.assault import Posting
from worldfire.players.cadet.picture import FAR, Picture
from worldfire.players.cadet.reach import Reaches
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s11_10_entry import hexside
from worldfire.titles import judgement_of

#: an enemy further away than this threatens nothing yet; whoever advances minds only those who
#: are almost there, until the last turns
THREAT, AT_THE_GATES = 7, 3
#: so near to the enemy is the front
FRONT = 3
#: what the next hex towards the goal is worth, and each hex of the front that is newly watched
PULL, WATCHED = 0.8, 0.6
UNSUPPLIED = 8.0
#: the price of standing without anybody in front, for those who do better behind others
UNCOVERED = 6.0
#: what a port is worth to troops who have no front in reach
AT_THE_QUAY = 0.5
#: the price of standing alone, and of facing enemies that are more than so many times as strong
ALONE, FAIR, MOST_DANGER = 1.5, 1.5, 5.0
#: what cover is worth to a defender
COVER = {"forest": 0.6, "swamp": 0.9, "mountain": 1.2}


def hold(picture: Picture, reaches: Reaches, posting: Posting, free: Iterable[int], lines: Mapping[int, float]) -> None:
    """Give every free unit a hex: the strongest choose first."""
    line = _Line(picture, posting, lines)
    waiting = sorted(free, key=lambda unit: (-picture.strength((unit,)), unit))
    for unit in waiting:
        options = [place for place in reaches.of(unit) if posting.admits(unit, place)]
        if not options:
            options = [picture.place(unit)]
        best = max(
            options, key=lambda place: (line.merit(unit, place), -picture.near(place, picture.place(unit)), -place)
        )
        posting.put(unit, best)
        line.cover(unit, best)


class _Line:
    """The line as it is being formed: what it covers already, and what each hex would add to it."""

    def __init__(self, picture: Picture, posting: Posting, lines: Mapping[int, float]) -> None:
        self.picture, self.posting, self.lines = picture, posting, lines
        self.covered: dict[int, int] = {}
        self.strength: dict[int, int] = {}
        #: what does not depend on who stands in the line, by hex
        self._grounds: dict[int, float] = {}
        self._dangers: dict[int, int] = {}
        judgement = judgement_of(picture.game)
        self._rooted, self._steadiness = judgement.rooted, judgement.steadiness
        self._holds_back = judgement.holds_back
        for place, units in picture.own.items():
            for unit in units:
                if unit not in posting.at and posting.load.get(place, 0):
                    self.cover(unit, place)
        for unit, place in posting.at.items():
            self.cover(unit, place)

    def cover(self, unit: int, place: int) -> None:
        self.strength[place] = self.strength.get(place, 0) + self.picture.strength((unit,))
        for near in (place, *self.picture.neighbours[place]):
            self.covered[near] = self.covered.get(near, 0) + 1

    def merit(self, unit: int, place: int) -> float:
        picture = self.picture
        if place not in self._grounds:
            self._grounds[place] = self._ground(place)
        merit = self._garrison(place) + self._grounds[place]
        merit += self._steadiness * (self._cover(place) + self._company(place) - self._danger(unit, place))
        if place == picture.place(unit):
            merit += self._rooted(picture.game, unit)
        if self._holds_back(picture.game, unit) and not self.strength.get(place):
            merit -= UNCOVERED
        if not picture.supplied(self.lines, place):
            merit -= UNSUPPLIED
        if picture.powers and place in ground_of(picture.game).ports and picture.front_distance(place) >= FAR:
            merit += AT_THE_QUAY  # with no front in reach they wait for ships
        if picture.advances:
            return merit - PULL * picture.goals.get(place, FAR)
        return merit - 0.45 * abs(picture.front_distance(place) - 2)

    def _garrison(self, place: int) -> float:
        """Places worth holding want a first unit when the enemy comes near, and a second when he is there."""
        picture = self.picture
        stake, enemy = picture.stake(place), picture.enemy_distance(place)
        reach = AT_THE_GATES if picture.advances and picture.turns_left > 1 else THREAT
        if not stake or enemy > reach or not picture.holds(place):
            return 0.0
        near = (reach + 1 - enemy) / reach
        if self.posting.load.get(place, 0) == 0:
            return stake * near
        return stake * near * 0.5 if enemy <= 2 and not picture.advances else 0.0

    def _cover(self, place: int) -> float:
        """Hexes of the front that nobody watches yet."""
        picture = self.picture
        return WATCHED * sum(
            not self.covered.get(near) and picture.enemy_distance(near) <= FRONT
            for near in (place, *picture.neighbours[place])
        )

    def _ground(self, place: int) -> float:
        """Cover, and rivers towards the enemy."""
        picture = self.picture
        here = picture.enemy_distance(place)
        if here > FRONT:
            return 0.0
        city = place in ground_of(picture.game).cities
        merit = COVER.get(terrain_at(picture.game, place), 0.0) + (0.5 if city else 0.0)
        ahead = [near for near in picture.neighbours[place] if picture.enemy_distance(near) < here]
        rivers = sum("river" in hexside(picture.game, near, place) for near in ahead)
        return merit + (1.2 * rivers / len(ahead) if ahead else 0.0)

    def _company(self, place: int) -> float:
        """Nobody stands alone before the enemy."""
        picture = self.picture
        if picture.enemy_distance(place) > FRONT:
            return 0.0
        friends = sum(1 for near in picture.neighbours[place] if self.covered.get(near, 0) > 0)
        return 0.0 if friends else -ALONE

    def _danger(self, unit: int, place: int) -> float:
        """How much stronger the enemies are that stand within two hexes than what holds this hex and stands beside it."""
        picture = self.picture
        if picture.enemy_distance(place) > 2:
            return 0.0
        beside = picture.neighbours[place]
        if place not in self._dangers:
            reach = {place, *beside, *(further for near in beside for further in picture.neighbours[near])}
            self._dangers[place] = sum(
                picture.strength(picture.opposing[near]) for near in reach if near in picture.opposing
            )
        against = self._dangers[place]
        helped = sum(self.strength.get(near, 0) for near in beside)
        mine = picture.strength((unit,)) + self.strength.get(place, 0) + 0.4 * helped
        return min(MOST_DANGER, max(0.0, against / max(1.0, mine) - FAIR))
