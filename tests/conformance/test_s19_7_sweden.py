"""19.7 German transit through neutral Sweden."""

from __future__ import annotations

import pytest
from turns import Change, campaign_in, field, in_turn, play, power_index, unit

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, board_of, move, place_index, place_name
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, HOME_COUNTRY, POWER_NAMES, align_country
from worldfire.rules.s02_4_supply_limits import holder_violation, tracer_of
from worldfire.titles.wif.nations.sweden import GERMANS_NEAR_SWEDEN

CORPS, IN_FINLAND, IN_NORWAY = "ge-mot-v", "ge-mot-xxiii", "ge-mot-xi"
START, SWEDISH, END = "W0450", "W0449", "W0549"


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def stand(place: str, counter: str) -> Change:
    """It comes there as in play, so that it is noticed."""
    return lambda game: move(game, unit(game, counter), place_index(game, place))


def situation(game: Game) -> None:
    germany = power_index(game, "germany")
    game.set(AT_WAR, ((germany, power_index(game, "ussr")),))
    for name in ("finland", "norway"):
        align_country(game, country(game, name), germany)
        for place, home in enumerate(game.state[HOME_COUNTRY]):
            if home == country(game, name):
                game.write(CONTROLLER, place, germany)
    chosen = ["pass"] * len(game.state.get(POWER_NAMES))
    chosen[germany] = "land"
    game.set(ACTIONS, tuple(chosen))


def north(*changes: Change) -> Game:
    """Germany has Norway and Finland, and a corps stands beside Sweden."""
    turn, side, corps = in_turn("Jul/Aug 1941"), field(ACTIVE_SIDE, 0), stand(START, CORPS)
    return campaign_in("global-war", "land movement", turn, situation, side, corps, *changes)


def march(game: Game, *path: str) -> str:
    """Why the corps may not go this way; nothing if it has gone."""
    try:
        play(game, "germany", "move", ((unit(game, CORPS),), tuple(place_index(game, place) for place in path)))
    except Refused as refusal:
        return refusal.violations[0].key
    return ""


BOTH = (stand("Helsinki", IN_FINLAND), stand("Oslo", IN_NORWAY))


@pytest.mark.rule("19.7/sweden")
@pytest.mark.rule("19.1")
def test_through_sweden_with_others_in_finland_and_norway() -> None:
    game = north(*BOTH)
    assert game.state.get(GERMANS_NEAR_SWEDEN) == (1, 2)
    around = board_of(game).adjacent
    assert place_index(game, SWEDISH) in around[place_index(game, START)]
    assert march(game, SWEDISH) == "sweden-only-in-transit", "nobody ends a move there"
    assert march(game, SWEDISH, END) == ""
    assert place_name(game, game.state[PLACE][unit(game, CORPS)]).startswith(END)
    tracer = tracer_of(game, unit(game, CORPS))
    assert holder_violation(game, tracer, place_index(game, SWEDISH)) is None


@pytest.mark.rule("19.7/sweden")
def test_not_without_them() -> None:
    assert march(north(BOTH[0]), SWEDISH, END) == "sweden-only-in-transit", "in Norway it is alone"
    for others in ((), (BOTH[1],)):
        game = north(*others)
        assert march(game, SWEDISH, END) == "not-at-war-with-the-holder"
        tracer = tracer_of(game, unit(game, CORPS))
        assert holder_violation(game, tracer, place_index(game, SWEDISH)) is not None


@pytest.mark.rule("19.7/sweden")
def test_not_once_sweden_is_in_the_war() -> None:
    def allied(game: Game) -> None:
        align_country(game, country(game, "sweden"), power_index(game, "commonwealth"))

    assert march(north(*BOTH, allied), SWEDISH, END) == "not-at-war-with-the-holder"
