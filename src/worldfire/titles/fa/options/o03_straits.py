"""Option 3, limited access across straits (fa:2.4.2.4): who holds the sea beside them may close them to supply."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.things import board_of
from worldfire.rules.s02_4_supply import STRAITS_CLOSED
from worldfire.rules.s02_4_supply_limits import enemy_can_block, sea_is_open, tracer_of_country


@rule("fa:2.4.2.4")
def no_sea_beside_is_open(game: Position, country: int, here: int, there: int) -> bool:
    """An enemy can block supply in a sea area beside the straits, and it can be traced through none of them."""
    seas = board_of(game).tables.seas
    beside = dict.fromkeys((*seas[here], *seas[there]))
    tracer = tracer_of_country(game, country)
    if not any(enemy_can_block(game, tracer, sea) for sea in beside):  # with option 2 an empty sea is not open either
        return False
    return not any(sea_is_open(game, tracer, sea) for sea in beside)


OPTION = Option("3", "Limited access across straits", changes=(STRAITS_CLOSED.attach(no_sea_beside_is_open),))
