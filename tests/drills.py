"""The exercises by what they are about, and campaigns as they began before ships could sail."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from worldfire.engine.game import Game
from worldfire.rules.s24_1_set_up import is_campaign
from worldfire.titles import ruleset_for
from worldfire.titles.exercises import exercise_names, load_exercise

#: scenes of the war at sea, and set-pieces of air combat
AT_SEA = tuple(name for name in exercise_names() if is_campaign(load_exercise(name).setup))
IN_THE_AIR = tuple(name for name in exercise_names() if name not in AT_SEA)


def begun_ashore(game: Game, **kwargs: Any) -> Game:
    """The same beginning without the war at sea; the keywords are those of `Game.new`."""
    then = replace(game.header, setup={**game.header.setup, "war_at_sea": False})
    rules = ruleset_for(then)
    return Game.new(rules, then.seats, then.setup, secret=game.secret, game_id=then.game_id, **kwargs)
