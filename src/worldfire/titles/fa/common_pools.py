"""fa:22.1, 13.5.5.5 One force pool for each type of unit, however many countries contribute to it.

The counters of each home country lie in a place of their own, to which they return and from which a set-up draws them. Whoever
builds draws from all of them together.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Pick
from worldfire.engine.ruleset import Module
from worldfire.forces.nations import main_home
from worldfire.forces.pools import FORCE_POOL, named_place
from worldfire.forces.things import things_at
from worldfire.forces.turn import power_name
from worldfire.forces.who import COUNTRY_NAMES, power_of
from worldfire.rules.s13_06_production import (
    POOLS,
    draw_to_build,
    drawn_to_build,
    owner_of_pool,
    pools_of,
    unit_violation,
    units_in_pool,
)


@rule("fa:22.1", "fa:13.5.5.1")
def one_pool_of_each_type(game: Position, pools: dict[str, int], power: int) -> dict[str, int]:
    """Of the places with the same type one stands for all: that of the main home country, or else the first."""
    home = game.state.get(COUNTRY_NAMES)[main_home(game, power)]
    found: dict[str, str] = {}
    for name in sorted(pools, key=lambda name: (_owner(name) != home, name)):
        found.setdefault(_kind(name), name)
    return {name: pools[name] for name in pools if found[_kind(name)] == name}


@rule("fa:22.1")
def all_of_the_type(game: Position, pool: int) -> tuple[int, ...]:
    """What lies there and in the power's other places of the type, and may be built; if nothing may, all of it."""

    def look() -> tuple[int, ...]:
        own = things_at(game, pool)
        if not own:
            return ()
        power = power_of(game, own[0])
        places = pools_of(game, power)
        kind = next((_kind(name) for name, place in places.items() if place == pool), "")
        others = (place for name, place in places.items() if place != pool and _kind(name) == kind)
        units = (*own, *(unit for place in others for unit in things_at(game, place)))
        return tuple(unit for unit in units if unit_violation(game, power, unit) is None) or units

    return game.recall(("common pool", pool), look)


@rule("fa:13.5.5.5")
def draw_from_all(game: Position, seat: str, pool: int, number: int) -> Control:
    return Pick("build", seat, len(all_of_the_type(game, pool)), number)


@rule("fa:13.5.5.5")
def drawn_from_all(game: Position, pool: int, result: tuple[int, ...]) -> tuple[int, ...]:
    units = all_of_the_type(game, pool)
    return tuple(units[number] for number in result)


@rule("fa:22.1")
def its_power(game: Position, name: str) -> str:
    """Whose pool it is: a major power's, and no country's."""
    pool = named_place(game, f"{FORCE_POOL} {name}")
    units = () if pool is None else things_at(game, pool)
    return power_name(game, power_of(game, units[0])) if units else _owner(name)


def _owner(name: str) -> str:
    return name.partition(": ")[0]


def _kind(name: str) -> str:
    return name.partition(": ")[2]


MODULE = Module(
    changes=(
        POOLS.attach(one_pool_of_each_type),
        units_in_pool.replaced_by(all_of_the_type),
        draw_to_build.replaced_by(draw_from_all),
        drawn_to_build.replaced_by(drawn_from_all),
        owner_of_pool.replaced_by(its_power),
    ),
)
