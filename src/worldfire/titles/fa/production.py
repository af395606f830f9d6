"""fa:13.5.5.3 Spending build points: units as in the common book, and beside them what is bought by number."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Verb
from worldfire.engine.ruleset import Module
from worldfire.forces.situation import TURN
from worldfire.rules.s13_06_production import PURCHASES
from worldfire.titles.fa.gearing import left_of, note_built
from worldfire.titles.fa.home_front import HOME_FRONT
from worldfire.titles.fa.morale_events import has_fought_since
from worldfire.titles.fa.offensive_builds import OFFENSIVE_STORE, PILOT_STORE, PLENTY
from worldfire.titles.fa.stores import Shop, Store
from worldfire.titles.fa.trenches import order_trenches

TRENCHES = "Entrenchments"
PRICE_OF_A_TRENCH = Figure("build points of an entrenchment", "fa:21.6")


@rule("fa:21.6", "fa:13.5.5.8")
def most_trenches(game: Position, power: int) -> int:
    """As gearing allows, from the turn after the one in which the power went to war."""
    if has_fought_since(game, power) >= game.state.get(TURN):
        return 0
    left = left_of(game, power, TRENCHES)
    return PLENTY if left is None else left


def buy_trenches(game: Game, power: int, number: int) -> None:
    order_trenches(game, power, number)
    note_built(game, power, TRENCHES, number)


TRENCH_STORE = Store("entrenchments", PRICE_OF_A_TRENCH, most_trenches, buy_trenches)
SHOP = Shop(TRENCH_STORE, OFFENSIVE_STORE, PILOT_STORE, HOME_FRONT)


def stores(game: Game) -> Verb:
    return SHOP.verb


MODULE = Module(changes=(PURCHASES.attach(stores, verbs=(SHOP.verb,)),))
