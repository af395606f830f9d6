"""9.3 Declaring war, 9.5 who takes in the attacked, and 18.1 the allies that a war brings together."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR, CO_OPERATING, PACTS
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONQUEROR, CONTROLLER, COUNTRY_NAMES, POWER
from worldfire.rules.s09_06_aligning import MinorAbandoned, MinorAligned
from worldfire.rules.s09_war import MinorOffered, UsEntryAction, WarDeclared, declaration_violation, protectors
from worldfire.rules.s13_07_conquest import CountryConquered

AXIS, ALLIES = 0, 1


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))

    return change


def until(game: Game, seat: str) -> None:
    """Others declare no war until the seat is asked."""
    verbs = {"declare-war": "declare-no-war", "claim-region": "claim-nothing"}
    while prompt(game) in verbs and seat not in game.waiting:
        play(game, next(iter(game.waiting)), verbs[prompt(game)])


def allies_of_1940(*changes: Change) -> Game:
    game = campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, ALLIES),
        in_turn("May/Jun 1940"),
        wars(("germany", "commonwealth"), ("germany", "france")),
        *changes,
    )
    until(game, "france")
    return game


def reason(game: Game, seat: str, name: str) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refused) as refusal:
        play(game, seat, "declare-war", name)
    found = refusal.value.violations[0]
    return found.key, dict(found.args)


@pytest.mark.rule("9.3", example="WF1-077")
def test_france_declares_war_on_the_owner_and_not_on_his_colonies() -> None:
    """Truk (the Carolines) is Japan's, Ethiopia Italy's, and the East Indies belong to the neutral Netherlands."""
    game = allies_of_1940()
    assert (tuple(game.waiting), prompt(game)) == (("france",), "declare-war")
    for colony, owner in (("caroline-is", "japan"), ("ethiopia", "italy"), ("netherlands-east-indies", "netherlands")):
        key, args = reason(game, "france", colony)
        assert (key, args["power"]) == ("belongs-to-another", power_index(game, owner))
    assert reason(game, "france", "germany")[0] == "already-at-war"
    assert reason(game, "france", "commonwealth")[0] == "on-the-same-side"
    assert reason(game, "france", "egypt")[0] == "on-the-same-side"
    shape: Any = game.offers("france")["declare-war"]
    assert set(shape.domain) == {"japan", "italy"}
    france, japan = power_index(game, "france"), power_index(game, "japan")
    assert WarDeclared(power=france, target_power=japan) in play(game, "france", "declare-war", "japan")
    assert (france, japan) in game.state.get(AT_WAR)
    play(game, "france", "declare-no-war")
    until(game, "france")  # now on minor countries
    assert tuple(game.waiting) == ("france",)
    minors: Any = game.offers("france")["declare-war"]
    assert "netherlands" in minors.domain
    assert not {"netherlands-east-indies", "rumania"} & {*minors.domain}


@pytest.mark.rule("9.3", example="WF1-078")
@pytest.mark.parametrize(("place", "noticed"), [("Nice", False), ("Turin", True)])
def test_no_us_entry_roll_against_somebody_who_is_in_ones_home_country(place: str, noticed: bool) -> None:
    """Italian units stand in a German controlled hex of France; in Italy they would not matter."""
    hexes = ("W1226",) if place == "Nice" else ()
    at = hexes[0] if hexes else place
    game = allies_of_1940(controlled("germany", *hexes), put(at, "it-inf-x"))
    events = play(game, "france", "declare-war", "italy")
    france, italy = power_index(game, "france"), power_index(game, "italy")
    assert WarDeclared(power=france, target_power=italy) in events
    assert (UsEntryAction(power=france, target_power=italy) in events) is noticed


@pytest.mark.rule("9.3")
@pytest.mark.rule("9.4")
def test_who_may_declare_no_war() -> None:
    game = allies_of_1940()
    keys = {}
    for power in ("china", "usa"):
        found = declaration_violation(game, power_index(game, power), "japan")
        keys[power] = "" if found is None else found.key
    assert keys == {"china": "china-declares-no-war", "usa": "usa-needs-its-entry-level"}


@pytest.mark.rule("9.3")
@pytest.mark.rule("9.2")
def test_a_pact_stands_in_the_way() -> None:
    pact = allies_of_1940()
    ussr, germany = power_index(pact, "ussr"), power_index(pact, "germany")
    pact.set(PACTS, ((germany, ussr),))
    found = declaration_violation(pact, ussr, "germany")
    assert found is not None
    assert found.key == "pact-must-be-broken"
    pact.set(PACTS, ())
    assert declaration_violation(pact, ussr, "germany") is None


@pytest.mark.rule("18.1")
def test_the_war_brings_germany_and_italy_together() -> None:
    """Not before Italy is at war with a major power itself."""
    game = allies_of_1940(field(CO_OPERATING, ()))
    pair = (power_index(game, "germany"), power_index(game, "italy"))
    assert pair not in game.state.get(CO_OPERATING)
    play(game, "france", "declare-war", "italy")
    assert pair in game.state.get(CO_OPERATING)


# ------------------------------------------------------------------------------------------------------ 9.5 allocation


@pytest.mark.rule("19.2", example="WF2-170")
@pytest.mark.rule("9.5")
def test_iraq_turns_to_the_commonwealth() -> None:
    """Delhi is 28 from Baghdad, Moscow 34. Whoever declines leaves it to the next, the last to its conqueror."""
    everybody = wars(("germany", "commonwealth"), ("germany", "ussr"))
    game = campaign_in("global-war", "declare war", field(ACTIVE_SIDE, AXIS), in_turn("Jul/Aug 1941"), everybody)
    iraq, germany = country(game, "iraq"), power_index(game, "germany")
    names = ("commonwealth", "ussr")
    assert protectors(game, iraq, germany) == tuple(power_index(game, name) for name in names)
    until(game, "germany")
    while "iraq" not in game.offers("germany")["declare-war"].domain:  # type: ignore[attr-defined]
        play(game, "germany", "declare-no-war")
        until(game, "germany")
    events = play(game, "germany", "declare-war", "iraq")
    assert WarDeclared(power=germany, target_power=power_index(game, "iraq")) in events
    while prompt(game) == "declare-war":
        play(game, next(iter(game.waiting)), "declare-no-war")
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "take-in-minor")
    declined = play(game, "commonwealth", "decline-minor")
    assert MinorOffered(country=iraq, power=power_index(game, "commonwealth")) in declined
    assert tuple(game.waiting) == ("ussr",)
    events = play(game, "ussr", "take-in-minor")
    assert MinorAligned(country=iraq, power=power_index(game, "ussr")) in events


# ---------------------------------------------------------------------------------------------------------- in Barbarossa


def barbarossa(side: int) -> Game:
    return campaign_in("barbarossa", "declare war", field(ACTIVE_SIDE, side), wars(("germany", "ussr")))


@pytest.mark.rule("19.6.1")
@pytest.mark.rule("9.3")
def test_the_ussr_may_attack_hungary_but_not_finland() -> None:
    """Sweden stays out of the campaign, and Turkey is not on its map."""
    game = barbarossa(ALLIES)
    shape: Any = game.offers("ussr")["declare-war"]
    assert shape.domain == ("hungary",)
    assert reason(game, "ussr", "finland")[0] == "ussr-leaves-finland-alone"
    assert reason(game, "ussr", "turkey")[0] == "country-not-on-the-maps"
    assert reason(game, "ussr", "sweden")[0] == "country-stays-neutral"
    hungary, germany = country(game, "hungary"), power_index(game, "germany")
    play(game, "ussr", "declare-war", "hungary")
    while prompt(game) == "declare-war":
        play(game, "ussr", "declare-no-war")
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "take-in-minor")
    events = play(game, "germany", "take-in-minor")
    assert MinorAligned(country=hungary, power=germany) in events
    assert prompt(game) == "set-up-minor"  # at once, before anybody moves


@pytest.mark.rule("19.2")
def test_a_country_that_nobody_takes_in_is_conquered_at_once() -> None:
    game = barbarossa(ALLIES)
    play(game, "ussr", "declare-war", "hungary")
    while prompt(game) == "declare-war":
        play(game, "ussr", "declare-no-war")
    events = play(game, "germany", "decline-minor")
    hungary, ussr = country(game, "hungary"), power_index(game, "ussr")
    assert MinorAbandoned(country=hungary, power=ussr) in events
    assert CountryConquered(country=hungary, power=ussr, complete=True) in events
    assert game.state[CONQUEROR][hungary] == game.state[POWER][hungary] == ussr
    assert game.state[CONTROLLER][place_index(game, "Budapest")] == ussr
    assert place_name(game, game.state[PLACE][unit(game, "hungary-inf-i")]) == "removed from the game"


@pytest.mark.rule("19.2")
def test_american_countries_turn_to_the_usa_alone() -> None:
    """Neutral as it is; an Ally who is at war is asked only by the rest of the world."""
    game = campaign_in("global-war", "choose actions", wars(("germany", "commonwealth")))
    germany = power_index(game, "germany")
    asked = {name: protectors(game, country(game, name), germany) for name in ("brazil", "haiti", "greece")}
    usa, commonwealth = power_index(game, "usa"), power_index(game, "commonwealth")
    assert asked == {"brazil": (usa,), "haiti": (usa,), "greece": (commonwealth,)}
