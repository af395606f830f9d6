"""Units that must leave the map for a while: they wait on the production circle and arrive as reinforcements."""

from __future__ import annotations

from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.forces.kinds import TurnNumber
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import move, place_index

TURNS_AWAY = Figure("turns until units of the conquered arrive", "13.7.1")


class UnitsSentHome(Event, frozen=True):
    units: tuple[ThingId, ...]
    turn: TurnNumber


def send_home(game: Game, units: tuple[int, ...]) -> None:
    """They come back in so many turns."""
    if not units:
        return
    turn = game.state.get(TURN) + TURNS_AWAY(game)
    for unit in units:
        move(game, unit, place_index(game, circle_space(turn)))
    game.say(UnitsSentHome(units=units, turn=turn))
