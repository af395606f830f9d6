"""Games played to a moment that a test wants, as files to be brought in at the front page."""

from __future__ import annotations

from functools import cache
from random import Random

from worldfire.engine.save import dumps
from worldfire.players.table import PLAYERS, seeded_campaign

MOST = 3_000


@cache
def barbarossa_at(seat: str, verb: str, seed: int, player: str = "cadet") -> bytes:
    """Barbarossa when this seat is first offered this verb. A server takes a game once: each test has its own seed."""
    game, rng = seeded_campaign("barbarossa", seed, length="campaign"), Random(seed)
    for _ in range(MOST):
        if seat in game.waiting and verb in game.offers(seat):
            return dumps(game)
        name, decision = next(iter(game.waiting.items()))
        chosen, noun = PLAYERS[player](game, name, rng)
        game.submit(name, chosen, noun, decision)
    raise AssertionError(f"{seat} is never offered {verb}")
