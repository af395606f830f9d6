"""2.1.1 The board as aircraft count it: the range points that a hex takes are figures that titles and options may change."""

from __future__ import annotations

from worldfire.board.loading import ROW_OF_SCALE
from worldfire.board.model import Board
from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset, clause
from worldfire.engine.figures import Figure
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.things import board_of

#: scale of the map → what a hex or hexdot of it takes of an aircraft's range
AIR_COSTS = {scale: Figure(f"aircraft range cost: {row}, points", "2.1.1") for scale, row in ROW_OF_SCALE.items()}

#: hexes that an aircraft can fly whatever its range
AT_LEAST = Figure("hexes that an aircraft can always fly", "14.1.1")


@rule("2.1.1", "14.1.1")
def airways(game: HasRuleset) -> Board:
    """The game's board with what these rules charge for flying over it; flights are asked of it."""
    return game.ruleset.once(_airways)


def _airways(ruleset: Ruleset) -> Board:
    board = board_of(ruleset)
    costs = {scale: AIR_COSTS[scale](ruleset) for scale in {*board.tables.scale}}
    return board.with_air_costs(
        costs, one_hex_always=AT_LEAST(ruleset) > 0, only_what_is_entered=takes_what_is_entered(ruleset)
    )


@clause("2.1.1")
def takes_what_is_entered(game: HasRuleset) -> bool:
    """Where the scale of the map changes, does a step take what the hex entered takes? No: the greater of the two."""
    return False
