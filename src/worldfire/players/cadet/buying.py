"""What to build: units that arrive while they can still matter, by what each adds for its price.

Lost HQs come first. Whoever advances wants units that catch up with the front while there are turns left to use them in;
whoever defends, units at home.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worldfire.advice.building import best_order, usual_worth, wares
from worldfire.engine.position import Position
from worldfire.engine.shapes import Amounts, Noun, One
from worldfire.forces.things import counter_of
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import HEADQUARTERS, look
from worldfire.rules.s13_06_production import PowerProduction, turns_of
from worldfire.tables.counters import LandCounter

#: movement allowance of a unit that catches up with the front in good time, and the least of one that ever does
KEEPS_UP, FOLLOWS = 5, 2
#: what is left of a slow unit's worth: railways bring it most of the way
BY_RAIL = 0.5
#: what an HQ is worth that would still see a turn after the one in which it comes
OF_A_CHIEF, TURNS_OF_USE = 20.0, 1


def buy(question: Question) -> Action:
    """By what each unit is worth to this side on land."""
    return order(question, measure(question))


def order(question: Question, worth: Callable[[Position, int], float]) -> Action:
    """Convoys out of the repair pool first; then one order for everything that the points pay for."""
    damaged = question.offers.get("repair-convoys")
    numbers = [number for number in damaged.domain if isinstance(number, int)] if isinstance(damaged, One) else []
    for number in sorted(numbers, reverse=True):
        if question.is_legal("repair-convoys", number):  # gears may not allow all of them
            return "repair-convoys", number
    shape = question.offers.get("build")
    if not isinstance(shape, Amounts):
        return "stop-building", None
    work = question.game.enclosing(PowerProduction)
    most = {str(bounds.item): bounds.most for bounds in shape.items}
    wanted = best_order(wares(question.game, most, work.power, worth), work.points)
    noun = _as_noun(shape, wanted)
    if wanted and question.is_legal("build", noun):
        return "build", noun
    allowed = _what_is_allowed(question, shape, wanted)
    return ("build", _as_noun(shape, allowed)) if allowed else ("stop-building", None)


def _as_noun(shape: Amounts, wanted: Mapping[str, int]) -> Noun:
    return tuple((bounds.item, wanted.get(str(bounds.item), 0)) for bounds in shape.items)


def _what_is_allowed(question: Question, shape: Amounts, wanted: Mapping[str, int]) -> dict[str, int]:
    """As much of the order as limits on what is started together allow."""
    allowed: dict[str, int] = {}
    for name, number in wanted.items():
        for count in range(number, 0, -1):
            if question.is_legal("build", _as_noun(shape, {**allowed, name: count})):
                allowed[name] = count
                break
    return allowed


def measure(question: Question) -> Callable[[Position, int], float]:
    """What a unit is worth to this side now."""
    picture = look(question.game, question.side, question.powers)

    def worth(game: Position, unit: int) -> float:
        counter = counter_of(game, unit)
        if isinstance(counter, LandCounter) and counter.type in HEADQUARTERS:
            return OF_A_CHIEF * (picture.turns_left - turns_of(game, unit) >= TURNS_OF_USE)
        if not picture.advances:
            return usual_worth(game, unit)
        in_time = max(0, picture.turns_left - turns_of(game, unit) + 1) / max(1, picture.turns_left)
        if not isinstance(counter, LandCounter):
            return usual_worth(game, unit) * in_time
        pace = max(0.0, min(1.0, ((counter.movement or 0) - FOLLOWS) / (KEEPS_UP - FOLLOWS)))
        return usual_worth(game, unit) * in_time * (BY_RAIL + (1 - BY_RAIL) * pace)

    return worth
