"""2.4.3 Neutral basing: ships in the port of a country that is not in the war disturb nobody there.

When it comes to war with them they are overrun there, and so they are when it shuts its ports: `overrun_in(game, ports)`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.ground import is_hex
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    master_of,
    power_of,
    units_on_map,
)
from worldfire.rules.s02_3_stacking import naval_units, together_violation
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_10_6_overrun import OVERRUN, Caught
from worldfire.titles.fa.sides_at_war import DrawnIntoWar


@rule("fa:2.4.3")
def guests_are_ignored(
    usual: Callable[[Position, tuple[int, ...]], Violation | None], game: Position, units: tuple[int, ...]
) -> Violation | None:
    """Where a neutral power has units, ships of another in the same port are nobody's concern, nor are its own theirs."""
    found = usual(game, units)
    if found is None or not naval_units(game, units):
        return found
    ships = {*naval_units(game, units)}
    for one, other in combinations(units, 2):
        neutral = not (is_active(game, power_of(game, one)) and is_active(game, power_of(game, other)))
        if neutral and (one in ships or other in ships):
            continue
        found = usual(game, (one, other))
        if found is not None:
            return found
    return None


@rule("fa:2.4.3")
def overrun_in(game: Position, ships: tuple[int, ...], host: int) -> Call | None:
    """Ships that must leave the ports of a country are overrun, but there is nobody to take them as prizes."""
    return Call(OVERRUN.name, Caught(NOBODY, (), ships, (), captor=host, no_prize=True)) if ships else None


def _in_ports_of(game: Position, host: int, guest: int) -> tuple[int, ...]:
    """Ships of one power in ports of another."""
    controllers, places = game.state[CONTROLLER], game.state[PLACE]
    return tuple(
        ship
        for ship in naval_units(game, units_on_map(game, (guest,)))
        if is_hex(game, places[ship])
        and controllers[places[ship]] != NOBODY
        and master_of(game, controllers[places[ship]]) == host
    )


@rule("fa:2.4.3")
def guests_of_an_enemy(game: Position, event: WarDeclared | DrawnIntoWar) -> Call | None:
    """Whoever is in a port of his new enemy; only one of the two can be the other's guest."""
    for host, guest in ((event.power, event.target_power), (event.target_power, event.power)):
        found = overrun_in(game, _in_ports_of(game, host, guest), host)
        if found is not None:
            return found
    return None


#: who is at war with a major power
ACTIVITY = (AT_WAR, POWER, SIDE, COUNTRY_NAMES, POWER_NAMES)

MODULE = Module(
    changes=(together_violation.wrapped_by(guests_are_ignored, reads=ACTIVITY),),
    subscribes=((WarDeclared, guests_of_an_enemy), (DrawnIntoWar, guests_of_an_enemy)),
)
