"""Who is at war with whom.

A minor country is a power of its own while it is neutral. Once it is aligned its units belong to its major power, but its
own name can still be at war (it was attacked before) and can still control hexes; so both names are asked.
"""

from __future__ import annotations

from worldfire.engine.facts import Facts
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Derived, Schema
from worldfire.forces.partisans import is_partisan
from worldfire.forces.situation import AT_WAR
from worldfire.forces.who import (
    COUNTRY,
    COUNTRY_NAMES,
    MASTERS,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    side_of,
    side_of_power,
)


def _own_power(state: Facts) -> tuple[int, ...]:
    names = state.get(POWER_NAMES)
    powers = {name: number for number, name in enumerate(names)}
    return tuple(powers.get(name, NOBODY) for name in state.get(COUNTRY_NAMES))


#: power → all that it is at war with
Enemies = dict[int, frozenset[int]]


def _wars(state: Facts) -> Enemies:
    """By its own name or by that of the power that it belongs to; and so are its enemies."""
    masters = MASTERS.build(state)
    servants: dict[int, set[int]] = {}
    for power, master in enumerate(masters):
        servants.setdefault(master, set()).add(power)
    named: dict[int, set[int]] = {}
    for pair in state.get(AT_WAR):
        for one, other in (pair, pair[::-1]):
            named.setdefault(one, set()).update((other, *servants.get(other, ())))
    own = {power: named.get(power, set()) | named.get(master, set()) for power, master in enumerate(masters)}
    return {power: frozenset(enemies) for power, enemies in own.items() if enemies}


def _active(state: Facts) -> frozenset[int]:
    """Every power that is at war with a major power of the other side."""
    side, of_side = state[SIDE], dict[int, set[int]]()
    for power, its in enumerate(side):
        of_side.setdefault(its, set()).add(power)
    return frozenset(
        power
        for power, enemies in _wars(state).items()
        if any(its not in (NOBODY, side[power]) and not enemies.isdisjoint(of) for its, of in of_side.items())
    )


_NAMES = (COUNTRY_NAMES, POWER_NAMES)
#: country → the power of its own name, NOBODY if it never stood alone
OWN_POWER = Derived("own power", _NAMES, _own_power)
WARS = Derived("wars", (MASTERS, AT_WAR), _wars)
ACTIVE_POWERS = Derived("active powers", (WARS, SIDE), _active)


def at_war(game: Position, one: int, other: int) -> bool:
    """Are these two powers at war?"""
    return other in game.look_up(WARS).get(one, ())


def unit_at_war(game: Position, unit: int, power: int) -> bool:
    """Is the unit at war with this power, by its major power or by its own country?

    Partisans are at war with everybody on the other side, even if whoever controls them is not (13.1.3).
    """
    country = game.state[COUNTRY][unit]
    own, wars = game.state[POWER][country], game.look_up(WARS)
    if power in wars.get(own, ()) or power in wars.get(game.look_up(OWN_POWER)[country], ()):
        return True
    return own != power and is_partisan(game, unit) and side_of_power(game, power) not in (NOBODY, side_of(game, unit))


MODULE = Module(schema=Schema(derived=(OWN_POWER, WARS, ACTIVE_POWERS)))
