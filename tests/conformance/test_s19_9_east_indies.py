"""19.9 The East Indies are closed to the Allies until the war comes there."""

from __future__ import annotations

import pytest
from positions import position, power, put, set_wars

from worldfire.engine.game import Game
from worldfire.forces.things import Moved, place_index
from worldfire.forces.who import POWER, align_country
from worldfire.rules.s02_3_stacking import HARBOUR
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_10_entry import GATE
from worldfire.titles.wif.nations.east_indies import enemy_lands, war_comes_near
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

NEUTRAL_INDIES = [("germany", "commonwealth")]


def indies(*, allied: bool = True) -> Game:
    """The Netherlands have been attacked by Germany and are the Commonwealth's."""
    game = position(wars=NEUTRAL_INDIES)
    own = power(game, "netherlands")
    for land, holder in enumerate(game.state[POWER]):
        if allied and holder == own:
            align_country(game, land, power(game, "commonwealth"))
    return game


def closed(game: Game, name: str) -> bool:
    unit = put(game, name, "Singapore")
    return GATE(game, (unit,), place_index(game, "Batavia")) is not None


@pytest.mark.rule("19.9")
def test_only_the_dutch_are_there_at_first() -> None:
    game = indies()
    assert closed(game, "commonwealth INF")
    assert not closed(game, "netherlands INF")
    assert not closed(game, "japan INF"), "it needs a war, no more"
    ship = put(game, "commonwealth SCS", "Singapore")
    assert HARBOUR(game, ship, place_index(game, "Batavia")) is not None
    assert HARBOUR(game, ship, place_index(game, "Singapore")) is None


@pytest.mark.rule("13.3.2 option 43")
@pytest.mark.rule("19.9")
def test_entry_option_43_opens_them() -> None:
    game = indies()
    game.set(US_ENTRY_OPTIONS, (43,))
    assert not closed(game, "commonwealth INF")


@pytest.mark.rule("19.9")
@pytest.mark.parametrize("allied", [True, False])
def test_japan_s_war_opens_them_if_they_are_not_neutral(allied: bool) -> None:
    game = indies(allied=allied)
    set_wars(game, [*NEUTRAL_INDIES, ("japan", "commonwealth")])
    war_comes_near(game, WarDeclared(power(game, "japan"), power(game, "commonwealth")))
    assert closed(game, "commonwealth INF") is not allied
    set_wars(game, NEUTRAL_INDIES)
    assert closed(game, "commonwealth INF") is not allied, "and they stay open"


@pytest.mark.rule("19.9")
def test_an_axis_landing_opens_them() -> None:
    game = indies()
    for name, opens in (("germany FTR", False), ("japan INF", True)):
        invader = put(game, name, "Tokyo")
        enemy_lands(game, Moved(invader, place_index(game, "Tokyo"), place_index(game, "Batavia")))
        assert closed(game, "commonwealth INF") is not opens
