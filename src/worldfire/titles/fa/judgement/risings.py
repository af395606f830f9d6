"""Where those appear who rise or gather without a front: horsemen (15.4), the armies of a Russia that falls apart (14.4)."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of, counter_of, things_at
from worldfire.forces.who import side_of
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s11_10_entry import land_counter
from worldfire.tables.counters import LandCounter
from worldfire.titles.judgement import Action, Asked

#: what a railway and a city count for a rising, and soldiers of the enemy who stand there
OF_RAILS, OF_A_CITY, OF_SOLDIERS = 3.0, 2.0, 4.0
#: an enemy so near makes a place worth more, the nearer he is
NEAR = 3
#: what a headquarters counts beside factors
OF_A_CHIEF = 5


def rise(asked: Asked) -> Action | None:
    """On railways and in cities, where no soldiers are."""
    verb = asked.prompt
    shape = asked.offers.get(verb)
    if not isinstance(shape, One):
        return None
    return verb, max(map(int, shape.domain), key=lambda place: (_nuisance(asked, place), -place))


def _nuisance(asked: Asked, place: int) -> float:
    game = asked.game
    soldiers = [unit for unit in land_units(game, things_at(game, place)) if side_of(game, unit) != asked.side]
    found = OF_RAILS * (place in board_of(game).rails) + OF_A_CITY * (place in ground_of(game).cities)
    return found + asked.stake(place) - OF_SOLDIERS * len(soldiers)


def call_up(asked: Asked) -> Action | None:
    """Headquarters and the strongest first: they take the best places."""
    shape = asked.offers.get("muster-unit")
    if not isinstance(shape, One):
        return None
    return "muster-unit", max(map(int, shape.domain), key=lambda unit: (_rank(asked, unit), -unit))


def _rank(asked: Asked, unit: int) -> int:
    if not isinstance(counter_of(asked.game, unit), LandCounter):
        return 0
    counter = land_counter(asked.game, unit)
    return (counter.strength or 0) + OF_A_CHIEF * bool(counter.reorganisation)


def gather(asked: Asked) -> Action | None:
    """A guard for each place of worth before any has two, near the enemy first."""
    verb = asked.prompt
    shape = asked.offers.get(verb)
    if not isinstance(shape, One):
        return None

    def merit(place: int) -> tuple[int, float, int]:
        guards = len(land_units(asked.game, things_at(asked.game, place)))
        return -guards, asked.stake(place) + max(0.0, NEAR - asked.enemy_distance(place)), -place

    return verb, max(map(int, shape.domain), key=merit)
