"""Help in a battle: HQs that lend their name to the defence (11.12.3), gas (21.10), aircraft that look on (11.12.4)."""

from __future__ import annotations

from worldfire.engine.shapes import Assign, One, Orders
from worldfire.forces.in_turn import STAY
from worldfire.titles.fa.gas import gas_modifier
from worldfire.titles.fa.hq_support import Supporting, value_of_hq
from worldfire.titles.judgement import Action, Asked

_FACES = range(1, 11)


def support(asked: Asked) -> Action | None:
    """The best HQ for the dearest hex that has none yet; one at a time."""
    shape = asked.offers.get("support-with-hq")
    if not isinstance(shape, Orders | Assign):
        return None
    ordered = asked.game.enclosing(Supporting).ordered
    busy, helped = {unit for unit, _ in ordered}, {place for _, place in ordered}
    found = [
        (asked.stake(int(place)), value_of_hq(asked.game, int(choices.item)), -int(place), int(choices.item))
        for choices in shape.items
        for place in choices.to
        if place != STAY and int(choices.item) not in busy and place not in helped
    ]
    if not found:
        return None
    _, _, place, unit = max(found)
    return "support-with-hq", ((unit, -place),)


def release_gas(asked: Asked) -> Action | None:
    """If the wind is rather for it than against it."""
    shape = asked.offers.get("release-gas")
    helps = sum(gas_modifier(asked.game, die) for die in _FACES) > 0
    return ("release-gas", shape.domain[0]) if helps and isinstance(shape, One) else None


def look_on(asked: Asked) -> Action | None:
    """Whoever is there anyway."""
    shape = asked.offers.get("name-spotter")
    return ("name-spotter", shape.domain[0]) if isinstance(shape, One) else None
