"""13.3.3 What other rules tell of, and the USA takes notice: support, trade in default, the Baltic states, barred claims."""

from __future__ import annotations

import pytest
from test_s13_03_3_deeds import due, waiting
from turns import Change, field, in_turn, play, power_index, prompt
from us_markers import markers, pool, us_game

from worldfire.engine.game import Game
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import COUNTRY_NAMES
from worldfire.rules.s09_war import UsEntryAlignment
from worldfire.rules.s13_07_2_support import MinorSupported
from worldfire.titles.wif.nations.claims import BordersClaimed, regions_to_claim
from worldfire.titles.wif.nations.pact import BalticStatesOccupied, EastPolandOccupied
from worldfire.titles.wif.nations.trade_convoys import TradeDefaulted
from worldfire.titles.wif.nations.us_entry.moving import BARRED_BY_USA, DRAWS_LOST
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, EUROPE, JAPAN


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


@pytest.mark.rule("13.3.3 action 21")
@pytest.mark.rule("13.3.3")
@pytest.mark.rule("13.7.2")
def test_an_ally_in_need_is_supported() -> None:
    """Line 21, each time; nobody cares if it was an Ally who attacked."""
    game = waiting()
    for name, attacker in (("poland", "germany"), ("norway", "commonwealth")):
        game.say(MinorSupported(country=country(game, name), power=power_index(game, attacker)))
    assert due(game) == {"21": 6}


@pytest.mark.rule("13.3.3")
@pytest.mark.rule("19.7/baltic states")
def test_baltic_states_are_rolled_for_once_however_many_align() -> None:
    game = waiting()
    germany = power_index(game, "germany")
    for name in ("estonia", "latvia", "lithuania"):
        game.say(UsEntryAlignment(country=country(game, name), power=germany))
    assert [item.locals.action for item in game.state.queue] == ["19b"]
    game.say(UsEntryAlignment(country=country(game, "hungary"), power=germany))
    assert [item.locals.action for item in game.state.queue] == ["19b", "19b"]


@pytest.mark.rule("13.3.3")
@pytest.mark.rule("19.6")
def test_who_is_barred_claims_nothing() -> None:
    game = us_game(
        "US entry", in_turn("Jan/Feb 1940"), field(IMPULSE, 4), lambda game: game.set(ACTIVE_SIDE, _side(game, "ussr"))
    )
    assert set(regions_to_claim(game)) == {"Finnish borderlands", "Bessarabia"}
    game.set(BARRED_BY_USA, (power_index(game, "france"),))
    assert regions_to_claim(game)
    game.set(BARRED_BY_USA, (power_index(game, "ussr"),))
    assert regions_to_claim(game) == ()


def _side(game: Game, name: str) -> int:
    side: int = game.state.columns["powers.side"][power_index(game, name)]
    return side


def told(power: str, partner: str, *changes: Change) -> Game:
    """A default has been told of, and what follows from it is next."""
    dealt = markers(ja=(1, 2, 3), ge=(4, 5, 0), common=(1, 1, 1, 1, 1, 1))
    game = us_game("US entry", in_turn("Jan/Feb 1940"), dealt, *changes, dice=(0,) * 8)
    game.say(TradeDefaulted(power=power_index(game, power), target_power=power_index(game, partner)))
    game.put_state(game.state)
    return game


def held(game: Game) -> tuple[int, int]:
    return len(pool(game, ENTRY, JAPAN)), len(pool(game, ENTRY, EUROPE))


@pytest.mark.rule("5.1/italy-usa")
@pytest.mark.rule("5.1/japan-usa")
@pytest.mark.rule("13.3.3")
def test_the_usa_loses_markers_for_its_defaults() -> None:
    """One from the German and Italian pool, two from the Japanese one, without a die."""
    assert held(told("usa", "italy")) == (3, 2)
    assert held(told("usa", "japan")) == (1, 3)


@pytest.mark.rule("5.1/japan-usa")
@pytest.mark.rule("13.3.3")
def test_what_is_not_there_costs_regular_markers() -> None:
    game = told("usa", "japan", markers(ja=(1,), common=(1, 1, 1, 1)))
    assert held(game)[0] == 0
    assert game.state.get(DRAWS_LOST) == 1
    assert game.state.get(BARRED_BY_USA) == ()


@pytest.mark.rule("5.1/japan-usa")
def test_the_usa_may_take_markers_for_the_default_of_japan() -> None:
    for verb, after in (("take-markers-for-default", 5), ("forgo-markers-for-default", 3)):
        game = told("japan", "usa")
        assert prompt(game) == "markers-for-default"
        assert set(game.waiting) == {"usa"}
        play(game, "usa", verb)
        assert held(game)[0] == after


@pytest.mark.rule("13.3.3 action 26")
@pytest.mark.rule("13.3.3 action 27")
@pytest.mark.rule("13.3.3", example="B2")
def test_what_the_ussr_takes_and_claims_is_noticed_once() -> None:
    """East Poland (26), the Baltic states (27), the borderlands (28) and Bessarabia (29)."""
    game = waiting()
    ussr = power_index(game, "ussr")
    for _ in range(2):
        game.say(EastPolandOccupied(power=ussr, units=()))
        game.say(BalticStatesOccupied(power=ussr, countries=(country(game, "latvia"),)))
        for name, region in (("finland", "Finnish borderlands"), ("rumania", "Bessarabia")):
            game.say(BordersClaimed(power=ussr, country=country(game, name), region=region))
    assert [(item.locals.action, item.locals.points) for item in game.state.queue] == [
        ("26", -9),
        ("27", -8),
        ("28", -4),
        ("29", -4),
    ]
