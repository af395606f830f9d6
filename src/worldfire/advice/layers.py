"""The map of a campaign in layers: one number for every hex of the board, read by the board's index.

The ground itself is worked out once for all games of a campaign. Layers that depend on how things stand are remembered as
bytes until something changes, like everything that is recalled; the arrays cannot be written to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import StrEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from worldfire.advice.reaching import Marches
from worldfire.board.mesh import Mesh
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Derived, Memo
from worldfire.forces.ground import ground_of
from worldfire.forces.things import FACE_DOWN, board_of
from worldfire.forces.turn import other_side
from worldfire.forces.who import side_of
from worldfire.rules.s02_2_zones_of_control import is_land_unit, zoc_answer, zoc_answers
from worldfire.rules.s02_3_stacking import land_units_on_map
from worldfire.rules.s11_10_entry import COSTS, land_counter, terrain_cost
from worldfire.rules.s14_1_range import hexes_in_play, land_in_play

#: where no way leads
NOWHERE = -1

Layer: TypeAlias = npt.NDArray[np.int16]


class Movement(StrEnum):
    """How land units pay for terrain (11.10.2)."""

    LEG = "leg"
    MOTORISED = "motorised"


def land(game: Position) -> Mesh:
    """The hexes in play as land units see them: across open ground and straits."""
    return game.ruleset.once(_land, hexes_in_play(game))


def _land(ruleset: Ruleset, playing: frozenset[int]) -> Mesh:
    return ground_of(ruleset).land(playing)


def distance(game: Position, places: Iterable[int]) -> Layer:
    """Hexes over land from the nearest of these places, whoever is in the way."""
    steps = land(game).distances(dict.fromkeys(places, 0.0))
    return np.where(np.isinf(steps), NOWHERE, steps).astype(np.int16)


def terrain_costs(game: Position, movement: Movement | str) -> Layer:
    """Movement points that the hex alone costs in the present weather; 0 where there is no land in play."""
    motorised = Movement(movement) is Movement.MOTORISED
    places = land_in_play(game)
    return _of_hexes(game, places, movement, lambda place: terrain_cost(game, place, motorised=motorised), COSTS)


def enemy_zones(game: Position, side: int) -> Layer:
    """1 where the hex is in a zone of control of the side's enemies, otherwise 0."""
    answers = zoc_answers(game, side)
    return _of_hexes(game, hexes_in_play(game), ("zones", side), lambda place: zoc_answer(game, answers, place, side))


def threat(game: Position, side: int) -> Layer:
    """Printed combat factors of the side's enemies that could attack the hex in an impulse of theirs, each unit alone.

    Those that are face-up march as far as they could now; supply, stacking and limits of their action are left out.
    """
    enemy, is_down = other_side(side), game.state[FACE_DOWN]

    def fill(layer: Layer) -> None:
        marches = Marches(game, enemy)
        for unit in land_units_on_map(game):
            strength = land_counter(game, unit).strength
            if strength and is_land_unit(game, unit) and side_of(game, unit) == enemy and not is_down[unit]:
                layer[list(marches.targets(unit))] += strength

    return _layer(game, ("threat", side), fill)


def _of_hexes(
    game: Position,
    hexes: frozenset[int],
    what: Hashable,
    value: Callable[[int], int],
    memo: Derived[Memo] | None = None,
) -> Layer:
    """A value for each of these hexes."""

    def fill(layer: Layer) -> None:
        places = list(hexes)
        layer[places] = [value(place) for place in places]

    return _layer(game, what, fill, memo)


def _layer(game: Position, what: Hashable, fill: Callable[[Layer], None], memo: Derived[Memo] | None = None) -> Layer:
    """As it is recalled, or filled into one that is empty."""

    def work() -> bytes:
        empty = np.zeros(len(board_of(game)), np.int16)
        fill(empty)
        return empty.tobytes()

    return np.frombuffer(game.recall(("layer", what), work, memo), np.int16)
