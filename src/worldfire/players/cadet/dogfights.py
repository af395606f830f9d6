"""Air-to-air combat: who leads, when to break off, and whom a hit falls on."""

from __future__ import annotations

from worldfire.engine.shapes import One, Order
from worldfire.forces.who import side_of
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.bombers import rating, use
from worldfire.players.cadet.picture import look
from worldfire.rules.s14_air_combat import AirCombat, bombers, fighters, side_of_seat, strength

#: air-to-air values below this are better not fought
POOR_FIGHT = -3


def arrange(question: Question) -> Action:
    """The best fighter leads; among bombers the one that would be missed least."""
    shape = question.shape("arrange", Order)
    picture = look(question.game, question.side, question.powers)
    front, behind = shape.lines
    fighters_ = sorted(map(int, front), key=lambda unit: (-rating(picture, unit), unit))
    bombers_ = sorted(map(int, behind), key=lambda unit: (use(picture, unit), unit))
    return "arrange", (tuple(fighters_), tuple(bombers_))


def abort_or_fight(question: Question) -> Action:
    combat = question.game.enclosing(AirCombat)
    mine = side_of_seat(combat, question.seat)
    if not all(_anybody(question, combat, side) for side in (mine, 1 - mine)):
        return "fight-on", None
    lead = strength(question.game, combat, mine) - strength(question.game, combat, 1 - mine)
    return ("abort" if lead < 10 * POOR_FIGHT and "abort" in question.offers else "fight-on"), None


def _anybody(question: Question, combat: AirCombat, side: int) -> bool:
    """Has the side anybody left in its lines?"""
    return bool(fighters(question.game, combat, side) or bombers(question.game, combat, side))


def choose_victim(question: Question) -> Action:
    """The enemy's best aircraft suffers, or of one's own the least; whoever is cleared through is one's best bomber."""
    verb, shape = question.only_shape(One)
    picture = look(question.game, question.side, question.powers)
    units = [int(unit) for unit in shape.domain]
    mine = side_of(question.game, units[0]) == question.side
    wanted = mine == (verb == "clear-through")
    best = max if wanted or not mine else min
    return verb, best(units, key=lambda unit: (use(picture, unit) + rating(picture, unit), unit))
