"""What happened before a story begins: turns, wars, conquests and armies, written straight into its game."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.game import Game
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import PLACE, counter_of, place_index
from worldfire.forces.who import CONQUEROR, HEXES_AT_HOME, align_country, change_control, country_named, power_named
from worldfire.tables.campaign import MONTHS, turn_number

Change = Callable[[Game], None]


def in_turn(turn: str) -> Change:
    def change(game: Game) -> None:
        game.set(TURN, turn_number(turn))
        game.set(YEAR, turn_number(turn) // len(MONTHS))

    return change


def at_war(*pairs: tuple[str, str]) -> Change:
    """These wars too."""

    def change(game: Game) -> None:
        more = tuple((power_named(game, one), power_named(game, other)) for one, other in pairs)
        game.set(AT_WAR, (*game.state.get(AT_WAR), *more))

    return change


def controlled(power: str, *places: str) -> Change:
    def change(game: Game) -> None:
        for place in places:
            change_control(game, place_index(game, place), power_named(game, power))

    return change


def put(place: str, *counters: str) -> Change:
    def change(game: Game) -> None:
        for counter in counters:
            units = range(len(game.state[PLACE]))
            unit = next(unit for unit in units if counter_of(game, unit).id == counter)
            game.write(PLACE, unit, place_index(game, place))

    return change


def conquered(power: str, *countries: str) -> Change:
    """The countries and all their hexes are the power's."""

    def change(game: Game) -> None:
        conqueror = power_named(game, power)
        for name in countries:
            country = country_named(game, name)
            game.write(CONQUEROR, country, conqueror)
            align_country(game, country, conqueror)
            for place in game.look_up(HEXES_AT_HOME).get(country, ()):
                change_control(game, place, conqueror)

    return change
