"""Takes the advice where there is some, and otherwise any legal action."""

from __future__ import annotations

from random import Random

from worldfire.advice.placement import NothingToPropose, propose_set_up
from worldfire.engine.game import Game
from worldfire.engine.shapes import Noun
from worldfire.players import random_player


def pick(game: Game, seat: str, rng: Random) -> tuple[str, Noun]:
    """The default placement in a set-up; a random legal action elsewhere."""
    try:
        return propose_set_up(game, seat)
    except NothingToPropose:
        return random_player.pick(game, seat, rng)
