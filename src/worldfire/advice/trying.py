"""An action tried out on a copy of a game: what would come of it. The game itself is not touched."""

from __future__ import annotations

from worldfire.engine.chance import SealedChance
from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.log import Entry
from worldfire.engine.shapes import Noun


def copy_of(game: Game) -> Game:
    """The same position with a log of its own; an imagined game's dice are imagined, and so are the copy's."""
    found = Game(game.ruleset, game.header, SealedChance(game.secret), game.secret)
    found.resume(game.state.copy(), found.entries, found.head)
    return found


def attempt(game: Game, seat: str, verb: str, noun: Noun) -> tuple[Game, Entry] | None:
    """The copy after the action, and its entry; None if the action is not allowed."""
    trial = copy_of(game)
    try:
        return trial, trial.submit(seat, verb, noun)
    except WorldfireError:
        return None
