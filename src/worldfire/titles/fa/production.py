"""fa:13.5.5.3 Spending build points: units as in the common book, and beside them what is bought by number."""

from __future__ import annotations

from worldfire.engine.game import Game
from worldfire.engine.procedures import Verb
from worldfire.engine.ruleset import Module
from worldfire.rules.s13_06_production import PURCHASES
from worldfire.titles.fa.home_front import HOME_FRONT
from worldfire.titles.fa.stores import Shop

SHOP = Shop(HOME_FRONT)


def stores(game: Game) -> Verb:
    return SHOP.verb


MODULE = Module(changes=(PURCHASES.attach(stores, verbs=(SHOP.verb,)),))
