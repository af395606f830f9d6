"""2.5.1 Potential home countries: a region belongs to a country's home as long as that country holds it.

Each hex goes by itself. Alsace-Lorraine is Germany's home, and France's where France holds it; for what 13.5.3.1 gives for
losses at home it is the home of both, so ask `homes_of`.
"""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.forces.borders import cities_at_home
from worldfire.forces.ground import Ground, ground_of, slug
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.who import (
    CONTROLLER,
    HOME_COUNTRY,
    NOBODY,
    POWER_NAMES,
    ControlChanged,
    country_named,
)
from worldfire.rules import s04_reinforcements
from worldfire.rules.s24_1_set_up import layout_of


def _claims(ruleset: Ruleset) -> Mapping[int, tuple[str, ...]]:
    """Hex → countries whose home it may be."""
    ground: Ground = ruleset.tables.ground
    found: dict[int, tuple[str, ...]] = {}
    for region, countries in ground.board.tables.potential_homes.items():
        for here in ground.regions[region]:
            found[here] = (*found.get(here, ()), *map(slug, countries))
    return found


def claims_on(game: Position, place: int) -> tuple[str, ...]:
    """Countries of which the hex may be a part of the home."""
    return claims_of(game.ruleset, place)


def claims_of(ruleset: Ruleset, place: int) -> tuple[str, ...]:
    return ruleset.once(_claims).get(place, ())


@clause("fa:2.5.1")
def home_at_first(game: Position, place: int) -> int:
    """The home country that the hex is part of as long as nobody with another claim holds it: as the map prints it."""
    return layout_of(game).home_country[place]


@rule("fa:2.5.1")
def home_now(game: Position, place: int) -> int:
    """The home country that the hex is part of: that of its holder if he has a claim on it, otherwise the printed one."""
    holder = game.state[CONTROLLER][place]
    printed = home_at_first(game, place)
    if holder == NOBODY:
        return printed
    name = game.state.get(POWER_NAMES)[holder]
    homes = (name, *ground_of(game).homes_of_power.get(name, ()))
    claimed = next((country for country in claims_on(game, place) if country in homes), "")
    return country_named(game, claimed) if claimed else printed


@rule("fa:2.5.1", "fa:13.5.3.1")
def homes_of(game: Position, place: int) -> frozenset[int]:
    """Every home country that the hex is or may be part of."""
    claimed = (country_named(game, name) for name in claims_on(game, place))
    return frozenset({game.state[HOME_COUNTRY][place], home_at_first(game, place), *claimed}) - {NOBODY}


@rule("fa:2.5.1", "fa:2.4.2")
def cities_of_the_home_now(game: Position, country: str, number: int) -> tuple[int, ...]:
    """What supplies a country's units: its cities as its home is now, printed, claimed or of a country that is new."""
    return s04_reinforcements.cities_at_home(game, number)


@rule("fa:2.5.1")
def home_goes_with_control(game: Game, event: ControlChanged) -> None:
    if not game.state.get(CAMPAIGN) or not claims_on(game, event.place):
        return
    home = home_now(game, event.place)
    if game.state[HOME_COUNTRY][event.place] != home:
        game.write(HOME_COUNTRY, event.place, home)


MODULE = Module(
    subscribes=((ControlChanged, home_goes_with_control),),
    changes=(cities_at_home.replaced_by(cities_of_the_home_now, reads=(HOME_COUNTRY,)),),
)
