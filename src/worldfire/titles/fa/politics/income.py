"""15 The start of the political step: flags that waited too long fall back, and each side rolls for political points."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Roll, procedure, step
from worldfire.engine.seams import EachOf
from worldfire.forces.charts import chart_named
from worldfire.forces.turn import is_active
from worldfire.forces.who import NOBODY, SIDE, power_named
from worldfire.titles.fa.politics.flags import idle_flags_fall
from worldfire.titles.fa.politics.points import earn, seat_that_spends
from worldfire.titles.fa.who_first import next_side

#: what else happens at the start of the political step
POLITICS_BEGIN = EachOf[[], None]("fa:15 start of the political step")
USA = "usa"


class Income(msgspec.Struct):
    """Sides that have rolled."""

    rolled: tuple[int, ...] = ()


def us_is_at_war(game: Position) -> bool:
    usa = power_named(game, USA)
    return usa != NOBODY and is_active(game, usa)


@rule("fa:15")
def dice_of_income(game: Position, side: int) -> int:
    """Two dice; the side that the USA has joined the war against rolls fewer."""
    usa = power_named(game, USA)
    against = us_is_at_war(game) and game.state[SIDE][usa] != side
    row = "CP once the USA is at war" if against else "each turn, each side"
    return int(chart_named(game, "political_income").at(row, "political points").partition("d")[0])


@step("fa:15", also=("fa:15.1.1",))
def flags_fall_back(game: Game, income: Income) -> Control:
    idle_flags_fall(game)
    for begins in POLITICS_BEGIN.one_by_one(game):
        begins(game)
    return None


@step("fa:15")
def roll_for_points(game: Game, income: Income) -> Control:
    side = next_side(game, "political points", income.rolled)
    if side == NOBODY:
        return End()
    return Roll("political points", seat_that_spends(game, side), dice=dice_of_income(game, side))


@step("fa:15")
def points_are_earned(game: Game, income: Income) -> Control:
    side = next_side(game, "political points", income.rolled)
    income.rolled += (side,)
    earn(game, side, sum(game.dice))
    return Goto("roll_for_points")


EARNING = procedure("political points", "fa:15", flags_fall_back, roll_for_points, points_are_earned, locals=Income)
