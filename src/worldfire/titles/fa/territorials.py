"""fa:21.5, 2.4.2, 22.2 Territorials begin at home, serve whoever rules it, and are supplied from its conquered cities too."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.pools import pool_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_name
from worldfire.forces.who import CONQUEROR, CONTROLLER, COUNTRY, HOME_COUNTRY, NOBODY, POWER, TAKEN, units_of
from worldfire.rules.s02_4_supply_limits import tracer_of_country
from worldfire.rules.s02_4_supply_sources import MORE_PRIMARY_SOURCES, Source, that_can_supply
from worldfire.rules.s04_reinforcements import cities_at_home
from worldfire.rules.s13_07_1_the_fallen import disband
from worldfire.rules.s13_07_5_liberation import CountryLiberated
from worldfire.rules.s13_07_5_reversion import CountryReverted
from worldfire.rules.s24_1_set_up import bases_among
from worldfire.tables.counters import LandType

ON_THE_CIRCLE = "production circle"


@rule("fa:21.5", "fa:13.6.1.3")
def territorials_change_hands(
    usual: Callable[[Game, int, tuple[int, ...]], None], game: Game, country: int, units: tuple[int, ...]
) -> None:
    """All of a conquered country's but those on the production circle wait in the force pool of its new ruler."""
    usual(game, country, tuple(unit for unit in units if counter_of(game, unit).type is not LandType.TERR))
    territorials_go_home(game, country)


def _territorials(game: Position, country: int) -> tuple[int, ...]:
    return tuple(unit for unit in units_of(game, country) if counter_of(game, unit).type is LandType.TERR)


def _is_in_building(game: Position, unit: int) -> bool:
    return place_name(game, game.state[PLACE][unit]).startswith(ON_THE_CIRCLE)


@rule("fa:21.5")
def territorials_go_home(game: Game, country: int) -> None:
    """They serve nobody where they stand, but wait in the force pool of whoever has their country now."""
    for unit in _territorials(game, country):
        if not _is_in_building(game, unit):
            move(game, unit, pool_of(game, unit))


def their_country_is_free(game: Game, event: CountryLiberated | CountryReverted) -> None:
    territorials_go_home(game, event.country)


@rule("fa:2.4.2", "fa:21.5")
def conquered_cities_supply_their_own(game: Position, sources: dict[int, Source], country: int) -> dict[int, Source]:
    """Whose country has a new ruler: its cities that his side controls, and that the other has not held this turn."""
    ruler = game.state[POWER][country]
    if game.state[CONQUEROR][country] in (NOBODY, country) or game.state[CONQUEROR][country] != ruler:
        return sources
    cities = that_can_supply(game, tracer_of_country(game, country), cities_at_home(game, country))
    return {**sources, **dict.fromkeys(cities, Source("supply-home-city"))}


@rule("fa:22.2", "fa:21.5")
def territorials_begin_at_home(
    usual: Callable[[Position, int, tuple[int, ...]], tuple[int, ...]],
    game: Position,
    unit: int,
    places: tuple[int, ...],
) -> tuple[int, ...]:
    """In their own country and no other of the zone; those of scattered islands, which are nobody's home, on any of them."""
    found, homes, home = usual(game, unit, places), game.state[HOME_COUNTRY], game.state[COUNTRY][unit]
    if counter_of(game, unit).type is not LandType.TERR or home not in homes:
        return found
    return tuple(place for place in found if homes[place] == home)


MODULE = Module(
    subscribes=((CountryLiberated, their_country_is_free), (CountryReverted, their_country_is_free)),
    changes=(
        bases_among.wrapped_by(territorials_begin_at_home),
        disband.wrapped_by(territorials_change_hands),
        MORE_PRIMARY_SOURCES.attach(
            conquered_cities_supply_their_own, reads=(CONQUEROR, POWER, CONTROLLER, TAKEN, TURN)
        ),
    ),
)
