"""9.7 Reserves of a minor country whose major power is neutral; 13.7.7 who stands down at peace and comes back."""

from __future__ import annotations

import pytest
from test_s09_02_pacts import wars
from turns import Change, campaign_in, controlled, field, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR, PACTS
from worldfire.forces.things import PLACE, place_name
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import COUNTRY, POWER
from worldfire.rules.s09_02_pacts import sign_pact
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s09_war import ReservesCalled
from worldfire.rules.s13_07_7_standing_down import STOOD_DOWN, CalledBack, StoodDown

ALLIES = 1


def where(game: Game, counter: str) -> str:
    return place_name(game, game.state[PLACE][unit(game, counter)])


def poland_is_british(game: Game) -> None:
    names = ("poland-mil-warsaw", "poland-mil-lodz")
    country = game.state[COUNTRY][unit(game, names[0])]
    game.write(POWER, country, power_index(game, "commonwealth"))
    assert own_power(game, country) == power_index(game, "poland")


@pytest.mark.rule("9.7")
def test_a_minor_country_at_war_calls_out_its_reserves_though_its_major_power_is_neutral() -> None:
    """Warsaw and Lodz, in the Allied impulse after Germany's attack; the Commonwealth's own stay where they are."""
    game = campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, ALLIES),
        poland_is_british,
        wars(("germany", "poland")),
        put("reserve pool of commonwealth", "poland-mil-warsaw", "poland-mil-lodz", "cw-mil-london"),
    )
    while prompt(game) == "declare-war":
        play(game, next(iter(game.waiting)), "declare-no-war")
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "call-out-reserves")
    polish = tuple(sorted(unit(game, name) for name in ("poland-mil-warsaw", "poland-mil-lodz")))
    assert set(game.offers("commonwealth")["call-out-reserves"].domain) == set(polish)  # type: ignore[attr-defined]
    events = play(game, "commonwealth", "call-out-reserves", polish)
    assert any(isinstance(event, ReservesCalled) for event in events)
    assert where(game, "poland-mil-warsaw") == "E2737 Warsaw"


@pytest.mark.rule("13.7.7")
@pytest.mark.rule("9.7")
def test_reserves_and_militia_stand_down_at_peace_and_come_back_with_war() -> None:
    game = campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, ALLIES),
        field(PACTS, ()),
        wars(("germany", "ussr")),
        controlled("ussr", "Moscow"),
        put("Moscow", "su-mil-moscow"),
        put("force pool of ussr: MIL", "su-mil-kiev"),
    )
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    game.set(AT_WAR, ())
    sign_pact(game, ussr, germany)
    assert where(game, "su-mil-moscow") == "reserve pool of ussr"
    assert where(game, "su-mil-kiev") == "removed from the game"
    assert any(isinstance(event, StoodDown) and event.power == ussr for event in game.events)
    again = campaign_in("global-war", "declare war", field(ACTIVE_SIDE, ALLIES), *_same(game, ussr, germany))
    while prompt(again) == "declare-war":
        play(again, next(iter(again.waiting)), "declare-no-war")
    assert where(again, "su-mil-kiev") == "force pool of ussr: MIL"
    assert any(isinstance(event, CalledBack) for entry in again.entries for event in entry.events)


def _same(game: Game, ussr: int, germany: int) -> tuple[Change, ...]:
    """War again, after that peace."""
    return (
        field(PACTS, ()),
        field(AT_WAR, ((germany, ussr),)),
        field(STOOD_DOWN, game.state.get(STOOD_DOWN)),
        put("removed from the game", "su-mil-kiev"),
        put("reserve pool of ussr", "su-mil-moscow"),
    )
