"""The Soviet Union: its production once it is attacked, and what it has taken of Poland and the Baltic (13.6.3)."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.ground import ground_of
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import board_of
from worldfire.forces.turn import chart_name, controls, power_name
from worldfire.forces.who import power_named
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_06_3_bonus_points import lost_like_home
from worldfire.rules.s13_06_production import MULTIPLE

USSR, GERMANY = "ussr", "germany"
_BONUS = "USSR at war or 1942"
_BONUS_YEAR = int(_BONUS.rpartition(" ")[2])


#: Germany has declared war on the USSR, and they may be at peace again
GERMANY_HAS_ATTACKED: Field[bool] = Field("germany_has_attacked_the_ussr", False)


@rule("13.6.3")
def remember_the_attack(game: Game, event: WarDeclared) -> None:
    if (power_name(game, event.power), power_name(game, event.target_power)) == (GERMANY, USSR):
        game.set(GERMANY_HAS_ATTACKED, True)


@rule("13.6.3")
def works_harder(game: Position, multiple: Fraction, power: int) -> Fraction:
    """From the turn in which Germany attacks it, whatever comes of that war, or from 1942."""
    if chart_name(game, power) != USSR:
        return multiple
    attacked = (power_named(game, GERMANY), power) in game.state.get(AT_WAR)  # wars are noted with their declarer first
    if not attacked and not game.state.get(GERMANY_HAS_ATTACKED) and game.state.get(YEAR) < _BONUS_YEAR:
        return multiple
    bonus: Fraction = game.ruleset.tables.source.chart("production_bonuses").number(_BONUS, "bonus")
    return multiple + bonus


_BALTIC = ("Estonia", "Latvia", "Lithuania")
_EAST_POLAND = "East Poland"


@rule("13.6.3/bonus build points")
def taken_lands_count(game: Position, power: int) -> frozenset[int]:
    """East Poland and the Baltic States count as the USSR's, each if it has a city there."""
    if power_name(game, power) != USSR:
        return frozenset()
    board, cities = board_of(game), ground_of(game).cities
    regions = (board.region(_EAST_POLAND), [number for name in _BALTIC for number in board.hexes_of(name)])
    found = (frozenset(board.index[number] for number in region) for region in regions)
    return frozenset().union(*(held for held in found if any(controls(game, power, city) for city in held & cities)))


MODULE = Module(
    schema=Schema(fields=(GERMANY_HAS_ATTACKED,)),
    subscribes=((WarDeclared, remember_the_attack),),
    changes=(MULTIPLE.attach(works_harder), lost_like_home.replaced_by(taken_lands_count)),
)
