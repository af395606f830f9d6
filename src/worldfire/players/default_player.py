"""Takes the advice where there is some, and otherwise any legal action."""

from __future__ import annotations

from random import Random

from worldfire.advice.placement import NothingToPropose, propose_set_up
from worldfire.advice.production import NoResources, propose_resources
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.players import random_player


def pick(game: Position, seat: str, rng: Random) -> tuple[str, Noun]:
    """The default placement in a set-up, the best use of resources in production; a random legal action elsewhere."""
    for propose, nothing in ((propose_set_up, NothingToPropose), (propose_resources, NoResources)):
        try:
            return propose(game, seat)
        except nothing:
            continue
    return random_player.pick(game, seat, rng)
