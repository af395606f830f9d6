"""Shipyards: damaged ships are repaired, convoys made good, and the rest of the points goes to the army and the air force."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.players.cadet import buying, convoys
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import look
from worldfire.players.cadet.seascape import TRANSPORTS, is_kind, is_war_at_sea, might
from worldfire.rules.s13_06_production import PowerProduction, dock_cost, dock_turns

#: what a transport counts beside a warship's might: without it nobody lands
OF_A_TRANSPORT = 8.0
#: a dock gets no more than this part of the points that are left
OF_THE_POINTS = 0.5


def buy(question: Question) -> Action:
    """Where fleets decide, first what brings ships back before the campaign ends."""
    if is_war_at_sea(question.game):
        ship = _best_in_dock(question)
        if ship is not None:
            return "complete-ship", ship
        laid = convoys.build(question, question.game.enclosing(PowerProduction).power)
        if laid is not None:
            return laid
    return buying.buy(question)


def _best_in_dock(question: Question) -> int | None:
    shape, game = question.offers.get("complete-ship"), question.game
    if not isinstance(shape, One):
        return None
    points, left = game.enclosing(PowerProduction).points, look(game, question.side).turns_left

    def merit(ship: int) -> float:
        return (might(game, ship) + OF_A_TRANSPORT * is_kind(game, ship, *TRANSPORTS)) / max(
            1, dock_cost(game, ship) or 1
        )

    able = [
        int(ship)
        for ship in shape.domain
        if (dock_cost(game, int(ship)) or 0) <= OF_THE_POINTS * points and dock_turns(game, int(ship)) <= left
    ]
    return max(able, key=lambda ship: (merit(ship), -ship), default=None)
