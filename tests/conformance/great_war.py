"""Positions of Fatal Alliances for the tests: the campaign of 1914 put straight into one of its procedures."""

from __future__ import annotations

from functools import cache
from typing import Any

from conformance.turns import Change, power_index, put_into
from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE, INITIATIVE_SIDE
from worldfire.forces.who import CONQUEROR, COUNTRY_NAMES, FALLEN_POWER, POWER_NAMES
from worldfire.titles.campaigns import begin_campaign

CENTRAL, ALLIES = 0, 1


@cache
def _begun(campaign: str, options: tuple[str, ...], debug: bool) -> Game:
    return begin_campaign(
        campaign, title="fa", options=options, secret=b"great war", length="campaign", debug=debug, game_id="great-war"
    )


def fa_in(
    procedure: str,
    *changes: Change,
    dice: tuple[int, ...] = (),
    locals: Any = None,
    campaign: str = "1914",
    options: tuple[str, ...] = (),
    debug: bool = True,
) -> Game:
    """The campaign before its set-up, changed as wanted, in this procedure; the numbers that will be thrown and drawn."""
    return put_into(_begun(campaign, options, debug).copy(), procedure, *changes, dice=dice, locals=locals)


def initiative(side: int) -> Change:
    return lambda game: game.set(INITIATIVE_SIDE, side)


def impulse_of(side: int, number: int = 4) -> Change:
    """An impulse of the side; the scripted ones are over."""

    def change(game: Game) -> None:
        game.set(ACTIVE_SIDE, side)
        game.set(IMPULSE, number)

    return change


def wars(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        powers = game.state.get(POWER_NAMES)
        known = game.state.get(AT_WAR)
        game.set(AT_WAR, (*known, *((powers.index(one), powers.index(other)) for one, other in pairs)))

    return change


#: the wars of August 1914 without the Commonwealth
AUGUST = wars(
    ("austria-hungary", "serbia"),
    ("austria-hungary", "russia"),
    ("germany", "russia"),
    ("germany", "france"),
    ("austria-hungary", "france"),
)


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def fallen(name: str, conqueror: str = "germany") -> Change:
    """The power is no more: its home country is conquered, and it is at war with nobody."""

    def change(game: Game) -> None:
        power = power_index(game, name)
        game.write(FALLEN_POWER, power, 1)
        game.write(CONQUEROR, country(game, name), power_index(game, conqueror))
        game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if power not in pair))

    return change
