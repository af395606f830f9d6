"""2.4.3, 15.1.1 Guests of countries that are not in the war: ships disturb nobody, and soldiers leave when war comes.

Where ships may base, and how they are thrown out, stands in `sea.neutral_ports`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.ground import is_hex
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, things_at
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    HEXES_HELD,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    master_of,
    power_of,
)
from worldfire.rules.s02_3_stacking import naval_units, together_violation
from worldfire.rules.s02_5_control import send_away
from worldfire.rules.s09_war import WarDeclared
from worldfire.titles.fa.sides_at_war import DrawnIntoWar


@rule("fa:2.4.3")
def guests_are_ignored(
    usual: Callable[[Position, tuple[int, ...]], Violation | None], game: Position, units: tuple[int, ...]
) -> Violation | None:
    """Where a neutral power has units, ships of another in the same port are nobody's concern, nor are its own theirs.

    And in the port of any neutral its guests do not concern each other, whether they co-operate or not.
    """
    found = usual(game, units)
    if found is None or not naval_units(game, units):
        return found
    ships = {*naval_units(game, units)}
    for one, other in combinations(units, 2):
        neutral = not (is_active(game, power_of(game, one)) and is_active(game, power_of(game, other)))
        if neutral and (one in ships or other in ships):
            continue
        if any(unit in ships and _is_a_guest(game, unit) for unit in (one, other)):
            continue
        found = usual(game, (one, other))
        if found is not None:
            return found
    return None


@rule("fa:2.4.3")
def _is_a_guest(game: Position, ship: int) -> bool:
    """Does it lie in a port of somebody else who is not in the war?"""
    place = game.state[PLACE][ship]
    holder = game.state[CONTROLLER][place] if is_hex(game, place) else NOBODY
    if holder == NOBODY:
        return False
    host = master_of(game, holder)
    return host != power_of(game, ship) and not is_active(game, host)


@rule("fa:15.1.1", "fa:2.5.4")
def soldiers_leave(game: Game, event: WarDeclared | DrawnIntoWar) -> None:
    """Land units and aircraft that a country had let in arrive again in 2 turns when it is at war with them."""
    for host, guest in ((event.power, event.target_power), (event.target_power, event.power)):
        if game.state[SIDE][host] == NOBODY or game.state[SIDE][host] != game.state[SIDE][guest]:
            send_guests_away(game, host, guest)


@rule("fa:15.1.1", "fa:2.5.4")
def send_guests_away(game: Game, host: int, guest: int) -> None:
    """The guest's soldiers and aircraft leave what the host holds; of ships 2.4.3 speaks."""
    for place in game.look_up(HEXES_HELD).get(host, ()):
        others = (unit for unit in things_at(game, place) if power_of(game, unit) == guest)
        send_away(game, place, tuple(unit for unit in others if unit not in naval_units(game, (unit,))))


#: who is at war with a major power
ACTIVITY = (AT_WAR, POWER, SIDE, COUNTRY_NAMES, POWER_NAMES)

MODULE = Module(
    changes=(together_violation.wrapped_by(guests_are_ignored, reads=ACTIVITY),),
    subscribes=((WarDeclared, soldiers_leave), (DrawnIntoWar, soldiers_leave)),
)
