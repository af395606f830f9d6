"""New forts (4.2.1): they look to where the enemy is."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.forces.things import PLACE
from worldfire.titles.fa.forts import orientations
from worldfire.titles.judgement import Action, Asked


def face(asked: Asked) -> Action | None:
    shape = asked.offers.get("orient-fort")
    if not isinstance(shape, One):
        return None
    fort = int(asked.args["unit"])
    sides = orientations(asked.game, fort, asked.game.state[PLACE][fort])

    def distance(first: int) -> tuple[float, int]:
        return sum(asked.enemy_distance(place) for place in sides[first]), first

    return "orient-fort", min(map(int, shape.domain), key=distance)
