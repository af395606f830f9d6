"""17 What everything about Vichy asks: whether it stands, who installed it, and to whom it is hostile.

Vichy is a power of its own from its creation on, on the side of whoever installed it and played by him. Free France is the
power France itself, whose home country is conquered.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.schema import Field
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import PowerId
from worldfire.forces.who import (
    CONTROLLER,
    HOME_COUNTRY,
    NOBODY,
    country_named,
    master_of,
    power_named,
)

VICHY, FRANCE, USA, COMMONWEALTH = "vichy-france", "france", "usa", "commonwealth"
REGION = "Vichy France"

#: the power that installed Vichy; NOBODY: there is none
INSTALLER: Field[int] = Field("vichy_installer", NOBODY)
#: Allied major powers that Vichy is hostile to
HOSTILE: Field[tuple[int, ...]] = Field("vichy_hostile_to", ())
#: an Allied unit has entered Vichy France: Vichy's units test their loyalty no more (17.4.5)
ROUSED: Field[bool] = Field("vichy_roused", False)


#: France was once divided: its units do not return when it is freed (13.7.5)
DIVIDED: Field[bool] = Field("france_was_divided", False)


class VichyHostile(Event, frozen=True):
    power: PowerId


def stands(game: Position) -> bool:
    """Is there a Vichy government?"""
    return game.state.get(INSTALLER) != NOBODY


def vichy_power(game: Position) -> int:
    return power_named(game, VICHY)


def french_power(game: Position) -> int:
    return power_named(game, FRANCE)


def vichy_country(game: Position) -> int:
    return country_named(game, VICHY)


def french_country(game: Position) -> int:
    return country_named(game, FRANCE)


def is_vichy(game: Position, power: int) -> bool:
    return stands(game) and power == vichy_power(game)


def is_hostile(game: Position) -> bool:
    """To anybody at all."""
    return bool(game.state.get(HOSTILE))


@rule("17.2", "17.3.2", "17.4.1")
def make_hostile(game: Game, power: int) -> None:
    if stands(game) and power not in game.state.get(HOSTILE):
        game.set(HOSTILE, (*game.state.get(HOSTILE), power))
        game.say(VichyHostile(power=power))


def region_hexes(game: Position) -> tuple[int, ...]:
    """The hexes south of the border that the map marks."""
    return ground_of(game).regions[REGION]


def holder_at(game: Position, place: int) -> int:
    """The major power that controls the hex, NOBODY if none does."""
    holder = game.state[CONTROLLER][place]
    return NOBODY if holder == NOBODY else master_of(game, holder)


def is_in_vichy_france(game: Position, place: int) -> bool:
    return game.state[HOME_COUNTRY][place] == vichy_country(game)
