"""The cadet: a first opponent. Sound heuristics for every decision of a land and air campaign, one idea a module.

It sees what its seat may see (`sight`), forms a picture of the war (`picture`), and answers each question (`asking`) by
the heuristic that `answers` lists for its prompt.
"""

from __future__ import annotations

from random import Random

from worldfire.engine.game import Game
from worldfire.engine.shapes import Noun
from worldfire.players.cadet.answers import answer
from worldfire.players.cadet.asking import put_question


def pick(game: Game, seat: str, rng: Random) -> tuple[str, Noun]:
    """An action for a seat that must act."""
    return answer(put_question(game, seat, rng))
