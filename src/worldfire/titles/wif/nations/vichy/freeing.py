"""13.7.5 Liberation of France: what was French in 1939 returns to France or Free France, and a free Paris ends Vichy."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call
from worldfire.engine.ruleset import Module
from worldfire.forces.capitals import capital_of
from worldfire.forces.ground import ground_of
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY_NAMES,
    FALLEN_POWER,
    NEW_HOME,
    NOBODY,
    SIDE,
)
from worldfire.rules.s13_07_1_the_fallen import is_conquered
from worldfire.rules.s13_07_5_liberation import (
    CountryLiberated,
    come_back,
    liberator_of,
    lost_units,
    owner_after,
)
from worldfire.rules.s13_07_conquest import NewHomeChosen
from worldfire.titles.wif.nations.vichy.collapse import COLLAPSING, collapse
from worldfire.titles.wif.nations.vichy.standing import (
    DIVIDED,
    FRANCE,
    french_country,
    french_power,
    stands,
)


@rule("13.7.5/liberation of france")
def was_french(game: Position, country: int) -> bool:
    """A minor country or territory that was aligned to France in 1939, in a game that France plays."""
    names, france = game.state.get(COUNTRY_NAMES), french_power(game)
    return (
        france != NOBODY and game.state[SIDE][france] != NOBODY and ground_of(game).minors.get(names[country]) == FRANCE
    )


@rule("13.7.5/liberation of france")
def frees_what_was_french(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """Whoever of the Allies has conquered it may free it, whoever had it before.

    A power that is no more needs a country with a capital first.
    """
    if not was_french(game, country) or not is_conquered(game, country):
        return usual(game, country)
    power = game.state[CONQUEROR][country]
    if game.state[SIDE][power] != game.state[SIDE][french_power(game)]:
        return usual(game, country)
    gone = game.state[FALLEN_POWER][french_power(game)]
    return NOBODY if gone and capital_of(game, country) is None else power


@rule("13.7.5/liberation of france")
def belongs_to_france(usual: Callable[[Position, int, int], int], game: Position, country: int, liberator: int) -> int:
    allied = game.state[SIDE][liberator] == game.state[SIDE][french_power(game)] if was_french(game, country) else False
    return french_power(game) if allied else usual(game, country, liberator)


@rule("13.7.5/liberation effects")
def keeps_its_losses(
    usual: Callable[[Position, int], dict[str, tuple[int, ...]]], game: Position, country: int
) -> dict[str, tuple[int, ...]]:
    """No French unit returns if France was once divided."""
    return {} if country == french_country(game) and game.state.get(DIVIDED) else usual(game, country)


@rule("13.7.5/liberation of france")
def france_is_free(game: Game, event: CountryLiberated) -> Call | None:
    """With its home country Vichy collapses; with a colony a Free France that was no more lives again."""
    home, france = french_country(game), french_power(game)
    if event.country == home and stands(game):
        return Call(COLLAPSING.name, collapse(game))
    if was_french(game, event.country) and game.state[FALLEN_POWER][france]:
        come_back(game, france, event.liberator)
        game.write(NEW_HOME, home, event.country)
        game.say(NewHomeChosen(country=home, home=game.state.get(COUNTRY_NAMES)[event.country]))
    return None


MODULE = Module(
    subscribes=((CountryLiberated, france_is_free),),
    changes=(
        liberator_of.wrapped_by(frees_what_was_french),
        owner_after.wrapped_by(belongs_to_france),
        lost_units.wrapped_by(keeps_its_losses, reads=(DIVIDED,)),
    ),
)
