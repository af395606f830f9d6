"""The western front of Fatal Alliances for the tests: a few units around the clear hex W1029 between Metz and Belfort.

W1029 is French; Metz (W1030) and Strasbourg (W0930) are German and beside it, Freiburg (W0929) lies across the Rhine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from conformance.positions import Pairs, align, give_control, put, set_wars, set_weather
from conformance.sorties import clear_the_map
from conformance.steps import begin_step
from worldfire.engine.game import Game
from worldfire.rules.s18_1_cooperation import bring_allies_together
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.fa.forts import FORTS
from worldfire.titles.fa.morale import MORALE

TARGET = "W1029"
#: German corps of 5, French corps of 4 to 5, by their ids
GERMANS = ("germany-inf-vi", "germany-inf-viii")


def front(
    units: Mapping[str, Sequence[str]],
    *,
    wars: Pairs = (("germany", "france"), ("austria-hungary", "france")),
    control: Mapping[str, Iterable[str]] | None = None,
    aligned: Pairs = (),
    weather: str = "fine",
    options: Iterable[str] = (),
) -> Game:
    """The campaign of 1914 with just these units on the map, no forts, and no morale to speak of."""
    game = begin_campaign("1914", title="fa", options=options, secret=b"front")
    clear_the_map(game)
    game.set(FORTS, ())
    for number in range(len(game.state[MORALE])):
        game.write(MORALE, number, 0)
    set_wars(game, wars)
    for minor, major in aligned:
        align(game, minor, major)
    for holder, places in (control or {}).items():
        give_control(game, holder, *places)
    bring_allies_together(game)
    set_weather(game, weather)
    for place, names in units.items():
        for name in names:
            put(game, name, place)
    return game


def combat(game: Game, throws: Iterable[int] = (), *, active: str = "germany") -> Game:
    """The land combat step of the Central Powers, or of whoever is named."""
    return begin_step(game, "land combat", active, throws=throws)
