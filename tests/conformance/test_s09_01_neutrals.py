"""9.1 Neutral major powers, and the first impulse of Global War (B1): Poland is not taken without a shot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from turns import campaign_in, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR, CO_OPERATING
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.turn import ACTIVE_SIDE, is_active
from worldfire.forces.who import CONQUEROR, CONTROLLER, COUNTRY_NAMES, POWER
from worldfire.rules.s09_02_pacts import sign_pact
from worldfire.rules.s09_06_aligning import MinorAligned, MinorSetUp
from worldfire.rules.s09_war import UsEntryAction, WarDeclared
from worldfire.rules.s10_actions import action_types
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s15_surprise import SURPRISE

AXIS, ALLIES = 0, 1


def attack_poland(campaign: str = "global-war") -> tuple[Game, list[Any]]:
    """The first impulse: Germany declares war on Poland and on nobody else; then the Commonwealth is asked."""
    game = campaign_in(campaign, "declare war", field(ACTIVE_SIDE, AXIS))
    events: list[Any] = []
    while prompt(game) == "declare-war":
        (seat,) = game.waiting
        shape: Any = game.offers(seat)["declare-war"]
        war = seat == "germany" and "poland" in shape.domain
        events += play(game, seat, *(("declare-war", "poland") if war else ("declare-no-war",)))
    return game, events


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


@pytest.mark.rule("24.4.7", example="B1")
@pytest.mark.rule("9.5", example="B1")
@pytest.mark.rule("9.1")
@pytest.mark.rule("19.2")
def test_b1_poland_turns_to_the_commonwealth_though_it_is_neutral() -> None:
    game, events = attack_poland()
    germany, poland, cw = (power_index(game, name) for name in ("germany", "poland", "commonwealth"))
    assert WarDeclared(power=germany, target_power=poland) in events
    assert [event for event in events if isinstance(event, UsEntryAction)] == [
        UsEntryAction(power=germany, target_power=poland)
    ], "one roll, when all have declared"
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "take-in-minor")
    assert MinorAligned(country=country(game, "poland"), power=cw) in play(game, "commonwealth", "take-in-minor")
    set_up: list[Any] = []
    while prompt(game) == "set-up-minor":
        units = game.decision.args["units"]  # type: ignore[union-attr]
        shape: Any = game.offers("commonwealth")["set-up-minor"]
        noun = shape.sample(Random(1))
        assert {thing for thing, _ in noun} == set(units)
        set_up += play(game, "commonwealth", "set-up-minor", noun)
    assert any(isinstance(event, MinorSetUp) for event in set_up)
    assert game.state[POWER][country(game, "poland")] == cw
    assert game.state[CONQUEROR][country(game, "poland")] == -1, "not conquered"
    assert game.state[CONTROLLER][place_index(game, "Warsaw")] == poland, "its own war, under its own name"
    assert {is_active(game, germany), is_active(game, cw)} == {False}
    assert (germany, poland) in game.state.get(SURPRISE)
    assert place_name(game, game.state[PLACE][unit(game, "poland-inf-prusy")]).startswith("production circle, Nov/Dec")
    for militia in ("poland-mil-warsaw", "poland-mil-lodz"):
        assert place_name(game, game.state[PLACE][unit(game, militia)]) == "reserve pool of commonwealth"


@pytest.mark.rule("24.4.7")
@pytest.mark.rule("19.2")
def test_poland_asks_the_nearest_neutral_first() -> None:
    """London and Moscow are as near, and the Commonwealth comes first; the pact does not forbid the USSR to be the second."""
    game, _ = attack_poland()
    asked = []
    while prompt(game) == "take-in-minor":
        asked += game.waiting
        play(game, asked[-1], "decline-minor")
    assert asked == ["commonwealth", "ussr", "france", "usa"]
    assert game.state[CONQUEROR][country(game, "poland")] == power_index(game, "germany")


@pytest.mark.rule("9.1")
@pytest.mark.rule("10.1")
def test_germany_alone_may_take_a_land_action_in_the_first_turn() -> None:
    game, _ = attack_poland()
    kinds = {name: action_types(game, power_index(game, name)) for name in ("germany", "italy", "japan", "ussr")}
    assert kinds["germany"] == ("pass", "land", "combined")
    assert kinds["italy"] == kinds["ussr"] == ("pass", "combined")
    assert "naval" in kinds["japan"], "at war with China"
    in_turn("Nov/Dec 1939")(game)
    assert action_types(game, power_index(game, "germany")) == ("pass", "combined")


@pytest.mark.rule("9.1")
@pytest.mark.rule("19.3")
def test_nobody_enters_a_neutral_power_and_it_enters_nobody() -> None:
    game = campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, AXIS),
        put("London", "cw-inf-i"),
        put("Berlin", "ge-inf-xlv"),
    )
    british, german = unit(game, "cw-inf-i"), unit(game, "ge-inf-xlv")
    for mover, place in ((british, "Paris"), (british, "Brussels"), (german, "Rome"), (german, "Warsaw")):
        found = gate_violation(game, (mover,), place_index(game, place))
        assert found is not None, place
        assert found.key == "neutral-power-stays-out"
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power_index(game, "germany"), power_index(game, "poland"))))
    assert gate_violation(game, (german,), place_index(game, "Warsaw")) is None, "a minor country it is at war with"


@pytest.mark.rule("19.3", example="B1")
@pytest.mark.rule("9.1")
def test_only_its_own_major_power_enters_poland_before_it_is_at_war() -> None:
    """A minor country aligned with a neutral power is open to that power's units alone, then to all who are active."""
    game, _ = attack_poland()
    play(game, "commonwealth", "take-in-minor")
    put("London", "cw-inf-i")(game)
    put("Paris", "fr-inf-viii")(game)
    germany, poland = power_index(game, "germany"), power_index(game, "poland")
    warsaw, movers = place_index(game, "Warsaw"), {"commonwealth": "cw-inf-i", "france": "fr-inf-viii"}

    def entering(*at_war: str) -> set[str]:
        game.set(AT_WAR, ((germany, poland), *((power_index(game, name), germany) for name in at_war)))
        return {name for name, mover in movers.items() if gate_violation(game, (unit(game, mover),), warsaw) is None}

    assert entering() == {"commonwealth"}
    assert entering("commonwealth") == {"commonwealth"}
    assert entering("france") == {"commonwealth"}
    assert entering("commonwealth", "france") == {"commonwealth", "france"}


@pytest.mark.rule("9.1")
def test_whoever_is_neutral_again_co_operates_with_nobody() -> None:
    game = campaign_in("global-war", "declare war", field(ACTIVE_SIDE, AXIS))
    germany, italy, cw = (power_index(game, name) for name in ("germany", "italy", "commonwealth"))
    game.set(CO_OPERATING, ((germany, italy),))
    game.set(AT_WAR, ((germany, cw),))
    sign_pact(game, italy, cw)
    assert game.state.get(CO_OPERATING) == ()


@pytest.mark.rule("9.3")
def test_in_fascist_tide_the_opening_wars_are_the_campaigns() -> None:
    """Germany on Poland and the Axis on nobody else; then France and the Commonwealth on Germany."""
    game = campaign_in("fascist-tide", "declare war", field(ACTIVE_SIDE, AXIS))
    germany, poland = power_index(game, "germany"), power_index(game, "poland")
    assert (germany, poland) in game.state.get(AT_WAR)
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "take-in-minor")
    allies = campaign_in("fascist-tide", "declare war", field(ACTIVE_SIDE, ALLIES))
    cw, france = power_index(allies, "commonwealth"), power_index(allies, "france")
    assert {(cw, germany), (france, germany)} <= {*allies.state.get(AT_WAR)}
