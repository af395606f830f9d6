"""What happened before a story begins: turns, wars, conquests and armies, written straight into its game.

Nothing is announced, so that nobody acts upon it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from worldfire.engine.game import Game
from worldfire.forces.markers import COMMON, MARKER_POOL, MARKER_VALUE
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import PLACE, counter_of, place_index
from worldfire.forces.who import CONQUEROR, CONTROLLER, HEXES_AT_HOME, POWER, country_named, power_named
from worldfire.tables.campaign import MONTHS, turn_number
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, EUROPE, JAPAN, TENSION, number_of

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
            game.write(CONTROLLER, place_index(game, place), power_named(game, power))

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
            game.write(POWER, country, conqueror)
            for place in game.look_up(HEXES_AT_HOME).get(country, ()):
                game.write(CONTROLLER, place, conqueror)

    return change


def entry_markers(
    ja: Iterable[int] = (),
    ge: Iterable[int] = (),
    ja_tension: Iterable[int] = (),
    ge_tension: Iterable[int] = (),
    common: Iterable[int] | None = None,
) -> Change:
    """These values lie in the pools of the USA; the rest of the markers, or those given, in the common pool."""

    def change(game: Game) -> None:
        wanted = ((ENTRY, JAPAN, ja), (ENTRY, EUROPE, ge), (TENSION, JAPAN, ja_tension), (TENSION, EUROPE, ge_tension))
        laid = [(number_of(game, pool, target), value) for pool, target, values in wanted for value in values]
        rows = len(game.state[MARKER_POOL])
        if common is not None:
            laid += [(COMMON, value) for value in common] + [(1945, 0)] * rows
        else:
            laid += list(zip(game.state[MARKER_POOL], game.state[MARKER_VALUE], strict=True))
        laid = sorted(laid[:rows])
        game.fill(MARKER_POOL, (pool for pool, _ in laid))
        game.fill(MARKER_VALUE, (value for _, value in laid))

    return change
