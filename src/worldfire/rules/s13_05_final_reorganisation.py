"""13.5 Final reorganisation: every face-down unit is turned face-up."""

from __future__ import annotations

from worldfire.engine.game import Game
from worldfire.engine.procedures import Control, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.forces.ground import is_hex
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, place_name, turn_face_up
from worldfire.rules.s08_weather import port_iced_in
from worldfire.tables.counters import NavalCounter

#: option 35: units that stay face-down. (game, unit) → true
STAYS_FACE_DOWN = AnyOf[[int]]("13.5 stays face-down")


@step("13.5", also=("8.2.1/iced-in ports",))
def turn_units_face_up(game: Game, nothing: None) -> Control:
    """Out of supply, or at sea: all the same, but ships in a closed port stay as they are.

    Units that are being built are not in play.
    """
    down = game.state[FACE_DOWN]
    for unit in range(len(down)):
        if down[unit] and _in_play(game, unit) and not (_iced_in(game, unit) or STAYS_FACE_DOWN(game, unit)):
            turn_face_up(game, unit)
    return None


def _iced_in(game: Game, unit: int) -> bool:
    return isinstance(counter_of(game, unit), NavalCounter) and port_iced_in(game, game.state[PLACE][unit])


def _in_play(game: Game, unit: int) -> bool:
    """On a hex, in a sea-box section or aboard another unit; not in a pool or on the production circle."""
    place = game.state[PLACE][unit]
    if place < 0 or is_hex(game, place):
        return True
    return place_name(game, place).rpartition(" ")[0] in board_of(game).sea_areas


FINAL_REORGANISATION = procedure("final reorganisation", "13.5", turn_units_face_up)


MODULE = Module(
    procedures=(FINAL_REORGANISATION,),
    seams=(STAYS_FACE_DOWN,),
)
