"""fa:14.1 Build points for the home front: each lifts morale, but no more than a part of the turn's production goes there."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.forces.turn import PRODUCED
from worldfire.forces.who import POWERS
from worldfire.titles.fa.morale_events import MORALE_POINTS, printed
from worldfire.titles.fa.stores import Store

#: build points that a power has spent on its home front this turn
SPENT_AT_HOME = Column(POWERS, "spent_on_the_home_front")
PERCENT_AT_HOME = Figure("percent of a turn’s production that may go to the home front", "fa:14.1")
#: what the chart of morale calls it
SPENT_EVENT = "build point spent on the home front"
PRICE = Figure("build points a point for the home front", "fa:14.1")


@rule("fa:14.1")
def most_for_home_front(game: Position, power: int) -> int:
    """A part of what the turn has brought with lending and bonuses; saved points do not count."""
    most = game.state[PRODUCED][power] * PERCENT_AT_HOME(game) // 100
    return max(most - game.state[SPENT_AT_HOME][power], 0)


def spend_at_home(game: Game, power: int, number: int) -> None:
    game.write(SPENT_AT_HOME, power, game.state[SPENT_AT_HOME][power] + number)


HOME_FRONT = Store("home front", PRICE, most_for_home_front, spend_at_home)


@rule("fa:14.1")
def for_home_front(game: Position, power: int) -> tuple[str, int]:
    return "home front", game.state[SPENT_AT_HOME][power] * printed(game, SPENT_EVENT)


MODULE = Module(schema=Schema(columns=(SPENT_AT_HOME,)), changes=(MORALE_POINTS.attach(for_home_front),))
