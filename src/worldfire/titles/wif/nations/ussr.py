"""The Soviet Union: its production once it is attacked, and what it has taken of Poland and the Baltic (13.6.3)."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Module
from worldfire.forces.ground import ground_of
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import board_of
from worldfire.forces.turn import chart_name, controls, power_name
from worldfire.forces.who import power_named
from worldfire.rules.s13_06_production import MULTIPLE, is_lost_like_home

USSR, GERMANY = "ussr", "germany"
_BONUS = "USSR at war or 1942"
_BONUS_YEAR = int(_BONUS.rpartition(" ")[2])


@rule("13.6.3")
def works_harder(game: Game, multiple: Fraction, power: int) -> Fraction:
    """When Germany attacks it, or in 1942."""
    if chart_name(game, power) != USSR:
        return multiple
    attacked = (power_named(game, GERMANY), power) in game.state.get(AT_WAR)  # wars are noted with their declarer first
    if not attacked and game.state.get(YEAR) < _BONUS_YEAR:
        return multiple
    bonus: Fraction = game.ruleset.tables.source.chart("production_bonuses").number(_BONUS, "bonus")
    return multiple + bonus


_BALTIC = ("Estonia", "Latvia", "Lithuania")
_EAST_POLAND = "East Poland"


@rule("13.6.3/bonus build points")
def taken_lands_count(game: Game, power: int, place: int) -> bool:
    """East Poland and the Baltic States count as the USSR's if it has a city there when the combat begins: losses come
    before the advance that changes control.
    """
    board = board_of(game)
    number, country = board.number(place), board.tables.country[place]
    if power_name(game, power) != USSR:
        return False
    if _EAST_POLAND in board.regions_of(number):
        region = [board.index[other] for other in board.region(_EAST_POLAND)]
    elif country in _BALTIC:
        region = [board.index[other] for name in _BALTIC for other in board.hexes_of(name)]
    else:
        return False
    return any(here in ground_of(game).cities and controls(game, power, here) for here in region)


MODULE = Module(changes=(MULTIPLE.attach(works_harder), is_lost_like_home.replaced_by(taken_lands_count)))
