"""What to build: units that arrive while they can still matter, by what each adds for its price."""

from __future__ import annotations

from worldfire.advice.building import best_order, wares
from worldfire.engine.shapes import Amounts
from worldfire.players.cadet.asking import Action, Question
from worldfire.rules.s13_06_production import PowerProduction


def buy(question: Question) -> Action:
    """One order for everything that the points pay for."""
    shape = question.offers.get("build")
    if not isinstance(shape, Amounts):
        return "stop-building", None
    work = question.game.enclosing(PowerProduction)
    most = {str(bounds.item): bounds.most for bounds in shape.items}
    order = best_order(wares(question.game, most, work.power), work.points)
    noun = tuple((bounds.item, order.get(str(bounds.item), 0)) for bounds in shape.items)
    if order and question.is_legal("build", noun):
        return "build", noun
    return "stop-building", None
