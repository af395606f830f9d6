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


def _wars(state: Facts) -> frozenset[tuple[int, int]]:
    """Every pair of powers at war, both ways round, with those that belong to them."""
    servants: dict[int, list[int]] = {}
    for power, master in enumerate(MASTERS.build(state)):
        servants.setdefault(master, []).append(power)
    pairs: set[tuple[int, int]] = set()
    for one, other in state.get(AT_WAR):
        ones, others = {one, *servants.get(one, ())}, {other, *servants.get(other, ())}
        pairs.update((a, b) for a in ones for b in others)
        pairs.update((b, a) for a in ones for b in others)
    return frozenset(pairs)


def _active(state: Facts) -> frozenset[int]:
    """Every power that is at war with a major power of the other side."""
    side = state[SIDE]
    return frozenset(one for one, other in _wars(state) if side[other] not in (NOBODY, side[one]))


_NAMES = (COUNTRY_NAMES, POWER_NAMES)
#: country → the power of its own name, NOBODY if it never stood alone
OWN_POWER = Derived("own power", _NAMES, _own_power)
WARS = Derived("wars", (MASTERS, AT_WAR), _wars)
ACTIVE_POWERS = Derived("active powers", (WARS, SIDE), _active)


def at_war(game: Position, one: int, other: int) -> bool:
    """Are these two powers at war?"""
    return (one, other) in game.look_up(WARS)


def unit_at_war(game: Position, unit: int, power: int) -> bool:
    """Is the unit at war with this power, by its major power or by its own country?

    Partisans are at war with everybody on the other side, even if whoever controls them is not (13.1.3).
    """
    country = game.state[COUNTRY][unit]
    own, wars = game.state[POWER][country], game.look_up(WARS)
    if (own, power) in wars or (game.look_up(OWN_POWER)[country], power) in wars:
        return True
    return own != power and is_partisan(game, unit) and side_of_power(game, power) not in (NOBODY, side_of(game, unit))


MODULE = Module(schema=Schema(derived=(OWN_POWER, WARS, ACTIVE_POWERS)))
