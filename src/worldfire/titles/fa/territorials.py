"""fa:21.5, 2.4.2 Territorials serve whoever rules their country, and are supplied from its cities even when it is conquered."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.pools import pool_of
from worldfire.forces.things import PLACE, counter_of, move, place_name
from worldfire.forces.turn import controls
from worldfire.forces.who import CONQUEROR, CONTROLLER, NOBODY, POWER, units_of
from worldfire.rules.s02_4_supply_sources import MORE_PRIMARY_SOURCES, Source
from worldfire.rules.s04_reinforcements import cities_at_home
from worldfire.rules.s13_07_1_the_fallen import lose_units
from worldfire.tables.counters import LandType

ON_THE_CIRCLE = "production circle"


@rule("fa:21.5", "fa:13.6.1.3")
def territorials_change_hands(usual: Callable[[Game, int], None], game: Game, country: int) -> None:
    """All of a conquered country's but those on the production circle wait in the force pool of its new ruler."""
    building = {
        unit
        for unit in units_of(game, country)
        if counter_of(game, unit).type is LandType.TERR
        and place_name(game, game.state[PLACE][unit]).startswith(ON_THE_CIRCLE)
    }
    spaces = {unit: game.state[PLACE][unit] for unit in building}
    usual(game, country)
    for unit in units_of(game, country):
        if counter_of(game, unit).type is LandType.TERR:
            move(game, unit, spaces[unit] if unit in spaces else pool_of(game, unit))


@rule("fa:2.4.2", "fa:21.5")
def conquered_cities_supply_their_own(game: Position, sources: dict[int, Source], country: int) -> dict[int, Source]:
    """Whose country has a new ruler: its cities that he controls."""
    ruler = game.state[POWER][country]
    if game.state[CONQUEROR][country] in (NOBODY, country) or game.state[CONQUEROR][country] != ruler:
        return sources
    cities = (city for city in cities_at_home(game, country) if controls(game, ruler, city))
    return {**sources, **dict.fromkeys(cities, Source("supply-home-city"))}


MODULE = Module(
    changes=(
        lose_units.wrapped_by(territorials_change_hands),
        MORE_PRIMARY_SOURCES.attach(conquered_cities_supply_their_own, reads=(CONQUEROR, POWER, CONTROLLER)),
    ),
)
