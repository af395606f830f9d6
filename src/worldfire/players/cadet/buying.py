"""What to build: units that arrive while they can still matter, by what each adds for its price."""

from __future__ import annotations

from worldfire.engine.shapes import Amounts
from worldfire.forces.things import counter_of, things_at
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import Picture, look
from worldfire.rules.s13_06_production import PowerProduction, cost_of, pools_of, turns_of
from worldfire.tables.counters import AirCounter, AirType, LandCounter, LandType

#: what a type does beyond its combat factors
BONUS = {LandType.ARM: 1.5, LandType.MECH: 1.3, LandType.HQ_A: 0.0, LandType.HQ_I: 0.0}
#: immobile units only hold what they stand on
SLOW = {LandType.GAR: 0.7, LandType.MIL: 0.85}
AIR_USE = {AirType.FTR: 1.0, AirType.LND: 1.4, AirType.NAV: 0.2, AirType.ATR: 0.1}
#: each further unit of a kind in one order is worth so much less: an army wants variety
AGAIN = 0.8
#: a turn's delay
LATE = 0.12


def buy(question: Question) -> Action:
    """One order for everything that the points pay for, the best value first."""
    shape = question.offers.get("build")
    if not isinstance(shape, Amounts):
        return "stop-building", None
    game = question.game
    work = game.enclosing(PowerProduction)
    picture = look(game, question.side)
    pools = pools_of(game, work.power)
    left = {str(bounds.item): bounds.most for bounds in shape.items}
    values = {name: _value(picture, things_at(game, pools[name])) for name in left if name in pools}
    prices = {name: cost_of(game, things_at(game, pools[name])[0]) for name in values}
    order: dict[str, int] = {}
    points = work.points
    while True:
        able = [name for name in values if left[name] > 0 and 0 < prices[name] <= points and values[name] > 0]
        if not able:
            break
        best = max(able, key=lambda name: (values[name] * AGAIN ** order.get(name, 0) / prices[name], name))
        order[best] = order.get(best, 0) + 1
        left[best] -= 1
        points -= prices[best]
    noun = tuple((bounds.item, order.get(str(bounds.item), 0)) for bounds in shape.items)
    if order and question.is_legal("build", noun):
        return "build", noun
    return "stop-building", None


def _value(picture: Picture, units: tuple[int, ...]) -> float:
    """What a unit drawn from this pool is worth; nothing if it would come after the last turn."""
    return sum(_worth(picture, unit) for unit in units) / max(1, len(units))


def _worth(picture: Picture, unit: int) -> float:
    counter = counter_of(picture.game, unit)
    turns = turns_of(picture.game, unit)
    if turns > picture.turns_left:
        return 0.0
    soon = 1 - LATE * turns
    if isinstance(counter, LandCounter):
        factors = float(counter.strength or 0)
        return factors * BONUS.get(counter.type, 1.0) * SLOW.get(counter.type, 1.0) * soon
    if isinstance(counter, AirCounter):
        factors = 0.5 * (counter.air_to_air or 0) + (counter.tactical or 0)
        return factors * AIR_USE.get(counter.type, 0.0) * soon
    return 0.0
