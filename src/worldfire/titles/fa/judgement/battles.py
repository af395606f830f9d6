"""Help in a battle: HQs that lend their name to the defence (11.12.3), gas (21.10), aircraft that look on (11.12.4)."""

from __future__ import annotations

from worldfire.engine.shapes import Assign, One, Orders
from worldfire.forces.in_turn import STAY
from worldfire.forces.who import seat_of
from worldfire.titles.fa.gas import gas_modifier
from worldfire.titles.fa.hq_support import Supporting, value_of_hq
from worldfire.titles.judgement import Action, Asked

_FACES = range(1, 11)


def support(asked: Asked) -> Action | None:
    """The best HQ for the dearest hex, and so on: one for each hex, all of them in one order."""
    shape, game = asked.offers.get("support-with-hq"), asked.game
    if not isinstance(shape, Orders | Assign):
        return None
    ordered = game.enclosing(Supporting).ordered
    if any(seat_of(game, unit) == asked.seat for unit, _ in ordered):
        return None
    able = [(int(choices.item), int(place)) for choices in shape.items for place in choices.to if place != STAY]
    found: dict[int, int] = {}
    helped = {place for _, place in ordered}
    for unit, place in sorted(able, key=lambda pair: (-asked.stake(pair[1]), -value_of_hq(game, pair[0]), pair)):
        if unit not in found and place not in helped:
            found[unit] = place
            helped.add(place)
    return ("support-with-hq", tuple(sorted(found.items()))) if found else None


def release_gas(asked: Asked) -> Action | None:
    """If the wind is rather for it than against it."""
    shape = asked.offers.get("release-gas")
    helps = sum(gas_modifier(asked.game, die) for die in _FACES) > 0
    return ("release-gas", shape.domain[0]) if helps and isinstance(shape, One) else None


def look_on(asked: Asked) -> Action | None:
    """Whoever is there anyway."""
    shape = asked.offers.get("name-spotter")
    return ("name-spotter", shape.domain[0]) if isinstance(shape, One) else None
