"""2.4.3, 15.1.1, 15.2.1 Guests of countries that are not in the war: ships disturb nobody, and soldiers leave when war comes.

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
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.partisans import is_partisan
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
        if any(unit in ships and _lies_in_a_neutral_port(game, unit) for unit in (one, other)):
            continue
        found = usual(game, (one, other))
        if found is not None:
            return found
    return None


@rule("fa:2.4.3")
def _lies_in_a_neutral_port(game: Position, ship: int) -> bool:
    """Does it lie in a port of somebody else who is not in the war?"""
    place = game.state[PLACE][ship]
    holder = game.state[CONTROLLER][place] if is_hex(game, place) else NOBODY
    if holder == NOBODY:
        return False
    host = master_of(game, holder)
    return host != power_of(game, ship) and not is_active(game, host)


@rule("fa:15.1.1", "fa:15.2.1", "fa:2.5.4")
def soldiers_leave(game: Game, event: WarDeclared | DrawnIntoWar) -> None:
    """Whoever a country has let in, or had to, arrives again in 2 turns when it comes to war with his side."""
    for host, enemy in ((event.power, event.target_power), (event.target_power, event.power)):
        held = game.look_up(HEXES_HELD).items()
        holders = (places for holder, places in held if holder != NOBODY and master_of(game, holder) == host)
        for place in [place for places in holders for place in places]:
            send_away(
                game, place, tuple(unit for unit in things_at(game, place) if _must_leave(game, unit, host, enemy))
            )


def _must_leave(game: Position, unit: int, host: int, enemy: int) -> bool:
    """A soldier or aircraft of the enemy, or of an ally of his who is not at war with the host; of ships 2.4.3 speaks."""
    side, power = game.state[SIDE], power_of(game, unit)
    if naval_units(game, (unit,)) or is_partisan(game, unit) or side[host] == side[enemy] != NOBODY:
        return False
    return power == enemy or (side[power] == side[enemy] != NOBODY and not at_war(game, power, host))


#: who is at war with a major power
ACTIVITY = (AT_WAR, POWER, SIDE, COUNTRY_NAMES, POWER_NAMES)

MODULE = Module(
    changes=(together_violation.wrapped_by(guests_are_ignored, reads=ACTIVITY),),
    subscribes=((WarDeclared, soldiers_leave), (DrawnIntoWar, soldiers_leave)),
)
