"""5.1 Every trade agreement of the minor countries: who gives, to whom, and what ends it; defaults."""

from __future__ import annotations

from typing import Any

import pytest
from positions import country, give_control, power, units_at
from shipping import Shipping, shipping

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import Moved, place_index
from worldfire.forces.who import CONQUEROR, CONTROLLER, FALLEN_POWER, POWER, POWER_NAMES, align_country
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_06_4_promises import gifts_for, goods_of, may_be_given, promises
from worldfire.titles.wif.nations.borders import CLAIMS_ANSWERED
from worldfire.titles.wif.nations.soviet_trade import soviet_unit_enters
from worldfire.titles.wif.nations.trade import war_ends_agreements
from worldfire.titles.wif.nations.trade_convoys import TradeDefaulted
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS
from worldfire.titles.wif.nations.vichy.standing import INSTALLER

WEST = [("germany", "commonwealth"), ("germany", "france"), ("italy", "commonwealth"), ("italy", "france")]


def trading(*wars: tuple[str, str], **situation: Any) -> Game:
    return shipping(convoys={}, wars=wars or WEST, **situation).game


def given(game: Game, giver: str) -> dict[str, int]:
    """Recipient → resources."""
    game.forget()
    names, found = game.state.get(POWER_NAMES), {}
    for promise in promises(game):
        if promise.giver == power(game, giver) and promise.resources:
            name = names[promise.recipient]
            found[name] = found.get(name, 0) + promise.resources
    return found


def conquer(game: Game, name: str, by: str) -> None:
    game.write(CONQUEROR, country(game, name), power(game, by))


@pytest.mark.rule("5.1/greece")
@pytest.mark.rule("5.1/shipment and receipt")
def test_greece_supplies_whichever_ally_has_the_dodecanese() -> None:
    assert given(trading(), "greece") == {}, "they are Italian"
    assert given(trading(control={"commonwealth": ["E1813"]}), "greece") == {"commonwealth": 1}
    assert given(trading(control={"germany": ["E1813"]}), "greece") == {}


@pytest.mark.rule("5.1/hungary")
def test_hungary_supplies_germany_until_its_claim_is_denied() -> None:
    game = trading()
    assert given(game, "hungary") == {"germany": 1}
    game.set(CLAIMS_ANSWERED, (("Bessarabia", True), ("Transylvania", False), ("South Dobruja", False)))
    assert given(game, "hungary") == {}


@pytest.mark.rule("5.1/iran")
@pytest.mark.rule("5.1/rumania")
def test_iran_and_rumania_while_neutral() -> None:
    game = trading()
    assert given(game, "iran") == {"commonwealth": 1}
    assert given(game, "rumania") == {"germany": 2, "italy": 1}
    align_country(game, country(game, "rumania"), power(game, "germany"))
    assert given(game, "rumania") == {}


@pytest.mark.rule("5.1/iraq")
def test_iraq_follows_syria_once_france_has_fallen() -> None:
    game = trading()
    assert given(game, "iraq") == {"france": 1}
    conquer(game, "france", "germany")
    give_control(game, "commonwealth", "Damascus")
    assert given(game, "iraq") == {"commonwealth": 1}


@pytest.mark.rule("5.1/netherlands")
def test_the_east_indies_feed_japan_until_it_fights_or_is_embargoed() -> None:
    game = trading()
    whole = given(game, "netherlands")
    assert whole["japan"] == 2
    assert whole["commonwealth"] > 0
    game.set(US_ENTRY_OPTIONS, (31,))
    assert given(game, "netherlands") == {"commonwealth": sum(whole.values())}
    war = trading(*WEST, ("japan", "commonwealth"))
    assert "japan" not in given(war, "netherlands")


@pytest.mark.rule("5.1/netherlands")
def test_whoever_runs_the_netherlands_goes_on_supplying_japan_from_the_east_indies() -> None:
    game = trading(*WEST, ("germany", "netherlands"))
    own = power(game, "netherlands")
    for land, holder in enumerate(game.state[POWER]):
        if holder == own:
            align_country(game, land, power(game, "commonwealth"))
    for place, holder in enumerate(game.state[CONTROLLER]):
        if holder == own:
            game.write(CONTROLLER, place, power(game, "commonwealth"))
    assert given(game, "commonwealth")["japan"] == 2
    japan, britain = power(game, "japan"), power(game, "commonwealth")
    assert may_be_given(game, britain, japan, place_index(game, "Batavia"))
    assert not may_be_given(game, britain, japan, place_index(game, "Cape Town"))
    conquer(game, "netherlands", "germany")
    assert "japan" not in given(game, "commonwealth"), "the Netherlands are no more"


@pytest.mark.rule("5.1/spain")
def test_spain_gives_a_resource_for_paris_and_one_for_rabat() -> None:
    assert given(trading(), "spain") == {}
    assert given(trading(control={"germany": ["Paris"]}), "spain") == {"germany": 1}
    assert given(trading(control={"germany": ["Paris"], "italy": ["Rabat"]}), "spain") == {"germany": 1, "italy": 1}
    both = trading(control={"germany": ["Paris", "Rabat"]})
    assert given(both, "spain") == {"germany": 2}
    assert [
        gift.resources for gift in gifts_for(both, power(both, "germany")) if gift.giver == power(both, "spain")
    ] == [2]
    names = [goods.name for goods in goods_of(both, power(both, "germany"))]
    assert len(names) == len(set(names)), "nothing of what Spain owes for two reasons is sent twice"


@pytest.mark.rule("5.1/sweden")
def test_the_fourth_swedish_resource_goes_over_narvik() -> None:
    assert given(trading(), "sweden") == {"germany": 3}
    assert given(trading(control={"commonwealth": ["Narvik"]}), "sweden") == {"germany": 3, "commonwealth": 1}
    assert given(trading(control={"germany": ["Narvik"]}), "sweden") == {"germany": 4}


@pytest.mark.rule("5.1/turkey")
def test_turkey_gives_until_italy_is_conquered() -> None:
    game = trading(control={"italy": ["Cairo"]})
    assert given(game, "turkey") == {"germany": 1, "italy": 1}
    conquer(game, "italy", "commonwealth")
    assert given(game, "turkey") == {}


@pytest.mark.rule("5.1/venezuela")
def test_venezuela_is_shared_neutral_or_allied() -> None:
    game = trading()
    shares = given(game, "venezuela")
    half = sum(shares.values()) // 2
    assert shares["commonwealth"] == half
    assert shares["usa"] >= half
    venezuela, own, usa = country(game, "venezuela"), power(game, "venezuela"), power(game, "usa")
    align_country(game, venezuela, usa)
    for place, holder in enumerate(game.state[CONTROLLER]):
        if holder == own:
            game.write(CONTROLLER, place, usa)
    assert given(game, "usa")["commonwealth"] == half
    align_country(game, venezuela, power(game, "germany"))
    assert given(game, "venezuela") == {}
    assert "commonwealth" not in given(game, "usa")


@pytest.mark.rule("5.1")
def test_an_agreement_ends_with_its_partner() -> None:
    game = trading()
    game.write(FALLEN_POWER, power(game, "germany"), 1)
    assert given(game, "sweden") == {}


@pytest.mark.rule("5.1/germany-ussr")
def test_a_soviet_unit_that_enters_a_country_counts_once_like_an_attack() -> None:
    here = shipping(convoys={}, wars=WEST, units={"Leningrad": ["ussr INF"]})
    game = here.game
    (soviet,) = units_at(game, "Leningrad")
    move = Moved(thing=soviet, origin=place_index(game, "Leningrad"), to=place_index(game, "Oslo"))
    call = soviet_unit_enters(game, move)
    assert call is not None
    here.start(call.procedure, call.locals)
    assert here.asked == (here.seat("germany"), "soviet-attack-and-trade")
    here.do("take-resource-more")
    assert given(game, "ussr") == {"germany": 8}
    assert soviet_unit_enters(game, move) is None
    home = Moved(thing=soviet, origin=move.origin, to=place_index(game, "Helsinki"))
    assert soviet_unit_enters(game, home) is None, "Finland is not among them"


# ------------------------------------------------------------------------------------------------------------- in default

PACIFIC = dict.fromkeys(("West Coast", "Mendocino", "Hawaiian Islands", "Central Pacific Ocean"), 5)
ATLANTIC = dict.fromkeys(("East Coast", "Central Atlantic", "Cape St Vincent"), 4)
HOME_WATERS = {"italy": dict.fromkeys(("Western Mediterranean", "Italian Coast"), 4), "japan": {"Japanese Coast": 5}}


def defaults(**convoys: dict[str, int]) -> set[tuple[str, str]]:
    """(who, towards whom) as told in the production step."""
    here: Shipping = shipping(convoys=convoys, wars=[("germany", "commonwealth")])
    before = len(here.game.record.events)
    here.start("production")
    names = here.game.state.get(POWER_NAMES)
    told = [event for event in here.game.record.events[before:] if isinstance(event, TradeDefaulted)]
    return {(names[event.power], names[event.target_power]) for event in told}


@pytest.mark.rule("5.1/japan-usa")
@pytest.mark.rule("5.1/italy-usa")
def test_the_four_defaults() -> None:
    american = {**PACIFIC, **ATLANTIC}
    assert defaults(usa=american, **HOME_WATERS) == set()
    assert defaults(usa=PACIFIC, **HOME_WATERS) == {("usa", "italy")}
    assert defaults(usa=ATLANTIC, **HOME_WATERS) == {("usa", "japan")}
    assert defaults(usa=american, italy=HOME_WATERS["italy"]) == {("japan", "usa")}
    assert defaults(usa=PACIFIC, japan=HOME_WATERS["japan"]) == set(), "Italy did nothing either: nobody is in default"


@pytest.mark.rule("5.1/japan-usa")
def test_the_philippines_help_to_meet_the_trade_with_japan() -> None:
    """Their resource needs no convoys across the ocean; the rest may go by two ways that are wide enough together."""
    four = {**ATLANTIC, **dict.fromkeys(PACIFIC, 4)}
    assert defaults(usa=four, **HOME_WATERS) == {("usa", "japan")}
    manila = {"South China Sea": 1, "China Sea": 1}
    assert defaults(usa=four | manila, **HOME_WATERS) == set()
    three = {**ATLANTIC, **dict.fromkeys(PACIFIC, 3)}
    assert defaults(usa=three | manila, **HOME_WATERS) == {("usa", "japan")}, "they have one resource only"
    in_the_north = {"West Coast": 5, "Gulf of Alaska": 2, "Bering Sea": 2}
    assert defaults(usa=three | in_the_north, **HOME_WATERS) == set()


@pytest.mark.rule("5.1/netherlands")
@pytest.mark.rule("5.1/italy-usa")
def test_a_peace_does_not_bring_back_what_a_war_has_ended() -> None:
    game = shipping(convoys={"usa": ATLANTIC, "italy": HOME_WATERS["italy"]}, wars=[("germany", "commonwealth")]).game
    italy, france, japan, britain = (power(game, name) for name in ("italy", "france", "japan", "commonwealth"))
    assert (given(game, "netherlands")["japan"], given(game, "usa")["italy"]) == (2, 3)
    before = game.state.get(AT_WAR)
    for pair in ((italy, france), (japan, britain)):
        game.set(AT_WAR, (*before, pair))
        war_ends_agreements(game, WarDeclared(*pair))
    game.set(AT_WAR, before)
    assert "japan" not in given(game, "netherlands")
    assert "italy" not in given(game, "usa")


@pytest.mark.rule("5.1/iraq")
def test_vichy_passes_on_what_iraq_gives_for_syria() -> None:
    game = trading(control={"vichy-france": ["Damascus"]})
    game.set(INSTALLER, power(game, "germany"))
    assert given(game, "iraq") == {"germany": 1}
