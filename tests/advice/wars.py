"""Positions in which armies are in contact, played at random from the set-up that is advised."""

from __future__ import annotations

from functools import cache
from random import Random

from worldfire import new_game, set_up
from worldfire.engine.game import Game
from worldfire.players.table import PLAYERS


@cache
def _played(campaign: str, picks: int, options: tuple[str, ...]) -> Game:
    game, rng = set_up(new_game(campaign, seed=1, length="campaign", options=options)), Random(1)
    for _ in range(picks):
        seat = next(iter(game.waiting))
        game.submit(seat, *PLAYERS["random"](game, seat, rng))
    return game


def barbarossa(options: tuple[str, ...] = ()) -> Game:
    """The fronts have met and are broken up; a fork, free to be changed."""
    return _played("barbarossa", 150, options).fork()


def global_war() -> Game:
    return _played("global-war", 250, ()).fork()
