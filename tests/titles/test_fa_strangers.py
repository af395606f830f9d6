"""fa:2.4.2, 19.1 to 19.3: who is a stranger to whom, whose cities supply him, and how many strangers a country lets in."""

from __future__ import annotations

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import METZ, dice_for, go_on
from waters import ALLIES, waters

from conformance.positions import country, power, put
from conformance.steps import begin_step, declare, find, said, units, where
from worldfire.engine.game import Game
from worldfire.forces.flights import TARGET as FLIES_TO
from worldfire.forces.ground import ground_of
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, place_index, things_at
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, NOBODY, side_of_power
from worldfire.rules.s02_4_supply import SupplyPath, supply_path
from worldfire.rules.s11_05_4_committing import Force
from worldfire.rules.s11_05_8_aborts import ABORTING, Aborting
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s11_15_retreats import Shattered
from worldfire.rules.s11_17_reorganisation import Reorganised
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate
from worldfire.rules.s18_2_commitments import exceeds_commitment, host_of
from worldfire.titles.fa.pilots import PILOTS
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
    game.set(DESIGNATED, tuple((unit, place_index(game, METZ)) for unit in units(game, *corps)))
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


# ------------------------------------------------------------------------------------------------------------ airfields

BOMBER, SEAPLANE, FIGHTER = "commonwealth-lnd-handley-page-o-400", "commonwealth-nav-short-184", "germany FTR"


def over_cologne(*in_france: str, base: str = "London") -> Game:
    """A British bomber flies over an Allied Belgium against the Germans in Cologne, where a fighter could intercept it."""
    places = {"Cologne": (*GERMANS[:1], FIGHTER), "Calais": in_france, base: (BOMBER,)}
    game = front(places, wars=BEF, aligned=[("belgium", "france")])
    bomber = find(game, BOMBER)
    game.set(DESIGNATED, ((bomber, place_index(game, base)),))
    begin_step(game, "ground strike", "commonwealth", throws=[9, 9], action="air")
    while game.decision is not None and game.decision.prompt != "fly-attackers":
        game.submit(next(iter(game.waiting)), "hold-back")
    (orders,) = [choices.to for choices in game.offers("commonwealth")["fly"].items if choices.item == bomber]  # type: ignore[attr-defined]
    assert f"fly {place_index(game, 'Cologne')}" in orders
    game.submit("commonwealth", "fly", ((bomber, f"fly {place_index(game, 'Cologne')}"),))
    return game


def fields(game: Game) -> tuple[object, ...]:
    """Where it may come down after the strike."""
    while game.decision is not None and game.decision.prompt != "choose-base":
        game.submit(next(iter(game.waiting)), "hold-back")
    return tuple(game.offers("commonwealth")["return-to"].every())


def lose_britain(game: Game) -> None:
    """Germans everywhere but in France."""
    homes, france = game.state[HOME_COUNTRY], country(game, "france")
    for place, holder in enumerate(game.state[CONTROLLER]):
        if holder != NOBODY and side_of_power(game, holder) == ALLIES and homes[place] != france:
            game.write(CONTROLLER, place, power(game, "germany"))
    game.forget()


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:16.2.4")
def test_no_aircraft_returns_from_a_mission_beyond_the_limit() -> None:
    """To France only with an HQ of its own there, and no more of them than it commands; corps are counted apart."""
    alone = over_cologne()
    calais, london = place_index(alone, "Calais"), place_index(alone, "London")
    found = fields(alone)
    assert london in found
    assert calais not in found
    assert [reason.key for reason in alone.why_not("return-to", calais, "commonwealth")] == ["foreign-troops"]
    assert calais in fields(over_cologne(FRENCH_HQ, f"{INF}-i", f"{INF}-ii"))
    others = ("commonwealth-lnd-raf-re-7", "commonwealth-lnd-raf-re-8")
    assert calais in fields(over_cologne(FRENCH_HQ, others[0]))
    assert calais not in fields(over_cologne(FRENCH_HQ, *others))


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:16.2.4")
def test_an_aircraft_comes_back_to_the_country_that_it_took_off_from() -> None:
    """It was there when the step began: with it there may be one more than the HQ commands."""
    game = over_cologne(FRENCH_HQ, "commonwealth-lnd-raf-re-7", "commonwealth-lnd-raf-re-8", base="Amiens")
    assert place_index(game, "Calais") in fields(game)
    game.submit("commonwealth", "return-to", place_index(game, "Calais"))
    assert game.over
    assert game.state[PLACE][find(game, BOMBER)] == place_index(game, "Calais")


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:16.4.4")
def test_an_aircraft_with_no_other_base_than_foreign_ones_is_shattered_and_its_pilot_waits() -> None:
    """While it flies Britain falls: it arrives again next turn, when it needs a pilot again."""
    game = over_cologne()
    bomber, owner = find(game, BOMBER), power(game, "commonwealth")
    pilots = game.state[PILOTS][owner]
    lose_britain(game)
    while not game.over:
        game.submit(next(iter(game.waiting)), "hold-back")
    assert [event.unit for event in said(game, Shattered)] == [bomber]  # type: ignore[attr-defined]
    assert game.state[PLACE][bomber] == place_index(game, circle_space(game.state.get(TURN) + 1))
    assert game.state[FLIES_TO][bomber] == NOBODY
    assert game.state[PILOTS][owner] == pilots + 1


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:13.3.1")
def test_no_aircraft_comes_home_from_the_sea_beyond_the_limit() -> None:
    """At the end of the turn too, when no impulse is on; with an HQ there the same coast is open."""
    for in_france, lets_it_in in (((), False), ((FRENCH_HQ,), True)):
        game = front({"English Channel 0": [SEAPLANE], "Calais": in_france}, wars=BEF)
        begin_step(game, "return to base at the end of the turn", "commonwealth")
        game.set(ACTIVE_SIDE, NOBODY)
        game.forget()
        found = tuple(game.offers("commonwealth")["land-from-sea"].every())
        assert place_index(game, "London") in found
        assert (place_index(game, "Calais") in found) is lets_it_in


@pytest.mark.rule("fa:19.2.1")
@pytest.mark.rule("fa:13.3.2")
def test_a_seaplane_with_no_other_base_than_foreign_ones_is_shattered() -> None:
    here = waters({"English Channel 0": [("Short", SEAPLANE)]}, side="allies", wars=BEF)
    lose_britain(here.game)
    here.start("return to base at the end of the turn")
    assert [event.unit for event in here.game.events if isinstance(event, Shattered)] == [here["Short"]]
