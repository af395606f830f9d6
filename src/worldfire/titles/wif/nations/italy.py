"""Italy falls and is freed in its own way (13.7.1, 13.7.5)."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Module
from worldfire.forces.things import place_index
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, NOBODY, SIDE, ruler_of, side_of_power
from worldfire.rules.s13_07_1_conquerors import (
    conqueror_of,
    factory_hexes,
    hexes_of,
    holder_of,
    influence,
    is_enemy_of,
    most_influential,
)
from worldfire.rules.s13_07_5_liberation import is_freed_with_its_capital

ITALY = "italy"
#: of the four conditions, so many must hold
ITALY_NEEDS = 3


@rule("13.7.1/italy")
def conqueror_of_italy(game: Game, italy: int) -> int:
    """When 3 of 4 are true: Rome, Tripoli, a factory hex but Rome, and more of a garrison than Italy's own."""
    rome, tripoli = place_index(game, "Rome"), place_index(game, "Tripoli")
    ruler, hexes = ruler_of(game, italy), hexes_of(game, italy)
    enemies = [power for power in range(len(game.state[SIDE])) if is_enemy_of(game, power, italy)]
    if not enemies or game.state[CONTROLLER][rome] == NOBODY:
        return NOBODY
    factories = [place for place in factory_hexes(game, italy) if place != rome]
    garrisons = {power: influence(game, power, hexes)[1] for power in (*enemies, ruler)}
    true = (
        holder_of(game, rome) in enemies,
        holder_of(game, tripoli) in enemies,
        any(holder_of(game, place) in enemies for place in factories),
        sum(garrisons[power] for power in enemies) > garrisons[ruler],
    )
    return most_influential(game, enemies, hexes) if sum(true) >= ITALY_NEEDS else NOBODY


@rule("13.7.1/italy")
def conqueror(usual: Callable[[Game, int], int], game: Game, country: int) -> int:
    italy = game.state.get(COUNTRY_NAMES)[country] == ITALY
    return conqueror_of_italy(game, country) if italy else usual(game, country)


@rule("13.7.5")
def needs_its_factories(game: Game, country: int, side: int) -> bool:
    """Italy is freed only with every factory hex."""
    if game.state.get(COUNTRY_NAMES)[country] != ITALY:
        return True
    controllers = game.state[CONTROLLER]
    return all(side_of_power(game, controllers[place]) == side for place in factory_hexes(game, country))


MODULE = Module(
    changes=(
        conqueror_of.wrapped_by(conqueror),
        is_freed_with_its_capital.replaced_by(needs_its_factories),
    ),
)
