"""19.6.2 After Germany denied their claims, one Hungarian and one Bulgarian unit at most are abroad."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import COUNTRY_NAMES, align_country
from worldfire.rules.s09_06_aligning import SettingUp, most_abroad
from worldfire.rules.s19_4_minor_units import leaving_home_violation
from worldfire.titles.wif.nations.borders import CLAIMS_ANSWERED
from worldfire.titles.wif.nations.one_abroad import CALLING_HOME, CalledHome, some_are_called_home

DENIED = field(CLAIMS_ANSWERED, (("Bessarabia", True), ("Transylvania", False), ("South Dobruja", False)))


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def hungary_is_german(game: Game) -> None:
    align_country(game, country(game, "hungary"), power_index(game, "germany"))
    game.set(AT_WAR, ((power_index(game, "germany"), power_index(game, "ussr")),))


def hungarians(*changes: Change, procedure: str = "land movement") -> Game:
    home = put("Budapest", "hungary-inf-i", "hungary-inf-ii", "hungary-mot-mot")
    side = field(ACTIVE_SIDE, 0)
    return campaign_in("global-war", procedure, in_turn("Jul/Aug 1941"), hungary_is_german, home, side, *changes)


def reason(game: Game, *units: str) -> str:
    found = leaving_home_violation(game, tuple(unit(game, name) for name in units), place_index(game, "Lvov"))
    return "" if found is None else found.key


@pytest.mark.rule("19.6.2/rumania allows the claim")
@pytest.mark.rule("19.4.3")
def test_one_may_go_and_no_second() -> None:
    assert reason(hungarians(), "hungary-inf-i", "hungary-inf-ii") == "", "usually half of the army"
    game = hungarians(DENIED)
    assert reason(game, "hungary-inf-i") == ""
    assert reason(game, "hungary-inf-i", "hungary-inf-ii") == "one-unit-abroad"
    gone = hungarians(DENIED, put("Lvov", "hungary-mot-mot"))
    assert reason(gone, "hungary-inf-i") == "one-unit-abroad"
    assert reason(gone, "hungary-mot-mot") == "", "who is abroad moves on"
    assert most_abroad(gone, SettingUp(country(gone, "hungary"))) == 0


@pytest.mark.rule("19.6.2/rumania allows the claim")
def test_who_is_abroad_when_it_is_denied_goes_home() -> None:
    away = put("Lvov", "hungary-inf-ii", "hungary-mot-mot")
    assert some_are_called_home(hungarians(away)) is None
    game = hungarians(away, DENIED, procedure=CALLING_HOME.name)
    assert (next(iter(game.waiting)), prompt(game)) == ("germany", "call-home")
    offered: Any = game.offers("germany")["call-home"]
    second, third = unit(game, "hungary-inf-ii"), unit(game, "hungary-mot-mot")
    assert set(offered.domain) == {second, third}
    events = play(game, "germany", "call-home", third)
    assert CalledHome in {type(event) for event in events}
    assert place_name(game, game.state[PLACE][third]) == "production circle, Nov/Dec 1941"
    assert place_name(game, game.state[PLACE][second]).endswith("Lvov")
