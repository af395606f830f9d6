"""Option 10, unlimited forts (fa:21.7): the counters limit only what is being built."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Option
from worldfire.rules.s04_reinforcements import return_to_pool
from worldfire.titles.fa.forts import keep_counter


@rule("fa:21.7")
def counter_is_free_again(game: Game, fort: int) -> None:
    """The fort stands without it."""
    return_to_pool(game, fort)


OPTION = Option("10", "Unlimited forts", changes=(keep_counter.replaced_by(counter_is_free_again),))
