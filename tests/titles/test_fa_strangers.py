"""fa:2.4.2, 19.1 to 19.3: who is a stranger to whom, whose cities supply him, and how many strangers a country lets in."""

from __future__ import annotations

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import METZ, dice_for, go_on
from waters import waters

from conformance.positions import country, power, put
from conformance.steps import begin_step, declare, find, said, units, where
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, place_index, things_at
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY
from worldfire.rules.s02_4_supply import SupplyPath, supply_path
from worldfire.rules.s11_05_4_committing import Force
from worldfire.rules.s11_05_8_aborts import ABORTING, Aborting
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s11_15_retreats import Shattered
from worldfire.rules.s11_17_reorganisation import Reorganised
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate
from worldfire.rules.s18_2_commitments import exceeds_commitment, host_of
from worldfire.titles.fa.sea.limited_sources import DESIGNATED

BEF = [("germany", "commonwealth"), ("germany", "france")]
INF = "commonwealth-united-kingdom-inf"
FRENCH_HQ, KITCHENER = "commonwealth-united-kingdom-hq-french", "commonwealth-united-kingdom-hq-kitchener"
CONRAD = "austria-hungary-hq-conrad"


# -------------------------------------------------------------------------------------------------------- co-operation


@pytest.mark.rule("fa:19.1")
def test_two_minor_countries_of_one_power_do_not_cooperate() -> None:
    """Algeria and Morocco are France's, and strangers; the Congo is Belgium's own."""
    game = front({}, aligned=[("belgium", "france"), ("belgian-congo", "france")])
    algeria, morocco, france = (country(game, name) for name in ("algeria", "morocco", "france"))
    assert not countries_cooperate(game, algeria, morocco)
    assert countries_cooperate(game, algeria, france)
    assert countries_cooperate(game, country(game, "belgium"), country(game, "belgian-congo"))
    assert countries_cooperate(game, country(game, "hong-kong"), country(game, "malaya")), "a territory is its owner's"


@pytest.mark.rule("fa:21.5")
@pytest.mark.rule("fa:19.2.1")
def test_territorials_of_the_sudan_go_to_egypt_and_egyptians_not_to_the_sudan() -> None:
    game = front({}, wars=BEF)
    cairo, khartoum = place_index(game, "Cairo"), place_index(game, "Khartoum")
    territorial, egyptian = put(game, "anglo-egyptian-sudan TERR", "Khartoum"), put(game, "egypt INF", "Cairo")
    assert host_of(game, territorial, cairo) == -1
    assert host_of(game, egyptian, khartoum) == country(game, "anglo-egyptian-sudan")
    assert cooperation_violation(game, territorial, egyptian) is not None


@pytest.mark.rule("fa:19.3")
@pytest.mark.rule("fa:11.14.3")
def test_an_hq_of_the_empire_turns_its_corps_for_the_usual_price() -> None:
    """Austrian and Hungarian corps are no foreigners to Conrad: a point each in a land action, not two."""
    game = front({"Vienna": [CONRAD]}, wars=[("austria-hungary", "russia")])
    corps = [put(game, name, "Vienna") for name in ("austria INF", "hungary INF")]
    for unit in corps:
        game.write(FACE_DOWN, unit, 1)
    begin_step(game, "reorganisation", "austria-hungary")
    for unit in corps:
        game.submit("austria-hungary", "reorganise", unit)
    assert [event.points for event in said(game, Reorganised)] == [1, 1]  # type: ignore[attr-defined]


# -------------------------------------------------------------------------------------------------------------- supply


@pytest.mark.rule("fa:2.4.2")
def test_every_home_of_the_commonwealth_supplies_who_cooperates_with_it() -> None:
    """A territorial of Burma in Karachi stands in a primary source, and draws on nothing beyond the sea."""
    game = front({}, wars=BEF)
    path = supply_path(game, put(game, "burma TERR", "Karachi"))
    assert isinstance(path, SupplyPath)
    assert [leg.source.reason for leg in path.legs] == ["supply-ally-city"]


# ---------------------------------------------------------------------------------------------------------- commitments


def recapture(*more: str) -> Game:
    """British corps in Metz attack the Germans in a hex of France, and drive them out."""
    corps = (f"{INF}-i", f"{INF}-ii", *more)
    places = {METZ: corps, TARGET: GERMANS[:1], "Strasbourg": GERMANS[1:]}
    held = {"commonwealth": [METZ], "germany": [TARGET]}
    game = front(places, wars=BEF, control=held)
    game.set(DESIGNATED, units(game, *corps))
    modifier = preview(game, place_index(game, TARGET), units(game, *corps)).modifier
    combat(game, (*dice_for(game, "*/3S", modifier), *([0] * 4)), active="commonwealth")
    declare(game, "commonwealth", **{TARGET: corps})
    game.submit("commonwealth", "done")
    go_on(game, ("advance-after-combat",))
    return game


@pytest.mark.rule("fa:19.2.1")
def test_hqs_of_the_empire_command_both_halves_of_its_army_abroad() -> None:
    """Austria-Hungary does not co-operate with the Ottoman Empire: Conrad brings an Austrian and a Hungarian corps."""
    game = front({})
    there = tuple(put(game, name, "Constantinople") for name in ("austria INF", "hungary INF"))
    turkey = country(game, "ottoman-empire")
    assert exceeds_commitment(game, there[:1], turkey)
    put(game, CONRAD, "Constantinople")
    game.forget()
    assert not exceeds_commitment(game, there[:1], turkey)
    assert not exceeds_commitment(game, there, turkey)


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:11.12.5.7")
@pytest.mark.rule("fa:2.5.3")
def test_nobody_advances_into_france_beyond_his_limit() -> None:
    """Without an HQ no British corps follows into France; with one as many as it commands, the HQ among them."""
    alone = recapture()
    assert alone.decision is None or alone.decision.prompt != "advance-after-combat"
    led = recapture(KITCHENER)
    corps = units(led, f"{INF}-i")
    found = led.why_not("advance", corps, "commonwealth")
    assert [reason.key for reason in found] == ["foreign-troops"]
    led.submit("commonwealth", "advance", (*corps, find(led, KITCHENER)))
    assert where(led, f"{INF}-i") == TARGET
    assert led.state[CONTROLLER][place_index(led, TARGET)] == power(led, "france"), "it is France's again"


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:11.11")
def test_nobody_lands_in_france_without_an_hq_of_his_own() -> None:
    """Calais is German: the HQ goes ashore first, and then as many as it commands."""
    ships = ("commonwealth-trs-olympic", "commonwealth-trs-mauretania")
    game = front({"English Channel 2": ships}, wars=BEF, control={"germany": ["Calais"]})
    corps, leader = put(game, f"{INF}-i", "London"), put(game, FRENCH_HQ, "London")
    for unit, ship in ((corps, ships[0]), (leader, ships[1])):
        game.write(PLACE, unit, aboard(find(game, ship)))
    begin_step(game, "invasions", "commonwealth")
    calais = place_index(game, "Calais")
    assert [reason.key for reason in game.why_not("invade", ((corps, calais),), "commonwealth")] == ["foreign-troops"]
    game.submit("commonwealth", "invade", ((leader, calais),))
    game.submit("commonwealth", "invade", ((corps, calais),))
    assert {leader, corps} <= {*things_at(game, calais)}


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:11.13")
def test_no_aircraft_rebases_beyond_the_limit() -> None:
    game = front({}, wars=BEF)
    aircraft = put(game, "commonwealth LND", "London")
    begin_step(game, "rebase", "commonwealth", action="air")
    game.submit("commonwealth", "rebase", aircraft)
    calais = place_index(game, "Calais")
    assert [reason.key for reason in game.why_not("rebase-to", calais, "commonwealth")] == ["foreign-troops"]
    assert calais not in tuple(game.offers("commonwealth")["rebase-to"].every())


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:2.3.1.3")
def test_convoy_points_in_port_count_as_ships() -> None:
    """Sir John French commands two: a transport and two convoy points, and not a point more."""
    ashore = [("HQ", FRENCH_HQ), ("Olympic", "commonwealth-trs-olympic")]
    here = waters({"Calais": ashore}, side="allies", wars=BEF)
    here.lay("commonwealth", "English Channel 0", 4)
    two, three = (here.convoys("commonwealth", "English Channel 0", points) for points in (2, 3))
    here.start("naval movement")
    assert here.refusal("commonwealth", [three], "Calais") == "fa:19.2.1 convoys-of-strangers"
    assert here.refusal("commonwealth", [two], "Calais") == ""
    here.lay("commonwealth", "Calais", 3)
    assert exceeds_commitment(here.game, here.ids("Olympic"), country(here.game, "france"))


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:13.3.2")
def test_a_ship_with_no_other_port_than_foreign_ones_is_shattered() -> None:
    """Off the coast of a France that nobody of its own commands it in: it comes back over the production circle."""
    here = waters({"English Channel 1": [("Olympic", "commonwealth-trs-olympic")]}, side="allies", wars=BEF)
    homes, france = here.game.state[HOME_COUNTRY], country(here.game, "france")
    for port in ground_of(here.game).ports:
        if homes[port] != france:
            here.game.write(CONTROLLER, port, power(here.game, "germany"))
    here.game.forget()
    here.start(ABORTING.name, Aborting("English Channel", Force(here.ids("Olympic"))))
    assert [event.unit for event in here.game.events if isinstance(event, Shattered)] == [here["Olympic"]]
